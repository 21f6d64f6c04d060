//! Searches: start, reports, results.

use std::time::Duration;

use super::Session;
use super::judgement::resigned;
use super::state::{Analysis, Ponder, State};
use crate::protocol::delays::Timing;
use crate::protocol::reply::Thinking;
use crate::protocol::searches::{FIRST_REPORT, move_to_play};
use crate::protocol::{Reply, xboard};
use crate::search::{Clock, Limits, MultiPv, Report, SearchResult, SearchSettings};
use crate::types::{Instant, Move};

/// Limits of the search for a hint.
const HINT_LIMITS: Limits = Limits {
    clock: Clock::PerMove(Duration::from_millis(300)),
    depth: Some(6),
    ..Limits::UNLIMITED
};

/// Time before the first report while pondering: reading it costs the opponent's time.
const FIRST_PONDER_REPORT: Duration = Duration::from_millis(300);

impl Session {
    /// The settings of a search of the position on the board.
    pub(super) fn search_settings(&self) -> SearchSettings {
        SearchSettings {
            // computing more lines costs time, and nobody reads them
            multi_pv: if self.options.posting {
                self.options.multi_pv
            } else {
                MultiPv::SINGLE
            },
            excluded: self.play.excluded.clone(),
            ..self.game.search_settings()
        }
    }

    /// Starts to think about the engine's move.
    pub(super) fn begin_thinking(&mut self) {
        self.searches.cancel_hint();
        // XBoard ignores a move while it waits for the answer to a ping
        self.answer_pings();
        self.search_for_move(self.read_at);
    }

    /// Searches for the engine's move.
    pub(super) fn search_for_move(&mut self, clock_start: Instant) {
        let limits = self.limits_for_move();
        let settings = SearchSettings {
            noise: self.options.noise(self.game.position()),
            clock_start: Some(clock_start),
            ..self.search_settings()
        };
        log::debug!("{:?} at most for the move", limits.longest());
        let search = self.searches.begin(&self.game, limits, settings);
        self.state = State::Thinking(search);
    }

    /// The limits from the clock and the options.
    pub(super) fn limits_for_move(&self) -> Limits {
        let made = self.game.position().moves_made(self.play.us);
        let mut limits = self.clock.limits(made);
        self.options.restrict(&mut limits);
        limits
    }

    /// Stops the search, and ignores its result.
    pub(super) fn break_off(&mut self) {
        self.searches.cancel_hint();
        self.play.draw_offered = false;
        if let Some(search) = self.state.search() {
            search.control.stop();
        }
        match self.state {
            State::Thinking(_) | State::Pondering(_) => self.state = State::Waiting,
            State::Analysing(_) => self.state = State::Analysing(Analysis::Due),
            State::Observing | State::Waiting => {}
        }
    }

    /// `?`: ends the search for a move, and plays the move found.
    pub(super) fn move_now(&mut self) {
        if let State::Thinking(search) = &self.state {
            search.control.stop();
        }
    }

    /// Applies a change of the time control to the search for a move.
    pub(super) fn update_limits(&mut self) {
        if let State::Thinking(search) = &self.state {
            let limits = self.limits_for_move();
            search.control.set_limits(limits, search.started);
        }
    }

    /// Handles a report of a search.
    pub(super) fn reported(&mut self, id: u64, report: Report) {
        let Some(search) = self.state.search().filter(|search| search.id == id) else {
            return;
        };
        let mut hint = None;
        if report.rank == 0 && std::mem::take(&mut search.hint_due) {
            hint = report.pv.first().copied();
        }
        search.note(&report);
        let age = search.started.elapsed();
        let silence = match self.state {
            State::Pondering(_) => FIRST_PONDER_REPORT,
            _ => FIRST_REPORT,
        };
        self.note_report(&report);
        if age >= silence {
            self.post_unsent();
        }
        self.send_hint(hint);
    }

