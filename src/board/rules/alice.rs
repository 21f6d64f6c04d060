//! The second board of games where every move goes on to the other one.

use crate::board::cell::EMPTY;
use crate::board::state::Board;
use crate::board::{Layout, Position};
use crate::types::{Color, Move, Square};

/// Where the pieces of a move arrive, castling partner included.
fn arrivals(layout: &Layout, us: Color, mv: Move) -> [Option<Square>; 2] {
    let partner = layout.castling(us, mv).map(|castling| castling.partner_to);
    [Some(mv.to()), partner]
}

impl Layout {
    /// True if the game has a second board that every move leads to.
    #[inline]
    pub fn has_two_boards(&self) -> bool {
        self.variant.has_two_boards()
    }

    /// The square that shares its place in a diagram with this one, and where moves end that lead
    /// here: the square itself if there is one board.
    pub fn twin(&self, sq: Square) -> Square {
        if self.has_two_boards() {
            sq.on_other_board()
        } else {
            sq
        }
    }

    /// What a piece with that letter is called where a move takes it, upper case.
    pub fn letter_after(&self, mv: Move, letter: char) -> char {
        self.variant.letter_on(letter, self.twin(mv.to()).file())
    }
}

impl Position {
    /// The square of the two boards on which the piece stands that a diagram shows on `sq`; the
    /// square itself if there is one board, or no piece.
    pub fn occupied(&self, sq: Square) -> Square {
        let layout = self.layout();
        if layout.has_two_boards() && self.cell(sq) == 0 && self.cell(sq.on_other_board()) != 0 {
            return sq.on_other_board();
        }
        sq
    }
}

impl Board {
    /// Moves what the move just made has moved to the other board.
    pub(super) fn go_to_other_board(&mut self, layout: &Layout, mv: Move) {
        let us = self.side.other();
        for sq in arrivals(layout, us, mv).into_iter().flatten() {
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

    /// Takes back the way of a move to the other board.
    pub(super) fn come_back(&mut self, layout: &Layout, us: Color, mv: Move) {
        for sq in arrivals(layout, us, mv).into_iter().flatten() {
            let there = sq.on_other_board();
            let cell = self.cells[there.index()];
            self.cells[there.index()] = EMPTY;
            self.stand(cell, sq);
        }
    }
}
