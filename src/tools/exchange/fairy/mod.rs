//! The mapping between our variants and sections of Fairy-Stockfish's `variants.ini`.
//!
//! | file | owns |
//! |---|---|
//! | `pieces` | its kinds of pieces |
//! | `moves` | how they move, and its own reading of Betza notation |
//! | `keys` | its keys, what they take, and their defaults |
//! | `game` | a variant in these terms |
//! | `ini`, `sections` | the sections of a file, and what they inherit |
//! | `rules` | both ways: the keys that mean one rule of ours each |
//! | `export`, `import` | one way each: what takes more than a row |
//! | `draws` | what two keys mean by the names of kinds |

mod draws;
pub mod export;
mod game;
mod import;
pub mod ini;
pub mod keys;
mod moves;
mod pieces;
mod rules;
pub mod sections;

use game::FairyGame;
use pieces::{Kind, Kinds};

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
