//! The second board of variants where every move ends on the other board.

use crate::board::cell::EMPTY;
use crate::board::state::Board;
use crate::board::{Layout, Position};
use crate::types::{Color, Move, Square};

impl Layout {
    /// True if there is a second board.
    #[inline]
    pub fn has_two_boards(&self) -> bool {
        self.variant.has_two_boards()
    }

    /// The corresponding square of the other board, where moves to this square end; with one board, the square itself.
    pub fn twin(&self, sq: Square) -> Square {
        if self.has_two_boards() {
            sq.on_other_board()
        } else {
            sq
        }
    }

    /// The letter of a piece on the board where a move takes it, upper case.
    pub fn letter_after(&self, mv: Move, letter: char) -> char {
        self.variant.letter_on(letter, self.twin(mv.to()).file())
    }
}

impl Position {
    /// The square of the piece that a diagram shows on `sq`, on either board; the square itself with one board or
    /// without a piece.
    pub fn occupied(&self, sq: Square) -> Square {
        let layout = self.layout();
        if layout.has_two_boards() && self.cell(sq) == 0 && self.cell(sq.on_other_board()) != 0 {
            return sq.on_other_board();
        }
        sq
    }
}

impl Board {
    /// Moves the pieces of the last move to the other board.
    pub(super) fn go_to_other_board(&mut self, layout: &Layout, mv: Move) {
        let us = self.side.other();
        for sq in layout.arrivals(us, mv) {
            let cell = self.cells[sq.index()];
            let id = self.type_of[usize::from(cell)];
            self.lift(layout, us, cell);
            self.place(layout, us, cell, id, sq.on_other_board());
        }
        let passed = &mut self.state.en_passant;
        if passed.count > 0 {
            passed.victim = passed.victim.on_other_board();
        }
    }

    /// Undoes the change of boards.
    pub(super) fn come_back(&mut self, layout: &Layout, us: Color, mv: Move) {
        for sq in layout.arrivals(us, mv) {
            let there = sq.on_other_board();
            let cell = self.cells[there.index()];
            self.cells[there.index()] = EMPTY;
            self.stand(cell, sq);
        }
    }
}
