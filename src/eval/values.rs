//! Piece values of a variant: from the file, or estimated from the moves.
//!
//! Evaluation, exchanges, move ordering and pruning share this table. Values in the file are used as they are; missing
//! values are estimated from the mobility of the piece:
//!
//! - The expected targets from the squares around the centre are added up: a leap counts by the chance that
//!   it stays on the board, a ride by the chances that its squares can be reached, a lame leap or a hop by the
//!   chance that it is possible. A move that only captures counts two thirds, one that only moves a third; if
//!   the piece has a colour, forward moves count more than backward ones.
//! - Moves support each other, so that the value grows faster than their number: H.G. Muller's formula for
//!   short-range leapers, N (30 + 5N/8), raised by a tenth.
//! - A piece that cannot reach the whole board is worth less.
//! - A pawn is also worth part of its promotion gain.
//!
//! Estimates use a scale on which a pawn is worth about 100. They are then scaled to the known values of the
//! variant.

use super::geometry::{middle, regions};
use crate::movegen::MoveTables;
use crate::types::{Color, Square, TypeId};
use crate::variant::{MAX_VALUE, PromotesTo, Rights, Variant};

/// Chance that a ride continues past a square.
const RIDE_CHANCE: f64 = 0.85;
/// Weight of a move that only captures; a move that does not capture has the rest.
const CAPTURE_SHARE: f64 = 2.0 / 3.0;
/// Bonus of a forward move, and penalty of a backward move.
const FORWARD: f64 = 0.25;
/// The formula for the value: centipawns per target, and per target squared.
const LAW: (f64, f64) = (33.0, 0.6875);
/// Factor for a piece that reaches half of the board.
const HALF_BOARD: f64 = 0.87;
/// Share of its promotion gain in the value of a pawn.
const PROMOTION_SHARE: f64 = 0.05;
/// The smallest value of a piece that can move.
const LEAST: f64 = 40.0;

/// Value of each type in centipawns, by number. An absolute royal has value 0.
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
    // the value of pawns depends on their promotion
    for id in pawns {
        let gain = promotion_gain(v, &values, color_of(v, id).unwrap_or(Color::White));
        let worth = scale * estimate(v, tables, id) + PROMOTION_SHARE * gain;
        values[id.index()] = limited(worth);
    }
    values
}

/// A value in whole centipawns, within the limit of the file.
fn limited(worth: f64) -> i32 {
    worth.min(f64::from(MAX_VALUE)).round() as i32
}

/// Value of a type estimated from its moves alone, in centipawns: about 100 for a pawn and 325 for a knight
/// of chess.
pub fn estimate(v: &Variant, tables: &MoveTables, id: TypeId) -> f64 {
    let middle: Vec<Square> = middle(v).collect();
    let targets = middle.iter().map(|&from| expected(v, tables, id, from));
    let targets = targets.sum::<f64>() / middle.len() as f64;
    if targets <= 0.0 {
        return 0.0;
    }
    let law = targets * (LAW.0 + LAW.1 * targets);
    let halvings = (colour_binding(v, tables, id) as f64).log2();
    (law * HALF_BOARD.powf(halvings)).max(LEAST)
}

/// The number of parts of the board for a type: 1 if it can reach every square, 2 for a bishop.
pub fn colour_binding(v: &Variant, tables: &MoveTables, id: TypeId) -> usize {
    parts(v, tables, id).1
}

/// The parts of the board that a type cannot leave: by square, the number of its part, and the number of
/// parts.
pub fn parts(v: &Variant, tables: &MoveTables, id: TypeId) -> (Vec<u8>, usize) {
    regions(v, tables, id)
}

/// The gain of a pawn by its best promotion, centipawns.
pub fn promotion_gain(v: &Variant, values: &[i32], color: Color) -> f64 {
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

/// How much a move counts: less if it can only capture or only move.
pub(super) fn share(rights: Rights) -> f64 {
    match (rights.capture, rights.quiet) {
        (true, true) => 1.0,
        (true, false) => CAPTURE_SHARE,
        _ => 1.0 - CAPTURE_SHARE,
    }
}

/// The expected number of targets of a type from a square, weighted by use.
fn expected(v: &Variant, tables: &MoveTables, id: TypeId, from: Square) -> f64 {
    let color = color_of(v, id);
    let mut sum = 0.0;
    tables.visit_crowded(id, from, RIDE_CHANCE, |to, chance, rights| {
        let ahead = i32::from(to.rank()) - i32::from(from.rank());
        let ahead = match color {
            Some(Color::White) => ahead.signum(),
            Some(Color::Black) => -ahead.signum(),
            None => 0,
        };
        sum += chance * share(rights) * (1.0 + FORWARD * f64::from(ahead));
    });
    sum
}

/// The factor from estimates to the values of the file: the median over all pieces with known values, or else the
/// factor of the pawns.
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
