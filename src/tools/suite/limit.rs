//! How far positions are searched, and parts of that.

use std::fmt;
use std::time::Duration;

use super::line::Cost;

/// How many parts of a limit are told apart.
pub const PARTS: usize = 3;

/// How far a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Positions.
    Nodes(u64),
    /// Plies.
    Depth(u32),
    /// Time.
    Time(Duration),
}

impl Limit {
    /// A hundredth of it, a tenth, and all. Of plies, which each cost several times the one before, a
    /// quarter, the half, and all.
    pub fn parts(self) -> [Limit; PARTS] {
        let part = |index: usize| {
            let hundredths = [1, 10, 100][index];
            match self {
                Limit::Nodes(nodes) => {
                    let nodes = nodes / 100 * hundredths + nodes % 100 * hundredths / 100;
                    Limit::Nodes(nodes.max(1))
                }
                Limit::Depth(depth) => Limit::Depth((depth >> (PARTS - 1 - index)).max(1)),
                Limit::Time(time) => Limit::Time(time.mul_f64(hundredths as f64 / 100.0)),
            }
        };
        std::array::from_fn(part)
    }

    /// True if no more than this was needed.
    pub fn holds(self, cost: &Cost) -> bool {
        match self {
            Limit::Nodes(nodes) => cost.nodes <= nodes,
            Limit::Depth(depth) => cost.depth <= depth,
            Limit::Time(time) => cost.seconds <= time.as_secs_f64(),
        }
    }
}

impl fmt::Display for Limit {
    /// Nodes have their name only with `#`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Nodes(nodes) if f.alternate() => write!(f, "{nodes} nodes"),
            Limit::Nodes(nodes) => write!(f, "{nodes}"),
            Limit::Depth(depth) => write!(f, "depth {depth}"),
            Limit::Time(time) => write!(f, "{} s", time.as_secs_f64()),
        }
    }
}
