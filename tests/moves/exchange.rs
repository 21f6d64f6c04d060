//! Static exchange evaluation: the material won by a sequence of captures on one square.

use fmax::game::Game;
use fmax::types::TypeId;

use crate::common::table;

/// The exchange value of a move, found by trying thresholds. Each letter has a round value, independent
/// of the values in the file.
fn worth(game: &Game, mv: &str) -> i32 {
    let variant = game.rules().variant();
    let mut values = vec![0; variant.pieces.len() + 1];
    for (id, piece) in variant.types() {
        values[id.index()] = match piece.letter {
            'P' => 100,
            'N' | 'B' | 'G' => 300,
            'R' => 500,
            'Q' => 900,
            'K' => 400,
            _ => 0,
        };
    }
    let mv = game.parse_move(mv).unwrap();
    let mut pos = game.position().clone();
    let value = |id: TypeId| values[id.index()];
    let victim = pos.captured_square(mv);
    let grown = mv
        .promotion()
        .map_or(0, |id| value(id) - value(pos.type_on(mv.from())));
    let gain = value(pos.type_on(victim)) + grown;
    let tables = &game.rules().tables;
    let before = pos.fen();
    let wins = |threshold: &i32| tables.see_ge(&mut pos, mv, gain, *threshold, &values);
    let found = (-2000..=2000).rev().step_by(100).find(wins).unwrap();
    assert_eq!(pos.fen(), before);
    // all smaller thresholds must hold as well
    let all = (-2000..=found)
        .step_by(100)
        .all(|threshold| tables.see_ge(&mut pos, mv, gain, threshold, &values));
    assert!(all, "{before} {mv:?}");
    found
}

/// The top of the file explains its entries.
#[test]
fn exchange() {
    table::check_all("exchange", |row| {
        let game = row.game();
        for (mv, expected) in &row.entries {
            assert_eq!(worth(&game, mv).to_string(), *expected, "{mv}");
        }
    });
}
