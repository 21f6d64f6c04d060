//! Numbers from samples, each with its 95 % interval.

use serde::Serialize;

use super::statistics::{CONFIDENCE, Tally, expected_score};

/// A share of independent cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    pub count: u64,
    pub of: u64,
    /// The share, 0 to 1; 0 if there are no cases.
    pub share: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    pub high: f64,
}

impl Share {
    /// The share with Wilson's interval, which holds for small numbers and rare cases too.
    pub fn new(count: u64, of: u64) -> Share {
        if of == 0 {
            let (low, high) = (0.0, 1.0);
            return Share {
                low,
                high,
                ..Share::default()
            };
        }
        let (n, p) = (of as f64, count as f64 / of as f64);
        let z = CONFIDENCE * CONFIDENCE / n;
        let middle = (p + z / 2.0) / (1.0 + z);
        let reach = (z * p * (1.0 - p) + z * z / 4.0).sqrt() / (1.0 + z);
        // exactly 0 and 1, without rounding errors
        let low = if count == 0 { 0.0 } else { middle - reach };
        let high = if count == of { 1.0 } else { middle + reach };
        Share {
            count,
            of,
            share: rounded(p),
            low: rounded(low),
            high: rounded(high),
        }
    }

    /// `31 % (25 to 37)`
    pub fn text(&self) -> String {
        percent(self.share, self.low, self.high)
    }
}

/// A mean of independent numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// The mean; 0 if there are no numbers.
    pub mean: f64,
    /// Half of the 95 % interval; `None` for fewer than two numbers.
    pub error: Option<f64>,
}

