//! Lazy evaluation: positions far outside the window do not need all terms.

/// Expected upper bound on the terms that are counted on the board, centipawns.
const MARGIN: i32 = 230;

/// True if a value without the terms counted on the board is far enough outside the window, even if further terms add
/// up to `more` centipawns.
#[inline]
pub(super) fn is_enough(value: i32, more: i32, alpha: i32, beta: i32) -> bool {
    let margin = MARGIN + more;
    value + margin <= alpha || value - margin >= beta
}
