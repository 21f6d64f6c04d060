//! Fortresses: drawn positions where the bare royal neither wins a piece by force nor is stalemated.
//!
//! First every drawn position counts as a fortress. Each round removes the positions from which the bare royal can
//! reach a position that no longer counts, until nothing changes.

use super::retro::come_from;
use super::{Solver, Stopped};
use crate::endgame::placements::Men;
use crate::types::Bitboard;

impl<const W: usize> Solver<'_, W> {
    /// Number of drawn positions in which the side with pieces is to move and can play on for ever without losing a piece
    /// or giving stalemate, by whether all pieces are on squares of one colour. All wins must have been found.
    pub(super) fn fortresses(&self) -> Result<[u64; 2], Stopped> {
        let empty = Bitboard::<W, usize>::EMPTY;
        let mut held: Vec<_> = vec![empty; self.undecided.len()];
        for (index, held) in held.iter_mut().enumerate() {
            self.check_stop()?;
            if let Some(men) = self.men(index) {
                *held = self.without_way_out(index, men);
            }
        }
        let mut reached = vec![empty; self.undecided.len()];
        loop {
            reached.fill(empty);
            for (index, &squares) in held.iter().enumerate() {
                self.check_stop()?;
                if let Some(men) = self.men(index).filter(|_| !squares.is_empty()) {
                    come_from(
                        self.placements,
                        &self.men,
                        men,
                        squares,
                        |stood, squares| {
                            reached[self.placements.index(stood)] |= squares;
                        },
                    );
                }
            }
            let mut changed = false;
            for (index, held) in held.iter_mut().enumerate() {
                self.check_stop()?;
                let ways_out = self.undecided[index].without(reached[index]);
                if held.is_empty() || ways_out.is_empty() {
                    continue;
                }
                let Some(men) = self.men(index) else {
                    continue;
                };
                for square in held.iter() {
                    if self.bare.quiet_to(square, men.set).meets(&ways_out) {
                        *held = held.without(empty.with(square));
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let mut count = [0; 2];
        for (index, &reached) in reached.iter().enumerate() {
            self.check_stop()?;
            if let Some(men) = self.men(index) {
                let held = (self.undecided[index] & reached).len() as u64;
                count[self.one_color(men)] += held * self.placements.weight(men.at[0].into());
            }
        }
        Ok(count)
    }

    /// The squares where the bare royal is to move, has not lost, is not stalemated, and cannot draw by capturing a piece.
    fn without_way_out(&self, index: usize, men: Men<W>) -> Bitboard<W, usize> {
        let known = &self.known[index];
        let mut held = self.legal_replies(men).without(known.lost);
        for square in held.iter() {
            let captures = self.bare.captures_to(square, men.set);
            let moves = self.bare.quiet_to(square, men.set);
            if captures.meets(&known.capturable) || !moves.meets(&self.undecided[index]) {
                held = held.without(Bitboard::EMPTY.with(square));
            }
        }
        held
    }
}
