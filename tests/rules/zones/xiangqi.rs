//! Xiangqi: palace, river and facing generals, perpetual checks and chases, and MaxQi's own file.

use std::sync::Arc;

use fmax::game::Game;
use fmax::movegen::Perpetual;
use fmax::movegen::perft::perft;
use fmax::movegen::{DrawReason, GameEnd, WinReason};
use fmax::ruleset::Ruleset;
use fmax::search::Value;
use fmax::types::Color;
use fmax::variant::{Library, ReadOptions};

use crate::common::games::{complaints, find, game, read, rules};
use crate::common::play::{moves, play};
use crate::common::search::search;

#[test]
fn facing_kings_mate_in_xiangqi() {
    // the general on the middle file guards it from the other end
    let mut game = game("xiangqi", "3k5/9/9/9/R8/9/9/9/9/4K4 w");
    game.play(game.parse_move("a5d5").unwrap());
    assert_eq!(
        game.outcome(),
        Some(GameEnd::Win(Color::White, WinReason::Checkmate))
    );
    game.set_fen("3k5/9/9/9/R8/9/9/9/9/5K3 w").unwrap();
    game.play(game.parse_move("a5d5").unwrap());
    assert_eq!(game.outcome(), None);
}

/// The result of a game of Xiangqi that repeats these moves.
fn after_repeating(fen: &str, moves: &str) -> Option<GameEnd> {
    let mut game = Game::new(rules("xiangqi"), 0);
    game.set_fen(fen).unwrap();
    play(&mut game, moves);
    assert_eq!(game.outcome(), None);
    play(&mut game, moves);
    game.outcome()
}

#[test]
fn perpetual_check_loses() {
    let fen = "3k5/R8/9/9/9/9/9/9/9/5K3 w";
    let checks = "a8a9 d9d8 a9a8 d8d9";
    // the checking side is to move and can still deviate
    assert_eq!(after_repeating(fen, checks), None);
    let mut game = Game::new(rules("xiangqi"), 0);
    game.set_fen(fen).unwrap();
    play(&mut game, &format!("{checks} {checks} a8a9"));
    let lost = GameEnd::Win(Color::Black, WinReason::Perpetual(Perpetual::Check));
    assert_eq!(game.outcome(), Some(lost));
    assert!(!lost.may_be_claimed());
    assert_eq!(game.position().ply(), 9, "judging has changed nothing");
    // with quiet moves in between it is a draw
    let quiet = "a8a9 d9d8 a9a6 d8d9 a6a5 d9e9 a5a8 e9d9";
    let drawn = Some(GameEnd::Draw(DrawReason::Repetition));
    assert_eq!(after_repeating(fen, quiet), drawn);
}

#[test]
fn the_search_avoids_a_perpetual_check() {
    // white is far behind and would repeat, but must not
    let mut game = Game::new(rules("xiangqi"), 0);
    game.set_fen("3k5/R8/9/9/9/9/9/9/1rr6/5K3 w").unwrap();
    play(&mut game, "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9");
    // deeper it sees that every move loses
    let found = search(&game, 2);
    assert_ne!(
        found.best.map(|mv| game.format(mv)).as_deref(),
        Some("a8a9")
    );
    assert!(
        !matches!(found.value, Value::Centipawns(-100..)),
        "{found:?}"
    );
}

#[test]
fn checks_do_not_count_for_the_move_rule_of_xiangqi() {
    let mut game = game("xiangqi", "3k5/R8/9/9/9/9/9/9/9/5K3 w - - 98 70");
    play(&mut game, "a8a9 d9d8");
    // 100 plies, but the check and its answer do not count
    assert_eq!((game.position().rule_clock(), game.outcome()), (100, None));
    assert_eq!(game.move_rule_plies(), 102);
    play(&mut game, "a9a7 d8d9");
    assert_eq!(
        game.outcome(),
        Some(GameEnd::Draw(DrawReason::MoveRule(50)))
    );
}

