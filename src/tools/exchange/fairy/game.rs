//! A game as Fairy-Stockfish knows it: the letters of its kinds of pieces, their moves, and what the keys of
//! a section set. A section can be applied to it, and it can be written as one: `section` does that.

mod kings;
mod section;

use std::collections::BTreeMap;

use super::keys::{self, KEYS, Value, of};
use super::pieces::{Kind, Kinds};
use crate::types::{ByColor, Color};
use crate::variant::{Span, Zone};

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
    fields: BTreeMap<&'static str, Value>,
}

/// What a file says that cannot be: where and what.
pub type Complaint = (Span, String);

impl FairyGame {
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
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        let value = value.into();
        let known = KEYS.iter().find(|key| key.name == name && key.is_plain());
        debug_assert!(known.is_some(), "no key {name}");
        let Some(key) = known else { return };
        if keys::default(name).as_ref() == Some(&value) {
            self.fields.remove(key.name);
        } else {
            self.fields.insert(key.name, value);
        }
    }

    /// The same of what each colour has for itself.
    pub fn set_of(&mut self, color: Color, name: &str, value: impl Into<Value>) {
        self.set(&of(color, name), value);
    }

    /// Sets a key to a value as a file has it.
    pub fn say(&mut self, name: &str, text: &str) {
        let form = KEYS.iter().find(|key| key.name == name).map(|key| key.form);
        let value =
            form.and_then(|form| keys::read(form, text, &|letter| self.kind_of(letter)).ok());
        debug_assert!(value.is_some(), "{name} = {text}");
        if let Some(value) = value {
            self.set(name, value);
        }
    }

    /// True if a key has a value that a file has like this.
    pub fn says(&self, name: &str, text: &str) -> bool {
        match self.get(name) {
            Value::Flag(flag) => flag == (text == "true"),
            Value::Text(own) => own == text,
            _ => false,
        }
    }

    pub fn is_set(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    pub fn flag(&self, name: &str) -> bool {
        self.get(name) == Value::Flag(true)
    }

    pub fn number(&self, name: &str) -> u32 {
        match self.get(name) {
            Value::Number(number) => number,
            _ => 0,
        }
    }

    pub fn file(&self, name: &str) -> u8 {
        match self.get(name) {
            Value::File(file) => file,
            _ => 0,
        }
    }

    pub fn text(&self, name: &str) -> String {
        match self.get(name) {
            Value::Text(text) => text,
            _ => String::new(),
        }
    }

    pub fn squares(&self, name: &str) -> Zone {
        match self.get(name) {
            Value::Squares(zone) => self.on_board(&zone),
            _ => Zone::default(),
        }
    }

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

    pub fn pieces_of(&self, name: &str) -> ByColor<Kinds> {
        ByColor::from_fn(|color| self.pieces(&of(color, name)))
    }

    pub fn counts(&self, name: &str) -> BTreeMap<Kind, u32> {
        match self.get(name) {
            Value::Counts(counts) => counts,
            _ => BTreeMap::new(),
        }
    }

    pub fn pairs(&self, name: &str) -> BTreeMap<Kind, Kind> {
        match self.get(name) {
            Value::Pairs(pairs) => pairs,
            _ => BTreeMap::new(),
        }
    }

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
                self.set(&name, kinds.without(kind));
            }
        }
    }
}
