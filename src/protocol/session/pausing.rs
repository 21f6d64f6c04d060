//! `pause` and `resume`: all searches stop and continue.

use super::Session;
use crate::protocol::searches::Pause;
use crate::types::Instant;

impl Session {
    /// `pause`.
    pub(super) fn pause(&mut self) {
        if !self.searches.is_paused() {
            self.searches.pause = Some(Pause {
                since: Instant::now(),
                held: Vec::new(),
            });
            let hint = &mut self.searches.hint;
            for search in self.state.search().into_iter().chain(hint) {
                search.control.pause();
            }
        }
    }

    /// `resume`, or a command that implies it.
    pub(super) fn resume(&mut self) {
        let Some(pause) = self.searches.pause.take() else {
            return;
        };
        let hint = &mut self.searches.hint;
        for search in self.state.search().into_iter().chain(hint) {
            search.started += pause.since.elapsed();
            search.control.resume();
        }
        for event in pause.held {
            self.react(event);
        }
    }
}
