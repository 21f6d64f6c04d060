//! Passing the turn: how often it has been done in a row.

use crate::board::state::Board;
use crate::board::{Layout, Position};
use crate::types::Move;

/// More passes in a row than this are not told apart.
const MOST: u8 = 2;

impl Position {
    /// How many turns have been passed in a row before this one, two at most.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.board.state.passes
    }
}

impl Board {
    /// Counts the passes in a row after a move.
    pub(super) fn count_passes(&mut self, layout: &Layout, mv: Move) {
        let passes = match mv.is_pass() {
            true => MOST.min(self.state.passes + 1),
            false => 0,
        };
        self.set_passes(layout, passes);
    }

    pub(in crate::board) fn set_passes(&mut self, layout: &Layout, passes: u8) {
        let zobrist = &layout.zobrist;
        self.state.key ^= zobrist.passes(self.state.passes) ^ zobrist.passes(passes);
        self.state.passes = passes;
    }
}
