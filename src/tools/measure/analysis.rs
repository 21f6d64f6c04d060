//! Piece values from the games of a round.
//!
//! Values have two scales. The unit of the first is a pawn: the effect of a missing pawn on the score. The second is
//! the scale of the file of variants: its factor fits the values that the file gives to its kinds of pieces, weighted
//! by their precision.

use super::games::Played;
use super::keep::Games;
use super::regression::{self, Fit, Row};
use super::testbed::{TestBed, Used};
use crate::tools::lab::statistics::{CONFIDENCE, logistic};
use crate::types::Color;
use crate::variant::MAX_VALUE;

/// A pair bonus is fitted only if the numbers of pairs of the two sides differ in this many games, and in this share of them.
const PAIR_GAMES: usize = 40;
const PAIR_SHARE: f64 = 0.02;
/// A kind with more than this weight determines the scale of the file alone.
const ALONE: f64 = 0.999;

/// A number with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Value {
    pub value: f64,
    pub deviation: f64,
}

/// The measured value of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weighed {
    pub pawns: Option<Value>,
    /// The value in centipawns on the scale of the file.
    pub centipawns: Option<Value>,
    /// The bonus for a piece on each half of the board, in centipawns, if the kind is bound to one half.
    pub pair: Option<Value>,
    /// Games in which the sides had different numbers of pieces of the kind.
    pub games: u64,
}

/// The result of a round.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The measured values, by the indices of the kinds.
    pub kinds: Vec<Weighed>,
    /// The effect of a pawn on an even score, 0 to 1.
    pub pawn: Option<Value>,
    /// The effect of the first move on an even score.
    pub first_move: Option<Value>,
}

impl Value {
    /// Half of the 95 % interval.
    pub fn error(self) -> f64 {
        CONFIDENCE * self.deviation
    }
}

/// How many more pieces of a kind white had; for pawns, how many more pawns black missed.
fn difference(testbed: &TestBed, kind: usize, game: &Played) -> f64 {
    let what = &testbed.kinds[kind];
    let count = |color: Color| {
        let pieces = &game.had(color).pieces;
        let count = pieces.get(&what.letter).copied().unwrap_or(0);
        let full = if what.pawn && testbed.pawn_of(color) == Some(kind) {
            testbed.pawns[color].len()
        } else {
            0
        };
        f64::from(count) - full as f64
    };
    count(Color::White) - count(Color::Black)
}

fn pair_difference(letter: &String, game: &Played) -> f64 {
    let has = |color: Color| f64::from(u8::from(game.had(color).pairs.contains(letter)));
    has(Color::White) - has(Color::Black)
}

/// The games as rows: the first move, the kinds, and the pairs of kinds.
fn rows(testbed: &TestBed, games: &Games) -> Vec<Row> {
    let row = |game: &Played| {
        let kinds = (0..testbed.kinds.len()).map(|kind| difference(testbed, kind, game));
        let pairs = (testbed.kinds.iter()).map(|kind| pair_difference(&kind.letter, game));
        Row {
            known: std::iter::once(1.0).chain(kinds).chain(pairs).collect(),
            score: game.score,
            pair: u64::from(game.game.div_ceil(2)),
        }
    };
    let mut rows: Vec<Row> = games.games.values().map(row).collect();
    let kinds = testbed.kinds.len();
    for column in 1 + kinds..1 + 2 * kinds {
        let count = count(&rows, column);
        if count < PAIR_GAMES || (count as f64) < PAIR_SHARE * rows.len() as f64 {
            rows.iter_mut().for_each(|row| row.known[column] = 0.0);
        }
    }
    rows
}

fn count(rows: &[Row], column: usize) -> usize {
    rows.iter().filter(|row| row.known[column] != 0.0).count()
}

