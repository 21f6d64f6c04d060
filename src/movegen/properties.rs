//! Static properties of pieces, from the move tables.

use super::MoveTables;
use crate::types::{Color, TypeId};
use crate::variant::MoveShape;
use crate::variant::properties::do_royals_capture_alike;

impl MoveTables {
    /// True if pieces of the type are bound to squares of one colour, except by castling.
    #[inline]
    pub fn is_color_bound(&self, id: TypeId) -> bool {
        self.color_bound.contains(id)
    }

    /// True if endings depend only on the pieces on the board and on mating a royal, and if royals cannot approach
    /// each other: all royals capture alike, by plain leaps that go both ways.
    pub fn hunts_royals_only(&self) -> bool {
        self.variant.rules.only_mate_wins() && do_royals_capture_alike(&self.variant)
    }

    /// True if the pawns of a colour change their file only by captures.
    pub fn pawns_stay_on_files(&self, color: Color) -> bool {
        let pawn = self.variant.piece(TypeId::pawn(color));
        pawn.moves.iter().all(|m| match &m.shape {
            MoveShape::Path { legs, .. } => legs
                .iter()
                .all(|leg| leg.step.files == 0 || !leg.rights.quiet && legs.len() == 1),
            _ => false,
        })
    }
}
