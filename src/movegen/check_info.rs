//! What one look from a royal tells: who gives check, which pieces are pinned, and what answers a
//! check.

use super::MoveTables;
use super::attack_paths::Obstacle;
use super::attacks::occupant_if;
use super::path::{Exit, Occupants};
use super::rules::hop_limits::bars_hop;
use crate::board::cell::color_bit;
use crate::board::{Position, SquareIndex};
use crate::types::{Bitboard, Square, TypeId};
use crate::variant::Rights;

/// What is known about a position that settles the legality of most moves without trying them.
///
/// For a side with one royal: where it stands, which pieces are pinned to it, and in check which
/// squares a move must go to. The lines of plain moves are enough for that. An enemy piece that
/// moves along paths (hoppers, lame and bent pieces) adds pieces that may not leave their square
/// untested and squares that may not be entered untested; if it gives check, everything is tested.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// The side to move is in check.
    pub in_check: bool,
    /// Where the only royal stands; `None`: every move has to be tried.
    pub(super) royal: Option<Square>,
    /// A piece checks along a path, so that no set of evasions is known.
    pub(super) path_check: bool,
    /// Own slots whose piece, by leaving its square, may open a way to the royal.
    pub(super) pinned: u64,
    /// In check by plain moves: where a piece other than the royal has to go.
    pub(super) evasions: Bitboard,
    /// Squares where a piece may open a path to the royal, as the platform of a hopper.
    pub(super) platforms: Bitboard,
    /// There are such squares.
    pub(super) has_platforms: bool,
    /// There is no royal to be careful of.
    pub(super) harmless: bool,
    /// Only captures are legal.
    pub must_capture: bool,
    /// Royals face each other, where that offers to end the game: a move has to end it, or be a pass.
    pub(super) royals_face: bool,
    /// Only drops of what is placed before play are legal.
    pub must_place: bool,
    /// In games where only a mate may be given by check: the checks in a row that the moves answer.
    pub(super) answered: u8,
}

impl MoveTables {
    /// Looks at the royals of the side to move once, for all its moves.
    pub fn check_info(&self, pos: &Position) -> CheckInfo {
        let mut info = self.look_at_royals(pos);
        if self.is_placing(pos) {
            info.must_place = self.must_place(pos, &info);
        }
        if self.rules.must_capture && !info.must_place {
            info.must_capture = self.must_capture(pos, &info);
        }
        info
    }

    /// The same, but for what must be captured or placed.
    pub(super) fn look_at_royals(&self, pos: &Position) -> CheckInfo {
        let us = pos.side();
        let royals = pos.royals(us);
        let mut info = CheckInfo {
            in_check: false,
            royal: None,
            path_check: false,
            pinned: 0,
            evasions: Bitboard::EMPTY,
            platforms: Bitboard::EMPTY,
            has_platforms: false,
            harmless: false,
            must_capture: false,
            royals_face: self.rules.passes && self.royals_offer_end(pos),
            must_place: false,
            answered: 0,
        };
        if royals.count_ones() != 1 || self.rules.tries_all {
            info.in_check = !self.royals_safe(pos, us);
            info.harmless = royals == 0
                && !self.royal_promotion
                && !self.rules.tries_all
                && !self.rules.drops_are_tried;
            return info;
        }
        let royal = pos.cell_square(color_bit(us) | royals.trailing_zeros() as u8);
        info.royal = Some(royal);
        self.note_plain(pos, royal, &mut info);
        if !self.path_types.is_empty() {
            for (from, id) in self.path_attackers(pos, us.other(), royal) {
                self.note_paths(pos, (from, id), royal, &mut info);
            }
        }
        info
    }

    /// Notes checks and pins by plain moves: a piece that gives check, or the one piece that keeps it
    /// from doing so.
    #[inline]
    fn note_plain(&self, pos: &Position, royal: Square, info: &mut CheckInfo) {
        let us = pos.side();
        self.visit_attack_paths(pos, royal, us.other(), |from, obstacle| match obstacle {
            Obstacle::None(between) => info.check_along(self.square_index(), from, between),
            Obstacle::One(sq) if pos.cell(sq) & color_bit(us) != 0 => {
                info.pinned |= 1 << (pos.cell(sq) & 63);
            }
            _ => {}
        });
    }

