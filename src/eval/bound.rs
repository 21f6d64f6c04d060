//! Colour-bound pieces: types that never leave a part of the board, and what a pair is worth.

use super::terms::Scan;
use crate::movegen::MoveTables;
use crate::types::{Color, Score, TypeId};
use crate::variant::{Params, Term, Variant};

/// A type whose pieces are bound to one of several parts of the board.
#[derive(Debug)]
pub(super) struct Bound {
    id: TypeId,
    pair: Score,
    /// By square: the number of the part.
    parts: Vec<u8>,
}

impl Bound {
    /// What pairs of the type are worth to a colour.
    #[inline]
    pub fn score<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        if scan.pos.count(color, self.id) < 2 {
            return Score::default();
        }
        let pieces = scan.sides[color].pieces().iter();
        let own = pieces.filter(|&&(id, _)| id == self.id);
        let parts = own.fold(0u64, |set, &(_, number)| {
            let sq = scan.sights.numbers.square(usize::from(number));
            set | 1 << (self.parts[sq.index()] & 63)
        });
        if parts.count_ones() > 1 {
            self.pair
        } else {
            Score::default()
        }
    }
}

/// The parts of the board between which no piece of a type can change: their number by square, and
/// how many there are.
pub(super) fn parts(v: &Variant, tables: &MoveTables, id: TypeId) -> (Vec<u8>, usize) {
    let mut part = vec![u8::MAX; 256];
    let mut joined: Vec<usize> = (0..256).collect();
    fn root(joined: &mut [usize], mut i: usize) -> usize {
        while joined[i] != i {
            joined[i] = joined[joined[i]];
            i = joined[i];
        }
        i
    }
    for from in v.squares() {
        for to in tables.possible_targets(id, from).iter() {
            let (a, b) = (
                root(&mut joined, from.index()),
                root(&mut joined, to.index()),
            );
            joined[a] = b;
        }
    }
    let mut roots = Vec::new();
    for sq in v.squares() {
        let root = root(&mut joined, sq.index());
        let known = roots.iter().position(|&r| r == root);
        let number = known.unwrap_or_else(|| {
            roots.push(root);
            roots.len() - 1
        });
        part[sq.index()] = number.min(usize::from(u8::MAX)) as u8;
    }
    (part, roots.len())
}

/// The types of a game that are colour-bound, with what a pair is worth.
pub(super) fn bound_types(
    v: &Variant,
    tables: &MoveTables,
    values: &[i32],
    c: &Params,
) -> Vec<Bound> {
    let free =
        |id| Color::ALL.iter().any(|&color| v.is_pawn(id, color)) || v.piece(id).royalty.is_royal();
    let mut list = Vec::new();
    for (id, _) in v.types().filter(|&(id, _)| !free(id)) {
        let (parts, count) = parts(v, tables, id);
        // pieces that can never leave a handful of squares do not help each other
        if (2..=4).contains(&count) {
            let hundreds = f64::from(values[id.index()]) / 100.0;
            let (mg, eg) = c.get(Term::Pair);
            let part = |w: f64| (w * hundreds).round() as i32;
            list.push(Bound {
                id,
                pair: Score::new(part(mg), part(eg)),
                parts,
            });
        }
    }
    list
}
