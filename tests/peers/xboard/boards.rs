//! Boards and hands of other shapes: drops and gating by mouse, corners beyond holes, and a board too tall for
//! XBoard.

use super::harness::{Board, CLICK_PATIENCE, Launch, Screen, XBoard};

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_piece_in_hand_is_dropped() {
    let screen = Screen::new();
    let board = Board::new(8, 8).with_hand();
    let mut xboard = XBoard::start(&screen, Launch::new("crazyhouse", board));
    let empty = xboard.look_at("e4");
    for (from, to) in [("e2", "e4"), ("d7", "d5"), ("e4", "d5"), ("d8", "d5")] {
        xboard.click(from, "<first : highlight ");
        xboard.click(to, &format!(">first : {from}{to}"));
    }
    assert_eq!(xboard.look_at("e4"), empty);
    xboard.click("+1", ">first : lift ");
    xboard.click("e4", ">first : P@e4");
    xboard.shot("crazyhouse");
    assert_ne!(xboard.look_at("e4"), empty, "the pawn is not shown");
    // the queen can capture it
    xboard.click("d5", "<first : highlight 3Y4/3Y4/2YYY3/YYY1YYYY/2YYR3/");
    let log = xboard.click("e4", ">first : d5e4");
    assert!(!log.contains("Illegal"), "{log}");
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_piece_in_hand_is_gated() {
    let screen = Screen::new();
    let board = Board::new(8, 8).with_hand();
    let mut xboard = XBoard::start(&screen, Launch::new("seirawan", board));
    let (empty, knight) = (xboard.look_at("e4"), xboard.look_at("b1"));
    // first a click on the elephant, then on the knight that it replaces
    xboard.click("+7", ">first : lift ");
    xboard.click("b1", "<first : highlight 8/8/8/8/8/Y1Y5/8/8");
    xboard.click("c3", ">first : b1c3");
    xboard.shot("seirawan");
    assert_ne!(xboard.look_at("b1"), empty, "nothing has been gated in");
    assert_ne!(xboard.look_at("b1"), knight);
    // without that click nothing is gated
    xboard.click("g8", "<first : highlight 8/8/5Y1Y/8/8/8/8/8");
    xboard.click("f6", ">first : g8f6\n");
    assert_eq!(xboard.look_at("g8"), empty);
    assert!(!xboard.record().contains("Illegal"));
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn wizards_leave_their_corners() {
    let screen = Screen::new();
    let mut xboard = XBoard::start(&screen, Launch::new("omega", Board::new(12, 12)));
    xboard.click(
        "a1",
        "<first : highlight 12/12/12/12/12/12/12/12/1Y10/12/12/12",
    );
    xboard.click("b4", ">first : a1b4");
    xboard.click("l12", "<first : highlight ");
    xboard.click("k9", ">first : l12k9");
    xboard.click("b4", "<first : highlight ");
    let log = xboard.click("e5", ">first : b4e5");
    assert!(!log.contains("Illegal"), "{log}");
    xboard.shot("omega");
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_board_too_tall_is_reported() {
    let screen = Screen::new();
    let board = Board::new(16, 16);
    let xboard = XBoard::start(&screen, Launch::new("pieces-tester", board));
    xboard.shot("tall");
    assert!(
        xboard
            .record()
            .contains("<first : tellusererror XBoard reads moves from rank 16")
    );
    super::harness::wait_for(CLICK_PATIENCE, "message", || {
        (!screen.windows("^Error").is_empty()).then_some(())
    });
}
