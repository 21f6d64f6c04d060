//! When to resign and when to accept a draw.

use crate::search::Value;

/// Own moves in a row that must look lost before the engine resigns: one bad score may be a
/// misunderstanding.
const LOST_MOVES: u32 = 3;
/// A draw is accepted when the last own search saw the engine at least so much behind.
const DRAW_BELOW: i32 = -50;
/// What a mate is worth in centipawns here: more than any threshold.
const MATE: i32 = 100_000;

/// How the game has looked to the engine's own searches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Judgement {
    last: Option<i32>,
    lost: u32,
}

impl Judgement {
    /// Takes note of the score of a move; `threshold` is what counts as lost.
    pub fn note(&mut self, value: Value, threshold: u32) {
        let score = match value {
            Value::Centipawns(score) => score,
            Value::Mate(_) => MATE,
            Value::Mated(_) => -MATE,
        };
        let lost = i64::from(score) < -i64::from(threshold);
        self.lost = if lost { self.lost + 1 } else { 0 };
        self.last = Some(score);
    }

    /// True if the game is lost.
    pub fn resigns(&self) -> bool {
        self.lost >= LOST_MOVES
    }

    /// True if a draw is better than what is to be expected.
    pub fn accepts_draw(&self) -> bool {
        self.last.is_some_and(|score| score <= DRAW_BELOW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resigns_after_three_lost_moves_in_a_row() {
        let mut judgement = Judgement::default();
        for (score, resigns) in [
            (-900, false),
            (-900, false),
            (-800, false),
            (-801, false),
            (-2000, false),
            (-900, true),
        ] {
            judgement.note(Value::Centipawns(score), 800);
            assert_eq!(judgement.resigns(), resigns, "{score}");
        }
        judgement.note(Value::Mated(3), 800);
        assert!(judgement.resigns());
        judgement.note(Value::Mate(3), 800);
        assert!(!judgement.resigns());
    }

    #[test]
    fn accepts_draws_when_behind() {
        let mut judgement = Judgement::default();
        assert!(!judgement.accepts_draw());
        judgement.note(Value::Centipawns(-49), 800);
        assert!(!judgement.accepts_draw());
        judgement.note(Value::Centipawns(-50), 800);
        assert!(judgement.accepts_draw());
        judgement.note(Value::Mated(1), 800);
        assert!(judgement.accepts_draw());
    }
}
