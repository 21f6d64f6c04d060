//! Several threads: the command `cores`, and the option of the command line.

use crate::support::{Gui, is_move};

/// The node count of the last line of thinking.
fn nodes(said: &[String]) -> u64 {
    let line = said.iter().rev().find(|line| line.contains('\t')).unwrap();
    line.split(' ').nth(3).unwrap().parse().unwrap()
}

#[test]
fn a_game_with_two_cores() {
    let mut gui = Gui::new();
    assert_eq!(gui.ask("memory 16\ncores 2\nnew\npost"), [""; 0]);
    assert_eq!(gui.session.cores(), 2);
    let said = gui.ask("sd 7\nusermove e2e4");
    assert!(is_move(said.last().unwrap()), "{said:?}");
    for cores in [1, 2, 1] {
        let said = gui.ask(&format!("cores {cores}\nping 1\ngo"));
        assert!(is_move(said.last().unwrap()), "{said:?}");
        assert!(said.contains(&"pong 1".to_owned()), "{said:?}");
    }
    // another game
    let said = gui.ask("cores 2\nnew\nvariant capablanca\nsd 5\ngo");
    assert!(is_move(said.last().unwrap()), "{said:?}");
}

#[test]
fn moves_at_once_on_command() {
    let mut gui = Gui::with_threads(3);
    gui.ask("new\npost\nlevel 0 60 0");
    gui.say("go");
    gui.hear_thinking();
    let said = gui.ask("?");
    assert!(is_move(said.last().unwrap()), "{said:?}");
}

#[test]
fn a_mate_is_found_and_excluded_moves_are_not() {
    let mut gui = Gui::with_threads(2);
    gui.ask("new\nforce\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\nst 60");
    assert_eq!(gui.ask("go"), ["move a1a8", "1-0 {White mates}"]);
    gui.ask("undo\nforce\nanalyze\nexclude a1a8\nexit\nsd 6");
    let said = gui.ask("go");
    assert!(is_move(&said[0]) && said[0] != "move a1a8", "{said:?}");
}

#[test]
fn ponders_and_analyses() {
    let mut gui = Gui::with_threads(2);
    gui.ask("new\npost\nhard\nst 0.2");
    let said = gui.ask("usermove d2d4");
    assert!(said.iter().any(|line| is_move(line)), "{said:?}");
    // the opponent's reply, expected or not
    let reply = gui.session.game().legal_moves()[0];
    let reply = gui.session.game().format(reply);
    let said = gui.ask(&format!("usermove {reply}"));
    assert!(said.iter().any(|line| is_move(line)), "{said:?}");
    gui.ask("easy\nforce\noption MultiPV=3");
    gui.say("analyze");
    gui.hear_thinking();
    gui.say("pause");
    gui.say("resume");
    let progress = gui.say(".");
    assert!(progress.iter().any(|line| line.starts_with("stat01: ")));
    assert_eq!(gui.ask("exit\nping 2"), ["pong 2"]);
}

#[test]
fn limits_of_positions_are_for_all_threads() {
    let mut gui = Gui::with_threads(2);
    let said = gui.ask("new\npost\noption Nodes=20000\nst 60\ngo");
    assert!(is_move(said.last().unwrap()), "{said:?}");
    assert!(nodes(&said) <= 20_000 + 2 * 64, "{said:?}");
    let said = gui.ask("new\noption Nodes=0\nnps 10000\nst 2\ngo");
    assert!(is_move(said.last().unwrap()), "{said:?}");
    assert!(nodes(&said) <= 20_000 + 2 * 64, "{said:?}");
}

#[test]
fn one_core_plays_the_same_game_twice() {
    let play = |first: &str| {
        let mut gui = Gui::with_threads(2);
        gui.ask(first);
        gui.ask("new\npost\nsd 6\ngo")
    };
    let counted = |said: Vec<String>| (nodes(&said), said.last().cloned());
    assert_eq!(counted(play("cores 1")), counted(play("cores 1")));
}
