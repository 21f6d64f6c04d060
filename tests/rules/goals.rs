//! Variants with other ways to win than mate: how their games end, and that the search knows it.

use crate::common::games::{ARRAY, PIECES, at, load, rules};
use crate::common::play::play;
use crate::common::table;

#[test]
fn goals() {
    table::play_all("goals");
}

#[test]
fn checks_given_are_part_of_the_key() {
    let rules = rules("3check");
    let key = |checks: &str| {
        let fen = format!("4k3/8/8/8/8/8/4P3/R3K3 w - - {checks} 0 1");
        at(&rules, &fen).position().key()
    };
    assert_ne!(key("1+3"), key("1+2"));
}

/// A pawn that comes back to its rank by a step aside pushes again, in play and after reading a FEN.
#[test]
fn pawns_push_after_a_step_aside() {
    let pieces = PIECES
        .replace("p:74 -16,24 -16,6 -15,5 -17,5", "p:74 fsmWfceFifmnD")
        .replace("p:74 16,24 16,6 15,5 17,5", "p:74 fsmWfceFifmnD");
    let sideways = load(&format!("{ARRAY}{pieces}"));
    let mut game = at(&sideways, "4k3/8/8/8/8/8/4P3/K7 w - - 0 1");
    play(&mut game, "e2d2 e8e7");
    assert!(game.parse_move("d2d4").is_ok());
    let read = at(&sideways, &game.position().fen());
    assert_eq!(read.legal_moves().len(), game.legal_moves().len());
    assert_eq!(read.position().key(), game.position().key());
}
