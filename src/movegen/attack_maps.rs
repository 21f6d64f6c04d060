//! Attack maps: what pieces that go and capture alike attack, as sets of squares. Whole lines are
//! looked along at once, and again only after something has changed on them.

use std::sync::Arc;

use super::lines::{LinePool, Lines};
use super::{MoveTables, SymmetricMoves};
use crate::board::SquareIndex;
use crate::types::{Bitboard, Square, TypeId, TypeSet};
use crate::variant::Variant;

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
struct PieceAttacks<const W: usize> {
    leaps: Bitboard<W, usize>,
    lines: Lines,
    /// A run of the pool of lame leaps: where it begins and how long it is.
    lame: (u32, u16),
    /// That is all it can do.
    complete: bool,
}

/// The lines on which riders of some types could come to a square.
#[derive(Debug)]
struct Riders<const W: usize> {
    types: TypeSet,
    /// The types that come from the nearest squares of these lines.
    near: TypeSet,
    lines: Lines,
    /// From where on these lines these types could come.
    part: Bitboard<W, usize>,
}

/// From where lame leapers of some types could come to a square: with what has to be empty.
#[derive(Debug)]
struct LameLeapers<const W: usize> {
    types: TypeSet,
    ways: Vec<(Bitboard<W, usize>, usize)>,
}

/// From where pieces could come to a square.
#[derive(Debug)]
struct Origins<const W: usize> {
    riders: Vec<Riders<W>>,
    /// By types: the squares from which they could leap.
    leapers: Vec<(TypeSet, Bitboard<W, usize>)>,
    lame: Vec<LameLeapers<W>>,
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
    attacks: Vec<PieceAttacks<W>>,
    pool: LinePool<W>,
    /// The squares that have to be empty for a leap, and its target.
    lame_leaps: Vec<(Bitboard<W, usize>, Bitboard<W, usize>)>,
    /// By number.
    origins: Vec<Origins<W>>,
}

impl<const W: usize> AttackMaps<W> {
    /// For a game whose squares are numbered, up to 64 `W` of them. [`checking_squares`] will be asked
    /// about pieces of the types `sought` only.
    ///
    /// [`checking_squares`]: AttackMaps::checking_squares
    pub fn new(
        v: &Variant,
        tables: &MoveTables,
        index: &Arc<SquareIndex>,
        sought: TypeSet,
    ) -> AttackMaps<W> {
        let count = index.squares().len();
        let nothing = PieceAttacks {
            leaps: Bitboard::EMPTY,
            lines: Lines::default(),
            lame: (0, 0),
            complete: false,
        };
        let mut maps = AttackMaps {
            index: index.clone(),
            attacks: vec![nothing; (v.pieces.len() + 1) * count],
            pool: LinePool::default(),
            lame_leaps: Vec::new(),
            origins: Vec::new(),
        };
        for &sq in index.squares() {
            let origins = maps.origins_of(tables, sq, sought);
            maps.origins.push(origins);
        }
        for (id, _) in v.types() {
            for (number, &from) in index.squares().iter().enumerate() {
                if let Some(moves) = tables.symmetric_moves(id, from) {
                    if sought.contains(id) {
                        maps.add_lame_leaper(id, number, &moves.lame_leaps);
                    }
                    maps.attacks[id.index() * count + number] = maps.piece_attacks(moves);
                }
            }
        }
        maps
    }

    /// Notes where lame leapers of a type could come to from the square of a number.
    fn add_lame_leaper(&mut self, id: TypeId, from: usize, leaps: &[(Vec<Square>, Square)]) {
        let index = self.index.clone();
        let types = TypeSet::EMPTY.with(id);
        for (over, to) in leaps {
            let way = (index.set(over.iter().copied()), from);
            let known = &mut self.origins[index.of(*to)].lame;
            match known.iter_mut().find(|other| other.types == types) {
                Some(others) => others.ways.push(way),
                None => known.push(LameLeapers {
                    types,
                    ways: vec![way],
                }),
            }
        }
    }

    fn piece_attacks(&mut self, moves: SymmetricMoves) -> PieceAttacks<W> {
        let first = self.lame_leaps.len();
        for (over, to) in moves.lame_leaps {
            let over = self.index.set(over);
            let to = self.index.of(to);
            // several leaps on one condition are one
            let later = &mut self.lame_leaps[first..];
            match later.iter_mut().find(|(other, _)| *other == over) {
                Some((_, targets)) => *targets = targets.with(to),
                None => self.lame_leaps.push((over, Bitboard::EMPTY.with(to))),
            }
        }
        PieceAttacks {
            leaps: self.index.set(moves.leaps.iter().copied()),
            lame: (first as u32, (self.lame_leaps.len() - first) as u16),
            lines: self.pool.add(&self.index, moves.slides),
            complete: true,
        }
    }

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

    /// From where plain pieces of the types `sought` could come to a square. Lines are looked along
    /// together on which they come alike, so that no line is looked along twice because of others.
    fn origins_of(&mut self, tables: &MoveTables, target: Square, sought: TypeSet) -> Origins<W> {
        let mut riders: Vec<Riders<W>> = Vec::new();
        let mut lines: Vec<Vec<Vec<Square>>> = Vec::new();
        let mut leapers: Vec<(TypeSet, Bitboard<W, usize>)> = Vec::new();
        for line in tables.lines_to(target) {
            for part in line.chunk_by(|a, b| a.1 & sought == b.1 & sought) {
                let (types, near) = (part[0].1 & sought, line[0].1 & sought);
                if types.is_empty() {
                    continue;
                }
                // within a cell of a grid nothing comes from beside
                let near = if near.is_empty() { types } else { near };
                let alike = |other: &Riders<W>| other.types == types && other.near == near;
                let at = riders.iter().position(alike).unwrap_or(riders.len());
                if at == riders.len() {
                    lines.push(Vec::new());
                    riders.push(Riders {
                        types,
                        near,
                        lines: Lines::default(),
                        part: Bitboard::EMPTY,
                    });
                }
                lines[at].push(line.iter().map(|&(sq, _)| sq).collect());
                let part = self.index.set(part.iter().map(|&(sq, _)| sq));
                riders[at].part |= part;
            }
        }
        for (riders, lines) in riders.iter_mut().zip(lines) {
            riders.lines = self.pool.add(&self.index, lines);
        }
        for (sq, types) in tables.leaps_to(target) {
            let (number, types) = (self.index.of(sq), types & sought);
            match leapers.iter_mut().find(|(other, _)| *other == types) {
                _ if types.is_empty() => {}
                Some((_, squares)) => *squares = squares.with(number),
                None => leapers.push((types, Bitboard::EMPTY.with(number))),
            }
        }
        Origins {
            riders,
            leapers,
            lame: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
