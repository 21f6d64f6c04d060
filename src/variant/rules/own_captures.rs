//! Pieces that capture those of their own side: what games that have them cannot have as well. They are moves of
//! pieces, so no rule line tells of them.

use crate::variant::{MoveDescriptor, MoveShape, Variant};

impl Variant {
    /// True if some piece can capture one of its own side.
    pub fn has_own_captures(&self) -> bool {
        let own = |m: &MoveDescriptor| match &m.shape {
            MoveShape::Path { legs, .. } => legs.iter().any(|leg| leg.rights.own),
            _ => false,
        };
        self.pieces.iter().flat_map(|piece| &piece.moves).any(own)
    }
}

/// True if a rule of the game does not go with captures of own pieces: it says what becomes of what is captured,
/// or of who captures, or when that has to be done.
pub(super) fn clash(v: &Variant) -> bool {
    let rules = &v.rules;
    v.has_own_captures()
        && (rules.has_hands()
            || rules.walls.is_some()
            || rules.trading.is_some()
            || rules.captures_destroy_more()
            || rules.capture_effects.change_captors()
            || rules.win.compulsory_captures
            || v.has_two_boards())
}
