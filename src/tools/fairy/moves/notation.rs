//! Fairy-Stockfish's notation for moves, read and written.
//!
//! The letters are read as they come: modes and directions up to an atom belong to it, in any order. Two
//! neighbouring letters of a vertical and a horizontal direction make one, and so does a doubled letter;
//! `fr` on a knight is its wide leap to the right, `rf` the narrow one. Whatever has no meaning there is
//! passed over in silence.

use std::collections::{BTreeMap, BTreeSet};

use super::{Manner, Ray, Rays};
use crate::types::Step;

/// The atoms and their steps: files and ranks, the shorter one first. Those of slides are written as
/// leaps with a range, but for `R`, `B` and `Q`.
const ATOMS: [(char, (i8, i8)); 11] = [
    ('W', (0, 1)),
    ('F', (1, 1)),
    ('D', (0, 2)),
    ('N', (1, 2)),
    ('A', (2, 2)),
    ('H', (0, 3)),
    ('C', (1, 3)),
    ('L', (1, 3)),
    ('Z', (2, 3)),
    ('J', (2, 3)),
    ('G', (3, 3)),
];

fn steps_of(atom: char) -> Option<(Vec<(i8, i8)>, bool)> {
    let one = |letter: char| ATOMS.iter().find(|(other, _)| *other == letter);
    let straight = |slides| Some((vec![(0, 1)], slides));
    match atom {
        'K' => Some((vec![(0, 1), (1, 1)], false)),
        'Q' => Some((vec![(0, 1), (1, 1)], true)),
        'R' => straight(true),
        'B' => Some((vec![(1, 1)], true)),
        _ => one(atom).map(|(_, step)| (vec![*step], false)),
    }
}

/// What the pairs of letters of directions say of a step: each of its eight turns has those that name it.
fn names_of(short: i8, long: i8) -> [(Step, &'static [&'static str]); 8] {
    [
        (
            Step::new(short, long),
            &["ff", "vv", "rf", "rv", "fh", "rh", "hr"],
        ),
        (
            Step::new(-short, -long),
            &["bb", "vv", "lb", "lv", "bh", "lh", "hr"],
        ),
        (
            Step::new(long, -short),
            &["rr", "ss", "br", "bs", "bh", "rh", "hr"],
        ),
        (
            Step::new(-long, short),
            &["ll", "ss", "fl", "fs", "fh", "lh", "hr"],
        ),
        (
            Step::new(long, short),
            &["rr", "ss", "fr", "fs", "fh", "rh", "hl"],
        ),
        (
            Step::new(-long, -short),
            &["ll", "ss", "bl", "bs", "bh", "lh", "hl"],
        ),
        (
            Step::new(short, -long),
            &["bb", "vv", "rb", "rv", "bh", "rh", "hl"],
        ),
        (
            Step::new(-short, long),
            &["ff", "vv", "lf", "lv", "fh", "lh", "hl"],
        ),
    ]
}

/// What stands before an atom.
#[derive(Default)]
struct Prefix {
    moves: bool,
    captures: bool,
    hops: bool,
    behind: bool,
    lame: bool,
    initial: bool,
    directions: Vec<String>,
}

