//! Fitting coefficients to results, by gradient descent on the error of the predicted results
//! (Texel's method).
//!
//! The evaluation is very nearly a sum of coefficients times counts. The counts are not kept by a
//! second evaluation made for the purpose: they are found by changing one coefficient at a time
//! and seeing by how much the evaluation of each position changes.

use crate::tools::interrupt;
use crate::tools::progress::Bar;

/// One position as the fit sees it.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its evaluation for white with the coefficients at the start, centipawns.
    pub base: f64,
    /// By how much that changes with each unit of each coefficient.
    pub slope: Vec<f32>,
    /// The result for white, 0 to 1.
    pub target: f64,
    /// The game it is from, by number.
    pub game: usize,
    /// It is not from the course of a game.
    pub aside: bool,
}

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Steps of the descent.
    pub epochs: u32,
    /// How far a coefficient may go in one step.
    pub rate: f64,
    /// How strongly coefficients are held where they were before the first round: the error that is added, on
    /// average for each position, for a coefficient that is [`SOFT`] units away.
    pub hold: f64,
    /// How strongly they are held where they were when the slopes were found, in the same way: further away
    /// these are not true any more.
    pub trust: f64,
}

/// The distance at which `hold` and `trust` count fully, in units of a coefficient.
pub const SOFT: f64 = 100.0;
/// The part of positions from the course of games in the error of a game.
const COURSE_SHARE: f64 = 0.3;

/// What came of it.
#[derive(Clone, Debug)]
pub struct Fit {
    /// What is to be added to each coefficient.
    pub change: Vec<f64>,
    /// The mean squared error before and after.
    pub error: (f64, f64),
}

/// The chance to win that an evaluation means, with the scale of a game.
pub fn chance(evaluation: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * evaluation).exp())
}

/// For each game the scale with which the evaluations at the start predict its results best.
pub fn scales(rows: &[Row], games: usize) -> Vec<f64> {
    (0..games)
        .map(|game| {
            let error = |scale: f64| -> f64 {
                let own = rows.iter().filter(|row| row.game == game);
                own.map(|row| (row.target - chance(row.base, scale)).powi(2))
                    .sum()
            };
            // the error has one valley: narrow it down
            let (mut low, mut high) = (0.0005, 0.03);
            for _ in 0..40 {
                let third = (high - low) / 3.0;
                if error(low + third) < error(high - third) {
                    high -= third;
                } else {
                    low += third;
                }
            }
            (low + high) / 2.0
        })
        .collect()
}

/// Finds the change of the coefficients that predicts the results best. Games count alike, however
/// many positions there are of each. `free` says which coefficients may change, and `away` how far they have
/// gone in the rounds before.
pub fn fit(rows: &[Row], scales: &[f64], free: &[bool], away: &[f64], settings: &Settings) -> Fit {
    let count = free.len();
    let mut change = vec![0.0; count];
    let weights = Weights::of_rows(rows, scales.len());
    let before = error(rows, &weights, scales, &change);
    let (mut mean, mut square) = (vec![0.0; count], vec![0.0; count]);
    const KEEP: (f64, f64) = (0.9, 0.999);
    let mut bar = Bar::new("fitting");
    for epoch in 1..=settings.epochs {
        // then nobody waits for the result
        if interrupt::status().is_some() {
            break;
        }
        let done = f64::from(epoch - 1) / f64::from(settings.epochs);
        bar.show(done, &format!("step {epoch} of {}", settings.epochs));
        let mut gradient = vec![0.0; count];
        for row in rows {
            let weight = weights.of(row);
            let scale = scales[row.game];
            let p = chance(row.value(&change), scale);
            let factor = 2.0 * weight * (p - row.target) * p * (1.0 - p) * scale;
            for (sum, &slope) in gradient.iter_mut().zip(&row.slope) {
                *sum += factor * f64::from(slope);
            }
        }
        // smaller steps towards the end
        let rate = settings.rate * (1.0 - 0.9 * f64::from(epoch) / f64::from(settings.epochs));
        let power = i32::try_from(epoch).unwrap_or(i32::MAX);
        for i in (0..count).filter(|&i| free[i]) {
            let held = settings.hold * (away[i] + change[i]) + settings.trust * change[i];
            let slope = gradient[i] + 2.0 * held / (SOFT * SOFT);
            mean[i] = KEEP.0 * mean[i] + (1.0 - KEEP.0) * slope;
            square[i] = KEEP.1 * square[i] + (1.0 - KEEP.1) * slope * slope;
            let m = mean[i] / (1.0 - KEEP.0.powi(power));
            let v: f64 = square[i] / (1.0 - KEEP.1.powi(power));
            change[i] -= rate * m / (v.sqrt() + 1e-12);
        }
    }
    bar.clear();
    let after = error(rows, &weights, scales, &change);
    Fit {
        change,
        error: (before, after),
    }
}

impl Row {
    fn value(&self, change: &[f64]) -> f64 {
        let moved = self.slope.iter().zip(change);
        self.base + moved.map(|(&slope, by)| f64::from(slope) * by).sum::<f64>()
    }
}

