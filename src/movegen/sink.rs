//! The occupancy that move generation reads, and the sinks that collect the moves.

use crate::board::Position;
use crate::types::{Bitboard, Move};

/// Receives generated moves: a list collects them, a counter only counts.
pub(super) trait Sink {
    fn push(&mut self, mv: Move);

    /// Adds a move to each square of a set, given by number.
    #[inline]
    fn push_each<const W: usize>(
        &mut self,
        targets: Bitboard<W, usize>,
        to: impl Fn(usize) -> Move,
    ) {
        for number in targets.iter() {
            self.push(to(number));
        }
    }
}

impl Sink for Vec<Move> {
    #[inline]
    fn push(&mut self, mv: Move) {
        Vec::push(self, mv);
    }
}

/// The occupied squares, from the point of view of the side to move.
pub(super) struct Occupancy<const W: usize> {
    pub all: Bitboard<W, usize>,
    /// Own pieces and walls.
    pub barred: Bitboard<W, usize>,
    pub enemies: Bitboard<W, usize>,
}

impl<const W: usize> Occupancy<W> {
    #[inline]
    pub fn of(pos: &Position) -> Occupancy<W> {
        let us = pos.side();
        let (own, enemies) = (pos.occupied_by(us), pos.occupied_by(us.other()));
        let barred = own | pos.walls_by_number();
        Occupancy {
            all: barred | enemies,
            barred,
            enemies,
        }
    }
}
