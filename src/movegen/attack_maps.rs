//! Attack maps: the squares attacked by pieces that move and capture alike, as bitboards. Whole lines are
//! scanned at once, and scans are cached while the pieces on their lines stay the same.

use std::sync::Arc;

use super::lines::{LinePool, Lines};
use crate::board::SquareIndex;
use crate::types::{Bitboard, TypeId, TypeSet};

/// A cache of line scans. Most pieces stand where they stood a few positions ago, with the same neighbours, and then
/// attack the same squares. One cache serves the maps of one variant only.
#[derive(Debug, Default)]
pub struct LineMemo(Vec<[u64; 2]>);

impl LineMemo {
    /// Upper bound on the cached bitboard words.
    const MOST: usize = 1 << 14;
    /// Upper bound on the memory of a cache, in bytes.
    pub const BYTES: usize = LineMemo::MOST * size_of::<[u64; 2]>();

    /// The cached scan of run `number`: for each word, the attacked squares, and those of them that were occupied.
    #[inline]
    fn reached<const W: usize>(&mut self, number: u32) -> Option<&mut [[u64; 2]; W]> {
        (self.0.get_mut(number as usize * W..)?).first_chunk_mut()
    }
}

/// The attacks of a type from a square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PieceAttacks<const W: usize> {
    pub leaps: Bitboard<W, usize>,
    pub lines: Lines,
    /// Start and length of the run of this piece's lame leaps in their pool.
    pub lame: (u32, u16),
    /// The piece has no other attacks.
    pub complete: bool,
}

/// The lines on which riders of some types may attack a square.
#[derive(Debug)]
pub(super) struct Riders<const W: usize> {
    pub types: TypeSet,
    /// The types that attack from the nearest squares of these lines.
    pub near: TypeSet,
    pub lines: Lines,
    /// The squares of these lines from which these types may attack the target.
    pub part: Bitboard<W, usize>,
}

/// The origins of lame leaps of some types to a square, with the squares that must be empty.
#[derive(Debug)]
pub(super) struct LameLeapers<const W: usize> {
    pub types: TypeSet,
    pub ways: Vec<(Bitboard<W, usize>, usize)>,
}

/// The origins of attacks on a square.
#[derive(Debug)]
pub(super) struct Origins<const W: usize> {
    pub riders: Vec<Riders<W>>,
    /// The origins of leaps, by the types that make them.
    pub leapers: Vec<(TypeSet, Bitboard<W, usize>)>,
    pub lame: Vec<LameLeapers<W>>,
}

/// The attack maps of a variant on a board of up to 64 `W` squares.
#[derive(Debug)]
pub struct AttackMaps<const W: usize> {
    /// The numbering of the squares.
    pub index: Arc<SquareIndex>,
    /// By type and square number.
    pub(super) attacks: Vec<PieceAttacks<W>>,
    pub(super) pool: LinePool<W>,
    /// The squares that must be empty for a leap, and its target.
    pub(super) lame_leaps: Vec<(Bitboard<W, usize>, Bitboard<W, usize>)>,
    /// By square number.
    pub(super) origins: Vec<Origins<W>>,
}

impl<const W: usize> AttackMaps<W> {
    /// Allocates the cache; without this call every line is scanned.
    #[inline]
    pub fn prepare(&self, memo: &mut LineMemo) {
        let words = (self.pool.runs as usize * W).min(LineMemo::MOST);
        if memo.0.len() != words {
            // matches no position, since some squares are always occupied
            memo.0 = vec![[u64::MAX, 0]; words];
        }
    }

    /// The squares that a piece attacks, given the occupied squares; `None` if it has other attacks as well.
    #[inline]
    pub fn attacks(
        &self,
        id: TypeId,
        number: usize,
        occupied: Bitboard<W, usize>,
        memo: &mut LineMemo,
    ) -> Option<Bitboard<W, usize>> {
        let moves = &self.attacks[id.index() * self.origins.len() + number];
        if !moves.complete {
            return None;
        }
        let mut set = moves.leaps | self.line_attacks(moves.lines, occupied, memo);
        if moves.lame.1 > 0 {
            set |= self.lame_targets(moves, occupied);
        }
        Some(set)
    }