/// What a text of Fairy-Stockfish means.
pub fn read(text: &str) -> Rays {
    // of two statements about one direction the later one counts
    let mut found: BTreeMap<(u8, bool, bool, Step), Ray> = BTreeMap::new();
    let letters: Vec<char> = text.chars().collect();
    let mut prefix = Prefix::default();
    let mut i = 0;
    while let Some(&c) = letters.get(i) {
        let next = letters.get(i + 1).copied();
        i += 1;
        match c {
            'm' => prefix.moves = true,
            'c' => prefix.captures = true,
            'p' => prefix.hops = true,
            'g' => (prefix.hops, prefix.behind) = (true, true),
            'n' => prefix.lame = true,
            'i' => prefix.initial = true,
            _ if is_direction(c) => {
                let pair = next.filter(|&d| joins(c, d));
                i += usize::from(pair.is_some());
                prefix
                    .directions
                    .push([c, pair.unwrap_or(c)].iter().collect());
            }
            _ => {
                let Some((steps, slides)) = steps_of(c) else {
                    continue;
                };
                let digit = next.and_then(|d| d.to_digit(10));
                let ranged = next.is_some_and(|d| d == c) || digit.is_some();
                i += usize::from(ranged);
                let limit = digit.map_or(u8::from(prefix.behind && !ranged), |d| d as u8);
                let manner = match (prefix.hops, slides || ranged, prefix.lame) {
                    (true, _, _) => Manner::Hop(limit),
                    (_, true, _) => Manner::Slide(limit),
                    (_, _, true) => Manner::Lame,
                    _ => Manner::Leap,
                };
                for (short, long) in steps {
                    prefix.add(manner, short, long, &mut found);
                }
                prefix = Prefix::default();
            }
        }
    }
    found.into_values().collect()
}

fn is_direction(c: char) -> bool {
    "fbvhrls".contains(c)
}

/// True if two letters make one direction.
fn joins(a: char, b: char) -> bool {
    let (vertical, horizontal) = ("fbvh", "rlsh");
    a == b && is_direction(a)
        || vertical.contains(a) && horizontal.contains(b)
        || horizontal.contains(a) && vertical.contains(b)
}

impl Prefix {
    fn add(
        &self,
        manner: Manner,
        short: i8,
        long: i8,
        found: &mut BTreeMap<(u8, bool, bool, Step), Ray>,
    ) {
        let mut directions = Vec::new();
        for pair in &self.directions {
            let letters: Vec<char> = pair.chars().collect();
            // a straight step knows no corners
            if short == 0 && letters[0] != letters[1] {
                directions.extend(letters.iter().map(|c| [*c, *c].iter().collect::<String>()));
            } else {
                directions.push(pair.clone());
            }
        }
        let both = self.moves == self.captures;
        for (step, names) in names_of(short, long) {
            if !directions.is_empty() && !directions.iter().any(|d| names.contains(&d.as_str())) {
                continue;
            }
            for capture in [false, true] {
                if !both && capture != self.captures {
                    continue;
                }
                let ray = Ray {
                    initial: self.initial,
                    capture,
                    manner,
                    step,
                };
                let class = match manner {
                    Manner::Hop(_) => 0,
                    Manner::Slide(_) => 1,
                    Manner::Leap | Manner::Lame => 2,
                };
                found.insert((class, self.initial, capture, step), ray);
            }
        }
    }
}

/// The text for Fairy-Stockfish; `None` if it would understand something else, or has no exact form of it.
pub fn write(rays: &Rays) -> Option<String> {
    if mixes_riders(rays) || rays.iter().any(|ray| ray.initial && ray.capture) {
        return None;
    }
    // what is alike but for its direction and mode; the order is that of people: leaps, slides, hops
    let mut groups: BTreeMap<(bool, Manner, (i8, i8)), Turns> = BTreeMap::new();
    for ray in rays {
        let (a, b) = (ray.step.files.abs(), ray.step.ranks.abs());
        let atom = (a.min(b), a.max(b));
        let modes = groups
            .entry((ray.initial, ray.manner, atom))
            .or_default()
            .entry(ray.step)
            .or_default();
        match ray.capture {
            true => modes.1 = true,
            false => modes.0 = true,
        }
    }
    let mut terms: Vec<(String, String)> = Vec::new();
    for ((initial, manner, (short, long)), steps) in &groups {
        for (modes, letter) in [
            ((true, true), ""),
            ((true, false), "m"),
            ((false, true), "c"),
        ] {
            let wanted: BTreeSet<Step> = (steps.iter())
                .filter(|(_, has)| **has == modes)
                .map(|(step, _)| *step)
                .collect();
            if wanted.is_empty() {
                continue;
            }
            let all = names_of(*short, *long);
            let whole = all.iter().all(|(step, _)| wanted.contains(step));
            let directions = match whole {
                true => String::new(),
                false => directions(&wanted, *short, *long)?,
            };
            let initial = if *initial { "i" } else { "" };
            let (mode, atom) = atom_text(*manner, *short, *long)?;
            terms.push((format!("{letter}{initial}{mode}{directions}"), atom));
        }
    }
    let text = joined(terms);
    (read(&text) == *rays).then_some(text)
}

