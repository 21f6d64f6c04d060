//! Controls a running search: stops or pauses it, changes its limits, reads its progress.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Limits;
use crate::types::{Instant, Move, lock};

/// The search must end.
const STOP: u32 = 1;
/// The search must wait.
const PAUSE: u32 = 2;
/// New limits have been set.
const LIMITS: u32 = 4;

/// The handle to a search on another thread. It also works before the search begins, and does nothing after
/// its end. One control serves one search.
#[derive(Debug, Default)]
pub struct SearchControl {
    /// The signals `STOP`, `PAUSE` and `LIMITS`: the only word that the search reads regularly.
    signals: AtomicU32,
    /// New limits, and when their clock began to run.
    limits: Mutex<Option<(Limits, Instant)>>,
    /// Notified when a pause may be over.
    wake: Condvar,
    /// The progress, as last published.
    progress: Mutex<Progress>,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes searched, as of some milliseconds ago.
    pub nodes: u64,
    /// Depth of the iteration, in plies; 0 before the first iteration.
    pub depth: u32,
    /// Root moves still to be searched in this iteration, without the current one.
    pub left: u32,
    /// The number of root moves.
    pub total: u32,
    /// The move being searched.
    pub current: Option<Move>,
}

impl SearchControl {
    /// Ends the search soon, even during a pause.
    pub fn stop(&self) {
        // under the lock, so that a paused thread cannot miss the notification between its check and its wait
        let _guard = self.lock();
        self.signals.fetch_or(STOP, Relaxed);
        self.wake.notify_all();
    }

    /// Replaces the limits; `clock_start` is when the clock of the new limits began to run. An unlimited search can
    /// become the search for a move this way, and keeps everything that it has found.
    pub fn set_limits(&self, limits: Limits, clock_start: Instant) {
        *self.lock() = Some((limits, clock_start));
        self.signals.fetch_or(LIMITS, Relaxed);
    }

    /// Pauses the search and its clock.
    pub fn pause(&self) {
        self.signals.fetch_or(PAUSE, Relaxed);
    }

    /// Resumes the search.
    pub fn resume(&self) {
        let _guard = self.lock();
        self.signals.fetch_and(!PAUSE, Relaxed);
        self.wake.notify_all();
    }

    /// The current progress.
    pub fn progress(&self) -> Progress {
        *lock(&self.progress)
    }

    /// Publishes the node count.
    pub(super) fn note_nodes(&self, nodes: u64) {
        lock(&self.progress).nodes = nodes;
    }

    /// Publishes the root move that is searched now.
    pub(super) fn note_root(&self, depth: u32, left: usize, total: usize, mv: Move) {
        let mut progress = lock(&self.progress);
        progress.depth = depth;
        progress.left = left as u32;
        progress.total = total as u32;
        progress.current = Some(mv);
    }

    /// True if there is a signal to handle.
    pub(super) fn is_signalled(&self) -> bool {
        self.signals.load(Relaxed) != 0
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.signals.load(Relaxed) & STOP != 0
    }

    /// Takes the new limits, if any have been set.
    pub(super) fn take_limits(&self) -> Option<(Limits, Instant)> {
        if self.signals.load(Relaxed) & LIMITS == 0 {
            return None;
        }
        let mut limits = self.lock();
        self.signals.fetch_and(!LIMITS, Relaxed);
        limits.take()
    }

    /// If the search is paused, waits until the pause is over, or until `useless` returns true, which is checked at
    /// each [`SearchControl::wake`]. Returns the time waited.
    pub(super) fn wait(&self, useless: impl Fn() -> bool) -> Duration {
        let begun = Instant::now();
        let mut guard = self.lock();
        while self.signals.load(Relaxed) & (PAUSE | STOP) == PAUSE && !useless() {
            guard = (self.wake.wait(guard)).unwrap_or_else(PoisonError::into_inner);
        }
        begun.elapsed()
    }

    /// Lets all waiting threads check again whether they may go on.
    pub(super) fn wake(&self) {
        let _guard = self.lock();
        self.wake.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Limits, Instant)>> {
        lock(&self.limits)
    }
}
