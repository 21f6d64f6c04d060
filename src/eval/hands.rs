//! What the pieces in hand are worth.

use crate::board::Position;
use crate::types::Color;

/// What a piece in hand is worth, as a share of its value.
const HAND_PERCENT: i32 = 90;
/// The same where it can be put on any empty square.
const DROP_PERCENT: i32 = 110;

/// What the pieces in hand are worth, white's minus black's, given the worth of each type.
#[inline]
pub(super) fn score(values: &[i32], pos: &Position) -> i32 {
    let mut sum = 0;
    for color in Color::ALL {
        if pos.has_hand(color) {
            let hand = if pos.layout().drops.is_some() {
                droppable(values, pos, color)
            } else {
                waiting(values, pos, color)
            };
            sum += if color == Color::White { hand } else { -hand };
        }
    }
    sum
}

/// Pieces that can be dropped are worth more than on the board, since they are at once wherever
/// they are needed.
#[inline(never)]
fn droppable(values: &[i32], pos: &Position, color: Color) -> i32 {
    let types = pos.layout().variant.types();
    let sum: i32 = types
        .map(|(id, _)| i32::from(pos.in_hand(color, id)) * values[id.index()])
        .sum();
    sum * DROP_PERCENT / 100
}

/// Others are worth nearly as much as on the board, as long as there are pieces left that can let
/// them in.
#[inline(never)]
fn waiting(values: &[i32], pos: &Position, color: Color) -> i32 {
    pos.waiting(color)
        .map(|(id, count)| count as i32 * values[id.index()] * HAND_PERCENT / 100)
        .sum()
}
