//! Recomputes incrementally updated data from scratch and compares, for tests.

use super::Position;
use super::cell::{color_bit, is_piece};
use super::layout::Weights;
use super::piece_list::part;
use crate::types::{Color, Score, TypeId};

impl Position {
    /// The key, computed from scratch.
    fn recomputed_key(&self) -> u64 {
        let z = &self.layout.zobrist;
        let mut key = if self.board.side == Color::Black {
            z.side
        } else {
            0
        };
        for color in Color::ALL {
            for (sq, id) in self.pieces(color) {
                key ^= z.piece(color, id, sq);
            }
            for (id, _) in self.layout.variant.types() {
                key ^= z.hand(color, id, self.in_hand(color, id));
            }
        }
        for sq in self.virgins().iter() {
            key ^= z.virgin(sq);
        }
        for sq in self.walls() {
            key ^= z.wall(sq);
        }
        for color in Color::ALL {
            key ^= z.checks(color, self.checks_left(color));
        }
        key ^= z.passes(self.board.state.passes);
        if self.board.state.shielded.is_some() {
            key ^= z.shield();
        }
        if self.board.state.en_passant.keyed {
            for &sq in self.board.state.en_passant.squares() {
                key ^= z.en_passant(sq);
            }
        }
        key
    }

    /// Compares all incrementally updated data with values computed from scratch; describes the first difference.
    pub fn check_consistency(&self) -> Result<(), String> {
        if self.key() != self.recomputed_key() {
            return Err("key".into());
        }
        let mut parts = [0; 3];
        for color in Color::ALL {
            for (sq, id) in self.pieces(color) {
                parts[part(color, id)] ^= self.layout.zobrist.piece(color, id, sq);
            }
        }
        if parts != self.part_keys() {
            return Err("keys of parts".into());
        }
        let mut score = Score::default();
        let mut phase = 0;
        for color in Color::ALL {
            let mut counts = [0u8; 64];
            let (mut royals, mut pawns) = (0, 0);
            for slot in 0..64u8 {
                if self.live(color) >> slot & 1 == 0 {
                    continue;
                }
                let cell = color_bit(color) | slot;
                let (sq, id) = (self.cell_square(cell), self.cell_type(cell));
                if self.cell(sq) != cell {
                    return Err(format!("slot {slot} of {color} is not on {sq:?}"));
                }
                counts[id.index()] += 1;
                royals |= u64::from(self.layout.is_royal(id)) << slot;
                pawns |= u64::from(id == TypeId::pawn(color)) << slot;
                let weight = self.layout.weights.square[Weights::index(color, id, sq)];
                match color {
                    Color::White => score += weight,
                    Color::Black => score -= weight,
                }
                phase += self.layout.weights.phase[id.index()];
            }
            if counts != self.board.counts[color] {
                return Err(format!("counts of {color}"));
            }
            if royals != self.royals(color) {
                return Err(format!("royals of {color}"));
            }
            if pawns != self.pawns(color) {
                return Err(format!("pawns of {color}"));
            }
            let squares = self.pieces(color).map(|(sq, _)| sq);
            if self.occupied_by::<4>(color) != self.layout.index.set(squares) {
                return Err(format!("set of the squares of {color}"));
            }
            let squares = (self.pieces_in(color, pawns)).map(|(sq, _)| sq);
            if self.pawn_squares::<4>(color) != self.layout.index.set(squares) {
                return Err(format!("set of the pawns of {color}"));
            }
        }
        let occupied = self
            .board
            .cells
            .iter()
            .filter(|&&cell| is_piece(cell))
            .count() as u32;
        let live = self.board.live.iter().map(|live| live.count_ones());
        if occupied != live.sum::<u32>() {
            return Err("occupied squares".into());
        }
        if self.walls_by_number::<4>() != self.layout.index.set(self.walls()) {
            return Err("set of the walls".into());
        }
        if score != self.score() || phase != self.phase() {
            return Err("score or phase".into());
        }
        let virgin = self.board.state.virgin;
        if virgin != self.board.useful_virgins(&self.layout, virgin) {
            return Err("virgin squares".into());
        }
        if let Some(color) = self.waits_in_vain() {
            return Err(format!("pieces that wait for {color}"));
        }
        Ok(())
    }
}
