//! Betza notation as XBoard reads it: what the GUI is told about the moves of a piece, and a way
//! for a file of games to say them.
//!
//! XBoard learns moves by the `piece` command and its own dialect of Betza notation: atoms for
//! leaps of up to three squares, a number for the range, prefixes for directions and modes, and
//! `a` between the legs of a move that changes its course. The prefixes must come in a fixed order
//! (first move, directions, modes `m c d e t p g o y n j`, next leg), no move may have more than
//! 79 characters after its first `a`, and all legs share one atom.
//!
//! [`describe`] writes it from [`MoveDescriptor`]s, [`gui_info`] decides for which pieces of a
//! game that is needed, and [`mod@read`] reads it. What a file says in this notation is told to the
//! GUI as it stands there.
//!
//! # What cannot be said
//!
//! The text then allows more than the piece can do, so that the GUI accepts every move and leaves
//! the rest to the engine ([`Description::exact`] is false), or there is none:
//!
//! - a hopper that can capture on its approach uses only enemies as platforms;
//! - two types that share a letter and a colour are described together;
//! - a pawn on its start rank has its first moves even if it came there later or was set up there,
//!   for the GUI only if it stood there at the start;
//! - a path that can come back to the mover's own square goes on there in XBoard, where this
//!   square counts as empty, and ends there in this engine;
//! - hoppers that approach by other than king steps and then turn: no text;
//! - hoppers on a cylinder that stop before the platform: no text, for XBoard does not find the
//!   square before a platform on the other side of the edge;
//! - a long ride that turns at every leap (the rose, a crooked rook on a large board): no text, for
//!   each of its squares would take a chain of its own. Such pieces get pictures that XBoard lets
//!   move anywhere;
//! - nothing in a description says which squares must be safe, or that a castling partner has
//!   never moved.

mod castling;
pub(super) mod direction;
pub mod read;
pub(super) mod term;
mod write;

use super::{MoveDescriptor, Variant};
use crate::types::Color;
use term::{Castling, Term, When};
use write::Writer;

pub(crate) use castling::partners;

/// XBoard copies no more of the legs behind an `a`.
const LONGEST_CHAIN: usize = 79;
/// A line of the protocol has less than 512 characters.
const LONGEST_TEXT: usize = 480;

/// What a piece can do, in Betza notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The text.
    pub text: String,
    /// False if the text allows more than the piece can do.
    pub exact: bool,
}

/// Describes moves of a piece of a colour. `pawn`: it is the pawn of that colour, and may
/// capture en passant.
///
/// Returns `None` if there is no text that allows everything the piece can do, or none of
/// acceptable length, or if the piece cannot move.
pub fn describe(
    variant: &Variant,
    moves: &[MoveDescriptor],
    color: Color,
    pawn: bool,
) -> Option<Description> {
    let written = collect(variant, moves, color, pawn, false);
    if written.incomplete {
        return None;
    }
    let terms = written.terms.iter().map(ToString::to_string);
    let castlings = written.castlings.iter().map(ToString::to_string);
    let text: String = terms.chain(castlings).collect();
    is_acceptable(&text).then_some(Description {
        text,
        exact: !written.superset,
    })
}

/// True if XBoard takes a text of this length: as a whole, and in what follows each first `a`.
pub(super) fn is_acceptable(text: &str) -> bool {
    let is_end = |c: char| c.is_ascii_uppercase();
    let mut terms = text.split_inclusive(is_end).zip(
        // the number behind an atom belongs to it
        text.split(is_end)
            .skip(1)
            .map(|rest| rest.bytes().take_while(u8::is_ascii_digit).count()),
    );
    let too_long = terms.any(|(term, digits)| {
        let chain = term.split_once('a');
        chain.is_some_and(|(_, rest)| rest.len() + digits > LONGEST_CHAIN)
    });
    !text.is_empty() && text.len() <= LONGEST_TEXT && !too_long
}

/// The terms of a description.
pub(super) struct Written {
    pub terms: Vec<Term>,
    pub castlings: Vec<Castling>,
    /// They say more than the piece can do.
    pub superset: bool,
    /// They say less, because some moves could not be expressed.
    pub incomplete: bool,
}

