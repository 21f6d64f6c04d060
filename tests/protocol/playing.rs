//! Moves, force mode, taking back.

use std::time::Duration;

use fmax::protocol::Event;

use crate::support::{Gui, START, is_move};

#[test]
fn plays_a_game() {
    let mut gui = Gui::new();
    assert_eq!(gui.ask("new\nsd 1"), [""; 0]);
    let answer = gui.ask("usermove e2e4");
    assert_eq!(answer.len(), 1);
    assert!(is_move(&answer[0]));
    assert_eq!(gui.session.game().position().ply(), 2);
    // a bare move will do
    assert!(is_move(&gui.ask("d2d4")[0]));
    assert_eq!(gui.ask("remove"), [""; 0]);
    assert_eq!(gui.session.game().position().ply(), 2);
    assert!(is_move(&gui.ask("g1f3")[0]));
    // now the other side
    assert!(is_move(&gui.ask("go")[0]));
    assert_eq!(gui.ask("force\nundo\nundo\nundo\nundo\nundo"), [""; 0]);
    assert_eq!(gui.fen(), START);
    assert_eq!(gui.ask("undo"), ["Error (no move to take back): undo"]);
    assert_eq!(gui.ask("remove"), ["Error (no move to take back): remove"]);
    assert_eq!(
        gui.ask("e2e4\nremove"),
        ["Error (no move to take back): remove"]
    );
    assert_eq!(gui.session.game().position().ply(), 1);
    gui.ask("new");
    assert_eq!(gui.fen(), START);
}

#[test]
fn force_mode_only_follows() {
    let mut gui = Gui::new();
    gui.ask("new\nforce\nsd 1");
    assert_eq!(gui.ask("usermove e2e4\nusermove e7e5"), [""; 0]);
    // playother waits for a move
    assert_eq!(gui.ask("playother"), [""; 0]);
    assert!(is_move(&gui.ask("usermove g1f3")[0]));
    gui.ask("force");
    assert_eq!(gui.ask("usermove a2a3"), [""; 0]);
    assert!(is_move(&gui.ask("go")[0]));
}

#[test]
fn white_and_black() {
    let mut gui = Gui::new();
    gui.ask("new\nsd 1");
    assert_eq!(gui.ask("black"), [""; 0]);
    assert_eq!(gui.fen(), START.replace(" w ", " b "));
    assert!(is_move(&gui.ask("usermove e7e5")[0]));
    gui.ask("new\nwhite");
    assert_eq!(gui.fen(), START);
}

#[test]
fn illegal_moves() {
    let mut gui = Gui::new();
    gui.ask("new\nforce");
    for (text, reason) in [
        ("e2e5", "the piece does not move so"),
        ("e4e5", "no piece on e4"),
        ("e7e5", "the piece on e7 is the opponent's"),
        ("O-O", "castling is not possible"),
        ("@@@@", "not a move"),
        ("Nf3", "not a move"),
        ("z9z9", "not a move"),
        ("e2e4e", "not a move"),
    ] {
        let line = format!("usermove {text}");
        let expected = format!("Illegal move ({reason}): {text}");
        let answer = gui.ask(&line);
        if text != "e2e4e" {
            assert_eq!(answer, [expected]);
        }
        assert!(answer[0].starts_with("Illegal move ("), "{answer:?}");
        assert_eq!(gui.fen(), START);
    }
}

#[test]
fn commands_act_at_once_while_thinking() {
    for command in [
        "force",
        "new",
        "undo",
        "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "variant shatranj",
        "result 1-0 {White mates}",
        "edit",
        "playother",
        "white",
    ] {
        let mut gui = Gui::new();
        gui.ask("new\nlevel 0 60 0");
        gui.say("usermove e2e4");
        assert!(gui.session.is_busy());
        gui.say(command);
        // a new game is ready when the hash table is cleared
        assert_eq!(gui.session.is_busy(), command == "new", "{command}");
        // the result of the search is dropped when it comes
        loop {
            let late = gui.events.recv_timeout(Duration::from_secs(60)).unwrap();
            let last = matches!(late, Event::Finished { .. });
            gui.session.handle(late);
            if last {
                break;
            }
        }
        assert!(!gui.say("").iter().any(|line| is_move(line)), "{command}");
    }
    let mut gui = Gui::new();
    gui.say("new\nlevel 0 60 0\nusermove e2e4");
    assert_eq!(
        gui.say("usermove e7e5"),
        ["Illegal move (it is not your turn): e7e5"]
    );
    assert_eq!(gui.say("go\npost\nhard\ntime 5000\notim 6000"), [""; 0]);
    assert!(gui.session.is_busy());
    gui.say("quit");
    assert!(gui.session.is_over());
}

#[test]
fn a_new_search_may_follow_at_once() {
    let mut gui = Gui::new();
    gui.say("new\nlevel 0 60 0\nusermove e2e4\nforce\nusermove e7e5\nsd 1\ngo");
    let answer = gui.wait();
    assert!(is_move(&answer[0]), "{answer:?}");
    assert_eq!(answer.len(), 1);
    assert_eq!(gui.session.game().position().ply(), 3);
}

#[test]
fn random_mode_plays_legal_moves() {
    let mut gui = Gui::new();
    gui.ask("new\nrandom\nsd 2");
    for _ in 0..8 {
        assert!(is_move(&gui.ask("go")[0]));
    }
}
