//! Variants whose moves get a suffix that the user does not choose: pieces that move through the
//! looking glass, and pieces that are gated.

use super::harness::{Board, Launch, Screen, XBoard};

const CHESS: Board = Board::new(8, 8);

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_piece_moved_through_the_looking_glass_changes_its_picture() {
    let screen = Screen::new();
    let launch = Launch::new("alice", CHESS).options(&["-testLegality", "false"]);
    let mut xboard = XBoard::start(&screen, launch);
    let (pawn, knight) = (xboard.look_at("a2"), xboard.look_at("b1"));
    assert_eq!(pawn, xboard.look_at("h2"));
    xboard.click("e2", "<first : highlight 8/8/8/8/4B3/4B3/8/8");
    xboard.click("e4", ">first : e2e4s");
    xboard.click("g8", "<first : highlight 8/8/5B1B/8/8/8/8/8");
    xboard.click("f6", ">first : g8f6h");
    xboard.shot("alice");
    let beyond = xboard.look_at("e4");
    assert_ne!(beyond, pawn, "the picture is still that of a pawn");
    // a second piece on the other board gets the same picture, and the pawn's picture again on its way back
    xboard.click("c2", "<first : highlight 8/8/8/8/2B5/2B5/8/8");
    xboard.click("c4", ">first : c2c4s");
    assert_eq!(xboard.look_at("c4"), beyond);
    xboard.click("f6", "<first : highlight ");
    xboard.click("d5", ">first : f6d5n");
    xboard.click("e4", "<first : highlight 8/8/8/4B3/8/8/8/8");
    xboard.click("e5", ">first : e4e5p");
    xboard.click("d5", "<first : highlight ");
    xboard.click("f4", ">first : d5f4h");
    xboard.click("e5", "<first : highlight 8/8/4B3/8/8/8/8/8");
    xboard.click("e6", ">first : e5e6s");
    assert_eq!(xboard.look_at("e6"), beyond);
    assert_eq!(xboard.look_at("b1"), knight);
    assert!(!xboard.record().contains("Illegal"));
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_piece_is_gated_without_a_suffix() {
    let screen = Screen::new();
    let mut xboard = XBoard::start(&screen, Launch::new("musketeer", CHESS.with_hand()));
    let (empty, knight) = (xboard.look_at("e4"), xboard.look_at("b1"));
    let leopard = xboard.look_at("+7");
    xboard.click("b1", "<first : highlight 8/8/8/8/8/Y1Y5/8/8");
    xboard.click("c3", "<first : move b1c3l");
    xboard.shot("musketeer");
    xboard.click("g8", "<first : highlight 8/8/5Y1Y/8/8/8/8/8");
    xboard.click("f6", "<first : move g8f6c");
    for square in ["b1", "g8"] {
        assert_ne!(
            xboard.look_at(square),
            empty,
            "nothing has come in on {square}"
        );
        assert_ne!(
            xboard.look_at(square),
            knight,
            "the knight is back on {square}"
        );
    }
    assert_ne!(
        xboard.look_at("+7"),
        leopard,
        "the leopard is still in hand"
    );
    // XBoard and the engine agree on the leopard's square
    xboard.click("b1", "<first : highlight 8/8/8/8/8/Y7/8/8");
    xboard.click("a3", ">first : b1a3");
    // to choose the gated piece the user clicks it first; black's knight moves without such a click
    xboard.click("b8", "<first : highlight ");
    xboard.click("c6", "<first : move b8c6l");
    xboard.click("+6", ">first : lift ");
    xboard.click("g1", "<first : highlight ");
    let log = xboard.click("h3", ">first : g1h3c");
    assert!(!log.contains("Illegal"), "{log}");
}
