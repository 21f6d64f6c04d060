//! Searches: begun, listened to, broken off, and what becomes of their results.

use std::time::Duration;

use super::Session;
use super::judgement::resigned;
use super::state::{Analysis, Ponder, State};
use crate::board::Position;
use crate::protocol::delays::Timing;
use crate::protocol::reply::Thinking;
use crate::protocol::search_thread::Task;
use crate::protocol::searches::{FIRST_WORD, Search};
use crate::protocol::{Reply, xboard};
use crate::search::{Clock, Limits, MultiPv, Report, SearchResult, SearchSettings};
use crate::types::{Instant, Move};

/// A hint is the result of a short thought.
const HINT_LIMITS: Limits = Limits {
    clock: Clock::PerMove(Duration::from_millis(300)),
    depth: Some(6),
    ..Limits::UNLIMITED
};

/// While pondering it is the opponent who would pay for what is said, so he is left alone for longer than in
/// other searches.
const FIRST_PONDER_WORD: Duration = Duration::from_millis(300);

impl Session {
    /// What every search of the position on the board has to observe.
    pub(super) fn search_settings(&self) -> SearchSettings {
        SearchSettings {
            // other lines than the best cost time, so there must be someone to read them
            multi_pv: if self.options.posting {
                self.options.multi_pv
            } else {
                MultiPv::SINGLE
            },
            excluded: self.play.excluded.clone(),
            ..self.game.search_settings()
        }
    }

    /// Orders a search.
    pub(super) fn begin_search(
        &mut self,
        position: Position,
        limits: Limits,
        mut settings: SearchSettings,
    ) -> Search {
        let started = *settings.clock_start.get_or_insert_with(Instant::now);
        self.searches.begin(started, |id, control| Task {
            id,
            rules: self.game.rules().clone(),
            position,
            limits,
            settings,
            control,
            threads: self.resources.threads,
            fixed_scores: self.positions.fixed_scores().clone(),
        })
    }

    /// Begins to think about the engine's move.
    pub(super) fn begin_thinking(&mut self) {
        self.searches.cancel_hint();
        // a ping that came before the order to think must not wait for the move: XBoard ignores
        // a move while it waits for the answer
        self.answer_pings();
        self.search_for_move(self.read_at);
    }

    /// Searches for the engine's move, with a clock that began to run at that time.
    pub(super) fn search_for_move(&mut self, clock_start: Instant) {
        let limits = self.limits_for_move();
        let settings = SearchSettings {
            noise: self.options.noise(self.game.position()),
            clock_start: Some(clock_start),
            ..self.search_settings()
        };
        log::debug!("{:?} at most for the move", limits.longest());
        let position = self.game.position().clone();
        self.state = State::Thinking(self.begin_search(position, limits, settings));
    }

    /// What the clock and the options allow for the next move.
    pub(super) fn limits_for_move(&self) -> Limits {
        let mut limits = self.clock.limits(self.moves_made(self.play.us));
        if self.options.nodes > 0 {
            limits.nodes = Some(u64::from(self.options.nodes));
        }
        self.options.hold_back(&mut limits);
        limits
    }

    /// Breaks off whatever is searched, and forgets its result.
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

    /// `?`: the search ends, and its result comes as if it had ended by itself.
    pub(super) fn move_now(&mut self) {
        if let State::Thinking(search) = &self.state {
            search.control.stop();
        }
    }

    /// The time control has changed; a search for a move under way must know.
    pub(super) fn update_limits(&mut self) {
        if let State::Thinking(search) = &self.state {
            let limits = self.limits_for_move();
            search.control.set_limits(limits, search.started);
        }
    }

    /// A search tells how it goes.
    pub(super) fn reported(&mut self, id: u64, report: Report) {
        let Some(search) = self.state.search_mut().filter(|search| search.id == id) else {
            return;
        };
        let mut hint = None;
        if report.rank == 0 && std::mem::take(&mut search.hint_due) {
            hint = report.pv.first().copied();
        }
        search.note(&report);
        let age = search.started.elapsed();
        let early = match self.state {
            State::Pondering(_) => age < FIRST_PONDER_WORD,
            _ => age < FIRST_WORD,
        };
        self.note_report(&report);
        if !early {
            self.post_unsaid();
        }
        self.send_hint(hint);
    }

