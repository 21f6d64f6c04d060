//! Forbidden trades.

use crate::board::Position;
use crate::movegen::MoveTables;
use crate::types::{Color, Move, Square, TypeId};
use crate::variant::rules::trading::Trading;

impl MoveTables {
    /// True if a pseudo-legal move is a forbidden trade.
    #[inline(never)]
    pub(in crate::movegen) fn trades(&self, pos: &mut Position, mv: Move) -> bool {
        let Some(trading) = &self.variant.rules.trading else {
            return false;
        };
        if !pos.is_capture(mv) {
            return false;
        }
        let listed = |id: TypeId| trading.types.contains(&id);
        let (last, first) = (pos.captured_square(mv), pos.first_captured(mv));
        let last_type = pos.type_on(last);
        let first_type = first.map(|sq| pos.type_on(sq));
        if pos.shields_traded() && (listed(last_type) || first_type.is_some_and(listed)) {
            return true;
        }
        let (from, to) = (mv.from(), mv.to());
        let near = from.file().abs_diff(to.file()) <= 1 && from.rank().abs_diff(to.rank()) <= 1;
        let dear = first_type.is_some_and(|id| !trading.cheap.contains(&id));
        let there = last == to && listed(last_type) && listed(pos.mover(mv));
        if near || dear || !there {
            return false;
        }
        let them = pos.side().other();
        pos.make(mv);
        let traded = self.is_recaptured(pos, trading, to, them);
        pos.unmake();
        traded
    }

    /// True if a side could recapture on a square with a piece whose recaptures count.
    fn is_recaptured(&self, pos: &Position, trading: &Trading, sq: Square, by: Color) -> bool {
        let mut pieces = pos.pieces(by);
        let counts = |id: TypeId| !trading.aside.contains(&id);
        pieces.any(|(from, id)| counts(id) && self.piece_attacks(pos, (from, id), sq, by))
    }
}
