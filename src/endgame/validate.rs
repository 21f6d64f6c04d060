//! A table is compared with the moves of the game itself before it is believed: games have rules
//! that the retrograde analysis has never heard of.

use super::force::{Force, number};
use super::problem::Squares;
use super::table::{ProbeResult, Table};
use crate::board::{Placement, Position, Virginity};
use crate::movegen::GameEnd;
use crate::ruleset::Ruleset;
use crate::types::{Bitboard, Color, Rng, Square};
use crate::variant::Stalemate;

/// So many positions are looked at.
const SAMPLES: usize = 150;
/// They are looked for among so many times more, since many are not legal.
const TRIES: usize = 8 * SAMPLES;

/// True if in a sample of positions the table says what the legal moves say. The men stand at `homes`
/// there, the lone royal last, and if it matters `strong` has the pieces.
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
    let mut looked = 0;
    for round in 0..TRIES {
        if looked >= SAMPLES {
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
        looked += 1;
        if !confirms(rules, force, table, &mut pos) {
            return false;
        }
    }
    // where hardly any position is legal there is nothing to be sure of
    looked >= SAMPLES / 8
}

/// True if the legal moves say of a position with the side to move that has the pieces what the
/// table says.
fn confirms(rules: &Ruleset, force: &Force, table: &Table, pos: &mut Position) -> bool {
    let strong = pos.side();
    let said = table.distance_in(pos, strong);
    match rules.tables.game_end(pos) {
        Some(GameEnd::Draw(_)) => return said == 0,
        Some(GameEnd::Win(winner, _)) => return winner != strong && said == 0,
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
            // what is left when the lone royal has taken something may be unknown
            None if rules.variant().rules.win.stalemate == Stalemate::Loss => {}
            Some(ProbeResult::Win(_)) | None => return false,
        }
    }
    best == u32::from(said)
}

fn position(rules: &Ruleset, force: &Force, strong: Color, squares: &[Square]) -> Option<Position> {
    let men = (force.men().map(|id| (strong, id))).chain([(strong.other(), force.bare)]);
    let placement = Placement {
        pieces: squares
            .iter()
            .zip(men)
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
