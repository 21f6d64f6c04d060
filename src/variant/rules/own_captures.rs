//! Captures of own pieces. They are part of the moves of pieces and have no rule line.

use crate::variant::{MoveDescriptor, MoveShape, Variant};

impl Variant {
    /// True if some piece can capture its own side's pieces.
    pub fn has_own_captures(&self) -> bool {
        let own = |m: &MoveDescriptor| match &m.shape {
            MoveShape::Path { legs, .. } => legs.iter().any(|leg| leg.rights.own),
            _ => false,
        };
        self.pieces.iter().flat_map(|piece| &piece.moves).any(own)
    }
}

/// True if the variant has a rule that changes or compels captures, which cannot be combined with captures of own
/// pieces.
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
