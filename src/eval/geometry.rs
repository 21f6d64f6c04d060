//! Where squares lie, as the sides see it, and how they hang together.

use crate::movegen::MoveTables;
use crate::types::{Color, Square, TypeId};
use crate::variant::Variant;

/// A rank as a side counts it, from 0 at its own edge.
pub(super) fn relative_rank(v: &Variant, color: Color, rank: u8) -> u8 {
    match color {
        Color::White => rank,
        Color::Black => v.ranks - 1 - rank,
    }
}

/// 0 in the corners, 1 in the very centre.
pub(super) fn centrality(v: &Variant, sq: Square) -> f64 {
    let side = |x: u8, n: u8| {
        let middle = f64::from(n - 1) / 2.0;
        1.0 - (f64::from(x) - middle).abs() / middle.max(0.5)
    };
    (side(v.shown_file(sq.file()), v.files) + side(sq.rank(), v.ranks)) / 2.0
}

/// The squares of the middle half of the board in each direction.
pub(super) fn middle(v: &Variant) -> impl Iterator<Item = Square> + use<> {
    within(v, |x, n| {
        let edge = n / 4;
        (edge..n - edge).contains(&x)
    })
}

/// The one or two files in the middle of the board, where they cross the one or two ranks there.
pub(super) fn central(v: &Variant) -> impl Iterator<Item = Square> + use<> {
    within(v, |x, n| (2 * i32::from(x) + 1 - i32::from(n)).abs() <= 1)
}

/// The squares whose file and rank, each with how many there are of them, are inside.
fn within(v: &Variant, inside: fn(u8, u8) -> bool) -> impl Iterator<Item = Square> + use<> {
    let (files, ranks) = (v.files, v.ranks);
    v.squares()
        .filter(move |sq| inside(sq.file(), files) && inside(sq.rank(), ranks))
}

/// How far a pawn on the square has come, 0 before its first rank and 1 where it is promoted.
pub(super) fn pawn_advancement(v: &Variant, color: Color, sq: Square) -> f64 {
    let rank = relative_rank(v, color, sq.rank());
    let last = relative_rank(v, color, v.far_end(color, sq.file()));
    let goal = f64::from(last + 1) - f64::from(v.rules.promotion.ranks);
    let whole = goal - f64::from(v.rules.pawn_rank) + 1.0;
    ((whole - (goal - f64::from(rank))) / whole.max(1.0)).clamp(0.0, 1.0)
}

/// For a colour-bound type: by square, the number of the part of the board that it cannot leave there.
pub(super) fn color_bound(v: &Variant, tables: &MoveTables, id: TypeId) -> Option<Vec<u8>> {
    let (regions, count) = regions(v, tables, id);
    // pieces that can never leave a handful of squares do not help each other
    (2..=4).contains(&count).then_some(regions)
}

/// The parts of the board between which no piece of a type can change, as a bishop cannot between
/// squares of both colours: their number by square, and how many there are.
pub(super) fn regions(v: &Variant, tables: &MoveTables, id: TypeId) -> (Vec<u8>, usize) {
    let mut region = vec![u8::MAX; 256];
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
        region[sq.index()] = number.min(usize::from(u8::MAX)) as u8;
    }
    (region, roots.len())
}
