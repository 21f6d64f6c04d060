//! Captures that change the captor, turn it into a wall, or leave it where it was.

use crate::board::Layout;
use crate::board::cell::{Cell, EMPTY, WALL, color_bit, owner};
use crate::board::state::{Board, Destroyed};
use crate::types::{Color, Move, Square, TypeId};
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
                self.remove_captor(layout, us, (cell, id), sq);
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
                self.remove_captor(layout, us, (cell, id), sq);
                self.add_wall(layout, sq);
            }
            Some(Captor::Stays) => {
                self.remove_captor(layout, us, (cell, id), sq);
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

    fn remove_captor(
        &mut self,
        layout: &Layout,
        us: Color,
        (cell, id): (Cell, TypeId),
        sq: Square,
    ) {
        self.lift(layout, us, cell);
        self.destroyed.push(Destroyed { cell, id, sq });
    }

    /// Undoes the change of the captor on the target of the capture; the sums come from the saved state.
    pub(super) fn change_captor_back(&mut self, layout: &Layout, us: Color) {
        let Some(Destroyed { cell, id, sq }) = self.destroyed.pop() else {
            return;
        };
        match self.cells[sq.index()] {
            // the captor stayed on another square
            EMPTY => self.cells_remove(us, cell),
            WALL => self.put_wall(layout, sq, false),
            new_cell => self.cells_remove(owner(new_cell), new_cell),
        }
        self.stand(cell, sq);
        self.enlist(us, cell, id);
    }
}
