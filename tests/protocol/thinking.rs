//! Time controls, thinking output, hints.

use std::time::Duration;

use crate::support::{Gui, is_move};

#[test]
fn thinking_output() {
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
fn hints() {
    let mut gui = Gui::new();
    gui.ask("new\nforce");
    let answer = gui.ask("hint\nping 1");
    assert!(answer[0].starts_with("Hint: "), "{answer:?}");
    assert_eq!(answer[1..], ["pong 1"]);
    // a move makes it pointless
    gui.say("hint\ne2e4");
    assert!(!gui.session.is_busy());
    // nothing to suggest
    gui.ask("setboard R6k/6pp/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(gui.ask("hint"), [""; 0]);
}
