//! Colour-bound pieces: types that never leave a part of the board, and their pair bonus.

use super::context::{Context, rounded};
use super::geometry::color_bound;
use super::scan::Scan;
use crate::types::{Color, Score, TypeId};
use crate::variant::Term;

/// The colour-bound types of a variant.
#[derive(Debug)]
pub(super) struct ColorBound(Vec<BoundType>);

/// A type whose pieces are bound to one of several parts of the board.
#[derive(Debug)]
struct BoundType {
    id: TypeId,
    pair: Score,
    /// By square: the number of the part that contains it.
    regions: Vec<u8>,
}

impl ColorBound {
    pub fn new(ctx: &Context) -> ColorBound {
        let pieces = ctx
            .v
            .types()
            .map(|(id, _)| id)
            .filter(|&id| ctx.is_piece(id));
        let bound = pieces.filter_map(|id| {
            let regions = color_bound(ctx.v, ctx.tables, id)?;
            let hundreds = f64::from(ctx.values[id.index()]) / 100.0;
            let (mg, eg) = ctx.params.get(Term::Pair);
            let pair = rounded((mg * hundreds, eg * hundreds));
            Some(BoundType { id, pair, regions })
        });
        ColorBound(bound.collect())
    }

    /// The pair bonuses of a side.
    #[inline]
    pub fn score<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        let mut score = Score::default();
        for bound in &self.0 {
            if scan.pos.count(color, bound.id) < 2 {
                continue;
            }
            let own = scan.pieces(color).filter(|&(_, id)| id == bound.id);
            let regions = own.fold(0u64, |set, (sq, _)| {
                set | 1 << (bound.regions[sq.index()] & 63)
            });
            if regions.count_ones() > 1 {
                score += bound.pair;
            }
        }
        score
    }
}
