//! Reads moves from Fairy-Stockfish's notation.

use std::collections::BTreeMap;

use super::super::{Manner, Ray, Rays};
use super::{ATOMS, is_direction, is_named, names_of};
use crate::types::Step;

/// The steps of an atom, and whether it is a rider.
fn steps_of(atom: char) -> Option<(Vec<(i8, i8)>, bool)> {
    Some(match atom {
        'K' => (vec![(0, 1), (1, 1)], false),
        'Q' => (vec![(0, 1), (1, 1)], true),
        'R' => (vec![(0, 1)], true),
        'B' => (vec![(1, 1)], true),
        _ => {
            let (_, step) = ATOMS.iter().find(|(letter, _)| *letter == atom)?;
            (vec![*step], false)
        }
    })
}

/// The letters before an atom: modes, and pairs of directions.
#[derive(Default)]
struct Prefix {
    modes: String,
    directions: Vec<String>,
}

/// Rays by the keys of Fairy-Stockfish's tables: class of moves, first move or not, capture or not, and the step.
type Found = BTreeMap<(u8, bool, bool, Step), Ray>;

/// Reads a text in Fairy-Stockfish's notation.
pub fn read(text: &str) -> Rays {
    // of two statements about one direction the later one counts
    let mut found = Found::new();
    let letters: Vec<char> = text.chars().collect();
    let mut prefix = Prefix::default();
    let mut i = 0;
    while let Some(&c) = letters.get(i) {
        let next = letters.get(i + 1).copied();
        i += 1;
        match c {
            'm' | 'c' | 'p' | 'g' | 'n' | 'i' => prefix.modes.push(c),
            _ if is_direction(c) => {
                let other = next.filter(|&d| joins(c, d));
                i += usize::from(other.is_some());
                let pair = format!("{c}{}", other.unwrap_or(c));
                prefix.directions.push(pair);
            }
            _ => {
                let Some((steps, slides)) = steps_of(c) else {
                    continue;
                };
                let digit = next.and_then(|d| d.to_digit(10));
                let ranged = next.is_some_and(|d| d == c) || digit.is_some();
                i += usize::from(ranged);
                let behind = prefix.modes.contains('g');
                let limit = digit.map_or(u8::from(behind && !ranged), |d| d as u8);
                let manner = if behind || prefix.modes.contains('p') {
                    Manner::Hop(limit)
                } else if slides || ranged {
                    Manner::Slide(limit)
                } else if prefix.modes.contains('n') {
                    Manner::Lame
                } else {
                    Manner::Leap
                };
                // the letters of a corner are two directions of a straight step, unless it is part of a king or queen
                let splits = steps.len() == 1 && steps[0].0 == 0;
                for (short, long) in steps {
                    prefix.add(manner, (short, long), splits, &mut found);
                }
                prefix = Prefix::default();
            }
        }
    }
    let found = found.into_values().filter(|ray| ray.exists());
    found.map(Ray::plainest).collect()
}

/// True if two letters make one direction.
fn joins(a: char, b: char) -> bool {
    let (vertical, horizontal) = ("fbvh", "rlsh");
    a == b && is_direction(a)
        || vertical.contains(a) && horizontal.contains(b)
        || horizontal.contains(a) && vertical.contains(b)
}

impl Prefix {
    fn add(&self, manner: Manner, (short, long): (i8, i8), splits: bool, found: &mut Found) {
        let [initial, moves, captures] = ['i', 'm', 'c'].map(|mode| self.modes.contains(mode));
        let class = match manner {
            Manner::Hop(_) => 0,
            Manner::Slide(_) => 1,
            Manner::Leap | Manner::Lame => 2,
        };
        for (step, names) in names_of(short, long) {
            let means = |pair: &String| {
                let mut letters = pair.chars();
                is_named(names, pair)
                    || splits && letters.any(|c| is_named(names, &format!("{c}{c}")))
            };
            if !self.directions.is_empty() && !self.directions.iter().any(means) {
                continue;
            }
            for capture in [false, true] {
                if moves == captures || capture == captures {
                    let ray = Ray {
                        initial,
                        capture,
                        manner,
                        step,
                    };
                    found.insert((class, initial, capture, step), ray);
                }
            }
        }
    }
}
