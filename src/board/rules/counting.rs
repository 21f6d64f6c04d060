//! The counting rules of Makruk and its relatives: how long a weaker side can be hunted.
//!
//! The rules say when a count begins and how far it goes (see [`Counting`]); here it is kept, in
//! plies of both sides. A count begins at the first chance of the side whose turn it is, and begins
//! anew when that side is bared. Against a bare king it does not begin at 0 but at the number of
//! pieces on the board. As in Fairy-Stockfish, whose conventions these are, nobody has to ask for it,
//! and a count that has begun goes on whatever the material becomes, up to the next such event.

use crate::board::Position;
use crate::board::cell::EMPTY;
use crate::board::state::Board;
use crate::types::{Color, Move, TypeId};
use crate::variant::Counting;

/// Both sides' moves make a move of the count.
const PLIES: u16 = 2;

impl Board {
    /// Notes a move that has just been made by `us` in a game with counting rules.
    pub(super) fn count_move(&mut self, counting: &Counting, us: Color, mv: Move) {
        if self.state.count_limit > 0 {
            self.state.count = self.state.count.saturating_add(1);
        }
        let them = us.other();
        let captured = (self.stack.last())
            .filter(|undo| undo.captured != EMPTY)
            .map(|undo| undo.captured_type);
        let pieces = (self.piece_count(us) + self.piece_count(them)) as u16;
        // a bare side that takes the last pawn is hunted from now on
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

    /// How many moves the other side has to win against a side, if that side can count.
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
    /// How far a count has come and how far it goes, in plies, if one is going on.
    #[inline]
    pub fn move_count(&self) -> Option<(u16, u16)> {
        let state = &self.board.state;
        (state.count_limit > 0).then_some((state.count, state.count_limit))
    }

    /// True if a count is over: the game is drawn, unless this is mate.
    #[inline]
    pub fn is_counted_out(&self) -> bool {
        self.board.state.count_limit > 0 && self.board.state.count > self.board.state.count_limit
    }
}
