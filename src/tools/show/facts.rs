//! A variant with its pieces and rules, for programs.

use serde::Serialize;

use super::{OwnedType, sheet, text};
use crate::ruleset::Ruleset;
use crate::tools::findings::rounded;
use crate::variant::describe::{Pages, is_spare, pieces};

/// A variant.
#[derive(Debug, Serialize)]
pub struct Facts {
    game: String,
    files: u8,
    ranks: u8,
    description: String,
    author: Option<String>,
    fen: String,
    pieces: Vec<Piece>,
    rules: Vec<String>,
    numbering: Option<String>,
}

/// A piece of one side, or of both.
#[derive(Debug, Serialize)]
struct Piece {
    letter: String,
    title: String,
    /// `white` or `black` for a piece that only one side has.
    owner: Option<String>,
    /// In centipawns; none for a royal piece that cannot be spared.
    value: Option<i32>,
    royal: bool,
    betza: String,
    line: String,
    moves: Vec<String>,
    /// The average number of squares that it reaches, on an empty and on a crowded board.
    empty: f64,
    crowded: f64,
}

impl Facts {
    pub fn new(rules: &Ruleset, owners: &[OwnedType]) -> Facts {
        let variant = rules.variant();
        let pages = Pages::new(variant);
        Facts {
            game: variant.name.clone(),
            files: variant.files,
            ranks: variant.ranks,
            description: variant.description.clone(),
            author: variant.author.clone(),
            fen: rules.start().fen(),
            pieces: owners
                .iter()
                .map(|owned| Piece::new(rules, owned))
                .collect(),
            rules: pages.rules,
            numbering: pages.numbering,
        }
    }
}

impl Piece {
    fn new(rules: &Ruleset, &(owner, color, id): &OwnedType) -> Piece {
        let variant = rules.variant();
        let piece = variant.piece(id);
        let (empty, crowded) = sheet::mobility(rules, id);
        let royal = piece.royalty.is_royal();
        Piece {
            letter: piece.written(),
            title: piece.title(),
            owner: (!owner.is_empty()).then(|| color.to_string()),
            value: (!royal || is_spare(variant, id)).then_some(piece.value),
            royal,
            betza: text::notation(variant, id, color),
            line: text::line(piece, variant.is_pawn(id, color)),
            moves: pieces::moves(variant, id, color),
            empty: rounded(empty),
            crowded: rounded(crowded),
        }
    }
}
