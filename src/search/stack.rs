//! The search stack: the state of each ply of the current line.

use super::histories::{Continuation, Histories};
use super::tt::NO_EVAL;
use crate::board::Position;
use crate::types::{Move, Square, TypeId};

/// Plies before the root that the search may look back to.
pub(super) const STACK_OFFSET: usize = 6;

/// A move of the current line, as the histories need it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MadeMove {
    /// The row of the move in the continuation history.
    pub row: Continuation,
    /// The type that arrives on the target.
    pub id: TypeId,
    pub to: Square,
    /// The move is neither a capture nor a promotion nor a pass.
    pub quiet: bool,
    /// Move number within its node, starting at 1. At the root it is 0: each iteration tries all moves there, and any
    /// refuted move is punished.
    pub number: i32,
}

impl MadeMove {
    /// A null move.
    pub const PASS: MadeMove = MadeMove {
        row: Histories::PASS,
        id: TypeId(0),
        to: Square(0),
        quiet: false,
        number: 1,
    };

    /// A move before it is made: the `number`th move of its node, or 0 at the root.
    #[inline]
    pub fn new(histories: &Histories, pos: &Position, mv: Move, number: i32) -> MadeMove {
        let (id, to) = (pos.arriving(mv), mv.to());
        MadeMove {
            row: histories.continuation(pos.side(), id, to),
            id,
            to,
            quiet: mv.promotion().is_none() && !pos.is_capture(mv),
            number,
        }
    }
}

/// One ply of the current line.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    /// The corrected static evaluation; [`NO_EVAL`] in check.
    pub eval: i32,
    /// The move made at this ply.
    pub made: MadeMove,
    /// The move excluded by a singular extension search.
    pub excluded: Move,
    /// Number of double extensions in the line up to this ply.
    pub double_extensions: u8,
    pub tried: TriedMoves,
}

/// Moves of a node that have failed low.
#[derive(Clone, Debug)]
pub(super) struct TriedMoves {
    pub quiets: Vec<Move>,
    pub captures: Vec<Move>,
}

impl TriedMoves {
    pub const NONE: TriedMoves = TriedMoves {
        quiets: Vec::new(),
        captures: Vec::new(),
    };

    #[inline]
    pub fn push(&mut self, mv: Move, quiet: bool) {
        if quiet {
            self.quiets.push(mv);
        } else {
            self.captures.push(mv);
        }
    }
}

impl Ply {
    pub const NEW: Ply = Ply {
        eval: NO_EVAL,
        made: MadeMove::PASS,
        excluded: Move::NONE,
        double_extensions: 0,
        tried: TriedMoves::NONE,
    };
}
