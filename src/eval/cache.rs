//! The evaluation cache.

use super::net::Accumulators;
use super::pawns::PawnEntry;
use crate::board::Position;
use crate::movegen::attack_maps::LineMemo;
use crate::types::Score;

/// Entries for pawn structures, a power of two: about 100 bytes each.
const PAWNS: usize = 1 << 13;
/// Entries for positions, a power of two: 16 bytes each.
const TERMS: usize = 1 << 13;

/// A cache of the evaluation of one variant: scores of pawn structures, which seldom change, scores of whole positions, which the
/// search often visits twice within a short time, line scans, and the accumulators of the net.
#[derive(Debug)]
pub struct EvalCache {
    pawns: Vec<PawnEntry>,
    /// Scores of positions, by the key of the pieces on the board.
    terms: Vec<(u64, Score)>,
    /// Line scans.
    lines: LineMemo,
    /// The accumulators of the net.
    pub(super) accumulators: Accumulators,
}

impl EvalCache {
    /// Memory in bytes.
    pub const BYTES: usize = PAWNS * size_of::<PawnEntry>()
        + TERMS * size_of::<(u64, Score)>()
        + LineMemo::BYTES
        + Accumulators::BYTES;

    /// The pawn entry of the position, which `find` computes if it is missing, and the line scans.
    #[inline]
    pub(super) fn pawns(
        &mut self,
        pos: &Position,
        find: impl FnOnce() -> PawnEntry,
    ) -> (&PawnEntry, &mut LineMemo) {
        let key = pos.part_keys()[0];
        let entry = &mut self.pawns[key as usize % PAWNS];
        if entry.key != key {
            *entry = find();
        }
        (entry, &mut self.lines)
    }

    /// The key of the pieces on the board.
    #[inline]
    pub(super) fn key(pos: &Position) -> u64 {
        pos.part_keys().into_iter().fold(0, |key, part| key ^ part)
    }

    /// The stored sum of all terms for this key.
    #[inline]
    pub(super) fn terms(&self, key: u64) -> Option<Score> {
        let (known, sum) = self.terms[key as usize % TERMS];
        (known == key).then_some(sum)
    }

    /// Stores the sum of all terms for this key.
    #[inline]
    pub(super) fn note_terms(&mut self, key: u64, sum: Score) {
        self.terms[key as usize % TERMS] = (key, sum);
    }
}

impl Default for EvalCache {
    fn default() -> EvalCache {
        EvalCache {
            // key 0 means that there are no pawns, and this entry is right for that; an empty board has key 0 too
            pawns: vec![PawnEntry::default(); PAWNS],
            terms: vec![(0, Score::default()); TERMS],
            lines: LineMemo::default(),
            accumulators: Accumulators::default(),
        }
    }
}
