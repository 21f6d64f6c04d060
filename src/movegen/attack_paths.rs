//! Attack paths: the origins of plain captures on a square, and the squares in between that must be empty.

use crate::board::{Position, SquareIndex};
use crate::types::{Bitboard, ByColor, Color, Square, TypeId, TypeSet};

/// A path from an origin to a target along which pieces of some types capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackPath<const W: usize> {
    pub types: TypeSet,
    /// The squares that must be empty.
    pub between: Bitboard<W, usize>,
    /// Index of another path between the same two squares in [`AttackPaths::alternatives`], counted from 1.
    pub next: u32,
}

/// The attack paths of all plain moves on a board of up to 64 `W` squares; squares by number.
#[derive(Debug, Default)]
pub(super) struct AttackPaths<const W: usize> {
    pub targets: Vec<Target<W>>,
    /// The paths by target, and for each target in the order of its origins.
    pub paths: Vec<AttackPath<W>>,
    pub alternatives: Vec<AttackPath<W>>,
}

/// The origins of attacks on a square.
#[derive(Debug)]
pub(super) struct Target<const W: usize> {
    pub origins: Bitboard<W, usize>,
    /// The origins of the pawns of each colour.
    pub pawn_origins: ByColor<Bitboard<W, usize>>,
    /// Index of the path from the first origin.
    pub start: u32,
}

/// The attack paths to one square.
#[derive(Clone, Copy)]
pub(super) struct AttackPathsTo<'a, const W: usize> {
    target: &'a Target<W>,
    /// The paths from the origins in their order, and all paths that follow.
    paths: &'a [AttackPath<W>],
    alternatives: &'a [AttackPath<W>],
}

impl<const W: usize> AttackPaths<W> {
    /// The paths to a square.
    #[inline]
    pub fn to(&self, target: usize) -> AttackPathsTo<'_, W> {
        let target = &self.targets[target];
        AttackPathsTo {
            target,
            paths: self.paths.get(target.start as usize..).unwrap_or_default(),
            alternatives: &self.alternatives,
        }
    }
}

impl<'a, const W: usize> AttackPathsTo<'a, W> {
    /// The squares of a colour's pieces that may attack the square. Pawns often stand on lines of other pieces, so
    /// they are included only if they can capture from where they stand.
    #[inline]
    pub fn candidates(&self, pos: &Position, color: Color) -> Bitboard<W, usize> {
        let pawns = pos.pawn_squares(color);
        let others = pos.occupied_by(color).without(pawns);
        self.target.origins & others | self.target.pawn_origins[color] & pawns
    }

    /// The squares that must be empty, for each path of a type from a square.
    #[inline]
    pub fn between(&self, from: usize, id: TypeId) -> Between<'a, W> {
        let origins = &self.target.origins;
        let path = || self.paths.get(origins.count_below(from));
        Between {
            alternatives: self.alternatives,
            path: origins.contains(from).then(path).flatten(),
            id,
        }
    }

    /// True if a piece of a type could capture from a square, given the occupied squares.
    #[inline]
    pub fn is_open(&self, from: usize, id: TypeId, occupied: &Bitboard<W, usize>) -> bool {
        let mut between = self.between(from, id);
        between.any(|between| !between.meets(occupied))
    }
}

/// Iterator over the paths of a type between two squares: the squares that have to be empty.
pub(super) struct Between<'a, const W: usize> {
    alternatives: &'a [AttackPath<W>],
    path: Option<&'a AttackPath<W>>,
    id: TypeId,
}

impl<const W: usize> Iterator for Between<'_, W> {
    type Item = Bitboard<W, usize>;

    #[inline]
    fn next(&mut self) -> Option<Bitboard<W, usize>> {
        while let Some(path) = self.path {
            self.path = match path.next {
                0 => None,
                next => self.alternatives.get(next as usize - 1),
            };
            if path.types.contains(self.id) {
                return Some(path.between);
            }
        }
        None
    }
}

/// The pieces on an attack path.
pub(super) enum Obstacle {
    /// No piece; the squares that have to be empty.
    None(Bitboard<4, usize>),
    One(Square),
    More,
}

impl Obstacle {
    /// The pieces on the squares of a path.
    #[inline]
    pub fn on<const W: usize>(
        between: Bitboard<W, usize>,
        occupied: Bitboard<W, usize>,
        index: &SquareIndex,
    ) -> Obstacle {
        let mut pieces = (between & occupied).iter();
        match (pieces.next(), pieces.next()) {
            (None, _) => Obstacle::None(between.resized()),
            (Some(number), None) => Obstacle::One(index.square(number)),
            _ => Obstacle::More,
        }
    }
}
