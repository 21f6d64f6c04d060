//! Moves that a GUI sends without the letter that belongs to them, because only the engine knows it.

use std::time::Duration;

use fmax::movegen::notation::MoveError;

use crate::support::Gui;

/// A game under XBoard, in force mode.
fn xboard(game: &str) -> Gui {
    let mut gui = Gui::new();
    gui.say("protover 2\naccepted setboard\naccepted highlight\nnew\nforce");
    gui.say(&format!("variant {game}"));
    gui
}

#[test]
fn a_piece_that_goes_to_another_board_gets_its_picture_by_a_choice() {
    let mut gui = xboard("alice");
    assert_eq!(gui.say("lift e2"), ["highlight 8/8/8/8/4B3/4B3/8/8"]);
    assert_eq!(gui.say("put e4"), ["choice S"]);
    assert_eq!(
        gui.say("usermove e2e4s\nlift e7"),
        ["highlight 8/8/4B3/4B3/8/8/8/8"]
    );
    // the piece comes back
    gui.say("usermove a7a6s");
    assert_eq!(gui.say("lift e4\nput e5")[1..], ["choice P"]);
    // castling is a single move of the king
    gui.say("setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(gui.say("lift e1\nput g1")[1..], ["choice M"]);
    // a promotion still has a choice, among the letters of the other board
    gui.say("setboard 7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(gui.say("lift a7")[0], "highlight M7/8/8/8/8/8/8/8");
    assert_eq!(gui.say("put a8"), ["choice ACEH"]);
    assert_eq!(gui.say("usermove a7a8h"), [""; 0]);
    assert!(gui.fen().starts_with("H6k/"), "{}", gui.fen());
}

#[test]
fn xboard_is_made_to_listen() {
    let mut gui = xboard("alice");
    gui.say("lift e2\nput e4");
    // no move comes, since XBoard tests legality; the user learns it once, and the choice is repeated
    let output = gui.wait_for(|line| line == "choice S");
    assert!(
        output[0].starts_with("tellusererror Your move waits: "),
        "{output:?}"
    );
    assert_eq!(gui.wait_for(|line| line == "choice S"), ["choice S"]);
    assert_eq!(gui.say("usermove e2e4s"), [""; 0]);
    assert_eq!(gui.listen(Duration::from_millis(2500)), [""; 0]);
    // another position has come instead of the move
    gui.say("lift d7\nput d5\nundo\nusermove d2d4s");
    let late = gui.say("usermove d7d5s");
    assert_eq!(
        late,
        ["Illegal move (it was meant for another position): d7d5s"]
    );
    assert_eq!(gui.say("usermove d7d5s"), [""; 0]);
    // a click shows that the mouse works
    gui.say("lift e2\nput e4\nlift d2");
    assert_eq!(gui.listen(Duration::from_millis(2500)), [""; 0]);
}

#[test]
fn a_picture_is_put_right_if_the_user_has_moved_the_piece() {
    let mut gui = xboard("alice");
    // XBoard makes such moves if it does not show target squares
    gui.say("lift e2\nput e4");
    let put_right = ["Illegal move (it is made as e2e4s): e2e4", "move e2e4s"];
    assert_eq!(gui.say("usermove e2e4"), put_right);
    // such moves may come from a file as well
    assert_eq!(
        gui.say("usermove e7e6\nusermove d2d3p\nusermove d7d5s"),
        [""; 0]
    );
    assert_eq!(gui.session.game().position().ply(), 4);
}

#[test]
fn forced_gating_works_in_xboard() {
    let mut gui = xboard("musketeer");
    assert_eq!(gui.say("lift b1"), ["highlight 8/8/8/8/8/Y1Y5/8/8"]);
    let completed = ["Illegal move (it is made as b1c3l): b1c3", "move b1c3l"];
    assert_eq!(gui.say("put c3\nusermove b1c3"), completed);
    assert!(gui.fen().contains("RLBQKBNR[Clc]"), "{}", gui.fen());
    // a user who names the gated piece needs no help, and other moves gate nothing
    assert_eq!(
        gui.say("usermove g8f6c\nusermove e2e4\nusermove f6e4"),
        [""; 0]
    );
    // the move is answered like any other move
    gui.say("new\nvariant musketeer\nsd 1");
    let answer = gui.ask("usermove b1c3");
    assert_eq!(answer[..2], completed);
    assert!(answer[2].starts_with("move "), "{answer:?}");
}

#[test]
fn without_completion_the_gated_piece_is_written() {
    let refused = ["Illegal move (write b1c3l for all that comes in with it): b1c3"];
    let mut gui = xboard("musketeer");
    assert_eq!(gui.say("computer\nusermove b1c3"), refused);
    let mut gui = Gui::new();
    gui.say("protover 2\naccepted setboard\nrejected highlight\nnew\nforce\nvariant musketeer");
    assert_eq!(gui.say("usermove b1c3"), refused);
    assert_eq!(gui.say("usermove b1c3l"), [""; 0]);
    // a user at a terminal sees the gated piece
    let mut gui = Gui::with(Some("musketeer"));
    assert_eq!(gui.say("force\nb1c3"), [""; 0]);
    assert!(gui.fen().contains("RLBQKBNR[Clc]"), "{}", gui.fen());
}

/// XBoard takes a refusal with one of these words for the refusal of something else, and does not take the move back
/// (see `HandleMachineMove` in its `backend.c`).
#[test]
fn refusals_of_moves_have_no_word_that_xboard_misunderstands() {
    const WORDS: [&str; 17] = [
        "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random",
        "depth", "accepted", "protover", "draw", "time", "otim", "analyze",
    ];
    let errors = [
        MoveError::Malformed,
        MoveError::NoPiece("e4".to_owned()),
        MoveError::NotYours("e4".to_owned()),
        MoveError::Unreachable,
        MoveError::InCheck,
        MoveError::Forbidden("it gives check"),
        MoveError::BadSuffix('x'),
        MoveError::NoCastling,
        MoveError::NotInHand('x'),
        MoveError::NoDrop("e4".to_owned()),
        MoveError::GameOver,
    ];
    let reasons = errors.map(|error| error.to_string());
    let others = [
        "it is not your turn",
        "no position",
        "no game",
        "it is made as b1c3l",
        "write b1c3l for all that comes in with it",
        "it was meant for another position",
    ];
    for reason in reasons.iter().map(String::as_str).chain(others) {
        let word = WORDS.iter().find(|word| reason.contains(**word));
        assert_eq!(word, None, "{reason}");
    }
}
