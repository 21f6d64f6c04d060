//! Finding the best move: iterative deepening alpha-beta over the hash table.
//!
//! The search knows no text: it takes [`Limits`], reports to a [`SearchObserver`] and returns a
//! [`SearchResult`]. What a report looks like in some protocol is decided elsewhere.

mod clock;
mod control;
mod correction;
mod history;
mod leaf;
mod negamax;
mod persistent;
mod picker;
mod quiescence;
mod root;
mod searcher;
mod team;
mod timer;
mod trial;
mod tt;
mod tunables;
mod worker;

use std::time::Duration;

use crate::types::Move;

pub use clock::{Clock, Limits};
pub use control::{Progress, SearchControl};
pub use persistent::{Known, KnownPositions};
pub use searcher::{MultiPv, SearchSettings, Searcher};
pub use tt::TranspositionTable;

/// The stack that a thread needs to search, bytes: recursion on a big board goes deep.
pub const STACK_BYTES: usize = 256 << 20;
/// A search uses at most so many threads.
pub const MOST_THREADS: usize = 256;
/// The value of mate at once; a mate in `n` plies is worth `MATE - n`.
pub const MATE: i32 = 32_000;
/// The search goes no deeper than this many plies from the root.
pub const MAX_PLY: usize = 128;
/// Scores beyond this are mates.
pub const MATE_IN_MAX: i32 = MATE - MAX_PLY as i32;

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
    /// The score of the first move of the line.
    pub value: Value,
    /// Whether the score is only a bound.
    pub bound: Bound,
    /// Time since the search began.
    pub time: Duration,
    /// Positions searched.
    pub nodes: u64,
    /// The expected moves, all legal in turn.
    pub line: Vec<Move>,
}

/// Someone who is told how a search goes.
pub trait SearchObserver {
    /// A move has been found best, or an iteration is complete.
    fn report(&mut self, report: &Report);
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
    /// What it took of the time that the limits spoke of.
    pub time: Duration,
}
