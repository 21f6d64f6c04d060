//! Resigning, draw offers and results.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;

use super::{Session, State};
use crate::endgame::Endgames;
use crate::movegen::{COLOR_NAMES, DrawReason, GameEnd, GameResult};
use crate::protocol::Reply;
use crate::search::Value;
use crate::types::{Color, Instant, Move};

/// The engine resigns when its scores looked lost for this number of own moves in a row: a single bad score may be an
/// error.
const LOST_MOVES: u32 = 3;
/// The engine accepts a draw if its score is at most this.
const DRAW_BELOW: i32 = -50;
/// The trend of the score is its change over this number of own moves.
const TREND_MOVES: usize = 3;
/// Limit of the trend, which would be large when a piece is won.
const MOST_TREND: i32 = 200;
/// Largest score of a level game.
const LEVEL: i32 = 10;
/// Number of own moves for which the score must be level.
const LEVEL_MOVES: usize = 12;
/// Own moves before the first offer of a draw.
const FIRST_OFFER: usize = 40;
/// Plies without capture or pawn move before an offer.
const QUIET_PLIES: u32 = 16;
/// Own moves between two offers, to an engine and to a human opponent.
const PATIENCE: (usize, usize) = (15, 40);
/// Time to solve endings when a draw is offered.
const ENDGAME_TIME: Duration = Duration::from_millis(300);
/// The score of a mate, above every threshold.
const MATE: i32 = 100_000;

/// The scores of the engine's own searches in this game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Judgement {
    /// The scores of all own moves of the game.
    scores: Vec<i32>,
    /// Number of own moves in a row that looked lost.
    lost: u32,
    /// Number of scores when the engine last offered a draw.
    offered: Option<usize>,
}

impl Judgement {
    /// Records the score of a move. A score below `-threshold` is lost.
    pub fn note(&mut self, value: Value, threshold: u32) {
        let score = match value {
            Value::Centipawns(score) => score,
            Value::Mate(_) => MATE,
            Value::Mated(_) => -MATE,
        };
        let lost = i64::from(score) < -i64::from(threshold);
        self.lost = if lost { self.lost + 1 } else { 0 };
        self.scores.push(score);
    }

    /// True if the engine should resign.
    pub fn resigns(&self) -> bool {
        self.lost >= LOST_MOVES
    }

    /// True if the engine is content with a draw: it is behind and not catching up, or falling behind, or the game is
    /// level.
    pub fn accepts_draw(&self) -> bool {
        let Some((&last, earlier)) = self.scores.split_last() else {
            return false;
        };
        let before = earlier.iter().rev().nth(TREND_MOVES - 1).unwrap_or(&last);
        let trend = (last - before).clamp(-MOST_TREND, MOST_TREND);
        last + trend / 2 <= DRAW_BELOW || self.is_level()
    }

    /// True if the last search has found that the opponent mates.
    fn sees_mate(&self) -> bool {
        self.scores.last() == Some(&MATE)
    }

    /// True if the engine should offer a draw with its move; the offer is recorded. `quiet`: plies since the last
    /// capture or pawn move.
    pub fn offers_draw(&mut self, quiet: u32, to_computer: bool) -> bool {
        let made = self.scores.len();
        let patience = if to_computer { PATIENCE.0 } else { PATIENCE.1 };
        let patient = self.offered.is_none_or(|last| made >= last + patience);
        let offers = made >= FIRST_OFFER && quiet >= QUIET_PLIES && patient && self.is_level();
        if offers {
            self.offered = Some(made);
        }
        offers
    }

    /// True if the score has been near 0 for long.
    fn is_level(&self) -> bool {
        let recent = self.scores.iter().rev().take(LEVEL_MOVES);
        self.scores.len() >= LEVEL_MOVES && recent.clone().all(|score| score.abs() <= LEVEL)
    }
}

impl Session {
    /// `draw`: the opponent offers a draw. While the engine thinks, the result of its search decides, unless the engine
    /// cannot win any more.
    pub(super) fn receive_draw_offer(&mut self) {
        let cannot_win = self.cannot_win();
        if !cannot_win && matches!(self.state, State::Thinking(_)) {
            self.play.draw_offered = true;
        } else if cannot_win || self.judgement.accepts_draw() {
            self.output.send(&Reply::OfferDraw);
        }
    }

