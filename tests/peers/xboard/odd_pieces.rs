//! A variant unknown to XBoard: its pieces, their moves and promotions.

use super::harness::{Board, Ini, Launch, Screen, XBoard};

/// The board and the pieces of both variants: horses that can be blocked, cannons, griffons and
/// asymmetric pieces.
const PIECES: &str = "\
6x7
6 4 7 3 5 6
6 4 7 3 5 6
p:80 -16,6 -15,5 -17,5
p:80 16,6 15,5 17,5
k:-1 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7
h:225 16,70,17 16,70,15 -16,70,-15 -16,70,-17 1,70,17 1,70,-15 -1,70,15 -1,70,-17
z:300 1,E4 16,7 -16,7 1,6 -1,6
X:480 1,BA -16,BA -1,BA 16,BA
G:900 -15,3,-16 -15,3,1 -17,3,-16 -17,3,-1 15,3,16 15,3,-1 17,3,16 17,3,1";

/// A variant without Betza notation in its file, and a variant that differs from it only by a pawn about to promote.
fn launch(game: &'static str) -> Launch<'static> {
    let start = "Promotion: GXH\nStart: 1h3k/P5/6/6/6/6/5K w - - 0 1";
    let ini =
        format!("version 4.8(w)\n\nGame: odd\n{PIECES}\n\nGame: odd-end\n{PIECES}\n{start}\n\n");
    Launch::new(game, Board::new(6, 7)).with(Ini::Text(ini))
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_user_made_game() {
    let screen = Screen::new();
    let mut xboard = XBoard::start(&screen, launch("odd"));
    let record = xboard.record();
    for line in [
        "<first : setup (P....Z.....XH.................GKp....z.....xh.................gk) 6x7+0_fairy xhgkzx/",
        "<first : piece H& nN\n",
        "<first : piece Z vWsmWirmD\n",
        "<first : piece z vWsmWilmD\n",
        "<first : piece X& mRcpR\n",
        "<first : piece G& FyafsF\n",
    ] {
        assert!(record.contains(line), "{line} not in:\n{record}");
    }
    xboard.click("b2", "highlight 6/6/6/6/1Y4/6/6");
    let empty = xboard.look_at("b3");
    xboard.click("b3", ">first : b2b3");
    xboard.click("e6", "highlight 6/6/4Y1/6/6/6/6");
    xboard.click("e5", ">first : e6e5");
    assert_ne!(xboard.look_at("b3"), empty, "the pawn is not shown");
    // pawns on both sides block the horse, but the pawn ahead no longer does
    xboard.click("b1", "highlight 6/6/6/6/Y1Y3/6/6");
    xboard.click("c3", ">first : b1c3");
    // the asymmetric piece leaps two squares to its left, once
    xboard.click("e7", "highlight 6/4Y1/6/6/6/6/6");
    xboard.click("e6", ">first : e7e6");
    // the cannon captures the first piece behind another piece
    xboard.click("a1", "highlight 6/R5/6/6/6/6/1Y4");
    let log = xboard.click("a6", ">first : a1a6");
    assert!(!log.to_lowercase().contains("illegal"), "{log}");
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_promotion_with_choice() {
    let screen = Screen::new();
    // XBoard obeys `choice` only without legality testing
    let launch = launch("odd-end").options(&["-testLegality", "false"]);
    let mut xboard = XBoard::start(&screen, launch);
    xboard.click("a6", "highlight MM4/6/6/6/6/6/6");
    let log = xboard.click("b7", ">first : a6b7g");
    assert!(log.contains("<first : choice GXH"), "{log}");
    // the griffon on b7 guards the sixth rank
    xboard.click("f7", "<first : highlight 4Y1/6/6/6/6/6/6");
}
