//! Fitting coefficients to results, by gradient descent on the error of the predicted results
//! (Texel's method).
//!
//! The evaluation is very nearly a sum of coefficients times counts. The counts are found by changing one coefficient
//! at a time and measuring by how much the evaluation of each position changes.

use crate::tools::lab::adam::Adam;
use crate::tools::lab::interrupt;
use crate::tools::lab::progress::Bar;
use crate::tools::lab::statistics::logistic;

/// A position as the fit uses it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The evaluation of the position for white with the coefficients at the start, in centipawns.
    pub base: f64,
    /// The change of the evaluation for each unit of each coefficient.
    pub slope: Vec<f32>,
    /// The result for white, 0 to 1.
    pub target: f64,
    pub variant: usize,
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub epochs: u32,
    /// How far a coefficient may go in one step.
    pub rate: f64,
    /// How strongly coefficients are held at their values before the first round: the average error for each position that is
    /// added for a coefficient [`SOFT`] units away.
    pub hold: f64,
    /// How strongly coefficients are held, in the same way, at the values where the slopes were measured: further away
    /// the slopes are wrong.
    pub trust: f64,
}

/// The distance from such a value, in units of a coefficient, at which `hold` and `trust` count fully.
const SOFT: f64 = 100.0;

/// Adam's steps depend on the size of a gradient only if it is near 0. This factor keeps gradients away from 0.
const GRADIENT_SCALE: f64 = 1e4;

#[derive(Clone, Debug)]
pub struct Fit {
    pub change: Vec<f64>,
    /// The mean squared error before and after the fit.
    pub error: (f64, f64),
}

/// The chance to win at an evaluation, with the scale of a variant.
pub fn chance(evaluation: f64, scale: f64) -> f64 {
    logistic(scale * evaluation)
}

