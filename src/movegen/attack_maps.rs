//! Attack maps: what pieces that go and capture alike attack, as sets of squares. Whole lines are
//! looked along at once, and again only after something has changed on them.

use std::sync::Arc;

use super::lines::{LinePool, Lines};
use crate::board::SquareIndex;
use crate::types::{Bitboard, TypeId, TypeSet};

/// What lines have last been found to reach. Most pieces stand where they stood a few positions ago,
/// with the same neighbours: as long as the first pieces on their lines are the same ones, so is what
/// they attack. For the maps of one game only.
#[derive(Debug, Default)]
pub struct LineMemo(Vec<[u64; 2]>);

impl LineMemo {
    /// So many words of sets are remembered, at most.
    const MOST: usize = 1 << 14;
    /// What it takes at most, bytes.
    pub const BYTES: usize = LineMemo::MOST * size_of::<[u64; 2]>();

    /// Where what run `number` reached last is remembered: words of that set, each with those squares
    /// of it that were occupied.
    #[inline]
    fn reached<const W: usize>(&mut self, number: u32) -> Option<&mut [[u64; 2]; W]> {
        (self.0.get_mut(number as usize * W..)?).first_chunk_mut()
    }
}

/// What a type can do from a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceAttacks<const W: usize> {
    pub leaps: Bitboard<W, usize>,
    pub lines: Lines,
    /// A run of the pool of lame leaps: where it begins and how long it is.
    pub lame: (u32, u16),
    /// That is all it can do.
    pub complete: bool,
}

/// The lines on which riders of some types could come to a square.
#[derive(Debug)]
pub(super) struct Riders<const W: usize> {
    pub types: TypeSet,
    /// The types that come from the nearest squares of these lines.
    pub near: TypeSet,
    pub lines: Lines,
    /// From where on these lines these types could come.
    pub part: Bitboard<W, usize>,
}

/// From where lame leapers of some types could come to a square: with what has to be empty.
#[derive(Debug)]
pub(super) struct LameLeapers<const W: usize> {
    pub types: TypeSet,
    pub ways: Vec<(Bitboard<W, usize>, usize)>,
}

/// From where pieces could come to a square.
#[derive(Debug)]
pub(super) struct Origins<const W: usize> {
    pub riders: Vec<Riders<W>>,
    /// By types: the squares from which they could leap.
    pub leapers: Vec<(TypeSet, Bitboard<W, usize>)>,
    pub lame: Vec<LameLeapers<W>>,
}

/// Squares from which pieces of some types could capture on a square.
pub struct CheckingSquares<const W: usize> {
    /// The squares.
    pub squares: Bitboard<W, usize>,
    /// The types.
    pub types: TypeSet,
}

/// The attack maps of a game on a board of up to 64 `W` squares.
#[derive(Debug)]
pub struct AttackMaps<const W: usize> {
    /// How the squares are numbered.
    pub index: Arc<SquareIndex>,
    /// By type and number.
    pub(super) attacks: Vec<PieceAttacks<W>>,
    pub(super) pool: LinePool<W>,
    /// The squares that have to be empty for a leap, and its target.
    pub(super) lame_leaps: Vec<(Bitboard<W, usize>, Bitboard<W, usize>)>,
    /// By number.
    pub(super) origins: Vec<Origins<W>>,
}

impl<const W: usize> AttackMaps<W> {
    /// Makes room to remember what lines reach; without it everything is looked at anew.
    #[inline]
    pub fn prepare(&self, memo: &mut LineMemo) {
        let words = (self.pool.runs() * W).min(LineMemo::MOST);
        if memo.0.len() != words {
            // holds for no position, since some squares are always occupied
            memo.0 = vec![[u64::MAX, 0]; words];
        }
    }

    /// What a piece attacks if some squares are occupied; `None` if sets do not tell.
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

    /// What a piece attacks along lines if some squares are occupied, without a look at what is remembered:
    /// for other squares than those that are.
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

    /// The squares on some lines up to the first occupied one of each, which counts.
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
        let reached = memo.reached::<W>(lines.number());
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

    /// Shows the squares from which plain pieces of `types` could capture on a square, without those that
    /// are `barred`: those of riders with all sought types that come along such lines, those of leapers
    /// with those among `types` that do.
    #[inline]
    pub fn checking_squares(
        &self,
        target: usize,
        types: TypeSet,
        occupied: Bitboard<W, usize>,
        memo: &mut LineMemo,
        barred: Bitboard<W, usize>,
        mut show: impl FnMut(CheckingSquares<W>),
    ) {
        let origins = &self.origins[target];
        for riders in &origins.riders {
            if !riders.types.meets(types) {
                continue;
            }
            let squares = self.line_attacks(riders.lines, occupied, memo) & riders.part;
            show(CheckingSquares {
                squares: squares.without(barred),
                types: riders.near,
            });
        }
        for &(leapers, squares) in &origins.leapers {
            if leapers.meets(types) {
                show(CheckingSquares {
                    squares: squares.without(barred),
                    types: leapers & types,
                });
            }
        }
    }

    /// The same for lame leapers of `types`, whose ways have to be open.
    #[inline]
    pub fn lame_checking_squares(
        &self,
        target: usize,
        types: TypeSet,
        occupied: Bitboard<W, usize>,
        barred: Bitboard<W, usize>,
        mut show: impl FnMut(CheckingSquares<W>),
    ) {
        let lame = self.origins[target].lame.iter();
        for lame in lame.filter(|lame| lame.types.meets(types)) {
            let open = lame.ways.iter().filter(|(over, _)| !over.meets(&occupied));
            let squares: Bitboard<W, usize> =
                open.fold(Bitboard::EMPTY, |set, way| set.with(way.1));
            show(CheckingSquares {
                squares: squares.without(barred),
                types: lame.types,
            });
        }
    }
}

#[cfg(test)]
mod tests;
