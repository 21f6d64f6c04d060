//! Gating: pieces in hand enter on squares that other pieces leave for the first time. This is optional, or forced if
//! a piece waits at that square.

use crate::board::{Castling, Layout, Position};
use crate::movegen::MoveTables;
use crate::types::{Color, Move, Square, TypeId};

impl MoveTables {
    /// True if the side to move could gate a piece by choice.
    #[inline]
    pub(super) fn can_gate(&self, pos: &Position) -> bool {
        !self.variant.rules.gating.types.is_empty() && pos.has_hand(pos.side())
    }

    /// Adds the moves of a virgin piece once more with each piece that can be gated.
    pub(super) fn add_gating(&self, pos: &Position, moves: &mut Vec<Move>, first: usize) {
        let us = pos.side();
        if pos.live(us) == u64::MAX {
            return;
        }
        for i in first..moves.len() {
            let mv = moves[i];
            for &id in &self.variant.rules.gating.types {
                if self.may_gate(pos, us, id, mv.from()) {
                    moves.push(mv.gating(id));
                }
            }
        }
    }

    /// True if a piece can be gated on the square that a move leaves.
    fn may_gate(&self, pos: &Position, us: Color, id: TypeId, sq: Square) -> bool {
        pos.in_hand(us, id) > 0 && self.variant.may_stop(id, sq.file(), sq.rank())
    }

    /// Adds a castling, with all optional and forced gating.
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
            // castling over one square may leave neither square empty
            if castling.partner_to != castling.from && self.may_gate(pos, us, id, castling.from) {
                moves.push(mv.gating(id));
            }
            // a partner other than a corner piece may stay where it is, or leave its square to the mover
            let left = ![castling.to, castling.partner_to].contains(&castling.corner);
            if left && self.may_gate(pos, us, id, castling.corner) {
                moves.push(mv.gating_at_partner(id));
            }
        }
    }
}

/// Adds forced gating to the moves of the piece on a square.
pub(super) fn let_in_waiting(pos: &Position, from: Square, moves: &mut [Move]) {
    if let Some(id) = waiting(pos, pos.side(), from) {
        for mv in moves {
            *mv = mv.gating(id);
        }
    }
}

/// The waiting piece that enters when this square is left.
fn waiting(pos: &Position, us: Color, sq: Square) -> Option<TypeId> {
    let mut gates = pos.layout().gates(us);
    let (_, id) = gates.find(|(gate, _)| *gate == sq)?;
    let comes = pos.in_hand(us, id) > 0 && pos.is_virgin(sq) && pos.live(us) != u64::MAX;
    comes.then_some(id)
}

/// A castling with the pieces that wait behind mover and partner, unless the square where they enter is taken.
fn through_gates(pos: &Position, us: Color, castling: &Castling, mv: Move) -> Move {
    let free = |sq: &Square| ![castling.to, castling.partner_to].contains(sq);
    let behind = |sq: Square| Some(sq).filter(free).and_then(|sq| waiting(pos, us, sq));
    match (behind(castling.from), behind(castling.corner)) {
        (None, None) => mv,
        (Some(id), None) => mv.gating(id),
        (None, Some(id)) => mv.gating_at_partner(id),
        // with one free slot, only the first waiting piece enters
        (Some(id), Some(_)) if (!pos.live(us)).count_ones() < 2 => mv.gating(id),
        (Some(id), Some(_)) => mv.gating(id).gating_two(),
    }
}

/// The squares with which a castling is written that gates on the partner's square: partner takes king. Castling with
/// forced gating is written as normal castling.
pub(in crate::movegen) fn partner_form(
    layout: &Layout,
    mv: Move,
    castling: &Castling,
) -> Option<[Square; 2]> {
    let partner = mv.gates_at_partner() && !layout.has_gates();
    partner.then_some([castling.corner, castling.from])
}
