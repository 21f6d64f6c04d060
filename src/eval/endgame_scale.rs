//! Endgame scaling: the more pawns are left, the more an advantage counts.

use super::context::Context;
use crate::board::Position;
use crate::types::{Color, Score, TypeId};
use crate::variant::Term;

/// Upper bound on the change of the endgame score, percent.
const MOST: i32 = 75;
/// An advantage is scaled only up to this many centipawns: the parameters were tuned on positions within it.
const SCALED: i32 = 800;

/// The scaling of endgame scores, in percent.
#[derive(Debug)]
pub(super) struct EndgameScale {
    /// The number of pawns of each side at the start.
    pawns: [i32; 2],
    /// A constant, the maximum for the pawns of the side ahead, and the maximum for all pawns.
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

    /// Upper bound on a scaled score, for any number of pawns.
    #[inline]
    pub fn most(&self, score: Score) -> i32 {
        let more = self.percent.map_or(0, |_| SCALED * MOST / 100);
        score.mg.abs().max(score.eg.abs() + more)
    }

    /// The score of a position from white's point of view, with its endgame part scaled.
    #[inline]
    pub fn scaled(&self, pos: &Position, score: Score) -> Score {
        let Some([always, own, all]) = self.percent else {
            return score;
        };
        let left = Color::ALL.map(|color| i32::from(pos.count(color, TypeId::pawn(color))));
        let ahead = usize::from(score.eg < 0);
        let whole: i32 = self.pawns.iter().sum();
        let part = |percent: i32, left: i32, whole: i32| match whole {
            // if there never were any pawns, none are missing
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
