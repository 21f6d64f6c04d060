//! The data form of a compiled path, and the one walker over it.
//!
//! A path lists, square by square, what a piece may do there, and with which occupants the walk goes on: to the next
//! square, or on a branch (beyond the platform of a hopper, or on another way to the same target). A [`Visitor`] asks
//! a question about a piece's moves: it decides at each square whether the walk goes on. If the visitor looks at a
//! position, there is one way through the path; otherwise it sees all ways, each with the occupants that this way
//! needs.

use crate::board::cell::{Cell, EMPTY, WALL};
use crate::types::{Bitboard, Square};
use crate::variant::{Over, Rights};

/// The occupants of a square, for the walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occupants(u8);

impl Occupants {
    pub const NONE: Occupants = Occupants(0);
    pub const EMPTY: Occupants = Occupants(1);
    pub const FRIEND: Occupants = Occupants(2);
    pub const ENEMY: Occupants = Occupants(4);
    pub const PIECE: Occupants = Occupants(6);
    pub const ANY: Occupants = Occupants(7);

    /// The occupants that a piece whose colour has the bit `own` sees in a cell.
    #[inline]
    pub fn of(cell: Cell, own: Cell) -> Occupants {
        match cell {
            EMPTY => Occupants::EMPTY,
            _ if cell & own != 0 => Occupants::FRIEND,
            // a wall lets nothing pass
            WALL => Occupants::NONE,
            _ => Occupants::ENEMY,
        }
    }

    /// True if the occupants found are among these.
    #[inline]
    pub fn include(self, found: Occupants) -> bool {
        self.0 & found.0 != 0
    }

    /// These occupants without others.
    pub fn without(self, others: Occupants) -> Occupants {
        Occupants(self.0 & !others.0)
    }
}

impl From<Over> for Occupants {
    fn from(over: Over) -> Occupants {
        Occupants(u8::from(over.empty) | u8::from(over.friend) << 1 | u8::from(over.enemy) << 2)
    }
}

/// How a walk leaves a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// To the next square of the path.
    Next,
    /// Over the piece there, as a platform.
    Hop,
    /// The way is closed: the walk restarts on another way to the same target.
    Detour,
}

/// A square of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathStep {
    pub sq: Square,
    /// What a piece that arrives on the square may do.
    pub rights: Rights,
    /// The low bits are the occupants with which the walk goes on to the next square, the bits above them the
    /// occupants that lead to the branch. On the last square no bits are set.
    exits: u8,
    /// Index of the first step of the branch.
    branch: u32,
}

/// The exits of a square that must be empty and has no branch.
const WALKS: u8 = Occupants::EMPTY.0;
const BRANCH_SHIFT: u8 = 3;
const DETOUR: u8 = 1 << 6;

impl PathStep {
    pub fn new(sq: Square, rights: Rights, over: Occupants) -> PathStep {
        PathStep {
            sq,
            rights,
            exits: over.0,
            branch: 0,
        }
    }

    /// The same square without rights: it can only be passed.
    pub fn without_rights(self) -> PathStep {
        PathStep {
            rights: Rights::NONE,
            ..self
        }
    }

    /// The same square with a branch that some occupants lead to.
    pub fn branching(self, occupants: Occupants, exit: Exit, branch: u32) -> PathStep {
        let kind = if exit == Exit::Detour { DETOUR } else { 0 };
        PathStep {
            exits: self.exits & Occupants::ANY.0 | occupants.0 << BRANCH_SHIFT | kind,
            branch,
            ..self
        }
    }

    /// The same square as the end of its path.
    pub fn ending(self) -> PathStep {
        PathStep {
            exits: self.exits & !Occupants::ANY.0,
            ..self
        }
    }

    /// The occupants over which the walk goes on to the next square.
    #[inline]
    pub fn over(self) -> Occupants {
        Occupants(self.exits & Occupants::ANY.0)
    }

    /// The occupants that lead to the branch, and how.
    #[inline]
    fn fork(self) -> Option<(Occupants, Exit)> {
        let exit = if self.exits & DETOUR == 0 {
            Exit::Hop
        } else {
            Exit::Detour
        };
        let occupants = Occupants(self.exits >> BRANCH_SHIFT & Occupants::ANY.0);
        (occupants != Occupants::NONE).then_some((occupants, exit))
    }
}

/// A move other than a plain leap or slide, from one square: hoppers, lame, bent, cylinder, first and
/// multi-path moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// Index of the first step of the path.
    pub start: u32,
    /// The path is only for pieces that have never moved.
    pub virgin: bool,
    /// The path is a pawn push that leaves en passant squares behind.
    pub push: bool,
    /// The square passed and the square reached, if the path is a pawn's double step: this is common enough for a
    /// separate case.
    pub double_step: Option<[Square; 2]>,
    /// The squares where the piece may capture on an empty board, except captures that are in the attack origins.
    pub reach: Bitboard,
}

impl Path {
    /// A path without conditions, from its first step on.
    pub fn new(start: u32) -> Path {
        Path {
            start,
            virgin: false,
            push: false,
            double_step: None,
            reach: Bitboard::EMPTY,
        }
    }
}

/// Receives the squares that a piece visits. `W` is the state of the current way.
pub(super) trait Visitor<W> {
    /// The piece could reach a square where it may do something.
    fn arrive(&mut self, way: &mut W, sq: Square, rights: Rights);

    /// The state of the way beyond a square, if the square is left over these occupants; `None`: the way is closed.
    fn pass(&mut self, way: W, sq: Square, over: Occupants, exit: Exit) -> Option<W>;
}

/// A visitor made of two closures.
impl<W, A, P> Visitor<W> for (A, P)
where
    A: FnMut(&mut W, Square, Rights),
    P: FnMut(W, Square, Occupants, Exit) -> Option<W>,
{
    #[inline]
    fn arrive(&mut self, way: &mut W, sq: Square, rights: Rights) {
        (self.0)(way, sq, rights);
    }

    #[inline]
    fn pass(&mut self, way: W, sq: Square, over: Occupants, exit: Exit) -> Option<W> {
        (self.1)(way, sq, over, exit)
    }
}

/// Walks along a path, starting with the step at an index.
pub(super) fn walk<W: Clone>(
    steps: &[PathStep],
    first: u32,
    mut way: W,
    visitor: &mut impl Visitor<W>,
) {
    for step in &steps[first as usize..] {
        if step.rights.any() {
            visitor.arrive(&mut way, step.sq, step.rights);
        }
        let beyond = match step.exits {
            // the common case first: one comparison
            WALKS => visitor.pass(way, step.sq, Occupants::EMPTY, Exit::Next),
            _ => {
                if let Some((platform, exit)) = step.fork()
                    && let Some(beyond) = visitor.pass(way.clone(), step.sq, platform, exit)
                {
                    walk(steps, step.branch, beyond, visitor);
                }
                match step.over() {
                    Occupants::NONE => return,
                    over => visitor.pass(way, step.sq, over, Exit::Next),
                }
            }
        };
        match beyond {
            Some(beyond) => way = beyond,
            None => return,
        }
    }
}
