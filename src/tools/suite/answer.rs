//! One search of a position, by fmax or by another engine: the best moves during the search, the final move, and the
//! time from which on the move was right.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use serde::Serialize;

use super::positions::Puzzle;
use crate::protocol::reply::score_value;
use crate::search::{
    self, Clock, Limits, Report, SearchControl, SearchObserver, TranspositionTable, Value,
};
use crate::tools::r#match::clock::{Limit, PlayerClock};
use crate::tools::r#match::engine::{self, Engine, EngineSettings, GameNames, Message};
use crate::types::{ByColor, Move};

/// The best moves during a search, each with its score and the cost of the search so far.
type Course = Vec<(Option<Move>, Value, Cost)>;

/// The cost of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    /// Nodes, in positions.
    pub nodes: u64,
    /// Depth in plies.
    pub depth: u32,
    /// Time in seconds.
    pub seconds: f64,
}

impl Cost {
    fn new(nodes: u64, depth: u32, time: Duration) -> Cost {
        Cost {
            nodes,
            depth,
            seconds: (time.as_secs_f64() * 1e6).round() / 1e6,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    pub course: Course,
    /// The final move; `None` if there is none, or if it is illegal.
    pub best: Option<Move>,
    /// The score of the final move, if the engine sent one.
    pub value: Option<Value>,
    pub total: Cost,
}

impl Answer {
    /// The cost until the search found a move that solves the position and kept to such moves; `None` if it is not solved.
    pub fn solved(&self, puzzle: &Puzzle) -> Option<Cost> {
        let is_right = |mv: Option<Move>, value: Option<Value>| {
            mv.is_some_and(|mv| puzzle.is_solved_by(mv, value))
        };
        if !is_right(self.best, self.value) {
            return None;
        }
        let course = self.course.iter().rev();
        let kept = course.take_while(|&&(mv, value, _)| is_right(mv, Some(value)));
        // a move that was never reported was found at the end
        Some(kept.last().map_or(self.total, |&(.., cost)| cost))
    }
}

#[derive(Default)]
struct Recorder(Course);

impl SearchObserver for Recorder {
    fn report(&mut self, report: &Report) {
        let cost = Cost::new(report.nodes, report.depth, report.time);
        let first = report.pv.first().copied();
        self.0.push((first, report.value, cost));
    }

    fn hears_all(&self) -> bool {
        true
    }
}

/// The engine that searches the positions.
pub enum Searcher {
    /// The search of fmax, with an empty hash table of this many bytes for each position.
    Own {
        hash: usize,
        threads: usize,
        /// Stops all searches.
        control: SearchControl,
    },
    /// Another engine.
    External {
        settings: EngineSettings,
        /// The names that the engine may have for our variants.
        names: HashMap<String, GameNames>,
        /// How long after its limit the engine may answer.
        stall: Duration,
    },
}

impl Searcher {
    pub fn name(&self) -> String {
        match self {
            Searcher::Own { .. } => format!("fmax {}", env!("CARGO_PKG_VERSION")),
            Searcher::External { settings, .. } => settings.command.to_string(),
        }
    }

    /// Stops the searches under way. Another engine is not stopped: it ends by itself, or with the program.
    pub fn stop(&self) {
        if let Searcher::Own { control, .. } = self {
            control.stop();
        }
    }

    /// Searches a position. `engine` is the external engine of this thread; the first call starts it. The caller needs a big
    /// stack, see [`STACK_BYTES`](crate::search::STACK_BYTES).
    ///
    /// # Errors
    /// If the external engine cannot be started, does not know the variant, or fails.
    pub fn ask(
        &self,
        engine: &mut Option<Box<dyn Engine>>,
        puzzle: &Puzzle,
        limit: Limit,
    ) -> anyhow::Result<Answer> {
        let (settings, names, stall) = match self {
            Searcher::Own {
                hash,
                threads,
                control,
            } => return Ok(own_search(puzzle, limit, *hash, *threads, control)),
            Searcher::External {
                settings,
                names,
                stall,
            } => (settings, names, *stall),
        };
        let engine = engine::of_thread(engine, settings)?;
        let names = names.get(puzzle.variant()).cloned().unwrap_or_default();
        let answer = external_search(engine, &names, puzzle, limit, stall);
        answer.with_context(|| format!("{}:{}: {}", puzzle.file, puzzle.line, self.name()))
    }
}

fn own_search(
    puzzle: &Puzzle,
    limit: Limit,
    hash: usize,
    threads: usize,
    control: &SearchControl,
) -> Answer {
    let table = Arc::new(TranspositionTable::new(hash));
    let mut searcher = search::Searcher::new(puzzle.game.rules().clone(), table);
    searcher.set_threads(threads);
    let limits = match limit {
        Limit::Nodes(nodes) => Limits::nodes(nodes),
        Limit::Depth(depth) => Limits::depth(depth),
        Limit::MoveTime(time) => Limits {
            clock: Clock::PerMove(time),
            ..Limits::UNLIMITED
        },
        // no option of `fmax suite` sets such a limit
        Limit::Clock(_) | Limit::NodeClock(..) => Limits::UNLIMITED,
    };
    let mut recorder = Recorder::default();
    let settings = puzzle.game.search_settings();
    let position = puzzle.game.position();
    let result = searcher.search(position, &limits, &settings, control, &mut recorder);
    Answer {
        course: recorder.0,
        best: result.best,
        value: Some(result.value),
        total: Cost::new(result.nodes, result.depth, result.time),
    }
}

fn external_search(
    engine: &mut dyn Engine,
    names: &GameNames,
    puzzle: &Puzzle,
    limit: Limit,
    stall: Duration,
) -> anyhow::Result<Answer> {
    let game = &puzzle.game;
    engine::set_up(engine, names, game)?;
    let clocks = ByColor::both(PlayerClock::new(limit, 0));
    let asked = Instant::now();
    let begun = engine.think(game, None, &clocks);
    let begun = begun.map_err(|fault| anyhow!("it {fault}"))?;
    let allowance = clocks[game.position().side()].allowance();
    let deadline = begun + allowance.unwrap_or_default() + stall;
    let (mut course, mut value, mut last) = (Vec::new(), None, Cost::default());
    loop {
        let heard = engine.receive(deadline);
        let (at, message) = heard.map_err(|fault| anyhow!("it {fault}"))?;
        let time = at.saturating_duration_since(begun);
        match message {
            // lines from before the question are about another position
            Message::Thinks {
                depth,
                score,
                nodes,
                first,
            } if at >= asked => {
                last = Cost::new(nodes, depth, time);
                let score = score_value(score);
                value = Some(score);
                let mv = first.and_then(|text| engine.understand(game, &text).ok());
                course.push((mv, score, last));
            }
            Message::Move(text) => {
                return Ok(Answer {
                    course,
                    best: engine.understand(game, &text).ok(),
                    value,
                    total: Cost::new(last.nodes, last.depth, time),
                });
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::suite::positions::tests::puzzle;

    fn cost(nodes: u64) -> Cost {
        Cost::new(nodes, nodes as u32 / 100, Duration::from_millis(nodes))
    }

    #[test]
    fn a_solution_must_be_kept() {
        let puzzle =
            puzzle("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; am a3;");
        let mv = |text: &str| puzzle.game.parse_move(text).ok();
        let solved = |course: &[(&str, u64)], best: &str| {
            let course = course
                .iter()
                .map(|&(text, nodes)| (mv(text), Value::Centipawns(0), cost(nodes)));
            let answer = Answer {
                course: course.collect(),
                best: mv(best),
                value: None,
                total: cost(900),
            };
            answer.solved(&puzzle).map(|cost| cost.nodes)
        };
        // two moves solve the position
        let course = [
            ("e2e4", 100),
            ("a2a3", 200),
            ("d2d4", 300),
            ("e2e4", 400),
            ("e2e4", 500),
        ];
        assert_eq!(solved(&course, "e2e4"), Some(300));
        assert_eq!(solved(&course[..2], "a2a3"), None);
        // the right move was only found as the final move
        assert_eq!(solved(&course[..2], "d2d4"), Some(900));
        assert_eq!(solved(&[], "d2d4"), Some(900));
        assert_eq!(solved(&course[..1], "e2e4"), Some(100));
        // the final move must solve the position, and must be legal
        assert_eq!(solved(&course, "g1f3"), None);
        assert_eq!(solved(&course, "e2e5"), None);
    }
}
