//! The input of the evaluation terms: a variant, its moves and its parameters.

use std::sync::Arc;

use crate::board::SquareIndex;
use crate::movegen::MoveTables;
use crate::types::{Score, TypeId, TypeSet};
use crate::variant::{Params, Term, Variant};

/// Classes of pieces by value: three of pieces, and the royals.
pub(super) const CLASSES: usize = 4;
/// The class of the most valuable pieces.
pub(super) const HEAVY_CLASS: usize = 2;
/// The class of royals.
pub(super) const ROYAL_CLASS: usize = 3;
/// The kinds: types whose attacks are tracked separately. Further types share the last kind.
pub(super) const KINDS: usize = 8;
/// A class ends at this many times the value of its cheapest piece.
const CLASS_WIDTH: f64 = 1.3;

/// A variant, with data that the terms share.
pub(super) struct Context<'a> {
    pub v: &'a Variant,
    pub tables: &'a MoveTables,
    pub params: &'a Params,
    /// Value of each type in centipawns, by number.
    pub values: &'a [i32],
    pub index: &'a Arc<SquareIndex>,
    pub classes: &'a Classes,
}

impl Context<'_> {
    /// The score of a term.
    pub fn score(&self, term: Term) -> Score {
        rounded(self.params.get(term))
    }

    /// The scores of some terms; `None` if all of them are zero in this variant.
    pub fn if_any<const N: usize>(&self, terms: [Term; N]) -> Option<[Score; N]> {
        let worths = terms.map(|term| self.score(term));
        (worths != [Score::default(); N]).then_some(worths)
    }

    /// The score divided by the square of `n`.
    pub fn inverse_square(&self, term: Term, n: usize) -> Score {
        let (mg, eg) = self.params.get(term);
        let square = (n * n).max(1) as f64;
        rounded((mg / square, eg / square))
    }

    /// True for types that are neither pawns nor royals.
    pub fn is_piece(&self, id: TypeId) -> bool {
        !id.is_pawn() && !self.v.is_royal(id)
    }
}

/// Upper bound on the score of a piece, square or pattern, centipawns: whatever values a file has, no sum over a whole
/// board can overflow.
const MOST: f64 = 500_000.0;

/// A score in whole centipawns.
pub(super) fn rounded((mg, eg): (f64, f64)) -> Score {
    let whole = |value: f64| value.clamp(-MOST, MOST).round() as i32;
    Score::new(whole(mg), whole(eg))
}

/// Types by value: types of similar value form a class; the last class has the royals.
#[derive(Debug)]
pub(super) struct Classes {
    /// The class by type.
    class: [u8; 64],
    /// The types other than pawns and royals.
    pub pieces: TypeSet,
    /// The kind by type, for types other than pawns and royals.
    kind: [u8; 64],
    /// The types by kind.
    of_kind: [TypeSet; KINDS],
}

impl Classes {
    pub fn new(v: &Variant, values: &[i32]) -> Classes {
        let mut class = [0; 64];
        let others = v.types().filter(|(id, _)| !id.is_pawn());
        let (royals, mut pieces): (Vec<TypeId>, Vec<TypeId>) =
            (others.map(|(id, _)| id)).partition(|&id| v.is_royal(id));
        pieces.sort_by_key(|id| values[id.index()]);
        let (mut number, mut least) = (0, None::<f64>);
        for &id in &pieces {
            let value = f64::from(values[id.index()]);
            match least {
                Some(cheapest) if value > CLASS_WIDTH * cheapest => {
                    number = (number + 1).min(ROYAL_CLASS - 1);
                    least = Some(value);
                }
                _ => least = least.or(Some(value)),
            }
            class[id.index()] = number as u8;
        }
        royals
            .iter()
            .for_each(|id| class[id.index()] = ROYAL_CLASS as u8);
        let mut kind = [0; 64];
        let mut of_kind = [TypeSet::EMPTY; KINDS];
        for (number, id) in pieces.into_iter().enumerate() {
            let number = number.min(KINDS - 1);
            kind[id.index()] = number as u8;
            of_kind[number].insert(id);
        }
        let all = of_kind.iter().fold(TypeSet::EMPTY, |all, &kind| all | kind);
        Classes {
            class,
            pieces: all,
            kind,
            of_kind,
        }
    }

    /// The class of a type other than a pawn.
    #[inline]
    pub fn of(&self, id: TypeId) -> usize {
        usize::from(self.class[id.index() & 63]) & (CLASSES - 1)
    }

    /// The kind of a type other than pawn and royal.
    #[inline]
    pub fn kind(&self, id: TypeId) -> usize {
        usize::from(self.kind[id.index() & 63]) & (KINDS - 1)
    }

    /// The class of a kind, which is that of its cheapest type; `None` if the kind has no types.
    pub fn class_of_kind(&self, kind: usize) -> Option<usize> {
        self.of_kind[kind].iter().map(|id| self.of(id)).min()
    }

    /// The kinds that have some of these types.
    #[inline]
    pub fn kinds_among(&self, types: TypeSet) -> impl Iterator<Item = bool> {
        (self.of_kind.iter()).map(move |kind| kind.meets(types))
    }
}
