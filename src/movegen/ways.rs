//! From where plain moves capture on a square, and what must be empty for that.

use super::MoveTables;
use super::tables::line;
use crate::board::{Position, SquareIndex};
use crate::types::{Bitboard, ByColor, Color, Square, TypeId, TypeSet};

/// A way from one square to another that pieces of some types go when they capture.
#[derive(Clone, Copy, Debug)]
struct Way<const W: usize> {
    types: TypeSet,
    /// The squares that have to be empty.
    between: Bitboard<W, usize>,
    /// The place of another way between the same squares in [`Ways::others`], counted from 1.
    next: u32,
}

/// The ways of all plain moves that capture, on a board of up to 64 `W` squares; squares by number.
#[derive(Debug, Default)]
pub(super) struct Ways<const W: usize> {
    targets: Vec<Target<W>>,
    /// By target and origin, in the order of the latter.
    ways: Vec<Way<W>>,
    others: Vec<Way<W>>,
}

/// From where something could capture on a square.
#[derive(Debug)]
struct Target<const W: usize> {
    origins: Bitboard<W, usize>,
    /// From where the pawns of each colour could.
    pawn_origins: ByColor<Bitboard<W, usize>>,
    /// Where its first origin has its way.
    start: u32,
}

/// The ways to one square.
#[derive(Clone, Copy)]
pub(super) struct WaysTo<'a, const W: usize> {
    target: &'a Target<W>,
    /// Those from its origins in their order, and what follows.
    ways: &'a [Way<W>],
    others: &'a [Way<W>],
}

impl<const W: usize> Ways<W> {
    /// Those that the tables of attack origins tell.
    pub fn new(tables: &MoveTables, index: &SquareIndex) -> Ways<W> {
        let mut ways = Ways::default();
        for &target in index.squares() {
            let mut found = Vec::new();
            let origins = &tables.attack_origins[target.index()];
            for ray in origins.rays.of(&tables.rays) {
                let riders = &tables.riders[usize::from(ray.kind)];
                let mut between = Bitboard::EMPTY;
                for (sq, &types) in line(target, ray.step, ray.len).zip(&riders[1..]) {
                    found.push((index.of(sq), types, between));
                    between = between.with(index.of(sq));
                }
            }
            for origin in origins.leaps.of(&tables.leap_origins) {
                found.push((index.of(origin.sq), origin.types, Bitboard::EMPTY));
            }
            found.retain(|(_, types, _)| !types.is_empty());
            found.sort_by_key(|&(origin, ..)| origin);
            ways.add(&found);
        }
        ways
    }

    /// Adds the ways to the next target, in the order of their origins.
    fn add(&mut self, found: &[(usize, TypeSet, Bitboard<W, usize>)]) {
        let of_pawns = |color: Color| {
            let pawns = found.iter();
            let pawns = pawns.filter(|(_, types, _)| types.contains(TypeId::pawn(color)));
            pawns.map(|&(origin, ..)| origin).collect()
        };
        self.targets.push(Target {
            origins: found.iter().map(|&(origin, ..)| origin).collect(),
            pawn_origins: ByColor::from_fn(of_pawns),
            start: self.ways.len() as u32,
        });
        for alike in found.chunk_by(|a, b| a.0 == b.0) {
            let mut next = 0;
            for (i, &(_, types, between)) in alike.iter().enumerate() {
                let way = Way {
                    types,
                    between,
                    next,
                };
                if i + 1 < alike.len() {
                    self.others.push(way);
                    next = self.others.len() as u32;
                } else {
                    self.ways.push(way);
                }
            }
        }
    }

    /// The ways to a square.
    #[inline]
    pub fn to(&self, target: usize) -> WaysTo<'_, W> {
        let target = &self.targets[target];
        WaysTo {
            target,
            ways: self.ways.get(target.start as usize..).unwrap_or_default(),
            others: &self.others,
        }
    }
}

impl<'a, const W: usize> WaysTo<'a, W> {
    /// Where pieces of a colour stand that could capture there. Of the pawns, of which there are many on the
    /// lines of other pieces, only those that capture from where they stand.
    #[inline]
    pub fn candidates(&self, pos: &Position, color: Color) -> Bitboard<W, usize> {
        let pawns = pos.pawn_squares(color);
        let others = pos.occupied_by(color).without(pawns);
        self.target.origins & others | self.target.pawn_origins[color] & pawns
    }

    /// What has to be empty for a piece of a type, for each of its ways from a square.
    #[inline]
    pub fn between(&self, from: usize, id: TypeId) -> Between<'a, W> {
        let origins = &self.target.origins;
        let way = || self.ways.get(origins.count_below(from));
        Between {
            others: self.others,
            way: origins.contains(from).then(way).flatten(),
            id,
        }
    }

    /// True if a piece of a type could capture from a square if some are occupied.
    #[inline]
    pub fn is_open(&self, from: usize, id: TypeId, occupied: &Bitboard<W, usize>) -> bool {
        let mut between = self.between(from, id);
        between.any(|between| !between.meets(occupied))
    }
}

/// Iterator over the ways of a type between two squares: what has to be empty.
pub(super) struct Between<'a, const W: usize> {
    others: &'a [Way<W>],
    way: Option<&'a Way<W>>,
    id: TypeId,
}

impl<const W: usize> Iterator for Between<'_, W> {
    type Item = Bitboard<W, usize>;

    #[inline]
    fn next(&mut self) -> Option<Bitboard<W, usize>> {
        while let Some(way) = self.way {
            self.way = match way.next {
                0 => None,
                next => self.others.get(next as usize - 1),
            };
            if way.types.contains(self.id) {
                return Some(way.between);
            }
        }
        None
    }
}

/// What is in the way of a plain move that captures.
pub(super) enum Obstacle {
    /// Nothing; the squares that have to be empty.
    None(Bitboard<4, usize>),
    One(Square),
    More,
}

impl Obstacle {
    /// What is on the squares between.
    #[inline]
    pub fn on<const W: usize>(
        between: Bitboard<W, usize>,
        occupied: Bitboard<W, usize>,
        index: &SquareIndex,
    ) -> Obstacle {
        let mut men = (between & occupied).iter();
        match (men.next(), men.next()) {
            (None, _) => Obstacle::None(between.resized()),
            (Some(number), None) => Obstacle::One(index.square(number)),
            _ => Obstacle::More,
        }
    }
}
