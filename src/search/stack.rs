//! The search stack: the state of each ply of the line that is searched.

use super::histories::{Continuation, Histories};
use super::tt::NO_EVAL;
use crate::board::Position;
use crate::types::{Move, Square, TypeId};

/// Plies before the root that the search may look back to.
pub(super) const STACK_OFFSET: usize = 6;

/// A move of the line that is searched, as the histories see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MadeMove {
    /// Its row among the continuations.
    pub row: Continuation,
    /// The type that arrives.
    pub id: TypeId,
    pub to: Square,
    /// Neither a capture nor a promotion, nor a passed turn.
    pub quiet: bool,
    /// Move number within its node, starting at 1; 0 at the root, where each iteration tries all moves and
    /// any refuted one is blamed.
    pub number: i32,
}

impl MadeMove {
    /// A passed turn.
    pub const PASS: MadeMove = MadeMove {
        row: Histories::PASS,
        id: TypeId(0),
        to: Square(0),
        quiet: false,
        number: 1,
    };

    /// A move that is about to be made, the `number`th of its node, or 0 at the root.
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

/// The state of one ply of the line that is searched.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    /// The corrected static evaluation; [`NO_EVAL`] in check.
    pub eval: i32,
    /// The move made here, as the histories see it.
    pub made: MadeMove,
    /// A move that shall not be tried, while it is found out how good the others are.
    pub excluded: Move,
    /// Double extensions (by two plies at once) in the line up to here.
    pub double_extensions: u8,
    pub tried: TriedMoves,
}

/// The moves tried at a node that were not too good.
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
