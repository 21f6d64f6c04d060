//! The hill: a royal that reaches the middle of the board has won.

use crate::board::Position;
use crate::movegen::game_end::{GameEnd, WinReason};
use crate::movegen::{CheckInfo, MoveTables};
use crate::types::{Bitboard, Move, Square, TypeId};
use crate::variant::Variant;

/// The type of royal that has a goal, and its squares: those in the middle of the board.
pub(super) fn goal(v: &Variant) -> Option<(TypeId, Bitboard)> {
    let middle = |n: u8| [(n - 1) / 2, n / 2];
    let ranks = middle(v.ranks).into_iter();
    let squares = ranks.flat_map(|rank| middle(v.files).map(|file| Square::at(file, rank)));
    let squares = squares.filter(|sq| !v.is_hole(sq.file(), sq.rank()));
    Some((v.rules.win.hill?, squares.collect()))
}

impl MoveTables {
    /// The type of royal that wins by reaching its goal, and the squares of the goal.
    pub fn royal_goal(&self) -> Option<(TypeId, Bitboard)> {
        self.rules.goal
    }

    /// True if a move of the side to move reaches its goal (legal or not).
    #[inline]
    pub fn reaches_goal(&self, pos: &Position, mv: Move) -> bool {
        let goal = self.rules.goal.as_ref();
        goal.is_some_and(|(id, goal)| pos.type_on(mv.from()) == *id && goal.contains(mv.to()))
    }

    /// True if a royal of the side to move has a legal move to its goal. `buffer` is room to find
    /// out.
    #[inline(never)]
    pub fn can_reach_goal(
        &self,
        pos: &mut Position,
        known: &CheckInfo,
        buffer: &mut Vec<Move>,
    ) -> bool {
        let Some((id, goal)) = self.rules.goal else {
            return false;
        };
        buffer.clear();
        let royals = pos.pieces(pos.side()).filter(|&(_, other)| other == id);
        royals.for_each(|(sq, _)| self.piece_moves::<true, true>(pos, sq, id, buffer));
        let mut moves = buffer.iter().filter(|mv| goal.contains(mv.to()));
        moves.any(|&mv| self.is_legal(pos, mv, known))
    }

    /// The side that has just moved, if its royal has reached the goal.
    pub(super) fn has_reached_goal(&self, pos: &Position) -> Option<GameEnd> {
        let (id, goal) = self.rules.goal.as_ref()?;
        let them = pos.side().other();
        let mut royals = pos.pieces_in(them, pos.royals(them));
        let there = royals.any(|(sq, royal)| royal == *id && goal.contains(sq));
        there.then_some(GameEnd::Win(them, WinReason::Goal))
    }
}
