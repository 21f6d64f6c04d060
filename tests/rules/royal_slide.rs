//! Royals that may not slide over attacked squares.

use crate::common::games::{ARRAY, PIECES, at, complaints, load, parse};
use crate::common::play::moves_from;

#[test]
fn royal_queens_do_not_pass_attacked_squares() {
    let pieces = PIECES.replace("k:-1 1,34", "k:-1 1,3 -1,3 16,3 -16,3 1,34");
    let free = load(&format!("{ARRAY}{pieces}"));
    let safe = load(&format!("{ARRAY}{pieces}Royal-Slide: safe\n"));
    // the rook sees the d-file, the bishop c3
    let fen = "7k/8/8/3r4/8/8/8/K7 w - - 0 1";
    let along = |rules| {
        moves_from(&at(rules, fen), "a1")
            .into_iter()
            .filter(|mv| mv.ends_with('1'))
    };
    assert_eq!(
        along(&free).collect::<Vec<_>>().join(" "),
        "a1b1 a1c1 a1e1 a1f1 a1g1"
    );
    assert_eq!(along(&safe).collect::<Vec<_>>().join(" "), "a1b1 a1c1");
}

#[test]
fn the_rule_is_for_royals_that_slide() {
    let found = complaints(&parse(&format!("{ARRAY}{PIECES}Royal-Slide: safe\n")));
    assert!(
        found[0].contains("there is no royal piece that slides"),
        "{found:?}"
    );
}
