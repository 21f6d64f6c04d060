//! The pieces of a new variant by name, from the header of `fmax.ini`, or in Betza notation.

use anyhow::{Context, bail};

use super::catalogue::{Catalogue, Entry, key};
use super::draft::{Draft, Piece, in_betza};
use crate::types::MAX_SIDE;
use crate::variant::betza;
use crate::variant::rules::{forms, values};

/// The place of a piece of the variant, which is added if needed. It is named by its name in the variant or in
/// `fmax.ini`, by one of `own`, by its letter in the variant, or as in [`custom`].
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
        return place_of_own(draft, own, piece);
    }
    let mut pieces = draft.pieces.iter();
    let has_letter =
        |piece: &Piece| word.eq_ignore_ascii_case(piece.letter.encode_utf8(&mut [0; 4]));
    if let Some(place) = pieces.position(has_letter) {
        return Ok(place);
    }
    if word.contains('=') {
        return place_of_own(draft, own, &own_piece(catalogue, word)?);
    }
    let known = catalogue.piece(word);
    let entry =
        known.with_context(|| format!("there is no piece {word}: {}", catalogue.hint(word)))?;
    let piece = from_entry(entry);
    match named(draft, &piece.name) {
        Some(place) => Ok(place),
        None => add(draft, own, piece),
    }
}

/// The place of a piece that the user describes, which is added if needed. Letters that `own` pieces ask for are
/// reserved.
pub fn place_of_own(draft: &mut Draft, own: &[Piece], piece: &Piece) -> anyhow::Result<usize> {
    let Some(place) = named(draft, &piece.name) else {
        return add(draft, own, piece.clone());
    };
    let known = &draft.pieces[place];
    let same_value = piece.value == "?" || piece.value == known.value;
    let same_letter = !piece.chosen || piece.letter.eq_ignore_ascii_case(&known.letter);
    let same = known.moves == piece.moves && known.royal == piece.royal;
    if !same || !same_value || !same_letter {
        let Piece { name, moves, .. } = known;
        bail!(
            "there is another piece {name} in the game already, which moves {moves}: use another name"
        );
    }
    Ok(place)
}

/// Rule lines whose values are not letters of pieces.
const WITHOUT_PIECES: [&str; 4] = ["Name", "Alias", "Elsewhere", "Start"];

/// A rule line with letters for the names of pieces. Pieces that the variant does not have are added.
pub fn with_letters(
    draft: &mut Draft,
    catalogue: &Catalogue,
    own: &[Piece],
    line: &str,
) -> anyhow::Result<String> {
    let Some((rule, mut rest)) = line.split_once(':') else {
        return Ok(line.to_owned());
    };
    if WITHOUT_PIECES
        .iter()
        .any(|word| rule.trim().eq_ignore_ascii_case(word))
    {
        return Ok(line.to_owned());
    }
    let mut text = format!("{rule}:");
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
        let (between, words) = rest.split_at(start);
        let end = words.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let (word, after) = words.split_at(end.unwrap_or(words.len()));
        rest = after;
        let name = key(word);
        // such as rook=R in a line Counting
        let keyword = after.starts_with('=') && is_keyword(rule, &name);
        let known = named(draft, &name).is_some()
            || own.iter().any(|piece| piece.name == name)
            || catalogue.piece(word).is_some();
        text += between;
        if name == "pawn" {
            text.push('P');
        } else if name.len() > 1 && known && !keyword {
            let place = place_of(draft, catalogue, own, word)?;
            text.push(draft.pieces[place].letter.to_ascii_uppercase());
        } else {
            text += word;
        }
    }
    Ok(text + rest)
}

/// True for a word that stands before an `=` in lines of a rule.
fn is_keyword(rule: &str, word: &str) -> bool {
    let mut forms = forms().filter(|form| values::word(form).eq_ignore_ascii_case(rule.trim()));
    forms.any(|form| form.contains(&format!(" {word}=")))
}

/// The place of the piece of a name; some have none.
fn named(draft: &Draft, name: &str) -> Option<usize> {
    let mut pieces = draft.pieces.iter();
    pieces.position(|piece| !name.is_empty() && piece.name == name)
}

