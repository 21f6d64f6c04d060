//! The keys of Fairy-Stockfish's `variants.ini`: the form of their values, the keys that they set, and defaults.

mod table;

use std::collections::BTreeMap;
use std::ops::Range;

pub use table::KEYS;

use super::pieces::{Kind, Kinds};
use super::quoted;
use crate::types::{Color, Square};
use crate::variant::Zone;

/// Files and ranks of the largest board.
pub const LARGEST: (u8, u8) = (12, 10);

/// The form of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Anything but `true` is false.
    Flag,
    Number,
    /// A number from 1.
    Rank,
    /// A letter, or a number from 1.
    File,
    /// One of these words.
    Word(&'static str),
    /// Squares such as `e4`, `*8`, `a*`.
    Squares,
    /// The letter of a piece, or `*`.
    Piece,
    Pieces,
    /// Letters with numbers: `q:1 r:2`.
    Counts,
    /// Letters with letters: `p:g s:g`.
    Pairs,
    /// Any text, for example castlings.
    Text,
    /// A key that newer keys have replaced, with a reader of its own.
    Old,
}

/// The type of values, with a conversion from the content of each form.
macro_rules! values {
    ($($(#[$doc:meta])? $form:ident($own:ty);)*) => {
        /// The value of a key.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Value { $($(#[$doc])? $form($own)),* }

        $(impl From<$own> for Value {
            fn from(value: $own) -> Value {
                Value::$form(value)
            }
        })*
    };
}

values! {
    Flag(bool);
    /// Files are counted from 0, ranks from 1.
    Number(u32);
    Text(String);
    Squares(Zone);
    Piece(Option<Kind>);
    Pieces(Kinds);
    Counts(BTreeMap<Kind, u32>);
    Pairs(BTreeMap<Kind, Kind>);
}

impl From<u8> for Value {
    fn from(number: u8) -> Value {
        Value::Number(number.into())
    }
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
    /// The keys that this key sets, with `*` for either colour; empty if it has a value of its own.
    sets: &'static str,
}

impl Key {
    /// True if the key has a value of its own.
    pub fn is_plain(&self) -> bool {
        self.sets.is_empty()
    }

    /// The names of the keys that this key sets.
    pub fn targets(&self) -> Vec<String> {
        if self.is_plain() {
            return vec![self.name.to_owned()];
        }
        let sets = self
            .sets
            .split(' ')
            .flat_map(|name| match name.strip_suffix('*') {
                Some(both) => Color::ALL.map(|color| of(color, both)).to_vec(),
                None => vec![name.to_owned()],
            });
        sets.collect()
    }
}

/// The name of a key for one colour.
pub fn of(color: Color, name: &str) -> String {
    match color {
        Color::White => format!("{name}White"),
        Color::Black => format!("{name}Black"),
    }
}

/// All squares of any board.
pub fn everywhere() -> Zone {
    whole_ranks(0..16)
}

/// Ranks, counted from 0, on any board.
pub fn whole_ranks(ranks: impl IntoIterator<Item = u8>) -> Zone {
    let ranks = ranks.into_iter();
    ranks
        .flat_map(|rank| (0..16).map(move |file| (file, rank)))
        .collect()
}

fn key(name: &str) -> Option<&'static Key> {
    let key = KEYS.iter().find(|key| key.name == name);
    debug_assert!(key.is_some(), "no key {name}");
    key
}

/// The value of a key from its text.
///
/// # Errors
/// A description of what is wrong with the text.
pub fn value(
    name: &str,
    text: &str,
    kind_of: &dyn Fn(char) -> Option<Kind>,
) -> Result<Value, String> {
    read(key(name).map_or(Form::Flag, |key| key.form), text, kind_of)
}

/// The default of a key, in a variant without a parent.
pub fn default(name: &str) -> Value {
    let kind = |letter| match letter {
        'p' => Some(Kind::PAWN),
        'r' => Some(Kind::ROOK),
        'k' => Some(Kind::KING),
        _ => None,
    };
    let text = key(name).map_or("", |key| key.default);
    value(name, text, &kind).unwrap_or(Value::Flag(false))
}

/// Reads a value.
///
/// # Errors
/// A description of what is wrong with the text.
pub fn read(
    form: Form,
    text: &str,
    kind_of: &dyn Fn(char) -> Option<Kind>,
) -> Result<Value, String> {
    let piece = |c: char| match c {
        '*' => Ok(Kind::ALL),
        _ => kind_of(c)
            .ok_or_else(|| format!("no piece has the letter `{}`", quoted(&c.to_string()))),
    };
    let is_letter = |c: &char| !c.is_whitespace() && *c != '-';
    let letters = || text.chars().filter(is_letter).map(piece);
    Ok(match form {
        Form::Flag => (text == "true").into(),
        Form::Number => number(text)?.into(),
        Form::Rank => rank(text)?.into(),
        Form::File => {
            let letter = text.chars().next().filter(char::is_ascii_alphabetic);
            let file = match letter {
                Some(letter) => u32::from(letter.to_ascii_lowercase()) - u32::from('a'),
                None => number(text)?.wrapping_sub(1),
            };
            if file >= LARGEST.0.into() {
                return Err(format!("there is no file {}", quoted(text)));
            }
            file.into()
        }
        Form::Word(words) if !words.split(' ').any(|word| word == text) => {
            let words = words.replace(' ', ", ");
            return Err(format!("`{}` is none of {words}", quoted(text)));
        }
        Form::Word(_) | Form::Text | Form::Old => text.into(),
        Form::Squares => squares(text)?.into(),
        Form::Piece => letters().collect::<Result<Vec<Kind>, _>>()?.pop().into(),
        Form::Pieces => letters().collect::<Result<Kinds, _>>()?.into(),
        Form::Counts => {
            let mut counts = BTreeMap::new();
            for word in text.split_whitespace() {
                let (letter, count) = halves(word)?;
                counts.insert(piece(letter)?, number(count)?);
            }
            counts.into()
        }
        Form::Pairs => {
            let mut pairs = BTreeMap::new();
            for word in text.split_whitespace() {
                let (letter, other) = halves(word)?;
                let other = match other.chars().next() {
                    // no piece, which removes the parent's value
                    Some('-') | None => Kind::ALL,
                    Some(other) => piece(other)?,
                };
                pairs.insert(piece(letter)?, other);
            }
            pairs.into()
        }
    })
}

fn number(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("`{}` is no number", quoted(text)))
}

