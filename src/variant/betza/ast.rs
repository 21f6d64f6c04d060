//! Betza notation as a tree, and its grammar: the dialect of XBoard's `piece` command.
//!
//! ```text
//! notation   = term , { term } ;
//! term       = [ "i" | "ii" ] , leg , { "a" , [ "i" ] , leg } , atom , [ range ] ;
//! leg        = [ directions ] , modes ;
//! directions = side , { side } | "hr" | "hl" ;      (* see below *)
//! side       = "f" | "b" | "l" | "r" | "v" | "s" | "h" ;
//! modes      = ["m"] ["c"] ["d"] ["e"] ["t"] ["p"] ["g"] ["o"] ["y"] ["n"] { "j" } ;
//! atom       = "W" | "F" | "K" | "R" | "B" | "Q"    (* steps and slides *)
//!            | "D" | "N" | "A" | "H" | "C" | "Z" | "G"   (* leaps *)
//!            | "J" | "L"                            (* other names of Z and C *)
//!            | "O" ;                                (* castling *)
//! range      = digit , [ digit ] ;                  (* 0: no limit; no 0 before another digit *)
//! ```
//!
//! - The letters before an atom or `a` may be in any order (`parse` beside this file). Written texts have XBoard's order,
//!   which is the order above.
//! - `i` before a term means a piece that has not moved, `ii` a pawn one rank beyond its start; after an `a` it makes a
//!   leg as long as the ride before it.
//! - Directions are `f`orward, `b`ack, `l`eft, `r`ight, `v`ertical, `s`ideways; `h` means all of them. Directions of the
//!   first leg are as the owner sees them, directions of other legs are relative to the leg before, with `f` straight on.
//!   Two letters that make a corner (`fr`) are one diagonal direction. On leaps such as the knight's the first of the two
//!   letters gives the longer side (`fr`: more ahead than to the right), and `fh` is all leaps that go ahead. On kings
//!   and turns a doubled letter is the straight direction only. A first leg without directions has all directions. Any
//!   other leg without directions does not go back, and with an atom of four directions it does not go halfway between
//!   two of them.
//! - [`Modes`] describes the modes.
//! - The atom and its range apply to all legs, except that after a leg with `g` or `y` leaps and slides are exchanged (W
//!   and R, F and B, K and Q).
//!
//! The tree has defaults filled in and one spelling for each meaning of a letter, so [`Display`](fmt::Display) writes a
//! canonical text: `parse(text).to_string()` means the same as `text`, and reading it again gives the same tree.

use std::fmt;

use super::direction::{ALL, Class, DirSet, HORIZONTAL, spell};
use super::modes::Modes;
use crate::variant::Condition;

/// A whole text: the piece has the moves of all its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation(pub Vec<Term>);

/// An atom with its prefixes and suffixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// When the piece has the moves of the term: `i` is for [`Condition::Virgin`], `ii` for [`Condition::BeyondStart`].
    pub when: Condition,
    /// The legs, at least one.
    pub legs: Vec<TermLeg>,
    /// The kind of step of all legs.
    pub atom: Atom,
    /// Number of repetitions; for castling the number of files that the king moves.
    pub range: Range,
}

/// One straight part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermLeg {
    /// Directions, at least one. Directions of the first leg are as the owner sees them, those of other legs relative
    /// to the leg before.
    pub directions: DirSet,
    /// The modes.
    pub modes: Modes,
    /// The leg is as long as the ride before it.
    pub same_length: bool,
}

/// The length and kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// To an adjacent square.
    Step(Class),
    /// To adjacent squares as long as they are empty.
    Slide(Class),
    /// A leap, given by its number of squares along the shorter and the longer side.
    Leap(i8, i8),
    /// Castling with a piece at the edge; each `j` stands for a square between that piece and the edge.
    Castling,
}

/// The number of repetitions of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// At most this number, at least one.
    UpTo(u8),
    /// Without limit.
    Unlimited,
}

