//! Descriptions of variants for people: the moves of the pieces and the rules.
//!
//! The button Info of a GUI and `fmax show` both print [`Pages`].

mod board;
pub(super) mod names;
pub(super) mod phrases;
pub mod pictures;
pub mod pieces;
mod royals;
mod rulebook;
pub mod sentences;

pub use super::rules::marks::{Mark, MarkedZone};
pub use super::rules::promotion::describe::future;
pub use super::rules::zones::area;
use super::{Variant, rules};
use crate::types::Square;
pub use board::diagram;
pub use names::{called, name_of};
pub use phrases::{counted, join, number, plural, with_article};
pub use royals::{has_one_royal, is_spare, royal_name};
pub use rulebook::Rulebook;

/// Texts and files count ranks from 1, XBoard counts from 0 on boards of ten ranks.
const NUMBERING: &str = "Ranks are counted from 1 here. On a board with ten ranks XBoard and the \
                         moves of this program count from 0: a1 here is a0 there.";

/// A note about the numbers of ranks, if moves count them differently.
pub fn numbering(ranks: u8) -> Option<&'static str> {
    (Square::first_rank(ranks) != 1).then_some(NUMBERING)
}

/// The description of a variant, one line each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// The name of the variant, with the size of the board.
    pub title: String,
    /// The description of the variant, if it has one.
    pub description: Option<String>,
    /// The inventor, if known.
    pub author: Option<String>,
    /// A diagram of the start position.
    pub board: Vec<String>,
    /// A line for each piece.
    pub pieces: Vec<String>,
    /// Royal pieces, promotion, and all other rules.
    pub rules: Vec<String>,
    /// A note about the numbers of ranks, if moves count them differently.
    pub numbering: Option<String>,
}

impl Pages {
    /// Describes a variant.
    pub fn new(variant: &Variant) -> Pages {
        let (name, files, ranks) = (&variant.name, variant.files, variant.ranks);
        let description = variant.description.trim_end_matches('.');
        let mut rules = royals::sentences(variant);
        rules.extend(rules::describe(variant));
        let rules = rules.iter().map(|line| capitalised(line)).collect();
        Pages {
            title: format!("{name}: {files}x{ranks} board"),
            description: (!description.is_empty()).then(|| format!("{description}.")),
            author: variant
                .author
                .as_ref()
                .map(|author| format!("By {author}.")),
            board: board::start(variant),
            pieces: pieces::all(variant),
            rules,
            numbering: numbering(ranks).map(str::to_owned),
        }
    }

    /// The lines without the diagram.
    pub fn without_board(self) -> Vec<String> {
        let heading = std::iter::once(self.title)
            .chain(self.description)
            .chain(self.author);
        let rules = self.rules.into_iter().chain(self.numbering);
        heading.chain(self.pieces).chain(rules).collect()
    }
}

/// The parts of the board that the rules name, with sentences about them.
pub fn marked_zones(variant: &Variant) -> Vec<MarkedZone> {
    let mut zones = rules::marked(variant);
    for zone in &mut zones {
        zone.words = capitalised(&zone.words);
    }
    zones
}

/// Breaks a line between words into parts of at most `width` characters, unless a word is longer. All parts except the
/// first are indented.
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

/// A text with its first letter as a capital: `king-of-the-hill` is `King-of-the-hill`.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The indentation of continuation lines.
const INDENT: &str = "    ";

#[cfg(test)]
mod tests;
