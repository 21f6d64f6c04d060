//! Royals that may not move out of check, but may capture the only checking piece.

use crate::board::Position;
use crate::movegen::{CheckInfo, MoveTables};
use crate::types::Move;

impl MoveTables {
    /// True if a royal moves out of check by a move that is forbidden because it may not run away.
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
        // a second checker still attacks the square that the royal has left
        pos.make(mv);
        let checked = self.attacked(pos, mv.from(), them);
        pos.unmake();
        checked
    }
}
