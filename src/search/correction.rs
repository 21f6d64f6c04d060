//! Correction of the static evaluation by what searches have found in similar positions.
//!
//! An evaluation made for any game cannot know what is peculiar to one; where the search keeps
//! finding more or less than it says, with the same pawns or the same pieces on the board, the
//! difference is learnt.

use super::histories::Continuation;
use super::tunables as t;
use crate::board::Position;

/// Entries per table and colour, a power of two.
const SIZE: usize = 1 << 14;
/// Units per centipawn.
const GRAIN: i32 = 256;
/// The weight of all experience, of which one search can be at most [`MOST_WEIGHT`].
const WEIGHT_SCALE: i32 = 256;
const MOST_WEIGHT: i32 = 16;
/// One table corrects by at most this many centipawns.
const MOST: i32 = 64;
/// By what a position is looked up: its pawns, white's pieces, black's pieces, the last move.
const KINDS: usize = 4;

#[derive(Debug)]
pub(super) struct Corrections {
    tables: Vec<[i16; SIZE]>,
}

impl Corrections {
    pub fn new() -> Corrections {
        Corrections {
            tables: vec![[0; SIZE]; 2 * KINDS],
        }
    }

    /// What they take, bytes.
    pub const BYTES: usize = 2 * KINDS * SIZE * size_of::<i16>();

    fn slots(pos: &Position, last: Continuation) -> [(usize, usize); KINDS] {
        let side = pos.side().index() * KINDS;
        let [pawns, white, black] = pos.part_keys().map(|key| key as usize % SIZE);
        [
            (side, pawns),
            (side + 1, white),
            (side + 2, black),
            (side + 3, last % SIZE),
        ]
    }

    /// What to add to the evaluation for the side to move, centipawns.
    pub fn get(&self, pos: &Position, last: Continuation) -> i32 {
        let slots = Self::slots(pos, last);
        let part = |&(table, i): &(usize, usize)| i32::from(self.tables[table][i]);
        let sum: i32 = slots.iter().map(part).sum();
        sum * t::correction_scale() / (100 * GRAIN)
    }

    /// A search has found a score that differs by this much from the corrected evaluation, centipawns. Each table learns
    /// what all of them together still miss.
    pub fn learn(&mut self, pos: &Position, last: Continuation, depth: i32, difference: i32) {
        let weight = (depth + 1).min(MOST_WEIGHT);
        let difference = (difference * GRAIN).clamp(-MOST * GRAIN * 4, MOST * GRAIN * 4);
        for (table, i) in Self::slots(pos, last) {
            let value = &mut self.tables[table][i];
            let learnt = i32::from(*value) + difference * weight / WEIGHT_SCALE;
            *value = learnt.clamp(-MOST * GRAIN, MOST * GRAIN) as i16;
        }
    }
}
