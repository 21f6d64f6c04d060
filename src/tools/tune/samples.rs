//! The positions that weights are tuned on.

use std::sync::Arc;

use anyhow::bail;

use crate::board::Placement;
use crate::ruleset::Ruleset;
use crate::tools::lab::shards::Collection;
use crate::tools::lab::statistics::logistic;
use crate::types::Rng;

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

/// At most `most` of the quiet positions of the games, at random if there are more, and the number of all quiet positions.
///
/// # Errors
/// If there are none, or if a game cannot be replayed.
pub fn samples(
    games: &Collection,
    rules: &Arc<Ruleset>,
    most: usize,
) -> anyhow::Result<(Vec<Sample>, usize)> {
    let (mut samples, mut count) = (Vec::new(), 0);
    let mut rng = Rng::new(1);
    games.samples(rules, |pos, sample| {
        if !sample.quiet || i32::from(sample.score).abs() >= DECIDED {
            return;
        }
        count += 1;
        // each position has the same chance to be kept (Vitter's algorithm R)
        let place = if count <= most {
            count - 1
        } else {
            rng.below(count)
        };
        if place >= most {
            return;
        }
        let chance = logistic(SCORE_SCALE * f64::from(sample.score));
        let target = SCORE_SHARE * chance + (1.0 - SCORE_SHARE) * f64::from(sample.result) / 2.0;
        let tuned = Sample {
            placement: Placement::from(pos),
            target: 0.5 + pos.side().for_white(target - 0.5),
        };
        match samples.get_mut(place) {
            Some(old) => *old = tuned,
            None => samples.push(tuned),
        }
    })?;
    if samples.is_empty() {
        let name = &rules.variant().name;
        bail!(
            "{name}: its {} games have no quiet positions",
            games.games()
        );
    }
    Ok((samples, count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::testing::games::without_net;
    use crate::tools::learn::games::tests::collection;
    use crate::types::Color;

    #[test]
    fn targets_are_for_white() {
        let rules = without_net("los-alamos");
        let games = collection(&rules, 20);
        let (all, count) = samples(&games, &rules, usize::MAX).unwrap();
        assert_eq!(all.len(), count);
        for side in Color::ALL {
            let mut agree = Vec::new();
            for sample in &all {
                let pos = Position::new(rules.layout.clone(), &sample.placement).unwrap();
                let value = rules.evaluate(&pos);
                if pos.side() == side && value.abs() > 300 {
                    let white = (value > 0) == (side == Color::White);
                    agree.push(white == (sample.target > 0.5));
                }
            }
            let right = agree.iter().filter(|&&agree| agree).count();
            assert!(
                agree.len() > 20 && right > agree.len() * 8 / 10,
                "{right} of {}",
                agree.len()
            );
        }
        let (some, same) = samples(&games, &rules, 50).unwrap();
        assert_eq!((some.len(), same), (50, count));
        assert!(samples(&Collection::default(), &rules, 50).is_err());
    }
}
