//! From Betza notation to moves: the dialect of XBoard's `piece` command, read as XBoard reads it.
//!
//! A text is a list of terms, each an atom with prefixes and perhaps a number. This module takes
//! the letters apart and complains about what does not fit; `path` works out the moves of a term.
//! The text is written for white. Black's pieces move like that as seen by their owner, on a board
//! turned round: [`turned`].

mod check;
mod last;
mod path;
mod problem;
mod stride;

use super::direction::{self, Class, DirSet};
use crate::types::Step;
use crate::variant::{MoveDescriptor, MoveShape};

pub use problem::{BetzaError, Doubt, Problem};

/// What the meaning of a text depends on besides its letters.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The piece is a pawn: it captures en passant, and its first moves can be answered so.
    pub pawn: bool,
    /// The longer side of the board: no ride has more steps.
    pub side: u8,
}

/// What a text means.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The moves, for white.
    pub moves: Vec<MoveDescriptor>,
    /// What is odd about the text, with the number of the character.
    pub doubts: Vec<(usize, Doubt)>,
    /// Some capture is also one en passant; some capture is not.
    pub en_passant: [bool; 2],
}

/// The letters of modes in the order in which they have to stand.
const MODES: &[u8] = b"mcdetpgoynj";
/// More squares than any board has to be skipped.
const MOST_JUMPS: u8 = 20;
/// The largest number of moves that one text may come to: every path through a chain is one.
const MOST_MOVES: usize = 1000;
/// XBoard copies no more of the legs behind an `a`, the atom with its number included.
const LONGEST_CHAIN: usize = 79;

/// What is written in front of an atom, up to an `a` or to the atom.
#[derive(Clone, Debug)]
struct LegText {
    /// Where it begins.
    at: usize,
    /// The directions that are written; `None` without any.
    directions: Option<DirSet>,
    modes: Modes,
    /// As long as the ride before it.
    same_length: bool,
}

/// The letters of modes of a leg.
#[derive(Clone, Copy, Debug, Default)]
struct Modes {
    letters: u16,
    /// How many times `j`.
    jumps: u8,
}

impl Modes {
    fn has(self, letter: u8) -> bool {
        let index = MODES.iter().position(|&known| known == letter);
        index.is_some_and(|index| self.letters >> index & 1 != 0)
    }

    fn add(&mut self, index: usize) {
        self.letters |= 1 << index;
    }
}

/// Of which pieces a first move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    Virgin,
    Beyond,
}

/// One atom with its prefixes and its number.
#[derive(Clone, Debug)]
struct TermText {
    at: usize,
    when: When,
    legs: Vec<LegText>,
    atom: u8,
    atom_at: usize,
    /// The number behind the atom; 0 for no limit.
    range: Option<u8>,
}

/// Reads a text.
///
/// # Errors
/// If it breaks the grammar, names no move, or says what this program has no rules for. The error
/// tells which character is to blame.
pub fn read(text: &str, context: Context) -> Result<Reading, BetzaError> {
    if let Some((at, letter)) = text.char_indices().find(|(_, c)| !c.is_ascii()) {
        return Err(Problem::Unknown(letter).at(at));
    }
    let mut reading = Reading::default();
    let mut at = 0;
    while at < text.len() {
        let (term, end) = term(text.as_bytes(), at, &mut reading.doubts)?;
        if !path::collect(text.as_bytes(), &term, context, &mut reading)? {
            return Err(Problem::NoMove.at(term.at));
        }
        if reading.moves.len() > MOST_MOVES {
            return Err(Problem::TooMany(MOST_MOVES).at(term.at));
        }
        at = end;
    }
    if reading.moves.is_empty() {
        return Err(Problem::NoAtom.at(0));
    }
    if context.pawn {
        drop_plain_first_steps(&mut reading.moves);
    }
    Ok(reading)
}

/// The same moves for the other colour, which sees the board from the other side.
pub fn turned(moves: &[MoveDescriptor]) -> Vec<MoveDescriptor> {
    let turn = |step: &mut Step| *step = Step::new(-step.files, -step.ranks);
    let mut moves = moves.to_vec();
    for m in &mut moves {
        match &mut m.shape {
            MoveShape::Path { legs, .. } => legs.iter_mut().for_each(|leg| turn(&mut leg.step)),
            MoveShape::MultiPath { twice, once, .. } => {
                turn(twice);
                turn(once);
            }
            // to the left of black's king is where white's right is
            MoveShape::Castling { files, .. } => *files = -*files,
        }
    }
    moves
}

/// True if a word can be meant as Betza notation: not just any word of a comment.
pub fn is_likely(word: &str) -> bool {
    let letters = word.bytes().all(|c| c.is_ascii_alphanumeric());
    let atoms = word.bytes().filter(u8::is_ascii_uppercase).count();
    let starts = word.starts_with(|c: char| c.is_ascii_alphabetic());
    // `Knight` and `Bishop` begin with the letter of an atom too
    let capitalised = atoms == 1
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.ends_with(|c: char| c.is_ascii_lowercase());
    starts && letters && atoms > 0 && !capitalised
}

