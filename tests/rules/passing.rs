//! Passing, facing royals as an offer to end the game, and draws that count as wins.

use fmax::game::Game;
use fmax::movegen::notation::MoveError;
use fmax::search::Value;
use fmax::variant::{Library, ReadOptions};

use crate::common::games::{at, complaints, rules, with};
use crate::common::play::{self, ends, play};
use crate::common::search::{self, search};

fn moves(game: &Game) -> String {
    play::moves(game).join(" ")
}

#[test]
fn the_turn_can_be_passed_but_not_in_check() {
    let rules = with("normal", "Pass: always");
    let game = at(&rules, "4k3/8/8/8/8/8/8/R3K3 w");
    let pass = game.parse_move("@@@@").unwrap();
    assert_eq!(game.format(pass), "@@@@");
    for text in ["pass", "--", "null", "z0", "e1e1", "a1a1"] {
        assert_eq!(game.parse_move(text), Ok(pass), "{text}");
    }
    assert_eq!(rules.tables.parse_san(game.position(), "--"), Ok(pass));
    let checked = at(&rules, "4k3/8/8/8/8/8/8/r3K3 w");
    assert_eq!(checked.parse_move("pass"), Err(MoveError::NoPass));
    assert_eq!(moves(&checked), "e1d2 e1e2 e1f2");
    // a side that must capture cannot pass
    let duty = with("normal", "Pass: always\nCaptures: compulsory");
    assert_eq!(moves(&at(&duty, "4k3/8/8/8/8/8/p7/R3K3 w")), "a1a2");
    // passing is not possible in other variants
    let usual = at(
        &crate::common::games::rules("normal"),
        "4k3/8/8/8/8/8/8/R3K3 w",
    );
    assert_eq!(usual.parse_move("pass"), Err(MoveError::NoPass));
}

#[test]
fn two_passes_in_a_row_end_the_game() {
    let rules = with("normal", "Pass: always");
    let mut game = at(&rules, "4k3/8/8/8/8/8/8/R3K3 w");
    let key = game.position().key();
    play(&mut game, "@@@@ e8e7 @@@@");
    assert_eq!(ends(&game), "goes on");
    play(&mut game, "@@@@");
    assert_eq!(ends(&game), "1/2-1/2 {Both sides pass}");
    assert_eq!(game.legal_moves(), []);
    assert_eq!(game.position().check_consistency(), Ok(()));
    while game.undo() {}
    assert_eq!((game.position().passes(), game.position().key()), (0, key));
}

#[test]
fn a_stalemated_side_may_pass() {
    let rules = with("normal", "Pass: black=stuck");
    let mut game = at(&rules, "7k/5Q2/6K1/8/8/8/8/8 b");
    assert_eq!(moves(&game), "@@@@");
    play(&mut game, "@@@@ f7f1 h8g8");
    // white may not do what black may, and mate is still mate
    let white = at(&rules, "8/8/8/8/8/6k1/5q2/7K w");
    assert_eq!(ends(&white), "1/2-1/2 {Stalemate}");
    let mated = at(&rules, "7k/6Q1/6K1/8/8/8/8/8 b");
    assert_eq!(ends(&mated), "1-0 {White mates}");
    assert!(!moves(&at(&rules, "7k/8/6K1/8/8/8/8/8 b")).contains('@'));
}

#[test]
fn royals_that_face_each_other_offer_the_end() {
    let janggi = rules("janggi");
    let mut game = at(&janggi, "3k5/9/9/9/9/9/9/9/R8/4K4 b");
    play(&mut game, "d9e9");
    assert_eq!(moves(&game), "@@@@ a1e1 e0d0 e0f0");
    play(&mut game, "@@@@");
    assert_eq!(ends(&game), "1-0 {White wins on points}");
    // a side in check can accept the offer too
    let checked = "4k4/9/9/9/9/9/9/9/9/r3K4 w";
    for (name, end) in [
        ("janggi", "0-1 {Black wins on points}"),
        ("janggitraditional", "1/2-1/2 {Royals face each other}"),
    ] {
        let mut game = at(&rules(name), checked);
        assert_eq!(moves(&game), "@@@@", "{name}");
        play(&mut game, "@@@@");
        assert_eq!(ends(&game), end);
    }
    assert_eq!(moves(&at(&rules("janggicasual"), checked)), "e0e1");
}

