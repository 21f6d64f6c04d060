//! The mapping between our variants and sections of Fairy-Stockfish's `variants.ini`. A [`game::FairyGame`] is the
//! record between the two. Each aspect of the rules is one file with both directions: a method of [`Exporter`] fills
//! the record from our rules, one of [`Importer`] writes our lines from the record.
//!
//! | file | owns |
//! |---|---|
//! | `pieces`, `moves` | its kinds of pieces, how they move, and its own reading of Betza notation |
//! | `keys`, `game` | its keys with their defaults, and a variant in these terms |
//! | `ini`, `sections` | the sections of a file, and what they inherit |
//! | `export`, `import` | what all aspects of one direction share |
//! | `plain` | keys with a value that means one rule, and what has no counterpart |
//! | `start` | the board and the position at the start |
//! | `kinds`, `piece_lines`, `royals` | letters and moves of pieces, and which are royal |
//! | `pawns`, `promotion`, `castling` | double steps, captures in passing, promotion, castling |
//! | `hands`, `gates` | drops and placement; gating, first leaps, and walls |
//! | `zones` | where pieces may stop, and moves along lines |
//! | `ends`, `goals`, `draws` | how a game is decided |

mod castling;
mod draws;
mod ends;
pub mod export;
mod game;
mod gates;
mod goals;
mod hands;
mod import;
pub mod ini;
mod keys;
mod kinds;
mod moves;
mod pawns;
mod piece_lines;
mod pieces;
mod plain;
mod promotion;
mod royals;
pub mod sections;
mod start;
mod zones;

use export::Exporter;
use import::Importer;
use pieces::{Kind, Kinds};

use crate::protocol::output::shortened;

/// Upper bound on the characters that a message quotes.
const LONGEST_QUOTE: usize = 60;

/// A word of a file for a message: shortened, and without control characters.
pub fn quoted(text: &str) -> String {
    shortened(text, LONGEST_QUOTE).replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn long_words_are_cut() {
        assert_eq!(quoted("rook"), "rook");
        assert_eq!(quoted("a\u{1b}[2J"), "a\u{fffd}[2J");
        assert_eq!(quoted(&"\u{e4}".repeat(100)), "\u{e4}".repeat(60) + "...");
    }
}
