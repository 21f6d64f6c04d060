//! Speaking to a search that runs: stop it, let it pause, give it other limits, ask how it goes.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Limits;
use crate::types::{Instant, Move};

/// The search shall end.
const STOP: u32 = 1;
/// The search shall wait.
const PAUSE: u32 = 2;
/// Other limits have come.
const LIMITS: u32 = 4;

/// The way to a search on another thread. Everything works before the search begins, too, and
/// does no harm when it has ended. One control serves one search.
#[derive(Debug, Default)]
pub struct SearchControl {
    /// All that the search looks at in passing: `STOP`, `PAUSE` and `LIMITS`.
    signals: AtomicU32,
    /// The limits that have come, and when their clock began to run.
    limits: Mutex<Option<(Limits, Instant)>>,
    /// Woken when a pause may be over.
    wake: Condvar,
    nodes: AtomicU64,
    depth: AtomicU32,
    left: AtomicU32,
    total: AtomicU32,
    current: AtomicU32,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions searched, as of some thousandths of a second ago.
    pub nodes: u64,
    /// Depth of the iteration, plies; 0 before the first.
    pub depth: u32,
    /// Moves at the root that are still to be searched in this iteration, without the present one.
    pub left: u32,
    /// All moves at the root.
    pub total: u32,
    /// The move that is searched.
    pub current: Option<Move>,
}

impl SearchControl {
    /// The search ends as soon as it looks up, even from a pause.
    pub fn stop(&self) {
        // under the lock, or a pause could begin to wait just after it was woken
        let _guard = self.lock();
        self.signals.fetch_or(STOP, Relaxed);
        self.wake.notify_all();
    }

    /// Other limits than those the search began with; `clock_start` is when the clock they speak
    /// of began to run. A search without limits so becomes one for a move: nothing is lost that it
    /// has found.
    pub fn set_limits(&self, limits: Limits, clock_start: Instant) {
        *self.lock() = Some((limits, clock_start));
        self.signals.fetch_or(LIMITS, Relaxed);
    }

    /// The search waits where it is, and its clock stands still.
    pub fn pause(&self) {
        self.signals.fetch_or(PAUSE, Relaxed);
    }

    /// The search goes on.
    pub fn resume(&self) {
        let _guard = self.lock();
        self.signals.fetch_and(!PAUSE, Relaxed);
        self.wake.notify_all();
    }

    /// How far the search is.
    pub fn progress(&self) -> Progress {
        let current = Move::from_bits(self.current.load(Relaxed));
        Progress {
            nodes: self.nodes.load(Relaxed),
            depth: self.depth.load(Relaxed),
            left: self.left.load(Relaxed),
            total: self.total.load(Relaxed),
            current: (current != Move::NONE).then_some(current),
        }
    }

    /// The search is so many positions old.
    pub(super) fn note_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Relaxed);
    }

    /// The search turns to another move at the root.
    pub(super) fn note_root(&self, depth: u32, left: usize, total: usize, mv: Move) {
        self.depth.store(depth, Relaxed);
        self.left.store(left as u32, Relaxed);
        self.total.store(total as u32, Relaxed);
        self.current.store(mv.bits(), Relaxed);
    }

    /// True if there is anything to heed.
    pub(super) fn is_signalled(&self) -> bool {
        self.signals.load(Relaxed) != 0
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.signals.load(Relaxed) & STOP != 0
    }

    /// The limits that have come since the last time.
    pub(super) fn take_limits(&self) -> Option<(Limits, Instant)> {
        if self.signals.load(Relaxed) & LIMITS == 0 {
            return None;
        }
        let mut limits = self.lock();
        self.signals.fetch_and(!LIMITS, Relaxed);
        limits.take()
    }

    /// Waits until the pause is over, if there is one, or it is no use any more to wait, as
    /// [`SearchControl::wake`] may tell; returns how long that took.
    pub(super) fn wait(&self, useless: impl Fn() -> bool) -> Duration {
        let begun = Instant::now();
        let mut guard = self.lock();
        while self.signals.load(Relaxed) & (PAUSE | STOP) == PAUSE && !useless() {
            guard = (self.wake.wait(guard)).unwrap_or_else(PoisonError::into_inner);
        }
        begun.elapsed()
    }

    /// Lets all who wait look again whether they should.
    pub(super) fn wake(&self) {
        let _guard = self.lock();
        self.wake.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Limits, Instant)>> {
        self.limits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
