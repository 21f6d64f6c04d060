//! What the evaluation remembers of positions it has seen.

use super::Evaluation;
use super::pawns::PawnEntry;
use crate::board::Position;
use crate::movegen::MoveTables;
use crate::types::Score;

/// Positions of pawns that are remembered, a power of two: about 160 bytes each.
const PAWNS: usize = 1 << 12;
/// Positions that are remembered, a power of two: 16 bytes each.
const TERMS: usize = 1 << 12;

/// What has been found out about pawns, which move less often than anything else on the board, and
/// about whole positions: the search comes to many of them twice within a short time, on another
/// way or with the turn passed. For one game only.
#[derive(Debug)]
pub struct EvalCache {
    pawns: Vec<PawnEntry>,
    /// By the key of all men on the board.
    terms: Vec<(u64, Score)>,
}

impl EvalCache {
    /// What it takes, bytes.
    pub const BYTES: usize = PAWNS * size_of::<PawnEntry>() + TERMS * size_of::<(u64, Score)>();
}

impl Default for EvalCache {
    fn default() -> EvalCache {
        EvalCache {
            // no pawns have key 0, and such an entry is right for them; so it is for an empty board
            pawns: vec![PawnEntry::NONE; PAWNS],
            terms: vec![(0, Score::default()); TERMS],
        }
    }
}

impl Evaluation {
    /// What is known about the pawns of the position, from the cache if it is there.
    #[inline]
    pub(super) fn pawns<'a>(&self, pos: &Position, cache: &'a mut EvalCache) -> &'a PawnEntry {
        let key = pos.part_keys()[0];
        let entry = &mut cache.pawns[key as usize % PAWNS];
        if entry.key != key {
            *entry = self.pawns.entry(pos);
        }
        entry
    }

    /// The sum of all terms, white's minus black's, from the cache if it is there.
    #[inline]
    pub(super) fn known_terms(
        &self,
        tables: &MoveTables,
        pos: &Position,
        cache: &mut EvalCache,
    ) -> Score {
        let key = pos.part_keys().into_iter().fold(0, |key, part| key ^ part);
        let slot = key as usize % TERMS;
        let (known, score) = cache.terms[slot];
        if known == key {
            return score;
        }
        let score = self.terms(tables, pos, self.pawns(pos, cache));
        cache.terms[slot] = (key, score);
        score
    }
}
