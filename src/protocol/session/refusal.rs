//! Why the session does not obey a command.

use std::fmt;

use crate::game::MoveError;
use crate::protocol::CommandError;

/// Why a command is not obeyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is not understood.
    Command(CommandError),
    /// It speaks of a move that cannot be made.
    Move(MoveError),
    /// No move is left to choose from.
    AllExcluded,
    /// There is nothing to read them with.
    NoEndgameTables,
    /// The game is over.
    GameOver,
    /// There are not that many moves to take back.
    NothingToTakeBack,
    /// There is no such option.
    NoSuchOption,
    /// The option cannot have this value.
    BadValue,
    /// The option needs a number from one to the other.
    OutOfRange(u32, u32),
    /// The system has not that much memory.
    NotEnoughMemory,
    /// The text is nothing that edit mode knows.
    NotAnEdit,
    /// No score is known for the position on the board.
    NoScore,
    /// There is nowhere to write to.
    NoFolder,
    /// The game has no such piece in hand.
    NotInHand(char),
    /// The game has no such piece.
    NoSuchPiece(char),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Command(error) => error.fmt(f),
            Refusal::Move(error) => error.fmt(f),
            Refusal::AllExcluded => f.write_str("all moves are excluded"),
            Refusal::NoEndgameTables => f.write_str("no end-game tables are used"),
            Refusal::GameOver => f.write_str("the game is over"),
            Refusal::NothingToTakeBack => f.write_str("no move to take back"),
            Refusal::NoSuchOption => f.write_str("no such option"),
            Refusal::BadValue => f.write_str("bad value"),
            Refusal::OutOfRange(least, most) => write!(f, "not between {least} and {most}"),
            Refusal::NotEnoughMemory => f.write_str("not enough memory"),
            Refusal::NoScore => f.write_str("no score is known for this position"),
            Refusal::NoFolder => f.write_str("no directory to write to"),
            Refusal::NotAnEdit => f.write_str("unknown edit command"),
            Refusal::NotInHand(letter) => {
                write!(f, "no piece `{letter}` in hand in this game")
            }
            Refusal::NoSuchPiece(letter) => write!(f, "no piece `{letter}` in this game"),
        }
    }
}
