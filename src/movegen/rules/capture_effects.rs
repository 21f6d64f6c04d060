//! Captures that make another piece of the captor, and pieces that nobody captures.

use crate::board::Position;
use crate::movegen::MoveTables;
use crate::types::{Move, TypeId};
use crate::variant::rules::capture_effects::Captor;

impl MoveTables {
    /// True if a move captures what cannot be captured.
    pub(super) fn takes_immune(&self, pos: &Position, mv: Move) -> bool {
        let immune = |sq| (self.rules.immune).contains(pos.type_on(sq));
        pos.is_capture(mv) && immune(pos.captured_square(mv))
            || pos.first_captured(mv).is_some_and(immune)
    }

    /// True if a type captures without going there.
    pub(in crate::movegen) fn shoots(&self, id: TypeId) -> bool {
        self.rules.rifles.contains(id)
    }

    /// What a capture wins or costs besides the captured piece, because another piece is made of the captor.
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
