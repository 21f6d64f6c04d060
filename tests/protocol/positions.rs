//! Positions from the GUI: `setboard` and `edit`.

use crate::support::{Gui, START_RANKS};

#[test]
fn positions() {
    let mut gui = Gui::new();
    gui.ask("new\nforce");
    let fen = "r3k3/8/8/8/8/8/8/4K2R b Kq - 3 10";
    assert_eq!(gui.ask(&format!("setboard {fen}")), [""; 0]);
    assert_eq!(gui.fen(), fen);
    for bad in [
        "setboard 8/8/8 w - - 0 1",
        "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
        "setboard 4k3/8/8/8/8/8/8/4K2X w - - 0 1",
        "setboard r3k3/8/8/8/8/8/8/4K2R x - - 0 1",
        // white could take the king
        "setboard 4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
    ] {
        let answer = gui.ask(bad);
        assert_eq!(answer.len(), 1);
        assert!(
            answer[0].starts_with("tellusererror Illegal position: "),
            "{answer:?}"
        );
        assert_eq!(gui.fen(), fen);
    }
    assert_eq!(gui.ask("undo"), ["Error (no move to take back): undo"]);
}

#[test]
fn editing() {
    let mut gui = Gui::new();
    gui.ask("new\nforce\na2a3\nedit");
    // every line belongs to the editor now
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
        ["tellusererror Illegal position: black has no royal piece"]
    );
    assert_eq!(gui.fen(), "4k3/p7/8/8/3P4/8/8/4K2R b K - 0 1");
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
    // with rooks it knows, and may mean what it says
    gui.ask(&format!("variant fairy\nforce\nsetboard {rank} w - - 0 1"));
    assert_eq!(gui.fen(), format!("{rank} w kq - 0 1"));
    gui.ask(&format!("new\nforce\nsetboard {START_RANKS} w - - 0 1"));
    assert_eq!(gui.fen(), format!("{START_RANKS} w - - 0 1"));
    // and anywhere else its word counts
    let later = "lecakcel/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR";
    gui.ask(&format!(
        "variant fairy\nforce\nsetboard {later} b KQ - 0 1"
    ));
    assert_eq!(gui.fen(), format!("{later} b KQ - 0 1"));
}
