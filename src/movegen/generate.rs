//! Generation of pseudo-legal moves.

use super::MoveTables;
use super::game_end::GameEnd;
use crate::board::position::{EMPTY, color_bit};
use crate::board::{Castling, Position};
use crate::types::{Color, Move, Square, TypeId};

impl MoveTables {
    /// All pseudo-legal moves: legal but for the safety of the mover's own royals and of the
    /// squares that castling passes. None if the game is already decided.
    pub fn pseudo_legal(&self, pos: &Position, moves: &mut Vec<Move>) {
        self.generate::<true, true>(pos, moves);
    }

    /// The pseudo-legal captures and promotions, but for captures that gate.
    pub fn pseudo_captures(&self, pos: &Position, moves: &mut Vec<Move>) {
        self.generate::<true, false>(pos, moves);
    }

    /// All other pseudo-legal moves.
    pub fn pseudo_quiets(&self, pos: &Position, moves: &mut Vec<Move>) {
        self.generate::<false, true>(pos, moves);
    }

    /// True if a move that came from elsewhere is pseudo-legal; `buffer` is room to find out. The
    /// game must not be decided.
    pub fn is_pseudo_legal(&self, pos: &Position, mv: Move, buffer: &mut Vec<Move>) -> bool {
        if let Some(id) = mv.dropped() {
            return self.is_pseudo_drop(pos, id, mv.to());
        }
        if pos.cell(mv.from()) & color_bit(pos.side()) == 0 {
            return false;
        }
        buffer.clear();
        if mv.castling().is_some() {
            self.castling_moves(pos, pos.side(), buffer);
        } else {
            let id = pos.type_on(mv.from());
            self.piece_moves::<true, true>(pos, mv.from(), id, buffer);
        }
        buffer.contains(&mv)
    }

    fn generate<const C: bool, const Q: bool>(&self, pos: &Position, moves: &mut Vec<Move>) {
        if self.game_end(pos).is_some_and(GameEnd::is_decisive) {
            return;
        }
        let us = pos.side();
        for (from, id) in pos.pieces(us) {
            self.piece_moves::<C, Q>(pos, from, id, moves);
        }
        if Q {
            self.castling_moves(pos, us, moves);
            if self.drops {
                self.drop_moves(pos, us, moves);
            }
        }
    }

    /// The moves of one piece of the side to move, castling apart.
    #[inline]
    pub(super) fn piece_moves<const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        from: Square,
        id: TypeId,
        moves: &mut Vec<Move>,
    ) {
        let us = pos.side();
        let first = moves.len();
        let entry = self.entry(id, from);
        let gates =
            Q && self.gates && pos.has_hand(us) && id != TypeId::pawn(us) && pos.is_virgin(from);
        if gates {
            self.emit::<_, true, true>(pos, from, id, entry, moves);
        } else {
            self.emit::<_, C, Q>(pos, from, id, entry, moves);
        }
        if entry.duplicates {
            remove_duplicates(moves, first);
        }
        if self.revised {
            self.revise(pos, us, from, moves, first);
        }
        if gates {
            self.add_gating(pos, us, moves, first);
            if !C {
                let mut i = first;
                while let Some(mv) = moves.get(i) {
                    if mv.gated().is_none() && pos.cell(mv.to()) != EMPTY {
                        moves.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
            }
        }
    }

    /// What the moves of one piece from index `first` on still need in games of two boards or with
    /// gates.
    #[inline(never)]
    fn revise(&self, pos: &Position, us: Color, from: Square, moves: &mut Vec<Move>, first: usize) {
        if self.two_boards {
            passing_to_other_board(pos, moves, first);
        } else if let Some(id) = waiting(pos, us, from) {
            for mv in &mut moves[first..] {
                *mv = mv.gating(id);
            }
        }
    }

    /// Adds to each move of a virgin piece the same move with a piece from the hand gated in.
    fn add_gating(&self, pos: &Position, us: Color, moves: &mut Vec<Move>, first: usize) {
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

    /// True if a piece can be let in on a square where a move leaves it room.
    fn may_gate(&self, pos: &Position, us: Color, id: TypeId, sq: Square) -> bool {
        pos.in_hand(us, id) > 0 && self.variant.may_stop(id, sq.file(), sq.rank())
    }

    pub(super) fn castling_moves(&self, pos: &Position, us: Color, moves: &mut Vec<Move>) {
        let free = |sq: Square| !self.two_boards || pos.cell(sq.on_other_board()) == EMPTY;
        for castling in &pos.layout().castlings[us] {
            let ready = pos.is_virgin(castling.from)
                && pos.is_virgin(castling.corner)
                && castling.empty.iter().all(|&sq| pos.cell(sq) == EMPTY)
                && free(castling.to)
                && free(castling.partner_to);
            if !ready {
                continue;
            }
            let mv = Move::new(castling.from, castling.to).as_castling();
            if pos.layout().has_gates() {
                moves.push(through_gates(pos, us, castling, mv));
                continue;
            }
            moves.push(mv);
            if pos.live(us) == u64::MAX {
                continue;
            }
            for &id in &self.variant.rules.gating.types {
                // castling over one square may leave none of the two free
                if castling.partner_to != castling.from && self.may_gate(pos, us, id, castling.from)
                {
                    moves.push(mv.gating(id));
                }
                // a partner that is no corner piece may stay, or give way to the mover
                let left = ![castling.to, castling.partner_to].contains(&castling.corner);
                if left && self.may_gate(pos, us, id, castling.corner) {
                    moves.push(mv.gating_at_partner(id));
                }
            }
        }
    }
}

/// What waits to come in when a piece leaves a square.
fn waiting(pos: &Position, us: Color, sq: Square) -> Option<TypeId> {
    let gates = pos.layout().gates(us);
    let &(_, id) = gates.iter().find(|(gate, _)| *gate == sq)?;
    let comes = pos.in_hand(us, id) > 0 && pos.is_virgin(sq) && pos.live(us) != u64::MAX;
    comes.then_some(id)
}

/// A castling with what comes in behind the two pieces, unless one of them is in the way.
fn through_gates(pos: &Position, us: Color, castling: &Castling, mv: Move) -> Move {
    let free = |sq: &Square| ![castling.to, castling.partner_to].contains(sq);
    let behind = |sq: Square| Some(sq).filter(free).and_then(|sq| waiting(pos, us, sq));
    match (behind(castling.from), behind(castling.corner)) {
        (None, None) => mv,
        (Some(id), None) => mv.gating(id),
        (None, Some(id)) => mv.gating_at_partner(id),
        // the last slot of a full side is for the first of them
        (Some(id), Some(_)) if (!pos.live(us)).count_ones() < 2 => mv.gating(id),
        (Some(id), Some(_)) => mv.gating(id).opening_both_gates(),
    }
}

/// Removes moves from index `first` on that find the square of the other board taken.
#[inline(never)]
fn passing_to_other_board(pos: &Position, moves: &mut Vec<Move>, first: usize) {
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

/// Removes moves that occur twice among those from index `first` on.
fn remove_duplicates(moves: &mut Vec<Move>, first: usize) {
    let mut kept = first;
    for i in first..moves.len() {
        let mv = moves[i];
        let what = |mv: Move| (mv.to(), mv.promotion(), mv.is_en_passant());
        let same = |other: &Move| what(*other) == what(mv);
        if !moves[first..kept].iter().any(same) {
            moves[kept] = mv;
            kept += 1;
        }
    }
    moves.truncate(kept);
}
