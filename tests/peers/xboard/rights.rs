//! Captures of friends, captures that give no check, and asymmetric kings, as XBoard understands them.

use super::harness::{Board, Ini, Launch, Screen, XBoard};

/// Pieces that capture only friends, pieces that capture like knights but give no check, and kings with only one
/// forward diagonal.
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

/// XBoard gets the Betza notation of a piece, and must then accept the user's moves by its own legality test. The
/// engine highlights the targets of each move.
fn takes(start: &str, piece: &str, moves: &[(&str, &str, &str)]) {
    let ini = format!("version 4.8(w)\n\nGame: odd\n{PIECES}\nPromotion: X\nStart: {start}\n\n");
    let screen = Screen::new();
    let launch = Launch::new("odd", Board::new(6, 7)).with(Ini::Text(ini));
    let mut xboard = XBoard::start(&screen, launch);
    let sent = format!("<first : piece {piece}\n");
    assert!(xboard.record().contains(&sent), "{}", xboard.record());
    for (from, highlight, to) in moves {
        xboard.click(from, &format!("<first : highlight {highlight}"));
        let log = xboard.click(to, &format!(">first : {from}{to}"));
        assert!(!log.to_lowercase().contains("illegal"), "{log}");
    }
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_capture_of_a_friend() {
    // black's only moves are captures of its pawn by its z
    takes(
        "1X4/6/3z2/3p2/3P2/6/k4K w - - 0 1",
        "z dK",
        &[("b7", "", "b3"), ("d5", "6/6/6/3R2/6/6/6", "d4")],
    );
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_king_beside_a_tame_piece() {
    // on a6 the N could capture it
    takes(
        "k5/6/2N3/6/5p/5P/K5 w - - 0 1",
        "N ctN",
        &[("a1", "", "b1"), ("a7", "", "a6")],
    );
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_king_with_one_diagonal() {
    // for black it is the left from black's view
    takes(
        "k5/6/3l2/5p/2L2P/6/5K w - - 0 1",
        "L& flvK",
        &[("c3", "", "b4"), ("d5", "", "e4")],
    );
}
