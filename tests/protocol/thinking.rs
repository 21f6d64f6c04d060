//! Time controls, thinking output, hints.

use std::time::Duration;

use crate::support::{Gui, is_move};

#[test]
fn thinking_is_shown_with_its_numbers() {
    let mut gui = Gui::new();
    gui.ask("new\nsd 1\npost");
    let answer = gui.ask("usermove e2e4");
    let (last, lines) = answer.split_last().unwrap();
    assert!(is_move(last));
    assert!(!lines.is_empty());
    for line in lines {
        let (numbers, moves) = line.split_once('\t').unwrap();
        let numbers = numbers.split(' ').map(|n| n.parse::<i64>().unwrap());
        assert_eq!(numbers.count(), 7);
        assert!(!moves.is_empty());
    }
    assert_eq!(gui.ask("nopost\nusermove d2d4").len(), 1);
}

#[test]
fn times_are_kept() {
    let mut gui = Gui::new();
    for limit in [
        "st 0.05",
        "level 40 0:02 0",
        "level 0 0:01 0.05",
        "level 1 0.01 0",
    ] {
        let started = std::time::Instant::now();
        assert!(is_move(&gui.ask(&format!("new\n{limit}\ne2e4"))[0]));
        assert!(started.elapsed() < Duration::from_secs(5), "{limit}");
        assert!(is_move(&gui.ask("time 5\notim 5\nd2d4")[0]));
    }
}

#[test]
fn a_hint_is_given_where_there_is_one() {
    let mut gui = Gui::new();
    gui.ask("new\nforce");
    let answer = gui.ask("hint\nping 1");
    assert!(answer[0].starts_with("Hint: "), "{answer:?}");
    assert_eq!(answer[1..], ["pong 1"]);
    // a move makes the hint pointless
    gui.say("hint\ne2e4");
    assert!(!gui.session.is_busy());
    // there is nothing to suggest
    gui.ask("setboard R6k/6pp/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(gui.ask("hint"), [""; 0]);
}

#[test]
fn levels_of_every_spelling() {
    let mut gui = Gui::new();
    for level in [
        "level 40 5 0",
        "level 40 0:30 0",
        "level 0 2 12",
        "level 0 0:01 0.05",
        "level 1 0.5 0.5",
        "level 0 99999999999 0",
        "level 0 5 0 and more",
        "level 0 2-12 0",
        "level 0 0 1",
        "level 0 0 0",
    ] {
        assert_eq!(gui.ask(level), [""; 0], "{level}");
    }
    for (line, reason) in [
        ("level", "time control missing"),
        ("level 40 5", "time control missing"),
        ("level -1 5 0", "bad number"),
        ("level 40 -5 0", "bad time"),
        ("level 40 5 -1", "bad time"),
        ("level 40 5 1e3", "bad time"),
        ("level 40 inf 0", "bad time"),
        ("level 40 nan nan", "bad time"),
        ("level 99999999999 5 0", "bad number"),
        ("st", "time missing"),
        ("st -1", "bad time"),
        ("st 1e1", "bad time"),
        ("sd", "depth missing"),
        ("sd -1", "bad number"),
        ("sd 1.5", "bad number"),
        ("time", "time missing"),
        ("time 1.5", "bad time"),
        ("otim", "time missing"),
        ("otim x", "bad time"),
    ] {
        assert_eq!(gui.ask(line), [format!("Error ({reason}): {line}")]);
    }
    // a clock that has run out may show a negative time
    let started = std::time::Instant::now();
    assert!(is_move(
        &gui.ask("new\nlevel 0 5 0\ntime -20\notim -30\ngo")[0]
    ));
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_level_in_mid_game_counts_from_there() {
    let mut gui = Gui::new();
    gui.ask("new\nlevel 40 60 0\nsd 1\nusermove e2e4\nusermove d2d4");
    // from now on one second for the rest
    gui.ask("force\nlevel 0 0:01 0\nsd 100");
    let started = std::time::Instant::now();
    for _ in 0..3 {
        assert!(is_move(&gui.ask("go")[0]));
    }
    assert!(started.elapsed() < Duration::from_secs(3));
}
