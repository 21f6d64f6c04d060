//! Finding the best move: iterative deepening alpha-beta over the hash table.
//!
//! The search knows no text: it takes [`Limits`], reports to a [`SearchObserver`] and returns a
//! [`SearchResult`]. What a report looks like in some protocol is decided elsewhere.
//!
//! | file | what is in it |
//! |---|---|
//! | `searcher` | [`Searcher`]: what outlives a search, and how its threads are set to work |
//! | `thread_pool` | lazy SMP: the main thread and its helpers |
//! | `root` | iterative deepening, aspiration windows, several principal variations, root noise |
//! | `node` | steps 1 to 9 of a node: draws, mate distance, hash table, static evaluation, and pruning before any move is tried: reverse futility, null move, ProbCut; 17: what is remembered |
//! | `move_loop` | steps 10 to 16: late move pruning, futility, history and SEE pruning, singular extension, late move reductions, principal variation search |
//! | `quiescence` | captures at the leaves: standing pat, delta pruning |
//! | `terminal` | what a position is worth without a search: results, endings, the static evaluation |
//! | `stack` | the state of each ply of the line that is searched |
//! | `worker` | the state of one thread that searches |
//! | `move_picker` | the moves of a node in stages |
//! | `histories`, `correction` | what a thread learns: killers, counter moves, histories; correction of the evaluation |
//! | `learning` | what the search teaches them |
//! | `tt` | [`TranspositionTable`], shared by all threads |
//! | `fixed_scores` | positions whose score is given |
//! | `limits`, `time_manager` | what a search may take, and how its time is divided |
//! | `control` | [`SearchControl`]: stopping, pausing and asking a search that runs |
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

/// The stack that a thread needs to search, bytes: recursion on a big board goes deep.
pub const STACK_BYTES: usize = 256 << 20;
/// A search uses at most so many threads.
pub const MAX_THREADS: usize = 256;
/// The value of mate at once; a mate in `n` plies is worth `MATE - n`.
pub const MATE: i32 = 32_000;
/// The search goes no deeper than this many plies from the root.
pub const MAX_PLY: usize = 128;
/// Scores beyond this are mates.
pub const MATE_IN_MAX: i32 = MATE - MAX_PLY as i32;
// what experience and rules of thumb add to an evaluation does not make a mate of it
const _: () = assert!(crate::eval::MAX_EVAL + 3_000 < MATE_IN_MAX);

/// The worth of a position to the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Centipawns.
    Centipawns(i32),
    /// The side to move mates (or reaches its goal) in this many of its moves.
    Mate(u32),
    /// The side to move is mated in this many moves of the opponent.
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

/// How a reported score is to be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// What the search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Which of several lines: 0 is the best one.
    pub rank: u32,
    /// Depth of the iteration, plies.
    pub depth: u32,
    /// The deepest ply looked at.
    pub selective_depth: u32,
    /// The score of the first move.
    pub value: Value,
    /// Whether the score is only a bound.
    pub bound: Bound,
    /// Time since the search began.
    pub time: Duration,
    /// Positions searched.
    pub nodes: u64,
    /// The principal variation: the expected moves, all legal in turn.
    pub pv: Vec<Move>,
}

/// Someone who is told how a search goes.
pub trait SearchObserver {
    /// A move has been found best, or an iteration is complete.
    fn report(&mut self, report: &Report);

    /// True if it is told of a new best move at any time, even in the first moments, when there are
    /// more of them than anybody could read: so what it hears does not depend on the clock.
    fn hears_all(&self) -> bool {
        false
    }
}

/// A function that is told.
impl<F: FnMut(&Report)> SearchObserver for F {
    fn report(&mut self, report: &Report) {
        self(report);
    }
}

/// An observer that does not look.
impl SearchObserver for () {
    fn report(&mut self, _report: &Report) {}
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub value: Value,
    /// The last completed depth, plies.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// What it had taken of the time that the limits spoke of when it was decided to end.
    pub time: Duration,
    /// The longest that it could not look at the clock, be it that the machine was busy: so late may
    /// it end. Zero without a clock.
    pub stall: Duration,
}
