//! Pieces in hand: captures into a hand, and drops.

use crate::board::Layout;
use crate::board::cell::color_bit;
use crate::board::state::Board;
use crate::types::{Color, Square, TypeId};

impl Layout {
    /// The type that leaves a colour's hand when a piece of this type comes to the board.
    pub fn held_as(&self, color: Color, id: TypeId) -> TypeId {
        let drops = self.drops.as_ref();
        drops.map_or(id, |drops| drops.held_as(color, id))
    }
}

impl Board {
    /// Puts a captured type into the hand of `us`.
    #[inline(never)]
    pub(in crate::board) fn take_in_hand(&mut self, layout: &Layout, us: Color, captured: TypeId) {
        if let Some(drops) = &layout.drops
            && let Some(id) = drops.captured_as(us, captured)
        {
            self.change_hand(layout, us, id, 1);
        }
    }

    /// Takes a captured type back out of the hand of `us`; the key comes from the saved state.
    #[inline(never)]
    pub(in crate::board) fn give_back(&mut self, layout: &Layout, us: Color, captured: TypeId) {
        if let Some(drops) = &layout.drops
            && let Some(id) = drops.captured_as(us, captured)
        {
            self.hands[us][id.index()] -= 1;
            self.hand_total[us] -= 1;
        }
    }

    /// Puts a piece from the hand on an empty square.
    pub(in crate::board) fn drop_piece(
        &mut self,
        layout: &Layout,
        us: Color,
        id: TypeId,
        sq: Square,
    ) {
        self.drop_from_hand(layout, us, id, sq);
        let placement = &layout.variant.rules.placement;
        if placement.first[us].contains(&id) {
            // drops before play do not count as moves
            self.state.rule_clock = 0;
        }
        if placement.unmoved {
            self.settle_at_home(layout, us, sq);
        }
        if id == TypeId::pawn(us) {
            self.state.rule_clock = 0;
            self.settle_pawn(layout, us, sq);
        }
    }

    /// Puts a piece from the hand on an empty square, for any rule.
    pub(in crate::board) fn drop_from_hand(
        &mut self,
        layout: &Layout,
        us: Color,
        id: TypeId,
        sq: Square,
    ) {
        let slot = (!self.live[us]).trailing_zeros() as u8;
        debug_assert!(slot < 64, "nothing is dropped beside 64 pieces");
        self.change_hand(layout, us, layout.held_as(us, id), -1);
        self.place(layout, us, color_bit(us) | slot, id, sq);
    }

    /// Gives a pawn on its pawn rank its first move, because a FEN could not show the difference.
    pub(in crate::board) fn settle_pawn(&mut self, layout: &Layout, us: Color, sq: Square) {
        let number = layout.index.of(sq);
        let settled = self.state.virgin.contains(number);
        if settled || !layout.is_start_square(sq, us, TypeId::pawn(us)) {
            return;
        }
        let virgin = self.state.virgin.with(number);
        if self.useful_virgins(layout, virgin).contains(number) {
            self.set_virgins(layout, virgin);
        }
    }

    /// Undoes a drop; the sums come from the saved state.
    pub(in crate::board) fn pick_up(&mut self, layout: &Layout, us: Color, id: TypeId, sq: Square) {
        let held = layout.held_as(us, id);
        self.cells_remove(us, self.cells[sq.index()]);
        self.hands[us][held.index()] += 1;
        self.hand_total[us] += 1;
    }
}
