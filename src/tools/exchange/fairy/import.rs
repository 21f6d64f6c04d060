//! The conversion of a section to our ini format: what all aspects share.

use std::collections::{BTreeMap, BTreeSet};

use super::game::FairyGame;
use super::ini::Remark;
use super::keys::KEYS;
use super::{Kind, Kinds};
use crate::types::{ByColor, Color, Square};
use crate::variant::rules::zones::rectangles;
use crate::variant::{Span, Zone};

/// A variant in Fairy-Stockfish's terms, and the lines of our file so far.
pub struct Importer<'a> {
    pub game: &'a FairyGame,
    at: Span,
    pub size: (u8, u8),
    /// Pawns in the sense of our files: types 1 and 2.
    pub pawn: ByColor<Option<Kind>>,
    /// Kinds that occur in positions with their own letter.
    pub used: Kinds,
    /// The squares of each kind at the start: files and ranks.
    pub start: BTreeMap<(Color, Kind), Vec<(u8, u8)>>,
    pub hand: ByColor<Vec<Kind>>,
    /// Used kinds with one promotion, and what they become.
    pub pairs: BTreeMap<Kind, Kind>,
    /// Letters that are free for new pieces.
    pub free_letters: Vec<char>,
    pub pieces: Vec<String>,
    /// The rank on which the pawns of both sides start, unless it is the second.
    pub pawn_rank: Option<u8>,
    rules: Vec<String>,
    losses: Vec<Remark>,
}

/// The text of a variant, from its description to the empty line behind it, and the rules that it lacks.
///
/// # Errors
/// If the lines leave nothing sensible of the variant.
pub fn write(name: &str, at: Span, game: &FairyGame) -> Result<(String, Vec<Remark>), String> {
    let size = game.size();
    let taken: BTreeSet<char> = game.letters.values().copied().collect();
    let mut importer = Importer {
        game,
        at,
        size,
        pawn: ByColor::default(),
        used: Kinds::NONE,
        start: BTreeMap::new(),
        hand: ByColor::default(),
        pairs: BTreeMap::new(),
        free_letters: ('A'..='Z')
            .rev()
            .filter(|letter| !taken.contains(letter))
            .collect(),
        pieces: Vec::new(),
        pawn_rank: None,
        rules: Vec::new(),
        losses: Vec::new(),
    };
    let fen = importer.start()?;
    importer.kinds();
    importer.synonyms();
    let pawns = importer.piece_lines();
    importer.castling_rules();
    importer.promotion();
    importer.hands();
    importer.walls();
    importer.ends();
    importer.draws();
    importer.without_rule();
    let suffix = importer
        .pawn_rank
        .map_or(String::new(), |rank| format!("=-{}", rank - 1));
    let [first, last] = importer.back_ranks(&pawns);
    let (files, ranks) = size;
    let mut text = format!(
        "// {name} of Fairy-Stockfish\nGame: {name}\n{files}x{ranks}{suffix}\n{first}\n{last}\n"
    );
    for line in pawns.iter().chain(&importer.pieces).chain(&importer.rules) {
        text += line;
        text.push('\n');
    }
    text += &format!("Start: {fen}\n\n");
    Ok((text, importer.losses))
}