/// For each variant the scale with which the evaluations at the start best predict the results of its games.
pub fn scales(rows: &[Row], variants: usize) -> Vec<f64> {
    (0..variants)
        .map(|variant| {
            let error = |scale: f64| -> f64 {
                let own = rows.iter().filter(|row| row.variant == variant);
                own.map(|row| (row.target - chance(row.base, scale)).powi(2))
                    .sum()
            };
            // the error has a single minimum: narrow it down
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

/// Finds the change of the coefficients that predicts the results best. All variants count alike, however many positions each
/// has. `free` says which coefficients may change, and `away` how far each has moved in the rounds before.
pub fn fit(rows: &[Row], scales: &[f64], free: &[bool], away: &[f64], settings: &Settings) -> Fit {
    let count = free.len();
    let mut change = vec![0.0f32; count];
    let weights = weights(rows, scales.len());
    let before = error(rows, &weights, scales, &change);
    let mut adam = Adam::new(count, 0.0, f32::INFINITY);
    let mut bar = Bar::new("fitting");
    for epoch in 1..=settings.epochs {
        if interrupt::status().is_some() {
            break;
        }
        let done = f64::from(epoch - 1) / f64::from(settings.epochs);
        bar.show(done, &format!("step {epoch} of {}", settings.epochs));
        let mut slopes = vec![0.0; count];
        for row in rows {
            let scale = scales[row.variant];
            let p = chance(row.value(&change), scale);
            let factor = 2.0 * weights[row.variant] * (p - row.target) * p * (1.0 - p) * scale;
            for (sum, &slope) in slopes.iter_mut().zip(&row.slope) {
                *sum += factor * f64::from(slope);
            }
        }
        let gradient = (0..count).map(|i| {
            let changed = f64::from(change[i]);
            let held = settings.hold * (away[i] + changed) + settings.trust * changed;
            let slope = slopes[i] + 2.0 * held / (SOFT * SOFT);
            if free[i] {
                (GRADIENT_SCALE * slope) as f32
            } else {
                0.0
            }
        });
        let mut gradient: Vec<f32> = gradient.collect();
        // steps become smaller towards the end
        let rate = settings.rate * (1.0 - 0.9 * f64::from(epoch) / f64::from(settings.epochs));
        adam.step(&mut change, &mut gradient, rate as f32);
    }
    bar.clear();
    let after = error(rows, &weights, scales, &change);
    Fit {
        change: change.into_iter().map(f64::from).collect(),
        error: (before, after),
    }
}

impl Row {
    fn value(&self, change: &[f32]) -> f64 {
        let moved = self.slope.iter().zip(change);
        self.base
            + moved
                .map(|(&slope, &by)| f64::from(slope) * f64::from(by))
                .sum::<f64>()
    }
}

/// The mean squared error with the coefficients at the start.
pub fn error_of(rows: &[Row], scales: &[f64]) -> f64 {
    error(rows, &weights(rows, scales.len()), scales, &[])
}

/// The weight of a position of each variant. The weights of all positions add up to 1.
fn weights(rows: &[Row], variants: usize) -> Vec<f64> {
    let mut counts = vec![0usize; variants];
    for row in rows {
        counts[row.variant] += 1;
    }
    let weight = |count| 1.0 / (count * variants) as f64;
    counts.into_iter().map(weight).collect()
}

fn error(rows: &[Row], weights: &[f64], scales: &[f64], change: &[f32]) -> f64 {
    let one = |row: &Row| {
        let p = chance(row.value(change), scales[row.variant]);
        weights[row.variant] * (row.target - p).powi(2)
    };
    rows.iter().map(one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rng;

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
                    variant: i % games,
                };
                row.target = chance(
                    row.base
                        + row
                            .slope
                            .iter()
                            .zip(truth)
                            .map(|(&s, by)| f64::from(s) * by)
                            .sum::<f64>(),
                    0.005,
                );
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
    fn finds_the_values_that_made_the_results() {
        let truth = [12.0, -30.0, 0.0, 55.0, 3.5];
        let rows = toy(&truth, 3);
        let fit = fit(&rows, &[0.005; 3], &[true; 5], &[0.0; 5], &SETTINGS);
        for (found, truth) in fit.change.iter().zip(truth) {
            assert!((found - truth).abs() < 0.5, "{found} instead of {truth}");
        }
        assert!(fit.error.1 < 1e-5 && fit.error.0 > 1e-3, "{:?}", fit.error);
    }

    #[test]
    fn fixed_values_do_not_change() {
        let rows = toy(&[20.0, 20.0], 1);
        let found = fit(&rows, &[0.005], &[true, false], &[0.0; 2], &SETTINGS).change;
        assert!(
            (found[0] - 20.0).abs() < 3.0 && found[1] == 0.0,
            "{found:?}"
        );
    }

    #[test]
    fn doubtful_values_stay_near_the_start() {
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
        // for `hold` the whole change since the start counts, for `trust` only the change in the last round
        assert!(found(20.0, 10.0, 0.0) < held - 2.0);
        let trusted = found(0.0, 0.0, 10.0);
        assert!((trusted - held).abs() < 0.1, "{trusted}");
        assert!((found(20.0, 0.0, 10.0) - held).abs() < 0.1);
    }

    #[test]
    fn variants_count_alike() {
        let row = |variant, target| Row {
            base: 0.0,
            slope: Vec::new(),
            target,
            variant,
        };
        // one of them is predicted wrong by half a point, the other one is right
        let rows = [row(0, 1.0), row(1, 0.5), row(1, 0.5), row(1, 0.5)];
        assert!((error_of(&rows, &[0.005; 2]) - 0.125).abs() < 1e-9);
    }

    #[test]
    fn finds_the_scale_of_each_game() {
        let mut rows = toy(&[0.0], 2);
        for row in &mut rows {
            row.target = chance(row.base, [0.004, 0.009][row.variant]);
        }
        let found = scales(&rows, 2);
        assert!((found[0] - 0.004).abs() < 1e-4 && (found[1] - 0.009).abs() < 1e-4);
    }
}
