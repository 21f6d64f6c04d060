//! Piece-square weights from mobility, and the other constants of a game's evaluation.

use super::Evaluation;
use crate::board::layout::Weights;
use crate::board::{Score, Square};
use crate::movegen::MoveTables;
use crate::variant::{Color, TypeId, Variant};

/// Chance in percent that a square on a ray is empty: Betza's "magic number".
const EMPTY_CHANCE: f64 = 0.69;
/// Worth of one more expected target in centipawns, middle game and end game.
const PER_TARGET: (f64, f64) = (4.0, 3.0);
/// Worth of standing in the centre for pieces that the file wants centralised: centipawns from
/// the centre to the corner.
const CENTRE: (f64, f64) = (14.0, 10.0);
/// Worth of a pawn's way to promotion in centipawns per hundred of promotion gain, spread over
/// the ranks with growing steps.
const ADVANCE: (f64, f64) = (5.0, 14.0);
/// What a royal pays in the middle game for leaving its back rank, per rank, in centipawns.
const ROYAL_ADVANCE: f64 = 18.0;
/// What a royal gains from the centre in the end game, centipawns from corner to centre.
const ROYAL_CENTRE: f64 = 40.0;
/// Bonus for having the move, centipawns.
const TEMPO: i32 = 8;

/// Derives the weights and the evaluation of a game.
pub(super) fn derive(v: &Variant, tables: &MoveTables) -> (Weights, Evaluation) {
    let types = v.pieces.len();
    let mut weights = Weights::zero(types);
    let mut values = vec![0; types + 1];
    for (id, piece) in v.types() {
        values[id.index()] = piece.value;
    }
    for (id, piece) in v.types() {
        let pawn = id == TypeId::WHITE_PAWN || id == TypeId::BLACK_PAWN;
        if !pawn && !piece.royalty.is_royal() {
            // a piece counts for the phase by its worth, so that games without the usual pieces
            // fade into their end game as well
            weights.phase[id.index()] = piece.value.max(0) / 8;
        }
        for color in Color::ALL {
            place(v, tables, &values, &mut weights, color, id);
        }
    }
    let start = Color::ALL
        .iter()
        .flat_map(|c| v.back_rank[c.index()].iter().flatten());
    let full_phase = start.map(|id| weights.phase[id.index()]).sum();
    let edge = (0..=255).map(|i| edge(v, Square(i))).collect();
    (
        weights,
        Evaluation {
            values,
            full_phase,
            tempo: TEMPO,
            edge,
        },
    )
}

fn place(
    v: &Variant,
    tables: &MoveTables,
    values: &[i32],
    weights: &mut Weights,
    color: Color,
    id: TypeId,
) {
    let piece = v.piece(id);
    let squares = || (0..v.ranks).flat_map(|r| (0..v.files).map(move |f| Square::at(f, r)));
    let mobility: Vec<f64> = squares()
        .map(|sq| tables.expected_targets(id, sq, EMPTY_CHANCE))
        .collect();
    let mean = mobility.iter().sum::<f64>() / mobility.len() as f64;
    for (sq, mobility) in squares().zip(mobility) {
        let rank = if color == Color::White {
            sq.rank()
        } else {
            v.ranks - 1 - sq.rank()
        };
        let value = f64::from(values[id.index()]);
        let (mut mg, mut eg) = (value, value);
        let centre = centrality(v, sq);
        if v.is_pawn(id, color) {
            let gain = promotion_gain(v, color, id);
            let to_go = f64::from(v.ranks - v.rules.promotion_ranks) - f64::from(rank);
            let whole = f64::from(v.ranks - v.rules.promotion_ranks - v.rules.pawn_rank + 1);
            let way = ((whole - to_go) / whole.max(1.0)).clamp(0.0, 1.0);
            let near = way * way * gain / 100.0;
            mg += ADVANCE.0 * near + (centre - 0.5) * 14.0;
            eg += ADVANCE.1 * near;
        } else if piece.royalty.is_royal() {
            mg -= ROYAL_ADVANCE * f64::from(rank.min(3)) + (centre - 0.5) * 16.0;
            eg += ROYAL_CENTRE * (centre - 0.5);
        } else {
            mg += PER_TARGET.0 * (mobility - mean);
            eg += PER_TARGET.1 * (mobility - mean);
            if piece.centralised {
                mg += CENTRE.0 * (centre - 0.5);
                eg += CENTRE.1 * (centre - 0.5);
            }
        }
        weights.square[Weights::index(color, id, sq)] =
            Score::new(mg.round() as i32, eg.round() as i32);
    }
}

/// How much a pawn gains by promoting to its default choice, centipawns.
fn promotion_gain(v: &Variant, color: Color, pawn: TypeId) -> f64 {
    use crate::variant::Promotion;
    let best = match &v.rules.promotion {
        Promotion::Choice(choices) => choices[color.index()]
            .distinct
            .iter()
            .map(|&id| v.piece(id).value)
            .max(),
        Promotion::ByFile(files) => {
            let values = files[color.index()]
                .iter()
                .flatten()
                .map(|&id| v.piece(id).value);
            let (sum, count) = values.fold((0, 0), |(s, n), x| (s + x, n + 1));
            (count > 0).then(|| sum / count)
        }
    };
    f64::from((best.unwrap_or(0) - v.piece(pawn).value).max(0))
}

/// 0 in the corners, 1 in the very centre.
fn centrality(v: &Variant, sq: Square) -> f64 {
    let side = |x: u8, n: u8| {
        let middle = f64::from(n - 1) / 2.0;
        1.0 - (f64::from(x) - middle).abs() / middle.max(0.5)
    };
    (side(sq.file(), v.files) + side(sq.rank(), v.ranks)) / 2.0
}

/// What a bare royal on the square is worth to its hunters, centipawns.
fn edge(v: &Variant, sq: Square) -> i32 {
    if sq.file() >= v.files || sq.rank() >= v.ranks {
        return 0;
    }
    (120.0 * (1.0 - centrality(v, sq))).round() as i32
}
