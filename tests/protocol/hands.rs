//! Games with pieces in hand and with shuffled back ranks, as XBoard and cutechess play them.

use crate::support::{Gui, START, is_move};

#[test]
fn drops_are_understood_and_made() {
    let mut gui = Gui::new();
    // XBoard knows the game
    assert_eq!(gui.ask("new\nvariant crazyhouse\nforce"), [""; 0]);
    assert!(gui.fen().contains("RNBQKBNR[] w KQkq"));
    assert_eq!(
        gui.ask("usermove e2e4\nusermove d7d5\nusermove e4d5"),
        [""; 0]
    );
    assert_eq!(gui.ask("usermove d8d5\nP@e4\nusermove d5e4"), [""; 0]);
    assert!(gui.fen().contains("[pp]"), "{}", gui.fen());
    // the hands follow from the moves, whatever the GUI reports about another board
    assert_eq!(gui.ask("holding [Q] [pp] WQ"), [""; 0]);
    assert!(gui.fen().contains("[pp]"), "{}", gui.fen());
    let refused = gui.ask("usermove N@e5");
    assert_eq!(refused, ["Illegal move (there is no `N` in hand): N@e5"]);
    assert_eq!(gui.ask("undo\nundo"), [""; 0]);
    assert!(gui.fen().contains("[Pp]"), "{}", gui.fen());
    // a mate that only a drop can give
    gui.ask("setboard 6k1/5ppp/8/8/8/8/5PPP/6K1[Qpp] w - - 0 1\nsd 4");
    let answer = gui.ask("go");
    assert!(answer[0].starts_with("move Q@"), "{answer:?}");
    assert_eq!(answer[1], "1-0 {White mates}");
}

#[test]
fn positions_with_hands_are_set_up_piece_by_piece() {
    let mut gui = Gui::new();
    gui.ask("new\nvariant crazyhouse\nforce\nedit\n#\nKe1\nP@2\nc\nKe8\nN@1\n.");
    assert!(
        gui.fen().starts_with("4k3/8/8/8/8/8/8/4K3[PPn] "),
        "{}",
        gui.fen()
    );
}

#[test]
fn setup_states_the_number_of_kinds_in_hand() {
    let mut gui = Gui::new();
    let answer = gui.ask("new\nvariant pocketknight");
    assert!(
        answer[0].starts_with("setup (PNBRQKpnbrqk) 8x8+2_crazyhouse ")
            && answer[0].contains("[Nn] w KQkq"),
        "{answer:?}"
    );
    // in a variant where captures do not fill the hand, the GUI sets the hand
    assert_eq!(gui.ask("force\nholding [NN] []"), [""; 0]);
    assert!(gui.fen().contains("[NN]"), "{}", gui.fen());
    assert_eq!(gui.ask("holding [X] []").len(), 1);
}

#[test]
fn pieces_come_from_the_board_of_the_partner() {
    let mut gui = Gui::new();
    assert_eq!(gui.ask("new\nvariant bughouse\nforce"), [""; 0]);
    assert_eq!(gui.ask("partner somebody\nptell hello"), [""; 0]);
    assert_eq!(
        gui.ask("usermove e2e4\nusermove d7d5\nusermove e4d5"),
        [""; 0]
    );
    assert!(gui.fen().contains("[]"), "{}", gui.fen());
    assert_eq!(gui.ask("holding [] [N] BN\nusermove N@c3"), [""; 0]);
    assert!(gui.fen().contains("2n5/PPPP1PPP"), "{}", gui.fen());
    // a promoted piece goes to the partner as the pawn that it was
    gui.ask("setboard 4k3/P7/8/8/8/8/8/4K3[] w - - 0 1\nusermove a7a8q");
    assert!(gui.fen().starts_with("Q~3k3/8/"), "{}", gui.fen());
    // a piece that arrives while the engine thinks can be used at once
    gui.ask("new\nvariant bughouse\nforce\nsd 3");
    gui.ask("setboard 6k1/5ppp/8/8/8/8/5PPP/6K1[] w - - 0 1");
    gui.say("go");
    let answer = gui.ask("holding [Q] [] WQ");
    assert!(answer[0].starts_with("move "), "{answer:?}");
}

/// A side without a legal move waits for a piece that gives it one, unless there is no other board.
#[test]
fn a_mated_side_waits_while_a_drop_could_help() {
    let back_rank = "setboard 3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1\nsd 3";
    let mut gui = Gui::new();
    gui.ask("new\nvariant bughouse\nforce");
    gui.ask(back_rank);
    assert_eq!(gui.ask("go"), ["1-0 {White mates}"]);
    gui.ask("new\nvariant bughouse\nforce\nholding [] []");
    gui.ask(back_rank);
    assert_eq!(gui.ask("go"), [""; 0]);
    assert_eq!(gui.ask("holding [] [] BR"), [""; 0]);
    let answer = gui.ask("holding [] [R] BR");
    assert!(answer[0].starts_with("move R@"), "{answer:?}");
    // nothing can stand between a knight and the king
    gui.ask("force\nsetboard 6rk/5Npp/8/8/8/8/5PPP/6K1[] b - - 0 1");
    assert_eq!(gui.ask("go"), ["1-0 {White mates}"]);
    // no waiting in force mode
    gui.ask("force");
    gui.ask(back_rank);
    assert_eq!(gui.ask("go"), [""; 0]);
    assert_eq!(gui.ask("force\nholding [] [R] BR"), [""; 0]);
    // and in other games mate is mate
    gui.ask("new\nvariant crazyhouse\nforce\nholding [] []");
    gui.ask(back_rank);
    assert_eq!(gui.ask("go"), ["1-0 {White mates}"]);
}

#[test]
fn shuffled_games_castle_in_words() {
    let mut gui = Gui::new();
    // the GUI knows the variant, so it sends the position
    assert_eq!(gui.ask("new\nvariant fischerandom\nforce"), [""; 0]);
    assert_eq!(gui.fen(), START);
    gui.ask("setboard 1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1");
    assert_eq!(gui.ask("usermove O-O\nusermove f8b8"), [""; 0]);
    assert!(
        gui.fen()
            .starts_with("2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w - ")
    );
    // if the number is set, the engine chooses the position itself
    gui.ask("option Start Number=0\nnew\nvariant fischerandom");
    assert!(gui.fen().starts_with("bbqnnrkr/pppppppp/"), "{}", gui.fen());
    gui.ask("option Start Number=-1\nnew\nvariant fischerandom");
    assert_eq!(gui.fen(), START);
    assert_eq!(gui.ask("option Start Number=-2").len(), 1);
    // king and rook already stand where castling ends
    gui.ask("force\nsetboard 4k3/8/8/8/8/8/6PP/5RKR w H - 0 1\nsd 2");
    let answer = gui.ask("go");
    assert!(is_move(&answer[0]), "{answer:?}");
}
