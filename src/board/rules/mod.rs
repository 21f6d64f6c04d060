//! Hooks for special rules on the board, one file per rule. Variants without them pay for a flag only.

mod alice;
mod burning;
mod capture_effects;
mod counting;
mod doubles;
mod drops;
mod explosion;
mod gating;
mod passing;
mod placement;
mod trading;
mod walls;

use super::cell::color_bit;
use super::state::{Board, Undo};
use super::{Layout, Position};
use crate::types::{Bitboard, Color, Move, Square, TypeId};

impl Position {
    /// Applies the effects of the last move.
    #[inline(never)]
    pub(in crate::board) fn make_effects(&mut self, mv: Move) {
        let layout = &*self.layout;
        let us = self.side().other();
        if layout.variant.rules.can_pass() {
            self.board.count_passes(layout, mv);
        }
        if let Some(trading) = &layout.variant.rules.trading {
            self.board.note_trade(layout, trading, mv);
        }
        if let Some(counting) = &layout.variant.rules.counting {
            self.board.count_move(counting, us, mv);
        }
        if mv.is_pass() {
            return;
        }
        self.board.take_aim(layout, us.other(), mv.to());
        if layout.has_two_boards() {
            self.board.go_to_other_board(layout, mv);
        }
        if layout.captures_destroy_more() {
            self.board.explode(layout, mv.to());
        } else if layout.has_burning() {
            self.board.burn(layout, us, mv);
        } else if layout.changes_captors {
            self.board.change_captor(layout, us, mv);
        }
        if layout.drops.is_some()
            && mv.dropped().is_none()
            && self.cell(mv.to()) & color_bit(us) != 0
            && self.type_on(mv.to()) == TypeId::pawn(us)
        {
            self.board.settle_pawn(layout, us, mv.to());
        }
        if let Some(sq) = mv.wall() {
            self.board.set_up_wall(layout, sq);
        }
    }

    /// Counts the check of the last move. The board cannot detect checks: code that makes moves in variants with
    /// counted checks must use [`MoveTables::make`](crate::movegen::MoveTables::make).
    pub fn count_check(&mut self) {
        let by = self.side().other();
        let state = &mut self.board.state;
        let left = &mut state.checks[by];
        state.key ^= self.layout.zobrist.checks(by, *left);
        *left = left.saturating_sub(1);
        state.key ^= self.layout.zobrist.checks(by, *left);
    }
}

impl Board {
    /// Ends the virginity of enemy royals at which the piece on `to` now aims, if the variant has this rule.
    fn take_aim(&mut self, layout: &Layout, them: Color, to: Square) {
        let id = self.type_of[usize::from(self.cells[to.index()])];
        let Some(aim) = layout.aim(id, to) else {
            return;
        };
        let mut royals = self.state.royals[them];
        while royals != 0 {
            let cell = color_bit(them) | royals.trailing_zeros() as u8;
            royals &= royals - 1;
            let sq = self.square_of[usize::from(cell)];
            if aim.contains(sq) {
                self.lose_virginity(layout, &[sq], false);
            }
        }
    }

    /// Undoes the effects of a move of `us`, before the move itself.
    #[inline(never)]
    pub(in crate::board) fn unmake_effects(&mut self, layout: &Layout, us: Color, undo: &Undo) {
        if let Some(sq) = undo.mv.wall() {
            self.take_wall_down(layout, sq);
        }
        self.restore_destroyed(layout, undo.destroyed);
        self.restore_lost(undo.lost);
        if layout.has_two_boards() && undo.mv != Move::NONE {
            self.come_back(layout, us, undo.mv);
        }
    }

    /// The virgin squares of a set that still matter, by number.
    pub(in crate::board) fn useful_virgins(
        &self,
        layout: &Layout,
        virgin: Bitboard<4, usize>,
    ) -> Bitboard<4, usize> {
        layout.useful_virgins(virgin, self.open_gates(layout))
    }
}
