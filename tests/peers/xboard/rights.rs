//! Captures of friends, captures that give no check and lopsided kings, as XBoard reads them.

use super::harness::{Board, Ini, Launch, Screen, XBoard};

/// Pieces that capture only friends, those that capture like knights but give no check, and kings with one of the
/// diagonals ahead.
const PIECES: &str = "\
6x7
0 0 0 0 0 0
0 0 0 0 0 0
p:80 fmWfcF
p:80 fmWfcF
k:-1 K
z:100 dK
N:200 ctN
X:480 Q
L:250 flvK";

fn launch(game: &'static str) -> Launch<'static> {
    // black can do nothing but take its pawn with its z
    let friends = "Start: 1X4/6/3z2/3p2/3P2/6/k4K w - - 0 1";
    // the king may stand where an N could capture it
    let tame = "Start: k5/6/2N3/6/5p/5P/K5 w - - 0 1";
    // both have an L in the middle
    let lopsided = "Start: k5/6/3l2/5p/2L2P/6/5K w - - 0 1";
    let ini = format!(
        "version 4.8(w)\n\nGame: friends\n{PIECES}\nPromotion: X\n{friends}\n\nGame: tame\n{PIECES}\nPromotion: X\n{tame}\n\nGame: lopsided\n{PIECES}\nPromotion: X\n{lopsided}\n\n"
    );
    Launch::new(game, Board::new(6, 7)).with(Ini::Text(ini))
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_capture_of_a_friend() {
    let screen = Screen::new();
    let mut xboard = XBoard::start(&screen, launch("friends"));
    assert!(xboard.record().contains("<first : piece z dK\n"));
    xboard.click("b7", "highlight");
    xboard.click("b3", ">first : b7b3");
    xboard.click("d5", "<first : highlight 6/6/6/3R2/6/6/6");
    let told = xboard.click("d4", ">first : d5d4");
    assert!(!told.to_lowercase().contains("illegal"), "{told}");
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_king_beside_a_tame_piece() {
    let screen = Screen::new();
    let mut xboard = XBoard::start(&screen, launch("tame"));
    assert!(xboard.record().contains("<first : piece N ctN\n"));
    xboard.click("a1", "highlight");
    xboard.click("b1", ">first : a1b1");
    xboard.click("a7", "highlight");
    let told = xboard.click("a6", ">first : a7a6");
    assert!(!told.to_lowercase().contains("illegal"), "{told}");
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_king_with_one_diagonal() {
    let screen = Screen::new();
    let mut xboard = XBoard::start(&screen, launch("lopsided"));
    assert!(xboard.record().contains("<first : piece L& flvK\n"));
    xboard.click("c3", "highlight");
    xboard.click("b4", ">first : c3b4");
    xboard.click("d5", "highlight");
    // black's left is the other one
    let told = xboard.click("e4", ">first : d5e4");
    assert!(!told.to_lowercase().contains("illegal"), "{told}");
}
