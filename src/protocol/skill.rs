//! Skill levels below full strength.
//!
//! A level limits depth and nodes, and adds a random error to the score of each move. A weak level misses deep lines
//! and may choose a slightly worse move, but finds every mate within its depth and loses no piece unless the error
//! hides the loss. `docs/src/options.md` has the scores of the levels against each other.

use super::options::{FULL_STRENGTH, Options};
use crate::board::Position;
use crate::search::{Limits, Noise};
use crate::types::Rng;

/// The levels, weakest first: depth in plies, node limit, and largest error of a move's score in centipawns. The nodes
/// suffice to complete the depth on most boards, so that every move is searched. The level after the last of these is
/// full strength.
const LEVELS: [(u32, u64, u32); FULL_STRENGTH as usize] = [
    (1, 10_000, 300),
    (1, 10_000, 170),
    (2, 10_000, 125),
    (3, 10_000, 85),
    (4, 10_000, 75),
    (5, 12_000, 65),
    (6, 15_000, 50),
    (7, 20_000, 40),
    (9, 35_000, 25),
    (u32::MAX, 80_000, 10),
];

/// Number of the engine's moves that random mode varies in each game.
const RANDOM_MOVES: usize = 3;

impl Options {
    fn level(&self) -> Option<(u32, u64, u32)> {
        LEVELS.get(self.skill_level as usize).copied()
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
        if let Some((depth, nodes, _)) = self.level() {
            limits.depth = Some(limits.depth.unwrap_or(u32::MAX).min(depth));
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(nodes));
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
        let error = self.level().map_or(0, |(_, _, error)| error);
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