/// The mean squared error of the values at the start.
pub fn error_of(rows: &[Row], scales: &[f64]) -> f64 {
    error(rows, &Weights::of_rows(rows, scales.len()), scales, &[])
}

/// What a position of each game counts, in its course and beside it, all together 1.
struct Weights(Vec<[f64; 2]>);

impl Weights {
    fn of_rows(rows: &[Row], games: usize) -> Weights {
        let mut counts = vec![[0usize; 2]; games];
        for row in rows {
            counts[row.game][usize::from(row.aside)] += 1;
        }
        let played = counts.iter().filter(|counts| **counts != [0, 0]).count();
        let weights = |counts: [usize; 2]| {
            let shares = match counts {
                [_, 0] => [1.0, 0.0],
                [0, _] => [0.0, 1.0],
                _ => [COURSE_SHARE, 1.0 - COURSE_SHARE],
            };
            let weight = |kind: usize| shares[kind] / (counts[kind] * played).max(1) as f64;
            [weight(0), weight(1)]
        };
        Weights(counts.into_iter().map(weights).collect())
    }

    fn of(&self, row: &Row) -> f64 {
        self.0[row.game][usize::from(row.aside)]
    }
}

fn error(rows: &[Row], weights: &Weights, scales: &[f64], change: &[f64]) -> f64 {
    let one = |row: &Row| {
        let p = chance(row.value(change), scales[row.game]);
        weights.of(row) * (row.target - p).powi(2)
    };
    rows.iter().map(one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rng;

    /// Positions whose results follow from known coefficients.
    fn toy(truth: &[f64], games: usize) -> Vec<Row> {
        let mut rng = Rng::new(1);
        let mut random = move || (rng.next_u64() >> 40) as f64 / (1u64 << 24) as f64 - 0.5;
        (0..4000)
            .map(|i| {
                let slope: Vec<f32> = truth.iter().map(|_| (4.0 * random()) as f32).collect();
                let base = 400.0 * random();
                let mut row = Row {
                    base,
                    slope,
                    target: 0.0,
                    game: i % games,
                    aside: i % 3 == 0,
                };
                row.target = chance(row.value(truth), 0.005);
                row
            })
            .collect()
    }

    const SETTINGS: Settings = Settings {
        epochs: 1500,
        rate: 1.0,
        hold: 0.0,
        trust: 0.0,
    };

    #[test]
    fn finds_what_made_the_results() {
        let truth = [12.0, -30.0, 0.0, 55.0, 3.5];
        let rows = toy(&truth, 3);
        let fit = fit(&rows, &[0.005; 3], &[true; 5], &[0.0; 5], &SETTINGS);
        for (found, truth) in fit.change.iter().zip(truth) {
            assert!((found - truth).abs() < 0.5, "{found} instead of {truth}");
        }
        assert!(fit.error.1 < 1e-5 && fit.error.0 > 1e-3, "{:?}", fit.error);
    }

    #[test]
    fn leaves_alone_what_is_not_free() {
        let rows = toy(&[20.0, 20.0], 1);
        let found = fit(&rows, &[0.005], &[true, false], &[0.0; 2], &SETTINGS).change;
        assert!(
            (found[0] - 20.0).abs() < 3.0 && found[1] == 0.0,
            "{found:?}"
        );
    }

    #[test]
    fn holds_back_what_is_doubtful() {
        let rows = toy(&[40.0], 1);
        let found = |away: f64, hold: f64, trust: f64| {
            let settings = Settings {
                hold,
                trust,
                ..SETTINGS
            };
            fit(&rows, &[0.005], &[true], &[away], &settings).change[0]
        };
        let held = found(0.0, 10.0, 0.0);
        assert!(held > 0.0 && held < 30.0, "{held}");
        // all the way that it has gone counts for one, the last round alone for the other
        assert!(found(20.0, 10.0, 0.0) < held - 2.0);
        let trusted = found(0.0, 0.0, 10.0);
        assert!((trusted - held).abs() < 0.1, "{trusted}");
        assert!((found(20.0, 0.0, 10.0) - held).abs() < 0.1);
    }

    /// Positions of the course of games and others have their parts of the error, however many there are.
    #[test]
    fn courses_have_their_share() {
        let row = |aside, target| Row {
            base: 0.0,
            slope: Vec::new(),
            target,
            game: 0,
            aside,
        };
        let error = |rows: &[Row]| error_of(rows, &[0.005]);
        let near = |error: f64, expected: f64| assert!((error - expected).abs() < 1e-9, "{error}");
        // half a point wrong in the course, right beside it
        let wrong = [row(false, 1.0), row(true, 0.5), row(true, 0.5)];
        near(error(&wrong), COURSE_SHARE * 0.25);
        near(error(&wrong[..1]), 0.25);
        near(error(&wrong[1..]), 0.0);
    }

    #[test]
    fn finds_the_scale_of_each_game() {
        let mut rows = toy(&[0.0], 2);
        for row in &mut rows {
            row.target = chance(row.base, [0.004, 0.009][row.game]);
        }
        let found = scales(&rows, 2);
        assert!((found[0] - 0.004).abs() < 1e-4 && (found[1] - 0.009).abs() < 1e-4);
    }
}
