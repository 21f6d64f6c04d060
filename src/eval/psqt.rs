//! Piece-square tables, and the game phase for tapered evaluation.

use super::context::{Context, rounded};
use super::geometry::{centrality, pawn_advancement, relative_rank};
use super::values::promotion_gain;
use super::win_progress;
use crate::board::Position;
use crate::board::layout::Weights;
use crate::movegen::EMPTY_CHANCE;
use crate::types::{Color, Score, Square, TypeId};
use crate::variant::Term;

/// The game phase.
#[derive(Debug)]
pub(super) struct Phase {
    /// The phase of the start position; 0 if there are only kings and pawns.
    full: i32,
    /// Captured pieces change sides, so that the endgame is never reached.
    refilling: bool,
}

impl Phase {
    /// The piece-square tables of a variant, and its phase.
    pub fn new(ctx: &Context) -> (Weights, Phase) {
        let v = ctx.v;
        let mut weights = Weights::zero(v.pieces.len());
        for (id, _) in v.types() {
            if ctx.is_piece(id) {
                // a piece counts by its value, so that variants without the usual pieces reach an endgame too
                weights.phase[id.index()] = ctx.values[id.index()].max(0) / 8;
            }
            for color in Color::ALL {
                place(ctx, &mut weights, color, id);
            }
        }
        let start = v.start_pieces();
        let phase = Phase {
            full: start.iter().map(|p| weights.phase[p.id.index()]).sum(),
            refilling: (v.rules.drops.as_ref())
                .is_some_and(|drops| drops.captures || drops.partner),
        };
        (weights, phase)
    }

    /// The tapered score.
    #[inline]
    pub fn taper(&self, pos: &Position, score: Score) -> i32 {
        let phase = if self.refilling {
            self.full
        } else {
            pos.phase().clamp(0, self.full)
        };
        if self.full > 0 {
            // a score times a phase may need more than 32 bits, but less than the 53 bits of a double; dividing
            // doubles is faster than dividing integers, and the whole part of the result is right
            let [mg, eg, phase, full] = [score.mg, score.eg, phase, self.full].map(i64::from);
            let sum = mg * phase + eg * (full - phase);
            let value = (sum as f64 / full as f64) as i32;
            debug_assert_eq!(i64::from(value), sum / full);
            value
        } else {
            score.eg
        }
    }
}

/// The piece-square values of a type.
fn place(ctx: &Context, weights: &mut Weights, color: Color, id: TypeId) {
    let v = ctx.v;
    let piece = v.piece(id);
    let expected = |sq| ctx.tables.crowded_mobility(id, sq, EMPTY_CHANCE);
    let mobility: Vec<f64> = v.squares().map(expected).collect();
    let mean = mobility.iter().sum::<f64>() / mobility.len() as f64;
    let gain = promotion_gain(v, ctx.values, color) / 100.0;
    let value = f64::from(ctx.values[id.index()]);
    let goal = win_progress::nearness(ctx, color, id);
    let terms = |sq: Square, mobility: f64| {
        let rank = relative_rank(v, color, sq.rank());
        let centre = centrality(v, sq) - 0.5;
        if v.is_pawn(id, color) {
            let far = pawn_advancement(v, color, sq);
            return vec![
                (Term::PawnValue, value / 100.0),
                (Term::PawnAdvancement, far * far * gain),
                (Term::PawnRank, far * gain.min(1.0)),
                (Term::PawnCentre, centre),
            ];
        }
        if piece.royalty.is_royal() {
            return vec![
                (Term::RoyalRank, f64::from(rank.min(3))),
                (Term::RoyalCentre, centre),
            ];
        }
        let advance = f64::from(rank) / f64::from((v.ranks - 1).max(1)) - 0.5;
        let of_class = match ctx.classes.of(id) {
            0 => Term::ValueLight,
            1 => Term::ValueMiddle,
            _ => Term::ValueHeavy,
        };
        vec![
            (Term::PieceValue, value / 100.0),
            (of_class, value / 100.0),
            (Term::PlaceTargets, mobility - mean),
            (Term::PlaceCentre, centre),
            (Term::PlaceAdvance, advance),
            (
                Term::PlaceHint,
                if piece.centralised { centre } else { 0.0 },
            ),
            (Term::PlaceHome, if rank == 0 { 1.0 } else { 0.0 }),
        ]
    };
    for (sq, mobility) in v.squares().zip(mobility) {
        let (mut mg, mut eg) = (value, value);
        let near_goal = goal.iter().map(|near| near(sq));
        for (term, times) in terms(sq, mobility).into_iter().chain(near_goal) {
            let worth = ctx.params.get(term);
            mg += worth.0 * times;
            eg += worth.1 * times;
        }
        weights.square[Weights::index(color, id, sq)] = rounded((mg, eg));
    }
}
