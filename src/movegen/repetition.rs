//! Perpetual check and perpetual chase: which side is to blame for a repetition.
//!
//! The rules are those of XBoard for Xiangqi. A side that gave check with every move since the last occurrence of the
//! position loses, unless the other side did the same. If neither side did, a side that attacked the same piece with
//! every move loses, again unless both sides did:
//!
//! - an attack counts if the move made it: the capture is legal now, but was not possible before the move, nor from
//!   the mover's origin;
//! - pawns and royals may always attack, and pawns on their own half of the board may be attacked;
//! - a protected piece is not chased, unless the rules say that its attacker always chases it; a piece that could
//!   capture an attacker of its own type is not chased either.
//!
//! If a move attacks and gives check at once, pins are ignored when testing whether the attacked piece is
//! protected. Finer points of the Asian rules are not covered.

use super::MoveTables;
use crate::board::Position;
use crate::types::{Color, Move, Square, TypeId};
use crate::variant::Royalty;

/// Why a repetition is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perpetual {
    /// Check with every move.
    Check,
    /// An attack on the same piece with every move.
    Chase,
}

/// The verdict on a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// No side is to blame, or both are.
    Draw,
    /// The side that has just moved must stop.
    MoverForfeits(Perpetual),
    /// The side to move is to blame, but it has not repeated the position yet.
    Open,
}

impl MoveTables {
    /// Judges a repetition of the position `plies` plies ago (an even number, at most the number of moves
    /// made). The position is unchanged afterwards.
    pub fn recurrence(&self, pos: &mut Position, plies: usize) -> Recurrence {
        let rules = &self.variant.rules.repetition;
        if !rules.perpetual_check_loses && !rules.perpetual_chase_loses {
            return Recurrence::Draw;
        }
        let moves = rewind(pos, plies);
        let mut checks = [true; 2];
        for (i, &mv) in moves.iter().enumerate() {
            self.replay(pos, mv);
            checks[i & 1] &= self.in_check(pos);
        }
        if moves.is_empty() || moves.contains(&Move::NONE) {
            return Recurrence::Draw;
        }
        match checks {
            // the side that has just moved made the second move, the fourth, ...
            [false, true] if rules.perpetual_check_loses => {
                Recurrence::MoverForfeits(Perpetual::Check)
            }
            [true, false] if rules.perpetual_check_loses => Recurrence::Open,
            [false, false] if rules.perpetual_chase_loses => match self.chases(pos, moves.len()) {
                [false, true] => Recurrence::MoverForfeits(Perpetual::Chase),
                [true, false] => Recurrence::Open,
                _ => Recurrence::Draw,
            },
            _ => Recurrence::Draw,
        }
    }

    /// The plies since the last capture or pawn move, without checks and their answers. The position is
    /// unchanged afterwards.
    pub fn plies_without_checks(&self, pos: &mut Position) -> u32 {
        let clock = pos.rule_clock();
        let moves = rewind(pos, clock as usize);
        let mut before = self.in_check(pos);
        let mut checks = u32::from(before);
        for mv in moves {
            self.replay(pos, mv);
            let now = self.in_check(pos);
            checks += u32::from(now || before);
            before = now;
        }
        clock.saturating_sub(checks)
    }

    /// Whether each side attacked the same piece with each of its last moves: first the side to move, then the other
    /// side.
    fn chases(&self, pos: &mut Position, plies: usize) -> [bool; 2] {
        let moves = rewind(pos, plies);
        let mut chased_squares: [Option<Vec<Square>>; 2] = [None, None];
        for (i, &mv) in moves.iter().enumerate() {
            let (us, them) = (i & 1, i & 1 ^ 1);
            let chased = if chased_squares[us].as_ref().is_some_and(Vec::is_empty) {
                self.replay(pos, mv);
                Vec::new()
            } else {
                self.chased_by(pos, mv)
            };
            chased_squares[us] = Some(match chased_squares[us].take() {
                None => chased,
                Some(mut known) => {
                    known.retain(|sq| chased.contains(sq));
                    known
                }
            });
            for sq in chased_squares[them].iter_mut().flatten() {
                if *sq == mv.from() {
                    *sq = mv.to();
                }
            }
        }
        chased_squares
            .map(|chased_squares| chased_squares.is_some_and(|squares| !squares.is_empty()))
    }

