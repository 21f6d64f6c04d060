//! Who is to blame when a position comes back: perpetual check and perpetual chase.
//!
//! The rules are those by which XBoard judges games of Xiangqi. A side that gave check with every
//! move since the position stood on the board before has lost, unless the other side did the same.
//! If neither did, a side has lost that attacked the same piece with every move, again unless both
//! did:
//!
//! - an attack counts if the move made it: by a capture that is legal now, and was not possible
//!   before, nor from where the mover came;
//! - pawns and royals may attack for ever, and pawns on their own half of the board be attacked;
//! - a piece that can be recaptured is not chased, unless the rules say that its attacker always
//!   chases it; nor is one that could take an attacker of its own kind.
//!
//! Where a move attacks and gives check at once, pins are not looked at when it is asked whether
//! the attacked piece is protected. Finer points of the Asian rules are not decided here.

use super::MoveTables;
use crate::board::Position;
use crate::types::{Color, Move, Square, TypeId};
use crate::variant::Royalty;

/// What forces the other side without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perpetual {
    /// Check with every move.
    Check,
    /// An attack on the same piece with every move.
    Chase,
}

/// What it means that a position has come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// Nobody is to blame, or both sides are.
    Draw,
    /// The side that has just moved must not do so for ever.
    MoverForfeits(Perpetual),
    /// The side to move must not go on like that, but it is not done with it yet.
    Open,
}

impl MoveTables {
    /// Judges that the position stood on the board so many plies ago (an even number, not more than
    /// have been made). The position is the same afterwards.
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
            // the side that has just moved made the second move of the two, the fourth, ...
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

    /// The plies since the last capture or pawn move without checks and the answers to them. The
    /// position is the same afterwards.
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

    /// Who attacked the same piece with every move of the last ones: those of the side to move,
    /// then those of the other.
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

    /// Makes a move, and tells where the pieces stand that it chases.
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

    /// The captures of the side to move that can be attacks: legal ones, or if it is in check, all.
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

    /// True if an attack of `by`, whose turn is over, is a chase.
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

    /// Makes a move again, or passes the turn again.
    fn replay(&self, pos: &mut Position, mv: Move) {
        if mv == Move::NONE {
            pos.make_null();
        } else {
            self.make(pos, mv);
        }
    }

    /// True if the side to move can capture on the square; whether it is in check does not matter
    /// if it was in check before.
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

/// Takes back so many moves, and returns them in their order.
fn rewind(pos: &mut Position, plies: usize) -> Vec<Move> {
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies.min(pos.ply()) {
        moves.extend(pos.last_move());
        pos.unmake();
    }
    moves.reverse();
    moves
}
