//! Reading the notation: from a text to the tree of [`ast`](super::ast).
//!
//! XBoard requires the letters before an atom in the order `i`, directions, modes. People often write the modes first
//! (`mfWcfF`). No letter is both a direction and a mode, so any order is accepted, and each term also records its text
//! in XBoard's order. Only the order of direction letters matters (`fr` and `rf` are different leaps of a knight): if
//! other letters separate them, the direction letters must mean the same when adjacent.

use std::str::FromStr;

use super::ast::{Atom, Notation, Range, Term, TermLeg, canonical};
use super::direction::{self, Class, DirSet};
use super::error::{BetzaError, BetzaErrorKind};
use super::modes::{MODE_LETTERS, Modes};
use crate::variant::Condition;

impl FromStr for Notation {
    type Err = BetzaError;

    fn from_str(text: &str) -> Result<Notation, BetzaError> {
        let mut terms = Vec::new();
        for located in located(text)? {
            terms.push(located?.term);
        }
        Ok(Notation(terms))
    }
}

/// A term with the places of its parts in the text.
pub(super) struct Located {
    pub(super) term: Term,
    pub(super) at: usize,
    /// The start of each leg's letters.
    pub(super) legs_at: Vec<usize>,
    pub(super) atom_at: usize,
    /// The end of the term, after its last character.
    pub(super) end: usize,
    /// The letters of the term in XBoard's order, with XBoard's letter for the atom.
    pub(super) ordered: String,
}

impl Located {
    /// The length of the term after the first `a`.
    pub(super) fn chain_length(&self) -> usize {
        (self.legs_at.get(1)).map_or(0, |second| self.end - second)
    }
}

/// Reads the terms of a text one by one, up to the first error.
pub(super) fn located(
    text: &str,
) -> Result<impl Iterator<Item = Result<Located, BetzaError>>, BetzaError> {
    if let Some((at, letter)) = text.char_indices().find(|(_, c)| !c.is_ascii()) {
        return Err(BetzaErrorKind::Unknown(letter).at(at));
    }
    if text.is_empty() {
        return Err(BetzaErrorKind::Empty.at(0));
    }
    if is_word(text) {
        return Err(BetzaErrorKind::Word.at(0));
    }
    let (text, mut at) = (text.as_bytes(), 0);
    Ok(std::iter::from_fn(move || {
        let term = (at < text.len()).then(|| term(text, at))?;
        at = term.as_ref().map_or(text.len(), |term| term.end);
        Some(term)
    }))
}

/// True if a text is hardly Betza notation: after a capital, if there is one, it consists of many lower-case letters, or
/// of at least three that do not all have a meaning in the notation, as in `hopper` and `Rook`.
fn is_word(text: &str) -> bool {
    let letters = text.strip_prefix(|c: char| c.is_ascii_uppercase());
    let letters = letters.unwrap_or(text).as_bytes();
    let means =
        |c: &u8| b"ia".contains(c) || direction::LETTERS.contains(c) || MODE_LETTERS.contains(c);
    let least = if letters.iter().all(means) { 5 } else { 3 };
    letters.len() >= least && letters.iter().all(u8::is_ascii_lowercase)
}

/// Number of characters of a kind at the start of a text.
fn count(text: &[u8], kind: impl Fn(&u8) -> bool) -> usize {
    text.iter().take_while(|c| kind(c)).count()
}

/// Reads the term that starts at `at`.
fn term(text: &[u8], at: usize) -> Result<Located, BetzaError> {
    let atom_at = at + count(&text[at..], u8::is_ascii_lowercase);
    let atom = match text.get(atom_at) {
        None => {
            let last = char::from(text[atom_at - 1]);
            return Err(BetzaErrorKind::NoAtom(last).at(atom_at - 1));
        }
        Some(b'0'..=b'9') => return Err(BetzaErrorKind::StrayNumber.at(atom_at)),
        Some(&letter) => Atom::of(letter).ok_or_else(|| {
            let unknown = if letter.is_ascii_uppercase() {
                BetzaErrorKind::UnknownAtom
            } else {
                BetzaErrorKind::Unknown
            };
            unknown(char::from(letter)).at(atom_at)
        })?,
    };
    let end = atom_at + 1 + count(&text[atom_at + 1..], u8::is_ascii_digit);
    let range = match text[atom_at + 1..end] {
        [] => atom.range(),
        [b'0'] => Range::Unlimited,
        [digit] => Range::UpTo(digit - b'0'),
        [tens @ b'1'..=b'9', digit] => Range::UpTo(10 * (tens - b'0') + digit - b'0'),
        _ => return Err(BetzaErrorKind::Range.at(atom_at + 1)),
    };
    let mut legs_at = vec![at];
    legs_at.extend((at..atom_at).filter(|&i| text[i] == b'a').map(|i| i + 1));
    let ends = legs_at.iter().skip(1).map(|next| next - 1).chain([atom_at]);
    let (mut legs, mut ordered, mut when) = (Vec::new(), Vec::new(), Condition::Always);
    for (index, (&from, to)) in legs_at.iter().zip(ends).enumerate() {
        let letters = Letters::sorted(text, from, to, index == 0)?;
        let (leg, text) = letters.leg(atom, index == 0)?;
        if let (0, Some(condition)) = (index, letters.condition()) {
            when = condition;
        }
        legs.push(leg);
        ordered.push(text);
    }
    let letter = char::from(canonical(text[atom_at]));
    let digits = text[atom_at + 1..end].iter().map(|c| char::from(*c));
    let ordered: String = (ordered.join("a").chars())
        .chain([letter])
        .chain(digits)
        .collect();
    Ok(Located {
        term: Term {
            when,
            legs,
            atom,
            range,
        },
        at,
        legs_at,
        atom_at,
        end,
        ordered,
    })
}

