//! Messages of engines in any protocol.

use super::text::shortened;
use crate::movegen::GameResult;

/// The longest text of a move in characters.
const LONGEST_MOVE: usize = 40;

/// A message of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    Move(String),
    Claim(GameResult),
    Resigns,
    OffersDraw,
    RefusesMove(String),
    /// The engine rejects a command.
    Complains(String),
    /// The engine has done everything that it was sent before the question with this number; 0 where questions have no
    /// numbers.
    Ready(u64),
    Feature(String),
    Introduced,
    /// The position on the engine's board, as a FEN.
    Shows(String),
    Thinks {
        depth: u32,
        /// The score in centipawns for the engine, as it counts them; a mate in N moves is 100,000 + N.
        score: i64,
        nodes: u64,
        /// The first move of the engine's line, in its notation.
        first: Option<String>,
    },
    Other,
}

/// The first word of a text, if it may be a move.
pub(super) fn first_word(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default();
    shortened(word, LONGEST_MOVE)
}
