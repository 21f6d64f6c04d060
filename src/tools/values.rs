//! `fmax values`: piece values and mobility.

use std::io::{self, Write};
use std::sync::Arc;

use super::findings::{Findings, rounded};
use super::table;
use crate::board::Layout;
use crate::endgame::Endgames;
use crate::eval::values;
use crate::movegen::EMPTY_CHANCE;
use crate::ruleset::Ruleset;
use crate::types::{Color, Square, TypeId};
use crate::variant::{Library, PieceType, Royalty, Selections, letter};

/// The values of a variant's pieces.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize))]
pub struct Values {
    /// The name of the variant.
    pub game: String,
    /// Number of types with a piece line in the file, which are the first types.
    pub lines: u8,
    /// The types.
    pub pieces: Vec<Value>,
}

/// The value of a type, and the data behind it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize))]
pub struct Value {
    /// The number of the type, from 1.
    pub number: u8,
    /// The letter of the type, which other types may share.
    pub letter: char,
    /// The promotion of a pawn in variants where captured pieces change sides: the captor gets a pawn.
    pub promoted: bool,
    /// `none`, `absolute` (losing one loses) or `group` (losing the last one loses).
    pub royalty: Royal,
    /// The value in the file, centipawns; none if it is to be estimated, or for absolute royals.
    pub file: Option<i32>,
    /// The value estimated from the moves of the type, in centipawns.
    pub estimate: f64,
    /// The value in use, centipawns.
    pub used: i32,
    /// Targets on an empty board, on average.
    pub empty: f64,
    /// Targets on a crowded board, on average.
    pub crowded: f64,
    /// The number of parts of the board between which the type cannot move; 1 if it can reach the whole board.
    pub parts: usize,
    /// The share of positions that the type wins with its royal against a bare royal, percent; none if unknown.
    pub mates: Option<f64>,
}

/// Whether the loss of a piece loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize))]
#[cfg_attr(feature = "workshop", serde(rename_all = "lowercase"))]
pub enum Royal {
    /// The loss of the piece does not lose the game.
    None,
    /// The loss of any of these pieces loses the game.
    Absolute,
    /// The loss of the last of these pieces loses the game.
    Group,
}

