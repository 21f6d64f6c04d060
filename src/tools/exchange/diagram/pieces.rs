//! The lines of pieces in the block of a diagram.

use super::squares;
use crate::protocol::xboard;
use crate::types::{Color, TypeId};
use crate::variant::describe::name_of;
use crate::variant::{Placed, Variant, letter};

/// The names of pictures in the set that the Chess Variant Pages serve, by the moves of the piece.
const PICTURES: [(&str, &str); 6] = [
    ("N", "knight"),
    ("B", "bishop"),
    ("R", "rook"),
    ("RB", "queen"),
    ("BR", "queen"),
    ("Q", "queen"),
];

/// A line of the block.
pub struct Piece {
    /// The name of the piece, without the characters that separate the parts of a line.
    pub name: String,
    /// The letter of the piece, which no other line has.
    pub id: char,
    /// The moves of the piece, in the notation of XBoard.
    pub moves: String,
    /// The file of its picture, without prefix and type, if the set is known to have one.
    pub picture: Option<&'static str>,
    /// The types that the line stands for, with their colours.
    pub owners: Vec<(Color, TypeId)>,
}

/// A line for each letter with its moves. If a letter means different pieces of the two sides, the second gets a new letter.
pub fn pieces(variant: &Variant, losses: &mut Vec<String>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for color in Color::ALL {
        for id in variant.types_of(color) {
            let piece = variant.piece(id);
            if piece.hides_promotion() {
                continue;
            }
            let written = piece.written();
            let described = xboard::describe_letter(variant, piece.letter, color);
            if described.as_ref().is_some_and(|found| !found.exact) {
                losses.push(format!("{color}'s {written} does less than it shows"));
            }
            if described.is_none() && !piece.moves.is_empty() {
                losses.push(format!("{color}'s {written} has no moves in this notation"));
            }
            let moves = described.map_or(String::new(), |found| found.text);
            let alike = |(_, own): &(Color, TypeId)| variant.piece(*own).letter == piece.letter;
            let same = |other: &&mut Piece| other.moves == moves && other.owners.iter().all(alike);
            if let Some(other) = pieces.iter_mut().find(same) {
                other.owners.push((color, id));
                continue;
            }
            let taken = |id: char| pieces.iter().any(|other| other.id == id);
            let mut own = piece.letter;
            if taken(own) {
                let free = |l: &char| !taken(*l) && !variant.has_letter(*l);
                own = ('A'..='Z').find(free).unwrap_or(own);
                losses.push(format!("{color}'s {written} is called {own}"));
            }
            let name = plain_name(variant, color, id);
            pieces.push(Piece {
                picture: picture(variant, color, id, &moves),
                name,
                id: own,
                moves,
                owners: vec![(color, id)],
            });
        }
    }
    pieces
}

/// The name of a piece, without the characters that separate the parts of a line.
fn plain_name(variant: &Variant, color: Color, id: TypeId) -> String {
    let unnamed = || {
        if id.is_pawn() {
            "Pawn".to_owned()
        } else {
            variant.piece(id).written()
        }
    };
    name_of(variant, id, color)
        .unwrap_or_else(unnamed)
        .replace([':', '='], " ")
}

/// The picture of a piece that moves like one of chess.
fn picture(variant: &Variant, color: Color, id: TypeId, moves: &str) -> Option<&'static str> {
    if let Some((_, name)) = PICTURES.iter().find(|(text, _)| *text == moves) {
        Some(name)
    } else if variant.is_pawn(id, color) {
        Some("pawn")
    } else {
        let is_king = variant.is_royal(id) && moves.starts_with('K');
        is_king.then_some("king")
    }
}

impl Piece {
    /// The piece's line in the block.
    pub fn line(&self, variant: &Variant, losses: &mut Vec<String>) -> String {
        let start = variant.start_pieces();
        let [white, black] = Color::ALL.map(|color| {
            let is_own = |p: &&Placed| p.color == color && self.owners.contains(&(color, p.id));
            let own = start.iter().filter(is_own).map(|p| (p.file, p.rank));
            squares(&own.collect())
        });
        let commas = if black.is_empty() { "" } else { ",," };
        let (name, moves) = (&self.name, &self.moves);
        let mut guessed = name.to_lowercase();
        guessed.retain(|c| c.is_ascii_alphanumeric());
        let picture = self.picture.unwrap_or(&guessed);
        let (id, hand) = (letter::text(self.id), self.in_hand(variant, losses));
        format!("{name}:{id}:{moves}:{picture}:{white}{commas}{black}:{hand}")
    }

    /// The number of these pieces that each side has in hand, as text; empty if there are none.
    fn in_hand(&self, variant: &Variant, losses: &mut Vec<String>) -> String {
        let [white, black] = Color::ALL.map(|color| {
            let own = variant.rules.hand[color].iter();
            let own = own.filter(|(id, _)| self.owners.contains(&(color, *id)));
            own.map(|(_, count)| u32::from(*count)).sum::<u32>()
        });
        let most = white.max(black);
        if white != black {
            let id = letter::text(self.id);
            losses.push(format!(
                "white has {white} of {id} in hand and black {black}, both get {most}"
            ));
        }
        if most > 0 {
            most.to_string()
        } else {
            String::new()
        }
    }
}
