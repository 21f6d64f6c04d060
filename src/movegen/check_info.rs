//! Check info: one scan from the royal finds checkers, pinned pieces, and the squares that answer a check.

use super::MoveTables;
use super::attack_paths::Obstacle;
use super::attacks::occupant_if;
use super::path::{Exit, Occupants};
use super::rules::hop_limits::bars_hop;
use crate::board::cell::color_bit;
use crate::board::{Position, SquareIndex};
use crate::types::{Bitboard, Square, TypeId};
use crate::variant::Rights;

/// Facts about a position that decide the legality of most moves without making them.
///
/// For a side with one royal: the royal's square, the pieces pinned to it, and in check the squares that answer the
/// check. Scanning the lines of plain moves finds all of this. Enemy pieces that move along paths (hoppers, lame and
/// bent pieces) add pieces and squares whose moves must be tested one by one; while such a piece gives check, all
/// moves are tested.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckInfo {
    /// The side to move is in check.
    pub in_check: bool,
    /// The square of the only royal; `None`: every move must be tested.
    pub(super) royal: Option<Square>,
    /// A piece gives check along a path: the evasions are unknown.
    pub(super) path_check: bool,
    /// Own slots whose pieces may expose the royal by leaving their squares.
    pub(super) pinned: u64,
    /// In check by plain moves: the squares that a piece other than the royal must go to.
    pub(super) evasions: Bitboard,
    /// Squares where a piece may open a path to the royal, for example as a hopper's platform.
    pub(super) platforms: Bitboard,
    /// `platforms` is not empty.
    pub(super) has_platforms: bool,
    /// The side to move has no royal to protect.
    pub(super) harmless: bool,
    /// Only captures are legal.
    pub must_capture: bool,
    /// Royals face each other, where this offers to end the game: a move must end the facing, or be a pass.
    pub(super) royals_face: bool,
    /// Only drops during placement are legal.
    pub must_place: bool,
    /// In variants in which only mates may check: the number of checks in a row before the moves.
    pub(super) answered: u8,
}

impl MoveTables {
    /// The check info for all moves of the side to move.
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

    /// The check info without compulsory captures and placement.
    pub(super) fn look_at_royals(&self, pos: &Position) -> CheckInfo {
        let us = pos.side();
        let royals = pos.royals(us);
        let mut info = CheckInfo {
            royals_face: self.rules.passes && self.royals_offer_end(pos),
            ..CheckInfo::default()
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

    /// Records checks and pins by plain moves: a checker, or the only piece that blocks an attack.
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

    /// Records checks by a piece along its paths. A blocked check is recorded too if a single move could open it: an
    /// own piece leaves the path, or a piece arrives as the missing platform.
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
                // a capture on this square can replace the piece that the attacker cannot hop over
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

/// A walk towards a royal, with the changes that a move of the royal's side must make for it to arrive.
#[derive(Clone, Copy, Default)]
struct RoyalAttack {
    /// The square that a piece would leave.
    left: Option<Square>,
    /// The square where a piece would arrive.
    entered: Option<Square>,
    arrived: bool,
}

impl RoyalAttack {
    /// Continues the walk over a square. If the walk is possible only after a move that leaves or enters the square, records
    /// that move, unless it contradicts a move recorded before. `fixed`: no move can change the square.
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
    /// The squares where a drop is legal without a test: all (`None` inside) or only some. `None`: each drop must be
    /// tested.
    pub(super) fn answers(&self) -> Option<Option<Bitboard>> {
        let settled =
            self.royal.is_some() && !self.path_check && !self.has_platforms && !self.royals_face;
        settled.then_some(self.in_check.then_some(self.evasions))
    }

    /// Records a walk that reaches the royal now, or would reach it after a move.
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

    /// Records a check along some squares: it must be answered on one of these squares, or on the checker's square.
    #[inline(never)]
    fn check_along(&mut self, index: &SquareIndex, from: Square, between: Bitboard<4, usize>) {
        let between = between.iter().map(|number| index.square(number));
        let answers: Bitboard = between.chain([from]).collect();
        // a double check must be answered on a square that answers both checks
        self.evasions = if self.in_check && !self.path_check {
            self.evasions & answers
        } else {
            answers
        };
        self.in_check = true;
    }
}
