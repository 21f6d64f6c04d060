//! Logistic regression with errors that are valid for pairs of games and draws.
//!
//! A score between 0 and 1 is predicted by the logistic curve of a linear function of the features of a game. Newton's method
//! finds the coefficients of maximum likelihood. Their covariance is the sandwich estimator of Huber and White with a pair as
//! one observation; for independent games without draws it equals the inverse of the Fisher information.

use nalgebra::{DMatrix, DVector};

use crate::tools::lab::statistics::logistic;

/// Ridge penalty, which matters only for coefficients that no data determine.
pub const RIDGE: f64 = 0.02;
/// The largest number of steps of Newton's method.
const MOST_STEPS: usize = 60;
/// Newton's method ends when no coefficient changes by more than this.
const ENOUGH: f64 = 1e-10;
/// The largest change of a coefficient in one step.
const LONGEST: f64 = 2.0;

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The features of the game.
    pub known: Vec<f64>,
    /// The score of white, 0 to 1.
    pub score: f64,
    /// The pair that the game belongs to; the rows of a pair are adjacent.
    pub pair: u64,
}

/// Coefficients and their covariance.
#[derive(Clone, Debug)]
pub struct Fit {
    pub coefficients: Vec<f64>,
    pub covariance: DMatrix<f64>,
}

/// Fits the coefficients; `None` if there are too few games or pairs, so that the errors would be zero.
pub fn fit(rows: &[Row]) -> Option<Fit> {
    let count = rows.first()?.known.len();
    let seen = |column: &usize| rows.iter().any(|row| row.known[*column] != 0.0);
    let pairs = rows.chunk_by(|a, b| a.pair == b.pair).count();
    if rows.len() <= count || pairs <= (0..count).filter(seen).count() {
        return None;
    }
    let mut beta = DVector::zeros(count);
    for _ in 0..MOST_STEPS {
        let (gradient, curvature) = slopes(rows, &beta);
        let mut step = curvature.cholesky()?.solve(&gradient);
        let longest = step.amax();
        if longest > LONGEST {
            step *= LONGEST / longest;
        }
        beta += &step;
        if longest < ENOUGH {
            break;
        }
    }
    let (_, curvature) = slopes(rows, &beta);
    let bread = curvature.cholesky()?.inverse();
    let (filling, pairs) = filling(rows, &beta);
    let few = pairs / (pairs - count as f64).max(1.0);
    Some(Fit {
        covariance: (&bread * filling * &bread) * few,
        coefficients: beta.iter().copied().collect(),
    })
}

/// Gradient and negative Hessian of the penalised log-likelihood.
fn slopes(rows: &[Row], beta: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
    let count = beta.len();
    let mut gradient = beta * -RIDGE;
    let mut curvature = DMatrix::identity(count, count) * RIDGE;
    for row in rows {
        let score = predicted(row, beta);
        let weight = score * (1.0 - score);
        for (i, &one) in row.known.iter().enumerate().filter(|(_, one)| **one != 0.0) {
            gradient[i] += one * (row.score - score);
            for (j, &other) in row.known.iter().enumerate() {
                curvature[(i, j)] += weight * one * other;
            }
        }
    }
    (gradient, curvature)
}

/// The filling of the sandwich estimator, which is the sum of the outer products of the gradients of all pairs; and the
/// number of pairs.
fn filling(rows: &[Row], beta: &DVector<f64>) -> (DMatrix<f64>, f64) {
    let count = beta.len();
    let mut sum = DMatrix::zeros(count, count);
    let mut pairs = 0.0;
    for pair in rows.chunk_by(|a, b| a.pair == b.pair) {
        let mut says: DVector<f64> = DVector::zeros(count);
        for row in pair {
            let off = row.score - predicted(row, beta);
            (says.iter_mut().zip(&row.known)).for_each(|(sum, known)| *sum += off * known);
        }
        sum += &says * says.transpose();
        pairs += 1.0;
    }
    (sum, pairs)
}

fn predicted(row: &Row, beta: &DVector<f64>) -> f64 {
    let terms = row.known.iter().zip(beta.iter());
    logistic(terms.map(|(known, beta)| known * beta).sum())
}

impl Fit {
    /// The standard error of a coefficient.
    pub fn deviation(&self, index: usize) -> f64 {
        self.covariance[(index, index)].max(0.0).sqrt()
    }

    /// True if a coefficient is above zero by more than two of its standard errors.
    pub fn is_sure(&self, index: usize) -> bool {
        self.coefficients[index] > 2.0 * self.deviation(index)
    }

