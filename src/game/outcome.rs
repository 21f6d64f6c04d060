//! How a game ends.

use std::fmt;

use super::Game;
use crate::movegen::{DeadDraw, Decision, Perpetual, Recurrence, Verdict};
use crate::variant::{Color, Stalemate};

/// Why a side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinReason {
    /// The loser is in check and has no legal move.
    Checkmate,
    /// The loser has no legal move, and that loses in this game.
    Stalemate,
    /// A royal has reached the goal of the game.
    Goal,
    /// The loser has nothing but the royal left.
    BareKing,
    /// The loser has repeated the position by forcing the other side without end.
    Perpetual(Perpetual),
}

impl From<Decision> for WinReason {
    fn from(decision: Decision) -> WinReason {
        match decision {
            Decision::Goal => WinReason::Goal,
            Decision::BareKing => WinReason::BareKing,
        }
    }
}

/// Why nobody has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position is on the board for the third time.
    Repetition,
    /// Too many moves without a capture or pawn move; the number of moves of each side.
    MoveRule(u32),
    /// A side has counted to the end.
    Counting,
    /// Both sides have nothing but their royals left.
    BareKings,
    /// Neither side can ever win.
    InsufficientMaterial,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Somebody has won.
    Win(Color, WinReason),
    /// Nobody has.
    Draw(DrawReason),
}

impl Outcome {
    /// True if the program may claim it. Who is to blame for a repetition is left to whoever watches
    /// over the game: a GUI that does not see it the same way takes the claim for a wrong one.
    pub fn may_be_claimed(&self) -> bool {
        !matches!(self, Outcome::Win(_, WinReason::Perpetual(_)))
    }
}

impl fmt::Display for Outcome {
    /// The protocol's form: the result and the reason in braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(color, reason) => {
                let (score, name) = match color {
                    Color::White => ("1-0", "White"),
                    Color::Black => ("0-1", "Black"),
                };
                match reason {
                    WinReason::Checkmate => write!(f, "{score} {{{name} mates}}"),
                    WinReason::Stalemate => write!(f, "{score} {{{name} wins by stalemate}}"),
                    WinReason::BareKing => write!(f, "{score} {{{name} wins by bare king}}"),
                    WinReason::Perpetual(Perpetual::Check) => {
                        write!(f, "{score} {{{name} wins by perpetual check}}")
                    }
                    WinReason::Perpetual(Perpetual::Chase) => {
                        write!(f, "{score} {{{name} wins by perpetual chase}}")
                    }
                    WinReason::Goal => write!(f, "{score} {{{name} reaches the goal}}"),
                }
            }
            Outcome::Draw(DrawReason::InsufficientMaterial) => {
                f.write_str("1/2-1/2 {Insufficient material}")
            }
            Outcome::Draw(DrawReason::BareKings) => f.write_str("1/2-1/2 {Bare kings}"),
            Outcome::Draw(DrawReason::Stalemate) => f.write_str("1/2-1/2 {Stalemate}"),
            Outcome::Draw(DrawReason::Counting) => f.write_str("1/2-1/2 {Draw by counting}"),
            Outcome::Draw(DrawReason::Repetition) => f.write_str("1/2-1/2 {Draw by repetition}"),
            Outcome::Draw(DrawReason::MoveRule(moves)) => {
                write!(f, "1/2-1/2 {{Draw by {moves}-move rule}}")
            }
        }
    }
}

impl Game {
    /// The result, if the game is over by the rules.
    pub fn outcome(&self) -> Option<Outcome> {
        let pos = &self.position;
        let side = pos.side();
        if let Some(verdict) = self.rules.tables.verdict(pos) {
            return Some(match verdict {
                Verdict::Won(decision) => Outcome::Win(side, decision.into()),
                Verdict::Lost(decision) => Outcome::Win(side.other(), decision.into()),
                Verdict::Draw(DeadDraw::BareKings) => Outcome::Draw(DrawReason::BareKings),
                Verdict::Draw(DeadDraw::InsufficientMaterial) => {
                    Outcome::Draw(DrawReason::InsufficientMaterial)
                }
            });
        }
        if self.legal_moves().is_empty() {
            if self.rules.tables.in_check(pos) {
                return Some(Outcome::Win(side.other(), WinReason::Checkmate));
            }
            return Some(match self.rules.variant().rules.stalemate {
                Stalemate::Draw => Outcome::Draw(DrawReason::Stalemate),
                Stalemate::Loss => Outcome::Win(side.other(), WinReason::Stalemate),
            });
        }
        if let Some(plies) = pos.recurs_after(2) {
            match self.rules.tables.recurrence(&mut pos.clone(), plies) {
                Recurrence::Draw => return Some(Outcome::Draw(DrawReason::Repetition)),
                Recurrence::MoverForfeits(how) => {
                    return Some(Outcome::Win(side, WinReason::Perpetual(how)));
                }
                Recurrence::Open => {}
            }
        }
        if self.counts() && pos.move_count().is_some() {
            return (pos.is_counted_out()).then_some(Outcome::Draw(DrawReason::Counting));
        }
        let move_rule = self.move_rule_plies();
        if move_rule > 0 && pos.rule_clock() >= move_rule {
            return Some(Outcome::Draw(DrawReason::MoveRule(self.move_rule / 2)));
        }
        None
    }
}
