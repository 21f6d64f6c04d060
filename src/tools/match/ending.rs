//! How a game of a match ends.

use std::fmt;

use super::engine::Fault;
use crate::movegen::{COLOR_NAMES, GameEnd, GameResult};
use crate::tools::lab::endings;
use crate::types::Color;

/// The kind of the ending [`NeverMoved`](Ending::NeverMoved).
pub const NEVER_MOVED: &str = "time forfeit without a move";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Rules(GameEnd),
    Flag(Color),
    /// The time of this side is up, and the side has not made a move in the game.
    NeverMoved(Color),
    /// This side plays a move that is not legal.
    IllegalMove(Color, String),
    /// This side rejects a legal move of the opponent as illegal.
    RefusesMove(Color),
    /// This side rejects the start position as illegal.
    RefusesPosition(Color),
    /// This side claims a result that the position does not have.
    FalseClaim(Color),
    /// The engine of this side fails.
    Fault(Color, Fault),
    /// The engine of this side cannot be started.
    NoStart(Color),
    Resignation(Color),
    Agreement,
    /// Both engines have seen this side as lost for long enough.
    AdjudicatedLoss(Color),
    /// Both engines have seen an even game for long enough.
    AdjudicatedDraw,
    /// The game has reached the largest number of moves that the match allows.
    TooLong,
}

impl Ending {
    /// For endings apart from the rules: the loser if there is one, the kind of ending, and its text, which says what
    /// the loser does.
    fn words(&self) -> (Option<Color>, &'static str, &'static str) {
        let lost = |color: &Color, reason, text| (Some(*color), reason, text);
        match self {
            Ending::Rules(_) => (None, "", ""),
            Ending::Flag(color) => lost(color, "time forfeit", "forfeits on time"),
            Ending::NeverMoved(color) => {
                lost(color, NEVER_MOVED, "forfeits on time without a move")
            }
            Ending::IllegalMove(color, _) => lost(color, "illegal move", "makes an illegal move"),
            Ending::RefusesMove(color) => {
                lost(color, "refusal of a legal move", "refuses a legal move")
            }
            Ending::RefusesPosition(color) => {
                let reason = "refusal of the start position";
                lost(color, reason, "refuses the start position")
            }
            Ending::FalseClaim(color) => lost(color, "false claim", "makes a false claim"),
            Ending::Fault(color, Fault::Crash) => lost(color, "crash", "crashes"),
            Ending::Fault(color, Fault::Stall) => lost(color, "stall", "does not answer"),
            Ending::Fault(color, Fault::Flood) => lost(color, "flood", "writes without end"),
            Ending::NoStart(color) => lost(color, "failure to start", "cannot be started"),
            Ending::Resignation(color) => lost(color, "resignation", "resigns"),
            Ending::AdjudicatedLoss(color) => lost(color, "adjudication by score", ""),
            Ending::Agreement => (None, "agreement", "Draw by agreement"),
            Ending::AdjudicatedDraw => (None, "adjudication as a draw", "Draw by adjudication"),
            Ending::TooLong => (None, endings::TOO_LONG, "Draw by length of the game"),
        }
    }

    pub fn result(&self) -> GameResult {
        match (self, self.words().0) {
            (Ending::Rules(end), _) => end.result(),
            (_, Some(loser)) => GameResult::Win(loser.other()),
            (_, None) => GameResult::Draw,
        }
    }

    /// True unless an engine has failed as a program.
    pub fn is_proper(&self) -> bool {
        let lost = self.words().0.is_some();
        let played = matches!(
            self,
            Ending::Flag(_)
                | Ending::NeverMoved(_)
                | Ending::Resignation(_)
                | Ending::AdjudicatedLoss(_)
        );
        !lost || played
    }

    /// The kind of ending, without the sides; endings are counted by this text.
    pub fn reason(&self) -> String {
        match self {
            Ending::Rules(end) => endings::rule(*end),
            _ => self.words().1.to_owned(),
        }
    }
}

impl fmt::Display for Ending {
    /// The text for PGN and the engines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (loser, _, text) = self.words();
        let loser_name = loser.map(|color| COLOR_NAMES[color]);
        match (self, loser_name) {
            (Ending::Rules(end), _) => f.write_str(&end.reason()),
            (Ending::AdjudicatedLoss(color), _) => {
                write!(f, "{} wins by adjudication", COLOR_NAMES[color.other()])
            }
            (Ending::IllegalMove(_, mv), Some(name)) => write!(f, "{name} {text}: {mv}"),
            (_, Some(name)) => write!(f, "{name} {text}"),
            (_, None) => f.write_str(text),
        }
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
        let crash = Ending::Fault(Color::White, Fault::Crash);
        assert_eq!(crash.result(), GameResult::Win(Color::Black));
        assert!(!crash.is_proper() && draw.is_proper());
        assert_eq!(crash.to_string(), "White crashes");
        let absent = Ending::NoStart(Color::Black);
        assert_eq!(absent.to_string(), "Black cannot be started");
        let silent = Ending::NeverMoved(Color::White);
        assert_eq!(silent.reason(), NEVER_MOVED);
        assert!(silent.is_proper());
        assert!(!absent.is_proper() && !Ending::Fault(Color::White, Fault::Flood).is_proper());
    }
}