    /// Sends the reports that were kept back.
    fn post_unsent(&mut self) {
        let Some(search) = self.state.search() else {
            return;
        };
        let reports = std::mem::take(&mut search.unsent);
        if !self.options.posting {
            return;
        }
        let expected = match &self.state {
            State::Pondering(ponder) => ponder.expected,
            _ => None,
        };
        for report in reports {
            // all lines of thinking begin with the position on the board
            let moves: Vec<Move> = expected.into_iter().chain(report.pv.clone()).collect();
            let line = self.game.format_line(&moves);
            self.output
                .send(&Reply::Thinking(Thinking { report, line }));
        }
    }

    /// A search has ended.
    pub(super) fn finished(&mut self, id: u64, result: Option<SearchResult>) {
        if (self.searches.hint.as_ref()).is_some_and(|search| search.id == id) {
            self.searches.hint = None;
            self.send_hint(result.and_then(|result| result.best));
            return;
        }
        if self.state.search().is_none_or(|search| search.id != id) {
            return;
        }
        self.post_unsent();
        match &mut self.state {
            State::Thinking(search) => {
                let time = search.started.elapsed();
                self.state = State::Waiting;
                self.answer(result, time);
            }
            State::Pondering(ponder) => ponder.result = Some(result),
            // a finished analysis stays until something changes
            State::Observing | State::Waiting | State::Analysing(_) => {}
        }
    }

    /// Makes the engine's move, or resigns. `whole` is the time since the clock started.
    pub(super) fn answer(&mut self, result: Option<SearchResult>, whole: Duration) {
        let Some(mv) = move_to_play(&self.game, result.as_ref()) else {
            self.claim_result();
            return;
        };
        if let Some(result) = &result {
            let threshold = self.options.resign_threshold;
            self.judgement.note(result.value, threshold);
            if self.options.resign && self.judgement.resigns() {
                self.play.over = Some(resigned(self.play.us));
                self.output.send(&Reply::Resign);
                return;
            }
        }
        if self.wants_draw(mv) {
            self.output.send(&Reply::OfferDraw);
        }
        let text = if self.gui.is_xboard {
            xboard::move_text(&self.game, mv)
        } else {
            self.game.format(mv)
        };
        self.output.send(&Reply::Move(text));
        self.play(mv);
        let made = self.game.position().moves_made(self.play.us);
        let mut timing = Timing::of(result.as_ref(), whole);
        if self.clock.counts_nodes() {
            timing.whole = timing.thought;
        }
        self.clock.spend(timing, made);
        let ponder = result.and_then(|result| result.ponder);
        self.play.expected = ponder.map(|mv| (self.game.position().key(), mv));
        if !self.leaves_result_to_loser() {
            self.claim_result();
        }
    }

    /// `hint`: the best move so far, the expected reply, or else the result of a short search.
    pub(super) fn give_hint(&mut self) {
        if let State::Pondering(Ponder {
            expected: Some(mv), ..
        }) = self.state
        {
            self.send_hint(Some(mv));
            return;
        }
        if let Some(search) = self.state.search() {
            let best = search.line.first().copied();
            search.hint_due = best.is_none();
            self.send_hint(best);
            return;
        }
        match self.expected_move() {
            Some(mv) => self.send_hint(Some(mv)),
            None if self.searches.hint.is_some() || self.game.outcome().is_some() => {}
            None => {
                let settings = self.game.search_settings();
                let search = self.searches.begin(&self.game, HINT_LIMITS, settings);
                self.searches.hint = Some(search);
            }
        }
    }

    /// The reply expected to the last move, unless the position has changed since.
    pub(super) fn expected_move(&self) -> Option<Move> {
        let (key, mv) = self.play.expected?;
        let known = key == self.game.position().key();
        (known && self.game.legal_moves().contains(&mv)).then_some(mv)
    }

    pub(super) fn send_hint(&mut self, mv: Option<Move>) {
        let legal = self.game.legal_moves();
        if let Some(mv) = mv.filter(|mv| legal.contains(mv)) {
            let text = self.game.format(mv);
            self.output.send(&Reply::Hint(text));
        }
    }
}
