//! Double moves: what games that have them cannot have as well. They are moves of pieces, so no rule line
//! tells of them.

use crate::types::{Color, Move, TypeId};
use crate::variant::{MoveDescriptor, Variant};

impl Variant {
    /// True if some piece can take something on its way and go on.
    pub fn has_double_moves(&self) -> bool {
        let mut moves = self.pieces.iter().flat_map(|piece| &piece.moves);
        moves.any(MoveDescriptor::is_double)
    }
}

/// True if a move that takes something on its way could promote to more types than it can name.
pub(super) fn promote_to_too_many(v: &Variant) -> bool {
    let beyond = |id: &TypeId| id.index() > Move::TYPES_VIA;
    let doubles = |id: TypeId| v.moves_anywhere(id).any(MoveDescriptor::is_double);
    Color::ALL.into_iter().any(|color| {
        let mut types = v.types().map(|(id, _)| id);
        let pieces = types.any(|id| {
            let mut choices = v.rules.promotion.of_piece(color, id).iter();
            choices.any(beyond) && doubles(id)
        });
        let mut pawns = v.rules.promotion.to.of_pawns(color).into_iter();
        pieces || doubles(TypeId::pawn(color)) && pawns.any(|id| beyond(&id))
    })
}
