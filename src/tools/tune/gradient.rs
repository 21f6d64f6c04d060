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
}

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Steps of the descent.
    pub epochs: u32,
    /// How far a coefficient may go in one step.
    pub rate: f64,
    /// How strongly coefficients are held where they were: the error that is added, on average for
    /// each position, for a coefficient that is [`SOFT`] units away.
    pub hold: f64,
}

/// The distance at which `hold` counts fully, in units of a coefficient.
pub const SOFT: f64 = 100.0;

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
/// many positions there are of each. `free` says which coefficients may change.
pub fn fit(rows: &[Row], scales: &[f64], free: &[bool], settings: &Settings) -> Fit {
    let count = free.len();
    let mut change = vec![0.0; count];
    let weights = weights(rows, scales.len());
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
            let weight = weights[row.game];
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
            let slope = gradient[i] + 2.0 * settings.hold * change[i] / (SOFT * SOFT);
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

/// What a position of each game counts, all together 1.
fn weights(rows: &[Row], games: usize) -> Vec<f64> {
    let mut counts = vec![0usize; games];
    rows.iter().for_each(|row| counts[row.game] += 1);
    let played = counts.iter().filter(|&&count| count > 0).count();
    let weight = |count: usize| 1.0 / (count.max(1) * played.max(1)) as f64;
    counts.into_iter().map(weight).collect()
}

fn error(rows: &[Row], weights: &[f64], scales: &[f64], change: &[f64]) -> f64 {
    let one = |row: &Row| {
        let p = chance(row.value(change), scales[row.game]);
        weights[row.game] * (row.target - p).powi(2)
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
    };

    #[test]
    fn finds_what_made_the_results() {
        let truth = [12.0, -30.0, 0.0, 55.0, 3.5];
        let rows = toy(&truth, 3);
        let fit = fit(&rows, &[0.005; 3], &[true; 5], &SETTINGS);
        for (found, truth) in fit.change.iter().zip(truth) {
            assert!((found - truth).abs() < 0.5, "{found} instead of {truth}");
        }
        assert!(fit.error.1 < 1e-5 && fit.error.0 > 1e-3, "{:?}", fit.error);
    }

    #[test]
    fn leaves_alone_what_is_not_free() {
        let rows = toy(&[20.0, 20.0], 1);
        let found = fit(&rows, &[0.005], &[true, false], &SETTINGS).change;
        assert!(
            (found[0] - 20.0).abs() < 3.0 && found[1] == 0.0,
            "{found:?}"
        );
    }

    #[test]
    fn holds_back_what_is_doubtful() {
        let rows = toy(&[40.0], 1);
        let held = Settings {
            hold: 10.0,
            ..SETTINGS
        };
        let found = fit(&rows, &[0.005], &[true], &held).change[0];
        assert!(found > 0.0 && found < 30.0, "{found}");
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
