//! The types of pieces of a variant: letter, value, royalty, moves.

use super::{MoveDescriptor, letter};
use crate::types::TypeId;

/// Largest value of a piece, in centipawns.
///
/// A move gains at most twice this value, by a capture and a promotion. That gain must stay below the cost of a royal
/// in an exchange (20,000), the cost of a royal below the largest score of a position (28,000), and the largest score
/// below mate scores. The constants concerned are compared where they are defined. Sums over a board may be larger;
/// they are limited when complete.
pub const MAX_VALUE: i32 = 10_000;

/// Whether the loss of a piece loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Royalty {
    /// Its loss does not lose the game.
    None,
    /// Losing any piece of the type loses.
    Absolute,
    /// Losing the last piece of the type loses.
    Extinction {
        /// It is illegal to leave two pieces of the type attacked at once (duple check).
        duple: bool,
    },
}

canonical!(enum Royalty: None = 0, Absolute = 1, Extinction { duple = 1 } = 2);

impl Royalty {
    /// True for both kinds of royal piece.
    pub fn is_royal(self) -> bool {
        self != Royalty::None
    }
}

/// A type of piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceType {
    /// The letter in FEN, upper case. It may stand for a letter with a plus (see [`letter`]). Several types may share a
    /// letter.
    pub letter: char,
    /// The name in the file, if any; never empty.
    pub name: Option<String>,
    /// Value in centipawns in the file, never negative; 0 for an absolute royal. For an extinction royal it is the
    /// value of each piece that the side can lose without losing the game.
    pub value: i32,
    /// The value is estimated from the moves; the value in the file is 0.
    pub estimated: bool,
    /// The piece prefers the centre.
    pub centralised: bool,
    /// Royal or not.
    pub royalty: Royalty,
    /// The moves of the piece.
    pub moves: Vec<MoveDescriptor>,
    /// For promoted pieces that are demoted in a captor's hand: the demoted type, for any colour. Such a type has a
    /// letter with a plus, or it moves like another type with its letter and exists only by promotion.
    pub promoted_from: Option<TypeId>,
    /// The moves in Betza notation as its owner sees them, if the file has it.
    pub betza: Option<String>,
}

canonical!(struct PieceType { royalty = 1, promoted_from = 2, moves = 3 } without {
    letter, name, value, estimated, centralised, betza
});

impl PieceType {
    /// The letter of the piece, with its name if it has one.
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("{} ({name})", self.written()),
            None => self.written(),
        }
    }

    /// The letter of the piece as people write it: `P`, or `+P`.
    pub fn written(&self) -> String {
        letter::text(self.letter)
    }

    /// True for a promoted piece whose letter does not show it.
    pub fn hides_promotion(&self) -> bool {
        self.promoted_from.is_some() && letter::base(self.letter).is_none()
    }

    /// True if another type differs only in name, value and zones (see [`are_twins`](super::Variant::are_twins)).
    pub fn is_twin_of(&self, other: &PieceType) -> bool {
        let covers = |a: &PieceType, b: &PieceType| a.moves.iter().all(|m| b.moves.contains(m));
        self.royalty == other.royalty && covers(self, other) && covers(other, self)
    }
}
