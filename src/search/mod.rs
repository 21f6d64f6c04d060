//! Searching for the best move: iterative deepening and alpha-beta with a hash table.
//!
//! The search prints nothing: it takes [`Limits`], reports to a [`SearchObserver`] and returns a
//! [`SearchResult`]. The protocols turn reports into text.
//!
//! | file | contents |
//! |---|---|
//! | `searcher` | [`Searcher`]: the state that outlives a search, and the start of its threads |
//! | `thread_pool` | lazy SMP: the main thread and its helpers |
//! | `root` | iterative deepening, aspiration windows, several principal variations, root noise |
//! | `node` | steps 1 to 9 of a node: draws, mate distance, hash table, static evaluation, and pruning before the moves: reverse futility, null move, ProbCut; step 17: storing the result |
//! | `move_loop` | steps 10 to 16: late move pruning, futility, history and SEE pruning, singular extension, late move reductions, principal variation search |
//! | `quiescence` | captures at the leaves: standing pat, delta pruning |
//! | `terminal` | scores without a search: finished games, endings, the static evaluation |
//! | `stack` | the search stack: the state of each ply of the current line |
//! | `worker` | the state of a searching thread |
//! | `move_picker` | staged move generation and ordering |
//! | `histories`, `correction` | killers, countermoves, butterfly, capture and continuation history; correction history |
//! | `learning` | updates of the histories and of the correction history |
//! | `tt` | [`TranspositionTable`], shared by all threads |
//! | `fixed_scores` | positions whose score is given |
//! | `limits`, `time_manager` | limits, and the time for a move |
//! | `control` | [`SearchControl`]: stop, pause, progress of a running search |
//! | `tunables` | the constants, with their units, ranges and steps |

mod control;
mod correction;
mod fixed_scores;
mod histories;
mod learning;
mod limits;
mod move_loop;
mod move_picker;
mod node;
mod quiescence;
mod root;
mod searcher;
mod stack;
mod terminal;
#[cfg(test)]
mod testing;
mod thread_pool;
mod time_manager;
mod tt;
mod tunables;
mod worker;

use std::time::Duration;

use crate::types::Move;

pub use control::{Progress, SearchControl};
pub use fixed_scores::{FixedScore, FixedScores};
pub use limits::{Clock, Limits, MoveCosts};
pub use searcher::{MultiPv, Noise, SearchSettings, Searcher};
pub use tt::TranspositionTable;
#[cfg(feature = "tune-search")]
pub use tunables::set_tunables;

/// Stack of a thread that searches, in bytes: recursion on a large board goes deep.
pub const STACK_BYTES: usize = 256 << 20;
/// The largest number of threads of a search.
pub const MAX_THREADS: usize = 256;
/// The score of a position in which the side to move mates at once; mate in `n` plies scores `MATE - n`.
pub const MATE: i32 = 32_000;
/// The maximum number of plies from the root.
pub const MAX_PLY: usize = 128;
/// Scores above this are mates.
pub const MATE_IN_MAX: i32 = MATE - MAX_PLY as i32;
// corrections never turn an evaluation into a mate score
const _: () = assert!(crate::eval::MAX_EVAL + 3_000 < MATE_IN_MAX);

/// The score of a position from the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Centipawns.
    Centipawns(i32),
    /// The side to move mates (or reaches its goal) in this number of its own moves.
    Mate(u32),
    /// The side to move is mated in this number of the opponent's moves.
    Mated(u32),
}

impl Value {
    /// From a score of the search.
    pub fn from_score(score: i32) -> Value {
        if score >= MATE_IN_MAX {
            Value::Mate((MATE - score + 1).max(0) as u32 / 2)
        } else if score <= -MATE_IN_MAX {
            Value::Mated((MATE + score).max(0) as u32 / 2)
        } else {
            Value::Centipawns(score)
        }
    }
}

/// What a reported score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// A search report.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Number of the line, if there are several principal variations: 0 is the best line.
    pub rank: u32,
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// The largest number of plies from the root that the search has reached.
    pub selective_depth: u32,
    /// The score of the first move.
    pub value: Value,
    /// Whether the score is only a bound.
    pub bound: Bound,
    /// Time since the search began.
    pub time: Duration,
    /// Positions searched.
    pub nodes: u64,
    /// The principal variation: the expected moves, each legal after the moves before it.
    pub pv: Vec<Move>,
}

/// Receives the reports of a search.
pub trait SearchObserver {
    /// A move has been found best, or an iteration is complete.
    fn report(&mut self, report: &Report);

    /// True to receive every new best move, even in the first moments, when the reports come faster than anybody could
    /// read. The reports then do not depend on the clock.
    fn hears_all(&self) -> bool {
        false
    }
}

/// A function that takes the reports.
impl<F: FnMut(&Report)> SearchObserver for F {
    fn report(&mut self, report: &Report) {
        self(report);
    }
}

/// An observer that ignores the reports.
impl SearchObserver for () {
    fn report(&mut self, _report: &Report) {}
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` if no move is legal.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub value: Value,
    /// The last completed depth, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used, by the clock of the limits, when the search decided to end.
    pub time: Duration,
    /// The longest time between two looks at the clock, for example on a busy machine: the search may end later than
    /// intended by this time. Zero without a clock.
    pub stall: Duration,
}
