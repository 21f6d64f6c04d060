//! What pieces are called: by the file, or, in games that name them by letters only, as those are usually
//! called that move in such a way.

use crate::types::{Color, TypeId};
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

/// What a piece of a colour is usually called, if there is a usual name for what it does.
pub(super) fn common_name(variant: &Variant, id: TypeId, color: Color) -> Option<&'static str> {
    let piece = variant.piece(id);
    let pawn = variant.is_pawn(id, color);
    if pawn {
        return Some("Pawn");
    }
    let written = if everybody_goes_round(variant) {
        let flat = |m: &MoveDescriptor| MoveDescriptor {
            cylinder: false,
            ..m.clone()
        };
        let moves: Vec<MoveDescriptor> = piece.moves.iter().map(flat).collect();
        betza::describe(variant, &moves, color, pawn)?
    } else {
        betza::describe(variant, &piece.moves, color, pawn)?
    };
    let text = written.text.as_str();
    // it may castle, too
    let moves_as_king = text == "K" || text.starts_with("Kis");
    if moves_as_king && (piece.royalty.is_royal() || piece.letter == 'K') {
        return Some("King");
    }
    let name = NAMES
        .iter()
        .find(|(moves, _)| *moves == text && written.exact);
    name.map(|&(_, name)| name)
}

/// What a piece of a colour is called, by the file or by those who play chess, if it has a name.
pub fn name_of(variant: &Variant, id: TypeId, color: Color) -> Option<String> {
    let common = || common_name(variant, id, color).map(str::to_owned);
    variant.piece(id).name.clone().or_else(common)
}

/// What a piece of a colour is called within a sentence: its name, if there is one, with its letter.
pub fn called(variant: &Variant, id: TypeId, color: Color) -> String {
    let written = variant.piece(id).written();
    match name_of(variant, id, color) {
        Some(name) => format!("{} ({written})", name.to_lowercase()),
        None => written,
    }
}

/// What pieces of whichever colour are called, each once; of a type that only one side has, as that side
/// sees it.
pub fn named(variant: &Variant, types: &[TypeId]) -> Vec<String> {
    let white = variant.types_of(Color::White);
    let mut names: Vec<String> = Vec::new();
    for &id in types {
        let owner = match white.contains(&id) {
            true => Color::White,
            false => Color::Black,
        };
        let name = called(variant, id, owner);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// True on a cylinder: a queen is a queen there though she can go round the edge.
fn everybody_goes_round(variant: &Variant) -> bool {
    let round = |moves: &[MoveDescriptor]| moves.iter().any(|m| m.cylinder);
    let mut pieces = variant.pieces.iter();
    pieces.all(|piece| piece.moves.is_empty() || round(&piece.moves))
}
