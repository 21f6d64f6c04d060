//! Messages of engines in any protocol.

use super::text::shortened;
use crate::movegen::GameResult;

/// No move has more characters.
const LONGEST_MOVE: usize = 40;

/// A message of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    Move(String),
    Claim(GameResult),
    Resigns,
    OffersDraw,
    RefusesMove(String),
    /// It rejects a command.
    Complains(String),
    /// It has done everything before the question of this number; 0 where questions have none.
    Ready(u64),
    Feature(String),
    Introduced,
    /// The position on its board, as a FEN.
    Shows(String),
    Thinks {
        depth: u32,
        /// Centipawns for the engine, as it counts them; a mate in N moves is 100,000 + N.
        score: i64,
        nodes: u64,
        /// The first move of its line, in its notation.
        first: Option<String>,
    },
    Other,
}

/// The first word of a text, if it may be a move.
pub(super) fn first_word(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default();
    shortened(word, LONGEST_MOVE)
}