/// Analyses the games of a round.
pub fn analyse(testbed: &TestBed, games: &Games) -> Analysis {
    let rows = rows(testbed, games);
    let kinds = testbed.kinds.len();
    let mut analysis = Analysis {
        kinds: vec![Weighed::default(); kinds],
        ..Analysis::default()
    };
    for (kind, weighed) in analysis.kinds.iter_mut().enumerate() {
        weighed.games = count(&rows, 1 + kind) as u64;
    }
    let Some(fit) = regression::fit(&rows) else {
        return analysis;
    };
    let unit = testbed
        .unit()
        .map(|unit| 1 + unit)
        .filter(|&unit| fit.is_sure(unit));
    let scale = Scale::new(testbed, &fit);
    let share = |column: usize| {
        let score = logistic(fit.coefficients[column]);
        Value {
            value: score - 0.5,
            deviation: score * (1.0 - score) * fit.deviation(column),
        }
    };
    let missed = |unit: &usize| analysis.kinds[*unit].games > 0;
    analysis.pawn = testbed.unit().filter(missed).map(|unit| share(1 + unit));
    analysis.first_move = Some(share(0));
    for (kind, weighed) in analysis.kinds.iter_mut().enumerate() {
        let column = 1 + kind;
        if weighed.games == 0 {
            continue;
        }
        weighed.pawns = unit.map(|unit| ratio(&fit, column, unit));
        let scale = scale.as_ref();
        weighed.centipawns = scale
            .filter(|scale| !scale.is_of(column))
            .map(|scale| scale.value(&fit, column));
        let pair = 1 + kinds + kind;
        if count(&rows, pair) > 0 {
            weighed.pair = scale.map(|scale| scale.value(&fit, pair));
        }
    }
    analysis
}

/// A coefficient as a multiple of another one.
fn ratio(fit: &Fit, column: usize, unit: usize) -> Value {
    let (value, one) = (fit.coefficients[column], fit.coefficients[unit]);
    let mut slope = vec![0.0; fit.coefficients.len()];
    slope[column] += 1.0 / one;
    slope[unit] -= value / (one * one);
    Value {
        value: value / one,
        deviation: fit.error_of(&slope),
    }
}

/// The factor that converts coefficients to the scale of the file.
struct Scale {
    factor: f64,
    /// The weights of the coefficients, with sum 1.
    weights: Vec<f64>,
}

impl Scale {
    /// `None` if no kind of the variant itself is significant.
    fn new(testbed: &TestBed, fit: &Fit) -> Option<Scale> {
        let known = testbed.values();
        let mut weights = vec![0.0; fit.coefficients.len()];
        let mut sum = 0.0;
        for (kind, what) in testbed.kinds.iter().enumerate() {
            let column = 1 + kind;
            let value = known.get(&what.letter).copied().unwrap_or(0);
            if what.betza.is_none() && value > 0 && fit.is_sure(column) {
                let relative = fit.deviation(column) / fit.coefficients[column];
                weights[column] = 1.0 / (relative * relative).max(1e-9);
                sum += weights[column] * libm::log(f64::from(value) / fit.coefficients[column]);
            }
        }
        let all: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= all);
        (all > 0.0).then(|| Scale {
            factor: libm::exp(sum / all),
            weights,
        })
    }

    /// True if one kind determines the scale alone; the value of that kind is then the value in the file.
    fn is_of(&self, column: usize) -> bool {
        self.weights[column] > ALONE
    }

    fn value(&self, fit: &Fit, column: usize) -> Value {
        let value = self.factor * fit.coefficients[column];
        let slope = |(index, &weight): (usize, &f64)| {
            let own = if index == column { self.factor } else { 0.0 };
            if weight > 0.0 {
                own - value * weight / fit.coefficients[index]
            } else {
                own
            }
        };
        let slope: Vec<f64> = self.weights.iter().enumerate().map(slope).collect();
        Value {
            value,
            deviation: fit.error_of(&slope),
        }
    }
}

impl Analysis {
    /// The values to use in the next round: the measured values where they are significant. The pawn keeps its value.
    pub fn next(&self, testbed: &TestBed, used: &Used) -> Used {
        let mut next = used.clone();
        for kind in testbed.weighed() {
            if let Some(value) = self.kinds[kind].centipawns
                && value.value > 2.0 * value.deviation
            {
                let worth = value.value.round().clamp(1.0, MAX_VALUE.into());
                next.insert(testbed.kinds[kind].letter.clone(), worth as i32);
            }
        }
        next
    }
}

#[cfg(test)]
mod tests;
