//! The pieces of a new variant: by their names in the header of `fmax.ini`, or in Betza notation.

use anyhow::{Context, bail};

use super::catalogue::{Catalogue, Entry, key};
use super::draft::{Draft, Piece, in_betza};
use crate::types::MAX_SIDE;
use crate::variant::betza;
use crate::variant::rules::{forms, values};

/// Rule lines whose values are not letters of pieces.
const WITHOUT_PIECES: [&str; 4] = ["Name", "Alias", "Elsewhere", "Start"];

/// A variant while it is being made.
pub struct Builder<'a> {
    pub catalogue: &'a Catalogue,
    /// The pieces that the user describes. The letters that they ask for are reserved.
    pub own: Vec<Piece>,
    pub draft: Draft,
}

impl Builder<'_> {
    /// The index of a piece in the variant, to which the piece is added if needed. `word` is the name of a piece in the
    /// variant, of a piece that the user describes or of a piece in `fmax.ini`; a letter in the variant; or a piece as
    /// in [`custom`].
    pub fn place_of(&mut self, word: &str) -> anyhow::Result<usize> {
        let wanted = key(word);
        if let Some(place) = self.named(&wanted) {
            return Ok(place);
        }
        // the name of a piece may be the letter of another piece
        if let Some(piece) = self.own.iter().find(|piece| piece.name == wanted).cloned() {
            return self.place_of_own(&piece);
        }
        let mut pieces = self.draft.pieces.iter();
        let has_letter =
            |piece: &Piece| word.eq_ignore_ascii_case(piece.letter.encode_utf8(&mut [0; 4]));
        if let Some(place) = pieces.position(has_letter) {
            return Ok(place);
        }
        if word.contains('=') {
            return self.place_of_own(&own_piece(self.catalogue, word)?);
        }
        let entry = self.catalogue.piece(word);
        let piece = from_entry(entry.with_context(|| {
            let hint = self.catalogue.hint(word);
            format!("there is no piece {word}: {hint}")
        })?);
        match self.named(&piece.name) {
            Some(place) => Ok(place),
            None => self.add(piece),
        }
    }

    /// The index of a piece that the user describes, which is added to the variant if needed.
    pub fn place_of_own(&mut self, piece: &Piece) -> anyhow::Result<usize> {
        let Some(place) = self.named(&piece.name) else {
            return self.add(piece.clone());
        };
        let known = &self.draft.pieces[place];
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

    /// A rule line in which the names of pieces are replaced by their letters. Pieces that the variant does not have
    /// are added.
    pub fn with_letters(&mut self, line: &str) -> anyhow::Result<String> {
        let Some((rule, mut rest)) = line.split_once(':') else {
            return Ok(line.to_owned());
        };
        let mut others = WITHOUT_PIECES.iter();
        if others.any(|word| rule.trim().eq_ignore_ascii_case(word)) {
            return Ok(line.to_owned());
        }
        let mut text = format!("{rule}:");
        while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
            let (between, words) = rest.split_at(start);
            let end = words.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            let (word, after) = words.split_at(end.unwrap_or(words.len()));
            rest = after;
            let name = key(word);
            // a keyword, such as `rook` in `rook=R` in a line `Counting`
            let keyword = after.starts_with('=') && is_keyword(rule, &name);
            let known = self.named(&name).is_some()
                || self.own.iter().any(|piece| piece.name == name)
                || self.catalogue.piece(word).is_some();
            text += between;
            if name == "pawn" {
                text.push('P');
            } else if name.len() > 1 && known && !keyword {
                let place = self.place_of(word)?;
                text.push(self.draft.pieces[place].letter.to_ascii_uppercase());
            } else {
                text += word;
            }
        }
        Ok(text + rest)
    }

    /// The index of the piece with this name; an empty name means no piece.
    fn named(&self, name: &str) -> Option<usize> {
        let mut pieces = self.draft.pieces.iter();
        pieces.position(|piece| !name.is_empty() && piece.name == name)
    }

    /// Adds a piece, with the letter that the user has chosen for it, or otherwise with a free letter.
    fn add(&mut self, mut piece: Piece) -> anyhow::Result<usize> {
        let is_taken = |c: char| {
            let others = self.own.iter();
            let others = others.filter(|other| other.name != piece.name && other.chosen);
            let mut pieces = self.draft.pieces.iter().chain(others);
            c.eq_ignore_ascii_case(&'p') || pieces.any(|o| o.letter.eq_ignore_ascii_case(&c))
        };
        let Piece { name, letter, .. } = &piece;
        if !piece.chosen {
            let own = name.chars().filter(char::is_ascii_alphabetic);
            let mut letters = std::iter::once(*letter).chain(own).chain('a'..='z');
            let free = letters.find(|&letter| !is_taken(letter));
            let free = free.with_context(|| format!("there is no letter left for {name}"))?;
            piece.letter = if letter.is_ascii_uppercase() {
                free.to_ascii_uppercase()
            } else {
                free.to_ascii_lowercase()
            };
        } else if is_taken(*letter) {
            bail!("{name}: another piece has the letter {letter}");
        }
        self.draft.pieces.push(piece);
        Ok(self.draft.pieces.len() - 1)
    }
}

/// True if a word may stand before an `=` in lines of a rule.
fn is_keyword(rule: &str, word: &str) -> bool {
    let mut forms = forms().filter(|form| values::word(form).eq_ignore_ascii_case(rule.trim()));
    forms.any(|form| form.contains(&format!(" {word}=")))
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

/// Reads a piece written as `name=Betza`, perhaps with `letter:` before the moves and `:value` or `:royal` after them.
pub fn custom(text: &str) -> anyhow::Result<Piece> {
    let (name, rest) = text
        .split_once('=')
        .map(|(name, rest)| (name, rest.trim()))
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
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || name.len() > 30 || !name.chars().all(fits) {
        bail!("`{name}` is no name for a piece: letters, digits and dashes");
    }
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
    Ok(Piece {
        letter: letter.unwrap_or(first.to_ascii_uppercase()),
        chosen: letter.is_some(),
        value: value.to_ascii_lowercase(),
        moves: moves.to_owned(),
        royal: value.eq_ignore_ascii_case("royal"),
        name,
    })
}

/// Reads a piece as [`custom`] does; its name must not be one in `fmax.ini`.
pub fn own_piece(catalogue: &Catalogue, text: &str) -> anyhow::Result<Piece> {
    let piece = custom(text)?;
    if catalogue.piece(&piece.name).is_some() {
        let name = piece.name;
        bail!("{name} is the name of another piece, which fmax knows");
    }
    Ok(piece)
}

/// True if a text can be the value of a piece: a number, `?` or `royal`.
fn is_value(text: &str) -> bool {
    let number = text.parse();
    number.is_ok_and(|value: u32| (1..=10_000).contains(&value))
        || text == "?"
        || text.eq_ignore_ascii_case("royal")
}
