//! `fmax values`: what the pieces of a game are worth, and what that is seen from.

use std::io::Write;
use std::sync::Arc;

use crate::board::Layout;
use crate::endgame::Endgames;
use crate::eval::values;
use crate::movegen::EMPTY_CHANCE;
use crate::ruleset::Ruleset;
use crate::types::{Color, Square, TypeId};
use crate::variant::{Library, PieceType, Royalty, Selections, Variant};

/// One column of the table: its heading and what it says of a type.
type Column = (&'static str, fn(&Arc<Ruleset>, TypeId) -> String);

/// The columns, from the left. A new one is a row here.
const COLUMNS: [Column; 8] = [
    ("piece", |rules, id| letter(rules.variant(), id)),
    ("file", file_value),
    ("estimate", |rules, id| {
        let estimate = values::estimate(rules.variant(), &rules.tables, id);
        format!("{estimate:.0}")
    }),
    ("used", |rules, id| rules.evaluation.value(id).to_string()),
    ("empty", |rules, id| {
        average(rules, |sq| rules.tables.empty_board_targets(id, sq) as f64)
    }),
    ("crowded", |rules, id| {
        average(rules, |sq| {
            rules.tables.crowded_mobility(id, sq, EMPTY_CHANCE)
        })
    }),
    ("reaches", |rules, id| {
        match values::colour_binding(rules.variant(), &rules.tables, id) {
            1 => "all".to_owned(),
            parts => format!("1/{parts}"),
        }
    }),
    ("mates", mates),
];

/// Writes a line for each type of a game: its letter, its value in the file, what it is estimated
/// at from its moves, what is used, its targets on an empty and on a crowded board (the average
/// over all squares), how much of the board it can reach, and from how many of all positions it
/// wins with its royal against the lone royal of the other side, in percent. Below stands where types
/// come from that have no piece line in the file.
///
/// # Errors
/// If there is no such game, or it cannot be written.
pub fn list(library: &Library, game: Option<&str>, out: &mut impl Write) -> anyhow::Result<()> {
    let variant = library.find_or_default(game, &Selections::default())?;
    let rules = Arc::new(Ruleset::new(variant));
    let rows = std::iter::once(COLUMNS.map(|(heading, _)| heading.to_owned()).to_vec());
    let types = rules.variant().types();
    let rows: Vec<Vec<String>> = rows
        .chain(types.map(|(id, _)| COLUMNS.map(|(_, show)| show(&rules, id)).to_vec()))
        .collect();
    let width = |i: usize| rows.iter().map(|row| row[i].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(i, (cell, &width))| match i {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  "))?;
    }
    for note in notes(rules.variant()) {
        writeln!(out, "{note}")?;
    }
    Ok(())
}

/// The letter of a type, with a `~` if it has been promoted, and its number where others share it.
fn letter(v: &Variant, id: TypeId) -> String {
    let piece = v.piece(id);
    let same = |other: &&PieceType| {
        other.letter == piece.letter
            && other.promoted_from.is_some() == piece.promoted_from.is_some()
    };
    let mark = if piece.promoted_from.is_some() {
        "~"
    } else {
        ""
    };
    let number = match v.pieces.iter().filter(same).count() {
        1 => String::new(),
        _ => format!(" ({})", id.0),
    };
    format!("{}{mark}{number}", piece.letter)
}

/// Why there are more types than piece lines, if there are.
fn notes(v: &Variant) -> Vec<String> {
    let added = v.types().filter(|(id, _)| id.0 > v.written_types);
    let (promoted, turned): (Vec<TypeId>, Vec<TypeId>) = added
        .map(|(id, _)| id)
        .partition(|&id| v.piece(id).promoted_from.is_some());
    let (all, written) = (v.pieces.len(), v.written_types);
    let mut notes = Vec::new();
    let mut note = |types: &[TypeId], text: &str| {
        if notes.is_empty() && !types.is_empty() {
            notes.push(format!("{written} piece lines make {all} kinds of pieces:"));
        }
        let names: Vec<String> = types.iter().map(|&id| letter(v, id)).collect();
        if !types.is_empty() {
            notes.push(format!("{}: {text}", names.join(", ")));
        }
    };
    note(
        &turned,
        "in black's hands it moves the other way up the board",
    );
    note(
        &promoted,
        "promoted; it moves as without the ~, but its captor gets a pawn",
    );
    notes
}

fn file_value(rules: &Arc<Ruleset>, id: TypeId) -> String {
    let piece = rules.variant().piece(id);
    match piece.royalty {
        _ if piece.estimated => "?".to_owned(),
        Royalty::None => piece.value.to_string(),
        Royalty::Absolute => "royal".to_owned(),
        Royalty::Extinction { .. } => format!("royal {}", piece.value),
    }
}

/// The mating potential in percent; `-` if it cannot be told.
fn mates(rules: &Arc<Ruleset>, id: TypeId) -> String {
    let color = match rules.variant().start_pieces().iter().find(|p| p.id == id) {
        Some(piece) => piece.color,
        None => Color::White,
    };
    match Endgames::new(rules.clone()).mating_potential(color, &[id]) {
        Some(potential) => format!("{:.1}", 100.0 * potential.share),
        None => "-".to_owned(),
    }
}

fn average(rules: &Ruleset, of: impl Fn(Square) -> f64) -> String {
    let layout: &Layout = &rules.layout;
    let (sum, count) = layout
        .squares()
        .fold((0.0, 0.0), |(sum, n), sq| (sum + of(sq), n + 1.0));
    format!("{:.2}", sum / count)
}
