//! Piece-square weights from mobility, and the other constants of a game's evaluation.

use super::{Evaluation, Mobility};
use crate::board::layout::Weights;
use crate::board::{Score, Square};
use crate::movegen::MoveTables;
use crate::variant::{Color, MoveShape, Promotion, Step, TypeId, Variant};

/// Chance that a square on a ray is empty: Betza's "magic number".
const EMPTY_CHANCE: f64 = 0.69;
/// Worth of one more expected target in centipawns, middle game and end game.
const PER_TARGET: (f64, f64) = (2.5, 2.0);
/// Worth of one more target in play in centipawns, to be divided by the square root of the number
/// of targets that the piece can expect: the more there are, the less one more matters.
const PER_SQUARE: (f64, f64) = (9.0, 9.0);
/// Worth of standing in the centre for pieces that the file wants centralised: centipawns from
/// the centre to the corner.
const CENTRE: (f64, f64) = (14.0, 10.0);
/// Worth of a pawn's way to promotion in centipawns per hundred of promotion gain, spread over
/// the ranks with growing steps.
const ADVANCE: (f64, f64) = (3.0, 5.0);
/// The same on top for a passed pawn.
const PASSED: (f64, f64) = (5.0, 13.0);
/// And what all pawns get of it where files do not tell which ones have passed.
const UNKNOWN_PASSED: f64 = 0.6;
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
    let start = v.start_pieces();
    let full_phase = start.iter().map(|p| weights.phase[p.id.index()]).sum();
    let evaluation = Evaluation {
        full_phase,
        refilling: v.rules.drops.as_ref().is_some_and(|drops| drops.captures),
        tempo: TEMPO,
        edge: (0..=255).map(|i| edge(v, Square(i))).collect(),
        mobility: std::iter::once(Mobility::default())
            .chain(v.types().map(|(id, _)| mobility(v, tables, id)))
            .collect(),
        hit: values
            .iter()
            .map(|value| (value / 150).clamp(1, 6))
            .collect(),
        passed: Color::ALL.map(|color| passed(v, color)),
        orthodox_pawns: orthodox_pawns(v),
        values,
    };
    (weights, evaluation)
}

fn board(v: &Variant) -> impl Iterator<Item = Square> + use<> {
    let files = v.files;
    (0..v.ranks).flat_map(move |rank| (0..files).map(move |file| Square::at(file, rank)))
}

fn mobility(v: &Variant, tables: &MoveTables, id: TypeId) -> Mobility {
    let expected = |sq| tables.expected_plain(id, sq, EMPTY_CHANCE);
    let norm = board(v).map(expected).sum::<f64>() / f64::from(v.files) / f64::from(v.ranks);
    if norm < 1.0 || v.piece(id).royalty.is_royal() {
        return Mobility::default();
    }
    let weight = |w: f64| (w / norm.sqrt() * 16.0).round() as i32;
    Mobility {
        norm: (norm * 16.0).round() as i32,
        weight: Score::new(weight(PER_SQUARE.0), weight(PER_SQUARE.1)),
    }
}

/// How far a pawn on the rank has come, 0 before its first rank and 1 where it is promoted.
fn way(v: &Variant, color: Color, rank: u8) -> f64 {
    let rank = if color == Color::White {
        rank
    } else {
        v.ranks - 1 - rank
    };
    let goal = f64::from(v.ranks - v.rules.promotion_ranks);
    let whole = goal - f64::from(v.rules.pawn_rank) + 1.0;
    ((whole - (goal - f64::from(rank))) / whole.max(1.0)).clamp(0.0, 1.0)
}

fn passed(v: &Variant, color: Color) -> [Score; 16] {
    let gain = promotion_gain(v, color, TypeId::pawn(color)) / 100.0;
    std::array::from_fn(|rank| {
        if rank >= usize::from(v.ranks) {
            return Score::default();
        }
        let near = way(v, color, rank as u8).powi(2) * gain;
        Score::new(
            (PASSED.0 * near).round() as i32,
            (PASSED.1 * near).round() as i32,
        )
    })
}

fn orthodox_pawns(v: &Variant) -> bool {
    Color::ALL.iter().all(|&color| has_orthodox_pawns(v, color))
}

/// True if the pawns of the colour go straight ahead and capture diagonally ahead, so that files
/// tell which pawns can stop each other.
fn has_orthodox_pawns(v: &Variant, color: Color) -> bool {
    let ahead = if color == Color::White { 1 } else { -1 };
    v.piece(TypeId::pawn(color))
        .moves
        .iter()
        .all(|m| match &m.shape {
            MoveShape::Path { legs, .. } => legs.iter().all(|leg| {
                let Step { files, ranks } = leg.step;
                ranks == ahead
                    && (!leg.rights.quiet || files == 0)
                    && (!leg.rights.capture || files.abs() == 1)
            }),
            _ => false,
        })
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
    let expected = |sq| {
        tables.expected_plain(id, sq, EMPTY_CHANCE) + tables.expected_odd(id, sq, EMPTY_CHANCE)
    };
    let mobility: Vec<f64> = board(v).map(expected).collect();
    let mean = mobility.iter().sum::<f64>() / mobility.len() as f64;
    for (sq, mobility) in board(v).zip(mobility) {
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
            let near = way(v, color, sq.rank()).powi(2) * gain / 100.0;
            let share = if orthodox_pawns(v) {
                0.0
            } else {
                UNKNOWN_PASSED
            };
            mg += (ADVANCE.0 + share * PASSED.0) * near + (centre - 0.5) * 14.0;
            eg += (ADVANCE.1 + share * PASSED.1) * near;
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
