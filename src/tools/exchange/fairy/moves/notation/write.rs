//! From moves to a text.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Manner, Ray, Rays};
use super::{ATOMS, is_direction, names_of, read};
use crate::types::Step;

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
    let plain: String = terms
        .iter()
        .flat_map(|(prefix, atom)| [prefix.as_str(), atom])
        .collect();
    let texts = [joined(terms), plain];
    texts.into_iter().find(|text| read(text) == *rays)
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
