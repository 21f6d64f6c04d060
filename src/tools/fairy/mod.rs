//! What Fairy-Stockfish's file of games, `variants.ini`, can say: its kinds of pieces, its notation for
//! moves, its keys. [`export`](super::export) and [`import`](super::import) meet here; nothing in this
//! folder knows rules of ours.
//!
//! | file | owns |
//! |---|---|
//! | [`pieces`] | the kinds of pieces |
//! | [`moves`] | how they move, and its own reading of Betza notation |
//! | [`keys`] | the keys, what they take, and what holds without them |
//! | [`draws`] | what two of them mean |
//! | [`game`] | a game, made of these |
//! | [`ini`] | the sections of a file |

pub mod draws;
pub mod game;
pub mod ini;
pub mod keys;
pub mod moves;
pub mod pieces;

pub use game::FairyGame;
pub use pieces::{Kind, Kinds};

/// No word of a file is repeated farther than so many characters.
const LONGEST_QUOTE: usize = 60;

/// A word of somebody's file as it is repeated to people: not too long, and nothing that a terminal obeys.
pub fn quoted(text: &str) -> String {
    let mut chars = text.chars();
    let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut quote: String = chars.by_ref().take(LONGEST_QUOTE).map(plain).collect();
    if chars.next().is_some() {
        quote += "...";
    }
    quote
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn long_words_are_cut() {
        assert_eq!(quoted("rook"), "rook");
        assert_eq!(quoted("a\u{1b}[2J"), "a\u{fffd}[2J");
        assert_eq!(quoted(&"\u{e4}".repeat(100)), "\u{e4}".repeat(60) + "...");
        assert_eq!(quoted(&"x".repeat(60)), "x".repeat(60));
    }
}
