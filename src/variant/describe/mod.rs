//! A game in words: what its pieces can do and what else is special about it, for people.
//!
//! The [`Pages`] are the one place where that text is put together: the button Info of a GUI and
//! `fmax show` both print from them.

mod board;
mod names;
pub(super) mod phrases;
pub mod pieces;
mod royals;
mod rulebook;

pub use super::rules::promotion::describe::future;
pub use super::rules::zones::area;
use super::{Variant, rules};
use crate::types::Square;
pub use board::diagram;
pub(super) use names::named;
pub use names::{called, name_of};
pub use phrases::{counted, join, number, plural, with_article};
pub use royals::{has_one_royal, is_spare, royal_name};
pub use rulebook::Rulebook;

/// Words and files count ranks as people do, XBoard does not on boards of ten.
const NUMBERING: &str = "Ranks are counted from 1 here. XBoard counts those of a board with ten ranks from 0, and so \
                         do moves in this program: what is a1 here is a0 there.";

/// How the ranks of a board are counted in words, if moves count them in another way.
pub fn numbering(ranks: u8) -> Option<&'static str> {
    (Square::first_rank(ranks) != 1).then_some(NUMBERING)
}

/// What there is to tell about a game, a line each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// Its name with the size of the board.
    pub title: String,
    /// Its description, if it has one.
    pub description: Option<String>,
    /// A diagram of the start position.
    pub board: Vec<String>,
    /// A line for each piece.
    pub pieces: Vec<String>,
    /// What must not be lost, how pawns promote, and every other rule.
    pub rules: Vec<String>,
    /// How the ranks are counted here, if moves count them in another way.
    pub numbering: Option<String>,
}

impl Pages {
    /// Describes a game.
    pub fn new(variant: &Variant) -> Pages {
        let (name, files, ranks) = (&variant.name, variant.files, variant.ranks);
        let description = variant.description.trim_end_matches('.');
        let mut rules = royals::sentences(variant);
        rules.extend(rules::describe(variant));
        let rules = rules.iter().map(|line| capitalised(line)).collect();
        Pages {
            title: format!("{name}: {files}x{ranks} board"),
            description: (!description.is_empty()).then(|| format!("{description}.")),
            board: board::start(variant),
            pieces: pieces::all(variant),
            rules,
            numbering: numbering(ranks).map(str::to_owned),
        }
    }

    /// The lines for somebody who has the board before his eyes.
    pub fn without_board(self) -> Vec<String> {
        let heading = std::iter::once(self.title).chain(self.description);
        let rules = self.rules.into_iter().chain(self.numbering);
        heading.chain(self.pieces).chain(rules).collect()
    }
}

/// Breaks a line between words so that no part is longer than `width` characters, unless a word is.
/// All parts but the first are indented.
pub fn wrap(line: &str, width: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    for word in line.split(' ') {
        let empty = part.trim_start().is_empty();
        if !empty && part.chars().count() + 1 + word.chars().count() > width {
            parts.push(std::mem::replace(&mut part, INDENT.to_owned()));
        } else if !empty {
            part.push(' ');
        }
        part += word;
    }
    parts.push(part);
    parts
}

/// A sentence or a name with its first letter as a capital: `king-of-the-hill` is `King-of-the-hill`.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Before the second part of a broken line and all further ones.
const INDENT: &str = "    ";

#[cfg(test)]
mod tests;
