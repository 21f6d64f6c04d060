//! Fixed scores: positions whose score is given by the user. The search does not search them.

use std::collections::HashMap;

use super::{MATE, MATE_IN_MAX, Value};
use crate::types::Move;

/// The given score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedScore {
    /// The score for the side to move.
    pub value: Value,
    /// Deeper searches than this many plies ignore the score; `None`: it always holds.
    pub depth: Option<u32>,
    /// The best move; [`Move::NONE`] if unknown.
    pub best: Move,
}

impl FixedScore {
    /// The score and the best move for a search of `depth` plies at `ply` plies from the root.
    pub(super) fn at(&self, depth: i32, ply: usize) -> Option<(i32, Move)> {
        let most = self.depth.map_or(i64::MAX, i64::from);
        (i64::from(depth) <= most).then(|| (score(self.value, ply), self.best))
    }
}

/// The fixed scores of a variant, by position key.
pub type FixedScores = HashMap<u64, FixedScore>;

/// A value as a search score, with mates counted from the root.
fn score(value: Value, ply: usize) -> i32 {
    let longest = MATE - MATE_IN_MAX;
    let mate = |plies: u32| MATE - (plies.min(longest as u32) as i32 + ply as i32);
    match value {
        Value::Centipawns(score) => score.clamp(1 - MATE_IN_MAX, MATE_IN_MAX - 1),
        Value::Mate(moves) => mate(moves.max(1).saturating_mul(2) - 1),
        Value::Mated(moves) => -mate(moves.saturating_mul(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_from_the_root() {
        for value in [
            Value::Mate(1),
            Value::Mate(7),
            Value::Mated(1),
            Value::Mated(4),
        ] {
            assert_eq!(Value::from_score(score(value, 0)), value);
        }
        // when each side has made one move, the mate is one move further away
        assert_eq!(Value::from_score(score(Value::Mate(3), 2)), Value::Mate(4));
        assert_eq!(score(Value::Centipawns(35), 9), 35);
        assert!(score(Value::Centipawns(i32::MAX), 0) < MATE_IN_MAX);
        assert!(score(Value::Centipawns(i32::MIN), 0) > -MATE_IN_MAX);
        assert!(score(Value::Mated(u32::MAX), 127) < 0);
        assert!(score(Value::Mate(u32::MAX), 127) > 0);
    }

    #[test]
    fn a_depth_limits_obedience() {
        let mut known = FixedScore {
            value: Value::Centipawns(-20),
            depth: Some(6),
            best: Move::NONE,
        };
        assert_eq!(known.at(6, 1), Some((-20, Move::NONE)));
        assert_eq!(known.at(7, 1), None);
        for depth in [Some(u32::MAX), None] {
            known.depth = depth;
            assert_eq!(known.at(100, 1), Some((-20, Move::NONE)));
        }
    }
}