/// Expresses moves by terms. `any_leap`: also by leaps that are too long to have a letter.
pub(super) fn collect(
    variant: &Variant,
    moves: &[MoveDescriptor],
    color: Color,
    pawn: bool,
    any_leap: bool,
) -> Written {
    let pushed = |m: &MoveDescriptor| m.en_passant;
    let enemy_pawn = variant
        .pieces
        .get(crate::types::TypeId::pawn(color.other()).index() - 1);
    let en_passant = pawn && enemy_pawn.is_some_and(|enemy| enemy.moves.iter().any(pushed));
    let black = color == Color::Black;
    let mut writer = Writer::new(black, en_passant, variant.files, variant.ranks);
    writer.any_leap = any_leap;
    writer.holes = !variant.rules.zones.holes.is_empty();
    for m in moves {
        let found = castling::partners(variant, color, None, &m.shape);
        writer
            .partners
            .extend(found.into_iter().map(|partner| (m.shape.clone(), partner)));
    }
    for m in moves {
        writer.add(m);
    }
    let mut terms = writer.terms;
    term::align_cylinders(&mut terms);
    term::merge(&mut terms);
    fold_triple_pushes(&mut terms);
    terms.sort_by_key(|term| (term.when, term.legs.len() > 1));
    Written {
        terms,
        castlings: writer.castlings,
        superset: writer.superset,
        incomplete: writer.failed,
    }
}

/// `ifmnDifmafafW` beside `fmW` is the same as `ifmW3`.
fn fold_triple_pushes(terms: &mut Vec<Term>) {
    let straight = |term: &Term| {
        let legs = &term.legs;
        let passes = legs[..legs.len() - 1]
            .iter()
            .all(|(_, modes)| *modes == term::Modes::PLAIN);
        legs.len() == 3 && passes && legs[1..].iter().all(|(set, _)| *set == 1)
    };
    while let Some(index) = (terms.iter()).position(|t| t.when == When::Virgin && straight(t)) {
        let set = terms[index].legs[0].0;
        let modes = terms[index].legs[2].1;
        let single = |term: &Term, when, atom, set, modes| {
            term.when == when && term.atom == atom && term.legs == [(set, modes)]
        };
        let king = term::Atom::King;
        let step = |t: &&Term| {
            t.range == term::Range::UpTo(1) && single(t, When::Always, king, set, modes)
        };
        let double = |t: &Term| {
            [(0, 2), (2, 2)].iter().any(|&(short, long)| {
                single(
                    t,
                    When::Virgin,
                    term::Atom::Leap(short, long),
                    set,
                    modes.and("n"),
                )
            })
        };
        let pair = (
            terms.iter().find(step).is_some(),
            terms.iter().position(double),
        );
        let (true, Some(double)) = pair else {
            return;
        };
        terms[index] = Term::single(When::Virgin, king, term::Range::UpTo(3), set, modes);
        terms.remove(double);
        fold_longer_pushes(terms);
    }
}

/// A chain of four steps beside `ifmW3` is the same as `ifmW4`, and so on.
fn fold_longer_pushes(terms: &mut Vec<Term>) {
    let king = term::Atom::King;
    for steps in 4.. {
        let chain = terms.iter().position(|term| {
            let legs = &term.legs;
            let (last, passing) = (legs.len() - 1, &legs[..legs.len() - 1]);
            let passes = passing
                .iter()
                .all(|(_, modes)| *modes == term::Modes::PLAIN);
            term.when == When::Virgin
                && term.atom == king
                && legs.len() == usize::from(steps)
                && passes
                && legs[1..].iter().all(|(set, _)| *set == 1)
                && terms.iter().any(|other| {
                    let expected = [(legs[0].0, legs[last].1)];
                    other.when == When::Virgin
                        && other.atom == king
                        && other.range == term::Range::UpTo(steps - 1)
                        && other.legs == expected
                })
        });
        let Some(chain) = chain else {
            return;
        };
        let removed = terms.remove(chain);
        let (set, modes) = (removed.legs[0].0, removed.legs[usize::from(steps) - 1].1);
        let known = terms.iter_mut().find(|other| {
            (other.when, other.atom) == (When::Virgin, king)
                && other.range == term::Range::UpTo(steps - 1)
                && other.legs == [(set, modes)]
        });
        if let Some(known) = known {
            known.range = term::Range::UpTo(steps);
        }
    }
}
