//! Passing, and the end of the game by passing: after two passes in a row, or where royals face each other.

use super::facing;
use crate::board::Position;
use crate::movegen::game_end::{DrawReason, GameEnd};
use crate::movegen::{CheckInfo, MoveTables};
use crate::types::{Move, Square};
use crate::variant::rules::passing::Pass;

/// This number of passes in a row ends the game.
const END: u8 = 2;

impl MoveTables {
    /// The pass, if it is pseudo-legal. Its square is that of the first royal of the side or, if the side has no
    /// royal, of its first piece.
    #[inline(never)]
    pub(in crate::movegen) fn pass(&self, pos: &Position) -> Option<Move> {
        let us = pos.side();
        if self.variant.rules.passing[us] == Pass::Never && !self.royals_offer_end(pos) {
            return None;
        }
        let slots = match pos.royals(us) {
            0 => pos.live(us),
            royals => royals,
        };
        let squares = pos.pieces_in(us, slots).map(|(sq, _)| sq);
        squares
            .min_by_key(|sq: &Square| sq.index())
            .map(Move::passing)
    }

    /// True if royals face each other, where this offers to end the game.
    #[inline]
    pub(in crate::movegen) fn royals_offer_end(&self, pos: &Position) -> bool {
        let zones = &self.variant.rules.zones;
        zones.facing_offers_end && facing::do_face(pos, zones.facing_on_ranks)
    }

    /// True if a pseudo-legal pass is legal.
    #[inline(never)]
    pub(super) fn may_pass(&self, pos: &mut Position, check_info: &CheckInfo) -> bool {
        if check_info.royals_face {
            return true;
        }
        if check_info.in_check {
            return false;
        }
        match self.variant.rules.passing[pos.side()] {
            Pass::Never => false,
            Pass::Always => true,
            Pass::Stuck => {
                let mut moves = Vec::new();
                self.pseudo_legal(pos, &mut moves);
                let mut others = moves.into_iter().filter(|mv| !mv.is_pass());
                !others.any(|mv| self.is_legal(pos, mv, check_info))
            }
        }
    }

    /// True if royals still face each other after a move that had to end the facing.
    #[inline(never)]
    pub(super) fn keeps_facing(&self, pos: &mut Position, mv: Move) -> bool {
        pos.make(mv);
        let faces = self.royals_offer_end(pos);
        pos.unmake();
        faces
    }

    /// The end of the game by passing.
    pub(super) fn passed_out(&self, pos: &Position) -> Option<GameEnd> {
        let reason = match pos.passes() {
            0 => return None,
            // a pass changes nothing: the royals faced each other before
            _ if self.royals_offer_end(pos) => DrawReason::Facing,
            END.. => DrawReason::Passes,
            _ => return None,
        };
        Some(GameEnd::Draw(reason))
    }
}
