//! Elo and its error from the results of games.
//!
//! Two games from the same opening with changed colours are one observation: an opening that favours a side changes the sum
//! of the two scores less than each score. So errors come from complete pairs (the pentanomial model), and from single games
//! only while there is no complete pair.

use crate::types::Color;

/// The half points that a side scores: 0, 1 or 2. `winner` is `None` in a draw.
pub fn half_points(winner: Option<Color>, side: Color) -> u8 {
    match winner {
        None => 1,
        Some(winner) => 2 * u8::from(winner == side),
    }
}

/// The rating difference for an expected score, by the logistic curve. The score is kept away from 0 and 1, where the
/// difference would be infinite.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    400.0 * libm::log10(score / (1.0 - score))
}

/// The logistic curve, the same on every machine.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// The logistic curve in single precision, for code that computes it millions of times.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// 95 % of a normal distribution lie within this many standard deviations.
pub const CONFIDENCE: f64 = 1.959_963_984_540_054;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The number of complete pairs in which the side has made 0 to 4 half points.
    pub pairs: [u64; 5],
}

/// The estimated difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The share of the points, 0 to 1.
    pub score: f64,
    pub elo: f64,
    /// The 95 % interval of the difference, lower and upper end; `None` if all observations are the same, which says nothing
    /// about their spread.
    pub interval: Option<(f64, f64)>,
    /// Likelihood of superiority, 0 to 1: how likely it is that the side is the stronger one.
    pub superiority: f64,
}

impl Tally {
    /// Adds a game with this many half points for the side.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds a pair with this many half points. The games of the pair are added separately.
    pub fn add_pair(&mut self, half_points: u8) {
        self.pairs[usize::from(half_points.min(4))] += 1;
    }

    pub fn add(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (count, more) in self.pairs.iter_mut().zip(other.pairs) {
            *count += more;
        }
    }

    pub fn reversed(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs,
        }
    }

    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How often each score was observed. An observation is a complete pair if there are any, otherwise a game. The scores
    /// are spread evenly from 0 to 1.
    pub fn observations(&self) -> Vec<u64> {
        if self.pairs.iter().any(|&count| count > 0) {
            self.pairs.to_vec()
        } else {
            vec![self.losses, self.draws, self.wins]
        }
    }

    /// The estimated rating difference; `None` without games.
    pub fn estimate(&self) -> Option<Estimate> {
        let games = self.games();
        if games == 0 {
            return None;
        }
        let score = (self.wins as f64 + self.draws as f64 / 2.0) / games as f64;
        let counts = self.observations();
        let (mean, variance) = moments(&counts);
        let observed = counts.iter().sum::<u64>() as f64;
        let deviation = (variance / observed).sqrt();
        let (interval, superiority) = if deviation == 0.0 {
            // an unknown share of equal outcomes, any as likely as another: Laplace's rule
            let half = 0.5_f64.powf(games as f64 + 1.0);
            let superiority = match score {
                score if score > 0.5 => 1.0 - half,
                score if score < 0.5 => half,
                _ => 0.5,
            };
            (None, superiority)
        } else {
            let reach = CONFIDENCE * deviation;
            let interval = (elo(score - reach), elo(score + reach));
            (Some(interval), normal_below((mean - 0.5) / deviation))
        };
        Some(Estimate {
            score,
            elo: elo(score),
            interval,
            superiority,
        })
    }
}

/// Mean and variance of the scores of observations, see [`Tally::observations`].
fn moments(counts: &[u64]) -> (f64, f64) {
    let total = counts.iter().sum::<u64>() as f64;
    let step = 1.0 / (counts.len() - 1) as f64;
    let weighted = |value: &dyn Fn(f64) -> f64| {
        let terms = counts.iter().enumerate();
        terms
            .map(|(i, &n)| n as f64 * value(i as f64 * step))
            .sum::<f64>()
            / total
    };
    let mean = weighted(&|score| score);
    (mean, weighted(&|score| (score - mean).powi(2)))
}

/// The part of a normal distribution that is below a number of standard deviations.
pub fn normal_below(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally {
            wins,
            draws,
            losses,
            pairs: [0; 5],
        }
    }

    fn close(a: f64, b: f64, error: f64) {
        assert!((a - b).abs() <= error, "{a} is not {b}");
    }

    #[test]
    fn ratings_follow_elos_table() {
        // the table of Elo's book: 200 points are 76 %
        close(expected_score(200.0), 0.76, 0.001);
        close(elo(0.75), 190.85, 0.01);
        close(elo(0.5), 0.0, 1e-9);
        for difference in [-700.0, -33.0, 0.0, 5.0, 400.0] {
            close(elo(expected_score(difference)), difference, 1e-6);
        }
        assert!(elo(1.0).is_finite() && elo(0.0).is_finite());
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (1.959_963_984_540_054, 0.975),
            (2.999_999, 0.998_650_097_5),
            (3.000_001, 0.998_650_106_4),
            (-5.0, 2.866_515_719e-7),
        ] {
            close(normal_below(x), below, 1e-9);
        }
        assert_eq!(normal_below(40.0), 1.0);
        assert_eq!(normal_below(-40.0), 0.0);
    }

    #[test]
    fn estimates_from_single_games_agree_with_a_count_by_hand() {
        // by hand: score 0.6, variance 0.8 * 0.25 - 0.01 per game of 100
        let estimate = tally(50, 20, 30).estimate().unwrap();
        close(estimate.score, 0.6, 1e-12);
        close(estimate.elo, 70.44, 0.01);
        let deviation = (0.5 * 0.16 + 0.2 * 0.01 + 0.3 * 0.36_f64).sqrt() / 10.0;
        let (low, high) = estimate.interval.unwrap();
        close(low, elo(0.6 - 1.96 * deviation), 0.01);
        close(high, elo(0.6 + 1.96 * deviation), 0.01);
        close(estimate.superiority, normal_below(0.1 / deviation), 1e-12);
        assert_eq!(tally(0, 0, 0).estimate(), None);
        let wins = tally(3, 0, 0).estimate().unwrap();
        assert_eq!((wins.superiority, wins.interval), (1.0 - 1.0 / 16.0, None));
        assert_eq!(tally(0, 3, 0).estimate().unwrap().superiority, 0.5);
    }

    #[test]
    fn pairs_count_as_one() {
        // most openings win for white: the pairs say much more than the games
        let mut even = tally(50, 0, 50);
        let (low, high) = even.estimate().unwrap().interval.unwrap();
        even.pairs = [1, 0, 48, 0, 1];
        let (paired_low, paired_high) = even.estimate().unwrap().interval.unwrap();
        close(high - low, 138.0, 1.0);
        close(paired_high - paired_low, 38.5, 0.5);
        even.wins += 1;
        assert_eq!(even.observations(), [1, 0, 48, 0, 1]);
        assert_eq!(tally(3, 2, 1).observations(), [1, 2, 3]);
        // a test of Stockfish (fishtest 5fe50b9d3932f79192d3973c), 0.99 +- 0.98 by its own account
        let long = Tally {
            wins: 7606,
            draws: 68_154,
            losses: 7368,
            pairs: [292, 5905, 28_939, 6129, 299],
        };
        let estimate = long.estimate().unwrap();
        close(estimate.elo, 0.995, 0.01);
        close(
            estimate.interval.map_or(0.0, |(low, high)| high - low) / 2.0,
            0.96,
            0.03,
        );
    }
}
