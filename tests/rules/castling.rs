//! Castling that wins, or that deprives the opponent of castling.

use fmax::variant::describe::Pages;

use crate::common::games::{ARRAY, PIECES, complaints, load, parse};
use crate::common::table;

#[test]
fn castling() {
    table::play_all("castling");
}

#[test]
fn castling_rules_are_described_and_checked() {
    let rules = load(&format!("{ARRAY}{PIECES}Castling: opposite wins=KQk\n"));
    let described = Pages::new(rules.variant()).rules.join("\n");
    for line in [
        "Once a side has castled, the other one can castle to the other wing only.",
        "White wins by castling, and loses",
        "Black wins by castling to the right, and loses",
    ] {
        assert!(described.contains(line), "{described}");
    }
    let found = complaints(&parse(&format!("{ARRAY}{PIECES}Castling: wins=x\n")));
    assert!(
        found[0].contains("`wins=x` is not understood here"),
        "{found:?}"
    );
}
