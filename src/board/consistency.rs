//! Sets up the same position again and compares all incrementally updated data, for tests.

use super::Position;
use super::cell::color_bit;
use super::state::Board;
use crate::types::Color;

impl Position {
    /// Compares all incrementally updated data with those of the same position set up piece by piece; describes the
    /// first difference.
    pub fn check_consistency(&self) -> Result<(), String> {
        let (board, fresh) = (&self.board, self.set_up_again());
        let (state, new) = (&board.state, &fresh.state);
        let comparisons = [
            ("cells", board.cells == fresh.cells),
            ("counts", board.counts == fresh.counts),
            ("slots of pawns", board.pawns == fresh.pawns),
            ("sizes of hands", board.hand_total == fresh.hand_total),
            ("set of the walls", board.walls == fresh.walls),
            ("key", state.key == new.key),
            ("keys of parts", state.part_keys == new.part_keys),
            ("royals", state.royals == new.royals),
            ("occupied squares", state.occupied == new.occupied),
            ("set of the pawns", state.pawn_squares == new.pawn_squares),
            ("score", state.score == new.score),
            ("phase", state.phase == new.phase),
            (
                "virgin squares",
                state.virgin == board.useful_virgins(&self.layout, state.virgin),
            ),
        ];
        if let Some((what, _)) = comparisons.into_iter().find(|(_, equal)| !equal) {
            return Err(what.to_owned());
        }
        match self.waits_in_vain() {
            Some(color) => Err(format!("pieces that wait for {color}")),
            None => Ok(()),
        }
    }

    /// The same pieces in the same slots, with hands, rights and counters, on an empty board.
    fn set_up_again(&self) -> Board {
        let (layout, zobrist, state) = (&*self.layout, &self.layout.zobrist, &self.board.state);
        let mut fresh = Position::empty(self.layout.clone()).board;
        for color in Color::ALL {
            for slot in (0..64).filter(|slot| self.live(color) >> slot & 1 != 0) {
                let cell = color_bit(color) | slot;
                let (sq, id) = (self.cell_square(cell), self.cell_type(cell));
                fresh.place(layout, color, cell, id, sq);
            }
            for (id, _) in layout.variant.types() {
                for _ in 0..self.in_hand(color, id) {
                    fresh.change_hand(layout, color, id, 1);
                }
            }
            fresh.state.key ^= zobrist.checks(color, state.checks[color]);
        }
        for sq in self.walls() {
            fresh.add_wall(layout, sq);
        }
        fresh.set_virgins(layout, state.virgin);
        fresh.set_passes(layout, state.passes);
        fresh.shield(layout, state.shielded);
        if self.board.side == Color::Black {
            fresh.state.key ^= zobrist.side;
        }
        for &sq in state.en_passant.squares() {
            if state.en_passant.keyed {
                fresh.state.key ^= zobrist.en_passant(sq);
            }
        }
        fresh
    }
}
