//! Positions from the GUI: `setboard` and `edit`.

use crate::common::table;
use crate::support::{Gui, START_RANKS};

/// The end of the message about a refused position.
const ADVICE: &str = ". Set up another one, or begin a new game";

#[test]
fn positions_are_set_up() {
    let mut gui = Gui::new();
    gui.ask("new\nforce");
    let fen = "r3k3/8/8/8/8/8/8/4K2R b Kq - 3 10";
    assert_eq!(gui.ask(&format!("setboard {fen}")), [""; 0]);
    assert_eq!(gui.fen(), fen);
    assert_eq!(gui.ask(&format!("setboard {fen}")), [""; 0]);
    assert_eq!(gui.ask("undo"), ["Error (no move to take back): undo"]);
}

#[test]
fn a_position_is_edited_piece_by_piece() {
    let mut gui = Gui::new();
    gui.ask("new\nforce\na2a3\nedit");
    // from now on the editor reads every line
    assert_eq!(gui.ask("new"), ["Error (unknown edit command): new"]);
    assert_eq!(gui.ask("Xa4"), ["Error (no piece `X` in this game): Xa4"]);
    assert_eq!(gui.ask("Pa9"), ["Error (unknown edit command): Pa9"]);
    assert_eq!(
        gui.ask("#\nKe1\nRh1\nPd4\nc\nKe8\nPa7\nPd5\nxd5\n."),
        [""; 0]
    );
    assert_eq!(gui.fen(), "4k3/p7/8/8/3P4/8/8/4K2R b K - 0 1");
    let answer = gui.ask("edit\n#\nKe1\n.");
    assert_eq!(
        answer,
        [format!(
            "tellusererror Illegal position: Black has no king{ADVICE}"
        )]
    );
    // boards of ten ranks count from 0
    gui.ask("new\nvariant xiangqi\nvariant mexican");
    gui.ask("new\nforce");
    gui.say("edit\nquit");
    assert!(gui.session.is_over());
}

#[test]
fn rights_that_xboard_cannot_know() {
    // XBoard takes only rooks for castling partners, and black has none in this army
    let mut gui = Gui::new();
    let rank = "lecakcel/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    gui.ask(&format!("variant fairy\nforce\nsetboard {rank} w KQ - 0 1"));
    assert_eq!(gui.fen(), format!("{rank} w KQkq - 0 1"));
    // XBoard knows castling with rooks, so an empty field may really mean that nobody can castle
    gui.ask(&format!("variant fairy\nforce\nsetboard {rank} w - - 0 1"));
    assert_eq!(gui.fen(), format!("{rank} w kq - 0 1"));
    gui.ask(&format!("new\nforce\nsetboard {START_RANKS} w - - 0 1"));
    assert_eq!(gui.fen(), format!("{START_RANKS} w - - 0 1"));
    // in any other position the field counts
    let later = "lecakcel/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR";
    gui.ask(&format!(
        "variant fairy\nforce\nsetboard {later} b KQ - 0 1"
    ));
    assert_eq!(gui.fen(), format!("{later} b KQ - 0 1"));
}

