//! Captures that make another piece of the captor.

use crate::board::Layout;
use crate::board::position::{Board, Destroyed, EMPTY, color_bit};
use crate::types::{Color, Square, TypeId};

impl Board {
    /// Makes of a piece of `us` that has just captured on a square what it becomes by that.
    pub(super) fn change_captor(&mut self, layout: &Layout, us: Color, sq: Square) {
        let captured = self.stack.last().filter(|undo| undo.captured != EMPTY);
        let Some(captured) = captured.map(|undo| undo.captured_type) else {
            return;
        };
        let cell = self.cells[sq.index()];
        let id = self.type_of[usize::from(cell)];
        if cell & color_bit(us) == 0 {
            return;
        }
        let Some((owner, new)) = layout.variant.captor_becomes(us, id, captured) else {
            return;
        };
        let slot = (!self.live[owner]).trailing_zeros() as u8;
        // beside 64 pieces there is no room for one more
        if (owner, new) == (us, id) || owner != us && slot >= 64 {
            return;
        }
        self.lift(layout, us, cell);
        self.destroyed.push(Destroyed { cell, id, sq });
        let new_cell = if owner == us {
            cell
        } else {
            color_bit(owner) | slot
        };
        self.place(layout, owner, new_cell, new, sq);
        if new == TypeId::pawn(owner) {
            self.settle_pawn(layout, owner, sq);
        }
        if let Some(undo) = self.stack.last_mut() {
            undo.destroyed = 1;
        }
    }

    /// Makes of the captor what it was; the sums come from the saved state.
    pub(super) fn change_captor_back(&mut self, us: Color) {
        let Some(Destroyed { cell, id, sq }) = self.destroyed.pop() else {
            return;
        };
        let new_cell = self.cells[sq.index()];
        let owner = match new_cell & color_bit(us) {
            0 => us.other(),
            _ => us,
        };
        self.cells_remove(owner, new_cell);
        self.stand(cell, sq);
        self.enlist(us, cell, id);
    }
}