/// The steps of one atom, and whether a piece moves and captures so.
type Turns = BTreeMap<Step, (bool, bool)>;

/// The terms in a row; those of king and queen in one.
fn joined(mut terms: Vec<(String, String)>) -> String {
    for (straight, diagonal, both) in [("W", "F", "K"), ("R", "B", "Q")] {
        let find = |atom: &str, prefix: Option<&str>| {
            terms.iter().position(|(p, a)| {
                a == atom && prefix.map_or(!p.contains(is_direction), |other| p == other)
            })
        };
        let Some(first) = find(straight, None) else {
            continue;
        };
        let Some(second) = find(diagonal, Some(&terms[first].0)) else {
            continue;
        };
        terms[first].1 = both.to_owned();
        terms.remove(second);
    }
    terms
        .into_iter()
        .map(|(prefix, atom)| prefix + &atom)
        .collect()
}

/// The letter of a mode and the atom with its range.
fn atom_text(manner: Manner, short: i8, long: i8) -> Option<(&'static str, String)> {
    let (letter, _) = ATOMS.iter().find(|(_, step)| *step == (short, long))?;
    let slider = match letter {
        'W' => 'R',
        'F' => 'B',
        other => *other,
    };
    Some(match manner {
        Manner::Leap => ("", letter.to_string()),
        Manner::Lame => ("n", letter.to_string()),
        Manner::Slide(0) if *letter == 'N' => ("", "NN".to_owned()),
        Manner::Slide(0) => ("", slider.to_string()),
        Manner::Slide(n) => ("", format!("{slider}{n}")),
        Manner::Hop(0) => ("p", slider.to_string()),
        Manner::Hop(1) => ("g", slider.to_string()),
        Manner::Hop(n) => ("p", format!("{slider}{n}")),
    })
}

/// The letters for some directions of an atom.
fn directions(wanted: &BTreeSet<Step>, short: i8, long: i8) -> Option<String> {
    let names = names_of(short, long);
    let meant = |name: &str| -> BTreeSet<Step> {
        let named = names.iter().filter(|(_, names)| names.contains(&name));
        named.map(|(step, _)| *step).collect()
    };
    let mut known: Vec<&str> = names
        .iter()
        .flat_map(|(_, names)| names.iter().copied())
        .collect();
    known.sort_unstable();
    known.dedup();
    // of several that say the same the last one is taken: a letter that stands alone
    known.sort_by_key(|name| name.chars().next() == name.chars().last());
    // straight steps have no corners
    known.retain(|name| short != 0 || name.chars().next() == name.chars().last());
    let mut left = wanted.clone();
    let mut chosen: Vec<&str> = Vec::new();
    while !left.is_empty() {
        let useful = known.iter().filter(|name| meant(name).is_subset(wanted));
        let best = useful.max_by_key(|name| meant(name).intersection(&left).count())?;
        let gained = meant(best);
        if gained.is_disjoint(&left) {
            return None;
        }
        left.retain(|step| !gained.contains(step));
        chosen.push(best);
    }
    // the short form, where it is read alike
    let single = |name: &&str| name.chars().next() == name.chars().last();
    if chosen.len() == 1 && single(&chosen[0]) || short == 0 {
        let short: String = chosen
            .iter()
            .filter_map(|name| name.chars().next())
            .collect();
        if !short.contains("hr") && chosen.iter().all(|name| !name.contains('h')) {
            return Some(short);
        }
    }
    Some(chosen.concat())
}

