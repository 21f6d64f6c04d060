//! What pieces are usually called that move in a well-known way: for games that name them by letters
//! only.

use crate::types::{Color, TypeId};
use crate::variant::{Royalty, Variant, betza};

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
pub fn common_name(variant: &Variant, id: TypeId, color: Color) -> Option<&'static str> {
    let piece = variant.piece(id);
    let pawn = variant.is_pawn(id, color);
    if pawn {
        return Some("Pawn");
    }
    let written = betza::describe(variant, &piece.moves, color, pawn)?;
    let text = written.text.as_str();
    let moves_as_king = text == "K" || text.starts_with("KisO") || text.starts_with("Kis");
    if moves_as_king && (piece.royalty == Royalty::Absolute || piece.letter == 'K') {
        return Some("King");
    }
    let name = NAMES
        .iter()
        .find(|(moves, _)| *moves == text && written.exact);
    name.map(|&(_, name)| name)
}
