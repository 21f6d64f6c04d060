//! Pieces that burn adjacent enemies: a royal is in danger where such a piece could arrive next to it.

use crate::board::Position;
use crate::board::cell::color_bit;
use crate::movegen::MoveTables;
use crate::types::{Color, Move, Square};

impl MoveTables {
    /// True if a royal would be burnt by its own move.
    pub(super) fn burns_royal(&self, pos: &Position, mv: Move) -> bool {
        let id = pos.arriving(mv);
        pos.layout().is_royal(id) && pos.is_burnt(pos.side(), mv.to())
    }

    /// True if a piece of `by` could capture on a square, or move next to it and burn its occupant. Burning pieces
    /// capture as they move, so they can move wherever they could capture.
    #[inline(never)]
    pub(super) fn attacked_or_burnt(&self, pos: &Position, target: Square, by: Color) -> bool {
        let layout = pos.layout();
        let own = color_bit(by);
        let burns = |sq: &Square| {
            let free = pos.cell(*sq) & own == 0 && !pos.is_burnt(by, *sq);
            let mut burning = pos.pieces(by).filter(|&(_, id)| layout.burns(id));
            free && burning.any(|(from, id)| self.piece_attacks(pos, (from, id), *sq, by))
        };
        self.attacked(pos, target, by) || layout.beside(target).iter().any(burns)
    }

    /// True if a royal may not castle over a square because it is attacked, or could be burnt there.
    pub(super) fn is_barred_to_castling(&self, pos: &Position, sq: Square, by: Color) -> bool {
        if pos.layout().has_burning() {
            self.attacked_or_burnt(pos, sq, by)
        } else {
            self.attacked(pos, sq, by)
        }
    }

    /// True if a move that wins `balance` above the threshold, not counting what burns, still does so after all
    /// recaptures; `None` if burning does not matter.
    pub(super) fn fire_settles(
        &self,
        pos: &Position,
        mv: Move,
        balance: i32,
        values: &[i32],
    ) -> Option<bool> {
        let gain = pos.fire_gain(mv, |id| values[id.index()])?;
        match pos.is_capture(mv) || mv.promotion().is_some() {
            // the gain of a capture or promotion already includes burning, and an unburnt piece can be recaptured
            true => pos.is_burnt(pos.side(), mv.to()).then_some(true),
            false => Some(balance + gain >= 0),
        }
    }
}