#[test]
fn points_decide_drawn_games() {
    let janggi = rules("janggi");
    // against a chariot and two guards, with an initial bonus of 1.5 points
    for (men, end) in [
        ("R2AAK2P", "1-0 {White wins on points}"),
        ("R2AAK3", "0-1 {Black wins on points}"),
    ] {
        let mut game = at(&janggi, &format!("r2kaa3/9/9/9/9/9/9/9/9/{men} w"));
        play(&mut game, "@@@@ @@@@");
        assert_eq!(ends(&game), end, "{men}");
    }
    let level = with(
        "normal",
        "Pass: always\nDraws: points R=5 N,B=3.5 white=1.5",
    );
    let mut game = at(&level, "4k2r/8/8/8/8/8/8/N3K3 w");
    play(&mut game, "@@@@ @@@@");
    assert_eq!(ends(&game), "1/2-1/2 {Both sides pass}");
}

#[test]
fn the_search_considers_passes() {
    let janggi = rules("janggi");
    let mut ahead = at(&janggi, "3k5/9/9/9/9/9/9/9/R8/4K4 b");
    play(&mut ahead, "@@@@");
    let found = search(&ahead, 2);
    assert_eq!(search::best(&ahead, &found), "@@@@");
    assert_eq!(found.value, Value::Mate(1));
    let mut behind = at(&janggi, "3k5/9/9/9/9/9/9/r8/9/4K4 b");
    play(&mut behind, "@@@@");
    let found = search(&behind, 2);
    assert_ne!(search::best(&behind, &found), "@@@@");
}

#[test]
fn draw_odds_win() {
    let rules = with("normal", "Draws: black");
    let win = "0-1 {Black wins by draw odds}";
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b",
        "4k3/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/R3K3 w - - 100 80",
    ] {
        assert_eq!(ends(&at(&rules, fen)), win, "{fen}");
    }
    let mut game = at(&rules, "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1");
    play(&mut game, "a1a2 h8h7 a2a1 h7h8 a1a2 h8h7 a2a1 h7h8");
    assert_eq!(ends(&game), win);
    // the last piece that could mate is captured
    let game = at(&rules, "8/8/8/8/8/8/kQ6/7K b");
    let found = search(&game, 2);
    assert_eq!(search::best(&game, &found), "a2b2");
    assert_eq!(found.value, Value::Mate(1));
}

#[test]
fn not_every_mate_counts() {
    let shatar = rules("shatar");
    for (fen, line, end) in [
        (
            "6rk/6pp/8/6N1/8/8/8/K7 w",
            "g5f7",
            "0-1 {Black wins by being mated}",
        ),
        ("6k1/8/6K1/2p5/8/8/R7/7N w", "a2a8", "1-0 {White mates}"),
        (
            "6k1/5N2/7K/8/2B5/B6p/8/1B6 w",
            "b1h7",
            "1/2-1/2 {Mate that does not count}",
        ),
        // the same after a check by a knight
        (
            "7k/8/7K/4N3/2B5/B6p/8/1B6 w",
            "e5f7 h8g8 b1h7",
            "1-0 {White mates}",
        ),
    ] {
        let mut game = at(&shatar, fen);
        play(&mut game, line);
        assert_eq!(ends(&game), end, "{line}");
    }
    let game = at(&shatar, "6rk/6pp/8/6N1/8/8/8/K7 w");
    let found = search(&game, 3);
    assert_ne!(search::best(&game, &found), "g5f7");
    // a side with a bare king has drawn
    assert_eq!(
        ends(&at(&shatar, "7k/8/8/8/8/8/8/K6R w")),
        "1/2-1/2 {Bare king}"
    );
}

#[test]
fn invalid_lines_are_reported() {
    let chess = "version 4.8(w)\nGame: x\n8x8\n4 0 0 0 3 0 0 4\n4 0 0 0 3 0 0 4\n\
                 p:100 fmWfceFifmnD\np:100 fmWfceFifmnD\nk:-1 K\nr:500 R\n";
    for (rules, complaint) in [
        ("Pass: maybe", "10:7: error: `maybe` is not understood here"),
        (
            "Pass: red=always",
            "10:7: error: `red=always` is not understood here",
        ),
        ("Mating: by=R", "10:9: error: `by=R` is not understood here"),
        ("Mating: after=X", "10:15: error: there is no piece X"),
        ("Draws: red", "10:8: error: `red` is not understood here"),
        (
            "Draws: white black",
            "10:14: error: `black` is not understood here",
        ),
        ("Draws: points", "10:8: error: no piece has points"),
        (
            "Draws: points R=1.55",
            "10:15: error: `R=1.55` is not understood here",
        ),
        ("Draws: points X=1", "10:15: error: there is no piece X"),
        ("Facing: ranks", "10:9: error: `ranks` alone has no effect"),
    ] {
        let text = format!("{chess}{rules}\n");
        let library = Library::parse("x.ini", text.as_bytes(), ReadOptions::default());
        let reported = match &library {
            Ok(library) => complaints(library).join("\n"),
            Err(report) => format!("{report:?}"),
        };
        assert!(reported.contains(complaint), "{rules}: {reported}");
    }
}
