//! Skill levels below full strength.
//!
//! A level limits depth and nodes, and adds a random error to the score of each move. A weak level misses deep lines
//! and may choose a slightly worse move, but finds every mate within its depth and loses no piece unless the error
//! hides the loss. `docs/src/options.md` has the scores of the levels against each other.

use super::options::{FULL_STRENGTH, Options};
use crate::board::Position;
use crate::search::{Limits, Noise};
use crate::types::Rng;

/// The limits of a level.
struct Level {
    /// Depth in plies.
    depth: u32,
    /// Node limit: enough to complete the depth on most boards, so that every move is searched.
    nodes: u64,
    /// Largest error of a move's score, in centipawns.
    error: u32,
}

const fn level(depth: u32, nodes: u64, error: u32) -> Level {
    Level {
        depth,
        nodes,
        error,
    }
}

/// The levels, weakest first. The level after the last of these is full strength.
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

/// Number of the engine's moves that random mode varies in each game.
const RANDOM_MOVES: usize = 3;

impl Options {
    fn level(&self) -> Option<&'static Level> {
        LEVELS.get(self.skill_level as usize)
    }

    /// True below full strength.
    pub fn is_held_back(&self) -> bool {
        self.level().is_some()
    }

    /// Adds the node limit of the options and the limits of the skill level.
    pub fn restrict(&self, limits: &mut Limits) {
        if self.nodes > 0 && limits.nodes.is_none() {
            limits.nodes = Some(self.nodes.into());
        }
        if let Some(level) = self.level() {
            limits.depth = Some(limits.depth.unwrap_or(u32::MAX).min(level.depth));
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(level.nodes));
        }
    }

    /// The random error of the scores in a search for a move; `None` for exact scores.
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
