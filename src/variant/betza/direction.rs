//! Directions and their letters.
//!
//! Direction 0 is straight ahead and the others follow clockwise, so odd directions are diagonals. For oblique leaps
//! direction 0 is the leap to the right of straight ahead (a knight's `(1, 2)`), and the others again follow clockwise.
//! The meaning of letters depends on the kind of move; some letters combine with the next letter, and some sets have
//! surprising spellings.

use std::collections::{HashSet, VecDeque};
use std::sync::OnceLock;

use crate::types::Step;

/// A set of directions, one bit each.
pub type DirSet = u8;

/// All eight directions.
pub const ALL: DirSet = 0xFF;
/// Straight ahead, right, back, left.
pub const ORTHOGONAL: DirSet = 0x55;
/// The diagonals.
pub const DIAGONAL: DirSet = 0xAA;
/// Straight ahead and back.
pub const VERTICAL: DirSet = 0x11;
/// Right and left.
pub const HORIZONTAL: DirSet = 0x44;

/// The letters of directions.
pub(super) const LETTERS: &[u8] = b"fblrsvh";
/// Most letters that a set of directions needs.
const LONGEST: usize = 8;

/// The kind of directions of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Four straight directions (W, D, R).
    Orthogonal,
    /// Four diagonal directions (F, A, B).
    Diagonal,
    /// Eight oblique directions (N, C, Z).
    Oblique,
    /// The eight directions of king and queen, and of all legs except the first.
    Compass,
}

impl Class {
    /// All classes in the order of their numbers.
    const EACH: [Class; 4] = [
        Class::Orthogonal,
        Class::Diagonal,
        Class::Oblique,
        Class::Compass,
    ];

    /// All directions of the class.
    pub fn all(self) -> DirSet {
        match self {
            Class::Orthogonal => ORTHOGONAL,
            Class::Diagonal => DIAGONAL,
            Class::Oblique | Class::Compass => ALL,
        }
    }
}

/// The step of a direction, by `long` squares along its longer side and `short` along the other side. For a straight
/// step `short` is 0, for a diagonal step it equals `long`.
pub fn step(direction: usize, short: i8, long: i8) -> Step {
    let (files, ranks) = [
        (short, long),
        (long, short),
        (long, -short),
        (short, -long),
        (-short, -long),
        (-long, -short),
        (-long, short),
        (-short, long),
    ][direction];
    Step::new(files, ranks)
}

/// The one-square step of a direction of the compass.
pub fn compass_step(direction: usize) -> Step {
    step(direction, i8::from(direction % 2 == 1), 1)
}

/// The direction of a leap, and its length along the shorter and the longer side. For straight and diagonal leaps the
/// direction is that of the compass.
pub fn direction_of(leap: Step) -> (usize, i8, i8) {
    let (a, b) = (leap.files.abs(), leap.ranks.abs());
    let (short, long) = (a.min(b), a.max(b));
    let parity = match short {
        0 => Some(0),
        _ if short == long => Some(1),
        _ => None,
    };
    let direction = (0..8)
        .find(|d| parity.is_none_or(|odd| d % 2 == odd) && step(*d, short, long) == leap)
        .unwrap_or(0);
    (direction, short, long)
}

/// The directions on the side of a letter; `mostly`: only directions that go further to that side than across.
fn side(class: Class, letter: u8, mostly: bool) -> DirSet {
    let lies = |d: &usize| {
        let Step { files, ranks } = match class {
            Class::Oblique => step(*d, 1, 2),
            _ => compass_step(*d),
        };
        let there = match letter {
            b'f' => ranks > 0,
            b'b' => ranks < 0,
            b'l' => files < 0,
            b'r' => files > 0,
            b'v' => ranks != 0,
            b's' => files != 0,
            _ => true,
        };
        let dominant = match letter {
            b'f' | b'b' | b'v' => ranks.abs() > files.abs(),
            b'l' | b'r' | b's' => files.abs() > ranks.abs(),
            _ => true,
        };
        there && (dominant || !mostly)
    };
    (0..8).filter(lies).fold(0, |set, d| set | 1 << d)
}

/// All directions on the side of a letter; for `v` and `s` only in turns of 45 degrees.
fn wide(class: Class, letter: u8) -> DirSet {
    match letter {
        b'v' | b's' if class != Class::Compass => 0,
        _ => side(class, letter, false),
    }
}

/// The directions closest to the side of a letter.
fn narrow(class: Class, letter: u8) -> DirSet {
    side(class, letter, true)
}

fn perpendicular(a: u8, b: u8) -> bool {
    let vertical = |letter: u8| b"fbv".contains(&letter);
    let sideways = |letter: u8| b"lrs".contains(&letter);
    vertical(a) && sideways(b) || sideways(a) && vertical(b)
}

