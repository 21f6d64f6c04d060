//! Wins and losses by rules other than mate: counted checks, extinction, baring, compulsory captures.

use crate::board::Position;
use crate::board::cell::color_bit;
use crate::movegen::game_end::{DrawReason, GameEnd, WinReason};
use crate::movegen::{CheckInfo, MoveTables};
use crate::types::{Color, Move, TypeSet};
use crate::variant::Stalemate;

/// The number of pieces of a side, including pieces in hand.
fn count_all(pos: &Position, color: Color) -> u32 {
    pos.live(color).count_ones() + pos.hand_total(color)
}

/// The number of pieces of some types that a side has, including pieces in hand.
fn count(pos: &Position, color: Color, types: TypeSet) -> u32 {
    let number = |id| u32::from(pos.count(color, id)) + u32::from(pos.in_hand(color, id));
    types.iter().map(number).sum()
}

impl MoveTables {
    /// The end by counted checks, or by the extinction of a type. If both sides would lose, the side that has just
    /// moved loses.
    pub(super) fn checked_or_extinct(&self, pos: &Position) -> Option<GameEnd> {
        let (us, them) = (pos.side(), pos.side().other());
        let checks = self.variant.rules.win.checks > 0;
        if checks && let Some(winner) = [them, us].into_iter().find(|&c| pos.checks_left(c) == 0) {
            return Some(GameEnd::Win(winner, WinReason::Checks));
        }
        let win = &self.variant.rules.win;
        let left = u32::from(win.extinction_left);
        let extinct = |&color: &Color| {
            let mut kinds = self.rules.vanishing[color].iter();
            kinds.any(|&kind| count(pos, color, kind) <= left)
                || win.extinction_of_all[color] && count_all(pos, color) <= left
        };
        let gone = [them, us].into_iter().find(extinct)?;
        Some(if win.extinction_wins {
            GameEnd::Win(gone, WinReason::Extinct)
        } else {
            GameEnd::Win(gone.other(), WinReason::Extinction)
        })
    }

    /// The draw by a bare king, in variants with that rule.
    pub(super) fn bare_draw(&self, pos: &Position) -> Option<GameEnd> {
        let draws = self.variant.rules.win.bare_king_draws;
        let bare = draws && Color::ALL.iter().any(|&color| pos.is_bare(color));
        bare.then_some(GameEnd::Draw(DrawReason::BareKing))
    }

    /// The win of a side without pieces, in variants with that rule.
    pub(super) fn gets_rid(&self, pos: &Position) -> Option<GameEnd> {
        let sides = [pos.side().other(), pos.side()].into_iter();
        let mut rid = sides.filter(|&color| pos.is_bare(color));
        let wins = self.variant.rules.win.bare_wins;
        let winner = rid.next().filter(|_| wins)?;
        Some(GameEnd::Win(winner, WinReason::Rid))
    }

    /// The win by baring the other side, in variants with that rule.
    pub(super) fn bares(&self, pos: &Position) -> Option<GameEnd> {
        let (us, them) = (pos.side(), pos.side().other());
        // the bared side has made its move, and has not bared us
        match (self.is_bared(pos, us), self.is_bared(pos, them)) {
            (true, true) => Some(GameEnd::Draw(DrawReason::BareKings)),
            (false, true) => Some(GameEnd::Win(us, WinReason::BareKing)),
            (_, false) => None,
        }
    }

    /// True if a side is bare, where being bare loses.
    fn is_bared(&self, pos: &Position, color: Color) -> bool {
        let types = self.rules.baring[color];
        self.variant.rules.win.bare_king_loses && pos.is_bare(color)
            || !types.is_empty() && count(pos, color, types) == 0
    }

    /// True if a capture takes the last piece of a type that must not die out, or the last piece that keeps a side
    /// from being bare.
    pub fn extinguishes(&self, pos: &Position, mv: Move) -> bool {
        let them = pos.side().other();
        let win = &self.variant.rules.win;
        let left = u32::from(win.extinction_left);
        let is_last = |victim| {
            let id = pos.type_on(victim);
            let last =
                |kind: TypeSet, left: u32| kind.contains(id) && count(pos, them, kind) == left + 1;
            let mut kinds = self.rules.vanishing[them].iter();
            pos.cell(victim) & color_bit(them) != 0
                && (kinds.any(|&kind| last(kind, left))
                    || last(self.rules.baring[them], 0)
                    || win.extinction_of_all[them] && count_all(pos, them) == left + 1)
        };
        is_last(pos.captured_square(mv)) || pos.first_captured(mv).is_some_and(is_last)
    }

    /// True if captures are compulsory and a capture is possible.
    #[inline(never)]
    pub(in crate::movegen) fn must_capture(&self, pos: &Position, check_info: &CheckInfo) -> bool {
        let mut captures = Vec::new();
        self.pseudo_captures(pos, &mut captures);
        captures.retain(|&mv| pos.is_capture(mv));
        if captures.is_empty() || !self.has_royals[pos.side()] {
            return !captures.is_empty();
        }
        let mut copy = pos.without_history();
        captures
            .into_iter()
            .any(|mv| self.is_legal(&mut copy, mv, check_info))
    }

    /// The winner, if any, when the side to move has no legal move.
    pub fn no_moves(&self, pos: &Position, in_check: bool) -> Option<Color> {
        let (us, them) = (pos.side(), pos.side().other());
        let rules = &self.variant.rules;
        if in_check {
            return self.mate_by_rule(pos, if rules.win.mated_wins { us } else { them });
        }
        match rules.win.stalemate {
            Stalemate::Draw => None,
            Stalemate::Loss => Some(them),
            Stalemate::Win => Some(us),
            Stalemate::Fewer => {
                let [own, other] = [us, them].map(|color| pos.live(color).count_ones());
                match own.cmp(&other) {
                    std::cmp::Ordering::Less => Some(us),
                    std::cmp::Ordering::Equal => None,
                    std::cmp::Ordering::Greater => Some(them),
                }
            }
        }
    }
}
