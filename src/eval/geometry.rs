//! The geometry of the board, from the point of view of each side.

use crate::movegen::MoveTables;
use crate::types::{Color, Square, TypeId};
use crate::variant::Variant;

/// A rank counted from the own edge, from 0.
pub(super) fn relative_rank(v: &Variant, color: Color, rank: u8) -> u8 {
    match color {
        Color::White => rank,
        Color::Black => v.ranks - 1 - rank,
    }
}

/// 0 in the corners, 1 in the centre.
pub(super) fn centrality(v: &Variant, sq: Square) -> f64 {
    let side = |x: u8, n: u8| {
        let middle = f64::from(n - 1) / 2.0;
        1.0 - (f64::from(x) - middle).abs() / middle.max(0.5)
    };
    (side(v.shown_file(sq.file()), v.files) + side(sq.rank(), v.ranks)) / 2.0
}

/// The middle half of the board in each direction.
pub(super) fn middle(v: &Variant) -> impl Iterator<Item = Square> + use<> {
    within(v, |x, n| {
        let edge = n / 4;
        (edge..n - edge).contains(&x)
    })
}

/// The central one or two files, crossed with the central one or two ranks.
pub(super) fn central(v: &Variant) -> impl Iterator<Item = Square> + use<> {
    within(v, |x, n| (2 * i32::from(x) + 1 - i32::from(n)).abs() <= 1)
}

/// The squares whose file and rank are inside, given the number of files or ranks.
fn within(v: &Variant, inside: fn(u8, u8) -> bool) -> impl Iterator<Item = Square> + use<> {
    let (files, ranks) = (v.files, v.ranks);
    v.squares()
        .filter(move |sq| inside(sq.file(), files) && inside(sq.rank(), ranks))
}

/// The advancement of a pawn: 0 before its first rank, 1 where it promotes.
pub(super) fn pawn_advancement(v: &Variant, color: Color, sq: Square) -> f64 {
    let rank = relative_rank(v, color, sq.rank());
    let last = relative_rank(v, color, v.far_end(color, sq.file()));
    let goal = f64::from(last + 1) - f64::from(v.rules.promotion.ranks);
    let whole = goal - f64::from(v.rules.pawn_rank) + 1.0;
    ((whole - (goal - f64::from(rank))) / whole.max(1.0)).clamp(0.0, 1.0)
}

/// For a colour-bound type: by square, the number of the part of the board that it cannot leave.
pub(super) fn color_bound(v: &Variant, tables: &MoveTables, id: TypeId) -> Option<Vec<u8>> {
    let (regions, count) = regions(v, tables, id);
    // types confined to a few squares have no use for a pair
    (2..=4).contains(&count).then_some(regions)
}

/// The parts of the board that a type cannot leave, such as the two colours for a bishop: by square, the
/// number of its part, and the number of parts.
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
