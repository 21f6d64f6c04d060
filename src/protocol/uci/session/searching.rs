//! Searches: begun, listened to, ended, and what becomes of their results.

use std::time::Duration;

use super::Session;
use crate::movegen::GameEnd;
use crate::protocol::delays::Timing;
use crate::protocol::search_thread::Task;
use crate::protocol::searches::{FIRST_WORD, Search};
use crate::protocol::uci::Reply;
use crate::protocol::uci::command::Go;
use crate::protocol::uci::perft::Perft;
use crate::protocol::uci::reply::{Info, Score};
use crate::search::{Bound, Limits, Report, SearchResult, SearchSettings, Value};
use crate::types::Move;

/// Before this time nobody wants to know which move is searched.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// What goes on.
#[derive(Debug)]
pub enum Work {
    /// A search.
    Search(Box<Thinking>),
    /// A count of move sequences.
    Perft(Perft),
}

/// A search under way, or one whose result is not wanted yet.
#[derive(Debug)]
pub struct Thinking {
    search: Search,
    /// The order.
    go: Go,
    /// Its result waits for `stop` or `ponderhit`.
    holds: bool,
    /// What it has found; `None` inside: it failed.
    result: Option<Option<SearchResult>>,
    /// How full the hash table is, per mille.
    hash_full: u32,
    /// The move at the root that was told last.
    current: Option<Move>,
}

impl Session {
    /// `go`.
    pub(super) fn go(&mut self, go: Go) {
        if let Some(missing) = &self.missing {
            let reason = missing.to_string();
            self.say(reason);
            if go.perft.is_none() {
                self.tell_best_move(None, None);
            }
            return;
        }
        if let Some(depth) = go.perft {
            return self.begin_perft(depth);
        }
        let legal = self.game.legal_moves();
        if let Some(outcome) = self.game.outcome()
            && (legal.is_empty() || matches!(outcome, GameEnd::Win(..)))
        {
            return self.tell_outcome(outcome);
        }
        let excluded = match self.excluded(&go, &legal) {
            Some(excluded) => excluded,
            None => {
                self.say("none of the moves of `searchmoves` is legal");
                return self.tell_best_move(None, None);
            }
        };
        let limits = if go.ponder {
            self.counted_limits(&go)
        } else {
            self.limits(&go)
        };
        let settings = SearchSettings {
            noise: (self.options.noise(self.game.position())).filter(|_| self.plays(&go)),
            clock_start: Some(self.read_at),
            multi_pv: self.options.multi_pv,
            excluded,
            ..self.game.search_settings()
        };
        let search = self.searches.begin(self.read_at, |id, control| Task {
            id,
            rules: self.game.rules().clone(),
            position: self.game.position().clone(),
            limits,
            settings,
            control,
            threads: self.settings.threads(),
            fixed_scores: self.fixed_scores.clone(),
        });
        self.work = Some(Work::Search(Box::new(Thinking {
            search,
            holds: go.infinite || go.ponder,
            go,
            result: None,
            hash_full: 0,
            current: None,
        })));
    }

