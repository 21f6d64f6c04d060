//! The searches and other orders that the search thread has.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Event;
use super::search_thread::{Preparation, SearchThread, Task};
use crate::search::{Report, SearchControl};
use crate::types::Move;

/// Before this time a search keeps its reports to itself, and then tells the last one. Nobody can
/// read faster, and a GUI needs longer to show ten lines than a short search to find them: in a
/// blitz game that comes off the engine's clock.
pub const FIRST_WORD: Duration = Duration::from_millis(20);

/// What has been ordered of the search thread.
#[derive(Debug)]
pub struct Searches {
    thread: SearchThread,
    /// How many searches there have been.
    count: u64,
    /// A search for a hint, in a state that has none of its own.
    pub hint: Option<Search>,
    /// Orders other than searches that are not carried out yet.
    pending: usize,
    /// Nothing is handled until it is over.
    pub pause: Option<Pause>,
}

/// A pause.
#[derive(Debug)]
pub struct Pause {
    /// When it began.
    pub since: Instant,
    /// What the search thread has said since.
    pub held: Vec<Event>,
}

impl Searches {
    /// Nothing has been ordered yet.
    pub fn new(thread: SearchThread) -> Searches {
        Searches {
            thread,
            count: 0,
            hint: None,
            pending: 0,
            pause: None,
        }
    }

    /// Orders a search, whose clock began to run at `started`.
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

    /// Orders something other than a search.
    pub fn prepare(&mut self, preparation: Preparation) {
        self.pending += 1;
        self.thread.prepare(preparation);
    }

    /// An order has been carried out.
    pub fn prepared(&mut self) {
        self.pending = self.pending.saturating_sub(1);
    }

    /// True while a hint is searched or an order is pending.
    pub fn is_busy(&self) -> bool {
        self.hint.is_some() || self.pending > 0
    }

    /// Breaks off the search for a hint.
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

/// A search under way.
#[derive(Debug)]
pub struct Search {
    /// Its number, which comes back with all that is told about it.
    pub id: u64,
    /// Breaks it off.
    pub control: Arc<SearchControl>,
    /// When its clock began to run.
    pub started: Instant,
    /// The best line so far.
    pub line: Vec<Move>,
    /// What the GUI has not been told yet: the last lines before the first word.
    pub unsaid: Vec<Report>,
    /// The user has asked for a hint before there was a line.
    pub hint_due: bool,
}

impl Search {
    /// Takes note of a report, which is unsaid as yet. Of what is unsaid only the lines of the same depth
    /// with other moves are still of interest; the search does not repeat one that turns out to be the
    /// second best.
    pub fn note(&mut self, report: &Report) {
        if report.rank == 0 {
            self.line.clone_from(&report.pv);
        }
        let other_move = |old: &Report| old.pv.first() != report.pv.first();
        (self.unsaid).retain(|old| old.depth == report.depth && other_move(old));
        self.unsaid.push(report.clone());
    }
}
