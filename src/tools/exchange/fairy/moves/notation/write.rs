//! Writes moves in Fairy-Stockfish's notation.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Manner, Ray, Rays};
use super::{ATOMS, is_direction, is_named, names_of, read};
use crate::types::Step;

/// The text for these moves in Fairy-Stockfish's notation; `None` if no text has exactly this meaning.
pub fn write(rays: &Rays) -> Option<String> {
    if mixes_riders(rays) || rays.iter().any(|ray| ray.initial && ray.capture) {
        return None;
    }
    // rays that differ only in direction and in whether they capture, in the usual order: leaps, slides, hops
    let mut groups: BTreeMap<(bool, Manner, (i8, i8)), Turns> = BTreeMap::new();
    for ray in rays {
        let (a, b) = (ray.step.files.abs(), ray.step.ranks.abs());
        let group = (ray.initial, ray.manner, (a.min(b), a.max(b)));
        let turns = groups.entry(group).or_default();
        turns.entry(ray.step).or_default()[usize::from(ray.capture)] = true;
    }
    let mut terms: Vec<(String, String)> = Vec::new();
    for ((initial, manner, (short, long)), turns) in &groups {
        let initial = if *initial { "i" } else { "" };
        let (mode, atom) = atom_text(*manner, *short, *long)?;
        for (modes, letter) in [
            ([true, true], ""),
            ([true, false], "m"),
            ([false, true], "c"),
        ] {
            let fitting = turns.iter().filter(|(_, has)| **has == modes);
            let wanted: BTreeSet<Step> = fitting.map(|(step, _)| *step).collect();
            if !wanted.is_empty() {
                let directions = directions(&wanted, *short, *long)?;
                terms.push((format!("{letter}{initial}{mode}{directions}"), atom.clone()));
            }
        }
    }
    let plain: String = terms
        .iter()
        .map(|(prefix, atom)| format!("{prefix}{atom}"))
        .collect();
    let texts = [joined(terms), plain];
    texts.into_iter().find(|text| read(text) == *rays)
}

/// The steps of one atom, and whether the piece moves and captures with them.
type Turns = BTreeMap<Step, [bool; 2]>;

/// Joins the terms of atoms; two terms that make a king or a queen become one.
fn joined(mut terms: Vec<(String, String)>) -> String {
    for (straight, diagonal, both) in [("W", "F", "K"), ("R", "B", "Q")] {
        let is_first =
            |(prefix, atom): &(String, String)| atom == straight && !prefix.contains(is_direction);
        let Some(first) = terms.iter().position(is_first) else {
            continue;
        };
        let second = (terms[first].0.clone(), diagonal.to_owned());
        if let Some(second) = terms.iter().position(|term| *term == second) {
            terms[first].1 = both.to_owned();
            terms.remove(second);
        }
    }
    let terms = terms.into_iter();
    terms.map(|(prefix, atom)| prefix + &atom).collect()
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

/// The direction letters for these steps of an atom; empty for all steps.
fn directions(wanted: &BTreeSet<Step>, short: i8, long: i8) -> Option<String> {
    let turns = names_of(short, long);
    if turns.iter().all(|(step, _)| wanted.contains(step)) {
        return Some(String::new());
    }
    let meant = |pair: &str| -> BTreeSet<Step> {
        let named = turns.iter().filter(|(_, names)| is_named(names, pair));
        named.map(|(step, _)| *step).collect()
    };
    let is_single = |pair: &str| pair.starts_with(&pair[1..]);
    let names = turns.iter().flat_map(|(_, names)| names.split(' '));
    // straight steps have no corners
    let mut known: Vec<&str> = names.filter(|pair| short != 0 || is_single(pair)).collect();
    // of names with the same meaning the last one is taken: a single letter
    known.sort_unstable_by_key(|pair| (is_single(pair), *pair));
    known.dedup();
    let mut left = wanted.clone();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let useful = known.iter().filter(|pair| meant(pair).is_subset(wanted));
        let best = useful.max_by_key(|pair| meant(pair).intersection(&left).count())?;
        let gained = meant(best);
        if gained.is_disjoint(&left) {
            return None;
        }
        left.retain(|step| !gained.contains(step));
        chosen.push(*best);
    }
    // the short form, if it has the same meaning
    let alone = chosen.len() == 1 && is_single(chosen[0]);
    if (alone || short == 0) && !chosen.iter().any(|pair| pair.contains('h')) {
        return Some(chosen.iter().map(|pair| &pair[1..]).collect());
    }
    Some(chosen.concat())
}

/// True if slides and hops share a line but differ: Fairy-Stockfish then mixes them.
fn mixes_riders(rays: &Rays) -> bool {
    let mut lines: BTreeMap<_, [Vec<&Ray>; 2]> = BTreeMap::new();
    for ray in rays {
        let (straight, sideways) = (ray.step.files == 0, ray.step.ranks == 0);
        let hops = match ray.manner {
            Manner::Slide(_) => 0,
            Manner::Hop(_) => 1,
            Manner::Leap | Manner::Lame => continue,
        };
        if ray.step.files.abs() <= 1 && ray.step.ranks.abs() <= 1 {
            let line = lines.entry((ray.initial, ray.capture, straight, sideways));
            line.or_default()[hops].push(ray);
        }
    }
    let steps = |rays: &[&Ray]| -> BTreeSet<Step> { rays.iter().map(|ray| ray.step).collect() };
    lines.values().any(|[slides, hops]| {
        let alike = steps(slides) == steps(hops)
            && (slides.iter().chain(hops))
                .all(|ray| matches!(ray.manner, Manner::Slide(0) | Manner::Hop(0 | 1)));
        let manners: BTreeSet<Manner> = hops.iter().map(|ray| ray.manner).collect();
        manners.len() > 1 || !hops.is_empty() && !slides.is_empty() && !alike
    })
}
