//! Captures that explode: the capturing piece goes, and what stands around it.

use super::Position;
use super::layout::{Blast, Layout};
use super::position::{Blasted, Board, Cell, EMPTY, color_bit};
use crate::types::{Color, Move, Square, TypeId};

impl Layout {
    /// What a capture that explodes wins, each piece counted by `worth`: what it takes of the enemy
    /// less what it costs. `None` if the move is no capture, or captures do not explode.
    pub fn explosion_gain(
        &self,
        pos: &Position,
        mv: Move,
        worth: impl Fn(TypeId) -> i32,
    ) -> Option<i32> {
        let blast = self.blast()?;
        if !pos.is_capture(mv) {
            return None;
        }
        let us = color_bit(pos.side());
        let victim = pos.victim_square(mv);
        let mut gain = worth(pos.type_on(victim)) - worth(pos.type_on(mv.from()));
        for &sq in blast.around(mv.to()) {
            let (cell, id) = (pos.cell(sq), pos.type_on(sq));
            if cell != EMPTY && sq != mv.from() && sq != victim && !blast.spares(id) {
                gain += if cell & us != 0 {
                    -worth(id)
                } else {
                    worth(id)
                };
            }
        }
        Some(gain)
    }
}

impl Board {
    /// Blows up what a capture has to blow up, if the move just made is one.
    pub(super) fn explode(&mut self, layout: &Layout, blast: &Blast, center: Square) {
        if self.stack.last().is_none_or(|undo| undo.captured == EMPTY) {
            return;
        }
        let mut count = 0;
        let beside = blast.around(center).iter().copied();
        for sq in beside.chain([center]) {
            let cell = self.cells[sq.index()];
            let id = self.type_of[usize::from(cell)];
            if cell == EMPTY || sq != center && blast.spares(id) {
                continue;
            }
            let owner = owner(cell);
            self.lift(layout, owner, cell);
            self.lose_virginity(layout, &[sq], None);
            self.blasted.push(Blasted { cell, id, sq });
            count += 1;
        }
        if let Some(undo) = self.stack.last_mut() {
            undo.blasted = count;
        }
    }

    /// Puts back what the last capture has blown up; the sums come from the saved state.
    pub(super) fn restore_blasted(&mut self, count: u8) {
        for _ in 0..count {
            let Some(Blasted { cell, id, sq }) = self.blasted.pop() else {
                return;
            };
            let owner = owner(cell);
            self.stand(cell, sq);
            self.type_of[usize::from(cell)] = id;
            self.counts[owner][id.index()] += 1;
            self.live[owner] |= 1 << (cell & 63);
        }
    }
}

/// The colour of a piece.
fn owner(cell: Cell) -> Color {
    match cell & color_bit(Color::White) {
        0 => Color::Black,
        _ => Color::White,
    }
}
