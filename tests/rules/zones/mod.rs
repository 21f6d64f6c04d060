//! Zones, facing royals and losing repetitions, in combination with other rules, and the messages about lines
//! that cannot be right. [`xiangqi`] has all of them, [`holes`] missing squares, [`lines`] moves along lines
//! and hoppers with limits.

mod holes;
mod lines;
mod xiangqi;

use std::sync::Arc;

use fmax::ruleset::Ruleset;
use fmax::variant::Library;

use crate::common::games::{self, at, find};
use crate::common::play::moves_from;

/// Kings, pawns, rooks, a camel for promotion, and a wazir, with rule lines behind them.
fn text(rules: &str) -> String {
    format!(
        "version 4.8(w)\nGame: x\n8x8\n6 0 0 0 3 0 0 6\n6 0 0 0 3 0 0 6\n\
         p:100 -16,24 -16,6 -15,5 -17,5\n\
         p:100 16,24 16,6 15,5 17,5\n\
         k:-1 1,7 -1,7 16,7 -16,7 15,7 17,7 -15,7 -17,7\n\
         w:120 1,7 -1,7 16,7 -16,7\n\
         f:120 15,7 17,7 -15,7 -17,7\n\
         r:500 1,3 -1,3 16,3 -16,3\n\
         q:900 1,3 -1,3 16,3 -16,3 15,3 17,3 -15,3 -17,3\n{rules}"
    )
}

fn library(rules: &str) -> Library {
    games::read(&text(rules))
}

fn game(rules: &str) -> Arc<Ruleset> {
    clean(&library(rules), rules)
}

/// The variant of a file without diagnostics.
fn clean(library: &Library, rules: &str) -> Arc<Ruleset> {
    assert_eq!(games::complaints(library), [""; 0], "{rules}");
    Arc::new(Ruleset::new(find(library, "x")))
}

/// The legal moves of a position, or those of them that begin in some way.
fn moves(rules: &Arc<Ruleset>, fen: &str, start: &str) -> String {
    moves_from(&at(rules, fen), start).join(" ")
}

#[test]
fn nothing_enters_from_the_hand_where_it_may_not_stand() {
    let zone = "Zone: home=a1-c2,a7-c8\nConfine: W=home\n";
    let rules = game(&format!("{zone}Drops: WF W=2-8\n"));
    let fen = "4k3/8/8/8/8/8/1P6/4K3[WFw] w - - 0 1";
    assert_eq!(
        moves(&rules, fen, "W"),
        "W@a2 W@a7 W@a8 W@b7 W@b8 W@c2 W@c7 W@c8"
    );
    assert_eq!(moves(&rules, fen, "F").split(' ').count(), 64 - 3);
    let rules = game(&format!("{zone}Gating: W\n"));
    let fen = "r3k2r/pppppppp/8/8/8/8/8/R3K2R[Ww] w AEHaeh - 0 1";
    let gating = |start| {
        let all = moves(&rules, fen, start);
        let gated = all.split(' ').filter(|text| text.ends_with('w')).count();
        (gated, all.split(' ').count())
    };
    assert_eq!(gating("a1"), (9, 18));
    assert_eq!(gating("e1"), (0, 5));
    assert_eq!(gating("h1"), (0, 8));
}

/// The diagnostics of rule lines, each `LINE:COLUMN: SEVERITY: MESSAGE`; the first rule is on line
/// 13.
fn complaints(rules: &str) -> Vec<String> {
    let short = |text: String| {
        let text = text.trim_start_matches("test.ini:").to_owned();
        text.split(" (hint").next().unwrap().to_owned()
    };
    let all = games::complaints(&library(rules));
    all.into_iter().map(short).collect()
}

