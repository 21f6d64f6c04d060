//! Putting pieces on the board and removing them, with all sums.

use super::cell::{Cell, EMPTY};
use super::layout::Layout;
use super::state::Board;
use crate::types::{Color, Square, TypeId};

impl Board {
    /// Removes a piece from the board and from all sums.
    #[inline]
    pub(super) fn lift(&mut self, layout: &Layout, color: Color, cell: Cell) {
        let sq = self.square_of[usize::from(cell)];
        let id = self.type_of[usize::from(cell)];
        self.cells_remove(color, cell);
        let number = layout.index.of(sq);
        self.state.occupied[color].remove(number);
        self.state.pawn_squares.remove(number);
        self.account(layout, color, id, sq, -1);
        self.state.royals[color] &= !(1 << (cell & 63));
    }

    /// Puts a piece on an empty square and adds it to all sums.
    #[inline]
    pub(super) fn place(
        &mut self,
        layout: &Layout,
        color: Color,
        cell: Cell,
        id: TypeId,
        sq: Square,
    ) {
        debug_assert!(self.cells[sq.index()] == EMPTY, "{sq:?} is taken");
        self.stand(cell, sq);
        self.enlist(color, cell, id);
        let number = layout.index.of(sq);
        self.state.occupied[color].insert(number);
        if id == TypeId::pawn(color) {
            self.state.pawn_squares.insert(number);
        }
        self.account(layout, color, id, sq, 1);
        self.state.royals[color] |= u64::from(layout.is_royal(id)) << (cell & 63);
    }

    #[inline]
    fn account(&mut self, layout: &Layout, color: Color, id: TypeId, sq: Square, sign: i32) {
        let piece_square = layout.piece_squares(color, id)[sq.index()];
        self.state.key ^= piece_square.key;
        self.state.part_keys[part(color, id)] ^= piece_square.key;
        let positive = (color == Color::White) == (sign > 0);
        if positive {
            self.state.score += piece_square.score;
        } else {
            self.state.score -= piece_square.score;
        }
        self.state.phase += sign * layout.weights.phase[id.index()];
    }

    /// Removes a piece from the lists only.
    #[inline]
    pub(super) fn cells_remove(&mut self, color: Color, cell: Cell) {
        self.cells[self.square_of[usize::from(cell)].index()] = EMPTY;
        self.counts[color][self.type_of[usize::from(cell)].index()] -= 1;
        self.live[color] &= !(1 << (cell & 63));
        self.pawns[color] &= !(1 << (cell & 63));
    }

    /// Adds a piece to the lists only; its square does not change.
    #[inline]
    pub(super) fn enlist(&mut self, color: Color, cell: Cell, id: TypeId) {
        self.type_of[usize::from(cell)] = id;
        self.live[color] |= 1 << (cell & 63);
        self.pawns[color] |= u64::from(id == TypeId::pawn(color)) << (cell & 63);
        self.counts[color][id.index()] += 1;
    }

    #[inline]
    pub(super) fn stand(&mut self, cell: Cell, sq: Square) {
        self.cells[sq.index()] = cell;
        self.square_of[usize::from(cell)] = sq;
    }
}

/// The partial key of a piece.
#[inline]
pub(super) fn part(color: Color, id: TypeId) -> usize {
    if id == TypeId::pawn(color) {
        0
    } else {
        1 + color.index()
    }
}
