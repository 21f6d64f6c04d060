//! Captures of own pieces. They are part of the moves of pieces and have no rule line.

use crate::variant::Variant;

impl Variant {
    /// True if some piece can capture its own side's pieces.
    pub fn has_own_captures(&self) -> bool {
        let mut moves = self.pieces.iter().flat_map(|piece| &piece.moves);
        moves.any(|m| m.rights().any(|rights| rights.own))
    }
}
