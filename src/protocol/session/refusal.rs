//! Why the session does not obey a command.

use std::fmt;

use crate::movegen::notation::MoveError;
use crate::protocol::CommandError;

/// Why a command is not obeyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is not understood.
    Command(CommandError),
    /// It speaks of a move that cannot be made.
    Move(MoveError),
    /// It makes no sense now; why.
    Because(&'static str),
    /// The option needs a number from one to the other.
    OutOfRange(u32, u32),
    /// The game has no such piece in hand.
    NotInHand(char),
    /// The game has no such piece.
    NoSuchPiece(char),
}

/// An option cannot have this value.
pub(super) const BAD_VALUE: Refusal = Refusal::Because("bad value");
/// The system has not that much memory.
pub(super) const NOT_ENOUGH_MEMORY: Refusal = Refusal::Because("not enough memory");
/// The text is nothing that edit mode knows.
pub(super) const NOT_AN_EDIT: Refusal = Refusal::Because("unknown edit command");

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Command(error) => error.fmt(f),
            Refusal::Move(error) => error.fmt(f),
            Refusal::Because(reason) => f.write_str(reason),
            Refusal::OutOfRange(least, most) => write!(f, "not between {least} and {most}"),
            Refusal::NotInHand(letter) => write!(f, "no piece `{letter}` in hand in this game"),
            Refusal::NoSuchPiece(letter) => write!(f, "no piece `{letter}` in this game"),
        }
    }
}
