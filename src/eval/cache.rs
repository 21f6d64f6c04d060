//! What the evaluation remembers of positions it has seen.

use super::net::Accumulator;
use super::pawns::PawnEntry;
use crate::board::Position;
use crate::movegen::attack_maps::LineMemo;
use crate::types::Score;

/// Positions of pawns that are remembered, a power of two: about 100 bytes each.
const PAWNS: usize = 1 << 13;
/// Positions that are remembered, a power of two: 16 bytes each.
const TERMS: usize = 1 << 13;

/// What has been found out about pawns, which move less often than anything else on the board, and
/// about whole positions: the search comes to many of them twice within a short time, on another
/// way or with the turn passed. For one game only.
#[derive(Debug)]
pub struct EvalCache {
    pawns: Vec<PawnEntry>,
    /// By the key of everything that stands on the board.
    terms: Vec<(u64, Score)>,
    /// What lines reach.
    lines: LineMemo,
    /// What the net adds up.
    accumulator: Accumulator,
}

impl EvalCache {
    /// What it takes, bytes.
    pub const BYTES: usize = PAWNS * size_of::<PawnEntry>()
        + TERMS * size_of::<(u64, Score)>()
        + LineMemo::BYTES
        + size_of::<Accumulator>();

    /// What is known about the pawns of the position, which `find` tells if nothing is; and what lines
    /// reach.
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

    /// What the net has added up for the position that it evaluated last.
    #[inline]
    pub(super) fn accumulator(&mut self) -> &mut Accumulator {
        &mut self.accumulator
    }

    /// The key of everything that stands on the board.
    #[inline]
    pub(super) fn key(pos: &Position) -> u64 {
        pos.part_keys().into_iter().fold(0, |key, part| key ^ part)
    }

    /// The sum of all terms for what has that key, if it is known.
    #[inline]
    pub(super) fn terms(&self, key: u64) -> Option<Score> {
        let (known, sum) = self.terms[key as usize % TERMS];
        (known == key).then_some(sum)
    }

    /// Remembers such a sum.
    #[inline]
    pub(super) fn note_terms(&mut self, key: u64, sum: Score) {
        self.terms[key as usize % TERMS] = (key, sum);
    }
}

impl Default for EvalCache {
    fn default() -> EvalCache {
        EvalCache {
            // no pawns have key 0, and such an entry is right for them; so it is for an empty board
            pawns: vec![PawnEntry::NONE; PAWNS],
            terms: vec![(0, Score::default()); TERMS],
            lines: LineMemo::default(),
            accumulator: Accumulator::default(),
        }
    }
}
