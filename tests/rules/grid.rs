//! Grid chess: every move must cross a grid line.

use fmax::variant::describe::Pages;

use crate::common::games::{ARRAY, PIECES, at, complaints, game, load, parse};
use crate::common::play::{moves_from, play};

#[test]
fn moves_within_a_cell_are_illegal() {
    let board = game("grid", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(
        moves_from(&board, "a1").join(" "),
        "a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1c1 a1d1"
    );
    // the king leaves the cell of e1, f1, e2 and f2 only to the left
    assert_eq!(moves_from(&board, "e1").join(" "), "e1c1 e1d1 e1d2");
    // a pawn on its third rank no longer stands below a line
    let pawns = game("grid", "4k3/8/8/8/8/3P4/P7/4K3 w - - 0 1");
    assert_eq!(moves_from(&pawns, "d3").join(" "), "");
    assert_eq!(moves_from(&pawns, "a2").join(" "), "a2a3 a2a4");
}

#[test]
fn within_a_cell_there_is_no_check() {
    let beside = game("grid", "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1");
    let tables = &beside.rules().tables;
    assert!(!tables.in_check(beside.position()));
    // from the next cell the rook gives check
    let apart = game("grid", "4k3/8/4R3/8/8/8/8/4K3 b - - 0 1");
    assert!(apart.rules().tables.in_check(apart.position()));
    // a knight beyond a line can be captured, a knight in the same cell cannot
    let mut capture = game("grid", "8/4k3/8/8/8/8/4n3/4K1n1 w - - 0 1");
    assert!(moves_from(&capture, "e1").iter().all(|mv| mv != "e1e2"));
    play(&mut capture, "e1d2");
}

#[test]
fn cells_can_begin_elsewhere() {
    let slipped = load(&format!("{ARRAY}{PIECES}Grid: 2x2 from=b1\n"));
    let rook = at(&slipped, "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1");
    assert_eq!(
        moves_from(&rook, "b1").join(" "),
        "b1a1 b1b3 b1b4 b1b5 b1b6 b1b7 b1b8 b1d1"
    );
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
