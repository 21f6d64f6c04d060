//! The data form of a compiled path, and the one walker over it.
//!
//! A path says for each square in turn what a piece may do there, and what has to stand there for
//! the walk to go on: with the next square, or on a branch (beyond the platform of a hopper, or on
//! another way to the same target). Who asks something of a piece's moves is a [`Visitor`]: it
//! decides at each square whether the walk goes on. If it looks at a board, there is one way; if it
//! does not, it sees all, each with what it takes.

use crate::board::Position;
use crate::board::cell::{Cell, EMPTY, WALL};
use crate::types::{Bitboard, Square};
use crate::variant::{Over, Rights};

/// What may stand on a square, as the walker sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occupants(u8);

impl Occupants {
    pub const NONE: Occupants = Occupants(0);
    pub const EMPTY: Occupants = Occupants(1);
    pub const FRIEND: Occupants = Occupants(2);
    pub const ENEMY: Occupants = Occupants(4);
    pub const PIECE: Occupants = Occupants(6);
    pub const ANY: Occupants = Occupants(7);

    /// What a piece whose colour has the bit `own` finds in a cell.
    #[inline]
    pub fn of(cell: Cell, own: Cell) -> Occupants {
        match cell {
            EMPTY => Occupants::EMPTY,
            _ if cell & own != 0 => Occupants::FRIEND,
            // nothing goes over it
            WALL => Occupants::NONE,
            _ => Occupants::ENEMY,
        }
    }

    /// True if what has been found is among these.
    #[inline]
    pub fn include(self, found: Occupants) -> bool {
        self.0 & found.0 != 0
    }

    /// These without some others.
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
    /// Over the piece there, which is a platform.
    Hop,
    /// The way is closed: the walk begins anew on another way to the same target.
    Detour,
}

/// A square of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathStep {
    pub sq: Square,
    /// What a piece may do that comes here.
    pub rights: Rights,
    /// The occupants with which the walk goes on here, and in the bits above them those with which
    /// it goes on at the branch. On the last square there are none.
    exits: u8,
    /// Index of the first step of the branch.
    branch: u32,
}

/// The exits of a square that must be empty, and is on one way only.
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

    /// The same square, only to be passed.
    pub fn without_rights(self) -> PathStep {
        PathStep {
            rights: Rights::NONE,
            ..self
        }
    }

    /// The same square with a branch, which some occupants lead to.
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

/// A move that is neither a plain leap nor a plain slide, from one square: hoppers, lame, bent,
/// cylinder, first and multi-path moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// Index of its first step.
    pub start: u32,
    /// Only for pieces that have never moved.
    pub virgin: bool,
    /// A pawn push that leaves en-passant squares behind.
    pub push: bool,
    /// The square passed and the one reached by a push that is nothing but a double step: so common
    /// that it is known at sight.
    pub double_step: Option<[Square; 2]>,
    /// Where it may capture, if nothing is in the way, as far as the attack origins do not tell.
    pub reach: Bitboard,
}

impl Path {
    /// A path that any piece may go at any time, from its first step on.
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

/// What is asked of the moves of a piece. `W` is what is known of the way so far.
pub(super) trait Visitor<W> {
    /// The piece could come to a square where it may do something.
    fn arrive(&mut self, way: &mut W, sq: Square, rights: Rights);

    /// The way beyond a square that is left over some occupants; `None`: it is closed.
    fn pass(&mut self, way: W, sq: Square, over: Occupants, exit: Exit) -> Option<W>;
}

/// A visitor that is no more than its two answers.
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

/// How a piece whose colour has the bit `own` passes the squares of a position: on its one way.
#[inline]
pub(super) fn on_board(
    pos: &Position,
    own: Cell,
) -> impl Fn((), Square, Occupants, Exit) -> Option<()> {
    move |(), sq, over, _| over.include(Occupants::of(pos.cell(sq), own)).then_some(())
}

/// Walks along a path from the step with an index on.
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
            // the usual case apart, so that it costs one comparison
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
