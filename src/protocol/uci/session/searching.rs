//! Searches, perft and the benchmark: start, progress and result.

use std::thread;
use std::time::Duration;

use super::Session;
use crate::movegen::GameEnd;
use crate::protocol::Event;
use crate::protocol::delays::Timing;
use crate::protocol::search_thread::Task;
use crate::protocol::searches::{FIRST_WORD, Search};
use crate::protocol::uci::Reply;
use crate::protocol::uci::command::Go;
use crate::protocol::uci::perft::Perft;
use crate::protocol::uci::reply::{Info, Score};
use crate::search::{Bound, Limits, Report, SearchResult, SearchSettings, Value};
use crate::types::Move;

/// Time before the current root move is reported.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// The work in progress.
#[derive(Debug)]
pub enum Work {
    /// A search.
    Search(Box<Thinking>),
    /// A count of move sequences.
    Perft(Perft),
    /// The benchmark, which cannot be stopped.
    Benchmark,
}

/// A search that runs, or whose result must not be sent yet.
#[derive(Debug)]
pub struct Thinking {
    search: Search,
    go: Go,
    /// The result waits for `stop` or `ponderhit`.
    holds: bool,
    /// The result; `Some(None)` after a failure.
    result: Option<Option<SearchResult>>,
    /// Use of the hash table, per mille.
    hash_full: u32,
    /// The root move that was reported last.
    current: Option<Move>,
}

impl Session {
    /// `go`.
    pub(super) fn go(&mut self, go: Go) {
        if let Some(missing) = &self.missing {
            let reason = missing.to_string();
            self.say(reason);
            if go.perft.is_none() {
                self.send_best_move(None, None);
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
            return self.send_outcome(outcome);
        }
        let Some(excluded) = self.excluded(&go, &legal) else {
            self.say("no move of `searchmoves` is legal");
            return self.send_best_move(None, None);
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

    /// The moves to leave out; `None` if no move is left to search.
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

    /// True if the search is for a move in a game, not for analysis: then the skill level applies.
    fn plays(&self, go: &Go) -> bool {
        !go.infinite && !self.settings.analyses
    }

    /// Limits without a clock.
    fn counted_limits(&self, go: &Go) -> Limits {
        self.counted(go, Limits::UNLIMITED)
    }

    /// The limits from `go`, the clock and the options.
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
        self.counted(go, self.clock.limits(0))
    }

    /// Adds the limits of depth and nodes from `go` and the options.
    fn counted(&self, go: &Go, limits: Limits) -> Limits {
        let mut limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            ..limits
        };
        if self.plays(go) {
            if self.options.nodes > 0 && limits.nodes.is_none() {
                limits.nodes = Some(u64::from(self.options.nodes));
            }
            self.options.hold_back(&mut limits);
        }
        limits
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
            Some(Work::Benchmark) | None => {}
        }
    }

    /// `ponderhit`: the clock starts.
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

    /// Handles a report of a search.
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

    /// Sends the reports that were kept back.
    fn post_unsaid(&mut self) {
        let Some(Work::Search(thinking)) = &mut self.work else {
            return;
        };
        let hash_full = thinking.hash_full;
        for report in std::mem::take(&mut thinking.search.unsaid) {
            let line = self.format_line(&report.pv);
            self.output.send(&Reply::Info(Info {
                report,
                line,
                hash_full,
            }));
        }
    }

    /// Writes a line of moves from the position on the board.
    fn format_line(&mut self, moves: &[Move]) -> Vec<String> {
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

    /// Reports the current root move of a long search.
    pub(super) fn send_current_move(&mut self) {
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

    /// Sends the best move if the search has ended and nothing holds it back.
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
        let ponder = ponder.filter(|_| best == found);
        let line: Vec<Move> = best.into_iter().chain(ponder).collect();
        let mut texts = self.format_line(&line).into_iter();
        self.send_best_move(texts.next(), texts.next());
        let thought = result.map(|result| (result.time.min(whole), result.stall));
        let (thought, stall) = thought.unwrap_or_default();
        let timing = Timing {
            whole,
            thought,
            stall,
        };
        self.clock.spend(timing, 0);
    }

    pub(super) fn send_best_move(&mut self, best: Option<String>, ponder: Option<String>) {
        self.output.send(&Reply::BestMove { best, ponder });
    }

    /// Answers `go` when the game is over.
    fn send_outcome(&mut self, outcome: GameEnd) {
        let value = match outcome {
            GameEnd::Draw(_) => Value::Centipawns(0),
            GameEnd::Win(color, _) if color == self.game.position().side() => Value::Mate(0),
            GameEnd::Win(..) => Value::Mated(0),
        };
        let score = Score(value);
        self.output
            .send(&Reply::Plain(format!("info depth 0 score {score}")));
        self.say(format!("the game is over: {outcome}"));
        self.send_best_move(None, None);
    }

    fn begin_perft(&mut self, depth: u32) {
        self.perfts += 1;
        match Perft::begin(self.perfts, &self.game, depth, self.events.clone()) {
            Ok(perft) => self.work = Some(Work::Perft(perft)),
            Err(error) => self.say(format!("cannot start perft: {error}")),
        }
    }

    /// `bench`.
    pub(super) fn begin_benchmark(&mut self, depth: Option<u32>) {
        let Some(tools) = self.tools else {
            return self.say("there is no benchmark here");
        };
        let events = self.events.clone();
        let run = move || {
            let text = (tools.bench)(depth).unwrap_or_else(|error| format!("bench: {error:#}"));
            // after `quit` there is no receiver
            let _ = events.send(Event::Benchmark(text));
        };
        match thread::Builder::new().name("bench".to_owned()).spawn(run) {
            Ok(_) => self.work = Some(Work::Benchmark),
            Err(error) => self.say(format!("cannot start the benchmark: {error}")),
        }
    }

    /// Shows the result of the benchmark.
    pub(super) fn show_benchmark(&mut self, text: &str) {
        self.work = None;
        for line in text.lines() {
            self.output.send(&Reply::Plain(line.to_owned()));
        }
    }

    /// Handles a result of perft.
    pub(super) fn perft_counted(&mut self, id: u64, first: Option<Move>, nodes: u64) {
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
