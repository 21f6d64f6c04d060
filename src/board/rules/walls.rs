//! Walls: squares that moves close for both sides.

use crate::board::cell::{EMPTY, WALL};
use crate::board::state::Board;
use crate::board::{Layout, Position};
use crate::types::Square;
use crate::variant::rules::walls::Where;

impl Layout {
    /// True if the variant has a single wall, which every move moves.
    pub(in crate::board) fn has_one_wall(&self) -> bool {
        let walls = self.variant.rules.walls.as_ref();
        walls.is_some_and(|walls| walls.place == Where::Elsewhere)
    }
}

impl Position {
    /// The change of the key when a wall is put on a square, including the wall that it replaces.
    #[inline(never)]
    pub(in crate::board) fn key_of_wall(&self, sq: Square) -> u64 {
        let zobrist = &self.layout.zobrist;
        let gone = self.board.state.wall.filter(|_| self.layout.has_one_wall());
        zobrist.wall(sq) ^ gone.map_or(0, |gone| zobrist.wall(gone))
    }

    /// The squares with walls.
    pub fn walls(&self) -> impl Iterator<Item = Square> + '_ {
        let squares = self.layout().squares();
        squares.filter(|&sq| self.cell(sq) == WALL)
    }
}

impl Board {
    /// Puts a wall after a move. If the variant has only one wall, the previous wall is removed.
    pub(super) fn set_up_wall(&mut self, layout: &Layout, sq: Square) {
        if let Some(before) = self.state.wall.filter(|_| layout.has_one_wall()) {
            self.change_wall(layout, before, false);
        }
        self.add_wall(layout, sq);
        if self.state.en_passant.squares().contains(&sq) {
            // a square that a pawn has just passed is closed
            self.clear_en_passant(layout);
        }
    }

    /// Puts a further wall on an empty square.
    pub(in crate::board) fn add_wall(&mut self, layout: &Layout, sq: Square) {
        self.change_wall(layout, sq, true);
        self.state.wall = Some(sq);
    }

    /// Puts or removes a wall.
    fn change_wall(&mut self, layout: &Layout, sq: Square, stands: bool) {
        debug_assert!(self.cells[sq.index()] == if stands { EMPTY } else { WALL });
        self.put_wall(layout, sq, stands);
        self.state.key ^= layout.zobrist.wall(sq);
    }

    /// Undoes the wall of a move, before the move itself; the key comes from the saved state.
    pub(super) fn take_wall_down(&mut self, layout: &Layout, sq: Square) {
        self.put_wall(layout, sq, false);
        let before = self.states.last().and_then(|state| state.wall);
        if let Some(before) = before.filter(|_| layout.has_one_wall()) {
            self.put_wall(layout, before, true);
        }
    }

    /// Puts or removes a wall on the board alone, without the key.
    pub(super) fn put_wall(&mut self, layout: &Layout, sq: Square, stands: bool) {
        let number = layout.index.of(sq);
        if stands {
            self.cells[sq.index()] = WALL;
            self.walls.insert(number);
        } else {
            self.cells[sq.index()] = EMPTY;
            self.walls.remove(number);
        }
    }
}
