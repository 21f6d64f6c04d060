//! Moves from other positions: whether such a move is legal here is decided without generating all moves.

use fmax::types::{Move, Rng};

use crate::common::games;

/// Plies of a random game.
const PLIES: usize = 60;
/// Number of moves from earlier positions to test.
const REMEMBERED: usize = 200;

#[test]
fn moves_of_other_positions_are_tested_correctly() {
    let mut reported = [0; 2];
    for name in games::library().public_names() {
        let rules = games::rules(name);
        let tables = &rules.tables;
        let mut random = Rng::new(3);
        let mut pos = rules.start();
        let mut remembered: Vec<Move> = Vec::new();
        for _ in 0..PLIES {
            let legal = tables.legal(&mut pos);
            if legal.is_empty() || tables.game_end(&pos).is_some() {
                break;
            }
            let (mut all, mut quiets) = (Vec::new(), Vec::new());
            tables.pseudo_legal(&pos, &mut all);
            tables.pseudo_quiets(&pos, &mut quiets);
            let buffer = &mut Vec::new();
            for &mv in remembered.iter().chain(&all) {
                let here = all.contains(&mv);
                reported[usize::from(here)] += 1;
                let found = tables.is_pseudo_legal(&pos, mv, buffer);
                assert_eq!(found, here, "{name}: {mv:?} in {}", pos.fen());
                let found = tables.is_pseudo_quiet(&pos, mv, buffer);
                let quiet = quiets.contains(&mv);
                assert_eq!(found, quiet, "{name}: {mv:?} in {}", pos.fen());
            }
            for mv in all {
                if remembered.len() < REMEMBERED {
                    remembered.push(mv)
                } else {
                    remembered[random.below(REMEMBERED)] = mv
                }
            }
            let mv = legal[random.below(legal.len())];
            tables.make(&mut pos, mv);
        }
    }
    assert!(
        reported.iter().all(|&count| count > 100_000),
        "{reported:?}"
    );
}
