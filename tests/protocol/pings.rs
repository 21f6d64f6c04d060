//! Pings, and the order of the answers.

use crate::support::{Gui, is_move};

#[test]
fn a_ping_is_answered_when_the_move_has_come() {
    let mut gui = Gui::new();
    gui.ask("new");
    assert_eq!(gui.say("ping 1"), ["pong 1"]);
    let wide = "ping 123456789012345678901234567890";
    assert_eq!(gui.say(wide), [wide.replace('i', "o")]);
    // while it is the engine's turn, the move is sent before the pong
    gui.say("level 0 60 0\nusermove e2e4");
    assert_eq!(gui.say("ping 2\nping 3"), [""; 0]);
    gui.say("?");
    let answer = gui.wait();
    assert!(is_move(&answer[0]));
    assert_eq!(answer[1..], ["pong 2", "pong 3"]);
    // unless the engine will not move
    gui.say("usermove d2d4");
    assert_eq!(gui.say("ping 4\nforce\nping 5"), ["pong 4", "pong 5"]);
    assert_eq!(gui.wait(), [""; 0]);
}

#[test]
fn a_ping_before_go_is_answered_before_the_move() {
    // XBoard sends all of these commands at once, and ignores moves until it has its pong
    let mut gui = Gui::new();
    let at_once = gui.say("memory 8\nnew\nping 1\nsd 3\ngo\nping 2");
    assert_eq!(at_once, ["pong 1"]);
    let later = gui.wait();
    let index = |start: &str| later.iter().position(|line| line.starts_with(start));
    assert!(
        index("move ").unwrap() < index("pong 2").unwrap(),
        "{later:?}"
    );
}