impl Importer<'_> {
    fn place(&self, name: &str) -> Span {
        let sets = |key: &&super::keys::Key| key.targets().iter().any(|target| target == name);
        let setting = KEYS.iter().filter(sets).map(|key| key.name);
        let mut keys = std::iter::once(name).chain(setting);
        let place = keys.find_map(|key| self.game.places.get(key));
        place.copied().unwrap_or(self.at)
    }

    /// Reports a key that our lines cannot express.
    pub fn lose(&mut self, key: &str, text: impl Into<String>) {
        let (at, text) = (self.place(key), text.into());
        if !self.losses.iter().any(|remark| remark.text == text) {
            self.losses.push(Remark { at, text });
        }
    }

    /// Reports a difference about a kind.
    pub fn lose_of(&mut self, kind: Kind, text: String) {
        self.lose(&kind.to_string(), text);
    }

    pub fn rule(&mut self, line: impl Into<String>) {
        self.rules.push(line.into());
    }

    /// Adds a word to the line of a rule, or begins that line.
    pub fn word(&mut self, rule: &str, word: impl AsRef<str>) {
        let (start, word) = (format!("{rule}:"), word.as_ref());
        match self.rules.iter_mut().find(|line| line.starts_with(&start)) {
            Some(line) => *line += &format!(" {word}"),
            None => self.rules.push(format!("{start} {word}")),
        }
    }

    /// Adds a word if a flag is set.
    pub fn flag_word(&mut self, flag: &str, rule: &str, word: &str) {
        if self.game.flag(flag) {
            self.word(rule, word);
        }
    }

    pub fn letter(&self, kind: Kind) -> char {
        self.game.letters.get(&kind).copied().unwrap_or('?')
    }

    /// The letters of kinds. A kind that is not used is written by the letters of the pieces that are promoted to it.
    pub fn letters(&self, kinds: Kinds) -> String {
        let mut text = String::new();
        for kind in kinds.iter() {
            if self.used.contains(kind) {
                text.push(self.letter(kind));
            } else {
                text += &self.promoted_letters(kind);
            }
        }
        text
    }

    /// The letters with a plus of the pieces that become this kind.
    pub fn promoted_letters(&self, kind: Kind) -> String {
        let from = self.pairs.iter().filter(|(_, to)| **to == kind);
        from.map(|(from, _)| format!("+{}", self.letter(*from)))
            .collect()
    }

    /// The letters of those of the kinds that are used, in the given order.
    pub fn used_letters(&self, kinds: impl IntoIterator<Item = Kind>) -> String {
        let used = kinds.into_iter().filter(|kind| self.used.contains(*kind));
        used.map(|kind| self.letter(kind)).collect()
    }

    /// A new letter, for a piece that is never on the board.
    pub fn new_letter(&mut self) -> Option<char> {
        let letter = self.free_letters.pop();
        if letter.is_none() {
            let text = "a rule that needs one more letter";
            self.losses.push(Remark::new(self.at, text));
        }
        letter
    }

    /// The squares of a kind of a side at the start.
    pub fn places(&self, color: Color, kind: Kind) -> &[(u8, u8)] {
        self.start.get(&(color, kind)).map_or(&[], Vec::as_slice)
    }

    pub fn stands(&self, color: Color, kind: Kind) -> bool {
        !self.places(color, kind).is_empty()
    }

    /// The number of pieces of a kind that a side has at the start, on the board or in hand.
    pub fn count(&self, color: Color, kind: Kind) -> usize {
        let held = self.hand[color].iter().filter(|held| **held == kind);
        self.places(color, kind).len() + held.count()
    }

    /// True if a side has a kind on the board or in hand.
    pub fn owns(&self, color: Color, kind: Kind) -> bool {
        self.count(color, kind) > 0
    }

    /// The kinds of the pawns of both sides.
    pub fn pawns(&self) -> Kinds {
        self.pawn.iter().flatten().copied().collect()
    }

    /// Kinds that either side has in hand at the start.
    pub fn held(&self) -> Kinds {
        self.hand.iter().flatten().copied().collect()
    }

    /// A zone as text, written as rectangles.
    pub fn area(&self, zone: &Zone) -> String {
        let rectangles = rectangles(&self.game.on_board(zone)).into_iter();
        let words = rectangles.map(|(from, to)| {
            let [from, to] = [from, to].map(|(file, rank)| Square::at(file, rank).plain_name());
            if from == to {
                from
            } else {
                format!("{from}-{to}")
            }
        });
        words.collect::<Vec<_>>().join(",")
    }

    /// True if a zone is the whole board, holes aside.
    pub fn is_whole(&self, zone: &Zone) -> bool {
        self.game.on_board(zone) == self.game.board()
    }

    /// The first and the last rank of a zone that is a range of ranks, counted from 1 on a colour's side.
    pub fn ranks(&self, zone: &Zone, color: Color) -> Option<(u8, u8)> {
        let own = |first, last| self.game.on_board(&self.game.own_ranks(color, first, last));
        let count = (zone.squares().count() / usize::from(self.size.0)) as u8;
        let first = (1..=self.size.1).find(|rank| own(*rank, *rank).meets(zone))?;
        let last = first + count.checked_sub(1)?;
        (own(first, last) == *zone).then_some((first, last))
    }
}
