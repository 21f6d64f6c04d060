//! The sequential probability ratio test: stops a match when it is decided.
//!
//! The generalised test of M. Van den Bergh, "A practical introduction to the GSPRT"
//! (<https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>, with
//! <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf> for the estimate under a given
//! mean): the ratio compares the most likely distributions of the observed scores whose means are
//! those of the two hypotheses. Ratings are logistic; observations are pairs of games (five
//! scores) or games (three scores).

use std::str::FromStr;

use super::statistics::{Tally, expected_score};

/// The probability of an error of either kind.
const ERROR: f64 = 0.05;
/// The number of observations that an outcome counts as if it was never observed.
const UNSEEN: f64 = 1e-3;

/// Two hypotheses about the rating difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The null hypothesis: the change is worth at most this, in Elo.
    pub elo0: f64,
    /// The alternative: the change is worth at least this, in Elo.
    pub elo1: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Open,
    Lower,
    Upper,
}

impl FromStr for Sprt {
    type Err = String;

    /// `ELO0,ELO1`.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let error = || format!("`{text}` is not ELO0,ELO1 with ELO0 below ELO1");
        let (elo0, elo1) = text.split_once(',').ok_or_else(error)?;
        let read = |text: &str| {
            let number: Option<f64> = text.trim().parse().ok();
            number.filter(|number| number.abs() < 1000.0)
        };
        match (read(elo0), read(elo1)) {
            (Some(elo0), Some(elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
            _ => Err(error()),
        }
    }
}

impl Sprt {
    /// The logarithm of the likelihood ratio beyond which, up or down, the test is decided.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The logarithm of the likelihood ratio; 0 as long as the games allow no statement.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        let counts = tally.observations();
        let total: u64 = counts.iter().sum();
        let seen = counts.iter().filter(|&&count| count > 0).count();
        if total == 0 || seen < 2 && total < 8 {
            return 0.0;
        }
        let weights: Vec<f64> = counts.iter().map(|&n| (n as f64).max(UNSEEN)).collect();
        let sum: f64 = weights.iter().sum();
        let observed: Vec<(f64, f64)> = weights
            .iter()
            .enumerate()
            .map(|(i, weight)| (i as f64 / (counts.len() - 1) as f64, weight / sum))
            .collect();
        let lower = tilt(&observed, expected_score(self.elo0));
        let upper = tilt(&observed, expected_score(self.elo1));
        let terms = observed.iter().zip(lower.iter().zip(upper));
        sum * terms
            .map(|((_, p), (below, above))| p * (above / below).ln())
            .sum::<f64>()
    }

    pub fn decide(ratio: f64) -> Decision {
        match ratio {
            ratio if ratio >= Sprt::bound() => Decision::Upper,
            ratio if ratio <= -Sprt::bound() => Decision::Lower,
            _ => Decision::Open,
        }
    }
}

/// The most likely distribution with a given mean, after the scores `observed` with their
/// frequencies, all positive. It has the form `p / (1 + x (a - mean))`; `x` is found by halving
/// the interval where all terms are positive.
fn tilt(observed: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let slope = |x: f64| {
        let terms = observed.iter();
        terms
            .map(|(a, p)| p * (a - mean) / (1.0 + x * (a - mean)))
            .sum::<f64>()
    };
    // scores reach from 0 to 1
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let tilted = observed.iter();
    tilted.map(|(a, p)| p / (1.0 + x * (a - mean))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: [u64; 5], wins: u64, draws: u64, losses: u64) -> Tally {
        Tally {
            wins,
            draws,
            losses,
            pairs,
        }
    }

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1 }
    }

    /// Tests of Stockfish with the ratios that its own framework has published.
    #[test]
    fn ratios_agree_with_published_tests() {
        for (tally, test, published) in [
            (
                pairs([292, 5905, 28_939, 6129, 299], 7606, 68_154, 7368),
                sprt(-0.25, 1.25),
                2.95,
            ),
            (
                pairs([491, 7345, 29_693, 7670, 465], 9940, 71_721, 9667),
                sprt(-0.25, 1.25),
                2.96,
            ),
            (
                pairs([53, 2220, 21_459, 2445, 47], 2799, 47_063, 2586),
                sprt(0.25, 1.25),
                2.97,
            ),
            (
                pairs([253, 4282, 17_604, 4431, 286], 5776, 42_375, 5561),
                sprt(-0.25, 1.25),
                2.94,
            ),
            (
                pairs([17, 253, 1042, 337, 39], 487, 2530, 359),
                sprt(-0.5, 1.5),
                2.96,
            ),
            (
                pairs([424, 2948, 5832, 3045, 460], 4960, 15_679, 4789),
                sprt(-1.0, 3.0),
                2.94,
            ),
        ] {
            let ratio = test.ratio(&tally);
            assert!(
                (ratio - published).abs() < 0.011,
                "{ratio} is not {published}"
            );
        }
    }

    #[test]
    fn single_games_and_small_samples() {
        let test = sprt(0.0, 10.0);
        // the approximation in Van den Bergh's paper: n (s1 - s0) (2 s - s0 - s1) / (2 variance)
        let tally = pairs([0; 5], 2400, 4000, 2200);
        let (s0, s1) = (0.5, expected_score(10.0));
        let (n, s) = (8600.0, (2400.0 + 2000.0) / 8600.0);
        let variance = (2400.0 + 1000.0) / n - s * s;
        let near = n * (s1 - s0) * (2.0 * s - s0 - s1) / (2.0 * variance);
        assert!(
            (test.ratio(&tally) - near).abs() < 0.02 * near.abs(),
            "{near}"
        );
        assert_eq!(test.ratio(&Tally::default()), 0.0);
        assert_eq!(test.ratio(&pairs([0; 5], 3, 0, 0)), 0.0);
        // only wins: each is as likely as its hypothesis expects points
        let wins = test.ratio(&pairs([0, 0, 0, 0, 40], 80, 0, 0));
        assert!((wins - 40.0 * (s1 / s0).ln()).abs() < 0.01, "{wins}");
        let losses = test.ratio(&pairs([40, 0, 0, 0, 0], 0, 0, 80));
        assert!(
            (losses - 40.0 * ((1.0 - s1) / (1.0 - s0)).ln()).abs() < 0.01,
            "{losses}"
        );
    }

    #[test]
    fn a_test_is_decided_at_its_bounds() {
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
        assert_eq!(Sprt::decide(2.95), Decision::Upper);
        assert_eq!(Sprt::decide(-2.95), Decision::Lower);
        assert_eq!(Sprt::decide(2.9), Decision::Open);
        assert_eq!("-1.5,2".parse(), Ok(sprt(-1.5, 2.0)));
        for bad in ["", "1", "2,1", "1,1", "a,b", "0,9999", "nan,1"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