/// A first step is nothing special if the pawn can make it at any time.
fn drop_plain_first_steps(moves: &mut Vec<MoveDescriptor>) {
    let always: Vec<MoveShape> = (moves.iter())
        .filter(|m| m.condition == crate::variant::Condition::Always && !m.cylinder)
        .map(|m| m.shape.clone())
        .collect();
    moves.retain(|m| {
        let plain = m.condition == crate::variant::Condition::Virgin && !m.en_passant;
        !(plain && !m.cylinder && always.contains(&m.shape))
    });
}

/// Reads the term that begins at `at`; returns where the next one begins.
fn term(
    text: &[u8],
    at: usize,
    doubts: &mut Vec<(usize, Doubt)>,
) -> Result<(TermText, usize), BetzaError> {
    let lower = |from: usize| {
        let rest = text[from..].iter();
        from + rest.take_while(|c| c.is_ascii_lowercase()).count()
    };
    let atom_at = lower(at);
    let Some(&letter) = text.get(atom_at) else {
        return Err(Problem::NoAtom.at(atom_at - 1));
    };
    if !letter.is_ascii_uppercase() {
        let problem = match letter {
            b'0'..=b'9' => Problem::StrayNumber,
            _ => Problem::Unknown(char::from(letter)),
        };
        return Err(problem.at(atom_at));
    }
    let atom = match letter {
        b'J' => b'Z',
        b'L' => b'C',
        known if b"WFDNAHCZGKRBQO".contains(&known) => known,
        _ => return Err(Problem::UnknownAtom(char::from(letter)).at(atom_at)),
    };
    if atom != letter {
        doubts.push((
            atom_at,
            Doubt::Swapped(char::from(letter), char::from(atom)),
        ));
    }
    let first = text[at..atom_at].iter().take_while(|c| **c == b'i').count();
    let when = match first {
        0 => When::Always,
        1 => When::Virgin,
        2 => When::Beyond,
        _ => return Err(Problem::Misplaced('i').at(at + 2)),
    };
    let legs = legs(text, at + first, atom_at, atom)?;
    let digits = text[atom_at + 1..]
        .iter()
        .take_while(|c| c.is_ascii_digit())
        .count();
    let end = atom_at + 1 + digits;
    let number = std::str::from_utf8(&text[atom_at + 1..end]).unwrap_or_default();
    if digits > 2 || digits == 2 && number.starts_with('0') {
        return Err(Problem::Range.at(atom_at + 1));
    }
    let chain = text[at..atom_at].iter().position(|c| *c == b'a');
    if chain.is_some_and(|a| end - (at + a + 1) > LONGEST_CHAIN) {
        doubts.push((at, Doubt::LongChain));
    }
    let term = TermText {
        at,
        when,
        legs,
        atom,
        atom_at,
        range: number.parse().ok(),
    };
    Ok((term, end))
}

/// The class of the directions of an atom's first leg.
fn class(atom: u8) -> Class {
    match atom {
        b'W' | b'R' | b'D' | b'H' | b'O' => Class::Straight,
        b'F' | b'B' | b'A' | b'G' => Class::Diagonal,
        b'K' | b'Q' => Class::Compass,
        _ => Class::Oblique,
    }
}

/// Reads all prefixes between `at` and the atom.
fn legs(text: &[u8], mut at: usize, end: usize, atom: u8) -> Result<Vec<LegText>, BetzaError> {
    let mut legs = Vec::new();
    loop {
        let mut leg = LegText {
            at,
            directions: None,
            modes: Modes::default(),
            same_length: false,
        };
        if !legs.is_empty() && text[at] == b'i' {
            leg.same_length = true;
            at += 1;
        }
        let class = if legs.is_empty() {
            class(atom)
        } else {
            Class::Compass
        };
        let letters = &text[at..end];
        if class == Class::Oblique
            && letters.first() == Some(&b'h')
            && !matches!(letters.get(1), Some(b'l' | b'r'))
        {
            return Err(Problem::HalfOf.at(at));
        }
        let (set, read) = direction::read(class, letters);
        leg.directions = (set != 0).then_some(set);
        at += read;
        for (index, letter) in MODES.iter().enumerate() {
            while at < end && text[at] == *letter {
                if leg.modes.has(*letter) && *letter != b'j' {
                    return Err(Problem::Misplaced(char::from(*letter)).at(at));
                }
                leg.modes.add(index);
                if *letter == b'j' {
                    leg.modes.jumps = (leg.modes.jumps + 1).min(MOST_JUMPS);
                }
                at += 1;
            }
        }
        legs.push(leg);
        match text[at..end].first() {
            None => return Ok(legs),
            Some(b'a') => at += 1,
            Some(&other) if MODES.contains(&other) || b"fblrvshi".contains(&other) => {
                return Err(Problem::Misplaced(char::from(other)).at(at));
            }
            Some(&other) => return Err(Problem::Unknown(char::from(other)).at(at)),
        }
    }
}

#[cfg(test)]
mod tests;