/// Reads a rank, counted from 1.
pub fn rank(text: &str) -> Result<u8, String> {
    let rank = number(text)?;
    let known = u8::try_from(rank).ok();
    let known = known.filter(|rank| (1..=LARGEST.1).contains(rank));
    known.ok_or_else(|| format!("there is no rank {rank}"))
}

fn halves(word: &str) -> Result<(char, &str), String> {
    let wrong = |what: &str| format!("`{}` {what}", quoted(word));
    let (letter, rest) = word.split_once(':').ok_or_else(|| wrong("has no colon"))?;
    let letter = letter.parse().map_err(|_| wrong("begins with no letter"))?;
    Ok((letter, rest))
}

/// Reads squares.
pub fn squares(text: &str) -> Result<Zone, String> {
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
fn some_squares(word: &str) -> Option<(Range<u8>, Range<u8>)> {
    let mut chars = word.chars();
    let files = match chars.next()?.to_ascii_lowercase() {
        '*' => 0..16,
        letter @ 'a'..='l' => letter as u8 - b'a'..letter as u8 - b'a' + 1,
        _ => return None,
    };
    if chars.as_str() == "*" && files.len() == 1 {
        return Some((files, 0..16));
    }
    let rank: u8 = chars.as_str().parse().ok()?;
    (1..=16).contains(&rank).then_some((files, rank - 1..rank))
}

/// The squares of a board as text, in the form of the file.
pub fn squares_text(zone: &Zone, (files, ranks): (u8, u8)) -> String {
    let mut words = Vec::new();
    for rank in 0..ranks {
        let own = (0..files).filter(|&file| zone.contains(file, rank));
        if own.clone().count() == usize::from(files) {
            words.push(format!("*{}", rank + 1));
        } else {
            words.extend(own.map(|file| Square::at(file, rank).plain_name()));
        }
    }
    if words.is_empty() {
        words.push("-".to_owned());
    }
    words.join(" ")
}
