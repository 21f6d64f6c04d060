//! Alice Chess: two boards, and pieces that change boards with each move.

use crate::common::games::game;
use crate::common::table;

#[test]
fn alice() {
    table::play_all("alice");
}

#[test]
fn lines_are_written_like_moves() {
    // castling, and pieces that change boards and return
    let fen = "4k3/4P3/8/3p4/8/8/4P2R/4K2R w K - 0 1";
    for moves in [
        "e2e4s d5d4s e1g1m e8d7m g1h1k d4d3p",
        "h2h8c e8d7m h8a8r",
        "",
    ] {
        let start = game("alice", fen);
        let (mut game, mut line) = (start.clone(), Vec::new());
        for text in moves.split_whitespace() {
            let Ok(mv) = game.parse_move(text) else {
                panic!("{text} in {}", game.position().fen());
            };
            line.push(mv);
            game.play(mv);
        }
        assert_eq!(start.format_line(&line).join(" "), moves);
    }
}