#[test]
fn boards_that_cannot_be_played() {
    let mut gui = Gui::new();
    gui.ask("new\nforce");
    assert_eq!(gui.ask("setboard"), ["Error (position missing): setboard"]);
    for row in table::rows("positions/invalid.txt") {
        let [(_, reason)] = &row.entries[..] else {
            panic!("{}: one reason", row.place)
        };
        let answer = gui.ask(&format!("setboard {}", row.fen));
        let start = format!("tellusererror Illegal position: {reason}");
        assert!(
            answer.len() == 1 && answer[0].starts_with(&start),
            "{}: {answer:?}",
            row.place
        );
        assert_eq!(gui.ask("undo"), ["Error (no position): undo"]);
    }
    for checked in ["4k3/4R3/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/K3R3"] {
        let reason = "black is in check, but it is not black's turn";
        assert_eq!(
            gui.ask(&format!("setboard {checked} w - - 0 1")),
            [format!("tellusererror Illegal position: {reason}{ADVICE}")]
        );
    }
    // a position that is won already can be set up, but not played on
    assert_eq!(gui.ask("setboard R6k/6pp/8/8/8/8/8/K7 b - - 0 1"), [""; 0]);
    assert_eq!(gui.ask("go"), ["1-0 {White mates}"]);
    // numbers beyond the limits are accepted
    assert_eq!(
        gui.ask("setboard 4k3/8/8/8/8/8/8/R3K3 w - - 70000 4294967295"),
        [""; 0]
    );
    assert_eq!(gui.ask("force\na1a2\ne8e7\nshow").len(), 11);
    assert_eq!(
        gui.ask("setboard 4k3/8/8/8/8/8/8/R3K3 b - - 0 0\nundo\nsd 1")
            .len(),
        1
    );
    assert_eq!(gui.fen(), "4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    assert!(gui.ask("go")[0].starts_with("move "));
}

#[test]
fn positions_set_up_for_black() {
    // the way of XBoard without setboard, and the way of cutechess
    for dummy in ["a2a3", "b2b3"] {
        let mut gui = Gui::new();
        gui.ask(&format!(
            "new\nforce\n{dummy}\nedit\n#\nKe1\nRa1\nc\nKe8\nRh8\n."
        ));
        assert_eq!(gui.fen(), "4k2r/8/8/8/8/8/8/R3K3 b Qk - 0 1", "{dummy}");
    }
    // if nothing is edited, the position is still a new one, without the moves that led to it
    let mut gui = Gui::new();
    gui.ask("new\nforce\na2a3\nedit\n.");
    assert_eq!(gui.ask("undo"), ["Error (no move to take back): undo"]);
}

#[test]
fn edit_changes_what_is_there() {
    let mut gui = Gui::new();
    gui.ask("new\nforce\nedit");
    // without `#` the pieces stay; a piece on another takes its place; letters in either case
    gui.ask("xd1\nxd8\nxd8\nQa1\nc\nc\nc\nqa8\n\n.");
    assert_eq!(
        gui.fen(),
        "qnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/QNB1KBNR w Kk - 0 1"
    );
    // a refused line changes nothing and edit mode goes on, but the position that results is not the position that the
    // GUI shows
    for (line, reason) in [
        ("P", "unknown edit command"),
        ("Pe", "unknown edit command"),
        ("Pi1", "unknown edit command"),
        ("Pe0", "unknown edit command"),
        ("Pe99999999999999999999", "unknown edit command"),
        ("Pe4e5", "unknown edit command"),
        ("1e4", "unknown edit command"),
        ("Ze4", "no piece `Z` in this game"),
        ("N@1", "no piece `N` can be in hand in this game"),
        ("N@", "unknown edit command"),
        ("N@-1", "unknown edit command"),
        ("cc", "unknown edit command"),
        ("##", "unknown edit command"),
        ("ping 1", "unknown edit command"),
        ("\u{20AC}e4", "unknown edit command"),
    ] {
        let refused = gui.ask(&format!("edit\n{line}"));
        assert_eq!(refused, [format!("Error ({reason}): {line}")]);
        let refused = format!("tellusererror Illegal position: {reason}: {line}{ADVICE}");
        assert_eq!(gui.ask("."), [refused]);
        assert_eq!(gui.ask("undo"), ["Error (no position): undo"]);
        // an edit then starts from an empty board, and forgets errors from before the board was cleared
        gui.ask("edit\nPz9\n#\nKa1\nRb2\nc\nKh8\n.");
        assert!(gui.fen().starts_with("7k/8/8/8/8/8/1R6/K7 w "));
    }
    // while the engine thinks
    let mut gui = Gui::new();
    gui.say("new\nlevel 0 60 0\ngo\nedit\n#\nKe1\nc\nKe8\n.");
    assert_eq!(gui.wait(), [""; 0]);
    assert!(gui.fen().starts_with("4k3/8/8/8/8/8/8/4K3 w"));
}

#[test]
fn edit_on_other_boards() {
    let mut gui = Gui::new();
    // pieces in hand
    gui.ask("variant seirawan\nforce\nedit\n#\nKe1\nRh1\nNb1\nH@1\nc\nKe8\nE@1\nH@0\n.");
    assert!(
        gui.fen().starts_with("4k3/8/8/8/8/8/8/1N2K2R[He] w "),
        "{}",
        gui.fen()
    );
    assert_eq!(gui.ask("b1c3h"), [""; 0]);
    assert!(
        gui.fen().starts_with("4k3/8/8/8/8/2N5/8/1H2K2R[e] b "),
        "{}",
        gui.fen()
    );
    // ten ranks are counted from 0
    gui.ask("variant cap100\nforce\nedit\n#\nKf0\nPa1\nc\nKf9\n.");
    assert!(
        gui.fen().starts_with("5k4/10/10/10/10/10/10/10/P9/5K4 w "),
        "{}",
        gui.fen()
    );
    assert_eq!(gui.ask("f0f1"), [""; 0]);
    // two-digit ranks
    gui.ask("variant grande-acedrex\nforce\nedit\n#\nKf1\nc\nKf12\nPl10\n.");
    assert!(gui.fen().starts_with("5k6/12/11p/"), "{}", gui.fen());
}

/// XBoard knows no castling of a king that is not royal, and sends the start of such a variant without castling
/// rights.
#[test]
fn the_start_of_a_game_without_a_royal_king_has_its_castlings() {
    let mut gui = Gui::new();
    gui.ask(&format!(
        "variant extinction\nforce\nsetboard {START_RANKS} w - - 0 1"
    ));
    assert_eq!(
        gui.ask("e2e4\ne7e5\ng1f3\ng8f6\nf1c4\nf8c5\ne1g1\ne8g8"),
        [""; 0]
    );
    // a later position states its rights itself
    gui.ask("setboard rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w - - 0 1");
    assert!(gui.ask("e1g1")[0].starts_with("Illegal move"));
}
