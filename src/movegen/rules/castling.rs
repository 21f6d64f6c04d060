//! Castling, and the king's leap from its first square.

use crate::board::{Castling, Position};
use crate::movegen::game_end::{GameEnd, WinReason};
use crate::movegen::{CheckInfo, MoveTables};
use crate::types::{Color, Move};

impl MoveTables {
    /// The castling moves of the side to move, regardless of attacked squares.
    pub(in crate::movegen) fn castling_moves(&self, pos: &Position, moves: &mut Vec<Move>) {
        let first = moves.len();
        for castling in pos.open_castlings() {
            self.complete_castling(pos, castling, moves);
        }
        if self.rules.walls {
            self.add_walls(pos, moves, first);
        }
    }

    /// The win by castling, or by the other side's loss of its castling rights.
    pub(super) fn castled(&self, pos: &Position) -> Option<GameEnd> {
        let castling = &self.variant.rules.castling;
        if !castling.can_win() {
            return None;
        }
        let wins = &castling.wins;
        let (us, them) = (pos.side(), pos.side().other());
        let decides =
            |color: Color, castling: &Castling| wins[color][usize::from(castling.is_right())];
        let last = pos.last_move();
        let last = last.and_then(|mv| pos.layout().castling(them, mv));
        if last.is_some_and(|castling| decides(them, castling)) {
            return Some(GameEnd::Win(them, WinReason::Castled));
        }
        let can = |color: Color| {
            let mut castlings = pos.layout().castlings[color].iter();
            castlings.any(|castling| decides(color, castling) && pos.may_still_castle(castling))
        };
        // a rook that takes a rook may end both sides' rights
        let loser = [them, us]
            .into_iter()
            .find(|color| wins[*color] != [false; 2] && !can(*color))?;
        Some(GameEnd::Win(loser.other(), WinReason::CannotCastle))
    }

    /// True if a move castles over attacked squares, or is a leap out of check where that is forbidden.
    pub(super) fn is_forbidden_in_check(
        &self,
        pos: &Position,
        mv: Move,
        check_info: &CheckInfo,
    ) -> bool {
        let us = pos.side();
        if mv.is_first_move()
            && check_info.in_check
            && self.variant.rules.castling.no_leap_in_check
            && self.royal_kinds[pos.type_on(mv.from()).index()].is_royal()
        {
            return true;
        }
        pos.layout().castling(us, mv).is_some_and(|castling| {
            let mut safe = castling.safe.iter();
            pos.royals(us) != 0 && safe.any(|&sq| self.is_barred_to_castling(pos, sq, us.other()))
        })
    }
}
