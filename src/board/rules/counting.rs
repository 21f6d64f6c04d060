//! The counting rules of Makruk and its relatives.
//!
//! [`Counting`] has the starts and limits of counts; this file keeps the count, in plies of both sides. It starts at
//! the first opportunity of the side to move, and again when that side is bared. Against a bare king it starts at the
//! number of pieces on the board instead of 0. As in Fairy-Stockfish, counting is automatic, and a count continues
//! whatever happens to the material, until it starts again.

use crate::board::Position;
use crate::board::cell::EMPTY;
use crate::board::state::Board;
use crate::types::{Color, Move, TypeId};
use crate::variant::Counting;

/// Plies per move of the count.
const PLIES: u16 = 2;

impl Board {
    /// Records a move of `us`.
    pub(super) fn count_move(&mut self, counting: &Counting, us: Color, mv: Move) {
        if self.state.count_limit > 0 {
            self.state.count = self.state.count.saturating_add(1);
        }
        let them = us.other();
        let captured = (self.stack.last())
            .filter(|undo| undo.captured != EMPTY)
            .map(|undo| undo.captured_type);
        let pieces = (self.piece_count(us) + self.piece_count(them)) as u16;
        // a side that captures the last pawn when it is bare is counted from now on
        if counting.from_piece_count
            && captured == Some(TypeId::pawn(them))
            && self.piece_count(us) == 1
            && !self.has_pawns()
            && let Some(limit) = self.limit(counting, us)
        {
            self.state.count_limit = PLIES * limit;
            self.state.count = PLIES * pieces - 1;
        }
        let bare = self.piece_count(them) == 1;
        let changed = captured.is_some() || mv.promotion().is_some();
        if (self.state.count_limit == 0 || changed && bare)
            && let Some(limit) = self.limit(counting, them)
        {
            self.state.count_limit = PLIES * limit;
            self.state.count = if bare && counting.from_piece_count {
                PLIES * pieces
            } else {
                0
            };
        }
    }

    fn piece_count(&self, color: Color) -> u32 {
        self.live[color].count_ones()
    }

    fn has_pawns(&self) -> bool {
        let pawns = |color: Color| self.counts[color][TypeId::pawn(color).index()];
        Color::ALL.into_iter().any(|color| pawns(color) > 0)
    }

    /// The plies within which the opponent of `hunted` must win, if `hunted` can count.
    fn limit(&self, counting: &Counting, hunted: Color) -> Option<u16> {
        let hunter = hunted.other();
        if self.piece_count(hunter) == 1 {
            return None;
        }
        if self.piece_count(hunted) > 1 {
            let few = self.piece_count(hunted) <= u32::from(counting.max_board_pieces);
            let may = few && (counting.board_with_pawns || !self.has_pawns());
            return counting.board_limit.filter(|_| may);
        }
        if self.has_pawns() {
            return None;
        }
        let count = |types: &[TypeId]| -> u32 {
            let counts = &self.counts[hunter];
            types.iter().map(|id| u32::from(counts[id.index()])).sum()
        };
        let mut limits = counting.piece_limits.iter();
        let found = limits.find(|limit| count(&limit.types) >= u32::from(limit.count));
        found.map(|limit| limit.moves).or(counting.bare_limit)
    }
}

impl Position {
    /// Plies counted and the limit, if a count is running.
    #[inline]
    pub fn move_count(&self) -> Option<(u16, u16)> {
        let state = &self.board.state;
        (state.count_limit > 0).then_some((state.count, state.count_limit))
    }

    /// True if a count is complete: the game is drawn unless this is mate.
    #[inline]
    pub fn is_counted_out(&self) -> bool {
        self.board.state.count_limit > 0 && self.board.state.count > self.board.state.count_limit
    }
}
