//! Piece types by number.

use super::Color;

/// The number of a piece type in its game: 1 is the white pawn, 2 the black one, and so on in the
/// order of the piece lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u8);

impl TypeId {
    /// White's pawn.
    pub const WHITE_PAWN: TypeId = TypeId(1);
    /// Black's pawn.
    pub const BLACK_PAWN: TypeId = TypeId(2);

    /// The number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// True for the pawns of both colours.
    pub fn is_pawn(self) -> bool {
        self == TypeId::WHITE_PAWN || self == TypeId::BLACK_PAWN
    }

    /// The pawn of a colour.
    pub fn pawn(color: Color) -> TypeId {
        match color {
            Color::White => TypeId::WHITE_PAWN,
            Color::Black => TypeId::BLACK_PAWN,
        }
    }
}
