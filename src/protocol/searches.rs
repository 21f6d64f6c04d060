//! Requests to the search thread: searches and preparations.

use std::sync::Arc;
use std::time::Duration;

use super::Event;
use super::search_thread::{Preparation, SearchThread, Task};
use crate::search::{Report, SearchControl};
use crate::types::{Instant, Move};

/// Time before a search sends its first report. A GUI may need longer to show ten lines than a short search to find
/// them, which costs time on the engine's clock.
pub const FIRST_WORD: Duration = Duration::from_millis(20);

/// The requests to the search thread.
#[derive(Debug)]
pub struct Searches {
    thread: SearchThread,
    /// Number of searches so far.
    count: u64,
    /// A search for a hint, in a state without a search.
    pub hint: Option<Search>,
    /// Preparations that are not finished yet.
    pending: usize,
    /// While it lasts, events of searches wait.
    pub pause: Option<Pause>,
}

/// A pause.
#[derive(Debug)]
pub struct Pause {
    /// When it began.
    pub since: Instant,
    /// Events of the search thread since then.
    pub held: Vec<Event>,
}

impl Searches {
    /// Without requests.
    pub fn new(thread: SearchThread) -> Searches {
        Searches {
            thread,
            count: 0,
            hint: None,
            pending: 0,
            pause: None,
        }
    }

    /// Starts a search, whose clock started at `started`.
    pub fn begin(
        &mut self,
        started: Instant,
        task: impl FnOnce(u64, Arc<SearchControl>) -> Task,
    ) -> Search {
        self.count += 1;
        let control: Arc<SearchControl> = Arc::default();
        self.thread.search(task(self.count, control.clone()));
        Search {
            id: self.count,
            control,
            started,
            line: Vec::new(),
            unsaid: Vec::new(),
            hint_due: false,
        }
    }

    /// Requests a preparation.
    pub fn prepare(&mut self, preparation: Preparation) {
        self.pending += 1;
        self.thread.prepare(preparation);
    }

    /// Notes that a preparation is finished.
    pub fn prepared(&mut self) {
        self.pending = self.pending.saturating_sub(1);
    }

    /// True while a hint is searched or a preparation is pending.
    pub fn is_busy(&self) -> bool {
        self.hint.is_some() || self.pending > 0
    }

    /// Stops the search for a hint.
    pub fn cancel_hint(&mut self) {
        if let Some(search) = self.hint.take() {
            search.control.stop();
        }
    }

    /// True between `pause` and `resume`.
    pub fn is_paused(&self) -> bool {
        self.pause.is_some()
    }

    /// Keeps an event until the pause is over.
    pub fn hold(&mut self, event: Event) {
        if let Some(pause) = &mut self.pause {
            pause.held.push(event);
        }
    }
}

/// A running search.
#[derive(Debug)]
pub struct Search {
    /// Its number, repeated in its events.
    pub id: u64,
    /// Stops it and changes its limits.
    pub control: Arc<SearchControl>,
    /// When its clock started.
    pub started: Instant,
    /// The best line so far.
    pub line: Vec<Move>,
    /// Reports that are not sent yet.
    pub unsaid: Vec<Report>,
    /// The user has asked for a hint before there was a line.
    pub hint_due: bool,
}

impl Search {
    /// Keeps a report for sending. It replaces unsent reports except those of the same depth with another first move:
    /// the search does not repeat a line that becomes the second best.
    pub fn note(&mut self, report: &Report) {
        if report.rank == 0 {
            self.line.clone_from(&report.pv);
        }
        let other_move = |old: &Report| old.pv.first() != report.pv.first();
        (self.unsaid).retain(|old| old.depth == report.depth && other_move(old));
        self.unsaid.push(report.clone());
    }
}
