//! Space: the squares that a side has for itself.

use super::context::Context;
use super::scan::Scan;
use crate::types::{Bitboard, Color, Score, Square};
use crate::variant::Term;

/// What squares are worth that only one side attacks.
#[derive(Debug)]
pub(super) struct Space<const W: usize> {
    /// The middle half of the board in each direction.
    middle: Bitboard<W, usize>,
    /// A square, and more for one in the middle, if they count.
    worths: Option<[Score; 2]>,
}

impl<const W: usize> Space<W> {
    pub fn new(ctx: &Context) -> Space<W> {
        let v = ctx.v;
        let inside = |x: u8, n: u8| (n / 4..n - n / 4).contains(&x);
        let middle = |sq: &Square| inside(sq.file(), v.files) && inside(sq.rank(), v.ranks);
        Space {
            middle: ctx.index.set(v.squares().filter(middle)),
            worths: ctx.if_any([Term::Space, Term::SpaceMiddle]),
        }
    }

    /// What the squares are worth to a side that it attacks and the other side does not.
    #[inline]
    pub fn score(&self, scan: &Scan<W>, color: Color) -> Score {
        let Some([each, more]) = self.worths else {
            return Score::default();
        };
        let [own, enemy] = [color, color.other()].map(|color| scan.sides[color].all_attacks());
        let held = own.without(enemy);
        each * held.len() as i32 + more * (held & self.middle).len() as i32
    }
}