/// A column of the table: heading and cell.
type Column = (&'static str, fn(&Values, &Value) -> String);

/// The columns, from left to right.
const COLUMNS: [Column; 8] = [
    ("piece", Values::name),
    ("file", |_, value| value.in_file()),
    ("estimate", |_, value| format!("{:.0}", value.estimate)),
    ("used", |_, value| value.used.to_string()),
    ("empty", |_, value| format!("{:.2}", value.empty)),
    ("crowded", |_, value| format!("{:.2}", value.crowded)),
    ("reaches", |_, value| match value.parts {
        1 => "all".to_owned(),
        parts => format!("1/{parts}"),
    }),
    ("mates", |_, value| match value.mates {
        Some(percent) => format!("{percent:.1}"),
        None => "-".to_owned(),
    }),
];

/// The values of a variant's pieces.
///
/// # Errors
/// The variant is unknown or has errors.
pub fn values(library: &Library, game: Option<&str>) -> anyhow::Result<Values> {
    let variant = library.find_or_default(game, &Selections::default())?;
    Ok(Values::new(&Arc::new(Ruleset::new(variant))))
}

fn value(rules: &Arc<Ruleset>, id: TypeId, piece: &PieceType) -> Value {
    let (variant, tables) = (rules.variant(), &rules.tables);
    let royalty = match piece.royalty {
        Royalty::None => Royal::None,
        Royalty::Absolute => Royal::Absolute,
        Royalty::Extinction { .. } => Royal::Group,
    };
    let known = !piece.estimated && royalty != Royal::Absolute;
    Value {
        number: id.0,
        letter: piece.letter,
        promoted: piece.hides_promotion(),
        royalty,
        file: known.then_some(piece.value),
        estimate: rounded(values::estimate(variant, tables, id)),
        used: rules.evaluation.value(id),
        empty: average(rules, |sq| tables.empty_board_targets(id, sq) as f64),
        crowded: average(rules, |sq| tables.crowded_mobility(id, sq, EMPTY_CHANCE)),
        parts: values::colour_binding(variant, tables, id),
        mates: mates(rules, id),
    }
}

impl Value {
    /// The value in the file, as text.
    fn in_file(&self) -> String {
        match (self.royalty, self.file) {
            (Royal::Absolute, _) => "royal".to_owned(),
            (_, None) => "?".to_owned(),
            (Royal::Group, Some(value)) => format!("royal {value}"),
            (Royal::None, Some(value)) => value.to_string(),
        }
    }
}

impl Values {
    pub fn new(rules: &Arc<Ruleset>) -> Values {
        let variant = rules.variant();
        Values {
            game: variant.name.clone(),
            lines: variant.written_types,
            pieces: (variant.types())
                .map(|(id, piece)| value(rules, id, piece))
                .collect(),
        }
    }

    /// The columns of the table.
    pub fn heading() -> [&'static str; COLUMNS.len()] {
        COLUMNS.map(|(heading, _)| heading)
    }

    /// The row of a type.
    pub fn cells(&self, value: &Value) -> [String; COLUMNS.len()] {
        COLUMNS.map(|(_, show)| show(self, value))
    }

    /// The letter of a type as text, with a `~` if the type is a promotion, and with its number if other types have the same
    /// letter.
    fn name(&self, value: &Value) -> String {
        let same =
            |other: &&Value| (other.letter, other.promoted) == (value.letter, value.promoted);
        let mark = if value.promoted { "~" } else { "" };
        let number = match self.pieces.iter().filter(same).count() {
            1 => String::new(),
            _ => format!(" ({})", value.number),
        };
        format!("{}{mark}{number}", letter::text(value.letter))
    }

    /// Notes on types without a piece line.
    pub fn notes(&self) -> Vec<String> {
        let added = self.pieces.iter().filter(|value| value.number > self.lines);
        let (promoted, turned): (Vec<&Value>, Vec<&Value>) =
            added.partition(|value| value.promoted);
        let mut notes = Vec::new();
        if !(promoted.is_empty() && turned.is_empty()) {
            let (all, lines) = (self.pieces.len(), self.lines);
            notes.push(format!("{lines} piece lines make {all} kinds of pieces:"));
        }
        let mut note = |kinds: &[&Value], text: &str| {
            let names: Vec<String> = kinds.iter().map(|value| self.name(value)).collect();
            if !names.is_empty() {
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
}

impl Findings for Values {
    /// A table with a row for each type, and notes on types without a piece line.
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let cells = self.pieces.iter().map(|value| self.cells(value));
        let heading = Values::heading().map(str::to_owned);
        let rows: Vec<_> = std::iter::once(heading).chain(cells).collect();
        table::write(&rows, |column| column == 0, out)?;
        self.notes()
            .iter()
            .try_for_each(|note| writeln!(out, "{note}"))
    }
}

/// The mating potential in percent, if known.
fn mates(rules: &Arc<Ruleset>, id: TypeId) -> Option<f64> {
    let color = match rules.variant().start_pieces().iter().find(|p| p.id == id) {
        Some(piece) => piece.color,
        None => Color::White,
    };
    let potential = Endgames::new(rules.clone()).mating_potential(color, &[id])?;
    Some(rounded(100.0 * potential.share))
}

/// The average of `of` over all squares.
fn average(rules: &Ruleset, of: impl Fn(Square) -> f64) -> f64 {
    let layout: &Layout = &rules.layout;
    let (sum, count) = layout
        .squares()
        .fold((0.0, 0.0), |(sum, n), sq| (sum + of(sq), n + 1.0));
    rounded(sum / count)
}
