//! Captures that explode: the captor and its neighbours are destroyed.

use crate::board::cell::{EMPTY, WALL, color_bit, is_piece, owner};
use crate::board::state::{Board, Destroyed};
use crate::board::{Layout, Position};
use crate::types::{Move, Square, TypeId};

impl Layout {
    /// True if moves can remove more than they capture.
    #[inline]
    pub fn takes_more(&self) -> bool {
        !self.neighbors.is_empty()
    }

    /// True if a capture removes more than the captured piece.
    #[inline]
    pub fn captures_destroy_more(&self) -> bool {
        !self.neighbors.is_empty() && !self.has_burning()
    }

    /// The neighbours of a square, if captures explode or pieces burn.
    #[inline]
    pub fn beside(&self, center: Square) -> &[Square] {
        &self.neighbors[center.index()]
    }

    /// The gain of a capture that explodes, with pieces valued by `worth`: enemy losses minus own losses. `None` if the
    /// move is not a capture or captures do not explode.
    pub fn destruction_gain(
        &self,
        pos: &Position,
        mv: Move,
        worth: impl Fn(TypeId) -> i32,
    ) -> Option<i32> {
        if !self.captures_destroy_more() || !pos.is_capture(mv) {
            return None;
        }
        let us = color_bit(pos.side());
        let victim = pos.captured_square(mv);
        let mut gain = worth(pos.type_on(victim)) - worth(pos.type_on(mv.from()));
        for &sq in self.beside(mv.to()) {
            let (cell, id) = (pos.cell(sq), pos.type_on(sq));
            if is_piece(cell) && sq != mv.from() && sq != victim && !self.spared.contains(id) {
                gain += if cell & us != 0 {
                    -worth(id)
                } else {
                    worth(id)
                };
            }
        }
        Some(gain)
    }

    /// True if a capture destroys an enemy royal beside its target.
    pub fn destroys_royal(&self, pos: &Position, mv: Move) -> bool {
        let them = pos.side().other();
        let mut royals = pos.pieces_in(them, pos.royals(them));
        self.captures_destroy_more()
            && pos.is_capture(mv)
            && royals.any(|(sq, _)| self.beside(mv.to()).contains(&sq))
    }
}

impl Board {
    /// Explodes the last move if it is a capture.
    pub(super) fn explode(&mut self, layout: &Layout, center: Square) {
        if self.stack.last().is_none_or(|undo| undo.captured == EMPTY) {
            return;
        }
        let mut count = 0;
        let beside = layout.beside(center).iter().copied();
        for sq in beside.chain([center]) {
            let cell = self.cells[sq.index()];
            let id = self.type_of[usize::from(cell)];
            if !is_piece(cell) || sq != center && layout.spared.contains(id) {
                continue;
            }
            self.destroy(layout, sq);
            self.lose_virginity(layout, &[sq], false);
            count += 1;
        }
        if let Some(undo) = self.stack.last_mut() {
            undo.destroyed = count;
        }
        // the captor is the last of the destroyed pieces
        let petrified = &layout.variant.rules.capture_effects.petrify;
        if (self.destroyed.last()).is_some_and(|captor| petrified.contains(&captor.id)) {
            self.add_wall(layout, center);
        }
    }

    /// Removes a piece that is not captured, and saves it for unmaking.
    pub(super) fn destroy(&mut self, layout: &Layout, sq: Square) {
        let cell = self.cells[sq.index()];
        let id = self.type_of[usize::from(cell)];
        self.lift(layout, owner(cell), cell);
        self.destroyed.push(Destroyed { cell, id, sq });
    }

    /// Restores destroyed pieces, and removes what has taken their place; the sums come from the saved state.
    pub(super) fn restore_destroyed(&mut self, layout: &Layout, count: u8) {
        for _ in 0..count {
            let Some(Destroyed { cell, id, sq }) = self.destroyed.pop() else {
                return;
            };
            let color = owner(cell);
            match self.cells[sq.index()] {
                WALL => self.put_wall(layout, sq, false),
                // a captor that stays where it was
                EMPTY if self.live[color] >> (cell & 63) & 1 != 0 => {
                    self.cells_remove(color, cell);
                }
                EMPTY => {}
                captor => self.cells_remove(owner(captor), captor),
            }
            self.stand(cell, sq);
            self.enlist(color, cell, id);
        }
    }
}
