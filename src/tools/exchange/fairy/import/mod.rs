//! The ini text of an imported variant.
//!
//! | file | owns |
//! |---|---|
//! | `start` | the start position and the back ranks |
//! | `moves` | piece lines, royals |
//! | `pawns`, `castling`, `zones` | what these lines and rules say of pawns, castling, and parts of the board |
//! | `promotion`, `hands`, `ends`, `draws` | the rule lines of these |

mod castling;
mod draws;
mod ends;
mod hands;
mod moves;
mod pawns;
mod promotion;
mod start;
mod zones;

use std::collections::{BTreeMap, BTreeSet};

use crate::tools::exchange::fairy::keys::{KEYS, square};
use crate::tools::exchange::fairy::{FairyGame, Kind, Kinds};
use crate::tools::exchange::import::Remark;
use crate::types::{ByColor, Color};
use crate::variant::{Span, Variant, Zone};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub file: u8,
    pub rank: u8,
    pub color: Color,
    pub kind: Kind,
}

/// A game on its way to a text.
pub(super) struct Writer<'a> {
    pub game: &'a FairyGame,
    pub at: Span,
    places: &'a BTreeMap<String, Span>,
    pub size: (u8, u8),
    /// Pawns in the sense of our files, types 1 and 2; none if nothing of the game is one.
    pub pawn: ByColor<Option<Kind>>,
    /// Kinds that stand in positions under their own letter.
    pub used: Kinds,
    pub start: Vec<Placed>,
    pub hand: ByColor<Vec<Kind>>,
    /// What promotes to what, the first being used.
    pub pairs: BTreeMap<Kind, Kind>,
    /// Files that nothing else has a letter for.
    pub free_letters: Vec<char>,
    pub pieces: Vec<String>,
    /// The rank on which the pawns of both sides start, if it is another one than the second.
    pub pawn_rank: Option<u8>,
    pub rules: Vec<String>,
    pub losses: Vec<Remark>,
    /// A game to describe moves on a board of that size.
    pub board: Variant,
}

/// The text of a game from its description to the empty line behind it, and what it lacks. `board` is any game, by which
/// moves are described.
///
/// # Errors
/// If nothing sensible remains.
pub(super) fn write(
    name: &str,
    at: Span,
    game: &FairyGame,
    places: &BTreeMap<String, Span>,
    board: &Variant,
) -> Result<(String, Vec<Remark>), String> {
    let size = game.size();
    let mut board = board.clone();
    (board.files, board.ranks) = size;
    let mut writer = Writer {
        game,
        at,
        places,
        size,
        pawn: ByColor::default(),
        used: Kinds::NONE,
        start: Vec::new(),
        hand: ByColor::default(),
        pairs: BTreeMap::new(),
        free_letters: Vec::new(),
        pieces: Vec::new(),
        pawn_rank: None,
        rules: Vec::new(),
        losses: Vec::new(),
        board,
    };
    let fen = writer.start()?;
    writer.kinds();
    writer.synonyms();
    let pawns = writer.piece_lines();
    writer.castling_rules();
    writer.promotion();
    writer.hands();
    writer.walls();
    writer.ends();
    writer.draws();
    writer.unknown();
    let suffix = writer
        .pawn_rank
        .map_or(String::new(), |rank| format!("=-{}", rank - 1));
    let [first, last] = writer.back_ranks(&pawns);
    let mut text = format!(
        "// {name} of Fairy-Stockfish\nGame: {name}\n{}x{}{suffix}\n{first}\n{last}\n",
        size.0, size.1
    );
    for line in pawns.iter().chain(&writer.pieces).chain(&writer.rules) {
        text += line;
        text.push('\n');
    }
    text += &format!("Start: {fen}\n\n");
    Ok((text, writer.losses))
}

