//! Captures that explode: they destroy adjacent royals.

use crate::board::Position;
use crate::board::cell::color_bit;
use crate::movegen::MoveTables;
use crate::movegen::game_end::{GameEnd, WinReason};
use crate::types::{Color, Square};

impl MoveTables {
    /// [`MoveTables::royals_safe`] where captures explode. A side without its royal is never safe; a side whose enemy
    /// has no royal always is; adjacent royals protect each other, since an explosion would destroy both.
    #[inline(never)]
    pub(super) fn royals_safe_from_blasts(&self, pos: &Position, color: Color) -> bool {
        let layout = pos.layout();
        let them = color.other();
        if pos.royals(color) == 0 {
            return !self.has_royals[color];
        }
        if pos.royals(them) == 0 {
            return true;
        }
        let royal = |sq: Square| {
            let cell = pos.cell(sq);
            cell & color_bit(them) != 0 && pos.royals(them) >> (cell & 63) & 1 != 0
        };
        (pos.pieces_in(color, pos.royals(color))).all(|(sq, _)| {
            layout.beside(sq).iter().any(|&sq| royal(sq)) || !self.attacked(pos, sq, them)
        })
    }

    /// The side whose royal has been destroyed.
    pub(super) fn blown_up(&self, pos: &Position) -> Option<GameEnd> {
        let loser = [pos.side().other(), pos.side()]
            .into_iter()
            .find(|color| self.has_royals[*color] && pos.royals(*color) == 0)?;
        Some(GameEnd::Win(loser.other(), WinReason::RoyalDestroyed))
    }
}