    /// The standard error of a function of the coefficients with this gradient.
    pub fn error_of(&self, slope: &[f64]) -> f64 {
        let slope = DVector::from_column_slice(slope);
        (slope.dot(&(&self.covariance * &slope))).max(0.0).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rng;

    /// Games whose results are drawn from these coefficients, with a share of draws.
    fn games(truth: &[f64], count: usize, draws: f64, seed: u64) -> Vec<Row> {
        let mut random = Rng::new(seed);
        (0..count)
            .map(|number| {
                let known: Vec<f64> = (truth.iter())
                    .map(|_| random.below(5) as f64 - 2.0)
                    .collect();
                let sum: f64 = known.iter().zip(truth).map(|(k, t)| k * t).sum();
                let win = logistic(sum);
                // a draw replaces as many wins as losses, so that the expected score is the same
                let drawn = 2.0 * draws * win.min(1.0 - win);
                let score = match random.uniform() {
                    chance if chance < win - drawn / 2.0 => 1.0,
                    chance if chance < win + drawn / 2.0 => 0.5,
                    _ => 0.0,
                };
                Row {
                    known,
                    score,
                    pair: number as u64,
                }
            })
            .collect()
    }

    #[test]
    fn one_coefficient_is_the_log_odds() {
        // The side with one more piece wins 75 of 100 games: the closed form of the coefficient is ln 3, with the
        // standard error
        // 1 / sqrt(100 * 0.75 * 0.25)
        let row = |number: u64| Row {
            known: vec![1.0],
            score: f64::from(u8::from(!number.is_multiple_of(4))),
            pair: number,
        };
        let rows: Vec<Row> = (0..100).map(row).collect();
        let found = fit(&rows).unwrap();
        assert!(
            (found.coefficients[0] - 3f64.ln()).abs() < 0.002,
            "{found:?}"
        );
        let error = 1.0 / (100.0f64 * 0.75 * 0.25).sqrt();
        assert!((found.deviation(0) - error).abs() < 0.003, "{found:?}");
        // the same games, each twice as a pair, say no more than the games once
        let pairs: Vec<Row> = rows
            .iter()
            .flat_map(|row| [row.clone(), row.clone()])
            .collect();
        let twice = fit(&pairs).unwrap();
        assert!((twice.deviation(0) - error).abs() < 0.003, "{twice:?}");
    }

    #[test]
    fn values_that_made_the_results_are_found_within_the_errors() {
        let truth = [0.1, 0.6, 1.9, -0.4, 0.0];
        let (mut outside, mut all) = (0, 0);
        for seed in 0..40 {
            let found = fit(&games(&truth, 1500, 0.5, seed)).unwrap();
            for (index, truth) in truth.iter().enumerate() {
                let off = (found.coefficients[index] - truth) / found.deviation(index);
                assert!(off.abs() < 4.5, "{index}: {found:?}");
                outside += u32::from(off.abs() > 1.96);
                all += 1;
            }
        }
        // one estimate in twenty is outside the 95 % interval: 10 of 200 on average, with a deviation of 3
        assert!((3..=20).contains(&outside), "{outside} of {all}");
    }

    #[test]
    fn absent_features_have_no_effect() {
        let mut rows = games(&[0.5, 0.0], 400, 0.0, 1);
        rows.iter_mut().for_each(|row| row.known[1] = 0.0);
        let found = fit(&rows).unwrap();
        assert_eq!(found.coefficients[1], 0.0);
        assert!(found.is_sure(0) && !found.is_sure(1));
        // all games are won: without the ridge there is no best coefficient
        rows.iter_mut()
            .for_each(|row| row.score = f64::from(u8::from(row.known[0] > 0.0)));
        assert!(fit(&rows).unwrap().coefficients[0].is_finite());
        assert!(fit(&rows[..2]).is_none());
        assert!(fit(&[]).is_none());
    }

    #[test]
    fn few_pairs_are_not_explained_by_as_many_coefficients() {
        let truth = [0.3, 0.2, -0.1, 0.4];
        let paired = |pairs: usize| {
            let mut rows = games(&truth, 2 * pairs, 0.3, 5);
            rows.iter_mut()
                .enumerate()
                .for_each(|(number, row)| row.pair = number as u64 / 2);
            fit(&rows)
        };
        assert!(paired(4).is_none());
        assert!(paired(5).is_some());
    }

    #[test]
    fn errors_of_ratios_follow_from_the_covariance() {
        // if two coefficients vary together, the error of their difference is smaller than the error of each
        let found = Fit {
            coefficients: vec![1.0, 2.0],
            covariance: DMatrix::from_row_slice(2, 2, &[4.0, 3.0, 3.0, 4.0]),
        };
        assert_eq!(found.error_of(&[1.0, -1.0]), 2f64.sqrt());
        assert_eq!(found.error_of(&[1.0, 0.0]), 2.0);
    }
}
