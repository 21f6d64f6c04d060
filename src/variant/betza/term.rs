//! The terms that a description is made of, and how they are spelled.

use std::fmt;

use super::direction::{Class, DIAGONAL, DirSet, STRAIGHT, spell};

/// What one leg of a move does, apart from its direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modes(u16);

/// The letters of the modes, in the order in which they have to be written.
const MODE_LETTERS: &[u8] = b"mcetpgoynj";

impl Modes {
    /// No letter at all: captures and moves, or on the way: only moves.
    pub const PLAIN: Modes = Modes(0);

    /// The modes with these letters.
    pub fn of(letters: &str) -> Modes {
        let bit = |letter: u8| match MODE_LETTERS.iter().position(|&known| known == letter) {
            Some(index) => 1 << index,
            None => 0,
        };
        Modes(letters.bytes().map(bit).fold(0, |all, bit| all | bit))
    }

    /// True if all these letters are there.
    pub fn has(self, letters: &str) -> bool {
        let asked = Modes::of(letters);
        self.0 & asked.0 == asked.0
    }

    /// These and those.
    #[must_use]
    pub fn and(self, letters: &str) -> Modes {
        Modes(self.0 | Modes::of(letters).0)
    }
}

impl fmt::Display for Modes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let there = |(index, _): &(usize, &u8)| self.0 >> index & 1 != 0;
        for (_, letter) in MODE_LETTERS.iter().enumerate().filter(there) {
            write!(f, "{}", char::from(*letter))?;
        }
        Ok(())
    }
}

/// When a move can be made, in the order of the spelled description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum When {
    /// At any time.
    Always,
    /// By a piece that has not moved.
    Virgin,
    /// By a piece one rank beyond its start.
    Beyond,
}

impl When {
    fn prefix(self) -> &'static str {
        match self {
            When::Always => "",
            When::Virgin => "i",
            When::Beyond => "ii",
        }
    }
}

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// To an adjacent square.
    King,
    /// So far along the shorter and the longer side.
    Leap(i8, i8),
}

impl Atom {
    /// The atom of a leap, if there is one.
    pub fn of(short: i8, long: i8) -> Option<Atom> {
        match (short, long) {
            (0 | 1, 1) => Some(Atom::King),
            (_, 2 | 3) => Some(Atom::Leap(short, long)),
            _ => None,
        }
    }

    fn class(self) -> Class {
        match self {
            Atom::King => Class::Compass,
            Atom::Leap(0, _) => Class::Straight,
            Atom::Leap(a, b) if a == b => Class::Diagonal,
            Atom::Leap(..) => Class::Oblique,
        }
    }

    fn letter(self) -> char {
        match self {
            Atom::King => 'K',
            Atom::Leap(0, 2) => 'D',
            Atom::Leap(1, 2) => 'N',
            Atom::Leap(2, 2) => 'A',
            Atom::Leap(0, _) => 'H',
            Atom::Leap(1, _) => 'C',
            Atom::Leap(2, _) => 'Z',
            Atom::Leap(..) => 'G',
        }
    }
}

/// How often a step may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// At most so often, at least once.
    UpTo(u8),
    /// Without limit.
    Unlimited,
}

/// A part of a description that stands for itself: an atom with all that goes before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// When it applies.
    pub when: When,
    /// The step of all legs.
    pub atom: Atom,
    /// The range of the first leg.
    pub range: Range,
    /// Directions and modes of each leg. Those of the first are seen by the owner of the piece,
    /// those of all others relative to the leg before, with direction 0 straight on.
    pub legs: Vec<(DirSet, Modes)>,
}

impl Term {
    /// A term with a single leg.
    pub fn single(when: When, atom: Atom, range: Range, directions: DirSet, modes: Modes) -> Term {
        Term {
            when,
            atom,
            range,
            legs: vec![(directions, modes)],
        }
    }

    /// Takes another term in if the two differ at most in the directions of one leg, which is that
    /// of this number.
    fn absorb(&mut self, other: &Term, leg: usize) -> bool {
        let same_frame = (self.when, self.atom, self.range, self.legs.len())
            == (other.when, other.atom, other.range, other.legs.len());
        let alike = (self.legs.iter().zip(&other.legs).enumerate())
            .all(|(index, (a, b))| a.1 == b.1 && (index == leg || a.0 == b.0));
        let absorbed = same_frame && alike && leg < self.legs.len();
        if absorbed {
            self.legs[leg].0 |= other.legs[leg].0;
        }
        absorbed
    }

    /// The same for the directions of a single leg split in straight and diagonal ones where that
    /// is shorter.
    fn spell_king(&self) -> String {
        let (set, modes) = self.legs[0];
        let letters = match self.range {
            Range::Unlimited => ['R', 'B', 'Q'],
            Range::UpTo(_) => ['W', 'F', 'K'],
        };
        let text = |class: Class, letter: char, set: DirSet| {
            if set == 0 {
                return String::new();
            }
            self.spell_leg(class, set, modes, true) + &format!("{letter}{}", self.digits())
        };
        let apart = text(Class::Straight, letters[0], set & STRAIGHT)
            + &text(Class::Diagonal, letters[1], set & DIAGONAL);
        let together = text(Class::Compass, letters[2], set);
        let mixed = set & STRAIGHT != 0 && set & DIAGONAL != 0;
        if mixed && together.len() < apart.len() {
            together
        } else {
            apart
        }
    }

