//! Pondering: thinking on the opponent's time.

use std::time::Duration;

use super::Session;
use super::state::{Ponder, State};
use crate::search::{Limits, SearchSettings};
use crate::types::Move;

impl Session {
    /// `hard` and `easy`.
    pub(super) fn set_pondering(&mut self, pondering: bool) {
        self.options.pondering = pondering;
        if !pondering && matches!(self.state, State::Pondering(_)) {
            self.break_off();
        }
    }

    /// Ponders on the expected move, if pondering is on.
    pub(super) fn begin_pondering(&mut self) {
        let expected = self.expected_move();
        if expected.is_some() {
            self.ponder(expected);
        }
    }

    /// Ponders if pondering is on, even if no move is expected.
    pub(super) fn ponder(&mut self, expected: Option<Move>) {
        if !self.options.pondering || self.play.over.is_some() || self.searches.hint.is_some() {
            return;
        }
        // pondering would exceed the limits of the skill level
        if self.options.is_held_back() {
            return;
        }
        let mut game = self.game.clone();
        if let Some(mv) = expected {
            game.play(mv);
        }
        if (game.outcome()).is_some_and(|outcome| outcome.may_be_claimed()) {
            return;
        }
        // the protocol asks to send the expected move before the first line of thinking
        self.send_hint(expected);
        let limits = Limits {
            depth: self.clock.depth,
            ..Limits::UNLIMITED
        };
        let settings = SearchSettings {
            excluded: Vec::new(),
            ..self.search_settings()
        };
        self.state = State::Pondering(Ponder {
            search: self.searches.begin(&game, limits, settings),
            expected,
            result: None,
        });
    }

    /// The expected move has been made on the board: the search continues on the clock.
    pub(super) fn ponder_hit(&mut self, ponder: Ponder) {
        self.play.us = self.game.position().side();
        self.state = State::Waiting;
        if self.claim_result() {
            ponder.search.control.stop();
            return;
        }
        let mut search = ponder.search;
        match ponder.result {
            None => {
                search.started = self.read_at;
                let limits = self.limits_for_move();
                search.control.set_limits(limits, search.started);
                self.state = State::Thinking(search);
            }
            Some(Some(mut result)) => {
                // the whole search ran on the opponent's time
                result.time = Duration::ZERO;
                self.answer(Some(result), self.read_at.elapsed());
            }
            Some(None) => self.begin_thinking(),
        }
    }
}
