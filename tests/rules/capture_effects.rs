//! Captures that change the capturing piece, and pieces that cannot be captured.

use std::sync::Arc;

use fmax::game::Game;
use fmax::ruleset::Ruleset;
use fmax::variant::describe::Pages;

use crate::common::games::{ARRAY, PIECES, at, complaints, game, load, parse};
use crate::common::play::{board, moves, moves_from, play};

fn with(effects: &str) -> Arc<Ruleset> {
    load(&format!("{ARRAY}{PIECES}Capture-Effects: {effects}\n"))
}

/// Plays a move and undoes it; returns the board in between.
fn after(game: &mut Game, mv: &str) -> String {
    let before = game.position().clone();
    play(game, mv);
    let between = board(game);
    assert!(game.undo());
    assert_eq!(game.position().fen(), before.fen());
    assert_eq!(game.position().key(), before.key());
    between
}

#[test]
fn captors_go_over_to_the_other_side() {
    let mut andernach = game("andernach", "4k3/8/8/3p4/4P3/8/3R4/3QK3 w - - 0 1");
    assert_eq!(after(&mut andernach, "d2d5"), "4k3/8/8/3r4/4P3/8/8/3QK3");
    assert_eq!(after(&mut andernach, "e4d5"), "4k3/8/8/3p4/8/8/3R4/3QK3");
    // kings do not change
    let mut king = game("andernach", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1");
    assert_eq!(after(&mut king, "e1e2"), "4k3/8/8/8/8/8/4K3/8");
    // a pawn promotes first
    let mut promoted = game("andernach", "3r1k2/4P3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(after(&mut promoted, "e7d8n"), "3n1k2/8/8/8/8/8/8/4K3");
    // the rook would attack its own king
    let own = game("andernach", "4k3/8/8/8/4p3/8/8/4RK2 w - - 0 1");
    assert!(moves_from(&own, "e1").contains(&"e1e4".to_owned()));
    let own = game("andernach", "k7/8/8/8/8/8/8/3R1n1K w - - 0 1");
    assert!(!moves_from(&own, "d1").contains(&"d1f1".to_owned()));
    // a pawn that arrives on its second rank gets its first move again
    let mut pawn = game("andernach", "4k3/3n4/4P3/8/8/8/8/4K3 w - - 0 1");
    play(&mut pawn, "e6d7");
    assert_eq!(board(&pawn), "4k3/3p4/8/8/8/8/8/4K3");
    assert_eq!(moves_from(&pawn, "d7"), ["d7d5", "d7d6"]);
}

#[test]
fn captors_that_explode_leave_walls_behind() {
    let rules = load(&format!(
        "{ARRAY}{PIECES}Captures: explode\nCapture-Effects: petrify=R\n"
    ));
    let mut rook = at(&rules, "4k3/8/8/3n4/2P5/8/3R4/4K3 w - - 0 1");
    assert_eq!(after(&mut rook, "d2d5"), "4k3/8/8/3*4/8/8/8/4K3");
}

#[test]
fn captors_take_the_type_of_the_captured_piece() {
    let rules = with("contagion=N");
    let mut taken = at(&rules, "4k3/8/8/3n4/4P3/8/3R4/3QK3 w - - 0 1");
    assert_eq!(after(&mut taken, "d2d5"), "4k3/8/8/3N4/4P3/8/8/3QK3");
    assert_eq!(after(&mut taken, "e4d5"), "4k3/8/8/3N4/8/8/3R4/3QK3");
    let mut king = at(&rules, "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1");
    assert_eq!(after(&mut king, "e1e2"), "4k3/8/8/8/8/8/4K3/8");
    // the new piece gives check, not the old piece
    let mut check = at(&rules, "8/2k5/8/3n4/8/8/8/3RK3 w - - 0 1");
    play(&mut check, "d1d5");
    assert!(check.rules().tables.in_check(check.position()));
}

#[test]
fn immune_pieces_are_not_captured() {
    let rules = with("immune=N");
    let game = at(&rules, "4k3/8/8/3n4/4P3/8/3R4/3QK3 w - - 0 1");
    let all = moves(&game);
    assert!(!all.iter().any(|mv| mv.ends_with("d5")), "{all:?}");
    assert!(all.contains(&"d2d4".to_owned()));
    // nor when the check is mate
    let fen = "5rrk/5Npp/8/8/8/8/8/4K3 b - - 0 1";
    assert!(at(&rules, fen).outcome().is_some());
    let taken = at(&load(&format!("{ARRAY}{PIECES}")), fen);
    assert!(taken.outcome().is_none());
}

#[test]
fn a_piece_that_captures_from_afar_stays() {
    let mut rook = game("rifle", "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1");
    assert_eq!(after(&mut rook, "h1h8"), "4k3/8/8/8/8/8/8/R3K2R");
    // the new piece counts as moved: only the other rook may castle
    play(&mut rook, "h1h8");
    assert_eq!(rook.position().fen(), "4k3/8/8/8/8/8/8/R3K2R b Q - 0 1");
    rook.undo();
    assert_eq!(rook.position().fen(), "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1");
    let mut castled = game("rifle", "4k3/8/8/8/8/8/4n3/R3K2R w KQ - 0 1");
    assert_eq!(after(&mut castled, "e1e2"), "4k3/8/8/8/8/8/8/R3K2R");
    play(&mut castled, "e1e2");
    assert_eq!(castled.position().fen(), "4k3/8/8/8/8/8/8/R3K2R b - - 0 1");
    // a pawn still has its double step
    let mut double = game("rifle", "4k3/8/8/8/8/5n2/4P3/4K3 w - - 0 1");
    play(&mut double, "e2f3");
    play(&mut double, "e8e7");
    assert!(moves_from(&double, "e2").contains(&"e2e4".to_owned()));
    // a king may shoot a protected piece, because it does not go there
    let mut king = game("rifle", "4k3/8/8/8/4r3/8/4n3/5K2 w - - 0 1");
    assert_eq!(after(&mut king, "f1e2"), "4k3/8/8/8/4r3/8/8/5K2");
    // the shot piece opens a line, which would give check
    let pinned = game("rifle", "4r1k1/8/8/8/8/8/4n3/4K3 w - - 0 1");
    assert!(!moves_from(&pinned, "e1").contains(&"e1e2".to_owned()));
    // no promotion from the rank before, and no en-passant capture
    let mut pawn = game("rifle", "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(after(&mut pawn, "e7d8"), "6k1/4P3/8/8/8/8/8/4K3");
    let mut passing = game("rifle", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(after(&mut passing, "e5d6"), "4k3/8/8/4P3/8/8/8/4K3");
    // captures are compulsory in shoot chess
    let shoot = game("shoot", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1");
    assert_eq!(moves(&shoot), ["d1d5"]);
}

#[test]
fn captors_turn_to_stone() {
    let mut rook = game("petrified", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1");
    assert_eq!(after(&mut rook, "d1d5"), "4k3/8/8/3*4/8/8/8/4K3");
    play(&mut rook, "d1d5");
    let read = at(rook.rules(), &rook.position().fen());
    assert_eq!(read.position().key(), rook.position().key());
    // no piece passes it or captures it
    let wall = game("petrified", "4k3/8/8/3*4/8/8/8/3RK3 w - - 0 1");
    assert_eq!(
        moves_from(&wall, "d1").join(" "),
        "d1a1 d1b1 d1c1 d1d2 d1d3 d1d4"
    );
    // a pinned piece cannot capture: it would open the line
    let king = game("petrified", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1");
    assert!(!moves_from(&king, "e1").contains(&"e1d2".to_owned()));
    let drops = load(&format!(
        "{ARRAY}{PIECES}Drops: all\nCapture-Effects: petrify=R\n"
    ));
    let dropped = at(&drops, "4k3/8/8/3*4/8/8/8/4K3[N] w - - 0 1");
    assert!(!moves(&dropped).contains(&"N@d5".to_owned()));
    assert!(moves(&dropped).contains(&"N@d4".to_owned()));
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
