//! Scaling of end-game values: an advantage is worth the more, the more pawns are left to make something
//! of it.

use super::context::Context;
use crate::board::Position;
use crate::types::{Color, Score, TypeId};
use crate::variant::Term;

/// The value of an end game is changed by no more than this, percent.
const MOST: i32 = 75;
/// Of a greater advantage only so much is scaled, centipawns: those that are learnt from are not greater.
const SCALED: i32 = 800;

/// By how much end-game values are changed, in percent.
#[derive(Debug)]
pub(super) struct EndgameScale {
    /// How many pawns the sides have at first.
    pawns: [i32; 2],
    /// Always, for all its pawns that the side ahead has left, and for all pawns.
    percent: Option<[i32; 3]>,
}

impl EndgameScale {
    pub fn new(ctx: &Context) -> EndgameScale {
        let pawns = |color| {
            let start = ctx.v.start_pieces();
            let own = start.iter().filter(|p| p.color == color && p.id.is_pawn());
            own.count() as i32
        };
        let terms = [
            Term::EndgameScale,
            Term::EndgameScaleOwn,
            Term::EndgameScaleAll,
        ];
        EndgameScale {
            pawns: Color::ALL.map(pawns),
            percent: ctx.if_any(terms).map(|worths| worths.map(|worth| worth.eg)),
        }
    }

    /// No more than this comes of a pair of values, whatever is left on the board.
    #[inline]
    pub fn most(&self, score: Score) -> i32 {
        let more = self.percent.map_or(0, |_| SCALED * MOST / 100);
        score.mg.abs().max(score.eg.abs() + more)
    }

    /// The values of a position, white's minus black's, with that for the end game scaled.
    #[inline]
    pub fn scaled(&self, pos: &Position, score: Score) -> Score {
        let Some([always, own, all]) = self.percent else {
            return score;
        };
        let left = Color::ALL.map(|color| i32::from(pos.count(color, TypeId::pawn(color))));
        let ahead = usize::from(score.eg < 0);
        let whole: i32 = self.pawns.iter().sum();
        let part = |percent: i32, left: i32, whole: i32| match whole {
            // nothing is missing where there never was a pawn
            0 => percent,
            _ => percent * left / whole,
        };
        let percent = always
            + part(own, left[ahead], self.pawns[ahead])
            + part(all, left.iter().sum(), whole);
        let scaled = score.eg.clamp(-SCALED, SCALED);
        let more = scaled * percent.clamp(-MOST, MOST) / 100;
        Score::new(score.mg, score.eg + more)
    }
}
