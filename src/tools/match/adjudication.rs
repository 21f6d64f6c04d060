//! Ending games whose result is clear, by the scores that the engines tell.

use std::str::FromStr;

use super::ending::Ending;
use crate::types::{ByColor, Color};

/// When scores end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// So many moves in a row of each side.
    pub moves: u32,
    /// Centipawns: for a loss at least so many behind and ahead, for a draw at most so far apart.
    pub score: u32,
    /// From this move of the game on.
    pub from: u32,
}

impl FromStr for Threshold {
    type Err = String;

    /// `MOVES,CENTIPAWNS` or `MOVES,CENTIPAWNS,FIRST_MOVE`.
    fn from_str(text: &str) -> Result<Threshold, String> {
        let numbers: Result<Vec<u32>, _> = text.split(',').map(|n| n.trim().parse()).collect();
        match numbers.as_deref() {
            Ok(&[moves, score]) if moves > 0 => Ok(Threshold {
                moves,
                score,
                from: 0,
            }),
            Ok(&[moves, score, from]) if moves > 0 => Ok(Threshold { moves, score, from }),
            _ => Err(format!("`{text}` is not MOVES,CENTIPAWNS[,FIRST_MOVE]")),
        }
    }
}

/// Who has seen what for how long.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    loss: Option<Threshold>,
    draw: Option<Threshold>,
    behind: ByColor<u32>,
    ahead: ByColor<u32>,
    even: ByColor<u32>,
}

impl Adjudicator {
    /// For one game, by these rules if there are any.
    pub fn new(loss: Option<Threshold>, draw: Option<Threshold>) -> Adjudicator {
        Adjudicator {
            loss,
            draw,
            behind: ByColor::both(0),
            ahead: ByColor::both(0),
            even: ByColor::both(0),
        }
    }

    /// Takes note of the score that a side has told with its move, which is the game's move of
    /// that number, and decides. A move without a score breaks every row.
    pub fn note(&mut self, color: Color, score: Option<i64>, number: u32) -> Option<Ending> {
        let count = |row: &mut u32, fits: bool| *row = if fits { *row + 1 } else { 0 };
        let (us, them) = (color, color.other());
        if let Some(rule) = self.loss.filter(|rule| number >= rule.from) {
            let limit = i64::from(rule.score);
            count(
                &mut self.behind[us],
                score.is_some_and(|score| score <= -limit),
            );
            count(
                &mut self.ahead[us],
                score.is_some_and(|score| score >= limit),
            );
            if self.behind[us] >= rule.moves && self.ahead[them] >= rule.moves {
                return Some(Ending::AdjudicatedLoss(color));
            }
            if self.ahead[us] >= rule.moves && self.behind[them] >= rule.moves {
                return Some(Ending::AdjudicatedLoss(color.other()));
            }
        }
        if let Some(rule) = self.draw.filter(|rule| number >= rule.from) {
            let limit = i64::from(rule.score);
            count(
                &mut self.even[us],
                score.is_some_and(|score| score.abs() <= limit),
            );
            if self.even.iter().all(|&row| row >= rule.moves) {
                return Some(Ending::AdjudicatedDraw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_read_or_refused() {
        let threshold = |moves, score, from| Threshold { moves, score, from };
        assert_eq!("3,800".parse(), Ok(threshold(3, 800, 0)));
        assert_eq!("8,10,40".parse(), Ok(threshold(8, 10, 40)));
        for bad in ["", "3", "0,10", "3,-1", "3,4,5,6", "a,b"] {
            assert!(bad.parse::<Threshold>().is_err(), "{bad}");
        }
    }

    #[test]
    fn both_sides_must_agree() {
        use Color::{Black, White};
        let mut judge = Adjudicator::new("2,500".parse().ok(), None);
        assert_eq!(judge.note(White, Some(-900), 1), None);
        assert_eq!(judge.note(Black, Some(600), 1), None);
        assert_eq!(judge.note(White, Some(-900), 2), None);
        assert_eq!(judge.note(Black, Some(499), 2), None);
        assert_eq!(judge.note(White, Some(-900), 3), None);
        assert_eq!(judge.note(Black, Some(500), 3), None);
        assert_eq!(judge.note(White, Some(-500), 4), None);
        assert_eq!(
            judge.note(Black, Some(100_001), 4),
            Some(Ending::AdjudicatedLoss(White))
        );
    }

    #[test]
    fn draws_count_from_their_move_on() {
        use Color::{Black, White};
        let mut judge = Adjudicator::new(None, "2,10,5".parse().ok());
        for number in 1..6 {
            assert_eq!(judge.note(White, Some(0), number), None);
            assert_eq!(judge.note(Black, Some(-10), number), None);
        }
        assert_eq!(judge.note(White, None, 6), None);
        assert_eq!(judge.note(Black, Some(0), 6), None);
        assert_eq!(judge.note(White, Some(3), 7), None);
        assert_eq!(judge.note(Black, Some(0), 7), None);
        assert_eq!(judge.note(White, Some(3), 8), Some(Ending::AdjudicatedDraw));
    }
}
