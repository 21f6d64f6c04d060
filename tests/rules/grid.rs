//! Grid chess: every move must cross a grid line.

use fmax::variant::describe::Pages;

use crate::common::games::{ARRAY, PIECES, complaints, load, parse};
use crate::common::table;

#[test]
fn grid() {
    table::play_all("grid");
}

#[test]
fn the_rule_is_described() {
    let slipped = load(&format!("{ARRAY}{PIECES}Grid: 2x2 from=b1\n"));
    let described = Pages::new(slipped.variant()).rules.join("\n");
    let line = "cells of 2x2 squares, one of them with b1 in its lower left corner.";
    assert!(described.contains(line), "{described}");
}

#[test]
fn invalid_lines_are_refused() {
    for (line, complaint) in [
        ("8x8", "the whole board is one cell"),
        ("0x2", "`0x2` is not understood here"),
        ("2", "`2` is not understood here"),
        ("from=b2", "the size of a cell is missing"),
        ("2x2 from=k1", "k1"),
    ] {
        let found = complaints(&parse(&format!("{ARRAY}{PIECES}Grid: {line}\n")));
        assert!(
            found.iter().any(|text| text.contains(complaint)),
            "{line}: {found:?}"
        );
    }
}
