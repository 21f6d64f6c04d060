//! Burning: pieces burn neighbouring enemies where they arrive; an enemy that arrives beside such a piece burns too.

use crate::board::cell::color_bit;
use crate::board::state::Board;
use crate::board::{Layout, Position};
use crate::types::{Color, Move, Square, TypeId};

impl Layout {
    /// True if there are burning pieces.
    #[inline]
    pub fn has_burning(&self) -> bool {
        !self.burning.is_empty()
    }

    /// True if a type burns neighbouring enemies.
    #[inline]
    pub fn burns(&self, id: TypeId) -> bool {
        self.burning.contains(id)
    }
}

impl Position {
    /// True if a piece of `us` that arrives on a square is burnt.
    pub fn is_burnt(&self, us: Color, sq: Square) -> bool {
        self.board.is_burnt(&self.layout, us, sq)
    }

    /// The gain of a move by burning, with pieces valued by `worth`: the burnt enemies, or minus the burnt mover.
    /// `None` if nothing burns.
    pub fn fire_gain(&self, mv: Move, worth: impl Fn(TypeId) -> i32) -> Option<i32> {
        let (us, layout) = (self.side(), self.layout());
        if mv.is_pass() {
            return None;
        }
        if self.is_burnt(us, mv.to()) {
            return Some(-worth(self.mover(mv)));
        }
        let victims = self.board.victims(layout, us, self.mover(mv), mv.to());
        victims
            .map(|sq| worth(self.type_on(sq)))
            .reduce(|a, b| a + b)
    }
}

impl Board {
    fn is_burnt(&self, layout: &Layout, us: Color, sq: Square) -> bool {
        let them = color_bit(us.other());
        let burns = |sq: &Square| {
            let cell = self.cells[sq.index()];
            cell & them != 0 && layout.burns(self.type_of[usize::from(cell)])
        };
        layout.beside(sq).iter().any(burns)
    }

    /// The squares of the enemies that a piece burns when it arrives on a square and is not burnt itself. A promotion
    /// by the move does not count.
    fn victims<'a>(
        &'a self,
        layout: &'a Layout,
        us: Color,
        id: TypeId,
        sq: Square,
    ) -> impl Iterator<Item = Square> + 'a {
        let burns = layout.burns(id);
        let them = color_bit(us.other());
        let beside = layout.beside(sq).iter().copied().filter(move |_| burns);
        beside.filter(move |sq| self.cells[sq.index()] & them != 0)
    }

    /// Removes the pieces that a move of `us` burns.
    pub(super) fn burn(&mut self, layout: &Layout, us: Color, mv: Move) {
        let to = mv.to();
        let Some(id) = self.stack.last().map(|undo| undo.mover_type) else {
            return;
        };
        let burnt: Vec<Square> = if self.is_burnt(layout, us, to) {
            vec![to]
        } else {
            self.victims(layout, us, id, to).collect()
        };
        if burnt.is_empty() {
            return;
        }
        burnt.iter().for_each(|&sq| self.destroy(layout, sq));
        self.lose_virginity(layout, &burnt, false);
        if burnt.contains(&self.state.en_passant.victim) {
            self.clear_en_passant(layout);
        }
        self.state.rule_clock = 0;
        if let Some(undo) = self.stack.last_mut() {
            undo.destroyed = burnt.len() as u8;
        }
    }
}
