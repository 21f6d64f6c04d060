//! The kinds of pieces of a game: letter, worth, whether the loss of one loses, and moves.

use super::{MoveDescriptor, letter};
use crate::types::TypeId;

/// The most that a piece can be worth, centipawns.
///
/// What one move wins is at most twice that, a piece taken and a pawn grown, and must stay below what
/// a royal costs in an exchange (20,000); that in turn must stay below the most that a position is
/// worth (28,000), and this below the scores of mates. The constants concerned are compared where
/// they stand. Sums over a board may be larger: they are limited when they are complete.
pub const MAX_VALUE: i32 = 10_000;

/// Whether and how the loss of a piece loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Royalty {
    /// Not at all.
    None,
    /// Losing any piece of the type loses.
    Absolute,
    /// Losing the last piece of the type loses.
    Extinction {
        /// It is also illegal to leave two of them attacked at the same time (duple check).
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

/// One kind of piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceType {
    /// The letter of the piece in FEN, upper case, or what stands for one with a plus in front (see
    /// [`letter`]); several types may share it.
    pub letter: char,
    /// What people call it, if the file says it; never empty.
    pub name: Option<String>,
    /// Worth in centipawns as the file says; for an absolute royal 0, for an extinction royal what
    /// a spare one is worth. Never negative.
    pub value: i32,
    /// The file leaves it to be estimated from the moves what the piece is worth; the value is 0.
    pub estimated: bool,
    /// The file asks for this piece to be drawn to the centre.
    pub centralised: bool,
    /// Royal or not.
    pub royalty: Royalty,
    /// How it moves.
    pub moves: Vec<MoveDescriptor>,
    /// For promoted pieces that are something else again in a captor's hand: what that is, for
    /// whichever colour. Such a type has a letter with a plus, or it moves like another one, has its
    /// letter, and comes on the board by promotion only.
    pub promoted_from: Option<TypeId>,
    /// The same in Betza notation, as seen by its owner, where the file says it like that.
    pub betza: Option<String>,
}

canonical!(struct PieceType { royalty = 1, promoted_from = 2, moves = 3 } without {
    letter, name, value, estimated, centralised, betza
});

impl PieceType {
    /// What it is called: its letter, with its name if it has one.
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

    /// True for a promoted piece whose letter does not tell that it is one.
    pub fn hides_promotion(&self) -> bool {
        self.promoted_from.is_some() && letter::base(self.letter).is_none()
    }

    /// True if another type is alike in all but name, value and zones (see
    /// [`are_twins`](super::Variant::are_twins)).
    pub fn is_twin_of(&self, other: &PieceType) -> bool {
        let covers = |a: &PieceType, b: &PieceType| a.moves.iter().all(|m| b.moves.contains(m));
        self.royalty == other.royalty && covers(self, other) && covers(other, self)
    }
}
