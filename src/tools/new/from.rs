//! A copy of another variant under a new name.

use std::collections::BTreeSet;

use anyhow::Context;

use super::draft::Game;
use crate::variant::ini::source::GAME_LABEL;
use crate::variant::{Library, Selections, letter};

/// The lines of a variant under a new name, without its other names.
pub fn copy(library: &Library, from: &str, name: &str) -> anyhow::Result<Game> {
    let variant = library.find(from, &Selections::default())?;
    let entry = library.entry(from).context("the variant has no lines")?;
    let lines =
        (library.text_of(entry)).with_context(|| format!("cannot read {}", library.origin()))?;
    let mut text = String::new();
    if entry.unnamed {
        text += &format!("{GAME_LABEL} {name}\n");
    }
    let is_name = |line: &&str| line.starts_with("Alias:") || line.starts_with("Elsewhere:");
    for line in lines.lines().filter(|line| !is_name(line)) {
        if line.starts_with(GAME_LABEL) {
            // the rest of the heading stays: the table of pictures, and the variant that a GUI knows
            let rest = line.find('#').map_or("", |at| &line[at..]);
            text += format!("{GAME_LABEL} {name} {rest}").trim_end();
        } else {
            text += line;
        }
        text.push('\n');
    }
    // the name `seirawan` implies gating; a copy has another name
    let gated = variant.rules.gating.types.iter();
    let gated: BTreeSet<char> = gated.map(|id| variant.piece(*id).letter).collect();
    if !gated.is_empty() && !text.contains("\nGating:") {
        let letters: String = gated.into_iter().map(letter::text).collect();
        text += &format!("Gating: {letters}\n");
    }
    let king = variant.pieces.iter().find(|piece| piece.royalty.is_royal());
    Ok(Game {
        name: name.to_owned(),
        files: variant.files,
        ranks: variant.ranks,
        king: king.map_or('K', |king| king.letter),
        text,
    })
}