#[test]
fn invalid_lines_are_reported() {
    for (rules, expected) in [
        (
            "Zone: a=a1-i3\nConfine: R=a",
            "13:12: error: `i3` is not on the board",
        ),
        (
            "Zone: a=a0\nConfine: R=a",
            "13:9: error: `a0` is not on the board",
        ),
        (
            "Zone: a=a1,\nConfine: R=a",
            "13:12: error: a square is missing",
        ),
        (
            "Zone: a=a1-h1,a8-h8-b2\nConfine: R=a",
            "13:18: error: `h8-b2` is not on the board",
        ),
        ("Zone: a", "13:7: error: `a` is not understood here"),
        (
            "Zone: red:a=a1",
            "13:7: error: `red` is neither white nor black",
        ),
        ("Zone: =a1", "13:7: error: `=a1` is not understood here"),
        (
            "Zone: a=a1-h8 A=a1\nConfine: R=a",
            "13:15: error: there are two zones `A`",
        ),
        ("Zone: a=a1-h8", "13:7: warning: nothing uses the zone `a`"),
        ("Confine: R=b", "13:12: error: there is no zone `b`"),
        (
            "Zone: a=d1-e2\nConfine: W=a\nDrops: all W=4-6",
            "15:8: error: white can drop W nowhere",
        ),
        (
            "Zone: a=a1-h8\nConfine: R,X=a",
            "14:12: error: there is no piece X",
        ),
        (
            "Zone: a=a1-h8\nConfine: R=a r=a",
            "14:14: error: the piece R is confined twice",
        ),
        (
            "Zone: a=a1-h8\nConfine: =a",
            "14:10: error: `=a` is not understood here",
        ),
        (
            "Zone: a=a2-h8\nConfine: K=a",
            "14:10: error: white's K starts on e1, outside its zone",
        ),
        (
            "Zone: a=b1-h8\nConfine: R=a",
            "14:10: warning: white's R starts on a1, outside its zone",
        ),
        (
            "Zone: white:a=a1-h4\nConfine: R=a",
            "14:10: error: white's and black's R are one piece, but the zone is not the same for both",
        ),
        (
            "Zone: a=a1\nZone-Moves: P=Z@a",
            "14:15: error: there is no piece Z",
        ),
        (
            "Zone: a=a1\nZone-Moves: P=WQ@a",
            "14:13: error: `P=WQ@a` is not understood here",
        ),
        (
            "Zone: a=a1\nZone-Moves: P=W",
            "14:13: error: `P=W` is not understood here",
        ),
        (
            "Zone: a=a1-c3 b=c3-d4\nZone-Moves: W=R@a W=F@b",
            "14:19: error: two zones of the piece W overlap",
        ),
        (
            "Zone: a=a1\nZone-Lines: P=W",
            "14:13: error: `P=W` is not understood here",
        ),
        ("Facing: ranks", "13:9: error: `ranks` alone has no effect"),
        (
            "Facing: illegal ranks\nStart: 8/8/8/8/8/8/K6k/8 w",
            "13:9: error: the royals face each other in the start position",
        ),
        (
            "Facing: never",
            "13:9: error: `never` is not understood here",
        ),
        (
            "Facing: illegal\nStart: 4k3/8/8/8/8/8/8/4K3 w",
            "13:9: error: the royals face each other in the start position",
        ),
        (
            "Repetition: perpetual-check wins",
            "13:29: error: `wins` is not understood here",
        ),
        (
            "Repetition: perpetual-check",
            "13:13: error: `perpetual-check` is not understood here",
        ),
        (
            "Repetition: draw perpetual-check loses",
            "13:13: error: a repetition cannot be both a draw and a loss",
        ),
        (
            "Repetition: perpetual-check loses always=R>Q",
            "13:35: warning: this has no effect unless a perpetual chase loses",
        ),
        (
            "Repetition: perpetual-chase loses always=X>Q",
            "13:42: error: there is no piece X",
        ),
        ("Move-Rule: 0", "13:12: error: `0` is not understood here"),
        (
            "Move-Rule: 70 always",
            "13:15: error: `always` is not understood here",
        ),
    ] {
        let found = complaints(rules);
        assert_eq!(
            found.first().map(String::as_str),
            Some(expected),
            "{rules}: {found:?}"
        );
    }
}

