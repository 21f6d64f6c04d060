//! Analysis: the engine shows what it thinks of the position on the board, whatever becomes of it.

use std::time::Duration;

use super::Session;
use super::state::{Analysis, State};
use crate::movegen::GameEnd;
use crate::protocol::Reply;
use crate::protocol::reply::{Status, Thinking};
use crate::search::{Bound, Limits, Report, Value};

impl Session {
    /// `analyze`.
    pub(super) fn analyze(&mut self) {
        if !matches!(self.state, State::Analysing(_)) {
            self.break_off();
            self.state = State::Analysing(Analysis::Due);
        }
    }

    /// `exit`: back to watching.
    pub(super) fn exit_analysis(&mut self) {
        if matches!(self.state, State::Analysing(_)) {
            self.break_off();
            self.state = State::Observing;
        }
    }

    /// Begins an analysis that is due.
    pub(super) fn begin_analysis(&mut self) {
        self.searches.cancel_hint();
        let outcome = self.game.outcome();
        let analysis = match outcome.filter(|outcome| self.nothing_follows(*outcome)) {
            Some(outcome) => {
                self.show_outcome(outcome);
                Analysis::Idle
            }
            // until a move is included again
            None if self.all_excluded() => Analysis::Idle,
            None => {
                let position = self.game.position().clone();
                let mut settings = self.search_settings();
                settings.multi_pv = self.options.multi_pv;
                self.ask_to_remember();
                Analysis::Search(self.begin_search(position, Limits::UNLIMITED, settings))
            }
        };
        self.state = State::Analysing(analysis);
    }

    /// True if there are no moves to look at; games drawn by repetition and the like can go on.
    fn nothing_follows(&self, outcome: GameEnd) -> bool {
        matches!(outcome, GameEnd::Win(..)) || self.game.legal_moves().is_empty()
    }

    /// A line for a position that is not searched; such have a `(` before the text.
    fn show_outcome(&mut self, outcome: GameEnd) {
        if !self.options.posting {
            return;
        }
        let value = match outcome {
            GameEnd::Draw(_) => Value::Centipawns(0),
            GameEnd::Win(color, _) if color == self.game.position().side() => Value::Mate(0),
            GameEnd::Win(..) => Value::Mated(0),
        };
        let report = Report {
            rank: 0,
            depth: 0,
            selective_depth: 0,
            value,
            bound: Bound::Exact,
            time: Duration::ZERO,
            nodes: 0,
            pv: Vec::new(),
        };
        let line = vec![format!("({} {})", outcome.result(), outcome.reason())];
        self.output
            .send(&Reply::Thinking(Thinking { report, line }));
    }

    /// `.`: how far the analysis is.
    pub(super) fn tell_status(&mut self) {
        let status = match &self.state {
            State::Analysing(Analysis::Search(search)) => {
                let progress = search.control.progress();
                Status {
                    time: search.started.elapsed(),
                    current: progress.current.map(|mv| self.game.format(mv)),
                    progress,
                }
            }
            State::Analysing(_) => Status::default(),
            _ => return,
        };
        self.output.send(&Reply::Status(status));
    }
}
