//! A variant in Fairy-Stockfish's terms: the letters of its kinds of pieces, their moves, and the values of keys. A
//! section is applied to it, or written from it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::ini::{Remark, Section};
use super::keys::{self, Form, KEYS, Key, Value, of, squares_text, whole_ranks};
use super::moves::{self, Rays};
use super::pieces::{Kind, Kinds};
use super::quoted;
use crate::types::{ByColor, Color};
use crate::variant::{Span, Zone};

/// Prefix of the keys that limit the squares where a kind may stop.
const MOBILITY: &str = "mobilityRegion";
/// The rank of pawns, counted from 1 on their owner's side.
const SECOND: u8 = 2;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FairyGame {
    /// The letters of the kinds of pieces in the game, capitals.
    pub letters: BTreeMap<Kind, char>,
    /// The moves of numbered kinds, and of the king if it does not move like a king.
    pub own_moves: BTreeMap<Kind, String>,
    /// For the rules about lines the king is a wazir. This holds only in built-in variants, and in variants that inherit from
    /// them.
    pub king_is_wazir: bool,
    /// Other letters that may occur in positions, each with the letter for which it stands.
    pub synonyms: BTreeMap<char, char>,
    /// The squares where a kind may stop, for kinds that may not stop everywhere.
    pub mobility: BTreeMap<(Color, Kind), Zone>,
    /// The places of the keys that the section or its parents set.
    pub places: BTreeMap<String, Span>,
    /// The rules that a parent in our files has and Fairy-Stockfish's terms lack.
    pub inherited: Vec<String>,
    fields: BTreeMap<String, Value>,
}

/// A method for each form of value, which returns the value of a key.
macro_rules! getters {
    ($($name:ident: $form:ident($own:ty);)*) => {
        $(pub fn $name(&self, key: &str) -> $own {
            match self.get(key) {
                Value::$form(value) => value,
                _ => Default::default(),
            }
        })*
    };
}

impl FairyGame {
    getters! {
        flag: Flag(bool);
        number: Number(u32);
        text: Text(String);
        zone: Squares(Zone);
        piece: Piece(Option<Kind>);
        kinds: Pieces(Kinds);
        counts: Counts(BTreeMap<Kind, u32>);
        pairs: Pairs(BTreeMap<Kind, Kind>);
    }

    fn get(&self, name: &str) -> Value {
        self.fields
            .get(name)
            .cloned()
            .unwrap_or_else(|| keys::default(name))
    }

