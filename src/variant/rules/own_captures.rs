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
