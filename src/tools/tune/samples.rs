//! The positions that weights are tuned on.

use std::sync::Arc;

use crate::board::Placement;
use crate::ruleset::Ruleset;
use crate::tools::lab::shards::{self, Collection};
use crate::tools::lab::statistics::logistic;
use crate::types::Color;

/// Positions with larger scores in centipawns count as decided, and are not used.
const DECIDED: i32 = 800;
/// The scale with which scores are converted to chances to win.
const SCORE_SCALE: f64 = 0.005;
/// The share of the score in the target of a position; the rest is the result of the game.
const SCORE_SHARE: f64 = 0.7;

/// A quiet position and its target for white, 0 to 1.
#[derive(Clone, Debug)]
pub struct Sample {
    pub placement: Placement,
    pub target: f64,
}

/// The quiet positions among at most `most` positions, which are spread evenly over the games.
pub fn samples(games: &Collection, rules: &Arc<Ruleset>, most: u64) -> anyhow::Result<Vec<Sample>> {
    let every = games.positions().div_ceil(most).max(1);
    let (mut samples, mut number) = (Vec::new(), 0u64);
    games.samples(rules, |pos, sample| {
        number += 1;
        let shards::Sample {
            score,
            result,
            quiet,
            ..
        } = sample;
        if !quiet || i32::from(score).abs() >= DECIDED || !(number - 1).is_multiple_of(every) {
            return;
        }
        let chance = logistic(SCORE_SCALE * f64::from(score));
        let target = SCORE_SHARE * chance + (1.0 - SCORE_SHARE) * f64::from(result) / 2.0;
        samples.push(Sample {
            placement: Placement::from(pos),
            target: match pos.side() {
                Color::White => target,
                Color::Black => 1.0 - target,
            },
        });
    })?;
    Ok(samples)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tools::learn::games::tests::collection;

    /// The positions of some games.
    pub fn few_samples(rules: &Arc<Ruleset>, games: u32) -> Vec<Sample> {
        samples(&collection(rules, games), rules, u64::MAX).unwrap()
    }
}
