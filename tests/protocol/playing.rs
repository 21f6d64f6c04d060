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
    // now the engine plays the other side
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
fn illegal_moves_are_refused_with_a_reason() {
    let mut gui = Gui::new();
    gui.ask("new\nforce");
    for (text, reason) in [
        ("e2e5", "the piece does not move so"),
        ("e4e5", "no piece on e4"),
        ("e7e5", "the piece on e7 is the opponent's"),
        ("O-O", "castling is not possible"),
        ("@@@@", "the turn cannot be passed"),
        ("a@@b", "not a move"),
        ("Nf4", "the piece does not move so"),
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
        // a new game is ready only when the hash table is cleared
        assert_eq!(gui.session.is_busy(), command == "new", "{command}");
        // the result of the old search is dropped when it comes
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

#[test]
fn every_kind_of_move_can_be_taken_back() {
    for (game, fen, moves) in [
        (
            "normal",
            "r3k2r/P6p/8/8/8/8/p6P/4K2R w Kkq - 5 9",
            &["e1g1", "e8c8", "a7a8n", "a2a1q"][..],
        ),
        (
            "normal",
            "4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1",
            &["c7c5", "d5c6", "e8d8"],
        ),
        (
            "seirawan",
            "r3k3/8/8/8/8/8/8/1N2K2R[He] w KBq - 0 1",
            &["b1c3h", "e8c8e"],
        ),
        (
            "berolina",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            &["e2c4", "e8e7", "c4d5"],
        ),
    ] {
        let mut gui = Gui::new();
        gui.ask(&format!("variant {game}\nforce\nsetboard {fen}"));
        let mut before = vec![gui.fen()];
        for mv in moves {
            assert_eq!(gui.ask(&format!("usermove {mv}")), [""; 0], "{game} {mv}");
            before.push(gui.fen());
        }
        before.pop();
        while let Some(fen) = before.pop() {
            assert_eq!(gui.ask("undo"), [""; 0]);
            assert_eq!(gui.fen(), fen);
        }
        // not beyond the position that was set up
        assert_eq!(gui.ask("undo"), ["Error (no move to take back): undo"]);
        assert_eq!(gui.ask("remove"), ["Error (no move to take back): remove"]);
    }
}

#[test]
fn taking_back_while_it_thinks_and_after_the_end() {
    let mut gui = Gui::new();
    // `remove` lets the engine wait for another move
    gui.ask("new\nsd 1\nusermove e2e4");
    gui.ask("remove");
    assert_eq!(gui.fen(), START);
    assert!(is_move(&gui.ask("usermove d2d4")[0]));
    gui.say("new\nlevel 0 60 0\nusermove e2e4\nundo");
    assert_eq!(gui.fen(), START);
    // after a mate: the game is on again
    gui.ask("new\nforce\nf2f3\ne7e5\ng2g4\nd8h4");
    assert_eq!(gui.ask("go"), ["0-1 {Black mates}"]);
    assert_eq!(
        gui.ask("force\nundo\nsd 2\ngo"),
        ["move d8h4", "0-1 {Black mates}"]
    );
    // also after a result that the GUI sends
    gui.ask("new\nforce\ne2e4\nresult 1/2-1/2 {agreed}\nundo");
    assert!(is_move(&gui.ask("sd 1\ngo")[0]));
}