    /// Makes a move, and returns the squares of the pieces that it chases.
    fn chased_by(&self, pos: &mut Position, mv: Move) -> Vec<Square> {
        let us = pos.side();
        let before = self.attacks(pos);
        self.replay(pos, mv);
        pos.make_null();
        let after = self.attacks(pos);
        pos.unmake();
        let is_new = |attack: &&Move| {
            let same = |old: &Move| {
                let from = if old.from() == mv.from() {
                    mv.to()
                } else {
                    old.from()
                };
                (from, old.to()) == (attack.from(), attack.to())
            };
            !before.iter().any(same)
        };
        let mut chased: Vec<Square> = Vec::new();
        for attack in after.iter().filter(is_new) {
            if !chased.contains(&attack.to()) && self.is_chase(pos, us, *attack) {
                chased.push(attack.to());
            }
        }
        chased
    }

    /// The captures of the side to move that count as attacks: the legal captures, or in check all captures.
    fn attacks(&self, pos: &mut Position) -> Vec<Move> {
        let check_info = self.check_info(pos);
        let mut moves = Vec::new();
        self.pseudo_captures(pos, &mut moves);
        moves.retain(|&mv| {
            pos.piece_on(mv.to()).is_some()
                && (check_info.in_check || self.is_legal(pos, mv, &check_info))
        });
        moves
    }

    /// True if an attack by `by`, which has just moved, is a chase.
    fn is_chase(&self, pos: &mut Position, by: Color, attack: Move) -> bool {
        let (hunter, victim) = (pos.type_on(attack.from()), pos.type_on(attack.to()));
        let royal = |id: TypeId| self.royal_kinds[id.index()] != Royalty::None;
        let them = by.other();
        let at_home = match them {
            Color::White => attack.to().rank() < pos.layout().ranks / 2,
            Color::Black => attack.to().rank() >= pos.layout().ranks / 2,
        };
        if hunter == TypeId::pawn(by)
            || royal(hunter)
            || royal(victim)
            || victim == TypeId::pawn(them) && at_home
        {
            return false;
        }
        let v = &self.variant;
        if v.rules.repetition.always_chased.contains(&(hunter, victim)) {
            return true;
        }
        let alike = v.piece(hunter).letter == v.piece(victim).letter;
        let back = |mv: &Move| (mv.from(), mv.to()) == (attack.to(), attack.from());
        if alike && self.legal(pos).iter().any(back) {
            return false;
        }
        let in_check = self.in_check(pos);
        pos.make_null();
        self.make(pos, attack);
        let is_protected = self.can_recapture(pos, attack.to(), in_check);
        pos.unmake();
        pos.unmake();
        !is_protected
    }

    /// Makes a move or a pass that was taken back.
    fn replay(&self, pos: &mut Position, mv: Move) {
        if mv == Move::NONE {
            pos.make_null();
        } else {
            self.make(pos, mv);
        }
    }

    /// True if the side to move can capture on the square; check is ignored if it was in check before.
    fn can_recapture(&self, pos: &mut Position, target: Square, was_in_check: bool) -> bool {
        let check_info = self.check_info(pos);
        let mut moves = Vec::new();
        self.pseudo_captures(pos, &mut moves);
        moves.into_iter().filter(|mv| mv.to() == target).any(|mv| {
            let royal = self.royal_kinds[pos.type_on(mv.from()).index()] != Royalty::None;
            was_in_check && !royal || self.is_legal(pos, mv, &check_info)
        })
    }
}

/// Takes back moves, and returns them in order.
fn rewind(pos: &mut Position, plies: usize) -> Vec<Move> {
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies.min(pos.ply()) {
        moves.extend(pos.last_move());
        pos.unmake();
    }
    moves.reverse();
    moves
}
