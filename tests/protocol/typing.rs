//! Input that people type, on a pipe and at a terminal.

use crate::common::games::library;
use crate::support::{Gui, START, is_known, is_move};

/// A session with a person at a terminal.
fn terminal() -> Gui {
    let mut gui = Gui::new();
    gui.session.greet();
    gui.say("");
    gui
}

#[test]
fn moves_with_their_numbers_and_several_on_a_line() {
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq c3 0 2";
    for lines in [
        "1. d4\n1... d5\n2.c4",
        "1.d4 d5\n2. c4",
        "1. d4 d5 2.c4",
        "d4 d5 c4",
        "d2d4 1... d5\n2. ... c4",
        "usermove 1.d2d4 d5 2.c4",
    ] {
        let mut gui = Gui::new();
        assert_eq!(gui.ask(&format!("new\nforce\n{lines}")), [""; 0], "{lines}");
        assert_eq!(gui.fen(), fen, "{lines}");
    }
}

/// Text after a move and a blank is not another move.
#[test]
fn marks_may_stand_alone() {
    let mut gui = Gui::new();
    gui.ask("new\nforce\n1.e4 ! a6 ?! 2.e5 d5");
    assert_eq!(gui.ask("usermove exd6 e.p."), [""; 0]);
    let fen = "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3";
    assert_eq!(gui.fen(), fen);
}

#[test]
fn the_engine_answers_the_last_of_several_moves() {
    for pondering in ["easy", "hard"] {
        let mut gui = Gui::new();
        gui.ask(&format!("new\n{pondering}\nsd 2\ne4"));
        gui.ask("new\nsd 2");
        let answer = gui.ask("1.e4 e5 2.Nf3");
        let moves = answer.iter().filter(|line| is_move(line));
        assert_eq!(moves.count(), 1, "{answer:?}");
        assert_eq!(gui.session.game().position().ply(), 4);
    }
}

#[test]
fn none_of_several_moves_is_made_if_one_is_refused() {
    for mode in ["", "force\n"] {
        let mut gui = Gui::new();
        gui.ask(&format!("new\n{mode}"));
        let refused = "Illegal move (the piece does not move so): Nf5";
        assert_eq!(gui.ask("e4 Nf5 d4"), [refused]);
        assert_eq!(gui.fen(), START);
        assert_eq!(gui.ask("1.e4 e5 2.Nf5"), [refused]);
        assert_eq!(gui.fen(), START);
        assert_eq!(gui.ask("1. e4 what"), ["Illegal move (not a move): what"]);
        assert_eq!(gui.fen(), START);
    }
}

#[test]
fn commands_go_before_moves() {
    let mut gui = Gui::new();
    gui.ask("new\nforce");
    for line in ["?", ".", "hard", "easy", "post", "random", "white", "force"] {
        assert_eq!(gui.ask(line), [""; 0], "{line}");
        assert_eq!(gui.fen(), START, "{line}");
    }
    // none of these texts is a move
    for line in ["b", "1.", "1. quit", "1. force"] {
        let unknown = format!("Error (unknown command): {line}");
        assert_eq!(gui.ask(line), [unknown], "{line}");
        assert!(!gui.session.is_over());
    }
}

/// The last line of `d`.
fn state_shown(gui: &mut Gui) -> String {
    gui.ask("d").pop().unwrap()
}

#[test]
fn the_end_of_a_game_is_shown() {
    let mut gui = Gui::new();
    gui.ask("new\nforce\n1.f3 e5 2.g4");
    assert_eq!(state_shown(&mut gui), "# black to move, observing");
    assert_eq!(gui.ask("go"), ["move d8h4", "0-1 {Black mates}"]);
    assert_eq!(
        state_shown(&mut gui),
        "# the game is over: 0-1 {Black mates}"
    );
    gui.ask("undo");
    assert_eq!(state_shown(&mut gui), "# black to move, waiting for a move");
    gui.ask("force\nQh4");
    assert_eq!(
        state_shown(&mut gui),
        "# the game is over: 0-1 {Black mates}"
    );
    gui.ask("setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(
        state_shown(&mut gui),
        "# the game is over: 1/2-1/2 {Stalemate}"
    );
    gui.ask("new\nforce\ne4\nresult 1/2-1/2 {agreed}");
    assert_eq!(
        state_shown(&mut gui),
        "# the game is over: 1/2-1/2 {agreed}"
    );
    gui.ask("result *");
    assert_eq!(state_shown(&mut gui), "# black to move, observing");
    // the engine resigns
    gui.ask("option Resign=1\nsd 1\nsetboard 3k4/8/8/8/8/8/3QR3/3K4 b - - 0 1");
    assert!(is_move(&gui.ask("go")[0]));
    gui.ask("force\nd1c1");
    assert!(is_move(&gui.ask("go")[0]));
    gui.ask("force\nc1b1");
    assert_eq!(gui.ask("go"), ["resign"]);
    assert_eq!(
        state_shown(&mut gui),
        "# the game is over: 1-0 {Black resigns}"
    );
}