/// The letters of the atoms.
const ATOMS: [(char, Atom); 14] = [
    ('W', Atom::Step(Class::Orthogonal)),
    ('F', Atom::Step(Class::Diagonal)),
    ('K', Atom::Step(Class::Compass)),
    ('R', Atom::Slide(Class::Orthogonal)),
    ('B', Atom::Slide(Class::Diagonal)),
    ('Q', Atom::Slide(Class::Compass)),
    ('D', Atom::Leap(0, 2)),
    ('N', Atom::Leap(1, 2)),
    ('A', Atom::Leap(2, 2)),
    ('H', Atom::Leap(0, 3)),
    ('C', Atom::Leap(1, 3)),
    ('Z', Atom::Leap(2, 3)),
    ('G', Atom::Leap(3, 3)),
    ('O', Atom::Castling),
];
/// Default directions of a leg on the way, for atoms of four directions and of eight.
const ONWARD: [DirSet; 2] = [0x45, 0xEF];

impl Atom {
    /// The atom of a letter, which XBoard may read as another atom.
    pub(super) fn of(letter: u8) -> Option<Atom> {
        let letter = char::from(canonical(letter));
        let known = ATOMS.iter().find(|(known, _)| *known == letter);
        known.map(|(_, atom)| *atom)
    }

    /// The letter of the atom; `None` for longer leaps.
    pub fn letter(self) -> Option<char> {
        let known = ATOMS.iter().find(|(_, known)| *known == self);
        known.map(|(letter, _)| *letter)
    }

    /// The set from which a first leg chooses its directions.
    pub fn class(self) -> Class {
        match self {
            Atom::Step(class) | Atom::Slide(class) => class,
            Atom::Leap(0, _) | Atom::Castling => Class::Orthogonal,
            Atom::Leap(a, b) if a == b => Class::Diagonal,
            Atom::Leap(..) => Class::Oblique,
        }
    }

    /// The length of the atom's step along the shorter and the longer side, in its straight directions.
    pub fn sides(self) -> (i8, i8) {
        match self {
            Atom::Leap(short, long) => (short, long),
            _ => (0, 1),
        }
    }

    /// The range without a number.
    pub fn range(self) -> Range {
        match self {
            Atom::Slide(_) | Atom::Castling => Range::Unlimited,
            Atom::Step(_) | Atom::Leap(..) => Range::UpTo(1),
        }
    }

    /// Exchanges steps and slides. Other leapers become riders by their range.
    #[must_use]
    pub fn toggled(self) -> Atom {
        match self {
            Atom::Step(class) => Atom::Slide(class),
            Atom::Slide(class) => Atom::Step(class),
            other => other,
        }
    }

    /// The default directions of a leg.
    pub(super) fn default_directions(self, first: bool) -> DirSet {
        match self.class() {
            _ if self == Atom::Castling => HORIZONTAL,
            class if first => class.all(),
            class => ONWARD[usize::from(class.all() == ALL)],
        }
    }
}

/// The letter that stands for the same atom.
pub(super) fn canonical(letter: u8) -> u8 {
    match letter {
        b'J' => b'Z',
        b'L' => b'C',
        other => other,
    }
}

impl Term {
    /// A term with a single leg.
    pub fn single(
        when: Condition,
        atom: Atom,
        range: Range,
        directions: DirSet,
        modes: Modes,
    ) -> Term {
        Term {
            when,
            legs: vec![TermLeg::new(directions, modes)],
            atom,
            range,
        }
    }
}

impl TermLeg {
    /// A leg of any length.
    pub fn new(directions: DirSet, modes: Modes) -> TermLeg {
        TermLeg {
            directions,
            modes,
            same_length: false,
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|term| term.fmt(f))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.when {
            Condition::Always => "",
            Condition::Virgin => "i",
            Condition::BeyondStart => "ii",
        })?;
        for (index, leg) in self.legs.iter().enumerate() {
            let (class, silent) = match (index, self.atom) {
                (0, Atom::Castling) => (Class::Orthogonal, 0),
                (0, atom) => (atom.class(), atom.class().all()),
                (_, atom) => (Class::Compass, atom.default_directions(false)),
            };
            if index > 0 {
                f.write_str(if leg.same_length { "ai" } else { "a" })?;
            }
            if leg.directions != silent {
                f.write_str(spell(class, leg.directions).unwrap_or_default())?;
            }
            leg.modes.fmt(f)?;
        }
        match (self.atom.letter(), self.atom.sides()) {
            (Some(letter), _) => write!(f, "{letter}")?,
            // this form is for people only
            (None, (short, long)) => write!(f, "({short},{long})")?,
        }
        match self.range {
            range if range == self.atom.range() => Ok(()),
            Range::UpTo(n) => write!(f, "{n}"),
            Range::Unlimited => f.write_str("0"),
        }
    }
}
