//! Lazy evaluation: positions so far outside the window that the terms need not be counted.

/// How much the terms counted on the board are taken to amount to at most, centipawns.
const MARGIN: i32 = 230;

/// True if a value without these terms is enough for the window, and without something else that is
/// hardly ever more than `more` centipawns.
#[inline]
pub(super) fn is_enough(value: i32, more: i32, alpha: i32, beta: i32) -> bool {
    let margin = MARGIN + more;
    value + margin <= alpha || value - margin >= beta
}