    /// The moves that are not to be considered; `None`: there is none left.
    fn excluded(&mut self, go: &Go, legal: &[Move]) -> Option<Vec<Move>> {
        if go.search_moves.is_empty() {
            return Some(Vec::new());
        }
        let mut chosen = Vec::new();
        for text in &go.search_moves {
            match self.letters.read(&self.game, text) {
                Ok(mv) => chosen.push(mv),
                Err(error) => self.say(format!("searchmoves {text}: {error}")),
            }
        }
        let excluded: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| !chosen.contains(mv))
            .collect();
        (excluded.len() < legal.len()).then_some(excluded)
    }

    /// True if the search is for a move in a game, not for analysis: then the level counts.
    fn plays(&self, go: &Go) -> bool {
        !go.infinite && !self.settings.analyses
    }

    /// The limits of an order that do not depend on a clock.
    fn counted_limits(&self, go: &Go) -> Limits {
        let mut limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            ..Limits::UNLIMITED
        };
        self.count(go, &mut limits);
        limits
    }

    /// What the order, the clock and the options allow.
    fn limits(&mut self, go: &Go) -> Limits {
        let us = self.game.position().side();
        match (go.move_time, go.time[us]) {
            _ if go.infinite => return self.counted_limits(go),
            (Some(time), _) => self.clock.set_move_time(time),
            (None, Some(time)) => {
                let opponent = go.time[us.other()];
                self.clock
                    .set_clock(time, go.increment[us], go.moves_to_go, opponent);
            }
            (None, None) => return self.counted_limits(go),
        }
        let mut limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            ..self.clock.limits(0)
        };
        self.count(go, &mut limits);
        limits
    }

    /// Adds what the options say about depth and positions.
    fn count(&self, go: &Go, limits: &mut Limits) {
        if !self.plays(go) {
            return;
        }
        if self.options.nodes > 0 && limits.nodes.is_none() {
            limits.nodes = Some(u64::from(self.options.nodes));
        }
        self.options.hold_back(limits);
    }

    /// `stop`.
    pub(super) fn stop(&mut self) {
        match &mut self.work {
            Some(Work::Search(thinking)) => {
                thinking.holds = false;
                thinking.search.control.stop();
                self.answer_if_due();
            }
            Some(Work::Perft(perft)) => perft.stop(),
            None => {}
        }
    }

    /// `ponderhit`: the search goes on, but against the clock.
    pub(super) fn ponder_hit(&mut self) {
        let Some(Work::Search(thinking)) = &mut self.work else {
            return;
        };
        if !std::mem::take(&mut thinking.go.ponder) {
            return;
        }
        thinking.holds = thinking.go.infinite;
        thinking.search.started = self.read_at;
        let go = thinking.go.clone();
        let limits = self.limits(&go);
        if let Some(Work::Search(thinking)) = &self.work {
            thinking.search.control.set_limits(limits, self.read_at);
        }
        self.answer_if_due();
    }

    /// A search tells how it goes.
    pub(super) fn reported(&mut self, id: u64, report: Report, hash_full: u32) {
        let Some(thinking) = self.thinking(id) else {
            return;
        };
        thinking.hash_full = hash_full;
        thinking.search.note(&report);
        let exact = report.rank == 0 && report.bound == Bound::Exact;
        if let (Some(wanted), Value::Mate(moves)) = (thinking.go.mate, report.value)
            && exact
            && moves <= wanted
        {
            thinking.search.control.stop();
        }
        if thinking.search.started.elapsed() >= FIRST_WORD {
            self.post_unsaid();
        }
    }

    fn thinking(&mut self, id: u64) -> Option<&mut Thinking> {
        match &mut self.work {
            Some(Work::Search(thinking)) if thinking.search.id == id => Some(thinking),
            _ => None,
        }
    }

    /// Tells what has been kept back.
    fn post_unsaid(&mut self) {
        let Some(Work::Search(thinking)) = &mut self.work else {
            return;
        };
        let hash_full = thinking.hash_full;
        for report in std::mem::take(&mut thinking.search.unsaid) {
            let line = self.spell_line(&report.pv);
            self.output.send(&Reply::Info(Info {
                report,
                line,
                hash_full,
            }));
        }
    }

    /// Writes moves in turn from the position on the board.
    fn spell_line(&mut self, moves: &[Move]) -> Vec<String> {
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            texts.push(self.letters.spell(&self.game, mv));
            self.game.play(mv);
        }
        for _ in moves {
            self.game.undo();
        }
        texts
    }

    /// Tells which move a long search looks at.
    pub(super) fn tell_current_move(&mut self) {
        let Some(Work::Search(thinking)) = &mut self.work else {
            return;
        };
        let progress = thinking.search.control.progress();
        let current = progress.current.filter(|_| thinking.result.is_none());
        let early = thinking.search.started.elapsed() < CURRENT_MOVE_AFTER;
        let Some(mv) = current.filter(|mv| !early && thinking.current != Some(*mv)) else {
            return;
        };
        thinking.current = Some(mv);
        let text = self.letters.spell(&self.game, mv);
        self.output.send(&Reply::CurrentMove {
            depth: progress.depth,
            text,
            number: progress.total.saturating_sub(progress.left),
        });
    }

    /// A search has ended.
    pub(super) fn finished(&mut self, id: u64, result: Option<SearchResult>) {
        if let Some(thinking) = self.thinking(id) {
            thinking.result = Some(result);
            self.post_unsaid();
            self.answer_if_due();
        }
    }

    /// Tells the best move if the search has ended and the GUI wants to hear it.
    fn answer_if_due(&mut self) {
        let Some(Work::Search(thinking)) = &mut self.work else {
            return;
        };
        if thinking.holds {
            return;
        }
        let Some(result) = thinking.result.take() else {
            return;
        };
        let whole = thinking.search.started.elapsed();
        self.work = None;
        let legal = self.game.legal_moves();
        let found = result.as_ref().and_then(|result| result.best);
        let best = found.filter(|mv| legal.contains(mv)).or_else(|| {
            let fen = self.game.position().fen();
            log::error!("the search has no legal move in {fen}");
            legal.first().copied()
        });
        let ponder = result.as_ref().and_then(|result| result.ponder);
        let line: Vec<Move> = best
            .into_iter()
            .chain(ponder.filter(|_| best == found))
            .collect();
        let mut texts = self.spell_line(&line).into_iter();
        self.tell_best_move(texts.next(), texts.next());
        let thought = result.map(|result| (result.time.min(whole), result.stall));
        let (thought, stall) = thought.unwrap_or_default();
        self.clock.spend(
            Timing {
                whole,
                thought,
                stall,
            },
            0,
        );
    }

    pub(super) fn tell_best_move(&mut self, best: Option<String>, ponder: Option<String>) {
        self.output.send(&Reply::BestMove { best, ponder });
    }

    /// There is nothing to search.
    fn tell_outcome(&mut self, outcome: GameEnd) {
        let value = match outcome {
            GameEnd::Draw(_) => Value::Centipawns(0),
            GameEnd::Win(color, _) if color == self.game.position().side() => Value::Mate(0),
            GameEnd::Win(..) => Value::Mated(0),
        };
        let score = Score(value);
        self.output
            .send(&Reply::Plain(format!("info depth 0 score {score}")));
        self.say(format!("the game is over: {outcome}"));
        self.tell_best_move(None, None);
    }

    fn begin_perft(&mut self, depth: u32) {
        self.perfts += 1;
        match Perft::begin(self.perfts, &self.game, depth, self.events.clone()) {
            Ok(perft) => self.work = Some(Work::Perft(perft)),
            Err(error) => self.say(format!("no thread to count on: {error}")),
        }
    }

    /// Move sequences have been counted.
    pub(super) fn counted(&mut self, id: u64, first: Option<Move>, nodes: u64) {
        match &self.work {
            Some(Work::Perft(perft)) if perft.id == id => {}
            _ => return,
        }
        if let Some(mv) = first {
            let text = self.letters.spell(&self.game, mv);
            self.output.send(&Reply::Plain(format!("{text}: {nodes}")));
            return;
        }
        self.work = None;
        for line in ["", &format!("Nodes searched: {nodes}"), ""] {
            self.output.send(&Reply::Plain(line.to_owned()));
        }
    }
}