/// Adds a piece under a letter that is free, or the one that is asked for.
fn add(draft: &mut Draft, own: &[Piece], mut piece: Piece) -> anyhow::Result<usize> {
    let others = own
        .iter()
        .filter(|other| other.name != piece.name && other.chosen);
    let taken: Vec<char> = (draft.pieces.iter().chain(others))
        .map(|other| other.letter)
        .chain(['p'])
        .collect();
    let taken = |c: char| taken.iter().any(|letter| letter.eq_ignore_ascii_case(&c));
    if !piece.chosen {
        piece.letter = free_letter(&piece, taken)
            .with_context(|| format!("there is no letter left for {}", piece.name))?;
    } else if taken(piece.letter) {
        bail!(
            "{}: another piece has the letter {}",
            piece.name,
            piece.letter
        );
    }
    draft.pieces.push(piece);
    Ok(draft.pieces.len() - 1)
}

fn from_entry(entry: &Entry) -> Piece {
    let moves = entry.moves.first().cloned().unwrap_or_default();
    Piece {
        name: entry.name().to_owned(),
        letter: entry.letter,
        chosen: false,
        value: entry.value.clone(),
        moves: in_betza(&moves).unwrap_or(moves),
        royal: entry.value == "-1",
    }
}

/// A piece as in [`custom`] whose name `fmax.ini` does not have.
pub fn own_piece(catalogue: &Catalogue, text: &str) -> anyhow::Result<Piece> {
    let Custom {
        name,
        letter,
        chosen,
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
        chosen,
        value,
        moves,
    })
}

/// A piece that the user describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Custom {
    /// Its name, in small letters.
    pub name: String,
    /// The letter that is asked for, or else the first one of the name.
    pub letter: char,
    /// The letter is asked for.
    pub chosen: bool,
    /// Its moves in Betza notation.
    pub moves: String,
    /// Its value, `?` or `royal`.
    pub value: String,
}

/// A piece `name=Betza`, perhaps with `letter:` before the moves and `:value` or `:royal` behind them.
pub fn custom(text: &str) -> anyhow::Result<Custom> {
    let (name, rest) = text
        .split_once('=')
        .with_context(|| format!("{text} is no piece: write NAME=BETZA, as in phoenix=WA"))?;
    let (letter, rest) = match rest.split_once(':') {
        Some((letter, rest)) if letter.len() == 1 && !is_value(rest) => (letter, rest),
        _ => ("", rest),
    };
    let letter = letter.chars().next();
    if let Some(letter) = letter.filter(|letter| !letter.is_ascii_alphabetic()) {
        bail!("{letter} is no letter for a piece: write NAME=LETTER:BETZA, as in phoenix=X:WA");
    }
    let (moves, value) = rest.split_once(':').unwrap_or((rest, "?"));
    let name = key(name);
    if name.is_empty()
        || name.len() > 30
        || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    {
        bail!("`{name}` is no name for a piece: letters, digits and dashes");
    }
    let royal = value.eq_ignore_ascii_case("royal");
    if !is_value(value) {
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
        letter: letter.unwrap_or(first.to_ascii_uppercase()),
        chosen: letter.is_some(),
        value: if royal { "royal" } else { value }.to_owned(),
        moves: moves.to_owned(),
        name,
    })
}

/// True for a value of a piece, `?` and `royal`.
fn is_value(text: &str) -> bool {
    let worth = text
        .parse()
        .is_ok_and(|value: u32| (1..=10_000).contains(&value));
    worth || text == "?" || text.eq_ignore_ascii_case("royal")
}

/// A letter that is not taken: the suggested one, one of the name, or any.
fn free_letter(piece: &Piece, taken: impl Fn(char) -> bool) -> Option<char> {
    let named = piece.name.chars().filter(char::is_ascii_alphabetic);
    let mut letters = std::iter::once(piece.letter).chain(named).chain('a'..='z');
    let free = letters.find(|&letter| !taken(letter))?;
    Some(if piece.letter.is_ascii_uppercase() {
        free.to_ascii_uppercase()
    } else {
        free.to_ascii_lowercase()
    })
}
