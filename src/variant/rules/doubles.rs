//! Double moves. They are part of the moves of pieces and have no rule line.

use crate::types::{Color, Move, TypeId};
use crate::variant::{MoveDescriptor, Variant};

impl Variant {
    /// True if some piece can capture on its way.
    pub fn has_double_moves(&self) -> bool {
        let mut moves = self.pieces.iter().flat_map(|piece| &piece.moves);
        moves.any(MoveDescriptor::is_double)
    }
}

/// True if a move that captures on its way could promote to more types than a move can encode.
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