    /// Sets a key, or takes it back to its default.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        let value = value.into();
        if keys::default(name) == value {
            self.fields.remove(name);
        } else {
            self.fields.insert(name.to_owned(), value);
        }
    }

    /// Sets a key of one colour.
    pub fn set_of(&mut self, color: Color, name: &str, value: impl Into<Value>) {
        self.set(&of(color, name), value);
    }

    /// Sets a key to a value given as text.
    pub fn say(&mut self, name: &str, text: &str) {
        if let Ok(value) = keys::value(name, text, &|letter| self.kind_of(letter)) {
            self.set(name, value);
        }
    }

    /// True if a key has the value given as text.
    pub fn says(&self, name: &str, text: &str) -> bool {
        keys::value(name, text, &|letter| self.kind_of(letter)) == Ok(self.get(name))
    }

    pub fn is_set(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    pub fn file(&self, name: &str) -> u8 {
        self.number(name) as u8
    }

    /// The part of a key's squares that is on the board.
    pub fn squares(&self, name: &str) -> Zone {
        self.on_board(&self.zone(name))
    }

    /// The kinds of a key that the game has.
    pub fn pieces(&self, name: &str) -> Kinds {
        self.known(self.kinds(name))
    }

    fn known(&self, kinds: Kinds) -> Kinds {
        let known = |kind: &Kind| *kind == Kind::ALL || self.has(*kind);
        kinds.iter().filter(known).collect()
    }

    /// True if the game has a kind.
    pub fn has(&self, kind: Kind) -> bool {
        self.letters.contains_key(&kind)
    }

    pub fn squares_of(&self, name: &str) -> ByColor<Zone> {
        ByColor::from_fn(|color| self.squares(&of(color, name)))
    }

    pub fn piece_of(&self, name: &str) -> ByColor<Option<Kind>> {
        ByColor::from_fn(|color| self.piece(&of(color, name)))
    }

    pub fn pieces_of(&self, name: &str) -> ByColor<Kinds> {
        ByColor::from_fn(|color| self.pieces(&of(color, name)))
    }

    pub fn kind_of(&self, letter: char) -> Option<Kind> {
        let letter = letter.to_ascii_uppercase();
        let own = self.letters.iter().find(|(_, own)| **own == letter)?;
        Some(*own.0)
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

    pub fn rays(&self, kind: Kind) -> Rays {
        moves::read(self.betza(kind))
    }

    /// The size of the board: files and ranks.
    pub fn size(&self) -> (u8, u8) {
        (self.file("maxFile") + 1, self.number("maxRank") as u8)
    }

    /// All squares.
    pub fn board(&self) -> Zone {
        self.on_board(&keys::everywhere())
    }

    pub fn on_board(&self, zone: &Zone) -> Zone {
        let (files, ranks) = self.size();
        zone.only(|file, rank| file < files && rank < ranks)
    }

    /// The squares of a range of ranks, counted from 1 on a side's own side of the board, and cut at the edge.
    pub fn own_ranks(&self, color: Color, first: u8, last: u8) -> Zone {
        let ranks = self.size().1;
        let last = last.min(ranks);
        match color {
            Color::White => whole_ranks(first.saturating_sub(1)..last),
            Color::Black => whole_ranks(ranks - last..ranks - first.saturating_sub(1).min(ranks)),
        }
    }

    /// The squares where a kind can be dropped. Squares from which it cannot move are not excluded.
    pub fn drop_region(&self, color: Color, kind: Option<Kind>) -> Zone {
        let zone = self.squares_of("promotionRegion")[color];
        let first = self.own_ranks(color, 1, 1);
        let barred = |file, rank| {
            let on_first = first.contains(file, rank);
            let in_zone = zone.contains(file, rank);
            match kind {
                Some(Kind::PAWN) => {
                    in_zone && !self.flag("promotionZonePawnDrops")
                        || on_first && !self.flag("firstRankPawnDrops")
                }
                Some(Kind::ROOK) => !on_first && self.flag("sittuyinRookDrop"),
                _ => false,
            }
        };
        let region = self.squares_of("dropRegion")[color];
        region.only(|file, rank| !barred(file, rank))
    }

    /// True if kings of both colours that start on these squares can come to stand on one rank. In Fairy-Stockfish kings
    /// face each other on ranks as well as on files. Castling does not leave the rank.
    pub fn kings_share_ranks(&self, starts: &ByColor<Vec<(u8, u8)>>) -> bool {
        let rays = self.rays(Kind::KING);
        let [white, black] = Color::ALL.map(|color| {
            let limit = self.mobility.get(&(color, Kind::KING));
            let stops = limit.map_or(self.board(), |zone| self.on_board(zone));
            // the king starts in hand
            if starts[color].is_empty() {
                return stops;
            }
            moves::reached(&rays, color, starts[color].clone(), &stops)
        });
        // kings of Cambodian chess begin with a leap over one rank
        let near = u8::from(self.flag("cambodianMoves"));
        let mut pairs = white
            .squares()
            .flat_map(|(_, a)| black.squares().map(move |(_, b)| (a, b)));
        pairs.any(|(a, b)| a.abs_diff(b) <= near)
    }

    /// Gives a kind a letter; another kind loses it.
    pub fn add_piece(&mut self, kind: Kind, letter: char) {
        if let Some(other) = self.kind_of(letter) {
            self.remove_piece(other);
        }
        self.letters.insert(kind, letter.to_ascii_uppercase());
    }

    /// Removes a kind from the game and from the choices of pawns.
    fn remove_piece(&mut self, kind: Kind) {
        self.letters.remove(&kind);
        for color in Color::ALL {
            let name = of(color, "promotionPieceTypes");
            self.set(&name, self.kinds(&name).without(kind));
        }
    }

    /// Applies a section, and returns remarks on its mistakes and on the rules that its parent lacks.
    pub fn apply(&mut self, section: &Section) -> Vec<Remark> {
        let mut wrong = Vec::new();
        let find = |name: &str| section.lines.iter().rev().find(|line| line.key == name);
        let mut each = |name: &str, apply: &mut dyn FnMut(&str) -> Result<(), String>| {
            if let Some(line) = find(name)
                && let Err(text) = apply(&line.value)
            {
                wrong.push(Remark::new(line.value_at, text));
            }
        };
        // the other keys depend on the size
        let (size, others) = KEYS.split_at(2);
        for key in size {
            each(key.name, &mut |text| self.apply_key(key, text));
        }
        for kind in Kind::each() {
            each(&kind.to_string(), &mut |text| self.apply_piece(kind, text));
            for color in Color::ALL {
                each(&mobility_key(color, kind), &mut |text| {
                    self.apply_mobility((color, kind), text)
                });
            }
        }
        for key in others {
            // Fairy-Stockfish ignores the second of these keys if the first one is present
            if key.name != "doubleStepRankMin" || find("doubleStepRank").is_none() {
                each(key.name, &mut |text| self.apply_key(key, text));
            }
        }
        for line in section.lines.iter().filter(|line| !is_known(&line.key)) {
            let text = format!("Fairy-Stockfish has no key `{}`", quoted(&line.key));
            wrong.push(Remark::new(line.key_at, text));
        }
        wrong.sort_by_key(|remark| remark.at);
        let inherited = self.inherited.iter();
        wrong.extend(
            inherited.map(|text| Remark::new(section.at, format!("what it inherits, {text}"))),
        );
        // the keys of a parent stand elsewhere in the file
        self.places.values_mut().for_each(|at| *at = section.at);
        let lines = section.lines.iter();
        self.places
            .extend(lines.map(|line| (line.key.clone(), line.key_at)));
        wrong
    }

    fn apply_piece(&mut self, kind: Kind, text: &str) -> Result<(), String> {
        let mut chars = text.chars();
        match chars.next() {
            None => return Ok(()),
            Some(letter) if letter.is_ascii_alphabetic() => self.add_piece(kind, letter),
            Some('-') => {
                self.remove_piece(kind);
                return Ok(());
            }
            Some(_) => return Err(format!("`{}` begins with no letter", quoted(text))),
        }
        // the moves follow the colon
        let moves = chars.as_str().get(1..).unwrap_or("");
        if kind == Kind::KING {
            self.king_is_wazir = false;
            self.own_moves.remove(&kind);
        }
        if kind.is_custom() && moves.is_empty() && !self.own_moves.contains_key(&kind) {
            return Err(format!("{kind} has no moves: `{}`", quoted(text)));
        }
        if !moves.is_empty() && (kind.is_custom() || kind == Kind::KING) {
            self.own_moves.insert(kind, moves.to_owned());
        }
        if kind.is_custom() && moves.contains('e') {
            for color in Color::ALL {
                let name = of(color, "enPassantTypes");
                self.set(&name, self.kinds(&name).with(kind));
            }
        }
        Ok(())
    }

    fn apply_mobility(&mut self, whose: (Color, Kind), text: &str) -> Result<(), String> {
        match keys::squares(text)? {
            zone if zone.is_empty() => self.mobility.remove(&whose),
            zone => self.mobility.insert(whose, zone),
        };
        Ok(())
    }

    fn apply_key(&mut self, key: &Key, text: &str) -> Result<(), String> {
        let wrong = |wrong: String| format!("{}: {wrong}", key.name);
        if key.form == Form::Old {
            return self.apply_old(key.name, text).map_err(wrong);
        }
        let kind_of = |letter| self.kind_of(letter);
        let mut value = keys::read(key.form, text, &kind_of).map_err(wrong)?;
        // kinds that are not named keep their values
        match &mut value {
            Value::Counts(new) => {
                let mut all = self.counts(key.name);
                all.append(new);
                *new = all;
            }
            Value::Pairs(new) => {
                let mut all = self.pairs(key.name);
                all.append(new);
                all.retain(|_, to| *to != Kind::ALL);
                *new = all;
            }
            _ => {}
        }
        for name in key.targets() {
            self.set(&name, value.clone());
        }
        if key.form == Form::Flag && !matches!(text, "true" | "false") {
            let text = quoted(text);
            return Err(wrong(format!(
                "`{text}` is neither true nor false; it counts as false"
            )));
        }
        Ok(())
    }

    /// Applies a key that newer keys have replaced. It is read before them, so that they count.
    fn apply_old(&mut self, name: &str, text: &str) -> Result<(), String> {
        if name == "dropOnTop" {
            if text == "true" {
                self.set("enclosingDrop", "top");
            }
            return Ok(());
        }
        let rank = keys::rank(text)?;
        let (region, first, last) = match name {
            "promotionRank" => ("promotionRegion", rank, self.size().1),
            "doubleStepRank" => ("doubleStepRegion", SECOND, rank),
            _ => ("doubleStepRegion", rank, SECOND),
        };
        for color in Color::ALL {
            self.set_of(color, region, self.own_ranks(color, first, last));
        }
        Ok(())
    }

    /// The lines of a section, without its heading.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut line = |key: &str, value: &str| {
            // writing to a string cannot fail
            let _ = writeln!(text, "{key} = {value}");
        };
        for (kind, letter) in &self.letters {
            let mut value = letter.to_ascii_lowercase().to_string();
            if let Some(moves) = self.own_moves.get(kind) {
                value += &format!(":{moves}");
            }
            line(&kind.to_string(), &value);
        }
        for (&(color, kind), zone) in &self.mobility {
            line(&mobility_key(color, kind), &squares_text(zone, self.size()));
        }
        for key in KEYS.iter().filter(|key| key.is_plain()) {
            // a section without a parent begins with no start position
            if self.is_set(key.name) || key.name == "startFen" {
                line(key.name, &self.value_text(key.form, &self.get(key.name)));
            }
        }
        text
    }

    fn value_text(&self, form: Form, value: &Value) -> String {
        let letter = |kind: Kind| match kind {
            Kind::ALL => '*',
            kind => (self.letters.get(&kind)).map_or('-', char::to_ascii_lowercase),
        };
        let words: Vec<String> = match value {
            Value::Flag(flag) => vec![flag.to_string()],
            Value::Number(file) if form == Form::File => {
                vec![char::from(b'a' + *file as u8).to_string()]
            }
            Value::Number(number) => vec![number.to_string()],
            Value::Text(text) => vec![text.clone()],
            Value::Squares(zone) => vec![squares_text(zone, self.size())],
            Value::Piece(kind) => vec![kind.map(letter).into_iter().collect()],
            Value::Pieces(kinds) => vec![self.known(*kinds).iter().map(letter).collect()],
            Value::Counts(counts) => (counts.iter())
                .map(|(kind, n)| format!("{}:{n}", letter(*kind)))
                .collect(),
            Value::Pairs(pairs) => (pairs.iter())
                .map(|(from, to)| format!("{}:{}", letter(*from), letter(*to)))
                .collect(),
        };
        let text = words.join(" ");
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    }
}

fn mobility_key(color: Color, kind: Kind) -> String {
    let name = kind.to_string();
    let (first, rest) = name.split_at(1);
    of(color, MOBILITY) + &first.to_ascii_uppercase() + rest
}

fn is_known(key: &str) -> bool {
    let mut mobility =
        Kind::each().flat_map(|kind| Color::ALL.map(|color| mobility_key(color, kind)));
    KEYS.iter().any(|known| known.name == key)
        || Kind::by_name(key).is_some()
        || key.starts_with(MOBILITY) && mobility.any(|name| name == key)
}

#[cfg(test)]
mod tests;
