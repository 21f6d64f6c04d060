//! Searches: begun, listened to, broken off, and what becomes of their results.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Session, State};
use crate::board::Move;
use crate::protocol::Reply;
use crate::protocol::reply::Thinking;
use crate::protocol::worker::Task;
use crate::search::{Clock, Limits, Report, SearchControl, SearchResult, SearchSettings};

/// A hint is the result of a short thought.
const HINT_LIMITS: Limits = Limits {
    clock: Clock::PerMove(Duration::from_millis(300)),
    depth: Some(6),
    ..Limits::UNLIMITED
};
/// In random mode, so many own moves of a game are varied.
const RANDOM_MOVES: usize = 3;

/// Before this time a search keeps its reports to itself, and then tells the last one. Nobody can
/// read faster, and a GUI needs longer to show ten lines than a short search to find them: in a
/// blitz game that comes off the engine's clock.
const FIRST_WORD: Duration = Duration::from_millis(20);

/// A search under way.
#[derive(Debug)]
pub(super) struct Search {
    id: u64,
    control: Arc<SearchControl>,
    started: Instant,
    /// The best line so far.
    line: Vec<Move>,
    /// What the GUI has not been told yet: the last report before [`FIRST_WORD`].
    unsaid: Option<Report>,
}

impl Search {
    fn stop(&self) {
        self.control.stop();
    }
}

impl Session {
    /// Orders a search of the position on the board.
    fn begin_search(&mut self, limits: Limits, randomise: Option<u64>) -> Search {
        self.searches += 1;
        let search = Search {
            id: self.searches,
            control: Arc::default(),
            started: Instant::now(),
            line: Vec::new(),
            unsaid: None,
        };
        self.worker.search(Task {
            id: search.id,
            rules: self.game.rules().clone(),
            position: self.game.position().clone(),
            limits,
            settings: SearchSettings {
                move_rule_plies: self.game.move_rule_plies(),
                randomise,
                clock_start: Some(search.started),
                ..SearchSettings::DEFAULT
            },
            control: search.control.clone(),
        });
        search
    }

    /// Begins to think about the engine's move.
    pub(super) fn begin_thinking(&mut self) {
        self.cancel_hint();
        // a ping that came before the order to think must not wait for the move: XBoard ignores
        // a move while it waits for the answer
        self.answer_pings();
        let mut limits = self.clock.limits(self.moves_made(self.us));
        if self.options.nodes > 0 {
            limits.nodes = Some(u64::from(self.options.nodes));
        }
        let early = self.game.position().ply() / 2 < RANDOM_MOVES;
        let seed = (self.random && early).then(rand::random);
        let search = self.begin_search(limits, seed);
        self.state = State::Thinking(search);
    }

    /// Breaks off whatever is searched, and forgets its result.
    pub(super) fn break_off(&mut self) {
        self.cancel_hint();
        if let State::Thinking(search) = &self.state {
            search.stop();
            self.state = State::Waiting;
        }
    }

    /// `?`: the search ends, and its result comes as if it had ended by itself.
    pub(super) fn move_now(&mut self) {
        if let State::Thinking(search) = &self.state {
            search.stop();
        }
    }

    /// A search tells how it goes.
    pub(super) fn reported(&mut self, id: u64, report: Report) {
        let State::Thinking(search) = &mut self.state else {
            return;
        };
        if search.id != id {
            return;
        }
        search.line.clone_from(&report.line);
        if report.time < FIRST_WORD {
            search.unsaid = Some(report);
        } else {
            search.unsaid = None;
            self.post_thinking(&report);
        }
    }

    fn post_thinking(&mut self, report: &Report) {
        if self.posting {
            let line = self.game.format_line(&report.line);
            self.output
                .send(&Reply::Thinking(Thinking::new(report, &line)));
        }
    }

    /// A search has ended.
    pub(super) fn finished(&mut self, id: u64, result: Option<SearchResult>) {
        match &self.state {
            State::Thinking(search) if search.id == id => {
                let time = search.started.elapsed();
                let unsaid = search.unsaid.clone();
                self.state = State::Waiting;
                if let Some(report) = unsaid {
                    self.post_thinking(&report);
                }
                self.answer(result, time);
            }
            _ if self.hint.as_ref().is_some_and(|search| search.id == id) => {
                self.hint = None;
                self.send_hint(result.and_then(|result| result.best));
            }
            _ => {}
        }
    }

    /// Makes the engine's move, or resigns.
    fn answer(&mut self, result: Option<SearchResult>, time: Duration) {
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
                self.over = true;
                self.output.send(&Reply::Resign);
                return;
            }
        }
        self.output.send(&Reply::Move(self.game.format(mv)));
        self.game.play(mv);
        let made = self.moves_made(self.us);
        self.clock.spend(time, made);
        let ponder = result.and_then(|result| result.ponder);
        self.expected = ponder.map(|mv| (self.game.position().key(), mv));
        self.claim_result();
    }

    /// `hint`: the reply that was expected, or else the result of a short thought.
    pub(super) fn give_hint(&mut self) {
        if let State::Thinking(search) = &self.state {
            let best = search.line.first().copied();
            self.send_hint(best);
            return;
        }
        let key = self.game.position().key();
        let legal = self.game.legal_moves();
        let expected = self.expected.filter(|(known, _)| *known == key);
        match expected {
            Some((_, mv)) if legal.contains(&mv) => self.send_hint(Some(mv)),
            _ if self.hint.is_some() || self.game.outcome().is_some() => {}
            _ => self.hint = Some(self.begin_search(HINT_LIMITS, None)),
        }
    }

    pub(super) fn cancel_hint(&mut self) {
        if let Some(search) = self.hint.take() {
            search.stop();
        }
    }

    fn send_hint(&mut self, mv: Option<Move>) {
        let legal = self.game.legal_moves();
        if let Some(mv) = mv.filter(|mv| legal.contains(mv)) {
            let text = self.game.format(mv);
            self.output.send(&Reply::Hint(text));
        }
    }
}
