//! A session: introduction, searches, positions and moves.

use std::time::{Duration, Instant};

use super::{best, ended, has, hear_best, last, uci, word};
use crate::common::process::{Engine, fmax, stdout};

#[test]
fn the_engine_introduces_itself() {
    let mut gui = uci();
    let lines = gui.say("uci");
    assert!(lines[0].starts_with("id name fmax "));
    assert!(lines[1].starts_with("id author "));
    assert_eq!(lines.last().unwrap(), "uciok");
    for option in &lines[2..lines.len() - 1] {
        assert!(option.starts_with("option name "), "{option}");
        assert!(option.contains(" type "), "{option}");
    }
    for start in [
        "option name Hash type spin default 1 min 1 max ",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max 100",
        "option name UCI_Variant type combo default chess var chess var ",
        "option name UCI_Chess960 type check default false",
        "option name Skill Level type spin default 10 min 0 max 10",
        "option name Random Seed type spin default -1 min -1 max ",
        "option name Clear Hash type button",
        "option name Ini File type string default <empty>",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start}");
    }
    // nothing can be imported here
    assert!(!has(&lines, "VariantPath"));
    assert_eq!(gui.say("isready"), ["readyok"]);
}

#[test]
fn a_search_ends_with_a_move() {
    let mut gui = uci();
    let lines = gui.ask("position startpos moves e2e4 e7e5\ngo depth 5");
    let (depth, score, nodes) = last(&lines);
    assert_eq!(depth, 5);
    assert!(score.starts_with("cp ") && nodes > 0);
    assert!(has(&lines, " ponder "));
    assert!(lines.last().unwrap().starts_with("bestmove "));
    // the line on which the search ends is that of the move
    let pv = lines.iter().rfind(|line| line.contains(" pv ")).unwrap();
    assert_eq!(word(pv, "pv").unwrap(), best(&lines));
    let nodes = gui.ask("ucinewgame\nposition startpos\ngo nodes 500");
    assert!((400..=500).contains(&last(&nodes).2), "{nodes:#?}");
    best(&gui.ask("go movetime 30"));
    best(&gui.ask("go wtime 300 btime 300 winc 10 binc 10 movestogo 9"));
}

#[test]
fn stop_and_isready_work_during_a_search() {
    let mut gui = uci();
    assert!(gui.say("go infinite").is_empty());
    assert_eq!(gui.say("isready"), ["readyok"]);
    std::thread::sleep(Duration::from_millis(30));
    let begun = Instant::now();
    let lines = gui.ask("stop");
    best(&lines);
    assert!(begun.elapsed() < Duration::from_secs(5));
    // an infinite search does not send its move before `stop`, even at its maximum depth
    gui.say("position fen 7k/5KR1/8/8/8/8/8/8 w - - 0 1");
    gui.say("go infinite depth 2");
    assert_eq!(ended(&gui.listen(Duration::from_millis(200))), 0);
    best(&gui.ask("stop"));
    assert!(gui.ask("stop").is_empty());
}

