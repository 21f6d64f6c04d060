//! Fixed scores: positions whose score is given, not found. The search takes it for what the position is worth.
//!
//! They are kept outside the hash table, where nothing can replace them. A map without entries
//! costs one comparison per node.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::{MATE, MATE_IN_MAX, Value};
use crate::types::Move;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedScore {
    /// Its score for the side to move.
    pub value: Value,
    /// Searches deeper than this many plies look for themselves; `None`: the score always holds.
    pub depth: Option<u32>,
    /// The best move; [`Move::NONE`] if that is not known.
    pub best: Move,
}

/// FixedScore positions of one game, by their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FixedScores {
    entries: HashMap<u64, FixedScore, BuildHasherDefault<KeyHasher>>,
}

impl FixedScores {
    /// What is known about the position with this key.
    pub fn get(&self, key: u64) -> Option<&FixedScore> {
        self.entries.get(&key)
    }

    /// From now on this is what is known about the position with this key.
    pub fn insert(&mut self, key: u64, known: FixedScore) {
        self.entries.insert(key, known);
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if nothing is known.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The score that a search of `depth` plies, at `ply` plies from the root, has to take for the
    /// position, and its best move.
    #[inline]
    pub(super) fn probe(&self, key: u64, depth: i32, ply: usize) -> Option<(i32, Move)> {
        if self.entries.is_empty() {
            return None;
        }
        let known = self.entries.get(&key)?;
        let obeyed = known
            .depth
            .is_none_or(|most| i64::from(depth) <= i64::from(most));
        obeyed.then(|| (score(known.value, ply), known.best))
    }
}

/// A value as a score of the search, mates counted from the root.
fn score(value: Value, ply: usize) -> i32 {
    let longest = MATE - MATE_IN_MAX;
    let mate = |plies: u32| MATE - (plies.min(longest as u32) as i32 + ply as i32);
    match value {
        Value::Centipawns(score) => score.clamp(1 - MATE_IN_MAX, MATE_IN_MAX - 1),
        Value::Mate(moves) => mate(moves.max(1).saturating_mul(2) - 1),
        Value::Mated(moves) => -mate(moves.saturating_mul(2)),
    }
}

/// Keys of positions are random numbers already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
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
        // one move of each side later the mate is one move further away
        assert_eq!(Value::from_score(score(Value::Mate(3), 2)), Value::Mate(4));
        assert_eq!(score(Value::Centipawns(35), 9), 35);
        assert!(score(Value::Centipawns(i32::MAX), 0) < MATE_IN_MAX);
        assert!(score(Value::Centipawns(i32::MIN), 0) > -MATE_IN_MAX);
        assert!(score(Value::Mated(u32::MAX), 127) < 0);
        assert!(score(Value::Mate(u32::MAX), 127) > 0);
    }

    #[test]
    fn a_depth_limits_obedience() {
        let mut known = FixedScores::default();
        assert_eq!(known.probe(5, 0, 0), None);
        let mut entry = FixedScore {
            value: Value::Centipawns(-20),
            depth: Some(6),
            best: Move::NONE,
        };
        known.insert(5, entry);
        assert_eq!(known.probe(5, 6, 1), Some((-20, Move::NONE)));
        assert_eq!(known.probe(5, 7, 1), None);
        assert_eq!(known.probe(6, 1, 1), None);
        for depth in [Some(u32::MAX), None] {
            entry.depth = depth;
            known.insert(5, entry);
            assert_eq!(known.probe(5, 100, 1), Some((-20, Move::NONE)));
        }
        assert_eq!(known.len(), 1);
    }
}
