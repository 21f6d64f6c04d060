//! Pieces that may not be traded: after a piece of another kind has captured one of them, it shields the others.

use crate::board::cell::EMPTY;
use crate::board::state::Board;
use crate::board::{Layout, Position};
use crate::types::{Move, Square, TypeId};
use crate::variant::rules::trading::Trading;

impl Position {
    /// True if the side to move cannot capture pieces that may not be traded, because the other side has just captured
    /// such a piece with a piece of another kind.
    #[inline]
    pub fn shields_traded(&self) -> bool {
        self.board.state.shielded.is_some()
    }
}

impl Board {
    /// Records whether the last move captured a piece that may not be traded, with a piece of another kind.
    pub(super) fn note_trade(&mut self, layout: &Layout, trading: &Trading, mv: Move) {
        let Some(undo) = self.stack.last() else {
            return;
        };
        let listed = |id: TypeId| trading.types.contains(&id);
        let first = self.destroyed.last().filter(|_| mv.via().is_some());
        let captured = undo.captured != EMPTY && listed(undo.captured_type)
            || first.is_some_and(|first| first.cell != EMPTY && listed(first.id));
        let by_another = !mv.is_pass() && !listed(undo.mover_type);
        // a side without such pieces has nothing to shield
        let us = self.side.other();
        let left = trading
            .types
            .iter()
            .any(|id| self.counts[us][id.index()] > 0);
        let shields = captured && by_another && left;
        self.shield(layout, shields.then_some(mv.to()));
    }

    /// Sets the square of the capture that shields the pieces that may not be traded.
    pub(in crate::board) fn shield(&mut self, layout: &Layout, shielded: Option<Square>) {
        if shielded.is_some() != self.state.shielded.is_some() {
            self.state.key ^= layout.zobrist.shield();
        }
        self.state.shielded = shielded;
    }
}
