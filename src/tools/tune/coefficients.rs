//! The effect of each coefficient of the evaluation on the positions.

use std::sync::Arc;

use super::gradient::Row;
use super::samples::Sample;
use crate::board::{Layout, Position};
use crate::eval::Evaluation;
use crate::ruleset::Ruleset;
use crate::tools::lab::interrupt;
use crate::variant::{Params, Term, Variant};

/// By how much a coefficient is changed to measure its effect.
const STEP: f64 = 16.0;
/// By how much a coefficient of the danger to a royal is changed; these coefficients are not additive.
const SMALL_STEP: f64 = 4.0;

/// A coefficient: the value of a term in the middle game or in the end game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient {
    pub term: Term,
    /// True for the end game, false for the middle game.
    pub endgame: bool,
}

impl Coefficient {
    pub fn all() -> Vec<Coefficient> {
        let both = |term| [false, true].map(|endgame| Coefficient { term, endgame });
        Term::ALL.into_iter().flat_map(both).collect()
    }

    pub fn worth(self, params: &Params) -> f64 {
        let (mg, eg) = params.get(self.term);
        if self.endgame { eg } else { mg }
    }

    pub fn raised(self, params: &Params, by: f64) -> Params {
        let mut raised = params.clone();
        let (mg, eg) = raised.get(self.term);
        let worth = if self.endgame {
            (mg, eg + by)
        } else {
            (mg + by, eg)
        };
        raised.set(self.term, worth);
        raised
    }

    fn step(self) -> f64 {
        if self.term.is_king_danger() {
            SMALL_STEP
        } else {
            STEP
        }
    }
}

/// The hand-written evaluations of positions for white with these parameters.
fn values(rules: &Ruleset, params: &Params, samples: &[Sample]) -> Vec<Option<i32>> {
    let variant = Arc::new(Variant {
        params: params.clone(),
        ..(**rules.variant()).clone()
    });
    let (weights, evaluation) = Evaluation::without_net(&variant, &rules.tables);
    let layout = Arc::new(Layout::new(variant, weights));
    let one = |sample: &Sample| {
        let pos = Position::new(layout.clone(), &sample.placement).ok()?;
        let value = evaluation.evaluate_once(&rules.tables, &pos);
        Some(pos.side().for_white(value))
    };
    samples.iter().map(one).collect()
}

/// The positions of a variant, evaluated with these parameters.
pub fn rows(rules: &Ruleset, params: &Params, samples: &[Sample], number: usize) -> Vec<Row> {
    let base = values(rules, params, samples);
    (samples.iter().zip(base))
        .map(|(sample, base)| Row {
            base: f64::from(base.unwrap_or(0)),
            slope: Vec::new(),
            target: sample.target,
            variant: number,
        })
        .collect()
}

/// Measures the effect of each coefficient on each evaluation, near these parameters. False after Ctrl-C; then the slopes are
/// incomplete.
pub fn slopes(rules: &Ruleset, params: &Params, samples: &[Sample], rows: &mut [Row]) -> bool {
    let all = Coefficient::all();
    for row in &mut *rows {
        row.slope = Vec::with_capacity(all.len());
    }
    let evaluate = |params: &Params| values(rules, params, samples);
    for coefficient in all {
        if interrupt::status().is_some() {
            return false;
        }
        let step = coefficient.step();
        let up = evaluate(&coefficient.raised(params, step));
        let down = evaluate(&coefficient.raised(params, -step));
        for ((row, up), down) in rows.iter_mut().zip(&up).zip(&down) {
            let change = match (up, down) {
                (Some(up), Some(down)) => f64::from(up - down) / (2.0 * step),
                _ => 0.0,
            };
            row.slope.push(change as f32);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::gradient::{Settings, chance, fit};
    use super::super::samples::samples;
    use super::*;
    use crate::testing::games::rules;
    use crate::tools::learn::games::tests::collection;

    fn samples_of(rules: &Arc<Ruleset>, games: u32) -> Vec<Sample> {
        let games = collection(rules, games);
        samples(&games, rules, usize::MAX).unwrap().0
    }

    /// The given parameters are used even in a variant with a built-in net.
    #[test]
    fn values_are_those_of_the_parameters() {
        let rules = rules("normal");
        let samples = samples_of(&rules, 2);
        let usual = Params::default();
        let mut other = usual.clone();
        other.set(Term::Mobility, (0.0, 0.0));
        let value = |params: &Params| values(&rules, params, &samples);
        assert_ne!(value(&usual), value(&other));
        // a change of a hundredth of a centipawn changes no value by more than rounding does
        let near = Coefficient::all()[0].raised(&usual, 0.01);
        for (one, other) in value(&usual).into_iter().zip(value(&near)) {
            assert!((one.unwrap() - other.unwrap()).abs() <= 1);
        }
    }

    /// If the results follow from an evaluation with other coefficients, tuning finds these coefficients.
    #[test]
    fn learns_an_evaluation_from_its_results() {
        let rules = rules("normal");
        let mut samples = samples_of(&rules, 100);
        // without scaled end games coefficients only add up; with them the slopes are right at one point only
        let mut start = Params::default();
        for term in [
            Term::EndgameScale,
            Term::EndgameScaleOwn,
            Term::EndgameScaleAll,
        ] {
            start.set(term, (0.0, 0.0));
        }
        let mut truth = start.clone();
        let wanted = [(Term::Tempo, (40.0, 25.0)), (Term::Mobility, (20.0, 16.0))];
        for (term, (mg, eg)) in wanted {
            let was = truth.get(term);
            truth.set(term, (was.0 + mg, was.1 + eg));
        }
        let scale = 0.005;
        let worth = values(&rules, &truth, &samples);
        for (sample, worth) in samples.iter_mut().zip(worth) {
            sample.target = chance(f64::from(worth.unwrap()), scale);
        }
        let mut rows = super::rows(&rules, &start, &samples, 0);
        assert!(slopes(&rules, &start, &samples, &mut rows));
        let all = Coefficient::all();
        let free: Vec<bool> = (all.iter())
            .map(|c| wanted.iter().any(|(term, _)| *term == c.term))
            .collect();
        let settings = Settings {
            epochs: 800,
            rate: 1.0,
            hold: 0.0,
            trust: 0.0,
        };
        let found = fit(&rows, &[scale], &free, &vec![0.0; free.len()], &settings);
        for (coefficient, change) in all.iter().zip(&found.change) {
            let expected = wanted.iter().find(|(term, _)| *term == coefficient.term);
            let expected = expected.map_or(0.0, |(_, worth)| {
                if coefficient.endgame {
                    worth.1
                } else {
                    worth.0
                }
            });
            let error = (change - expected).abs();
            assert!(
                error < 6.0,
                "{coefficient:?}: {change} instead of {expected}"
            );
        }
        assert!(found.error.1 < 0.01 * found.error.0, "{:?}", found.error);
    }
}
