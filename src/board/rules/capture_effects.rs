//! Captures that change the captor, turn it into a wall, or leave it where it was.

use crate::board::Layout;
use crate::board::cell::{EMPTY, color_bit};
use crate::board::state::Board;
use crate::types::{Color, Move, TypeId};
use crate::variant::rules::capture_effects::Captor;

impl Board {
    /// Applies the effect of a capture to the captor of `us`.
    pub(super) fn change_captor(&mut self, layout: &Layout, us: Color, mv: Move) {
        let captured = self.stack.last().filter(|undo| undo.captured != EMPTY);
        let Some(captured) = captured.map(|undo| undo.captured_type) else {
            return;
        };
        let sq = mv.to();
        let cell = self.cells[sq.index()];
        let id = self.type_of[usize::from(cell)];
        if cell & color_bit(us) == 0 {
            return;
        }
        match layout.variant.captor_becomes(us, id, captured) {
            None => return,
            Some(Captor::Becomes(owner, new)) => {
                let slot = (!self.live[owner]).trailing_zeros() as u8;
                // no slot left beside 64 pieces
                if (owner, new) == (us, id) || owner != us && slot >= 64 {
                    return;
                }
                self.destroy(layout, sq);
                let new_cell = if owner == us {
                    cell
                } else {
                    color_bit(owner) | slot
                };
                self.place(layout, owner, new_cell, new, sq);
                if new == TypeId::pawn(owner) {
                    self.settle_pawn(layout, owner, sq);
                }
            }
            Some(Captor::Petrifies) => {
                self.destroy(layout, sq);
                self.add_wall(layout, sq);
            }
            Some(Captor::Stays) => {
                self.destroy(layout, sq);
                self.place(layout, us, cell, id, mv.from());
                if id == TypeId::pawn(us) {
                    self.settle_pawn(layout, us, mv.from());
                }
            }
        }
        if let Some(undo) = self.stack.last_mut() {
            undo.destroyed = 1;
        }
    }
}
