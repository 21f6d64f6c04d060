//! Captures that make another piece of the captor, and pieces that nobody captures.

use crate::board::Position;
use crate::movegen::MoveTables;
use crate::types::Move;

impl MoveTables {
    /// True if a move captures what cannot be captured.
    pub(super) fn takes_immune(&self, pos: &Position, mv: Move) -> bool {
        let immune = |sq| (self.rules.immune).contains(pos.type_on(sq));
        pos.is_capture(mv) && immune(pos.captured_square(mv))
            || pos.first_captured(mv).is_some_and(immune)
    }

    /// What a capture wins or costs besides the captured piece, because another piece is made of the captor.
    pub(super) fn captor_gain(&self, pos: &Position, mv: Move, values: &[i32]) -> Option<i32> {
        if !pos.is_capture(mv) {
            return None;
        }
        let us = pos.side();
        let captor = mv.promotion().unwrap_or(pos.type_on(mv.from()));
        let captured = pos.type_on(pos.captured_square(mv));
        let (owner, new) = self.variant.captor_becomes(us, captor, captured)?;
        let (old, new) = (values[captor.index()], values[new.index()]);
        Some(if owner == us { new - old } else { -new - old })
    }
}
