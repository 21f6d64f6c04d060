//! Which pseudo-legal moves are legal.

use super::MoveTables;
use crate::board::{Move, Position, Square};

/// What is known about a position that settles the legality of most moves without trying them.
#[derive(Clone, Copy, Debug)]
pub struct Legality {
    /// The side to move is in check.
    pub in_check: bool,
    /// Where the only royal stands, if moves of other pieces off its lines need no test.
    safe_royal: Option<Square>,
}

impl MoveTables {
    /// Looks at the royals of the side to move once, for all its moves.
    pub fn legality(&self, pos: &Position) -> Legality {
        let us = pos.side();
        let in_check = self.in_check(pos);
        let royals = pos.royals(us);
        let odd_enemy = self.odd_types != 0
            && pos
                .pieces(us.other())
                .any(|(_, id)| self.odd_types >> id.0 & 1 != 0);
        let simple = !in_check && royals.count_ones() == 1 && !odd_enemy;
        let safe_royal = if simple {
            pos.pieces_in(us, royals).next().map(|(sq, _)| sq)
        } else {
            None
        };
        Legality {
            in_check,
            safe_royal,
        }
    }

    /// True if a pseudo-legal move is legal.
    pub fn is_legal(&self, pos: &mut Position, mv: Move, known: &Legality) -> bool {
        if let Some(royal) = known.safe_royal
            && mv.from() != royal
            && (!mv.is_special() || mv.promotion().is_some() || mv.is_push())
            && !mv.is_en_passant()
            && mv
                .promotion()
                .is_none_or(|id| !self.royal_kinds[id.index()].is_royal())
            && self.ride_attackers[mv.from().displacement(royal)].len == 0
        {
            return true;
        }
        let us = pos.side();
        if mv.is_first_move()
            && known.in_check
            && self.variant.rules.no_royal_leap_in_check
            && self.royal_kinds[pos.type_on(mv.from()).index()].is_royal()
        {
            return false;
        }
        if let Some(index) = mv.castling() {
            let castling = &pos.layout().castlings[us.index()][index];
            if castling
                .safe
                .iter()
                .any(|&sq| self.attacked(pos, sq, us.other()))
            {
                return false;
            }
        }
        pos.make(mv);
        let legal = self.royals_safe(pos, us);
        pos.unmake();
        legal
    }

    /// All legal moves.
    pub fn legal(&self, pos: &mut Position) -> Vec<Move> {
        let known = self.legality(pos);
        let mut moves = Vec::new();
        self.pseudo_legal(pos, &mut moves);
        moves.retain(|&mv| self.is_legal(pos, mv, &known));
        moves
    }
}