#[test]
fn perpetual_chase_loses() {
    let lost = Some(GameEnd::Win(
        Color::Black,
        WinReason::Perpetual(Perpetual::Chase),
    ));
    // the rook follows an unprotected horse, or one that is protected
    for (fen, moves, expected) in [
        ("3k5/9/9/9/9/7h1/9/9/8R/4K4 w", "i1h1 h4i6 h1i1 i6h4", None),
        ("5k3/9/9/9/9/1c7/9/9/R8/4K4 w", "a1b1 b4a4 b1a1 a4b4", None),
    ] {
        assert_eq!(after_repeating(fen, moves), expected, "{fen}");
        let mut game = Game::new(rules("xiangqi"), 0);
        game.set_fen(fen).unwrap();
        play(&mut game, moves);
        play(&mut game, moves);
        play(&mut game, moves.split(' ').next().unwrap());
        assert_eq!(game.outcome(), lost, "{fen}");
    }
}

/// Xiangqi as MaxQi's file has it, on a board that lies on its side.
const SIDEWAYS: &str = "version 4.8(w)\n\
    Game: xiangqi\n\
    10x9\n\
    11 9 4 8 3 8 4 9 11\n\
    11 9 5 8 3 8 5 9 11\n\
    p:90 -1,7\n\
    p:90 1,7\n\
    k:-1 1,C07 16,C07 -1,C07 -16,C07\n\
    e:140 15,470 17,470 -15,470 -17,470\n\
    e:140 15,870 17,870 -15,870 -17,870\n\
    q:180 -1,7 16,7 -16,7\n\
    q:180 1,7 16,7 -16,7\n\
    A:190 15,C07 17,C07 -15,C07 -17,C07\n\
    h:440 16,1070 16,1F070 1,10070 1,FFFF0070 -16,1070 -16,1F070 -1,10070 -1,FFFF0070\n\
    C:450 1,BA 16,BA -1,BA -16,BA\n\
    R:880 1,3 16,3 -1,3 -16,3\n";

fn plays_xiangqi(library: &Library) {
    assert_eq!(complaints(library), [""; 0]);
    let theirs = Arc::new(Ruleset::new(find(library, "xiangqi")));
    let ours = rules("xiangqi");
    let (mut a, mut b) = (Game::new(theirs, 50), Game::new(ours, 50));
    // through a game with captures, soldiers across the river and moves of all pieces
    for text in [
        "h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5", "c3c4", "b9c7", "b0c2", "c9e7", "h0h6",
        "h7i7", "h6g6", "i7i8", "e2e6", "d9e8", "e6e5", "h9h2", "c4c5", "c6c5", "g6g5", "h2g2",
        "a0a1", "g2g3",
    ] {
        assert_eq!(a.position().fen(), b.position().fen());
        assert_eq!(moves(&a), moves(&b), "{}", a.position().fen());
        play(&mut a, text);
        play(&mut b, text);
    }
}

#[test]
fn maxqi_files_are_set_upright() {
    plays_xiangqi(&read(SIDEWAYS));
    // another variant of that size with rows of ten numbers is left alone
    let wide = SIDEWAYS
        .replace("11 9 4 8 3", "0 11 9 4 8 3")
        .replace("11 9 5", "0 11 9 5");
    let library = read(&wide);
    let entry = &library.entries()[0];
    assert_eq!((entry.files, entry.ranks), (10, 9));
    let short = SIDEWAYS
        .split("C:450")
        .next()
        .unwrap()
        .replace("11 9", "9 9");
    let found = read(&short).diagnostics()[0].to_string();
    let expected = "test.ini:3:1: error: without a piece number 10 there are no cannons";
    assert!(found.starts_with(expected), "{found}");
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn the_file_of_maxqi() {
    let path = "/usr/share/games/fairymax/qmax.ini";
    let library = Library::open(path, ReadOptions::default().with_slips()).unwrap();
    assert_eq!(library.diagnostics(), []);
    // its rooks lack a direction, which does not show at the start
    let rules = Ruleset::new(find(&library, "xiangqi"));
    let nodes = perft(&rules.tables, &mut rules.start(), 2);
    assert_eq!(nodes, 1920);
}
