//! Placement before play: royals in hand, and pieces dropped on their usual squares.

use crate::board::cell::EMPTY;
use crate::board::state::Board;
use crate::board::{Layout, Position};
use crate::types::{Color, Square, TypeId};

impl Position {
    /// True if a colour has a royal in hand.
    pub fn holds_royal(&self, color: Color) -> bool {
        self.board.holds_royal(&self.layout, color)
    }
}

impl Board {
    /// True if a colour has a royal in hand.
    pub(in crate::board) fn holds_royal(&self, layout: &Layout, color: Color) -> bool {
        let held = |id: TypeId| self.hands[color][id.index()] > 0 && layout.is_royal(id);
        self.has_hand(color) && layout.variant.types().any(|(id, _)| held(id))
    }

    /// Makes a piece dropped on its start square virgin, together with the partner that it can castle with.
    pub(super) fn settle_at_home(&mut self, layout: &Layout, us: Color, sq: Square) {
        let at_home = |sq: Square| {
            let cell = self.cells[sq.index()];
            let id = self.type_of[usize::from(cell)];
            cell != EMPTY && layout.start_piece(sq) == Some((us, id))
        };
        if !at_home(sq) {
            return;
        }
        let partners = layout.castlings[us].iter().filter_map(|castling| match sq {
            _ if castling.from == sq => Some(castling.corner),
            _ if castling.corner == sq => Some(castling.from),
            _ => None,
        });
        let partners = partners.filter(|&partner| at_home(partner));
        let settled = layout.index.set(partners.chain([sq]));
        let virgin = self.useful_virgins(layout, self.state.virgin | settled);
        self.set_virgins(layout, virgin);
    }
}
