//! Variants in which no move may give check, or only moves that mate.

use crate::board::Position;
use crate::movegen::MoveTables;

/// Checks that answer checks are searched to this depth to decide whether a side is mated.
const DEEPEST: u8 = 8;

/// True if the move that led to a position gives a forbidden check. `depth`: the number of checks in a row before this
/// move.
#[inline(never)]
pub(super) fn is_illegal(tables: &MoveTables, pos: &Position, depth: u8) -> bool {
    is_checked(tables, pos)
        && !(tables.variant.rules.mates_are_legal
            && depth < DEEPEST
            && is_mated(tables, pos, depth))
}

/// True if the side to move, in check, has no legal move.
fn is_mated(tables: &MoveTables, pos: &Position, depth: u8) -> bool {
    let mut pos = pos.clone();
    let mut check_info = tables.check_info(&pos);
    check_info.answered = depth + 1;
    let mut moves = Vec::new();
    tables.pseudo_legal(&pos, &mut moves);
    !(moves.into_iter()).any(|mv| tables.is_legal(&mut pos, mv, &check_info))
}

/// True if the side to move is in check, or has lost its royal where captures destroy more than they take.
fn is_checked(tables: &MoveTables, pos: &Position) -> bool {
    pos.royals(pos.side()) != 0 && tables.in_check(pos)
}
