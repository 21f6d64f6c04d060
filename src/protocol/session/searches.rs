//! The searches and other orders that the search thread has, and `pause`, at which all stand still.

use std::sync::Arc;
use std::time::Instant;

use super::Session;
use super::state::Search;
use crate::protocol::Event;
use crate::protocol::search_thread::{Preparation, SearchThread, Task};
use crate::search::SearchControl;

/// What has been ordered of the search thread.
#[derive(Debug)]
pub(super) struct Searches {
    thread: SearchThread,
    /// How many searches there have been.
    count: u64,
    /// A search for a hint, in a state that has none of its own.
    pub hint: Option<Search>,
    /// Orders other than searches that are not carried out yet.
    pending: usize,
    pause: Option<Pause>,
}

/// A pause.
#[derive(Debug)]
struct Pause {
    since: Instant,
    /// What the search thread has said since.
    held: Vec<Event>,
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

impl Session {
    /// `pause`.
    pub(super) fn pause(&mut self) {
        if !self.searches.is_paused() {
            self.searches.pause = Some(Pause {
                since: Instant::now(),
                held: Vec::new(),
            });
            for search in self.state.search().into_iter().chain(&self.searches.hint) {
                search.control.pause();
            }
        }
    }

    /// `resume`, or something that makes no sense without it.
    pub(super) fn resume(&mut self) {
        let Some(pause) = self.searches.pause.take() else {
            return;
        };
        let hint = &mut self.searches.hint;
        for search in self.state.search_mut().into_iter().chain(hint) {
            search.started += pause.since.elapsed();
            search.control.resume();
        }
        for event in pause.held {
            self.react(event);
        }
    }
}
