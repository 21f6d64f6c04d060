//! Terms with the same meaning in fewer letters.

use crate::variant::Condition;
use crate::variant::betza::ast::{Atom, Range, Term};
use crate::variant::betza::direction::{Class, DIAGONAL, DirSet, ORTHOGONAL, VERTICAL};
use crate::variant::betza::modes::Modes;

/// Merges terms where possible, and puts them in the order of a description.
pub(super) fn simplified(mut terms: Vec<Term>) -> Vec<Term> {
    align_cylinders(&mut terms);
    merge(&mut terms);
    fold_pushes(&mut terms);
    terms.sort_by_key(|term| {
        let castles = term.atom == Atom::Castling;
        (castles, term.when, term.legs.len() > 1)
    });
    terms
}

/// Vertical moves are the same on a cylinder; marks them as wrapping if a term with other directions wraps.
fn align_cylinders(terms: &mut [Term]) {
    for index in 0..terms.len() {
        let term = &terms[index];
        let straight = matches!(term.atom, Atom::Step(_) | Atom::Slide(_) | Atom::Leap(0, _));
        let modes = term.legs[0].modes.and("o");
        let partner = |other: &Term| {
            (other.when, other.atom, other.range) == (term.when, term.atom, term.range)
                && other.legs.len() == 1
                && other.legs[0].modes == modes
        };
        if straight
            && term.legs.len() == 1
            && term.legs[0].directions & !VERTICAL == 0
            && terms.iter().any(partner)
        {
            terms[index].legs[0].modes = modes;
        }
    }
}

/// Merges terms that differ in the directions of one leg, starting with the first leg.
fn merge(terms: &mut Vec<Term>) {
    let longest = terms.iter().map(|term| term.legs.len()).max().unwrap_or(0);
    loop {
        let before = terms.len();
        for leg in 0..longest {
            let mut kept: Vec<Term> = Vec::with_capacity(terms.len());
            for term in terms.drain(..) {
                if !kept.iter_mut().any(|other| absorb(other, &term, leg)) {
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

/// Merges another term into a term if the two differ at most in the directions of the leg with this number. True if
/// they were merged.
fn absorb(term: &mut Term, other: &Term, leg: usize) -> bool {
    let Some(directions) = other.legs.get(leg).map(|leg| leg.directions) else {
        return false;
    };
    let mut both = other.clone();
    if let (Some(own), Some(joined)) = (term.legs.get(leg), both.legs.get_mut(leg)) {
        joined.directions = own.directions;
    }
    let alike = both == *term;
    if alike {
        term.legs[leg].directions |= directions;
    }
    alike
}

/// `ifmnDifmafafW` beside `fmW` is the same as `ifmW3`, a chain of four steps beside that the same
/// as `ifmW4`, and so on.
fn fold_pushes(terms: &mut Vec<Term>) {
    let king = Atom::Step(Class::Compass);
    let triples: Vec<(DirSet, Modes)> = (terms.iter())
        .filter_map(push)
        .filter(|(steps, ..)| *steps == 3)
        .map(|(_, directions, modes)| (directions, modes))
        .collect();
    for (directions, modes) in triples {
        let single = Term::single(Condition::Always, king, Range::UpTo(1), directions, modes);
        let at = |terms: &[Term], steps| {
            (terms.iter()).position(|term| push(term) == Some((steps, directions, modes)))
        };
        let (true, Some(_), Some(triple)) = (terms.contains(&single), at(terms, 2), at(terms, 3))
        else {
            continue;
        };
        let mut longest = 3;
        while at(terms, longest + 1).is_some() {
            longest += 1;
        }
        let range = Range::UpTo(longest);
        terms[triple] = Term::single(Condition::Virgin, king, range, directions, modes);
        for steps in (2..=longest).filter(|steps| *steps != 3) {
            if let Some(index) = at(terms, steps) {
                terms.remove(index);
            }
        }
    }
}

/// If a term is a first move of several king steps straight on over empty squares: the number of steps, their
/// direction, and the rights at the end.
fn push(term: &Term) -> Option<(u8, DirSet, Modes)> {
    let [first, others @ ..] = &term.legs[..] else {
        return None;
    };
    match (term.when, term.atom, others) {
        (Condition::Virgin, Atom::Leap(0 | 2, 2), []) => {
            let modes = Modes::ending(first.modes.rights(), first.modes.has("e"));
            let lame = term.range == Range::UpTo(1) && first.modes == modes.and("n");
            lame.then_some((2, first.directions, modes))
        }
        (Condition::Virgin, Atom::Step(Class::Compass), [.., last]) => {
            let (_, passing) = term.legs.split_last()?;
            let on = others.iter().all(|leg| leg.directions == 0x01);
            let passes = passing.iter().all(|leg| leg.modes == Modes::PLAIN);
            let steps = u8::try_from(term.legs.len()).ok()?;
            (on && passes && steps > 2).then_some((steps, first.directions, last.modes))
        }
        _ => None,
    }
}

/// The same terms with the letters for straight and diagonal king steps and slides, where a single leg has both.
pub(in crate::variant) fn lettered(terms: Vec<Term>) -> Vec<Term> {
    terms.into_iter().flat_map(with_letters).collect()
}

fn with_letters(term: Term) -> Vec<Term> {
    let part = |class: Class| {
        let mut part = term.clone();
        part.atom = match term.atom {
            Atom::Step(_) => Atom::Step(class),
            Atom::Slide(_) => Atom::Slide(class),
            other => other,
        };
        part.legs[0].directions &= class.all();
        part
    };
    let directions = term.legs[0].directions;
    match (directions & ORTHOGONAL, directions & DIAGONAL) {
        _ if !matches!(term.atom, Atom::Step(_) | Atom::Slide(_)) => vec![term],
        (_, 0) => vec![part(Class::Orthogonal)],
        (0, _) => vec![part(Class::Diagonal)],
        _ if term.legs.len() > 1 => vec![term],
        _ => {
            let apart = [Class::Orthogonal, Class::Diagonal].map(part);
            let length: usize = apart.iter().map(|part| part.to_string().len()).sum();
            if term.to_string().len() < length {
                vec![term]
            } else {
                apart.to_vec()
            }
        }
    }
}
