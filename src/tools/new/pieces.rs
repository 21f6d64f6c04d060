//! The pieces of a new game as they are named: from the file of games, or in Betza notation.

use anyhow::{Context, bail};

use super::catalogue::{Catalogue, Entry, key};
use super::draft::{Draft, Piece, in_betza};
use crate::types::MAX_SIDE;
use crate::variant::betza;

/// The place of a piece of the game, which is added if it is not there yet. It is named as the game or the
/// file of games does, by one of `own`, by its letter in the game, or as in [`custom`].
///
/// # Errors
/// If there is no such piece, or another one of its name.
pub fn place_of(
    draft: &mut Draft,
    catalogue: &Catalogue,
    own: &[Piece],
    word: &str,
) -> anyhow::Result<usize> {
    let wanted = key(word);
    if let Some(place) = named(draft, &wanted) {
        return Ok(place);
    }
    // a name may be a letter that another piece has
    if let Some(piece) = own.iter().find(|piece| piece.name == wanted) {
        return place_of_own(draft, piece);
    }
    let mut pieces = draft.pieces.iter();
    let has_letter =
        |piece: &Piece| word.eq_ignore_ascii_case(piece.letter.encode_utf8(&mut [0; 4]));
    if let Some(place) = pieces.position(has_letter) {
        return Ok(place);
    }
    if word.contains('=') {
        return place_of_own(draft, &own_piece(catalogue, word)?);
    }
    let known = catalogue.piece(word);
    let entry =
        known.with_context(|| format!("there is no piece {word}: {}", catalogue.hint(word)))?;
    let piece = from_entry(entry);
    match named(draft, &piece.name) {
        Some(place) => Ok(place),
        None => add(draft, piece),
    }
}

/// The place of a piece that somebody has written down, which is added if it is not there yet.
///
/// # Errors
/// If the game has another one of its name.
pub fn place_of_own(draft: &mut Draft, piece: &Piece) -> anyhow::Result<usize> {
    let Some(place) = named(draft, &piece.name) else {
        return add(draft, piece.clone());
    };
    let known = &draft.pieces[place];
    let same_value = piece.value == "?" || piece.value == known.value;
    if known.moves != piece.moves || known.royal != piece.royal || !same_value {
        let Piece { name, moves, .. } = known;
        bail!(
            "there is another piece {name} in the game already, which moves {moves}: use another name"
        );
    }
    Ok(place)
}

/// The place of the piece of a name; some have none.
fn named(draft: &Draft, name: &str) -> Option<usize> {
    let mut pieces = draft.pieces.iter();
    pieces.position(|piece| !name.is_empty() && piece.name == name)
}

/// Adds a piece under a letter that is free.
fn add(draft: &mut Draft, mut piece: Piece) -> anyhow::Result<usize> {
    piece.letter = free_letter(draft, &piece)
        .with_context(|| format!("there is no letter left for {}", piece.name))?;
    draft.pieces.push(piece);
    Ok(draft.pieces.len() - 1)
}

fn from_entry(entry: &Entry) -> Piece {
    let moves = entry.moves.first().cloned().unwrap_or_default();
    Piece {
        name: entry.name().to_owned(),
        letter: entry.letter,
        value: entry.value.clone(),
        moves: in_betza(&moves).unwrap_or(moves),
        royal: entry.value == "-1",
    }
}

/// A piece as in [`custom`] whose name the file of games does not have.
///
/// # Errors
/// What is wrong with it.
pub fn own_piece(catalogue: &Catalogue, text: &str) -> anyhow::Result<Piece> {
    let Custom {
        name,
        letter,
        moves,
        value,
    } = custom(text)?;
    if catalogue.piece(&name).is_some() {
        bail!("{name} is the name of another piece, which fmax knows");
    }
    Ok(Piece {
        royal: value == "royal",
        name,
        letter,
        value,
        moves,
    })
}

/// A piece that somebody writes down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Custom {
    /// Its name, in small letters.
    pub name: String,
    /// The letter that comes first in it.
    pub letter: char,
    /// Its moves in Betza notation.
    pub moves: String,
    /// Its value, `?` or `royal`.
    pub value: String,
}

/// A piece `name=Betza`, perhaps with `:value` or `:royal` behind it.
///
/// # Errors
/// What is wrong with it.
pub fn custom(text: &str) -> anyhow::Result<Custom> {
    let (name, rest) = text
        .split_once('=')
        .with_context(|| format!("{text} is no piece: write NAME=BETZA, as in phoenix=WA"))?;
    let (moves, value) = rest.split_once(':').unwrap_or((rest, "?"));
    let name = key(name);
    if name.is_empty()
        || name.len() > 30
        || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    {
        bail!("`{name}` is no name for a piece: letters, digits and dashes");
    }
    let royal = value.eq_ignore_ascii_case("royal");
    let is_value = |value: &str| {
        value
            .parse::<u32>()
            .is_ok_and(|v| (1..=10_000).contains(&v))
    };
    if !royal && value != "?" && !is_value(value) {
        bail!("{value} is no value: hundredths of a pawn up to 10000, or royal");
    }
    let context = betza::Context {
        pawn: false,
        side: MAX_SIDE,
    };
    if let Err(error) = betza::read(moves, context) {
        let (at, hint) = (error.at + 1, error.kind.hint());
        bail!("{name}: {moves}: character {at}: {error} (hint: {hint})");
    }
    let first = name.chars().find(char::is_ascii_alphabetic).unwrap_or('X');
    Ok(Custom {
        letter: first.to_ascii_uppercase(),
        value: match royal {
            true => "royal".to_owned(),
            false => value.to_owned(),
        },
        moves: moves.to_owned(),
        name,
    })
}

/// A letter that no other piece has: the suggested one, one of the name, or any.
fn free_letter(draft: &Draft, piece: &Piece) -> Option<char> {
    let taken = |c: char| {
        let mut letters = draft.pieces.iter().map(|piece| piece.letter);
        c.eq_ignore_ascii_case(&'p') || letters.any(|letter| letter.eq_ignore_ascii_case(&c))
    };
    let named = piece.name.chars().filter(char::is_ascii_alphabetic);
    let mut letters = std::iter::once(piece.letter).chain(named).chain('a'..='z');
    let free = letters.find(|&letter| !taken(letter))?;
    Some(match piece.letter.is_ascii_uppercase() {
        true => free.to_ascii_uppercase(),
        false => free.to_ascii_lowercase(),
    })
}
