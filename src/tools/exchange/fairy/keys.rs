//! The keys of Fairy-Stockfish's `variants.ini`: what each takes, what it sets, and its default.

mod table;

use std::collections::BTreeMap;
use std::fmt;

pub use table::KEYS;

use super::pieces::{Kind, Kinds};
use super::quoted;
use crate::types::{Color, Square};
use crate::variant::Zone;

/// Files and ranks of the largest board.
pub const LARGEST: (u8, u8) = (12, 10);

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Anything but `true` is false.
    Flag,
    Number,
    /// Counted from 1.
    Rank,
    /// A letter, or a number from 1.
    File,
    /// `win`, `loss`, `draw` or `none`.
    Outcome,
    /// One of these words.
    Word(&'static str),
    /// Such as `e4`, `*8`, `a*`.
    Squares,
    /// The letter of a piece, or `*`.
    Piece,
    Pieces,
    /// Letters with numbers: `q:1 r:2`.
    Counts,
    /// Letters with letters: `p:g s:g`.
    Pairs,
    /// Anything, castlings among them.
    Text,
    /// A key with rules of its own that newer ones have replaced.
    Old,
}

/// What a key is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Flag(bool),
    Number(u32),
    /// From 0.
    File(u8),
    Text(String),
    Squares(Zone),
    Piece(Option<Kind>),
    Pieces(Kinds),
    Counts(BTreeMap<Kind, u32>),
    Pairs(BTreeMap<Kind, Kind>),
}

macro_rules! values {
    ($($kind:ident($own:ty);)*) => {
        $(impl From<$own> for Value {
            fn from(value: $own) -> Value {
                Value::$kind(value)
            }
        })*
    };
}

values! {
    Flag(bool);
    Piece(Option<Kind>);
    Pieces(Kinds);
    Counts(BTreeMap<Kind, u32>);
    Pairs(BTreeMap<Kind, Kind>);
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub name: &'static str,
    pub form: Form,
    default: &'static str,
    /// The keys that it sets; those of both colours where there is a `*`. If empty it sets itself.
    sets: &'static str,
}

impl Key {
    /// True if it has a value of its own.
    pub fn is_plain(&self) -> bool {
        self.sets.is_empty()
    }

    /// The keys that it sets.
    pub fn targets(&self) -> Vec<String> {
        let names = self.sets.split(' ').filter(|name| !name.is_empty());
        let sets = names.flat_map(|name| match name.strip_suffix('*') {
            Some(both) => Color::ALL.map(|color| of(color, both)).to_vec(),
            None => vec![name.to_owned()],
        });
        match self.is_plain() {
            true => vec![self.name.to_owned()],
            false => sets.collect(),
        }
    }
}

/// The name of what a colour has for itself.
pub fn of(color: Color, name: &str) -> String {
    match color {
        Color::White => format!("{name}White"),
        Color::Black => format!("{name}Black"),
    }
}

/// Keys that are settings of its search, or of what a GUI shows, and no rules.
pub const NO_RULES: [&str; 5] = [
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
];

/// All squares of any board: no limit.
pub fn everywhere() -> Zone {
    whole_ranks(0..16)
}

/// Ranks, counted from 0.
pub fn whole_ranks(ranks: impl IntoIterator<Item = u8>) -> Zone {
    let mut zone = Zone::default();
    for rank in ranks {
        (0..16).for_each(|file| zone.insert(file, rank));
    }
    zone
}

/// The default of a key, in a variant that inherits from no other one.
pub fn default(name: &str) -> Option<Value> {
    let key = KEYS.iter().find(|key| key.name == name)?;
    let kind = |letter| match letter {
        'p' => Some(Kind::PAWN),
        'r' => Some(Kind::ROOK),
        'k' => Some(Kind::KING),
        _ => None,
    };
    read(key.form, key.default, &kind).ok()
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
    let one_of = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        match words.contains(&text) {
            true => Ok(Value::Text(text.to_owned())),
            false => Err(format!(
                "`{}` is none of {}",
                quoted(text),
                words.join(", ")
            )),
        }
    };
    let letters = || text.chars().filter(|c| !c.is_whitespace() && *c != '-');
    match form {
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
            let file = u8::try_from(file).ok().filter(|file| *file < LARGEST.0);
            file.map(Value::File)
                .ok_or_else(|| format!("there is no file {}", quoted(text)))
        }
        Form::Outcome => one_of("win loss draw none"),
        Form::Word(words) => one_of(words),
        Form::Text | Form::Old => Ok(Value::Text(text.to_owned())),
        Form::Squares => squares(text).map(Value::Squares),
        Form::Piece => {
            let all: Result<Vec<Kind>, String> = letters().map(piece).collect();
            Ok(Value::Piece(all?.pop()))
        }
        Form::Pieces => letters()
            .map(piece)
            .collect::<Result<_, _>>()
            .map(Value::Pieces),
        Form::Counts => {
            let pair = |word: &str| {
                let (letter, count) = halves(word)?;
                Ok((piece(letter)?, number(count)?))
            };
            let counts: Result<_, String> = text.split_whitespace().map(pair).collect();
            counts.map(Value::Counts)
        }
        Form::Pairs => {
            let mut pairs = BTreeMap::new();
            for word in text.split_whitespace() {
                let (letter, other) = halves(word)?;
                let other = match other.chars().next() {
                    // nothing, which takes back what a parent says
                    Some('-') | None => Kind::ALL,
                    Some(other) => piece(other)?,
                };
                pairs.insert(piece(letter)?, other);
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
    let letter = letter.ok_or_else(|| format!("`{}` begins with no letter", quoted(word)))?;
    Ok((letter, rest))
}

fn squares(text: &str) -> Result<Zone, String> {
    let mut zone = Zone::default();
    for word in text.split_whitespace().take_while(|word| *word != "-") {
        let (files, ranks) =
            some_squares(word).ok_or_else(|| format!("`{}` is no square", quoted(word)))?;
        for file in files {
            ranks.clone().for_each(|rank| zone.insert(file, rank));
        }
    }
    Ok(zone)
}

/// The files and ranks of a word such as `e4`, `*8`, `a*`.
fn some_squares(word: &str) -> Option<(std::ops::Range<u8>, std::ops::Range<u8>)> {
    let mut chars = word.chars();
    let files = match chars.next()?.to_ascii_lowercase() {
        '*' => 0..16,
        letter @ 'a'..='l' => letter as u8 - b'a'..letter as u8 - b'a' + 1,
        _ => return None,
    };
    let ranks = match chars.as_str() {
        "*" if files.len() == 1 => 0..16,
        rank => {
            let rank: u8 = rank.parse().ok().filter(|rank| (1..=16).contains(rank))?;
            rank - 1..rank
        }
    };
    Some((files, ranks))
}

/// Squares of a board, written for a file.
pub struct Squares<'a> {
    pub zone: &'a Zone,
    pub files: u8,
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
