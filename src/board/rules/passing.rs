//! Passes in a row.

use crate::board::state::Board;
use crate::board::{Layout, Position};
use crate::types::Move;

/// Larger numbers of passes in a row are stored as this number.
const MOST: u8 = 2;

impl Position {
    /// Passes in a row before this turn, at most two.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.board.state.passes
    }
}

impl Board {
    /// Counts the passes in a row after a move.
    pub(super) fn count_passes(&mut self, layout: &Layout, mv: Move) {
        let passes = if mv.is_pass() {
            MOST.min(self.state.passes + 1)
        } else {
            0
        };
        self.set_passes(layout, passes);
    }

    pub(in crate::board) fn set_passes(&mut self, layout: &Layout, passes: u8) {
        let zobrist = &layout.zobrist;
        self.state.key ^= zobrist.passes(self.state.passes) ^ zobrist.passes(passes);
        self.state.passes = passes;
    }
}
