//! Correction history: the average difference between search results and static evaluations of similar
//! positions.
//!
//! An evaluation made for all variants misses the peculiarities of each variant. Where search results keep differing
//! from the evaluation, with the same pawns, the same pieces or after the same move, the difference is learnt.

use super::histories::Continuation;
use super::tunables as t;
use crate::board::Position;

/// Entries per table and colour, a power of two.
const SIZE: usize = 1 << 14;
/// Units per centipawn.
const GRAIN: i32 = 256;
/// The weight of all samples so far; one search weighs at most [`MOST_WEIGHT`].
const WEIGHT_SCALE: i32 = 256;
const MOST_WEIGHT: i32 = 16;
/// The largest correction of one table, in centipawns.
const MOST: i32 = 64;
/// The keys of the tables: pawns, white's pieces, black's pieces, last move.
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

    /// Memory of the tables, in bytes.
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

    /// The correction for the side to move, in centipawns.
    pub fn get(&self, pos: &Position, last: Continuation) -> i32 {
        let slots = Self::slots(pos, last);
        let part = |&(table, i): &(usize, usize)| i32::from(self.tables[table][i]);
        let sum: i32 = slots.iter().map(part).sum();
        sum * t::correction_scale() / (100 * GRAIN)
    }

    /// Learns from a score that differs from the corrected evaluation by `difference` centipawns. Each table learns
    /// the error of the sum of all tables.
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
