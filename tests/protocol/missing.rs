//! After a refused position or variant nothing can be played: neither the old position nor the old game goes
//! on.

use std::time::Duration;

use proptest::prelude::*;

use crate::support::{Gui, is_move};

const BAD: &str = "setboard 8/8/8/8/8/8/8/4K3 w - - 0 1";
const GOOD: &str = "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

/// The refusal of the position.
const NO_POSITION: &str = "tellusererror Illegal position: Black has no king. \
     Set up another one, or begin a new game";

/// A session that has refused a position, in the middle of a game.
fn without_position() -> Gui {
    let mut gui = Gui::new();
    gui.ask("new\nsd 2\nusermove e2e4\npost");
    assert_eq!(gui.ask(BAD), [NO_POSITION]);
    gui
}

#[test]
fn nothing_is_played_from_the_old_position() {
    let mut gui = without_position();
    for line in [
        "undo",
        "remove",
        "white",
        "exclude e2e4",
        "include all",
        "moves",
        "show",
    ] {
        assert_eq!(gui.ask(line), [format!("Error (no position): {line}")]);
    }
    // one message is enough if the GUI sends `go` with the position
    assert_eq!(gui.ask("go"), ["Error (no position): go"]);
    // when the user later gives a command by hand, the answer is shown to him
    for line in [
        "go",
        "playother",
        "hint",
        "bk",
        "remember 7",
        "option Save in hash file",
    ] {
        assert_eq!(
            gui.ask(line),
            [
                NO_POSITION.to_owned(),
                format!("Error (no position): {line}")
            ]
        );
    }
    // after an error XBoard would never offer a draw again, and never analyse; clicks come all the time
    assert_eq!(gui.ask("draw\nlift e2\nhover e4\nput e4"), [""; 0]);
    assert_eq!(
        gui.ask("setscore 5 5"),
        ["Error (no position): setscore 5 5"]
    );
    // commands that do not need a position are carried out
    let said = gui.ask("time 500\notim 400\nlevel 0 1 0\nhard\neasy\noption Resign=1\n?\nping 3");
    assert_eq!(said, ["pong 3"]);
    gui.ask(GOOD);
    assert_eq!(gui.fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert!(gui.ask("go").iter().any(|line| is_move(line)));
}

#[test]
fn a_waiting_gui_gets_its_move_back() {
    let mut gui = without_position();
    let refused = "Illegal move (no position): d2d4";
    assert_eq!(gui.ask("usermove d2d4"), [refused]);
    // a game that is only shown goes on; in a match the word `Illegal` would lose the game
    for mode in ["force", "result *", "computer"] {
        let mut gui = without_position();
        gui.ask(mode);
        let refused = "Error (no position): usermove d2d4";
        assert_eq!(gui.ask("usermove d2d4"), [refused], "{mode}");
    }
}

#[test]
fn a_new_game_or_position_ends_it() {
    for (line, board) in [
        ("new", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
        (
            "variant makruk",
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w",
        ),
        (GOOD, "4k3/8/8/8/8/8/4P3/4K3 w"),
        // nothing is left of the old position, which had pieces and black to move
        ("edit\nKe1\nRa1\nc\nKe8\n.", "4k3/8/8/8/8/8/8/R3K3 w"),
    ] {
        let mut gui = without_position();
        assert_eq!(gui.ask(line), [""; 0], "{line}");
        assert!(gui.fen().starts_with(board), "{line}: {}", gui.fen());
        let said = gui.ask("go");
        assert!(said.iter().any(|line| is_move(line)), "{line}: {said:?}");
    }
    // a second refusal changes nothing
    let mut gui = without_position();
    assert_eq!(gui.ask(BAD), [NO_POSITION]);
    assert_eq!(gui.ask("undo"), ["Error (no position): undo"]);
}

#[test]
fn a_refused_game_is_not_played_as_the_old_one() {
    let mut gui = Gui::new();
    gui.ask("new\nsd 2\nusermove e2e4");
    let said = gui.ask("variant nonesuch");
    assert_eq!(said.len(), 1);
    assert!(
        said[0].starts_with("telluser variant nonesuch not supported: "),
        "{said:?}"
    );
    assert!(
        said[0].ends_with(". Choose another variant, or begin a new game"),
        "{said:?}"
    );
    // a position would belong to the wrong variant
    for line in [GOOD, BAD, "edit", "undo"] {
        assert_eq!(gui.ask(line), [format!("Error (no game): {line}")]);
    }
    assert_eq!(gui.ask("usermove d2d4"), ["Illegal move (no game): d2d4"]);
    assert_eq!(gui.ask("variant courier"), [""; 0]);
    assert!(gui.ask("go").iter().any(|line| is_move(line)));
    gui.ask("variant nonesuch\nnew");
    assert!(gui.ask("go").iter().any(|line| is_move(line)));
}

#[test]
fn an_analysis_waits_for_a_position() {
    // the analysis has begun before
    let mut gui = Gui::new();
    gui.say("new\npost\nanalyze");
    gui.hear_thinking();
    gui.say("");
    assert_eq!(gui.say(BAD), [NO_POSITION]);
    assert_eq!(gui.listen(Duration::from_millis(300)), [""; 0]);
    assert_eq!(gui.say("."), ["stat01: 0 0 0 0 0"]);
    // or the analysis is to begin now: the answer is never an error, or XBoard would think that the engine cannot
    // analyse
    assert_eq!(gui.say("exit\nanalyze"), [NO_POSITION]);
    assert_eq!(gui.listen(Duration::from_millis(100)), [""; 0]);
    let first = gui.think(GOOD, 1);
    assert!(!first.is_empty());
    gui.say("exit");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// No command except a new position makes the engine move or think.
    #[test]
    fn nothing_but_a_position_brings_it_back(
        lines in proptest::collection::vec(proptest::sample::select(&[
            "go", "force", "playother", "usermove e7e5", "usermove e2e4", "?", "analyze", "exit",
            "hard", "easy", "undo", "remove", "hint", "white", "black", "pause", "resume", "post",
            "result *", "level 0 1 0", "st 1", "sd 2", "include all", "exclude all", ".", "bk",
            "remember", "setscore 1 1", "draw", "random", "computer", "option MultiPV=3",
            "option Clear Hash", "option Claim draw after=3", "memory 16", "cores 1", BAD,
            "edit\nKe1\n.",
        ][..]), 1..25)
    ) {
        let mut gui = without_position();
        for line in &lines {
            for said in gui.ask(line) {
                prop_assert!(!is_move(&said) && !said.contains('\t'), "{line}: {said}");
            }
        }
        let said = gui.listen(Duration::from_millis(5));
        prop_assert!(said.iter().all(|line| !is_move(line) && !line.contains('\t')), "{said:?}");
        gui.ask("resume\nforce");
        prop_assert!(gui.ask(GOOD).is_empty());
        let said = gui.ask("st 1\nsd 1\ninclude all\ngo");
        prop_assert!(said.iter().any(|line| is_move(line)), "{said:?}");
    }
}