/// True if slides and hops share a line and are not alike: Fairy-Stockfish then lets the one go where only the
/// other can.
fn mixes_riders(rays: &Rays) -> bool {
    let axis = |step: Step| match (step.files == 0, step.ranks == 0) {
        (true, _) => 0,
        (_, true) => 1,
        _ => 2,
    };
    for initial in [false, true] {
        for capture in [false, true] {
            for line in 0..3 {
                let on_line = |ray: &&Ray| {
                    ray.initial == initial
                        && ray.capture == capture
                        && axis(ray.step) == line
                        && ray.step.files.abs() <= 1
                        && ray.step.ranks.abs() <= 1
                };
                let mut slides = BTreeSet::new();
                let mut hops = BTreeSet::new();
                let mut manners = BTreeSet::new();
                for ray in rays.iter().filter(on_line) {
                    match ray.manner {
                        Manner::Slide(_) => slides.insert(ray.step),
                        Manner::Hop(_) => hops.insert(ray.step),
                        _ => continue,
                    };
                    manners.insert(ray.manner);
                }
                let alike = slides == hops
                    && manners
                        .iter()
                        .all(|m| matches!(m, Manner::Slide(0) | Manner::Hop(0 | 1)));
                let of_hops = manners
                    .iter()
                    .filter(|m| matches!(m, Manner::Hop(_)))
                    .count();
                if !hops.is_empty() && (!slides.is_empty() && !alike || of_hops > 1) {
                    return true;
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::fairy::pieces::Kind;

    /// The leaps of a text that may capture, as files and ranks.
    fn captures(text: &str) -> BTreeSet<(i8, i8)> {
        let rays = read(text);
        let taken = rays.iter().filter(|ray| ray.capture);
        taken.map(|ray| (ray.step.files, ray.step.ranks)).collect()
    }

    #[test]
    fn directions_are_read_as_fairy_stockfish_does() {
        assert_eq!(captures("fsW"), BTreeSet::from([(0, 1), (1, 0), (-1, 0)]));
        assert_eq!(captures("fN"), BTreeSet::from([(1, 2), (-1, 2)]));
        // the order of the letters tells the wide leap from the narrow one
        assert_eq!(captures("frN"), BTreeSet::from([(2, 1)]));
        assert_eq!(captures("rfN"), BTreeSet::from([(1, 2)]));
        assert_eq!(
            captures("bFfD"),
            BTreeSet::from([(1, -1), (-1, -1), (0, 2)])
        );
        assert_eq!(captures("fhN").len(), 4);
        assert_eq!(captures("fmWfcF"), BTreeSet::from([(1, 1), (-1, 1)]));
        // a letter without meaning is passed over
        assert_eq!(read("xyN"), read("N"));
        // of two statements about a direction the later one counts
        assert_eq!(read("R3R"), read("R"));
    }

    #[test]
    fn what_is_written_is_read_as_it_was() {
        let texts = [
            "NN", "mQ3cQ2", "vR", "lfrbB", "hlN", "KN", "gQ", "mBcpB", "FDH", "ZCG",
        ];
        let named = Kind::named().filter_map(Kind::betza);
        for text in named
            .chain(texts)
            .chain(["mfFcfeWimfnA", "fmWfceFifmnD", "mRpRmFpB2"])
        {
            let rays = read(text);
            let written = write(&rays).unwrap_or_else(|| panic!("{text} has no form"));
            assert_eq!(read(&written), rays, "{text}: {written}");
        }
        assert_eq!(write(&read("fmWfcF")).as_deref(), Some("mfWcfF"));
        assert_eq!(write(&read("WF")).as_deref(), Some("K"));
    }

    #[test]
    fn what_would_be_mixed_up_has_no_form() {
        // there a hopper that goes to one side only gets the squares of the slider
        assert_eq!(write(&read("fRbpR")), None);
        // nor are there captures on first moves
        assert_eq!(write(&read("icW")), None);
        assert!(write(&read("mRcpR")).is_some());
    }
}
