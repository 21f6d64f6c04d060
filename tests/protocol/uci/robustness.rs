//! Bad input, floods, closed pipes and the time to stop.

use std::time::Duration;

use super::{best, has, hear_best, uci};
use crate::common::process::Engine;

#[test]
fn unplayable_positions_are_answered() {
    let mut gui = uci();
    for (lines, reason) in [
        ("position startpos moves e2e4 e2e4", "illegal move e2e4: "),
        ("position startpos moves e2e5", "illegal move e2e5: "),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "bad FEN: "),
        (
            "position fen k7/8/8/8/8/8/8/KR6 x - - 0 1",
            "bad FEN: side to move `x`",
        ),
        (
            "position fen k7/8/8/8/8/8/8/RK6 w - - 0 1",
            "bad FEN: black is in check",
        ),
    ] {
        let lines = gui.ask(&format!("{lines}\ngo depth 2"));
        assert!(
            lines[0].starts_with(&format!("info string {reason}")),
            "{lines:?}"
        );
        assert!(
            lines[1].starts_with("info string no position: "),
            "{lines:?}"
        );
        assert_eq!(best(&lines), "(none)");
    }
    best(&gui.ask("position startpos\ngo depth 1"));
    for (fen, score, reason) in [
        (
            "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
            "mate 0",
            "1-0 {White mates}",
        ),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "cp 0", "1/2-1/2"),
    ] {
        let lines = gui.ask(&format!("position fen {fen}\ngo wtime 100 btime 100"));
        assert_eq!(lines[0], format!("info depth 0 score {score}"));
        assert!(has(&lines, "info string the game is over: "), "{lines:?}");
        assert!(has(&lines, reason), "{lines:?}");
        assert_eq!(best(&lines), "(none)");
    }
    assert_eq!(gui.say("xyzzy 1"), ["Unknown command: xyzzy 1"]);
    let lines = gui.say("go depth x");
    assert_eq!(
        lines[0],
        "info string a whole number must follow `depth`: go depth x"
    );
    assert_eq!(best(&lines), "(none)");
}

/// A process that has answered `uci`.
fn start() -> Engine {
    let mut engine = Engine::start(&["--hash", "1"], None);
    engine.say("uci\n");
    engine.hear_until("uciok");
    engine
}

#[test]
fn stop_is_answered_at_once() {
    let mut engine = start();
    // before the last search, an ending is solved for half a minute
    for (variant, position, go) in [
        ("chess", "startpos", "infinite"),
        ("shogi", "startpos", "infinite"),
        ("courier", "startpos", "depth 99"),
        ("seirawan", "startpos", "ponder"),
        (
            "peasant",
            "fen 8/8/8/4k3/8/8/8/NNN1K3 w - - 0 1",
            "depth 99",
        ),
    ] {
        engine.say(format!(
            "setoption name UCI_Variant value {variant}\nposition {position}\n"
        ));
        let tries = (0..8).map(|_| {
            engine.ask(&format!("go {go}\nisready"), "readyok");
            std::thread::sleep(Duration::from_millis(20));
            engine.ask("stop", "bestmove")
        });
        // the machine may be busy, but not in every attempt
        let fastest = tries.min().unwrap();
        assert!(
            fastest < Duration::from_millis(100),
            "{variant} {fastest:?}"
        );
    }
}

#[test]
fn floods_and_half_lines_are_survived() {
    let mut engine = start();
    engine.say("go infinite\n".to_owned() + &"isready\n".repeat(5000));
    engine.say("go dep");
    engine.say("th 2\nisready\n");
    let mut lines = hear_best(&mut engine);
    lines.extend(hear_best(&mut engine));
    assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), 5001);
    engine.say("position startpos moves ".to_owned() + &"e2e4 ".repeat(1 << 18) + "\n");
    engine.say(b"position \xFF\xFE\x00\nisready\n");
    let lines = engine.hear_until("readyok").1;
    assert!(
        lines.iter().any(|line| line.contains("line too long")),
        "{lines:?}"
    );
    engine.say("go infinite\nquit\n");
    assert!(engine.end().success());
}

#[test]
fn it_ends_when_nobody_listens_or_speaks() {
    let mut engine = start();
    engine.say("go infinite\n");
    engine.hear_until("info ");
    engine.close_output();
    assert!(engine.end().success());
    let mut engine = start();
    engine.say("go infinite\n");
    engine.hear_until("info ");
    engine.close_input();
    assert!(engine.end().success());
}