impl Mean {
    /// The mean of some numbers.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Mean {
        let (mut n, mut mean, mut squares) = (0.0, 0.0, 0.0);
        for number in numbers {
            n += 1.0;
            // Welford's recurrence
            let step = number - mean;
            mean += step / n;
            squares += step * (number - mean);
        }
        let error = (n >= 2.0).then(|| CONFIDENCE * (squares / (n - 1.0) / n).sqrt());
        Mean {
            mean: rounded(mean),
            error: error.map(rounded),
        }
    }

    /// `41.2 +- 2.1`
    pub fn text(&self) -> String {
        let error = self
            .error
            .map_or(String::new(), |error| format!(" +- {error:.1}"));
        format!("{:.1}{error}", self.mean)
    }

    /// The ends of the 95 % interval, which are infinite if the error is not known.
    pub fn interval(&self) -> (f64, f64) {
        let error = self.error.unwrap_or(f64::INFINITY);
        (self.mean - error, self.mean + error)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Points {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The side's part of the points, 0 to 1.
    pub score: f64,
    /// The lower end of the 95 % interval of the score.
    pub low: f64,
    pub high: f64,
    /// The rating difference that expects this score.
    pub elo: f64,
    /// The ends of the interval as rating differences; null where they are not finite.
    pub elo_interval: Option<(f64, f64)>,
}

impl Points {
    /// The points of a tally; `None` without games. Where all observations are equal, the interval is that of a share of 100 %.
    pub fn new(tally: &Tally) -> Option<Points> {
        let estimate = tally.estimate()?;
        let (low, high) = match estimate.interval {
            Some((low, high)) => (expected_score(low), expected_score(high)),
            None => {
                let observed = tally.observations().iter().sum();
                let others = 1.0 - Share::new(observed, observed).low;
                let score = estimate.score;
                ((score - others).max(0.0), (score + others).min(1.0))
            }
        };
        Some(Points {
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: rounded(estimate.score),
            low: rounded(low),
            high: rounded(high),
            elo: rounded(estimate.elo),
            elo_interval: (estimate.interval).map(|(low, high)| (rounded(low), rounded(high))),
        })
    }

    /// `+30 Elo (-1 to +60)`, or one end if the other is infinite.
    pub fn elo_text(&self) -> String {
        let elo = self.elo;
        match self.elo_interval {
            Some((low, _)) if self.high >= 1.0 => format!("at least {low:+.0} Elo"),
            Some((_, high)) if self.low <= 0.0 => format!("at most {high:+.0} Elo"),
            Some((low, high)) => format!("{elo:+.0} Elo ({low:+.0} to {high:+.0})"),
            None => "all alike".to_owned(),
        }
    }

    /// `54.2 % (49.8 to 58.5), +64 =22 -52`
    pub fn text(&self) -> String {
        let share = percent(self.score, self.low, self.high);
        format!("{share}, +{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// The distribution of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    pub least: f64,
    /// A quarter of the numbers is below this.
    pub lower_quartile: f64,
    pub median: f64,
    pub upper_quartile: f64,
    pub most: f64,
}

impl Spread {
    /// The distribution of these numbers; `None` if there are none.
    pub fn of(mut numbers: Vec<f64>) -> Option<Spread> {
        numbers.sort_unstable_by(f64::total_cmp);
        let quantile = |part| rounded(quantile(&numbers, part));
        (!numbers.is_empty()).then(|| Spread {
            least: quantile(0.0),
            lower_quartile: quantile(0.25),
            median: quantile(0.5),
            upper_quartile: quantile(0.75),
            most: quantile(1.0),
        })
    }
}

/// A quantile of sorted numbers, with linear interpolation.
pub fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = part * sorted.len().saturating_sub(1) as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    match (sorted.get(below), sorted.get(above)) {
        (Some(low), Some(high)) => low + (high - low) * (place - place.floor()),
        _ => 0.0,
    }
}

/// Rounds to the four digits that are written as JSON.
pub fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

/// A number with one decimal, or none if that is 0.
pub fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn percent(share: f64, low: f64, high: f64) -> String {
    format!(
        "{:.1} % ({:.1} to {:.1})",
        100.0 * share,
        100.0 * low,
        100.0 * high
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_wilsons_interval() {
        // by Wilson's formula, as published tables have it
        let share = Share::new(10, 100);
        assert_eq!((share.share, share.low, share.high), (0.1, 0.0552, 0.1744));
        let none = Share::new(0, 20);
        assert_eq!((none.share, none.low, none.high), (0.0, 0.0, 0.1611));
        let all = Share::new(20, 20);
        assert_eq!((all.low, all.high), (0.8389, 1.0));
        let nothing = Share::new(0, 0);
        assert_eq!((nothing.share, nothing.low, nothing.high), (0.0, 0.0, 1.0));
        assert_eq!(share.text(), "10.0 % (5.5 to 17.4)");
    }

    #[test]
    fn means_and_spreads() {
        let mean = Mean::of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        // the sum of squares is 32, so the deviation of the mean is sqrt(32 / 7 / 8)
        assert_eq!((mean.mean, mean.error), (5.0, Some(1.4816)));
        assert_eq!(mean.text(), "5.0 +- 1.5");
        assert_eq!(Mean::of([3.0]).error, None);
        let spread = Spread::of(vec![4.0, 1.0, 3.0, 2.0]).unwrap();
        assert_eq!(
            (spread.lower_quartile, spread.median, spread.upper_quartile),
            (1.75, 2.5, 3.25)
        );
        assert_eq!(Spread::of(Vec::new()), None);
    }

    #[test]
    fn points_are_those_of_a_match() {
        let mut tally = Tally {
            wins: 50,
            draws: 20,
            losses: 30,
            pairs: [0; 5],
        };
        let points = Points::new(&tally).unwrap();
        // score 0.6, deviation sqrt(0.5 * 0.16 + 0.2 * 0.01 + 0.3 * 0.36) / 10
        assert_eq!(
            (points.score, points.low, points.high),
            (0.6, 0.5146, 0.6854)
        );
        assert_eq!(points.text(), "60.0 % (51.5 to 68.5), +50 =20 -30");
        assert_eq!(points.elo_text(), "+70 Elo (+10 to +135)");
        tally = Tally {
            wins: 20,
            ..Tally::default()
        };
        let points = Points::new(&tally).unwrap();
        assert_eq!((points.score, points.low, points.high), (1.0, 0.8389, 1.0));
        assert_eq!(points.elo_interval, None);
        assert_eq!(Points::new(&Tally::default()), None);
    }
}
