//! Making moves in variants in which checks are counted or limited.

use super::MoveTables;
use crate::board::Position;
use crate::types::Move;

impl MoveTables {
    /// Makes a pseudo-legal move, and counts the check that the move gives, if checks are counted. In other variants
    /// this equals [`Position::make`].
    #[inline]
    pub fn make(&self, pos: &mut Position, mv: Move) {
        pos.make(mv);
        if pos.layout().counts_checks && self.in_check(pos) {
            pos.count_check();
        }
    }
}
