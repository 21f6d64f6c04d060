//! Analysis of the position on the board.

use std::time::Duration;

use super::Session;
use super::state::{Analysis, State};
use crate::movegen::GameEnd;
use crate::protocol::Reply;
use crate::protocol::reply::{Status, Thinking, final_score};
use crate::protocol::searches::final_outcome;
use crate::search::{Bound, Limits, Report};

impl Session {
    /// `analyze`.
    pub(super) fn analyze(&mut self) {
        if !matches!(self.state, State::Analysing(_)) {
            self.break_off();
            self.state = State::Analysing(Analysis::Due);
        }
    }

    /// `exit`: back to force mode.
    pub(super) fn exit_analysis(&mut self) {
        if matches!(self.state, State::Analysing(_)) {
            self.break_off();
            self.state = State::Observing;
        } else if self.gui.is_person {
            self.comment("`exit` ends an analysis; `quit` leaves the program".to_owned());
        }
    }

    /// Begins an analysis that is due.
    pub(super) fn begin_analysis(&mut self) {
        self.searches.cancel_hint();
        let analysis = match final_outcome(&self.game) {
            Some(outcome) => {
                self.show_outcome(outcome);
                Analysis::Idle
            }
            // no search until a move is included again
            None if self.all_excluded() => Analysis::Idle,
            None => {
                let mut settings = self.search_settings();
                settings.multi_pv = self.options.multi_pv;
                self.ask_to_remember();
                let search = (self.searches).begin(&self.game, Limits::UNLIMITED, settings);
                Analysis::Search(search)
            }
        };
        self.state = State::Analysing(analysis);
    }

    /// A line of thinking output for a finished game, with the result in parentheses.
    fn show_outcome(&mut self, outcome: GameEnd) {
        if !self.options.posting {
            return;
        }
        let report = Report {
            rank: 0,
            depth: 0,
            selective_depth: 0,
            value: final_score(outcome, self.game.position().side()),
            bound: Bound::Exact,
            time: Duration::ZERO,
            nodes: 0,
            pv: Vec::new(),
        };
        let line = vec![format!("({} {})", outcome.result(), outcome.reason())];
        self.output
            .send(&Reply::Thinking(Thinking { report, line }));
    }

    /// `.`: the progress of the analysis.
    pub(super) fn show_status(&mut self) {
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
