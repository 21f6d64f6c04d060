//! The keys of Fairy-Stockfish's `variants.ini`: what each takes, what it sets, and what holds if it is not
//! there.

mod table;

use std::collections::BTreeMap;
use std::fmt;

pub use table::{KEYS, default};

use super::pieces::{Kind, Kinds};
use super::quoted;
use crate::types::Square;
use crate::variant::Zone;

/// A board there has so many files and ranks at most.
pub const LARGEST: (u8, u8) = (12, 10);

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A rank, counted from 1.
    Rank,
    /// A file: its letter, or a number from 1.
    File,
    /// `win`, `loss`, `draw` or `none`.
    Outcome,
    /// One of some words, of which the first is what holds otherwise.
    Word(&'static [&'static str]),
    /// Squares: `e4`, `*8`, `a*`.
    Squares,
    /// The letter of a piece, or `*`.
    Piece,
    /// Letters of pieces.
    Pieces,
    /// Letters with numbers: `q:1 r:2`.
    Counts,
    /// Letters with letters: `p:g s:g`.
    Pairs,
    /// Castlings, as a FEN names them.
    Castlings,
    /// Anything.
    Text,
    /// A key that is still read, but that others have replaced: it sets these by rules of its own.
    Old,
}

/// What a key is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// For [`Form::Flag`].
    Flag(bool),
    /// For [`Form::Number`] and [`Form::Rank`].
    Number(u32),
    /// For [`Form::File`], from 0.
    File(u8),
    /// For [`Form::Outcome`], [`Form::Word`], [`Form::Castlings`] and [`Form::Text`].
    Text(String),
    /// For [`Form::Squares`]; all squares that any board has is no limit.
    Squares(Zone),
    /// For [`Form::Piece`]; none is also possible.
    Piece(Option<Kind>),
    /// For [`Form::Pieces`].
    Pieces(Kinds),
    /// For [`Form::Counts`].
    Counts(BTreeMap<Kind, u32>),
    /// For [`Form::Pairs`].
    Pairs(BTreeMap<Kind, Kind>),
}

/// A key of a file.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As it is written.
    pub name: &'static str,
    /// What it takes.
    pub form: Form,
    /// What it sets, by the names under which this program keeps it; the key's own name if it is empty.
    pub sets: &'static [&'static str],
}

/// Keys that are settings of its search, or of what a GUI shows, and no rules.
pub const NO_RULES: [&str; 5] = [
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
];

/// All squares that any board has: no limit.
pub fn everywhere() -> Zone {
    let mut zone = Zone::default();
    for rank in 0..16 {
        (0..16).for_each(|file| zone.insert(file, rank));
    }
    zone
}

/// Some ranks, counted from 0.
pub fn whole_ranks(ranks: impl IntoIterator<Item = u8>) -> Zone {
    let mut zone = Zone::default();
    for rank in ranks {
        (0..16).for_each(|file| zone.insert(file, rank));
    }
    zone
}

