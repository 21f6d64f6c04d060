//! Captures that change the capturing piece, and pieces that cannot be captured.

use std::sync::Arc;

use fmax::ruleset::Ruleset;
use fmax::variant::describe::Pages;

use crate::common::games::{ARRAY, PIECES, complaints, load, parse};
use crate::common::table;

fn with(effects: &str) -> Arc<Ruleset> {
    load(&format!("{ARRAY}{PIECES}Capture-Effects: {effects}\n"))
}

#[test]
fn capture_effects() {
    table::play_all("capture_effects");
}

#[test]
fn effects_are_described_and_checked() {
    let rules = with("contagion=N recolour=QR immune=B");
    let mut described = Pages::new(rules.variant()).rules;
    described.extend(Pages::new(with("petrify=N rifle=K").variant()).rules);
    let described = described.join("\n");
    for line in [
        "A piece that captures knight (N) becomes a piece of that kind, unless it is royal.",
        "A capture by queen (Q) and rook (R) makes the captor change sides.",
        "Nothing can capture bishop (B).",
        "A capture by knight (N) turns the captor into a wall, which cannot be captured or passed.",
        "A capture by king (K) leaves the captor where it is; it counts as moved.",
    ] {
        assert!(described.contains(line), "{described}");
    }
    for (effects, complaint) in [
        (
            "contagion=P",
            "a piece cannot become a pawn by capturing one",
        ),
        ("contagion=K", "K is royal, and cannot change"),
        ("recolour=K", "K is royal, and cannot change"),
        ("immune=K", "K is royal, it must be possible to capture it"),
        ("petrify=K", "K is royal, and cannot change"),
        ("rifle=Q recolour=Q", "captures of Q have two effects"),
        (
            "rifle=Q contagion=N",
            "a piece that captures from afar cannot become another piece",
        ),
        ("laser=Q", "`laser=Q` is not understood here"),
    ] {
        let text = format!("{ARRAY}{PIECES}Capture-Effects: {effects}\n");
        let found = complaints(&parse(&text));
        assert!(
            found.iter().any(|line| line.contains(complaint)),
            "{found:?}"
        );
    }
}
