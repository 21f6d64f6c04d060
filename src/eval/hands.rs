//! Pieces in hand.

use crate::board::Position;
use crate::types::{Color, TypeId};

/// Value in percent of a piece in hand that can only be gated.
const HAND_PERCENT: i64 = 90;
/// Value in percent of a piece in hand that can be dropped on any empty square.
const DROP_PERCENT: i64 = 110;

/// The score of the pieces in hand from white's point of view.
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
            sum += color.for_white(hand);
        }
    }
    sum
}

/// The value of pieces that can be dropped: more than on the board, because they appear where they are needed.
#[inline(never)]
fn droppable(values: &[i32], pos: &Position, color: Color) -> i32 {
    let types = pos.layout().variant.types();
    let sum: i64 = types
        .map(|(id, _)| i64::from(pos.in_hand(color, id)) * i64::from(values[id.index()]))
        .sum();
    (sum * DROP_PERCENT / 100) as i32
}

/// The value of other pieces: nearly as much as on the board, as long as pieces are left that can gate them.
#[inline(never)]
fn waiting(values: &[i32], pos: &Position, color: Color) -> i32 {
    let worth = |(id, count): (TypeId, usize)| {
        count as i64 * i64::from(values[id.index()]) * HAND_PERCENT / 100
    };
    pos.waiting(color).map(worth).sum::<i64>() as i32
}