/// The letters of one leg, sorted by purpose, with their places in the text.
struct Letters<'a> {
    text: &'a [u8],
    initials: usize,
    directions: Vec<usize>,
    modes: Modes,
}

impl<'a> Letters<'a> {
    /// Sorts the letters of a leg.
    fn sorted(text: &'a [u8], from: usize, to: usize, first: bool) -> Result<Self, BetzaError> {
        let mut letters = Letters {
            text,
            initials: 0,
            directions: Vec::new(),
            modes: Modes::PLAIN,
        };
        for at in from..to {
            let letter = text[at];
            if letter == b'i' {
                letters.initials += 1;
                let apart = letters.initials == 2 && text[at - 1] != b'i';
                if apart || letters.initials > if first { 2 } else { 1 } {
                    return Err(BetzaErrorKind::Twice('i').at(at));
                }
            } else if direction::LETTERS.contains(&letter) {
                letters.directions.push(at);
            } else if MODE_LETTERS.contains(&letter) {
                let name = String::from(char::from(letter));
                if letter != b'j' && letters.modes.has(&name) {
                    return Err(BetzaErrorKind::Twice(char::from(letter)).at(at));
                }
                letters.modes = letters.modes.and(&name);
            } else {
                return Err(BetzaErrorKind::Unknown(char::from(letter)).at(at));
            }
        }
        Ok(letters)
    }

    /// The condition of the term, which is part of its first leg.
    fn condition(&self) -> Option<Condition> {
        match self.initials {
            0 => None,
            1 => Some(Condition::Virgin),
            _ => Some(Condition::BeyondStart),
        }
    }

    /// The leg, and its letters in XBoard's order.
    fn leg(&self, atom: Atom, first: bool) -> Result<(TermLeg, String), BetzaError> {
        let class = if first { atom.class() } else { Class::Compass };
        let letters: Vec<u8> = self.directions.iter().map(|&at| self.text[at]).collect();
        let set = self.directions(class, &letters)?;
        let leg = TermLeg {
            directions: match set {
                0 => atom.default_directions(first),
                set => set,
            },
            modes: self.modes,
            same_length: !first && self.initials > 0,
        };
        let directions: String = letters.into_iter().map(char::from).collect();
        let initials = "i".repeat(self.initials);
        Ok((leg, format!("{initials}{directions}{}", self.modes)))
    }

    /// The directions of adjacent letters.
    fn directions(&self, class: Class, letters: &[u8]) -> Result<DirSet, BetzaError> {
        let (set, read) = direction::read(class, letters);
        if let Some(&at) = self.directions.get(read) {
            return Err(match (class, letters[read]) {
                (Class::Oblique, b'h') if read == 0 => BetzaErrorKind::HalfOf.at(at),
                (_, letter) => BetzaErrorKind::Misplaced(char::from(letter)).at(at),
            });
        }
        // groups of adjacent letters, read separately
        let (mut apart, mut from) = (0, 0);
        for group in self.directions.chunk_by(|a, b| a + 1 == *b) {
            let to = from + group.len();
            apart |= direction::read(class, &letters[from..to]).0;
            from = to;
        }
        let part = self.directions.windows(2).position(|w| w[0] + 1 != w[1]);
        if let (Some(part), true) = (part, apart != set) {
            let [a, b] = [letters[part], letters[part + 1]].map(char::from);
            return Err(BetzaErrorKind::Parted(a, b).at(self.directions[part + 1]));
        }
        Ok(set)
    }
}
