//! Levels below full strength, for people who want a chance.
//!
//! A level looks less far and judges less well: it searches fewer plies and positions, and is wrong
//! about the worth of each move by chance, by up to so many centipawns. It overlooks what lies deep
//! and prefers a move that is a little worse, but sees every mate that its depth shows, and does not
//! leave a piece to be taken that its error does not hide. What the levels score against each other
//! is in `docs/src/options.md`.

use super::options::Options;
use crate::board::Position;
use crate::search::{Limits, Noise};
use crate::types::Rng;

/// What holds a level back.
struct Level {
    /// Plies.
    depth: u32,
    /// Positions: enough for the depth on most boards, so that all moves are looked at.
    nodes: u64,
    /// How far the worth of a move is mistaken, centipawns.
    error: u32,
}

const fn level(depth: u32, nodes: u64, error: u32) -> Level {
    Level {
        depth,
        nodes,
        error,
    }
}

/// The levels from the weakest on. The next one is full strength.
const LEVELS: [Level; FULL_STRENGTH as usize] = [
    level(1, 10_000, 300),
    level(1, 10_000, 170),
    level(2, 10_000, 125),
    level(3, 10_000, 85),
    level(4, 10_000, 75),
    level(5, 12_000, 65),
    level(6, 15_000, 50),
    level(7, 20_000, 40),
    level(9, 35_000, 25),
    level(u32::MAX, 80_000, 10),
];

/// The level at which nothing is held back.
pub const FULL_STRENGTH: u32 = 10;

/// In random mode, so many own moves of a game are varied.
const RANDOM_MOVES: usize = 3;

impl Options {
    fn level(&self) -> Option<&'static Level> {
        LEVELS.get(self.skill_level as usize)
    }

    /// True if the engine shall play worse than it can.
    pub fn is_held_back(&self) -> bool {
        self.level().is_some()
    }

    /// The limits of a search for a move, at the level that is set.
    pub fn hold_back(&self, limits: &mut Limits) {
        if let Some(level) = self.level() {
            limits.depth = Some(limits.depth.unwrap_or(u32::MAX).min(level.depth));
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(level.nodes));
        }
    }

    /// How far a search for a move in this position is led astray; `None`: not at all.
    pub fn noise(&self, position: &Position) -> Option<Noise> {
        let early = position.ply() / 2 < RANDOM_MOVES;
        let varied = if self.random && early {
            Noise::VARIETY
        } else {
            0
        };
        let error = self.level().map_or(0, |level| level.error);
        let spread = varied.max(error);
        (spread > 0).then(|| Noise {
            spread,
            seed: match self.seed {
                Some(seed) => {
                    let mut random = Rng::new(seed.into());
                    random.stir(position.key());
                    random.next_u64()
                }
                None => rand::random(),
            },
        })
    }
}
