//! The lines of pieces.

use super::square;
use crate::protocol::xboard;
use crate::types::{Color, TypeId};
use crate::variant::describe::name_of;
use crate::variant::{Variant, letter};

/// Pictures of the set that the Chess Variant Pages serve, by what a piece does.
const PICTURES: [(&str, &str); 6] = [
    ("N", "knight"),
    ("B", "bishop"),
    ("R", "rook"),
    ("RB", "queen"),
    ("BR", "queen"),
    ("Q", "queen"),
];

/// A line of the diagram.
pub struct Piece {
    /// What people call it, without what separates the parts of a line.
    pub name: String,
    /// Its letter, which no other line has.
    pub id: char,
    /// What it does.
    pub moves: String,
    /// The file of its picture, without prefix and type.
    pub picture: String,
    /// True if the set is known to have that picture.
    pub known_picture: bool,
    /// Whose types it stands for.
    pub owners: Vec<(Color, TypeId)>,
}

/// A line for each letter and what it can do; letters that mean different pieces of the two sides get a new one.
pub fn pieces(variant: &Variant, losses: &mut Vec<String>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for color in Color::ALL {
        for id in variant.types_of(color) {
            let piece = variant.piece(id);
            if piece.hides_promotion() {
                continue;
            }
            let described = xboard::describe_letter(variant, piece.letter, color);
            let moves = match described {
                Some(found) => {
                    if !found.exact {
                        losses.push(format!(
                            "{color}'s {} does less than it shows",
                            piece.written()
                        ));
                    }
                    found.text
                }
                None if piece.moves.is_empty() => String::new(),
                None => {
                    losses.push(format!(
                        "{color}'s {} has no moves in this notation",
                        piece.written()
                    ));
                    String::new()
                }
            };
            let same = |other: &&mut Piece| {
                other.moves == moves
                    && (other.owners.iter())
                        .all(|(_, own)| variant.piece(*own).letter == piece.letter)
            };
            if let Some(other) = pieces.iter_mut().find(same) {
                other.owners.push((color, id));
                continue;
            }
            let taken = |id: char| pieces.iter().any(|other| other.id == id);
            let mut own = piece.letter;
            if taken(own) {
                let free = |l: &char| !taken(*l) && !variant.has_letter(*l);
                own = ('A'..='Z').find(free).unwrap_or(own);
                losses.push(format!("{color}'s {} is called {own}", piece.written()));
            }
            let name = plain_name(variant, color, id);
            let known = picture(variant, color, id, &moves);
            let plain = |c: &char| c.is_ascii_alphanumeric();
            pieces.push(Piece {
                known_picture: known.is_some(),
                picture: known
                    .unwrap_or_else(|| name.to_lowercase().chars().filter(plain).collect()),
                name,
                id: own,
                moves,
                owners: vec![(color, id)],
            });
        }
    }
    pieces
}

/// What people call it, without what separates the parts of a line.
fn plain_name(variant: &Variant, color: Color, id: TypeId) -> String {
    let name = name_of(variant, id, color).unwrap_or_else(|| match id.is_pawn() {
        true => "Pawn".to_owned(),
        false => variant.piece(id).written(),
    });
    name.replace([':', '='], " ")
}

/// The picture of a piece of chess.
fn picture(variant: &Variant, color: Color, id: TypeId, moves: &str) -> Option<String> {
    let known = PICTURES.iter().find(|(text, _)| *text == moves);
    let king = || variant.piece(id).royalty.is_royal() && moves.starts_with('K');
    let name = match known {
        Some((_, name)) => name,
        None if variant.is_pawn(id, color) => "pawn",
        None if king() => "king",
        None => return None,
    };
    Some(name.to_owned())
}

impl Piece {
    /// Its line.
    pub fn line(&self, variant: &Variant, losses: &mut Vec<String>) -> String {
        let start = variant.start_pieces();
        let squares = |color: Color| {
            let mut own: Vec<(u8, u8)> = (start.iter())
                .filter(|p| p.color == color && self.owners.contains(&(color, p.id)))
                .map(|p| (p.rank, p.file))
                .collect();
            own.sort_unstable();
            let names: Vec<String> = (own.iter())
                .map(|&(rank, file)| square(file, rank))
                .collect();
            names.join(",")
        };
        let [white, black] = Color::ALL.map(squares);
        let places = match black.is_empty() {
            true => white,
            false => format!("{white},,{black}"),
        };
        let (name, id) = (&self.name, letter::text(self.id));
        let hand = self.in_hand(variant, losses).map(|count| count.to_string());
        format!(
            "{name}:{id}:{}:{}:{places}:{}",
            self.moves,
            self.picture,
            hand.unwrap_or_default()
        )
    }

    /// How many of them each side has in hand, if it has any.
    fn in_hand(&self, variant: &Variant, losses: &mut Vec<String>) -> Option<u32> {
        let count = |color: Color| {
            let own = variant.rules.hand[color].iter();
            let own = own.filter(|(id, _)| self.owners.contains(&(color, *id)));
            own.map(|(_, count)| u32::from(*count)).sum::<u32>()
        };
        let [white, black] = Color::ALL.map(count);
        let most = white.max(black);
        if white != black {
            let id = letter::text(self.id);
            losses.push(format!(
                "white has {white} of {id} in hand and black {black}, both get {most}"
            ));
        }
        (most > 0).then_some(most)
    }
}
