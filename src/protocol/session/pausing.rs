//! `pause` and `resume`: everything stands still, as if time did.

use std::time::Instant;

use super::Session;

impl Session {
    /// `pause`.
    pub(super) fn pause(&mut self) {
        if self.paused.is_none() {
            self.paused = Some(Instant::now());
            for search in self.state.search().into_iter().chain(&self.hint) {
                search.control.pause();
            }
        }
    }

    /// `resume`, or something that makes no sense without it.
    pub(super) fn resume(&mut self) {
        let Some(since) = self.paused.take() else {
            return;
        };
        for search in self.state.search_mut().into_iter().chain(&mut self.hint) {
            search.started += since.elapsed();
            search.control.resume();
        }
        for event in std::mem::take(&mut self.held) {
            self.react(event);
        }
    }
}
