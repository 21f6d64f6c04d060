//! Alice Chess: every move goes on to the same square of another board.

use crate::board::position::EMPTY;
use crate::board::{Castling, Position};
use crate::movegen::MoveTables;
use crate::types::Move;

/// Removes moves from index `first` on that find the square beyond the looking glass taken.
#[inline(never)]
pub(super) fn keep_passing(pos: &Position, moves: &mut Vec<Move>, first: usize) {
    let mut kept = first;
    for i in first..moves.len() {
        let mv = moves[i];
        if pos.cell(mv.to().on_other_board()) == EMPTY {
            moves[kept] = mv;
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// True if the two pieces find their squares on the other board free.
pub(super) fn can_castle(pos: &Position, castling: &Castling) -> bool {
    let squares = [castling.to, castling.partner_to];
    squares
        .iter()
        .all(|sq| pos.cell(sq.on_other_board()) == EMPTY)
}

/// True if a royal could be captured where it arrives: it must be safe there as well as on the
/// other board.
pub(super) fn is_royal_met(tables: &MoveTables, pos: &mut Position, mv: Move) -> bool {
    let them = pos.side().other();
    tables.royal_kinds[pos.type_on(mv.from()).index()].is_royal()
        && pos.without(mv.from(), |pos| tables.attacked(pos, mv.to(), them))
}
