//! Games in which no move may give check.

use crate::board::Position;
use crate::movegen::MoveTables;

/// True if the side to move is in check; where captures destroy more than they take, it may have
/// lost its royal instead.
#[inline(never)]
pub(super) fn is_checked(tables: &MoveTables, pos: &Position) -> bool {
    pos.royals(pos.side()) != 0 && tables.in_check(pos)
}