    fn spell_leg(&self, class: Class, set: DirSet, modes: Modes, first: bool) -> String {
        let when = if first { self.when.prefix() } else { "" };
        let directions = if first && set == class.all() {
            ""
        } else {
            spell(class, set).unwrap_or("")
        };
        format!("{when}{directions}{modes}")
    }

    fn digits(&self) -> String {
        match (self.range, self.atom) {
            (Range::UpTo(1), _) | (Range::Unlimited, Atom::King) => String::new(),
            (Range::UpTo(n), _) => n.to_string(),
            (Range::Unlimited, _) => "0".to_owned(),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, modes) = self.legs[0];
        if self.legs.len() == 1 && self.atom == Atom::King {
            return f.write_str(&self.spell_king());
        }
        if self.legs.len() == 1 {
            let text = self.spell_leg(self.atom.class(), first, modes, true);
            return write!(f, "{text}{}{}", self.atom.letter(), self.digits());
        }
        let (class, index) = match (first & STRAIGHT, first & DIAGONAL) {
            (_, 0) => (Class::Straight, 0),
            (0, _) => (Class::Diagonal, 1),
            _ => (Class::Compass, 2),
        };
        f.write_str(&self.spell_leg(class, first, modes, true))?;
        for (set, modes) in &self.legs[1..] {
            let text = self.spell_leg(Class::Compass, *set, *modes, false);
            write!(f, "a{text}")?;
        }
        let letters = match self.range {
            Range::Unlimited => "RBQ",
            Range::UpTo(_) => "WFK",
        };
        f.write_str(&letters[index..=index])
    }
}

/// Castling by some number of files to the sides given as seen by the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// How many files.
    pub files: u8,
    /// To the left, to the right.
    pub sides: [bool; 2],
    /// How many squares from the edge the partner stands.
    pub inset: u8,
}

impl fmt::Display for Castling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.sides {
            [true, true] => "s",
            [true, false] => "l",
            _ => "r",
        };
        let skip = "j".repeat(usize::from(self.inset));
        write!(f, "i{side}{skip}O{}", self.files)
    }
}

/// Takes terms together wherever that is possible, first those that differ in where they start.
pub fn merge(terms: &mut Vec<Term>) {
    let longest = terms.iter().map(|term| term.legs.len()).max().unwrap_or(0);
    loop {
        let before = terms.len();
        for leg in 0..longest {
            let mut kept: Vec<Term> = Vec::with_capacity(terms.len());
            for term in terms.drain(..) {
                if !kept.iter_mut().any(|other| other.absorb(&term, leg)) {
                    kept.push(term);
                }
            }
            *terms = kept;
        }
        if terms.len() == before {
            return;
        }
    }
}

/// Straight up and down it makes no difference whether the board is a cylinder; says that it is
/// where a term with other directions is like that.
pub fn align_cylinders(terms: &mut [Term]) {
    let vertical = |term: &Term| {
        let straight = matches!(term.atom, Atom::King | Atom::Leap(0, _));
        straight && term.legs.len() == 1 && term.legs[0].0 & !VERTICAL == 0
    };
    for index in 0..terms.len() {
        let term = &terms[index];
        let modes = term.legs[0].1.and("o");
        let partner = |other: &Term| {
            (other.when, other.atom, other.range) == (term.when, term.atom, term.range)
                && other.legs.len() == 1
                && other.legs[0].1 == modes
        };
        if vertical(term) && terms.iter().any(partner) {
            terms[index].legs[0].1 = modes;
        }
    }
}

/// Ahead and back.
const VERTICAL: DirSet = 0x11;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::betza::direction::ALL;

    #[test]
    fn modes_are_written_in_order() {
        assert_eq!(Modes::of("nocm").to_string(), "mcon");
        assert_eq!(Modes::of("c").and("e").to_string(), "ce");
    }

    #[test]
    fn terms() {
        let term = |atom, range, set, modes| {
            Term::single(When::Always, atom, range, set, Modes::of(modes)).to_string()
        };
        let (one, far) = (Range::UpTo(1), Range::Unlimited);
        assert_eq!(term(Atom::King, one, ALL, ""), "K");
        assert_eq!(term(Atom::King, far, STRAIGHT, "m"), "mR");
        assert_eq!(term(Atom::King, Range::UpTo(4), STRAIGHT, ""), "W4");
        assert_eq!(term(Atom::King, one, 0x01 | DIAGONAL, ""), "fWF");
        assert_eq!(term(Atom::Leap(1, 2), far, ALL, "c"), "cN0");
        let castling = Castling {
            files: 2,
            sides: [true, true],
            inset: 0,
        };
        assert_eq!(castling.to_string(), "isO2");
        let inside = Castling {
            inset: 1,
            ..castling
        };
        assert_eq!(inside.to_string(), "isjO2");
    }

    #[test]
    fn legs_merge_one_at_a_time() {
        let term = |first, second| Term {
            when: When::Always,
            atom: Atom::King,
            range: Range::UpTo(1),
            legs: vec![(first, Modes::PLAIN), (second, Modes::PLAIN)],
        };
        let mut horse: Vec<Term> = [0, 2, 4, 6]
            .into_iter()
            .flat_map(|d| [term(1 << d, 0x02), term(1 << d, 0x80)])
            .collect();
        merge(&mut horse);
        assert_eq!(horse.len(), 1);
        assert_eq!(horse[0].to_string(), "afsW");
    }
}