#[test]
fn the_user_resigns() {
    let mut gui = Gui::new();
    gui.ask("new\nsd 1\ne4");
    assert_eq!(gui.ask("resign"), ["# 0-1 {White resigns}"]);
    assert_eq!(
        state_shown(&mut gui),
        "# the game is over: 0-1 {White resigns}"
    );
    assert_eq!(gui.ask("resign"), ["Error (the game is over): resign"]);
    assert_eq!(gui.ask("go"), ["Error (the game is over): go"]);
    // the engine plays white
    gui.ask("new\nsd 1\ngo");
    assert_eq!(gui.ask("resign"), ["# 1-0 {Black resigns}"]);
    // in force mode the side to move resigns
    assert_eq!(gui.ask("new\nforce\ne4\nresign"), ["# 1-0 {Black resigns}"]);
    // while it thinks
    gui.say("new\nlevel 0 60 0\ne4");
    assert_eq!(gui.say("resign"), ["# 0-1 {White resigns}"]);
    assert!(!gui.wait().iter().any(|line| is_move(line)));
}

#[test]
fn a_person_learns_that_the_engine_is_to_move() {
    let advice = "# it is the engine's turn: `go` lets it move";
    let mut gui = terminal();
    gui.ask("new\nsd 1\ne4");
    assert_eq!(gui.ask("undo"), [advice]);
    assert_eq!(gui.ask("undo"), [""; 0]);
    let black = "setboard 4k3/8/8/8/8/8/8/R3K3 b - - 0 1";
    assert_eq!(gui.ask(black), [advice]);
    assert!(is_move(&gui.ask("go")[0]));
    assert_eq!(
        gui.ask("remove\nforce\nundo"),
        ["Error (no move to take back): remove"]
    );
    // but a GUI knows this
    let mut gui = Gui::new();
    assert!(is_move(&gui.ask("new\nsd 1\ne4")[0]));
    assert_eq!(gui.ask("undo"), [""; 0]);
}

#[test]
fn the_variants_are_listed_in_columns() {
    let mut gui = Gui::new();
    let lines = gui.ask("variants");
    assert!(
        lines
            .iter()
            .all(|line| is_known(line) && line.starts_with("# ")),
        "{lines:?}"
    );
    assert!(lines.iter().all(|line| line.len() <= 80), "{lines:?}");
    let words = |line: &String| -> Vec<String> {
        line[1..].split_whitespace().map(str::to_owned).collect()
    };
    let listed: Vec<String> = lines.iter().flat_map(words).collect();
    assert_eq!(listed, library().public_names());
    // one below the other
    let columns = |line: &String| line.find(&words(line)[1]);
    let second: Vec<_> = lines[..lines.len() - 1].iter().map(columns).collect();
    assert!(
        second.iter().all(|column| *column == second[0]),
        "{lines:?}"
    );
    let help = gui.ask("help");
    assert!(
        help.iter().any(|line| line.starts_with("# variants ")),
        "{help:?}"
    );
}

/// The answers to some lines, typed by a person or sent by a GUI.
fn answers(person: bool, lines: &[&str]) -> Vec<String> {
    let mut gui = if person { terminal() } else { Gui::new() };
    gui.say(&["force", &lines.join("\n")].join("\n"))
}

#[test]
fn san_is_read_at_a_terminal_and_on_a_pipe() {
    let typed = ["e2-e4", "e5", "Nb1c3", "Nc6", "usermove Bb5", "show"];
    let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/2N5/PPPP1PPP/R1BQK1NR b";
    for person in [true, false] {
        let said = answers(person, &typed);
        assert!(said.iter().any(|line| line.contains(fen)), "{said:?}");
        assert!(said.iter().all(|line| line.starts_with('#')), "{said:?}");
    }
}

#[test]
fn unknown_lines_get_advice() {
    let lines = [
        "board", "q", "Nb1c4", "Nc4", "Bxc4", "e2~e4", "exit", "gravity", "bench2", "Rook a8",
    ];
    let said = answers(true, &lines);
    let expected = [
        "Error (unknown command): board",
        "# do you mean `show`? `help` lists all commands",
        "Error (unknown command): q",
        "# do you mean `quit`? `help` lists all commands",
        "Illegal move (the piece does not move so): Nb1c4",
        "Illegal move (the piece does not move so): Nc4",
        "Illegal move (the piece does not move so): Bxc4",
        "Illegal move (not a move): e2~e4",
        "# write moves as e2e4, e7e8q or Nf3; `moves` shows all",
        "# `exit` ends an analysis; `quit` leaves the program",
        "Error (unknown command): gravity",
        "# `help` lists all commands",
        "Error (unknown command): bench2",
        "# write moves as e2e4, e7e8q or Nf3; `moves` shows all",
        "Error (unknown command): Rook a8",
        "# `help` lists all commands",
    ];
    assert_eq!(said, expected);
    // advice is for people only
    let plain: Vec<&str> = (expected.into_iter())
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(answers(false, &lines), plain);
}
