//! Directions: eight of them, and the letters that select some.
//!
//! Direction 0 is straight ahead, the others follow clockwise, so that the odd ones are the
//! diagonals. For oblique leaps direction 0 is the one to the right of straight ahead (a knight's
//! `(1, 2)`), the others again follow clockwise. What a string of letters selects depends on the
//! kind of move; some letters combine with the next one, and some sets need surprising spellings.

use std::collections::VecDeque;
use std::sync::OnceLock;

use crate::types::Step;

/// A set of directions, one bit each.
pub type DirSet = u8;

/// All eight.
pub const ALL: DirSet = 0xFF;
/// Straight ahead, right, back, left.
pub const STRAIGHT: DirSet = 0x55;
/// The diagonals.
pub const DIAGONAL: DirSet = 0xAA;

/// What kind of directions a move has to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Four straight ones (W, D, R).
    Straight,
    /// Four diagonal ones (F, A, B).
    Diagonal,
    /// Eight oblique ones (N, C, Z).
    Oblique,
    /// The eight of king and queen, and of all legs of a move but the first.
    Compass,
}

impl Class {
    /// The directions there are.
    pub fn all(self) -> DirSet {
        match self {
            Class::Straight => STRAIGHT,
            Class::Diagonal => DIAGONAL,
            Class::Oblique | Class::Compass => ALL,
        }
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// The vector of a direction for a move of `long` squares along its longer side and `short` along
/// the other one. For straight moves `short` is 0, for diagonal ones it equals `long`.
fn vector(direction: usize, short: i8, long: i8) -> (i8, i8) {
    [
        (short, long),
        (long, short),
        (long, -short),
        (short, -long),
        (-short, -long),
        (-long, -short),
        (-long, short),
        (-short, long),
    ][direction]
}

/// The direction of a leap, and how long it is along its shorter and its longer side. Of the two
/// directions that a straight or diagonal leap could have it is the one of the compass.
pub fn direction_of(step: Step) -> (usize, i8, i8) {
    let (a, b) = (step.files.abs(), step.ranks.abs());
    let (short, long) = (a.min(b), a.max(b));
    let parity = match short {
        0 => Some(0),
        _ if short == long => Some(1),
        _ => None,
    };
    let fits = |d: &usize| {
        parity.is_none_or(|odd| d % 2 == odd) && vector(*d, short, long) == (step.files, step.ranks)
    };
    let direction = (0..8).find(fits).unwrap_or(0);
    (direction, short, long)
}

/// The step of a direction for a move of `long` squares along its longer side and `short` along the
/// other one.
pub fn step(direction: usize, short: i8, long: i8) -> Step {
    let (files, ranks) = vector(direction, short, long);
    Step::new(files, ranks)
}

/// The one-square step of a direction of the compass.
pub fn compass_step(direction: usize) -> Step {
    let (files, ranks) = vector(direction, i8::from(direction % 2 == 1), 1);
    Step::new(files, ranks)
}

/// The directions for which a test of their vector holds.
fn select(short: i8, long: i8, test: impl Fn(i8, i8) -> bool) -> DirSet {
    let holds = |d: &usize| {
        let (x, y) = vector(*d, short, long);
        test(x, y)
    };
    (0..8).filter(holds).fold(0, |set, d| set | 1 << d)
}

/// What lies on the side of a letter at all.
fn wide(letter: u8, oblique: bool) -> DirSet {
    let half = |x: i8, y: i8| match letter {
        b'f' => y > 0,
        b'b' => y < 0,
        b'l' => x < 0,
        b'r' => x > 0,
        b'v' => y != 0,
        b's' => x != 0,
        _ => false,
    };
    if oblique {
        return match letter {
            // these have no wide form
            b'v' | b's' => 0,
            b'h' => ALL,
            _ => select(1, 2, half),
        };
    }
    (select(0, 1, half) & STRAIGHT) | (select(1, 1, half) & DIAGONAL)
}

/// What lies closest to the side of a letter.
fn narrow(letter: u8, oblique: bool) -> DirSet {
    let (short, long) = (i8::from(oblique), 1 + i8::from(oblique));
    let near = |x: i8, y: i8| match letter {
        b'f' => y == long,
        b'b' => y == -long,
        b'l' => x == -long,
        b'r' => x == long,
        b'v' => y.abs() == long,
        b's' => x.abs() == long,
        b'h' => true,
        _ => false,
    };
    match (letter, oblique) {
        (b'h', _) => ALL,
        (_, true) => select(short, long, near),
        (_, false) => select(0, 1, near) & STRAIGHT,
    }
}

fn is_direction(letter: u8) -> bool {
    b"fblrvsh".contains(&letter)
}

fn perpendicular(a: u8, b: u8) -> bool {
    let vertical = |letter: u8| b"fbv".contains(&letter);
    let sideways = |letter: u8| b"lrs".contains(&letter);
    vertical(a) && sideways(b) || sideways(a) && vertical(b)
}

/// Reads the direction letters at the start of a text. Returns the directions and how many letters
/// were read; none read means no choice was made.
pub fn read(class: Class, text: &[u8]) -> (DirSet, usize) {
    let mut set = 0;
    let mut at = 0;
    if class == Class::Oblique && text.first() == Some(&b'h') {
        let right = text.get(1) == Some(&b'r');
        return (if right { STRAIGHT } else { DIAGONAL }, 2.min(text.len()));
    }
    while let Some(&letter) = text.get(at).filter(|letter| is_direction(**letter)) {
        let next = text.get(at + 1).copied().unwrap_or(b' ');
        let simple = b"fblr".contains(&letter);
        let (directions, read) = match class {
            Class::Straight if letter == b'h' => break,
            Class::Straight => (narrow(letter, false), 1),
            Class::Diagonal if perpendicular(letter, next) => {
                // `v` and `s` mean nothing on a diagonal
                let sides = [letter, next].map(|c| if simple_side(c) { wide(c, false) } else { 0 });
                (sides[0] & sides[1], 2)
            }
            Class::Diagonal if simple => (wide(letter, false), 1),
            Class::Diagonal if letter == b'h' => (ALL, 1),
            Class::Diagonal => (0, 1),
            Class::Oblique if next == b'h' => (wide(letter, true), 2),
            Class::Oblique if next == letter || simple && perpendicular(letter, next) => {
                (wide(letter, true) & narrow(next, true), 2)
            }
            Class::Oblique => (narrow(letter, true), 1),
            Class::Compass if next == letter => (narrow(letter, false), 2),
            Class::Compass if simple && perpendicular(letter, next) => {
                (wide(letter, false) & wide(next, false), 2)
            }
            Class::Compass => (narrow(letter, false), 1),
        };
        set |= directions & class.all();
        at += read;
    }
    (set, at)
}

fn simple_side(letter: u8) -> bool {
    b"fblr".contains(&letter)
}

type Spellings = [Option<String>; 256];

/// The shortest letters that select a set of directions; `None` for the empty set.
pub fn spell(class: Class, set: DirSet) -> Option<&'static str> {
    static TABLES: OnceLock<[Spellings; 4]> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        [
            Class::Straight,
            Class::Diagonal,
            Class::Oblique,
            Class::Compass,
        ]
        .map(spellings)
    });
    tables[class.index()][usize::from(set)].as_deref()
}