    /// The squares that a piece attacks along lines, given the occupied squares, without the cache. Call this with
    /// occupied squares that differ from those of the position.
    #[inline]
    pub fn lines_past(
        &self,
        id: TypeId,
        number: usize,
        occupied: Bitboard<W, usize>,
    ) -> Bitboard<W, usize> {
        let moves = &self.attacks[id.index() * self.origins.len() + number];
        self.pool.reached(moves.lines, occupied)
    }

    #[inline(never)]
    fn lame_targets(
        &self,
        moves: &PieceAttacks<W>,
        occupied: Bitboard<W, usize>,
    ) -> Bitboard<W, usize> {
        let (start, count) = (moves.lame.0 as usize, usize::from(moves.lame.1));
        let mut set = Bitboard::EMPTY;
        for (over, targets) in &self.lame_leaps[start..start + count] {
            if !over.meets(&occupied) {
                set |= *targets;
            }
        }
        set
    }

    /// The squares on each of some lines, up to and including the first occupied square.
    #[inline]
    fn line_attacks(
        &self,
        lines: Lines,
        occupied: Bitboard<W, usize>,
        memo: &mut LineMemo,
    ) -> Bitboard<W, usize> {
        if lines.is_empty() {
            return Bitboard::EMPTY;
        }
        let now = occupied.words();
        let reached = memo.reached::<W>(lines.number);
        if let Some(last) = &reached
            && (0..W).fold(0, |new, i| new | now[i] & last[i][0] ^ last[i][1]) == 0
        {
            return Bitboard::of_words(last.map(|word| word[0]));
        }
        let set = self.pool.reached(lines, occupied);
        if let Some(last) = reached {
            let words = set.words();
            *last = std::array::from_fn(|i| [words[i], words[i] & now[i]]);
        }
        set
    }

    /// Calls back with the squares from which plain pieces of `types` could capture on a square, without the `barred`
    /// squares, and with the types of these pieces. For riders, these are all types sought on such lines; for leapers,
    /// only types among `types`.
    #[inline]
    pub fn checking_squares(
        &self,
        target: usize,
        types: TypeSet,
        occupied: Bitboard<W, usize>,
        memo: &mut LineMemo,
        barred: Bitboard<W, usize>,
        mut show: impl FnMut(Bitboard<W, usize>, TypeSet),
    ) {
        let origins = &self.origins[target];
        for riders in &origins.riders {
            if !riders.types.meets(types) {
                continue;
            }
            let squares = self.line_attacks(riders.lines, occupied, memo) & riders.part;
            show(squares.without(barred), riders.near);
        }
        for &(leapers, squares) in &origins.leapers {
            if leapers.meets(types) {
                show(squares.without(barred), leapers & types);
            }
        }
    }

    /// Calls back with the squares from which lame leapers of `types` could capture on the square, if the squares
    /// between are empty.
    #[inline]
    pub fn lame_checking_squares(
        &self,
        target: usize,
        types: TypeSet,
        occupied: Bitboard<W, usize>,
        barred: Bitboard<W, usize>,
        mut show: impl FnMut(Bitboard<W, usize>, TypeSet),
    ) {
        let lame = self.origins[target].lame.iter();
        for lame in lame.filter(|lame| lame.types.meets(types)) {
            let open = lame.ways.iter().filter(|(over, _)| !over.meets(&occupied));
            let squares: Bitboard<W, usize> =
                open.fold(Bitboard::EMPTY, |set, way| set.with(way.1));
            show(squares.without(barred), lame.types);
        }
    }
}

#[cfg(test)]
mod tests;
