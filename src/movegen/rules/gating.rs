//! Gating: pieces in hand come in on squares that others leave for the first time, by choice or,
//! behind gates, of necessity.

use crate::board::{Castling, Layout, Position};
use crate::movegen::MoveTables;
use crate::types::{Color, Move, Square, TypeId};

impl MoveTables {
    /// True if the side to move could let something in by moves of its pieces, as it chooses.
    #[inline]
    pub(super) fn can_gate(&self, pos: &Position) -> bool {
        !self.variant.rules.gating.types.is_empty() && pos.has_hand(pos.side())
    }

    /// Adds to each move of a virgin piece the same move with a piece from the hand gated in.
    pub(super) fn add_gating(&self, pos: &Position, moves: &mut Vec<Move>, first: usize) {
        let us = pos.side();
        if pos.live(us) == u64::MAX {
            return;
        }
        for i in first..moves.len() {
            let mv = moves[i];
            for &id in &self.variant.rules.gating.types {
                if self.may_gate(pos, us, id, mv.from()) {
                    moves.push(mv.bringing(id));
                }
            }
        }
    }

    /// True if a piece can be let in on a square where a move leaves it room.
    fn may_gate(&self, pos: &Position, us: Color, id: TypeId, sq: Square) -> bool {
        pos.in_hand(us, id) > 0 && self.variant.may_stop(id, sq.file(), sq.rank())
    }

    /// Adds a castling, with all that it may or must let in.
    pub(super) fn add_castling(&self, pos: &Position, castling: &Castling, moves: &mut Vec<Move>) {
        let us = pos.side();
        let mv = Move::new(castling.from, castling.to).as_castling();
        if pos.layout().has_gates() {
            moves.push(through_gates(pos, us, castling, mv));
            return;
        }
        moves.push(mv);
        if pos.live(us) == u64::MAX {
            return;
        }
        for &id in &self.variant.rules.gating.types {
            // castling over one square may leave none of the two free
            if castling.partner_to != castling.from && self.may_gate(pos, us, id, castling.from) {
                moves.push(mv.bringing(id));
            }
            // a partner that is no corner piece may stay, or give way to the mover
            let left = ![castling.to, castling.partner_to].contains(&castling.corner);
            if left && self.may_gate(pos, us, id, castling.corner) {
                moves.push(mv.bringing_at_partner(id));
            }
        }
    }
}

/// Completes the moves of the piece on a square with what waits behind it.
pub(super) fn let_in_waiting(pos: &Position, from: Square, moves: &mut [Move]) {
    if let Some(id) = waiting(pos, pos.side(), from) {
        for mv in moves {
            *mv = mv.bringing(id);
        }
    }
}

/// What waits to come in when a piece leaves a square.
fn waiting(pos: &Position, us: Color, sq: Square) -> Option<TypeId> {
    let mut gates = pos.layout().gates(us);
    let (_, id) = gates.find(|(gate, _)| *gate == sq)?;
    let comes = pos.in_hand(us, id) > 0 && pos.is_virgin(sq) && pos.live(us) != u64::MAX;
    comes.then_some(id)
}

/// A castling with what comes in behind the two pieces, unless one of them is in the way.
fn through_gates(pos: &Position, us: Color, castling: &Castling, mv: Move) -> Move {
    let free = |sq: &Square| ![castling.to, castling.partner_to].contains(sq);
    let behind = |sq: Square| Some(sq).filter(free).and_then(|sq| waiting(pos, us, sq));
    match (behind(castling.from), behind(castling.corner)) {
        (None, None) => mv,
        (Some(id), None) => mv.bringing(id),
        (None, Some(id)) => mv.bringing_at_partner(id),
        // the last slot of a full side is for the first of them
        (Some(id), Some(_)) if (!pos.live(us)).count_ones() < 2 => mv.bringing(id),
        (Some(id), Some(_)) => mv.bringing(id).bringing_two(),
    }
}

/// The squares with which a castling is written that gates a piece on the partner's square: partner
/// takes king. Where it is no choice, castling is written as always.
pub(in crate::movegen) fn partner_form(
    layout: &Layout,
    mv: Move,
    castling: &Castling,
) -> Option<[Square; 2]> {
    let partner = mv.enters_at_partner() && !layout.has_gates();
    partner.then_some([castling.corner, castling.from])
}

/// True if what comes in need not be named, since it is no choice.
pub(in crate::movegen) fn is_unnamed(layout: &Layout) -> bool {
    layout.has_gates()
}
