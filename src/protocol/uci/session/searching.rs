//! Searches, perft and the benchmark: start, progress and result.

use std::time::Duration;

use super::Session;
use crate::board::Position;
use crate::movegen::GameEnd;
use crate::protocol::Event;
use crate::protocol::delays::Timing;
use crate::protocol::reply::final_score;
use crate::protocol::search_thread::spawn;
use crate::protocol::searches::{FIRST_REPORT, Search, final_outcome, move_to_play};
use crate::protocol::time_control::TimeControl;
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
    /// There is no move to search, but `bestmove` waits for `stop` or `ponderhit`.
    NoMove,
}

/// A search that is running, or that has ended but whose result must not be sent yet.
#[derive(Debug)]
pub struct Thinking {
    search: Search,
    go: Go,
    /// The result waits for `stop` or `ponderhit`.
    holds: bool,
    /// The result, if the search has ended; `Some(None)` after a failure.
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
                self.answer_without_move(&go);
            }
            return;
        }
        if let Some(depth) = go.perft {
            return self.begin_perft(depth);
        }
        if let Some(outcome) = final_outcome(&self.game) {
            self.send_outcome(outcome);
            return self.answer_without_move(&go);
        }
        let Some(excluded) = self.excluded(&go) else {
            self.say("no move of `searchmoves` is legal");
            return self.answer_without_move(&go);
        };
        let limits = self.limits(&go);
        let settings = SearchSettings {
            noise: (self.options.noise(self.game.position())).filter(|_| self.plays(&go)),
            clock_start: Some(self.read_at),
            multi_pv: self.options.multi_pv,
            excluded,
            ..self.game.search_settings()
        };
        let search = self.searches.begin(&self.game, limits, settings);
        self.work = Some(Work::Search(Box::new(Thinking {
            search,
            holds: go.infinite || go.ponder,
            go,
            result: None,
            hash_full: 0,
            current: None,
        })));
    }

    /// The moves to leave out of the search; `None` if no move is left to search.
    fn excluded(&mut self, go: &Go) -> Option<Vec<Move>> {
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
        let mut excluded = self.game.legal_moves();
        excluded.retain(|mv| !chosen.contains(mv));
        (!chosen.is_empty()).then_some(excluded)
    }

    /// True if the search is for a move in a game, not for analysis: then the skill level applies.
    fn plays(&self, go: &Go) -> bool {
        !go.infinite && !self.settings.analyses
    }

    /// The limits from `go`, the clock and the options.
    fn limits(&mut self, go: &Go) -> Limits {
        let mut limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            ..time_limits(go, &mut self.clock, self.game.position())
        };
        if self.plays(go) {
            self.options.restrict(&mut limits);
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
            Some(Work::NoMove) => self.end_without_move(),
            Some(Work::Benchmark) | None => {}
        }
    }

    /// `ponderhit`: the clock starts.
    pub(super) fn ponder_hit(&mut self) {
        if matches!(self.work, Some(Work::NoMove)) {
            return self.end_without_move();
        }
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
        if thinking.search.started.elapsed() >= FIRST_REPORT {
            self.post_unsent();
        }
    }

    fn thinking(&mut self, id: u64) -> Option<&mut Thinking> {
        match &mut self.work {
            Some(Work::Search(thinking)) if thinking.search.id == id => Some(thinking),
            _ => None,
        }
    }

    /// Sends the reports that were kept back.
    fn post_unsent(&mut self) {
        let Some(Work::Search(thinking)) = &mut self.work else {
            return;
        };
        let hash_full = thinking.hash_full;
        for report in std::mem::take(&mut thinking.search.unsent) {
            let line = self.format_line(&report.pv);
            self.send(&Reply::Info(Info {
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
        self.send(&Reply::CurrentMove {
            depth: progress.depth,
            text,
            number: progress.total.saturating_sub(progress.left),
        });
    }

    /// A search has ended.
    pub(super) fn finished(&mut self, id: u64, result: Option<SearchResult>) {
        if let Some(thinking) = self.thinking(id) {
            thinking.result = Some(result);
            self.post_unsent();
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
        let result = result.as_ref();
        let best = move_to_play(&self.game, result);
        let ponder = result.filter(|result| result.best == best);
        let ponder = ponder.and_then(|result| result.ponder);
        let line: Vec<Move> = best.into_iter().chain(ponder).collect();
        let mut texts = self.format_line(&line).into_iter();
        self.send_best_move(texts.next(), texts.next());
        self.clock.spend(Timing::of(result, whole), 0);
    }

    pub(super) fn send_best_move(&mut self, best: Option<String>, ponder: Option<String>) {
        self.send(&Reply::BestMove { best, ponder });
    }

    /// Answers `go` when there is no move to search: at once, or when `stop` or `ponderhit` comes.
    fn answer_without_move(&mut self, go: &Go) {
        if go.infinite || go.ponder {
            self.work = Some(Work::NoMove);
        } else {
            self.send_best_move(None, None);
        }
    }

    fn end_without_move(&mut self) {
        self.work = None;
        self.send_best_move(None, None);
    }

    /// Reports the result when the game is over.
    fn send_outcome(&mut self, outcome: GameEnd) {
        let score = Score(final_score(outcome, self.game.position().side()));
        self.show([format!("info depth 0 score {score}")]);
        self.say(format!("the game is over: {outcome}"));
    }

    fn begin_perft(&mut self, depth: u32) {
        match Perft::begin(&self.game, &self.letters, depth, self.events.clone()) {
            Ok(perft) => self.work = Some(Work::Perft(perft)),
            Err(error) => self.say(format!("cannot start perft: {error}")),
        }
    }

    /// `bench`.
    pub(super) fn begin_benchmark(&mut self, depth: Option<u32>) {
        let Some(tools) = self.tools else {
            return self.say("there is no benchmark here");
        };
        let failure = Event::Done("bench failed".to_owned());
        let started = spawn("bench", self.events.clone(), failure, move || {
            let text = (tools.bench)(depth);
            Event::Done(text.unwrap_or_else(|error| format!("bench: {error:#}")))
        });
        match started {
            Ok(()) => self.work = Some(Work::Benchmark),
            Err(error) => self.say(format!("cannot start the benchmark: {error}")),
        }
    }
}

/// Sets the clock by the arguments of `go` and returns the time limits. The clock does not change when the search ponders
/// or is infinite.
fn time_limits(go: &Go, clock: &mut TimeControl, position: &Position) -> Limits {
    let us = position.side();
    let made = position.moves_made(us);
    match (go.move_time, go.time[us]) {
        _ if go.infinite || go.ponder => return Limits::UNLIMITED,
        (Some(time), _) => clock.set_move_time(time),
        (None, Some(time)) => {
            let opponent = go.time[us.other()];
            clock.set_clock(time, go.increment[us], go.moves_to_go, made, opponent);
        }
        (None, None) => return Limits::UNLIMITED,
    }
    clock.limits(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::uci::command::Command;
    use crate::search::Clock;
    use crate::testing::games::game;

    #[test]
    fn the_clock_knows_how_many_moves_were_made() {
        let Ok(Command::Go(go)) = "go wtime 60000 btime 60000".parse() else {
            panic!("no search");
        };
        let known = |fen| {
            let game = game("normal", fen);
            match time_limits(&go, &mut TimeControl::default(), game.position()).clock {
                Clock::Game { made, .. } => made,
                clock => panic!("{clock:?}"),
            }
        };
        assert_eq!(known(""), 0);
        assert_eq!(known("7k/5KR1/8/8/8/8/8/8 w - - 0 31"), 30);
        assert_eq!(known("7k/5K2/6R1/8/8/8/8/8 b - - 0 31"), 30);
    }
}
