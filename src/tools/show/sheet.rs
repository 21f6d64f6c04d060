//! The facts and drawings of each piece of a variant, for the terminal, files of pictures and the page.

use super::view::{View, views};
use crate::movegen::EMPTY_CHANCE;
use crate::ruleset::Ruleset;
use crate::types::{ByColor, Color, Square, TypeId};
use crate::variant::Variant;
use crate::variant::describe::{capitalised, is_spare, name_of, pieces};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// White and Black have the piece alike; Black's may be another type that moves the other way up the board.
    Both { black: TypeId },
    /// Only one side has the piece, or the sides have different pieces with the same letter, of which this is one.
    One(Color),
}

#[derive(Clone, Debug)]
pub struct PieceSheet {
    pub owner: Owner,
    /// The type that is drawn.
    pub id: TypeId,
    /// The colour that is drawn.
    pub color: Color,
    /// The letter of the piece, perhaps with a plus.
    pub written: String,
    /// The name of the piece in the file, or its usual name.
    pub name: Option<String>,
    /// The moves of the piece, a phrase each.
    pub phrases: Vec<String>,
    /// Average number of targets on an empty board, and on a crowded one.
    pub mobility: (f64, f64),
    /// The value of the piece in hundredths of a pawn; none for a royal piece that cannot be spared.
    pub value: Option<i32>,
    /// True if losing the piece, or the last one of its kind, loses the game.
    pub royal: bool,
    /// The start squares of the piece.
    pub start: ByColor<Vec<Square>>,
    /// The drawings of the piece's moves.
    pub views: Vec<View>,
}

/// All pieces of a variant without duplicates: White's first, then the pieces that only Black has.
pub fn pieces(rules: &Ruleset) -> Vec<PieceSheet> {
    let variant = rules.variant();
    let mut sheets: Vec<PieceSheet> = Vec::new();
    for color in Color::ALL {
        for id in variant.types_of(color) {
            if variant.piece(id).hides_promotion() {
                continue;
            }
            let phrases = pieces::moves(variant, id, color);
            let twin = (sheets.iter_mut())
                .find(|sheet| color == Color::Black && is_twin(variant, sheet, id, &phrases));
            match twin {
                Some(sheet) => {
                    sheet.owner = Owner::Both { black: id };
                    sheet.start[color] = start(variant, color, id);
                }
                None => sheets.push(sheet(rules, color, id, phrases)),
            }
        }
    }
    sheets
}

/// True if a type of black is the mirror image of white's piece.
fn is_twin(variant: &Variant, sheet: &PieceSheet, id: TypeId, phrases: &[String]) -> bool {
    let (white, black) = (variant.piece(sheet.id), variant.piece(id));
    let zones = &variant.rules.zones;
    let confined = |id: TypeId| zones.confined.iter().any(|(other, _)| *other == id);
    let changed = |id: TypeId| {
        let all = zones.changes.iter().chain(&zones.lines);
        all.filter(|change| change.id == id).count()
    };
    sheet.owner == Owner::One(Color::White)
        && (white.letter, white.royalty) == (black.letter, black.royalty)
        && (white.value, &white.name) == (black.value, &black.name)
        && sheet.phrases == phrases
        && (confined(sheet.id), changed(sheet.id)) == (confined(id), changed(id))
}

fn sheet(rules: &Ruleset, color: Color, id: TypeId, phrases: Vec<String>) -> PieceSheet {
    let variant = rules.variant();
    let piece = variant.piece(id);
    let royal = piece.royalty.is_royal();
    let mut squares = ByColor::default();
    squares[color] = start(variant, color, id);
    PieceSheet {
        owner: Owner::One(color),
        id,
        color,
        written: piece.written(),
        name: name_of(variant, id, color),
        phrases,
        mobility: mobility(rules, id),
        value: (!royal || is_spare(variant, id)).then(|| rules.evaluation.value(id)),
        royal,
        start: squares,
        views: views(rules, id, color),
    }
}

/// The start squares of a colour's type.
fn start(variant: &Variant, color: Color, id: TypeId) -> Vec<Square> {
    let own = variant.start_pieces().into_iter();
    let own = own.filter(|placed| (placed.color, placed.id) == (color, id));
    let mut squares: Vec<Square> = own
        .map(|placed| Square::at(variant.shown_file(placed.file), placed.rank))
        .collect();
    squares.sort_unstable_by_key(|sq| (sq.rank(), sq.file()));
    squares
}

/// The average number of targets of a type, over all squares where it may stop: on an empty board, and on a crowded
/// board.
pub fn mobility(rules: &Ruleset, id: TypeId) -> (f64, f64) {
    let (variant, tables) = (rules.variant(), &rules.tables);
    let (mut empty, mut crowded, mut count): (f64, f64, f64) = (0.0, 0.0, 0.0);
    let stops = |sq: &Square| variant.may_stop(id, variant.shown_file(sq.file()), sq.rank());
    for sq in variant.squares().filter(stops) {
        empty += tables.empty_board_targets(id, sq) as f64;
        crowded += tables.crowded_mobility(id, sq, EMPTY_CHANCE);
        count += 1.0;
    }
    (empty / count.max(1.0), crowded / count.max(1.0))
}

/// The player of a colour: `White` or `Black`.
pub fn player(color: Color) -> String {
    capitalised(&color.to_string())
}

impl PieceSheet {
    /// Letter and name, as in `N (Knight)`.
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("{} ({name})", self.written),
            None => self.written.clone(),
        }
    }

    /// The type of the piece for each side that has it.
    pub fn of_colors(&self) -> Vec<(Color, TypeId)> {
        match self.owner {
            Owner::Both { black } => vec![(Color::White, self.id), (Color::Black, black)],
            Owner::One(color) => vec![(color, self.id)],
        }
    }

    /// True if the sheet is about this type.
    pub fn has(&self, id: TypeId) -> bool {
        self.of_colors().iter().any(|(_, own)| *own == id)
    }

    /// The part of file names that stands for the piece, without characters that some systems forbid: `N`, `plus-N`,
    /// `N-black`.
    pub fn stem(&self) -> String {
        let letter = self.written.replace('+', "plus-");
        match self.owner {
            Owner::One(color) => format!("{letter}-{color}"),
            Owner::Both { .. } => letter,
        }
    }
}