    /// Notes checks by a piece along its paths, and what keeps it from the royal now, if one move
    /// can mend it: an own piece that is in the way, or a square without the platform that the walk
    /// needs there.
    #[inline(never)]
    fn note_paths(
        &self,
        pos: &Position,
        (from, id): (Square, TypeId),
        royal: Square,
        info: &mut CheckInfo,
    ) {
        let them = pos.side().other();
        let barred = self.barred_from(id);
        let bars = |sq: Square, exit: Exit| {
            !barred.is_empty() && sq != royal && bars_hop(pos, barred, sq, exit)
        };
        let pass = |attack: RoyalAttack, sq: Square, over: Occupants, exit: Exit| {
            let found = match () {
                () if attack.arrived => return None,
                () if attack.left == Some(sq) => Occupants::EMPTY,
                () if attack.entered == Some(sq) => Occupants::ENEMY,
                // another piece may come there by capturing what it cannot hop over
                () if bars(sq, exit) => Occupants::NONE,
                () => occupant_if(pos, sq, royal, them),
            };
            attack.beyond(sq, sq == royal, found, over)
        };
        for path in self.paths_to(pos, from, id, royal) {
            let arrive = |attack: &mut RoyalAttack, sq: Square, rights: Rights| {
                if sq == royal && rights.attacks() {
                    attack.arrived = true;
                    info.note_attack(pos, attack);
                }
            };
            self.walk(path, RoyalAttack::default(), &mut (arrive, pass));
        }
    }
}

/// A walk towards a royal, with what a move of the royal's side would change for it.
#[derive(Clone, Copy, Default)]
struct RoyalAttack {
    /// Which piece would leave its square.
    left: Option<Square>,
    /// Where a piece would arrive.
    entered: Option<Square>,
    arrived: bool,
}

impl RoyalAttack {
    /// The way over a square that must hold other than what has been found there: with a change, if
    /// one more can be part of the same move. `fixed`: what is there stays.
    fn beyond(
        mut self,
        sq: Square,
        fixed: bool,
        found: Occupants,
        over: Occupants,
    ) -> Option<RoyalAttack> {
        if over.include(found) {
            return Some(self);
        }
        let slot = if found == Occupants::ENEMY && over.include(Occupants::EMPTY) {
            &mut self.left
        } else if found != Occupants::ENEMY && over.include(Occupants::ENEMY) {
            &mut self.entered
        } else {
            return None;
        };
        let free = !fixed && slot.is_none();
        *slot = Some(sq);
        free.then_some(self)
    }
}

impl CheckInfo {
    /// Where a new piece may be put without a look at the royal: anywhere (`None` inside) or only
    /// on some squares. `None`: each has to be tried.
    pub(super) fn answers(&self) -> Option<Option<Bitboard>> {
        let settled =
            self.royal.is_some() && !self.path_check && !self.has_platforms && !self.royals_face;
        settled.then_some(self.in_check.then_some(self.evasions))
    }

    /// Notes a walk that reaches the royal, now or after a move.
    fn note_attack(&mut self, pos: &Position, attack: &RoyalAttack) {
        match (attack.left, attack.entered) {
            (Some(sq), _) => self.pinned |= 1 << (pos.cell(sq) & 63),
            (None, Some(sq)) => {
                self.platforms.insert(sq);
                self.has_platforms = true;
            }
            (None, None) => {
                self.in_check = true;
                self.path_check = true;
            }
        }
    }

    /// Notes a check over some squares: it has to be answered on one of them, or where it comes from.
    #[inline(never)]
    fn check_along(&mut self, index: &SquareIndex, from: Square, between: Bitboard<4, usize>) {
        let between = between.iter().map(|number| index.square(number));
        let answers: Bitboard = between.chain([from]).collect();
        // against two checks at once only what answers both will do
        self.evasions = if self.in_check && !self.path_check {
            self.evasions & answers
        } else {
            answers
        };
        self.in_check = true;
    }
}