/// Tries letters breadth first. What letters select depends on those before them only through the
/// last one, which may be waiting for a partner.
fn spellings(class: Class) -> Spellings {
    let mut found: Spellings = std::array::from_fn(|_| None);
    let mut seen = std::collections::HashSet::new();
    let mut queue = VecDeque::from([String::new()]);
    while let Some(text) = queue.pop_front() {
        for letter in b"fblrsvh" {
            let longer = format!("{text}{}", char::from(*letter));
            let (set, read) = read(class, longer.as_bytes());
            if read != longer.len() {
                continue;
            }
            let slot = &mut found[usize::from(set)];
            if slot.is_none() && set != 0 {
                *slot = Some(longer.clone());
            }
            // the last letter is still open if a further one can change what it selects
            let open = b"fblrsvh".iter().any(|next| {
                let further = [longer.as_bytes(), &[*next]].concat();
                self::read(class, &further).0 & set != set
            });
            let state = if open {
                (self::read(class, text.as_bytes()).0, Some(*letter))
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

/// No set needs more letters than this.
const LONGEST: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_a_spelling_that_reads_back() {
        for class in [
            Class::Straight,
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
    fn customary_spellings() {
        for (class, set, text) in [
            (Class::Straight, 0x01, "f"),
            (Class::Straight, 0x45, "fs"),
            (Class::Straight, 0x11, "v"),
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
