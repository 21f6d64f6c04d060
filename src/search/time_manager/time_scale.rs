//! How clear the best move is, as a factor of the time: a clear move needs less time, a doubtful move more. The factor
//! depends on the usual signs: the best move's share of the nodes, its stability, the number of changes, and a falling
//! score.

use crate::search::tunables as t;
use crate::types::Move;

/// The result of an iteration.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Iteration {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// The best move.
    pub best: Move,
    /// The score of the best move.
    pub score: i32,
    /// Number of changes of the best move.
    pub changes: u32,
    /// The share of all nodes spent on the best move, 0 to 1.
    pub effort: f64,
    /// There is only one legal move.
    pub forced: bool,
}

/// The factor of the time, updated by each iteration.
#[derive(Clone, Debug)]
pub(super) struct TimeScale {
    best: Option<Move>,
    /// Iterations since the best move last changed.
    stable: u32,
    /// Changes of the best move, halved by each iteration.
    changes: f64,
    /// Average score, centipawns: each iteration counts as much as all iterations before it.
    average: Option<f64>,
    /// The factor of the time; 1 before the first iteration.
    pub scale: f64,
}

impl TimeScale {
    pub fn new() -> TimeScale {
        TimeScale {
            best: None,
            stable: 0,
            changes: 0.0,
            average: None,
            scale: 1.0,
        }
    }

    /// Updates the factor.
    pub fn note(&mut self, iteration: &Iteration) {
        let same = self.best.replace(iteration.best) == Some(iteration.best);
        self.stable = if same { self.stable + 1 } else { 0 };
        self.changes = self.changes / 2.0 + f64::from(iteration.changes);
        let score = f64::from(iteration.score);
        let average = self.average.unwrap_or(score);
        self.average = Some((average + score) / 2.0);

        let percent = |value: i32| f64::from(value) / 100.0;
        let effort =
            percent(t::time_effort_base()) - percent(t::time_effort_slope()) * iteration.effort;
        let stability = percent(t::time_stability_new())
            - percent(t::time_stability_step()) * f64::from(self.stable);
        let stability = stability.max(percent(t::time_stability_least()));
        let doubt = 1.0 + percent(t::time_change()) * self.changes;
        let fall = percent(t::time_fall()) / 100.0 * (average - score);
        let trend = (1.0 + fall).clamp(t::TIME_TREND.0, t::TIME_TREND.1);
        self.scale = effort * stability * doubt * trend;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factor after iterations with these best moves, scores, changes and percentages of effort.
    fn scale(iterations: &[(u32, i32, u32, u32)]) -> f64 {
        let mut time_scale = TimeScale::new();
        assert_eq!(time_scale.scale, 1.0);
        for (depth, &(best, score, changes, percent)) in (1..).zip(iterations) {
            time_scale.note(&Iteration {
                depth,
                best: Move::from_bits(best),
                score,
                changes,
                effort: f64::from(percent) / 100.0,
                forced: false,
            });
        }
        time_scale.scale
    }

    const CALM: (u32, i32, u32, u32) = (1, 20, 0, 50);

    #[test]
    fn a_clear_move_is_made_soon_and_doubts_take_time() {
        let calm = scale(&[CALM; 8]);
        assert!((0.5..1.0).contains(&calm), "{calm}");
        // few nodes went into other moves
        let easy = scale(&[(1, 20, 0, 97); 8]);
        assert!(easy < calm * 0.7, "{easy} {calm}");
        let hard = scale(&[(1, 20, 0, 20); 8]);
        assert!(hard > calm * 1.2, "{hard} {calm}");
        // a new best move
        let mut iterations = [CALM; 8];
        iterations[7] = (2, 20, 1, 50);
        let new = scale(&iterations);
        assert!(new > calm * 1.5, "{new} {calm}");
        // ... is forgotten gradually
        iterations = [(2, 20, 0, 50); 8];
        iterations[0].0 = 1;
        iterations[1].2 = 1;
        let settled = scale(&iterations);
        assert!(settled < calm * 1.15 && settled >= calm, "{settled} {calm}");
    }

    #[test]
    fn a_score_that_falls_takes_time() {
        let calm = scale(&[CALM; 8]);
        let fall = |by: i32| {
            let mut iterations = [CALM; 8];
            iterations[7].1 -= by;
            scale(&iterations)
        };
        assert!(fall(30) > calm * 1.1 && fall(60) > fall(30));
        assert!(fall(-60) < calm);
        // the effect is limited
        assert_eq!(fall(10_000), fall(31_000));
        assert!(fall(31_000) < calm * 2.0 && fall(-31_000) > calm / 2.0);
    }

    #[test]
    fn whatever_happens_time_is_used_in_measure() {
        for score in [-32_000, -500, 0, 500, 32_000] {
            for changes in [0, 1, 5, 200] {
                for percent in [0, 1, 50, 100] {
                    let iterations = [CALM, (2, score, changes, percent)];
                    let scale = scale(&iterations);
                    assert!(scale.is_finite() && scale > 0.1, "{iterations:?} {scale}");
                }
            }
        }
    }
}
