//! King zones and other squares around royals, and the types without attack maps.

use crate::eval::context::Context;
use crate::eval::geometry::relative_rank;
use crate::movegen::{EMPTY_CHANCE, MoveTables};
use crate::types::{Bitboard, ByColor, Color, Rng, Square, TypeId};
use crate::variant::Variant;

/// A royal with fewer targets than this, on average over all squares, is confined.
const ROOM: f64 = 5.0;
/// Number of random boards that test whether a type attacks both ways.
const TRIALS: usize = 4;
/// Limit of the king zone: a royal with long moves would never be safe.
const MOST_SQUARES: usize = 9;

/// How confined the royals are on average: 0 for the kings of chess, 1 for a royal that cannot move.
pub fn confined(ctx: &Context) -> f64 {
    let room = |id: TypeId| {
        let squares = ctx.v.squares();
        let expected = squares.map(|sq| ctx.tables.crowded_mobility(id, sq, EMPTY_CHANCE));
        let expected: Vec<f64> = expected.filter(|&targets| targets > 0.0).collect();
        expected.iter().sum::<f64>() / expected.len().max(1) as f64
    };
    let royals = ctx.v.royals();
    let rooms: Vec<f64> = royals.map(|(id, _)| room(id)).collect();
    let mean = rooms.iter().sum::<f64>() / rooms.len().max(1) as f64;
    (1.0 - mean / ROOM).clamp(0.0, 1.0)
}

/// True for types without attack maps, such as hoppers, that can always capture back along their captures. This is
/// tested on some random boards.
pub fn is_walker(ctx: &Context, id: TypeId) -> bool {
    let squares: Vec<Square> = ctx.v.squares().collect();
    let mut rng = Rng::new(0);
    let mut attacks_alike = |_| {
        let third = |_: &&Square| rng.next_u64().is_multiple_of(3);
        let occupied: Bitboard = squares.iter().filter(third).copied().collect();
        let mut attacks = [Bitboard::EMPTY; 256];
        for &from in &squares {
            attacks[from.index()] = ctx.tables.attacks_over(id, from, occupied);
        }
        let back = |&from: &Square| {
            let mut attacked = attacks[from.index()].iter();
            attacked.all(|to| attacks[to.index()].contains(from))
        };
        squares.iter().all(back)
    };
    let mut moves = squares.iter().map(|&sq| ctx.tables.symmetric_moves(id, sq));
    moves.all(|moves| moves.is_none()) && (0..TRIALS).all(&mut attacks_alike)
}

/// The nearest square that is not on the edge of the board.
pub fn inner(v: &Variant, sq: Square) -> Square {
    let within = |x: u8, n: u8| x.clamp(1, n.saturating_sub(2).max(1));
    let there = Square::at(within(sq.file(), v.files), within(sq.rank(), v.ranks));
    if v.squares().any(|other| other == there) {
        there
    } else {
        sq
    }
}

/// The square of a royal and its nearest targets.
pub fn zone(tables: &MoveTables, id: TypeId, sq: Square) -> Vec<Square> {
    let mut near: Vec<Square> = tables.capture_targets(id, sq).iter().collect();
    near.sort_by_key(|&to| sq.distance(to));
    near.insert(0, sq);
    near.truncate(MOST_SQUARES);
    near
}

/// The squares in front of a royal, on its own and the adjacent files.
pub fn files(v: &Variant, color: Color, royal: Square) -> [Bitboard; 3] {
    let rank = |sq: Square| relative_rank(v, color, sq.rank());
    [-1, 0, 1].map(|by| {
        let file = i16::from(royal.file()) + by;
        v.squares()
            .filter(|sq| i16::from(sq.file()) == file && rank(*sq) > rank(royal))
            .collect()
    })
}

/// The squares around a royal: within two files, from one rank behind to three in front.
pub fn camp(v: &Variant, color: Color, royal: Square) -> Bitboard {
    let rank = |sq: Square| i16::from(relative_rank(v, color, sq.rank()));
    let near = |sq: &Square| {
        sq.file().abs_diff(royal.file()) <= 2 && (-1..=3).contains(&(rank(*sq) - rank(royal)))
    };
    v.squares().filter(near).collect()
}

/// The squares `by` ranks in front of a royal, on its own and the adjacent files.
pub fn ahead(v: &Variant, color: Color, royal: Square, by: u8) -> Bitboard {
    let rank = |sq: Square| relative_rank(v, color, sq.rank());
    v.squares()
        .filter(|sq| rank(*sq) == rank(royal) + by && sq.file().abs_diff(royal.file()) <= 1)
        .collect()
}

/// Some sets of squares by colour and square number.
pub fn by_square<const N: usize, const W: usize>(
    ctx: &Context,
    of: impl Fn(Color, Square) -> [Bitboard; N],
) -> ByColor<Vec<[Bitboard<W, usize>; N]>> {
    let sets = |color, sq| of(color, sq).map(|set| ctx.index.set(set.iter()));
    ByColor::from_fn(|color| {
        let squares = ctx.index.squares().iter();
        squares.map(|&sq| sets(color, sq)).collect()
    })
}

/// The squares within two files of a royal.
pub fn flank(v: &Variant, royal: Square) -> Bitboard {
    v.squares()
        .filter(|sq| sq.file().abs_diff(royal.file()) <= 2)
        .collect()
}