    /// Tells what has been kept back.
    fn post_unsaid(&mut self) {
        let Some(search) = self.state.search_mut() else {
            return;
        };
        let reports = std::mem::take(&mut search.unsaid);
        if !self.options.posting {
            return;
        }
        let expected = match &self.state {
            State::Pondering(ponder) => ponder.expected,
            _ => None,
        };
        for report in reports {
            // all lines begin with the position on the board
            let moves: Vec<Move> = expected.into_iter().chain(report.pv.clone()).collect();
            let line = self.game.format_line(&moves);
            self.output
                .send(&Reply::Thinking(Thinking { report, line }));
        }
    }

    /// A search has ended.
    pub(super) fn finished(&mut self, id: u64, result: Option<SearchResult>) {
        if self
            .searches
            .hint
            .as_ref()
            .is_some_and(|search| search.id == id)
        {
            self.searches.hint = None;
            self.send_hint(result.and_then(|result| result.best));
            return;
        }
        if self.state.search().is_none_or(|search| search.id != id) {
            return;
        }
        self.post_unsaid();
        match &mut self.state {
            State::Thinking(search) => {
                let time = search.started.elapsed();
                self.state = State::Waiting;
                self.answer(result, time);
            }
            State::Pondering(ponder) => ponder.result = Some(result),
            // an analysis that can go no deeper stands until something changes
            State::Observing | State::Waiting | State::Analysing(_) => {}
        }
    }

    /// Makes the engine's move, or resigns. `time` is what it took by the clock on the wall.
    pub(super) fn answer(&mut self, result: Option<SearchResult>, time: Duration) {
        let legal = self.game.legal_moves();
        let best = result.as_ref().and_then(|result| result.best);
        let Some(mv) = best.filter(|mv| legal.contains(mv)).or_else(|| {
            log::error!(
                "the search has no legal move in {}",
                self.game.position().fen()
            );
            legal.first().copied()
        }) else {
            self.claim_result();
            return;
        };
        if let Some(result) = &result {
            self.judgement
                .note(result.value, self.options.resign_threshold);
            if self.options.resign && self.judgement.resigns() {
                self.play.over = Some(resigned(self.play.us));
                self.output.send(&Reply::Resign);
                return;
            }
        }
        if self.wants_draw(mv) {
            self.output.send(&Reply::OfferDraw);
        }
        let text = match self.gui.is_xboard {
            true => xboard::move_text(&self.game, mv),
            false => self.game.format(mv),
        };
        self.output.send(&Reply::Move(text));
        self.play(mv);
        let made = self.moves_made(self.play.us);
        let mut timing = Timing {
            whole: time,
            thought: time,
            stall: Duration::ZERO,
        };
        if let Some(result) = &result {
            (timing.thought, timing.stall) = (result.time, result.stall);
            if self.clock.counts_nodes() {
                timing.whole = result.time;
            }
        }
        self.clock.spend(timing, made);
        let ponder = result.and_then(|result| result.ponder);
        self.play.expected = ponder.map(|mv| (self.game.position().key(), mv));
        if !self.leaves_result_to_loser() {
            self.claim_result();
        }
    }

    /// `hint`: the best move so far or the reply that was expected, or else the result of a short
    /// thought.
    pub(super) fn give_hint(&mut self) {
        if let State::Pondering(Ponder {
            expected: Some(mv), ..
        }) = self.state
        {
            self.send_hint(Some(mv));
            return;
        }
        if let Some(search) = self.state.search_mut() {
            let best = search.line.first().copied();
            search.hint_due = best.is_none();
            self.send_hint(best);
            return;
        }
        match self.expected_move() {
            Some(mv) => self.send_hint(Some(mv)),
            None if self.searches.hint.is_some() || self.game.outcome().is_some() => {}
            None => {
                let position = self.game.position().clone();
                let settings = self.game.search_settings();
                self.searches.hint = Some(self.begin_search(position, HINT_LIMITS, settings));
            }
        }
    }

    /// The reply that was expected to the last move, if that move is the last one still.
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
