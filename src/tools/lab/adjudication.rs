//! Ends games whose result is clear from the scores of both sides.

use std::fmt;
use std::str::FromStr;

use crate::movegen::GameResult;
use crate::types::{ByColor, Color};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The moves of each side in a row for which this must hold.
    pub moves: u32,
    /// Centipawns: for a loss, both sides see at least this score; for a draw, both see at most this.
    pub score: u32,
    pub from: u32,
}

/// When a game of the engine against itself is drawn.
pub const DRAWN: Threshold = Threshold {
    moves: 8,
    score: 8,
    from: 40,
};

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Threshold { moves, score, from } = self;
        write!(f, "{moves},{score},{from}")
    }
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

/// Decides by the scores of both sides.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    loss: Option<Threshold>,
    draw: Option<Threshold>,
    /// The scores of each side: the number of the move, and the score that the side reported with it.
    scores: ByColor<Vec<(u32, Option<i64>)>>,
}

impl Adjudicator {
    /// An adjudicator for one game, which adjudicates losses and draws by these thresholds, or not at all.
    pub fn new(loss: Option<Threshold>, draw: Option<Threshold>) -> Adjudicator {
        Adjudicator {
            loss,
            draw,
            scores: ByColor::default(),
        }
    }

    /// Notes the score of a side's move, with the number of that move in the game, and decides. A move without a score
    /// breaks every row of scores.
    pub fn note(&mut self, color: Color, score: Option<i64>, number: u32) -> Option<GameResult> {
        self.scores[color].push((number, score));
        let agree = |rule: Threshold, fits: &dyn Fn(Color, i64) -> bool| {
            Color::ALL.into_iter().all(|side| {
                let counts = |&&(number, score): &&(u32, Option<i64>)| {
                    number >= rule.from && score.is_some_and(|score| fits(side, score))
                };
                let row = self.scores[side].iter().rev().take_while(counts);
                row.take(rule.moves as usize).count() == rule.moves as usize
            })
        };
        let lost = |loser: &Color| {
            self.loss.is_some_and(|rule| {
                agree(rule, &|side, score| {
                    if side == *loser {
                        score <= -i64::from(rule.score)
                    } else {
                        score >= i64::from(rule.score)
                    }
                })
            })
        };
        if let Some(loser) = [color, color.other()].into_iter().find(lost) {
            return Some(GameResult::Win(loser.other()));
        }
        let even = |rule| agree(rule, &|_, score| score.abs() <= i64::from(rule.score));
        (self.draw.is_some_and(even)).then_some(GameResult::Draw)
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
            Some(GameResult::Win(Black))
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
        assert_eq!(judge.note(White, Some(3), 8), Some(GameResult::Draw));
    }
}