/// Reads what a key is set to.
///
/// # Errors
/// What is wrong with it.
pub fn read(
    form: Form,
    text: &str,
    kind_of: &dyn Fn(char) -> Option<Kind>,
) -> Result<Value, String> {
    let piece = |c: char| match c {
        '*' => Ok(Kind::ALL),
        _ => kind_of(c).ok_or_else(|| {
            let letter = quoted(&c.to_string());
            format!("no piece has the letter `{letter}`")
        }),
    };
    let one_of = |words: &[&str]| match words.contains(&text) {
        true => Ok(Value::Text(text.to_owned())),
        false => Err(format!(
            "`{}` is none of {}",
            quoted(text),
            words.join(", ")
        )),
    };
    match form {
        // as Fairy-Stockfish reads it
        Form::Flag => Ok(Value::Flag(text == "true")),
        Form::Number => number(text).map(Value::Number),
        Form::Rank => match number(text)? {
            rank if (1..=u32::from(LARGEST.1)).contains(&rank) => Ok(Value::Number(rank)),
            rank => Err(format!("there is no rank {rank}")),
        },
        Form::File => {
            let letter = text.chars().next().filter(char::is_ascii_alphabetic);
            let file = match letter {
                Some(letter) => u32::from(letter.to_ascii_lowercase()) - u32::from('a'),
                None => number(text)?.wrapping_sub(1),
            };
            match u8::try_from(file).ok().filter(|file| *file < LARGEST.0) {
                Some(file) => Ok(Value::File(file)),
                None => Err(format!("there is no file {}", quoted(text))),
            }
        }
        Form::Outcome => one_of(&["win", "loss", "draw", "none"]),
        Form::Word(words) => one_of(words),
        Form::Castlings | Form::Text | Form::Old => Ok(Value::Text(text.to_owned())),
        Form::Squares => squares(text).map(Value::Squares),
        Form::Piece => {
            let mut found = None;
            for c in text.chars().filter(|c| !c.is_whitespace() && *c != '-') {
                found = Some(piece(c)?);
            }
            Ok(Value::Piece(found))
        }
        Form::Pieces => {
            let letters = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
            let kinds: Result<Kinds, String> = letters.map(piece).collect();
            kinds.map(Value::Pieces)
        }
        Form::Counts => {
            let pair = |word: &str| {
                let (letter, count) = halves(word)?;
                Ok::<_, String>((piece(letter)?, number(count)?))
            };
            let counts: Result<BTreeMap<_, _>, _> = text.split_whitespace().map(pair).collect();
            counts.map(Value::Counts)
        }
        Form::Pairs => {
            let mut pairs = BTreeMap::new();
            for word in text.split_whitespace() {
                let (letter, other) = halves(word)?;
                match other.chars().next() {
                    Some('-') | None => pairs.remove(&piece(letter)?),
                    Some(other) => pairs.insert(piece(letter)?, piece(other)?),
                };
            }
            Ok(Value::Pairs(pairs))
        }
    }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("`{}` is no number", quoted(text)))
}

fn halves(word: &str) -> Result<(char, &str), String> {
    let (letter, rest) =
        (word.split_once(':')).ok_or_else(|| format!("`{}` has no colon", quoted(word)))?;
    let letter = letter.chars().next().filter(|_| letter.len() == 1);
    Ok((
        letter.ok_or_else(|| format!("`{}` begins with no letter", quoted(word)))?,
        rest,
    ))
}

fn squares(text: &str) -> Result<Zone, String> {
    let mut zone = Zone::default();
    for word in text.split_whitespace() {
        if word == "-" {
            break;
        }
        let wrong = || format!("`{}` is no square", quoted(word));
        let mut chars = word.chars();
        let first = chars.next().ok_or_else(wrong)?.to_ascii_lowercase();
        let rest = chars.as_str();
        let file = match first {
            '*' => None,
            'a'..='l' => Some(first as u8 - b'a'),
            _ => return Err(wrong()),
        };
        let rank = match rest {
            "*" if file.is_some() => None,
            _ => {
                let rank: u8 = rest.parse().map_err(|_| wrong())?;
                Some(
                    rank.checked_sub(1)
                        .filter(|rank| *rank < 16)
                        .ok_or_else(wrong)?,
                )
            }
        };
        match (file, rank) {
            (Some(file), Some(rank)) => zone.insert(file, rank),
            (Some(file), None) => (0..16).for_each(|rank| zone.insert(file, rank)),
            (None, Some(rank)) => (0..16).for_each(|file| zone.insert(file, rank)),
            (None, None) => {}
        }
    }
    Ok(zone)
}

/// Squares of a board as a file has them.
pub struct Squares<'a> {
    /// Which.
    pub zone: &'a Zone,
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
}

impl fmt::Display for Squares<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        for rank in 0..self.ranks {
            let own: Vec<u8> = (0..self.files)
                .filter(|&file| self.zone.contains(file, rank))
                .collect();
            if own.len() == usize::from(self.files) {
                words.push(format!("*{}", rank + 1));
            } else {
                words.extend(own.iter().map(|file| square(*file, rank)));
            }
        }
        match words.is_empty() {
            true => f.write_str("-"),
            false => f.write_str(&words.join(" ")),
        }
    }
}

/// A square by its file and rank, counted from 0, as everybody but XBoard on boards of ten ranks writes it.
pub fn square(file: u8, rank: u8) -> String {
    Square::at(file, rank).plain_name()
}
