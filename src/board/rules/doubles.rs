//! Moves that capture on their way: the captures there.

use crate::board::cell::EMPTY;
use crate::board::state::{Board, Destroyed};
use crate::board::{Layout, Position};
use crate::types::{Color, Move, Square};

impl Position {
    /// The square of the last piece that a pseudo-legal move via a square captures.
    #[inline(never)]
    pub(in crate::board) fn last_captured(&self, mv: Move, via: Square) -> Square {
        let alone = mv.from() == mv.to() || self.cell(mv.to()) == EMPTY;
        if alone { via } else { mv.to() }
    }

    /// The square of the first piece that a pseudo-legal move captures, if it captures two.
    #[inline]
    pub fn first_captured(&self, mv: Move) -> Option<Square> {
        let via = mv.via()?;
        (self.captured_square(mv) != via).then_some(via)
    }

    /// True if a pseudo-legal move goes to an empty square and back, which passes the turn.
    #[inline]
    pub fn goes_out_and_back(&self, mv: Move) -> bool {
        mv.via().is_some_and(|via| self.cell(via) == EMPTY)
    }
}

impl Board {
    /// Captures the piece on the square that a piece of `us` crosses.
    #[inline(never)]
    pub(in crate::board) fn take_on_the_way(&mut self, layout: &Layout, us: Color, via: Square) {
        let cell = self.cells[via.index()];
        let id = self.type_of[usize::from(cell)];
        self.destroyed.push(Destroyed { cell, id, sq: via });
        if cell == EMPTY {
            return;
        }
        if layout.drops.is_some() {
            self.take_in_hand(layout, us, id);
        }
        self.lift(layout, us.other(), cell);
        self.lose_virginity(layout, &[via], false);
        self.state.rule_clock = 0;
    }

    /// Undoes the capture on the way; the sums come from the saved state.
    #[inline(never)]
    pub(in crate::board) fn put_back_on_the_way(&mut self, layout: &Layout, us: Color) {
        let Some(Destroyed { cell, id, sq }) = self.destroyed.pop() else {
            return;
        };
        if cell == EMPTY {
            return;
        }
        self.stand(cell, sq);
        self.enlist(us.other(), cell, id);
        if layout.drops.is_some() {
            self.give_back(layout, us, id);
        }
    }
}
