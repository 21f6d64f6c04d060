//! Making moves in games where it matters whether they give check.

use super::MoveTables;
use crate::board::Position;
use crate::types::Move;

impl MoveTables {
    /// Makes a move that is at least pseudo-legal, and counts the check that it gives where checks
    /// are counted. In other games [`Position::make`] does the same.
    #[inline]
    pub fn make(&self, pos: &mut Position, mv: Move) {
        pos.make(mv);
        if pos.layout().counts_checks && self.in_check(pos) {
            pos.count_check();
        }
    }
}
