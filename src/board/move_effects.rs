//! What a move brings about besides itself: royals that have been aimed at, counted moves and
//! checks, exploding captures, and the step to the other board.
//!
//! Apart from the making of moves because few games have such rules; the others pay for one test
//! whether there are any.

use super::Position;
use super::layout::Layout;
use super::position::{Board, Undo, color_bit};
use crate::types::{Color, Move, Square, TypeId};

impl Position {
    /// What follows from the move just made.
    #[inline(never)]
    pub(super) fn make_effects(&mut self, mv: Move) {
        let layout = &*self.layout;
        let us = self.side().other();
        self.board.take_aim(layout, us.other(), mv.to());
        if let Some(counting) = &layout.variant.rules.counting {
            self.board.count_move(counting, us, mv);
        }
        if layout.drops.is_some()
            && mv.dropped().is_none()
            && self.type_on(mv.to()) == TypeId::pawn(us)
        {
            self.board.settle_pawn(layout, us, mv.to());
        }
        if layout.has_two_boards() {
            self.board.go_to_other_board(layout, mv);
        }
        if let Some(blast) = layout.blast() {
            self.board.explode(layout, blast, mv.to());
        }
    }

    /// Counts the check that the move just made gives. The board cannot tell whether it does: who
    /// makes moves where checks are counted does so with
    /// [`MoveTables::make`](crate::movegen::MoveTables::make).
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
    /// Ends the virginity of the enemy royals that the piece on `to` now aims at, in games where
    /// that is a rule.
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
                self.lose_virginity(layout, &[sq], None);
            }
        }
    }

    /// Takes back what followed from a move of `us`, before the move itself.
    #[inline(never)]
    pub(super) fn unmake_effects(&mut self, layout: &Layout, us: Color, undo: &Undo) {
        self.restore_blasted(undo.blasted);
        self.restore_lost(undo.lost);
        if layout.has_two_boards() && undo.mv != Move::NONE {
            self.come_back(layout, us, undo.mv);
        }
    }
}
