//! Mop-up: drives a bare royal to the edge, and brings the own royal near it.

use super::context::Context;
use super::geometry::centrality;
use crate::board::Position;
use crate::types::{Color, Square};

/// Mop-up scores by the square of the bare royal.
#[derive(Debug)]
pub(super) struct MopUp(Vec<i32>);

impl MopUp {
    pub fn new(ctx: &Context) -> MopUp {
        let mut edge = vec![0; 256];
        for sq in ctx.v.squares() {
            edge[sq.index()] = (120.0 * (1.0 - centrality(ctx.v, sq))).round() as i32;
        }
        MopUp(edge)
    }

    /// The score from white's point of view, centipawns.
    #[inline]
    pub fn score(&self, pos: &Position) -> i32 {
        let mut sum = 0;
        for color in Color::ALL {
            if pos.live(color).count_ones() == 1 && !pos.has_hand(color) {
                sum -= color.for_white(self.drive(pos, color));
            }
        }
        sum
    }

    fn drive(&self, pos: &Position, bare: Color) -> i32 {
        let royal = |c: Color| -> Option<Square> {
            let mut royals = pos.pieces_in(c, pos.royals(c));
            royals.next().map(|(sq, _)| sq)
        };
        match (royal(bare), royal(bare.other())) {
            (Some(bare), Some(hunter)) => self.0[bare.index()] + 4 * (16 - bare.distance(hunter)),
            _ => 0,
        }
    }
}
