//! Pieces that burn adjacent enemies.

use fmax::variant::describe::Pages;

use crate::common::games::{ARRAY, PIECES, complaints, load, parse};
use crate::common::table;

#[test]
fn burning() {
    table::play_all("burning");
}

#[test]
fn the_rule_is_described_and_checked() {
    let rules = load(&format!("{ARRAY}{PIECES}Burning: QR\n"));
    let described = Pages::new(rules.variant()).rules.join("\n");
    for line in [
        "A move of queen (Q) and rook (R) burns all enemies on the squares around its target.",
        "Any other piece that moves to a square beside queen (Q) and rook (R) of the enemy is \
         burnt; royal pieces may not move there.",
    ] {
        assert!(described.contains(line), "{described}");
    }
    for (lines, complaint) in [
        ("Burning: K", "K is royal, and cannot burn other pieces"),
        ("Burning: P", "P burns, so it has to capture as it moves"),
        (
            "Burning: Q\nDrops: all",
            "pieces that burn others cannot be combined with pieces in hand",
        ),
        (
            "Burning: Q\nCaptures: explode",
            "pieces that burn others cannot be combined with captures that explode",
        ),
    ] {
        let found = complaints(&parse(&format!("{ARRAY}{PIECES}{lines}\n")));
        assert!(
            found.iter().any(|line| line.contains(complaint)),
            "{found:?}"
        );
    }
}
