//! How a game ends by the rules, its history included.

use super::Game;
use crate::movegen::{DrawReason, GameEnd, Recurrence, WinReason};

impl Game {
    /// The result, if the game is over by the rules.
    pub fn outcome(&self) -> Option<GameEnd> {
        let pos = &self.position;
        let side = pos.side();
        let end = self.rules.tables.game_end(pos);
        if end.is_some() {
            return end;
        }
        if self.legal_moves().is_empty() {
            let in_check = self.rules.tables.in_check(pos);
            let winner = self.rules.tables.no_moves(pos, in_check);
            return Some(match winner {
                None => GameEnd::Draw(DrawReason::Stalemate),
                Some(winner) if !in_check => GameEnd::Win(winner, WinReason::Stalemate),
                Some(winner) if winner == side => GameEnd::Win(winner, WinReason::BeingMated),
                Some(winner) => GameEnd::Win(winner, WinReason::Checkmate),
            });
        }
        if let Some(plies) = pos.recurs_after(2) {
            match self.rules.tables.recurrence(&mut pos.clone(), plies) {
                Recurrence::Draw => return Some(GameEnd::Draw(DrawReason::Repetition)),
                Recurrence::MoverForfeits(how) => {
                    return Some(GameEnd::Win(side, WinReason::Perpetual(how)));
                }
                Recurrence::Open => {}
            }
        }
        if self.counts() && pos.move_count().is_some() {
            return (pos.is_counted_out()).then_some(GameEnd::Draw(DrawReason::Counting));
        }
        let move_rule = self.move_rule_plies();
        if move_rule > 0 && pos.rule_clock() >= move_rule {
            return Some(GameEnd::Draw(DrawReason::MoveRule(self.move_rule / 2)));
        }
        None
    }
}
