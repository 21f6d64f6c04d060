//! Drawn games that one side wins: by draw odds, or by points.

use std::cmp::Ordering;

use crate::board::Position;
use crate::movegen::MoveTables;
use crate::movegen::game_end::{GameEnd, WinReason};
use crate::types::Color;
use crate::variant::rules::draws::Draws;

impl MoveTables {
    /// True if a side may win drawn games.
    pub fn draws_may_win(&self) -> bool {
        self.variant.rules.draws != Draws::Drawn
    }

    /// The side that wins if the game is drawn in a position.
    pub fn wins_draw(&self, pos: &Position) -> Option<Color> {
        let (pieces, extra) = match &self.variant.rules.draws {
            Draws::Drawn => return None,
            Draws::Won(color) => return Some(*color),
            Draws::Points { pieces, extra } => (pieces, extra),
        };
        let points = |color: Color| {
            let on_board = (pieces.iter())
                .map(|&(id, tenths)| u32::from(pos.count(color, id)) * u32::from(tenths));
            on_board.sum::<u32>() + u32::from(extra[color])
        };
        match points(Color::White).cmp(&points(Color::Black)) {
            Ordering::Greater => Some(Color::White),
            Ordering::Less => Some(Color::Black),
            Ordering::Equal => None,
        }
    }

    /// The end of a game after draw odds and points are applied.
    pub fn settled(&self, pos: &Position, end: GameEnd) -> GameEnd {
        let how = match self.variant.rules.draws {
            Draws::Points { .. } => WinReason::Points,
            _ => WinReason::DrawOdds,
        };
        match (end, self.wins_draw(pos)) {
            (GameEnd::Draw(_), Some(winner)) => GameEnd::Win(winner, how),
            _ => end,
        }
    }
}
