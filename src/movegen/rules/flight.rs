//! Royals that may not run from a check, but capture the only piece that gives it.

use crate::board::Position;
use crate::movegen::{CheckInfo, MoveTables};
use crate::types::Move;

impl MoveTables {
    /// True if a move is one of a royal in check that it is not allowed, where it may not run away.
    #[inline(never)]
    pub(in crate::movegen) fn runs_away(
        &self,
        pos: &mut Position,
        mv: Move,
        check_info: &CheckInfo,
    ) -> bool {
        let royal = mv.dropped().is_none() && pos.layout().is_royal(pos.mover(mv));
        if !check_info.in_check || !royal {
            return false;
        }
        if !pos.is_capture(mv) {
            return true;
        }
        let them = pos.side().other();
        // if another piece gives check as well, it still sees the square that the royal has left
        pos.make(mv);
        let checked = self.attacked(pos, mv.from(), them);
        pos.unmake();
        checked
    }
}
