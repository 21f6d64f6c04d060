//! Terms with valid grammar for which this program has no rules.

use super::Context;
use crate::variant::Condition;
use crate::variant::betza::ast::{Atom, Range, Term};
use crate::variant::betza::direction::HORIZONTAL;
use crate::variant::betza::error::{BetzaError, BetzaErrorKind};
use crate::variant::betza::modes::Modes;
use crate::variant::betza::parse::Located;

/// Reports an unsupported term. `text` is the whole text.
pub(super) fn check(text: &[u8], located: &Located, context: Context) -> Result<(), BetzaError> {
    let Located { term, at, .. } = located;
    if term.when == Condition::BeyondStart && !context.pawn {
        return Err(BetzaErrorKind::NoPawnBeyond.at(*at));
    }
    if term.atom == Atom::Castling {
        let error = || BetzaErrorKind::Castling.at(*at);
        return castles(term).then_some(()).ok_or_else(error);
    }
    // no letter is both a mode and a direction
    let letter_at = |leg: usize, letter: char| {
        let from = located.legs_at[leg];
        let before = text[from..].iter().take_while(|c| **c != letter as u8);
        from + before.count()
    };
    let on_the_way = &term.legs[..term.legs.len() - 1];
    if let Some(leg) = on_the_way.iter().position(|leg| leg.modes.has("c")) {
        let error = || BetzaErrorKind::UnsupportedOnTheWay('c').at(letter_at(leg, 'c'));
        return takes_and_goes(term).then_some(()).ok_or_else(error);
    }
    for (index, leg) in term.legs.iter().enumerate() {
        let last = index + 1 == term.legs.len();
        let long = term.atom.sides().1;
        if let Some((letter, problem)) = complaint(leg.modes, last, long, context) {
            return Err(problem.at(letter_at(index, letter)));
        }
    }
    let (cylinder, flat): (Vec<usize>, Vec<usize>) =
        (0..term.legs.len()).partition(|index| term.legs[*index].modes.has("o"));
    match flat.first() {
        Some(&index) if !cylinder.is_empty() => {
            Err(BetzaErrorKind::HalfCylinder.at(located.legs_at[index]))
        }
        _ => Ok(()),
    }
}

/// True if a castling term has only a side, a number and `j`s.
fn castles(term: &Term) -> bool {
    let [leg] = term.legs[..] else {
        return false;
    };
    let jumps = "j".repeat(leg.modes.jumps().into());
    leg.directions & !HORIZONTAL == 0
        && leg.modes == Modes::of(&jumps)
        && term.when == Condition::Virgin
        && matches!(term.range, Range::UpTo(1..=15))
}

/// True if a term that captures on the way has one capturing step and a plain leg.
fn takes_and_goes(term: &Term) -> bool {
    let [first, then] = term.legs[..] else {
        return false;
    };
    let alone = |modes: Modes, letters: &[&str]| letters.iter().any(|l| modes == Modes::of(l));
    term.when == Condition::Always
        && term.range == Range::UpTo(1)
        && alone(first.modes, &["c", "mc", "cy", "mcy"])
        && alone(then.modes, &["", "m", "c", "mc"])
        && !first.same_length
        && !then.same_length
}

/// The error in the modes of a leg, with its letter.
fn complaint(
    modes: Modes,
    last: bool,
    long: i8,
    context: Context,
) -> Option<(char, BetzaErrorKind)> {
    let has = |letter: &char| modes.has(letter.encode_utf8(&mut [0; 4]));
    for (a, b) in [('p', 'g'), ('n', 'j'), ('p', 'y'), ('g', 'y')] {
        if has(&a) && has(&b) {
            return Some((b, BetzaErrorKind::Contradiction(a, b)));
        }
    }
    if has(&'n') && long == 1 {
        return Some(('n', BetzaErrorKind::LameStep));
    }
    if !last {
        let found = ['c', 'd', 'e'].into_iter().find(has);
        return found.map(|letter| (letter, BetzaErrorKind::UnsupportedOnTheWay(letter)));
    }
    if has(&'e') && !context.pawn {
        return Some(('e', BetzaErrorKind::NoPawn));
    }
    if has(&'e') && !has(&'c') {
        return Some(('e', BetzaErrorKind::OnlyEnPassant));
    }
    // capturing a friend would have to promote a pawn
    let unsupported = ['d', 't']
        .into_iter()
        .find(|letter| has(letter) && context.pawn);
    if has(&'t') && !modes.rights().capture {
        return Some(('t', BetzaErrorKind::OnlyTame));
    }
    match unsupported {
        Some(letter) => Some((letter, BetzaErrorKind::Unsupported(letter))),
        None => has(&'y').then_some(('y', BetzaErrorKind::Misplaced('y'))),
    }
}
