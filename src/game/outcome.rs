//! How a game ends.

use std::fmt;

use super::Game;
use crate::movegen::{DeadDraw, Decision, Perpetual, Recurrence, Verdict};
use crate::types::Color;

/// Why a side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinReason {
    /// The loser is in check and has no legal move.
    Checkmate,
    /// A side has no legal move, and that decides this game.
    Stalemate,
    /// A royal has reached the goal of the game.
    Goal,
    /// The loser has nothing but the royal left.
    BareKing,
    /// The loser has repeated the position by forcing the other side without end.
    Perpetual(Perpetual),
    /// The winner is in check and has no legal move, and that wins in this game.
    BeingMated,
    /// The winner has given as many checks as the game asks for.
    Checks,
    /// The loser has lost the last piece of a type.
    Extinction,
    /// The loser's royal has been blown up.
    Explosion,
    /// The winner has got rid of all pieces.
    Rid,
}

impl From<Decision> for WinReason {
    fn from(decision: Decision) -> WinReason {
        match decision {
            Decision::Goal => WinReason::Goal,
            Decision::BareKing => WinReason::BareKing,
            Decision::Checks => WinReason::Checks,
            Decision::Extinction => WinReason::Extinction,
            Decision::Explosion => WinReason::Explosion,
            Decision::Rid => WinReason::Rid,
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
    /// True if the program may claim it. Who is to blame for a repetition is left to whoever
    /// watches over the game: a GUI that does not see it the same way takes the claim for a wrong
    /// one.
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
                    WinReason::BeingMated => write!(f, "{score} {{{name} wins by being mated}}"),
                    WinReason::Checks => write!(f, "{score} {{{name} has given enough checks}}"),
                    WinReason::Extinction => write!(f, "{score} {{{name} wins by extinction}}"),
                    WinReason::Explosion => write!(f, "{score} {{{name} blows up the king}}"),
                    WinReason::Rid => write!(f, "{score} {{{name} has no pieces left to lose}}"),
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
            let in_check = self.rules.tables.in_check(pos);
            let winner = self.rules.tables.no_moves(pos, in_check);
            return Some(match winner {
                None => Outcome::Draw(DrawReason::Stalemate),
                Some(winner) if !in_check => Outcome::Win(winner, WinReason::Stalemate),
                Some(winner) if winner == side => Outcome::Win(winner, WinReason::BeingMated),
                Some(winner) => Outcome::Win(winner, WinReason::Checkmate),
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
