//! A game in words: what its pieces can do and what else is special about it, for people.

pub(super) mod phrases;
pub mod pieces;

use super::{Royalty, Variant, rules};

/// The whole game: name, size and description, then a line for each piece, then the rules.
pub fn game(variant: &Variant) -> Vec<String> {
    let (name, files, ranks) = (&variant.name, variant.files, variant.ranks);
    let mut lines = vec![format!("{name}: {files}x{ranks} board")];
    if !variant.description.is_empty() {
        lines.push(format!("{}.", variant.description.trim_end_matches('.')));
    }
    lines.extend(pieces::all(variant));
    lines.extend(royals(variant));
    lines.extend(rules::describe(variant));
    lines
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

/// Before the second part of a broken line and all further ones.
const INDENT: &str = "    ";

/// What players must not lose.
fn royals(variant: &Variant) -> Vec<String> {
    let mut lines = Vec::new();
    for (_, piece) in variant.types() {
        let letter = piece.letter;
        let line = match piece.royalty {
            Royalty::None => continue,
            Royalty::Absolute => format!("Whoever loses the {letter} has lost."),
            Royalty::Extinction { duple } => {
                let both = " Two of them must not be attacked at the same time.";
                let more = if duple { both } else { "" };
                format!("Whoever loses the last {letter} has lost.{more}")
            }
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests;
