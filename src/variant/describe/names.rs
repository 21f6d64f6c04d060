//! Names of pieces: from the file, or else the usual name of a piece with the same moves.

use crate::types::{Color, TypeId};
use crate::variant::rules::values::add;
use crate::variant::{MoveDescriptor, Variant, betza};

/// The names of moves in Betza notation, as fmax writes it.
const NAMES: [(&str, &str); 34] = [
    ("N", "Knight"),
    ("B", "Bishop"),
    ("R", "Rook"),
    ("Q", "Queen"),
    ("BN", "Archbishop"),
    ("RN", "Chancellor"),
    ("QN", "Amazon"),
    ("KN", "Centaur"),
    ("K", "Commoner"),
    ("F", "Ferz"),
    ("W", "Wazir"),
    ("D", "Dabbaba"),
    ("A", "Alfil"),
    ("C", "Camel"),
    ("Z", "Zebra"),
    ("H", "Threeleaper"),
    ("CZ", "Bison"),
    ("NC", "Gnu"),
    ("FA", "Modern Elephant"),
    ("WD", "War Machine"),
    ("FD", "Kirin"),
    ("WA", "Phoenix"),
    ("N0", "Nightrider"),
    ("FyafsF", "Griffon"),
    ("WyafsW", "Aanca"),
    ("gQ", "Grasshopper"),
    ("mRcpR", "Cannon"),
    ("WfF", "Gold General"),
    ("FfW", "Silver General"),
    ("fR", "Lance"),
    ("BW", "Dragon Horse"),
    ("RF", "Dragon King"),
    ("KNADcaKmcabK", "Lion"),
    ("KADcaKmcabKN", "Lion"),
];

/// The usual name of a piece of a colour, if there is one for its moves.
pub(super) fn common_name(variant: &Variant, id: TypeId, color: Color) -> Option<&'static str> {
    let piece = variant.piece(id);
    if variant.is_pawn(id, color) {
        return Some("Pawn");
    }
    let round = everybody_goes_round(variant);
    let flat = |m: &MoveDescriptor| MoveDescriptor {
        cylinder: m.cylinder && !round,
        ..m.clone()
    };
    let moves: Vec<MoveDescriptor> = piece.moves.iter().map(flat).collect();
    let written = betza::describe(variant, &moves, color, false)?;
    let text = written.text.as_str();
    // a king may castle, too
    let moves_as_king = text == "K" || text.starts_with("Kis");
    if moves_as_king && (piece.royalty.is_royal() || piece.letter == 'K') {
        return Some("King");
    }
    let name = NAMES
        .iter()
        .find(|(moves, _)| *moves == text && written.exact);
    name.map(|&(_, name)| name)
}

/// The name of a piece of a colour, from the file or else the usual name.
pub fn name_of(variant: &Variant, id: TypeId, color: Color) -> Option<String> {
    let common = || common_name(variant, id, color).map(str::to_owned);
    variant.piece(id).name.clone().or_else(common)
}

/// The name of a piece of a colour within a sentence, with its letter; or only the letter.
pub fn called(variant: &Variant, id: TypeId, color: Color) -> String {
    let written = variant.piece(id).written();
    match name_of(variant, id, color) {
        Some(name) => format!("{} ({written})", name.to_lowercase()),
        None => written,
    }
}

/// The names of pieces of any colour, each name once. A type that only one side has is named as that side sees it.
pub fn named(variant: &Variant, types: &[TypeId]) -> Vec<String> {
    let white = variant.types_of(Color::White);
    let mut names: Vec<String> = Vec::new();
    for &id in types {
        let owner = if white.contains(&id) {
            Color::White
        } else {
            Color::Black
        };
        add(&mut names, called(variant, id, owner));
    }
    names
}

/// True on a cylinder, where a queen is a queen although it can wrap round.
fn everybody_goes_round(variant: &Variant) -> bool {
    let mut pieces = variant.pieces.iter();
    pieces.all(|piece| piece.moves.is_empty() || piece.moves.iter().any(|m| m.cylinder))
}
