//! The errors of a line of input, in both protocols.

use std::fmt;

/// Why a line is not a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// Unknown first word.
    Unknown,
    /// This argument is missing.
    Missing(&'static str),
    /// This argument, a number or a time, cannot be read.
    Bad(&'static str),
    /// A number must follow this word.
    NoNumber(&'static str),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown => f.write_str("unknown command"),
            CommandError::Missing(what) => write!(f, "{what} missing"),
            CommandError::Bad(what) => write!(f, "bad {what}"),
            CommandError::NoNumber(word) => write!(f, "a whole number must follow `{word}`"),
        }
    }
}

impl std::error::Error for CommandError {}
