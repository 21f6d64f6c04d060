//! Compares a table with the legal moves of the variant, because the analysis does not know all rules.

use super::force::{Force, number};
use super::problem::Squares;
use super::table::{ProbeResult, Table};
use crate::board::{Placement, Position, Virginity};
use crate::movegen::GameEnd;
use crate::ruleset::Ruleset;
use crate::types::{Bitboard, Color, Rng, Square};
use crate::variant::Stalemate;

/// Number of positions to compare.
const SAMPLES: usize = 150;
/// The largest number of random positions to try; many of them are illegal.
const TRIES: usize = 8 * SAMPLES;

/// True if the table agrees with the legal moves in a sample of positions. `homes`: where each man can stand, with the
/// bare royal last. `strong` has the pieces; `None`: each side has them in turn.
pub(super) fn agrees(
    rules: &Ruleset,
    force: &Force,
    table: &Table,
    homes: &[Squares],
    strong: Option<Color>,
) -> bool {
    let v = rules.variant();
    let mut rng = Rng::new(1);
    let mut random = |n: u8| rng.below(n.into()) as u8;
    let mut compared = 0;
    for round in 0..TRIES {
        if compared >= SAMPLES {
            break;
        }
        let strong = strong.unwrap_or(Color::ALL[round % 2]);
        let mut squares: Vec<Square> = Vec::new();
        while squares.len() < force.pieces.len() + 2 {
            let sq = Square::at(random(v.files), random(v.ranks));
            let at_home = homes[squares.len()].contains(number(sq, v.files));
            if !squares.contains(&sq) && at_home {
                squares.push(sq);
            }
        }
        let Some(mut pos) = position(rules, force, strong, &squares) else {
            return false;
        };
        if !rules.tables.royals_safe(&pos, strong.other()) {
            continue;
        }
        compared += 1;
        if !confirms(rules, force, table, &mut pos) {
            return false;
        }
    }
    // too few legal positions prove nothing
    compared >= SAMPLES / 8
}

/// True if the table agrees with the legal moves of a position. The side with the pieces is to move.
fn confirms(rules: &Ruleset, force: &Force, table: &Table, pos: &mut Position) -> bool {
    let strong = pos.side();
    let distance = table.distance_in(pos, strong);
    match rules.tables.game_end(pos) {
        Some(GameEnd::Draw(_)) => return distance == 0,
        Some(GameEnd::Win(winner, _)) => return winner != strong && distance == 0,
        None => {}
    }
    let mut best = 0;
    for mv in rules.tables.legal(pos) {
        rules.tables.make(pos, mv);
        let known = table.probe(rules, pos, force, strong);
        pos.unmake();
        match known {
            Some(ProbeResult::Loss(plies)) if best == 0 || plies / 2 + 1 < best => {
                best = plies / 2 + 1
            }
            Some(ProbeResult::Loss(_) | ProbeResult::Draw) => {}
            // the ending after a capture by the bare royal may be unknown
            None if rules.variant().rules.win.stalemate == Stalemate::Loss => {}
            Some(ProbeResult::Win(_)) | None => return false,
        }
    }
    best == u32::from(distance)
}

/// The position of a force on these squares, with the bare royal last. The side with the pieces is to move.
pub(super) fn position(
    rules: &Ruleset,
    force: &Force,
    strong: Color,
    squares: &[Square],
) -> Option<Position> {
    let men = (force.men().map(|id| (strong, id))).chain([(strong.other(), force.bare)]);
    let placement = Placement {
        pieces: (squares.iter().zip(men))
            .map(|(&sq, (color, id))| (sq, color, id))
            .collect(),
        hands: Vec::new(),
        side: strong,
        virginity: Virginity::On(Bitboard::EMPTY),
        en_passant: Vec::new(),
        rule_clock: 0,
        ..Placement::start(&rules.layout)
    };
    Position::new(rules.layout.clone(), &placement).ok()
}
