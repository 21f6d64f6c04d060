//! The one value table of a game: what each type is worth, from the file or from its moves.
//!
//! Evaluation, exchanges, move ordering and pruning all use this table. A value in the file is
//! obeyed. Where the file leaves it open, it is estimated from what the piece can reach:
//!
//! - What a type can reach from the squares around the centre is added up: a leap counts by the
//!   chance that it stays on the board, a ride by the chances that its squares can be come to, a
//!   lame leap or a hop by the chance that it is possible. A move that only captures counts for two
//!   thirds, one that only goes for a third; forward moves count more than backward ones for a
//!   piece whose colour is known.
//! - The moves of a piece help each other, so that the worth grows faster than their number: H.G.
//!   Muller's law for short-range leapers, N (30 + 5N/8), raised by a tenth.
//! - A piece that cannot reach the whole board is worth less.
//! - A pawn is worth what it gains by promoting, in addition.
//!
//! Estimates are on a scale where a pawn is worth about 100, and then brought to the scale of those
//! pieces of the game whose value is known.

use super::geometry::{middle, regions};
use crate::movegen::MoveTables;
use crate::types::{Color, Square, TypeId};
use crate::variant::{MAX_VALUE, PromotesTo, Variant};

/// Chance that a piece can go on over a square of a ride.
const RIDE_CHANCE: f64 = 0.85;
/// What a move counts that only captures; one that only goes counts the rest.
const CAPTURE_SHARE: f64 = 2.0 / 3.0;
/// How much more a forward move counts, and how much less a backward one.
const FORWARD: f64 = 0.25;
/// The law: centipawns per target, and per target squared.
const LAW: (f64, f64) = (33.0, 0.6875);
/// The worth of a piece that reaches half of the board.
const HALF_BOARD: f64 = 0.87;
/// What of its promotion gain a pawn is worth at the start.
const PROMOTION_SHARE: f64 = 0.05;
/// No piece that can move is worth less than this.
const LEAST: f64 = 40.0;

/// What each type is worth in centipawns, by number. An absolute royal is worth 0.
pub(super) fn table(v: &Variant, tables: &MoveTables) -> Vec<i32> {
    let mut values = vec![0; v.pieces.len() + 1];
    for (id, piece) in v.types() {
        values[id.index()] = piece.value;
    }
    if !v.pieces.iter().any(|piece| piece.estimated) {
        return values;
    }
    let scale = scale(v, tables);
    let (pawns, pieces): (Vec<_>, Vec<_>) = v
        .types()
        .map(|(id, _)| id)
        .filter(|id| v.piece(*id).estimated)
        .partition(|&id| id.is_pawn());
    for id in pieces {
        values[id.index()] = limited(scale * estimate(v, tables, id));
    }
    // what pawns are worth depends on what they can become
    for id in pawns {
        let gain = promotion_gain(v, &values, color_of(v, id).unwrap_or(Color::White));
        let worth = scale * estimate(v, tables, id) + PROMOTION_SHARE * gain;
        values[id.index()] = limited(worth);
    }
    values
}

/// A worth in whole centipawns, at most what a file may say.
fn limited(worth: f64) -> i32 {
    worth.min(f64::from(MAX_VALUE)).round() as i32
}

/// What a piece of the type seems to be worth by its moves alone, in centipawns, where a pawn is
/// about 100 and a knight of chess about 325.
pub fn estimate(v: &Variant, tables: &MoveTables, id: TypeId) -> f64 {
    let middle: Vec<Square> = middle(v).collect();
    let mut targets = 0.0;
    for &from in &middle {
        targets += expected(v, tables, id, from);
    }
    targets /= middle.len() as f64;
    if targets <= 0.0 {
        return 0.0;
    }
    let law = targets * (LAW.0 + LAW.1 * targets);
    let halvings = (colour_binding(v, tables, id) as f64).log2();
    (law * HALF_BOARD.powf(halvings)).max(LEAST)
}

/// Into how many parts the board falls for a type: 1 for a piece that can get everywhere, 2 for a
/// bishop.
pub fn colour_binding(v: &Variant, tables: &MoveTables, id: TypeId) -> usize {
    parts(v, tables, id).1
}

/// The parts of the board between which a type cannot change: their number by square, and how many there
/// are.
pub fn parts(v: &Variant, tables: &MoveTables, id: TypeId) -> (Vec<u8>, usize) {
    regions(v, tables, id)
}

/// How much a pawn gains by promoting to its best choice, centipawns.
pub(super) fn promotion_gain(v: &Variant, values: &[i32], color: Color) -> f64 {
    let best = match &v.rules.promotion.to {
        PromotesTo::Choice(choices) => choices[color]
            .distinct
            .iter()
            .map(|id| values[id.index()])
            .max(),
        PromotesTo::ByFile(files) => {
            let become_ = files[color].iter().flatten();
            let (sum, count) =
                become_.fold((0, 0), |(sum, n), id| (sum + values[id.index()], n + 1));
            (count > 0).then(|| sum / count)
        }
    };
    f64::from((best.unwrap_or(0) - values[TypeId::pawn(color).index()]).max(0))
}

/// The number of targets of a type from a square, each counted by its chance and use.
fn expected(v: &Variant, tables: &MoveTables, id: TypeId, from: Square) -> f64 {
    let color = color_of(v, id);
    let mut sum = 0.0;
    tables.visit_crowded(id, from, RIDE_CHANCE, |to, chance, means| {
        let share = match (means.capture, means.quiet) {
            (true, true) => 1.0,
            (true, false) => CAPTURE_SHARE,
            _ => 1.0 - CAPTURE_SHARE,
        };
        let ahead = i32::from(to.rank()) - i32::from(from.rank());
        let ahead = match color {
            Some(Color::White) => ahead.signum(),
            Some(Color::Black) => -ahead.signum(),
            None => 0,
        };
        sum += chance * share * (1.0 + FORWARD * f64::from(ahead));
    });
    sum
}

/// The factor between the values of the file and the estimates: the middle one of all pieces whose
/// value is known, or that of the pawns.
fn scale(v: &Variant, tables: &MoveTables) -> f64 {
    let ratio = |id: TypeId| f64::from(v.piece(id).value) / estimate(v, tables, id);
    let known = |id: &TypeId| {
        let piece = v.piece(*id);
        !piece.estimated && !piece.royalty.is_royal() && piece.value > 0 && !piece.moves.is_empty()
    };
    let all = v.types().map(|(id, _)| id).filter(known);
    let (pawns, pieces): (Vec<_>, Vec<_>) = all.partition(|&id| id.is_pawn());
    let mut ratios: Vec<f64> = pieces.into_iter().map(ratio).collect();
    ratios.retain(|ratio| ratio.is_finite());
    ratios.sort_by(f64::total_cmp);
    match (ratios.get(ratios.len() / 2), pawns.first()) {
        (Some(&ratio), _) => ratio,
        (None, Some(&pawn)) => f64::from(v.piece(pawn).value) / 100.0,
        (None, None) => 1.0,
    }
}

/// The colour of a type that only one side has.
fn color_of(v: &Variant, id: TypeId) -> Option<Color> {
    if id.is_pawn() {
        return Color::ALL.into_iter().find(|&color| v.is_pawn(id, color));
    }
    let start = v.start_pieces();
    let has = |color: Color| {
        v.type_by_letter(v.piece(id).letter, color) == Some(id)
            || start
                .iter()
                .any(|placed| placed.color == color && placed.id == id)
    };
    match Color::ALL.map(has) {
        [true, false] => Some(Color::White),
        [false, true] => Some(Color::Black),
        _ => None,
    }
}
