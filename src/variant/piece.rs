//! The types of pieces of a variant: letter, value, royalty, moves.

use super::{MoveDescriptor, letter};
use crate::types::TypeId;

/// Largest value of a piece, in centipawns.
///
/// A move gains at most twice that, a capture and a promotion, which must stay below the cost of a royal in an exchange
/// (20,000); that must stay below the largest score of a position (28,000), and this below mate scores. The constants
/// concerned are compared where they are defined. Sums over a board may be larger and are limited when complete.
pub const MAX_VALUE: i32 = 10_000;

/// Whether the loss of a piece loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Royalty {
    /// It does not.
    None,
    /// Losing any piece of the type loses.
    Absolute,
    /// Losing the last piece of the type loses.
    Extinction {
        /// Leaving two of them attacked at once is illegal (duple check).
        duple: bool,
    },
}

canonical!(enum Royalty { None = 0, Absolute = 1, Extinction { duple = 1 } = 2 });

impl Royalty {
    /// True for both kinds of royal piece.
    pub fn is_royal(self) -> bool {
        self != Royalty::None
    }
}

/// A type of piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceType {
    /// The letter in FEN, upper case, perhaps standing for one with a plus (see [`letter`]); several types may share
    /// it.
    pub letter: char,
    /// The name in the file, if any; never empty.
    pub name: Option<String>,
    /// Value in centipawns in the file; 0 for an absolute royal, the value of a spare one for an extinction royal.
    /// Never negative.
    pub value: i32,
    /// The value is estimated from the moves; the value in the file is 0.
    pub estimated: bool,
    /// The piece prefers the centre.
    pub centralised: bool,
    /// Royal or not.
    pub royalty: Royalty,
    /// Its moves.
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
    /// Its letter, with its name if it has one.
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("{} ({name})", self.written()),
            None => self.written(),
        }
    }

    /// Its letter as people write it: `P`, or `+P`.
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
