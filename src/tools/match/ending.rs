//! How a game of a match ends.

use std::fmt;

use super::engine::Fault;
use crate::movegen::{COLOR_NAMES, GameEnd, GameResult};
use crate::types::Color;

/// Why a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Rules(GameEnd),
    /// The time of this side is up.
    Flag(Color),
    /// This side plays what is no legal move.
    IllegalMove(Color, String),
    /// This side takes a legal move of the opponent for illegal.
    RefusesMove(Color),
    /// This side takes the start position for illegal.
    RefusesPosition(Color),
    /// This side claims a result that the position does not have.
    FalseClaim(Color),
    /// The engine of this side is not there any more.
    Crash(Color),
    /// The engine of this side does not answer.
    Stall(Color),
    /// This side gives up.
    Resignation(Color),
    /// Both sides want a draw.
    Agreement,
    /// Both engines have seen this side as lost for long enough.
    AdjudicatedLoss(Color),
    /// Both engines have seen an even game for long enough.
    AdjudicatedDraw,
    /// The game has grown as long as the match allows.
    TooLong,
}

impl Ending {
    /// The failure of an engine.
    pub fn fault(color: Color, fault: Fault) -> Ending {
        match fault {
            Fault::Crash => Ending::Crash(color),
            Fault::Stall => Ending::Stall(color),
        }
    }

    /// Who has won.
    pub fn result(&self) -> GameResult {
        match self {
            Ending::Rules(end) => end.result(),
            Ending::Agreement | Ending::AdjudicatedDraw | Ending::TooLong => GameResult::Draw,
            Ending::Flag(color)
            | Ending::IllegalMove(color, _)
            | Ending::RefusesMove(color)
            | Ending::RefusesPosition(color)
            | Ending::FalseClaim(color)
            | Ending::Crash(color)
            | Ending::Stall(color)
            | Ending::Resignation(color)
            | Ending::AdjudicatedLoss(color) => GameResult::Win(color.other()),
        }
    }

    /// True unless an engine has failed as a program.
    pub fn is_proper(&self) -> bool {
        !matches!(
            self,
            Ending::IllegalMove(..)
                | Ending::RefusesMove(_)
                | Ending::RefusesPosition(_)
                | Ending::FalseClaim(_)
                | Ending::Crash(_)
                | Ending::Stall(_)
        )
    }

    /// The kind of ending, without sides: what endings are counted by.
    pub fn reason(&self) -> String {
        let text = match self {
            Ending::Rules(_) => return rule(&self.to_string()),
            Ending::Flag(_) => "time forfeit",
            Ending::IllegalMove(..) => "illegal move",
            Ending::RefusesMove(_) => "refusal of a legal move",
            Ending::RefusesPosition(_) => "refusal of the start position",
            Ending::FalseClaim(_) => "false claim",
            Ending::Crash(_) => "crash",
            Ending::Stall(_) => "stall",
            Ending::Resignation(_) => "resignation",
            Ending::Agreement => "agreement",
            Ending::AdjudicatedLoss(_) => "adjudication by score",
            Ending::AdjudicatedDraw => "adjudication as a draw",
            Ending::TooLong => "game too long",
        };
        text.to_owned()
    }
}

impl fmt::Display for Ending {
    /// What is said about it in PGN and to the engines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color: &Color| COLOR_NAMES[*color];
        match self {
            Ending::Rules(end) => f.write_str(&end.reason()),
            Ending::Flag(color) => write!(f, "{} forfeits on time", name(color)),
            Ending::IllegalMove(color, text) => {
                write!(f, "{} makes an illegal move: {text}", name(color))
            }
            Ending::RefusesMove(color) => write!(f, "{} refuses a legal move", name(color)),
            Ending::RefusesPosition(color) => {
                write!(f, "{} refuses the start position", name(color))
            }
            Ending::FalseClaim(color) => write!(f, "{} makes a false claim", name(color)),
            Ending::Crash(color) => write!(f, "{} crashes", name(color)),
            Ending::Stall(color) => write!(f, "{} does not answer", name(color)),
            Ending::Resignation(color) => write!(f, "{} resigns", name(color)),
            Ending::Agreement => f.write_str("Draw by agreement"),
            Ending::AdjudicatedLoss(color) => {
                write!(f, "{} wins by adjudication", name(&color.other()))
            }
            Ending::AdjudicatedDraw => f.write_str("Draw by adjudication"),
            Ending::TooLong => f.write_str("Draw by length of the game"),
        }
    }
}

/// The rule in the protocol's words for an outcome, so that a new rule needs nothing here: `bare
/// king` for `White wins by bare king`.
fn rule(comment: &str) -> String {
    let mut text = comment;
    for prefix in ["White ", "Black ", "wins by ", "Draw by "] {
        text = text.strip_prefix(prefix).unwrap_or(text);
    }
    match text {
        "mates" => "mate".to_owned(),
        text => text.to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{DrawReason, WinReason};

    #[test]
    fn every_ending_has_its_words() {
        let mate = Ending::Rules(GameEnd::Win(Color::Black, WinReason::Checkmate));
        assert_eq!(mate.result(), GameResult::Win(Color::Black));
        assert_eq!(
            (mate.to_string(), mate.reason()),
            ("Black mates".into(), "mate".into())
        );
        let draw = Ending::Rules(GameEnd::Draw(DrawReason::MoveRule(50)));
        assert_eq!(draw.reason(), "50-move rule");
        let bare = Ending::Rules(GameEnd::Win(Color::White, WinReason::BareKing));
        assert_eq!(bare.reason(), "bare king");
        let crash = Ending::fault(Color::White, Fault::Crash);
        assert_eq!(crash.result(), GameResult::Win(Color::Black));
        assert!(!crash.is_proper() && draw.is_proper());
        assert_eq!(crash.to_string(), "White crashes");
    }
}
