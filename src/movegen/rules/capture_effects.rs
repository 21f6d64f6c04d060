//! Captures that change the capturing piece, and pieces that cannot be captured.

use crate::board::Position;
use crate::movegen::MoveTables;
use crate::types::{Move, TypeId};
use crate::variant::rules::capture_effects::Captor;

impl MoveTables {
    /// True if a move captures a piece that cannot be captured.
    pub(super) fn takes_immune(&self, pos: &Position, mv: Move) -> bool {
        let immune = |sq| (self.rules.immune).contains(pos.type_on(sq));
        pos.is_capture(mv) && immune(pos.captured_square(mv))
            || pos.first_captured(mv).is_some_and(immune)
    }

    /// True if a type captures without moving.
    pub(in crate::movegen) fn shoots(&self, id: TypeId) -> bool {
        self.rules.rifles.contains(id)
    }

    /// The gain or loss by the change of the capturing piece, without the captured piece.
    pub(super) fn captor_gain(&self, pos: &Position, mv: Move, values: &[i32]) -> Option<i32> {
        if !pos.is_capture(mv) {
            return None;
        }
        let us = pos.side();
        let captor = mv.promotion().unwrap_or(pos.type_on(mv.from()));
        let captured = pos.type_on(pos.captured_square(mv));
        let worth = |id: TypeId| values[id.index()];
        Some(match self.variant.captor_becomes(us, captor, captured)? {
            Captor::Becomes(owner, new) if owner == us => worth(new) - worth(captor),
            Captor::Becomes(_, new) => -worth(new) - worth(captor),
            Captor::Petrifies => -worth(captor),
            Captor::Stays => 0,
        })
    }
}