impl Writer<'_> {
    fn place(&self, name: &str) -> Span {
        let setting = KEYS
            .iter()
            .filter(|key| key.targets().iter().any(|target| target == name));
        let mut places = setting.filter_map(|key| self.places.get(key.name));
        let own = self.places.get(name);
        own.or_else(|| places.next()).copied().unwrap_or(self.at)
    }

    /// Something that a key says cannot be told.
    pub fn lose(&mut self, key: &str, text: impl Into<String>) {
        let at = self.place(key);
        let text = text.into();
        if !self.losses.iter().any(|remark| remark.text == text) {
            self.losses.push(Remark { at, text });
        }
    }

    pub fn rule(&mut self, line: impl Into<String>) {
        self.rules.push(line.into());
    }

    /// Adds a word to the line of a rule, which may be new.
    pub fn word(&mut self, rule: &str, word: impl AsRef<str>) {
        let (start, word) = (format!("{rule}:"), word.as_ref());
        match self.rules.iter_mut().find(|line| line.starts_with(&start)) {
            Some(line) => *line += &format!(" {word}"),
            None => self.rules.push(format!("{start} {word}")),
        }
    }

    pub fn letter(&self, kind: Kind) -> char {
        self.game.letters.get(&kind).copied().unwrap_or('?')
    }

    /// The letters of those kinds that are used, and of what hides behind a plus.
    pub fn letters(&self, kinds: Kinds) -> String {
        let mut text = String::new();
        for kind in kinds.iter() {
            if self.used.contains(kind) {
                text.push(self.letter(kind));
            }
            for (from, to) in &self.pairs {
                if *to == kind && !self.used.contains(kind) {
                    text += &format!("+{}", self.letter(*from));
                }
            }
        }
        text
    }

    fn synonyms(&mut self) {
        for (letter, meant) in self.game.synonyms.clone() {
            let kind = self
                .game
                .kind_of(meant)
                .filter(|kind| self.used.contains(*kind));
            if kind.is_some() && self.game.kind_of(letter).is_none() {
                self.rule(format!("Letter: {letter}={meant}"));
                self.free_letters.retain(|free| *free != letter);
            }
        }
    }

    /// Which kinds are used, and which are pawns.
    fn kinds(&mut self) {
        let all = self.game.pairs("promotedPieceType");
        let choices = self.game.pieces_of("promotionPieceTypes");
        let pawn_types = self.game.pieces_of("promotionPawnTypes");
        for color in Color::ALL {
            let owned = |kind: &Kind| {
                let comes = self.game.flag("twoBoards") && self.game.letters.contains_key(kind);
                self.owns(color, *kind) || comes
            };
            let pawns: Vec<Kind> = pawn_types[color].iter().filter(owned).collect();
            let own = pawns
                .iter()
                .copied()
                .find(|kind| *kind == Kind::PAWN)
                .or(pawns.first().copied());
            let fallback = [Kind::PAWN, Kind::SHOGI_PAWN];
            self.pawn[color] = own.or_else(|| fallback.into_iter().find(owned));
        }
        // soldiers only where there are no others: one side's pawns cannot be another piece of the other one
        if self.pawn.iter().all(Option::is_none) {
            let has = |color: Color| self.stands(color, Kind::SOLDIER);
            self.pawn = ByColor::from_fn(|color| Some(Kind::SOLDIER).filter(|_| has(color)));
        }
        // what the pawns of a used kind become is used
        let pawns = self.pawn;
        let promotes = |color: Color| {
            pawns[color].is_some_and(|pawn| pawn == Kind::PAWN || pawn_types[color].contains(pawn))
        };
        for color in Color::ALL {
            if promotes(color) {
                let zone = self.game.squares_of("promotionRegion")[color];
                let more = choices[color].iter().filter(|kind| *kind != Kind::ALL);
                if !zone.is_empty() {
                    self.used = more.fold(self.used, Kinds::with);
                }
            }
        }
        self.pairs = all
            .into_iter()
            .filter(|(from, _)| self.used.contains(*from))
            .collect();
        let taken: BTreeSet<char> = self.game.letters.values().copied().collect();
        self.free_letters = ('A'..='Z').rev().filter(|l| !taken.contains(l)).collect();
    }

    /// A new letter, for a piece that is never on the board.
    pub fn new_letter(&mut self) -> Option<char> {
        let letter = self.free_letters.pop();
        if letter.is_none() {
            self.losses.push(Remark {
                at: self.at,
                text: "a rule that needs one more letter".to_owned(),
            });
        }
        letter
    }

    /// True if a side has a kind on the board at the start.
    pub fn stands(&self, color: Color, kind: Kind) -> bool {
        let mut start = self.start.iter();
        start.any(|p| p.color == color && p.kind == kind)
    }

    /// The same, or in hand.
    pub fn owns(&self, color: Color, kind: Kind) -> bool {
        self.stands(color, kind) || self.hand[color].contains(&kind)
    }

    /// Squares as our files have them: rectangles, whole ones first.
    pub fn area(&self, zone: &Zone) -> String {
        let (files, ranks) = self.size;
        let mut left = *zone;
        let mut words = Vec::new();
        for rank in 0..ranks {
            for file in 0..files {
                if !left.contains(file, rank) {
                    continue;
                }
                let row = |rank: u8, from: u8, to: u8, left: &Zone| {
                    (from..=to).all(|f| left.contains(f, rank))
                };
                let mut to = file;
                while to + 1 < files && left.contains(to + 1, rank) {
                    to += 1;
                }
                let mut top = rank;
                while top + 1 < ranks && row(top + 1, file, to, &left) {
                    top += 1;
                }
                let mut rest = Zone::default();
                let inside = |f: u8, r: u8| (file..=to).contains(&f) && (rank..=top).contains(&r);
                left.squares()
                    .filter(|&(f, r)| !inside(f, r))
                    .for_each(|(f, r)| rest.insert(f, r));
                left = rest;
                let corner = square(file, rank);
                words.push(match (to, top) == (file, rank) {
                    true => corner,
                    false => format!("{corner}-{}", square(to, top)),
                });
            }
        }
        words.join(",")
    }

    /// True if a zone is the whole board, holes aside.
    pub fn is_whole(&self, zone: &Zone) -> bool {
        let (files, ranks) = self.size;
        (0..ranks).all(|rank| (0..files).all(|file| zone.contains(file, rank)))
    }

    /// The ranks that a zone consists of, counted from 1 on the side of a colour; `None` if it is no range of ranks.
    pub fn ranks(&self, zone: &Zone, color: Color) -> Option<(u8, u8)> {
        let (files, ranks) = self.size;
        let zone = match color {
            Color::White => *zone,
            Color::Black => zone.mirrored(ranks),
        };
        let full = |rank: u8| (0..files).all(|file| zone.contains(file, rank));
        let first = (0..ranks).find(|rank| full(*rank))?;
        let count = (first..ranks).take_while(|rank| full(*rank)).count() as u8;
        let size = usize::from(count) * usize::from(files);
        (zone.squares().count() == size).then_some((first + 1, first + count))
    }
}
