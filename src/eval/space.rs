//! Space: squares that only one side attacks.

use super::context::Context;
use super::geometry::middle;
use super::scan::Scan;
use crate::types::{Bitboard, Color, Score};
use crate::variant::Term;

/// Scores of space.
#[derive(Debug)]
pub(super) struct Space<const W: usize> {
    /// The middle half of the board in each direction.
    middle: Bitboard<W, usize>,
    /// The score of a square, and the bonus for a square in the middle, if they count.
    worths: Option<[Score; 2]>,
}

impl<const W: usize> Space<W> {
    pub fn new(ctx: &Context) -> Space<W> {
        Space {
            middle: ctx.index.set(middle(ctx.v)),
            worths: ctx.if_any([Term::Space, Term::SpaceMiddle]),
        }
    }

    /// The score of a side for the squares that only it attacks.
    #[inline]
    pub fn score(&self, scan: &Scan<W>, color: Color) -> Score {
        let Some([each, more]) = self.worths else {
            return Score::default();
        };
        let [own, enemy] = [color, color.other()].map(|color| scan.sides[color].all_attacks);
        let held = own.without(enemy);
        each * held.len() as i32 + more * (held & self.middle).len() as i32
    }
}