#[test]
fn sliders_pass_where_they_may_not_stop() {
    let rules = game("Zone: rim=a1-h2,a7-h8\nConfine: R=rim");
    assert_eq!(
        moves(&rules, "k7/8/4p3/8/8/8/4R3/K7 w", "e2"),
        "e2a2 e2b2 e2c2 e2d2 e2e1 e2f2 e2g2 e2h2"
    );
    assert_eq!(
        moves(&rules, "k7/8/8/8/8/8/4R3/K7 w", "e2e"),
        "e2e1 e2e7 e2e8"
    );
    // on squares it cannot enter it gives no check, and pins nothing
    assert_eq!(moves(&rules, "8/8/8/4k3/4p3/8/4R3/K7 b", "e4"), "e4e3");
    assert_eq!(
        moves(&rules, "8/8/8/3k4/8/8/3pR3/K7 b", "d5e"),
        "d5e4 d5e5 d5e6"
    );
    // and over the squares where it cannot stop it still does
    assert_eq!(
        moves(&rules, "4k3/8/8/8/8/8/4R3/K7 b", "e8"),
        "e8d7 e8d8 e8f7 e8f8"
    );
    assert_eq!(moves(&rules, "4k3/4w3/8/8/8/8/4R3/K7 b", "e7"), "e7e6");
}

#[test]
fn pawns_promote_where_their_choice_is_confined() {
    let rules = game("Zone: low=a1-h4\nConfine: W,F=low\nPromotion: WQ");
    let fen = "8/4P2k/8/8/8/8/8/K7 w";
    assert_eq!(moves(&rules, fen, "e7"), "e7e8q e7e8w");
    // the wazir stands outside now and cannot move; on rank 5 it could enter
    assert_eq!(moves(&rules, "4W3/7k/8/8/8/8/8/K7 w", "e8"), "");
    assert_eq!(moves(&rules, "8/7k/8/4W3/8/8/8/K7 w", "e5"), "e5e4");
}

#[test]
fn pieces_change_their_moves_where_they_stand() {
    let rules = game("Zone: far=a5-h8\nZone-Moves: W=R@far P=F@far");
    assert_eq!(
        moves(&rules, "8/7k/8/8/3W4/8/8/K7 w", "d4"),
        "d4c4 d4d3 d4d5 d4e4"
    );
    assert_eq!(
        moves(&rules, "8/7k/8/3W4/8/8/8/K7 w", "d5"),
        "d5a5 d5b5 d5c5 d5d1 d5d2 d5d3 d5d4 d5d6 d5d7 d5d8 d5e5 d5f5 d5g5 d5h5"
    );
    // it checks along the file from there, but not from below
    assert_eq!(moves(&rules, "3k4/8/8/3W4/8/8/8/K7 b", "d8d"), "");
    assert_eq!(moves(&rules, "3k4/8/8/8/3W4/8/8/K7 b", "d8d"), "d8d7");
    // a pawn in the zone moves like a ferz, and still promotes, by each of its ways to the last
    // rank
    assert_eq!(
        moves(&rules, "8/4P2k/8/8/8/8/8/K7 w", "e7d"),
        "e7d6 e7d8f e7d8q e7d8r e7d8w"
    );
}

#[test]
fn a_zone_of_one_colour_is_mirrored() {
    let rules = game("Zone: black:far=a1-h4\nZone-Moves: P=W@far");
    // white's far half is the upper one, black's the lower one
    assert_eq!(
        moves(&rules, "8/7k/8/3P4/8/8/8/K7 w", "d5"),
        "d5c5 d5d4 d5d6 d5e5"
    );
    assert_eq!(moves(&rules, "8/7k/8/8/3P4/8/8/K7 w", "d4"), "d4d5");
    assert_eq!(
        moves(&rules, "8/7k/8/8/3p4/8/8/K7 b", "d4"),
        "d4c4 d4d3 d4d5 d4e4"
    );
}

#[test]
fn royals_do_not_face_each_other() {
    let rules = game("Facing: illegal");
    assert_eq!(moves(&rules, "4k3/8/8/8/8/8/8/3K4 w", ""), "d1c1 d1c2 d1d2");
    // the piece between them is pinned to the file
    assert_eq!(moves(&rules, "4k3/8/8/4W3/8/8/8/4K3 w", "e5"), "e5e4 e5e6");
    // an enemy piece between them may leave, and is free to give check by that
    assert_eq!(moves(&rules, "4k3/8/8/4w3/8/8/8/4K3 w", "e1e"), "e1e2");
    let confined = game("Zone: house=d1-f3,d6-f8\nConfine: K=house\nFacing: illegal");
    assert_eq!(moves(&confined, "4k3/8/8/8/8/8/8/3K4 w", ""), "d1d2");
}
