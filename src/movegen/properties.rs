//! What can be said of pieces once and for all, from how they move, as far as the tables have it.

use super::MoveTables;
use crate::types::{Color, TypeId};
use crate::variant::MoveShape;
use crate::variant::properties::{do_royals_capture_alike, royals_step_everywhere};

impl MoveTables {
    /// True if pieces of the type stay on squares of one colour, whatever they do but castle.
    #[inline]
    pub fn is_color_bound(&self, id: TypeId) -> bool {
        self.color_bound.contains(id)
    }

    /// True if endings are nothing but a hunt for a royal with the men on the board, and royals are
    /// no danger to each other: one that attacks another could always be captured by it, since all
    /// capture alike, by plain leaps that go both ways.
    pub fn hunts_royals_only(&self) -> bool {
        self.variant.rules.only_mate_wins() && do_royals_capture_alike(&self.variant)
    }

    /// True if every royal can step to all squares around it.
    pub fn royals_step_everywhere(&self) -> bool {
        royals_step_everywhere(&self.variant)
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