/// Reads the direction letters at the start of a text. Returns the directions and the number of letters; if there are 0
/// letters, the text chooses no directions.
pub fn read(class: Class, text: &[u8]) -> (DirSet, usize) {
    if class == Class::Oblique && text.first() == Some(&b'h') {
        return match text.get(1) {
            Some(b'r') => (ORTHOGONAL, 2),
            Some(b'l') => (DIAGONAL, 2),
            _ => (0, 0),
        };
    }
    let (mut set, mut at) = (0, 0);
    while let Some(&letter) = text.get(at).filter(|letter| LETTERS.contains(letter)) {
        let next = text.get(at + 1).copied().unwrap_or(b' ');
        let crossed = perpendicular(letter, next);
        let corner = crossed && b"fblr".contains(&letter);
        let (directions, read) = match class {
            Class::Orthogonal if letter == b'h' => break,
            Class::Diagonal if crossed => (wide(class, letter) & wide(class, next), 2),
            Class::Diagonal => (wide(class, letter), 1),
            Class::Oblique if next == b'h' => (wide(class, letter), 2),
            Class::Oblique if next == letter || corner => {
                (wide(class, letter) & narrow(class, next), 2)
            }
            Class::Compass if next == letter => (narrow(class, letter), 2),
            Class::Compass if corner => (wide(class, letter) & wide(class, next), 2),
            _ => (narrow(class, letter), 1),
        };
        set |= directions & class.all();
        at += read;
    }
    (set, at)
}

type Spellings = [Option<String>; 256];

/// The shortest letters that select a set of directions; `None` for the empty set.
pub fn spell(class: Class, set: DirSet) -> Option<&'static str> {
    static TABLES: OnceLock<[Spellings; 4]> = OnceLock::new();
    let tables = TABLES.get_or_init(|| Class::EACH.map(spellings));
    tables[class as usize][usize::from(set)].as_deref()
}

/// Finds the spellings by breadth-first search. Of the letters so far only the last one matters, which may combine with
/// the next letter.
fn spellings(class: Class) -> Spellings {
    let mut found: Spellings = std::array::from_fn(|_| None);
    let mut seen = HashSet::new();
    // an oblique `h` needs a side
    let mut queue = VecDeque::from(["", "h"].map(str::to_owned));
    while let Some(text) = queue.pop_front() {
        for letter in LETTERS {
            let longer = format!("{text}{}", char::from(*letter));
            let (set, count) = read(class, longer.as_bytes());
            if count != longer.len() {
                continue;
            }
            let slot = &mut found[usize::from(set)];
            if slot.is_none() && set != 0 {
                *slot = Some(longer.clone());
            }
            // the last letter is still open if a further letter can change what it selects
            let open = LETTERS.iter().any(|next| {
                let further = [longer.as_bytes(), &[*next]].concat();
                read(class, &further).0 & set != set
            });
            let state = if open {
                (read(class, text.as_bytes()).0, Some(*letter))
            } else {
                (set, None)
            };
            if longer.len() < LONGEST && seen.insert(state) {
                queue.push_back(longer);
            }
        }
    }
    found
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_a_spelling_that_reads_back() {
        for class in [
            Class::Orthogonal,
            Class::Diagonal,
            Class::Oblique,
            Class::Compass,
        ] {
            for set in 1..=255u8 {
                if set & !class.all() != 0 {
                    continue;
                }
                let text = spell(class, set).unwrap_or_else(|| panic!("{class:?} {set:08b}"));
                assert_eq!(
                    read(class, text.as_bytes()),
                    (set, text.len()),
                    "{class:?} {text}"
                );
            }
        }
    }

    #[test]
    fn directions_are_spelt_as_is_customary() {
        for (class, set, text) in [
            (Class::Orthogonal, 0x01, "f"),
            (Class::Orthogonal, 0x45, "fs"),
            (Class::Orthogonal, 0x11, "v"),
            (Class::Diagonal, 0x82, "f"),
            (Class::Diagonal, 0x02, "fr"),
            (Class::Oblique, 0x81, "f"),
            (Class::Oblique, 0xC3, "fh"),
            (Class::Oblique, 0x01, "rf"),
            (Class::Compass, 0x01, "f"),
            (Class::Compass, 0x82, "fs"),
            (Class::Compass, 0x28, "bs"),
            (Class::Compass, 0x44, "s"),
            (Class::Compass, 0xFF, "h"),
        ] {
            let spelled = spell(class, set).unwrap();
            assert_eq!(read(class, text.as_bytes()).0, set, "{text}");
            assert!(spelled.len() <= text.len(), "{spelled} for {text}");
        }
    }

    #[test]
    fn directions_of_steps() {
        for d in 0..8 {
            assert_eq!(direction_of(compass_step(d)).0, d);
        }
        assert_eq!(direction_of(Step::new(1, 2)), (0, 1, 2));
        assert_eq!(direction_of(Step::new(2, 1)), (1, 1, 2));
        assert_eq!(direction_of(Step::new(-3, 1)), (6, 1, 3));
        assert_eq!(direction_of(Step::new(0, -3)), (4, 0, 3));
        assert_eq!(direction_of(Step::new(-2, 2)), (7, 2, 2));
    }
}