    /// True if the solved endings show that the engine cannot win, or, if the engine plays neither side, that no side
    /// can.
    fn cannot_win(&self) -> bool {
        let sides = match self.state {
            State::Observing | State::Analysing(_) => Color::ALL.to_vec(),
            _ => vec![self.play.us],
        };
        let endgames = Arc::new(Endgames::new(self.game.rules().clone()));
        let deadline = Instant::now() + ENDGAME_TIME;
        !self.judgement.sees_mate()
            && endgames.nobody_can_win(self.game.position(), &sides, || Instant::now() > deadline)
    }

    /// True if the engine offers a draw with its move: the move allows a claim, the opponent has offered a draw that
    /// is welcome, or the game is level.
    pub(super) fn wants_draw(&mut self, mv: Move) -> bool {
        let offered = std::mem::take(&mut self.play.draw_offered);
        let progress = self.game.position().rule_clock();
        let offers = (self.judgement).offers_draw(progress, self.gui.opponent_computes);
        self.draws(mv) || offered && self.judgement.accepts_draw() || offers
    }

    /// `resign`: the user resigns for the side that the engine does not play, or in force mode for the side to move.
    pub(super) fn resigned_by_user(&mut self) -> anyhow::Result<()> {
        if self.result().is_some() {
            bail!("the game is over");
        }
        let loser = match self.state {
            State::Observing | State::Analysing(_) => self.game.position().side(),
            _ => self.play.us.other(),
        };
        let result = resigned(loser);
        self.comment(result.clone());
        self.game_ended(&result);
        Ok(())
    }

    /// The result of the game on the board and its reason, if it is over.
    pub(super) fn result(&self) -> Option<String> {
        let outcome = self.game.outcome().filter(|_| !self.awaits_piece());
        (self.play.over.clone()).or_else(|| outcome.map(|outcome| outcome.to_string()))
    }

    /// True if a draw can be claimed after this move.
    fn draws(&self, mv: Move) -> bool {
        let mut game = self.game.clone();
        game.play(mv);
        matches!(
            game.outcome(),
            Some(GameEnd::Draw(
                DrawReason::Repetition | DrawReason::MoveRule(_)
            ))
        )
    }
}

/// The result when a side resigns, as the protocol writes it.
pub(super) fn resigned(loser: Color) -> String {
    let result = GameResult::Win(loser.other());
    format!("{result} {{{} resigns}}", COLOR_NAMES[loser])
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

    fn after(scores: &[i32]) -> Judgement {
        let mut judgement = Judgement::default();
        for &score in scores {
            judgement.note(Value::Centipawns(score), 800);
        }
        judgement
    }

    #[test]
    fn the_trend_counts() {
        // behind, but catching up fast
        assert!(!after(&[-300, -250, -150, -60]).accepts_draw());
        // ahead, but not for long
        assert!(after(&[150, 90, 60, 0]).accepts_draw());
        assert!(!after(&[150, 140, 130, 120]).accepts_draw());
    }

    #[test]
    fn level_games_are_drawn() {
        let level = [5; LEVEL_MOVES];
        assert!(after(&level).accepts_draw());
        assert!(!after(&level[1..]).accepts_draw());
        let mut won = level;
        won[0] = 11;
        assert!(!after(&won).accepts_draw());
    }

    #[test]
    fn offers_are_rare() {
        let mut game = after(&[0; FIRST_OFFER - 1]);
        assert!(!game.offers_draw(QUIET_PLIES, true));
        game.note(Value::Centipawns(0), 800);
        assert!(!game.offers_draw(QUIET_PLIES - 1, true));
        assert!(game.offers_draw(QUIET_PLIES, true));
        for (to_computer, patience) in [(true, PATIENCE.0), (false, PATIENCE.1)] {
            let mut game = game.clone();
            for _ in 1..patience {
                game.note(Value::Centipawns(-9), 800);
                assert!(!game.offers_draw(QUIET_PLIES, to_computer));
            }
            game.note(Value::Centipawns(-9), 800);
            assert!(game.offers_draw(QUIET_PLIES, to_computer));
        }
        game.note(Value::Centipawns(40), 800);
        for _ in 0..PATIENCE.1 {
            assert!(!game.offers_draw(QUIET_PLIES, true));
        }
    }
}
