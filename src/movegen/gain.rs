//! The material that a move wins at once, before any recapture: the first step of static exchange evaluation.

use crate::board::Position;
use crate::types::{Move, TypeId};

/// The value of destroying a royal: more than all other pieces together.
const ROYAL_WORTH: i32 = 30_000;

/// The material that a capture or promotion wins at once, in the unit of `values`; `None` for quiet moves.
#[inline]
pub fn gain(pos: &Position, values: &[i32], mv: Move) -> Option<i32> {
    if pos.layout().takes_more() {
        return destruction_gain(pos, values, mv);
    }
    plain_gain(pos, values, mv)
}

#[inline(always)]
fn plain_gain(pos: &Position, values: &[i32], mv: Move) -> Option<i32> {
    if !mv.is_special() {
        return (pos.is_capture(mv)).then(|| values[pos.type_on(mv.to()).index()]);
    }
    special_gain(pos, values, mv)
}

/// The gain of moves that have more than an origin and a target.
#[inline(never)]
fn special_gain(pos: &Position, values: &[i32], mv: Move) -> Option<i32> {
    let captured = pos.type_on(pos.captured_square(mv));
    let capture = pos.is_capture(mv);
    if !capture && mv.promotion().is_none() {
        return None;
    }
    let first = (pos.first_captured(mv)).map_or(0, |sq| values[pos.type_on(sq).index()]);
    let taken = if capture { values[captured.index()] } else { 0 };
    let grown = (mv.promotion()).map_or(0, |id| {
        values[id.index()] - values[pos.type_on(mv.from()).index()]
    });
    Some(taken + first + grown)
}

/// The gain where captures explode or pieces burn. The promotion of a pawn that explodes does not count.
#[inline(never)]
fn destruction_gain(pos: &Position, values: &[i32], mv: Move) -> Option<i32> {
    let worth = |id: TypeId| {
        if pos.layout().is_royal(id) {
            ROYAL_WORTH
        } else {
            values[id.index()]
        }
    };
    if pos.layout().has_burning() {
        let plain = plain_gain(pos, values, mv)?;
        return Some(plain + pos.fire_gain(mv, worth).unwrap_or(0));
    }
    pos.layout().destruction_gain(pos, mv, worth).or_else(|| {
        mv.promotion()
            .map(|id| values[id.index()] - values[pos.type_on(mv.from()).index()])
    })
}
