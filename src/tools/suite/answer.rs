//! What an engine says about a position: the moves that it thought best on the way, its last word, and
//! from when on that was right.

use std::sync::Arc;
use std::time::Duration;

use super::limit::Limit;
use super::positions::Puzzle;
use crate::search::{
    Clock, Limits, Report, SearchControl, SearchObserver, Searcher, TranspositionTable, Value,
};
use crate::types::Move;

/// How far a search had come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions searched.
    pub nodes: u64,
    /// Depth of the iteration, plies.
    pub depth: u32,
    /// Time since it began.
    pub time: Duration,
}

/// What an engine has answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The best moves on the way, with their scores.
    pub course: Vec<(Option<Move>, Value, Effort)>,
    /// The move in the end; `None` if there is none, or it is illegal.
    pub best: Option<Move>,
    /// The score of it, if it was told.
    pub value: Option<Value>,
    /// All that it took.
    pub total: Effort,
}

impl Answer {
    /// When a move that solves the position was found that did not give way to a wrong one any more;
    /// `None` if it is not solved.
    pub fn solved(&self, puzzle: &Puzzle) -> Option<Effort> {
        let is_right = |mv: Option<Move>, value: Option<Value>| {
            mv.is_some_and(|mv| puzzle.is_solved_by(mv, value))
        };
        if !is_right(self.best, self.value) {
            return None;
        }
        let course = self.course.iter().rev();
        let kept = course.take_while(|&&(mv, value, _)| is_right(mv, Some(value)));
        // what was never told was found in the end
        Some(kept.last().map_or(self.total, |&(.., effort)| effort))
    }
}

/// Takes down how a search goes.
#[derive(Default)]
struct Course(Vec<(Option<Move>, Value, Effort)>);

impl SearchObserver for Course {
    fn report(&mut self, report: &Report) {
        let effort = Effort {
            nodes: report.nodes,
            depth: report.depth,
            time: report.time,
        };
        self.0
            .push((report.pv.first().copied(), report.value, effort));
    }

    fn hears_all(&self) -> bool {
        true
    }
}

/// Asks our own search, which knows nothing of other positions. It needs a big stack, see
/// [`STACK_BYTES`](crate::search::STACK_BYTES).
pub fn ask(
    puzzle: &Puzzle,
    limit: Limit,
    hash: usize,
    threads: usize,
    control: &SearchControl,
) -> Answer {
    let table = Arc::new(TranspositionTable::new(hash));
    let mut searcher = Searcher::new(puzzle.game.rules().clone(), table);
    searcher.set_threads(threads);
    let mut course = Course::default();
    let settings = puzzle.game.search_settings();
    let position = puzzle.game.position();
    let result = searcher.search(position, &limits(limit), &settings, control, &mut course);
    Answer {
        course: course.0,
        best: result.best,
        value: Some(result.value),
        total: Effort {
            nodes: result.nodes,
            depth: result.depth,
            time: result.time,
        },
    }
}

/// The same limit for our own search.
fn limits(limit: Limit) -> Limits {
    match limit {
        Limit::Nodes(nodes) => Limits::nodes(nodes),
        Limit::Depth(depth) => Limits::depth(depth),
        Limit::Time(time) => Limits {
            clock: Clock::PerMove(time),
            ..Limits::UNLIMITED
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::suite::positions::tests::puzzle;

    fn effort(nodes: u64) -> Effort {
        Effort {
            nodes,
            depth: nodes as u32 / 100,
            time: Duration::from_millis(nodes),
        }
    }

    #[test]
    fn what_is_found_has_to_be_kept() {
        let puzzle =
            puzzle("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; am a3;");
        let mv = |text: &str| puzzle.game.parse_move(text).ok();
        let solved = |course: &[(&str, u64)], best: &str| {
            let course = course
                .iter()
                .map(|&(text, nodes)| (mv(text), Value::Centipawns(0), effort(nodes)));
            let answer = Answer {
                course: course.collect(),
                best: mv(best),
                value: None,
                total: effort(900),
            };
            answer.solved(&puzzle).map(|effort| effort.nodes)
        };
        // either of the moves is right
        let course = [
            ("e2e4", 100),
            ("a2a3", 200),
            ("d2d4", 300),
            ("e2e4", 400),
            ("e2e4", 500),
        ];
        assert_eq!(solved(&course, "e2e4"), Some(300));
        assert_eq!(solved(&course[..2], "a2a3"), None);
        // told by nothing but the last word
        assert_eq!(solved(&course[..2], "d2d4"), Some(900));
        assert_eq!(solved(&[], "d2d4"), Some(900));
        assert_eq!(solved(&course[..1], "e2e4"), Some(100));
        // what counts is the last word, and it has to be legal
        assert_eq!(solved(&course, "g1f3"), None);
        assert_eq!(solved(&course, "e2e5"), None);
    }
}
