//! A game as Fairy-Stockfish knows it: the letters of its kinds of pieces, their moves, and what the keys of
//! a section set. A section can be applied to it, and it can be written as one: `section` does that.

mod kings;
mod section;

use std::collections::BTreeMap;

use super::keys::{self, KEYS, Value};
use super::pieces::{Kind, Kinds};
use crate::types::{ByColor, Color};
use crate::variant::{Span, Zone};

/// A game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FairyGame {
    /// The letters of the kinds that it has, capitals.
    pub letters: BTreeMap<Kind, char>,
    /// The moves of kinds of its own, and of its king if it does not move like one.
    pub own_moves: BTreeMap<Kind, String>,
    /// The king is a wazir like others to the rules about lines; only a game that is built in can have that, and
    /// what inherits from it.
    pub king_is_wazir: bool,
    /// Further letters that positions may have, and those that they stand for.
    pub synonyms: BTreeMap<char, char>,
    /// Where a kind may stop, if not everywhere.
    pub mobility: BTreeMap<(Color, Kind), Zone>,
    /// What is not as usual.
    fields: BTreeMap<&'static str, Value>,
}

/// What a file says that cannot be: where and what.
pub type Complaint = (Span, String);

/// The name of what a colour has for itself.
fn of(color: Color, name: &str) -> String {
    format!("{name}{}", color_name(color))
}

/// A colour in the names of keys.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl FairyGame {
    /// The kind of a letter.
    pub fn kind_of(&self, letter: char) -> Option<Kind> {
        let letter = letter.to_ascii_uppercase();
        let mut letters = self.letters.iter();
        letters.find(|(_, l)| **l == letter).map(|(kind, _)| *kind)
    }

    /// The kind of a letter of a position, which may be a synonym.
    pub fn kind_in_position(&self, letter: char) -> Option<Kind> {
        let synonym = self.synonyms.get(&letter.to_ascii_uppercase());
        self.kind_of(letter).or_else(|| self.kind_of(*synonym?))
    }

    /// How a kind moves, in Fairy-Stockfish's notation.
    pub fn betza(&self, kind: Kind) -> &str {
        let own = self.own_moves.get(&kind).map(String::as_str);
        own.or(kind.betza()).unwrap_or("")
    }

    fn get(&self, name: &str) -> Value {
        let value = self.fields.get(name).cloned();
        let value = value.or_else(|| keys::default(name));
        debug_assert!(value.is_some(), "no key {name}");
        value.unwrap_or(Value::Flag(false))
    }

    /// Sets what a key of the table means, or takes it back to what is usual.
    pub fn set(&mut self, name: &str, value: Value) {
        let known = KEYS
            .iter()
            .find(|key| key.name == name && key.sets.is_empty());
        debug_assert!(known.is_some(), "no key {name}");
        let Some(key) = known else { return };
        if keys::default(name).as_ref() == Some(&value) {
            self.fields.remove(key.name);
        } else {
            self.fields.insert(key.name, value);
        }
    }

    /// The same of what each colour has for itself.
    pub fn set_of(&mut self, color: Color, name: &str, value: Value) {
        self.set(&of(color, name), value);
    }

    /// Sets something that is true or not.
    pub fn set_flag(&mut self, name: &str, value: bool) {
        self.set(name, Value::Flag(value));
    }

    /// Sets a word.
    pub fn set_text(&mut self, name: &str, value: &str) {
        self.set(name, Value::Text(value.to_owned()));
    }

    /// True if it is not as usual.
    pub fn is_set(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    /// A flag.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name) == Value::Flag(true)
    }

    /// A flag of a colour.
    pub fn flag_of(&self, color: Color, name: &str) -> bool {
        self.flag(&of(color, name))
    }

    /// A number or rank.
    pub fn number(&self, name: &str) -> u32 {
        match self.get(name) {
            Value::Number(number) => number,
            _ => 0,
        }
    }

    /// A file, from 0.
    pub fn file(&self, name: &str) -> u8 {
        match self.get(name) {
            Value::File(file) => file,
            _ => 0,
        }
    }

    /// A word.
    pub fn text(&self, name: &str) -> String {
        match self.get(name) {
            Value::Text(text) => text,
            _ => String::new(),
        }
    }

    /// Squares of the board.
    pub fn squares(&self, name: &str) -> Zone {
        match self.get(name) {
            Value::Squares(zone) => self.on_board(&zone),
            _ => Zone::default(),
        }
    }

    /// Squares of a colour.
    pub fn squares_of(&self, name: &str) -> ByColor<Zone> {
        ByColor::from_fn(|color| self.squares(&of(color, name)))
    }

    /// A kind; none if the game has no such piece.
    pub fn piece(&self, name: &str) -> Option<Kind> {
        match self.get(name) {
            Value::Piece(kind) => kind,
            _ => None,
        }
    }

    /// A kind of each colour.
    pub fn piece_of(&self, name: &str) -> ByColor<Option<Kind>> {
        ByColor::from_fn(|color| self.piece(&of(color, name)))
    }

    /// Kinds; those that the game does not have are left out.
    pub fn pieces(&self, name: &str) -> Kinds {
        match self.get(name) {
            Value::Pieces(kinds) => {
                let known = |kind: &Kind| *kind == Kind::ALL || self.letters.contains_key(kind);
                kinds.iter().filter(known).collect()
            }
            _ => Kinds::NONE,
        }
    }

    /// Kinds of each colour.
    pub fn pieces_of(&self, name: &str) -> ByColor<Kinds> {
        ByColor::from_fn(|color| self.pieces(&of(color, name)))
    }

    /// Numbers of kinds.
    pub fn counts(&self, name: &str) -> BTreeMap<Kind, u32> {
        match self.get(name) {
            Value::Counts(counts) => counts,
            _ => BTreeMap::new(),
        }
    }

    /// Kinds of kinds.
    pub fn pairs(&self, name: &str) -> BTreeMap<Kind, Kind> {
        match self.get(name) {
            Value::Pairs(pairs) => pairs,
            _ => BTreeMap::new(),
        }
    }

    /// Files and ranks of the board.
    pub fn size(&self) -> (u8, u8) {
        (self.file("maxFile") + 1, self.number("maxRank") as u8)
    }

    /// What of some squares is on the board.
    pub fn on_board(&self, zone: &Zone) -> Zone {
        let (files, ranks) = self.size();
        let mut own = Zone::default();
        let squares = zone.squares().filter(|&(f, r)| f < files && r < ranks);
        squares.for_each(|(file, rank)| own.insert(file, rank));
        own
    }

    /// Gives a kind a letter; another kind loses it.
    pub fn add_piece(&mut self, kind: Kind, letter: char) {
        let letter = letter.to_ascii_uppercase();
        if let Some(other) = self.kind_of(letter) {
            self.remove_piece(other);
        }
        self.letters.insert(kind, letter);
    }

    /// Takes a kind out of the game, and from what pawns become.
    fn remove_piece(&mut self, kind: Kind) {
        self.letters.remove(&kind);
        for color in Color::ALL {
            let name = of(color, "promotionPieceTypes");
            if let Value::Pieces(kinds) = self.get(&name) {
                self.set(&name, Value::Pieces(kinds.without(kind)));
            }
        }
    }
}