#[test]
fn commands_that_cannot_wait_end_a_search() {
    let mut gui = uci();
    gui.say("position startpos\ngo infinite");
    let lines = gui.ask("position startpos moves e2e4\ngo depth 1\nisready");
    assert_eq!(ended(&lines), 2, "{lines:#?}");
    let lines = gui.ask("go infinite\nsetoption name Hash value 2\nisready");
    assert_eq!(lines.last().unwrap(), "readyok");
    best(&lines);
    let lines = gui.ask("go infinite\nucinewgame\nisready\ngo infinite\nstop\nquit");
    assert_eq!(ended(&lines), 2);
    assert!(gui.session.is_over());
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut gui = uci();
    gui.say("position startpos moves e2e4 e7e5");
    assert!(gui.say("go ponder wtime 200 btime 200").is_empty());
    assert_eq!(ended(&gui.listen(Duration::from_millis(400))), 0);
    best(&gui.ask("ponderhit"));
    // the search may have found everything that there is to find
    gui.say("go ponder depth 1");
    assert_eq!(ended(&gui.listen(Duration::from_millis(100))), 0);
    best(&gui.ask("ponderhit"));
    gui.say("go ponder wtime 60000 btime 60000");
    best(&gui.ask("stop"));
    assert!(gui.ask("ponderhit").is_empty());
    // the expected move may end the game
    gui.say("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
    for (go, end) in [
        ("ponder", "ponderhit"),
        ("ponder", "stop"),
        ("infinite", "stop"),
    ] {
        assert_eq!(ended(&gui.say(&format!("go {go}"))), 0, "{go}");
        assert_eq!(best(&gui.ask(end)), "(none)", "{go}");
    }
}

#[test]
fn a_part_of_the_moves_can_be_searched() {
    let mut gui = uci();
    let lines = gui.ask("go depth 3 searchmoves a2a3 h2h3");
    assert!(["a2a3", "h2h3"].contains(&best(&lines)));
    let lines = gui.ask("setoption name MultiPV value 3\ngo depth 3");
    assert!(has(&lines, " multipv 3 ") && !has(&lines, " multipv 4 "));
    let lines = gui.ask("go searchmoves e2e5 depth 3");
    assert!(has(&lines, "info string searchmoves e2e5: "));
    assert_eq!(best(&lines), "(none)");
    let lines = gui.ask("position fen 7k/8/5KR1/8/8/8/8/8 w - - 0 1\ngo mate 3");
    assert!(has(&lines, "score mate 3"), "{lines:#?}");
}

#[test]
fn moves_are_written_as_guis_know_them() {
    let mut gui = uci();
    for (variant, position, chosen) in [
        ("xiangqi", "startpos moves h3e3 h10g8", "a1a2"),
        ("crazyhouse", "startpos moves e2e4 d7d5 e4d5 d8d5", "P@e4"),
        ("capablanca", "startpos moves a2a4", "a7a5"),
        ("chess", "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        ("shogi", "startpos", "g3g4"),
        ("cambodian", "startpos moves a3a4 a6a5", "d1b2"),
    ] {
        gui.ask(&format!("setoption name UCI_Variant value {variant}"));
        let lines = gui.ask(&format!(
            "position {position}\ngo depth 2 searchmoves {chosen}"
        ));
        assert_eq!(best(&lines), chosen, "{variant} {lines:?}");
        let fen = gui
            .say("d")
            .into_iter()
            .find(|line| line.starts_with("Fen: "))
            .unwrap();
        let lines = gui.ask(&format!(
            "position fen {}\ngo depth 2 searchmoves {chosen}",
            &fen[5..]
        ));
        assert_eq!(best(&lines), chosen, "{variant} {fen}");
    }
    let lines = gui.ask(
        "setoption name UCI_Variant value chess\nsetoption name UCI_Chess960 value true\n\
         position fen 4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1\ngo depth 2 searchmoves f1h1",
    );
    assert_eq!(best(&lines), "f1h1", "{lines:?}");
}

#[test]
fn move_sequences_are_counted() {
    let mut gui = uci();
    let lines = gui.ask("go perft 3");
    assert!(lines.contains(&"e2e4: 600".to_owned()), "{lines:?}");
    assert!(lines.contains(&"Nodes searched: 8902".to_owned()));
    // a long perft is broken off
    gui.say("go perft 30");
    let begun = Instant::now();
    assert!(has(&gui.ask("stop"), "Nodes searched: "));
    best(&gui.ask("go perft 30\ngo depth 1"));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_long_game_takes_linear_time() {
    let mut gui = uci();
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut line = "position startpos moves".to_owned();
    let begun = Instant::now();
    for ply in 0..2000 {
        line += &format!(" {}", there_and_back[ply % 4]);
        gui.say(&line);
    }
    assert_eq!(gui.session.game().position().ply(), 2000);
    assert!(
        begun.elapsed() < Duration::from_secs(30),
        "{:?}",
        begun.elapsed()
    );
    // back, and another way from there
    gui.say("position startpos moves g1f3 g8f6 e2e4");
    assert_eq!(gui.session.game().position().ply(), 3);
    gui.say("position startpos");
    assert_eq!(gui.session.game().position().ply(), 0);
}

/// The sessions of Fairy-Stockfish's `tests/protocol.sh` whose answers do not depend on the engine. Its sessions in
/// USI, UCCI and UCI-Cyclone and its variant `3check-crazyhouse` are left out.
#[test]
fn sessions_of_fairy_stockfish_get_the_same_answers() {
    let xiangqi = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let crazyhouse = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let set = "setoption name UCI_Variant value";
    for dialogue in [
        [("uci", "default chess"), ("isready", "readyok")].as_slice(),
        &[
            ("uci", "uciok"),
            (&format!("{set} xiangqi\nposition startpos\nd"), xiangqi),
            (
                &format!("{set} crazyhouse\nposition startpos\nd"),
                crazyhouse,
            ),
        ],
        &[
            ("xboard\nprotover 2", "feature done=1"),
            ("ping 1", "pong 1"),
            ("ping 2", "pong 2"),
        ],
    ] {
        let mut engine = Engine::start(&["--hash", "1"], None);
        for (line, answer) in dialogue {
            engine.say(format!("{line}\n"));
            while !engine.hear().1.contains(answer) {}
        }
        engine.say("quit\n");
        assert!(engine.end().success());
    }
}

#[test]
fn the_benchmark_is_that_of_the_command() {
    let mut engine = Engine::start(&["--uci"], None);
    engine.say("bench 1\nisready\nposition startpos\ngo depth 1\n");
    let lines = hear_best(&mut engine);
    let text = stdout(&fmax(&["bench", "1"], ""));
    for line in text.lines().filter(|line| !line.contains("nps")) {
        assert!(has(&lines, line), "{line} in {lines:?}");
    }
    assert!(
        has(&lines, " nodes ") && has(&lines, "readyok"),
        "{lines:?}"
    );
    engine.say("quit\n");
    assert!(engine.end().success());
}
