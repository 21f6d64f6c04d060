//! Alice Chess: two boards, and pieces that change boards with each move.

use fmax::game::Game;
use fmax::movegen::notation::MoveError;

use crate::common::games::game;
use crate::common::play::{moves, play};

fn at(fen: &str) -> Game {
    game("alice", fen)
}

#[test]
fn pieces_go_through_the_glass() {
    let mut game = at("");
    assert_eq!(moves(&game).len(), 20);
    play(&mut game, "e2e4 d7d5s g1f3h");
    let fen = "rnbqkbnr/ppp1pppp/8/3s4/4S3/5H2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(game.position().fen(), fen);
    // f6 would be captured on the other board only if a piece stood there
    assert!(game.parse_move("g8f6").is_ok());
    // the pawn on d5 captures on its board and returns
    play(&mut game, "d5e4");
    assert_eq!(
        game.position().fen(),
        "rnbqkbnr/ppp1pppp/8/8/4p3/5H2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"
    );
    // the suffix for the other board is written and read; other suffixes are not
    assert!(moves(&game).contains(&"f3e5n".to_owned()));
    assert!(game.parse_move("f3e5h").is_ok());
    assert_eq!(game.parse_move("f3e5q"), Err(MoveError::BadSuffix('q')));
    // a piece on the other board does not block the way, but its square is taken
    assert_eq!(game.parse_move("f3d2"), Err(MoveError::Unreachable));
}

/// The shortest mates in Wikipedia's article on Alice Chess: blocking on the board of the check is no
/// defence, since the blocking piece goes on to the other board.
#[test]
fn a_published_mate_is_mate() {
    let mut game = at("");
    play(&mut game, "e2e4 d7d5 f1e2 d5e4 e2b5");
    assert_eq!(game.outcome().unwrap().to_string(), "1-0 {White mates}");
}

#[test]
fn kings_are_safe_on_both_sides() {
    // the rook guards d2 on the first board, where the king would pass; f1 on the other
    let game = at("4k3/8/8/3r4/8/8/8/4K3 w - - 0 1");
    assert_eq!(moves(&game), ["e1e2m", "e1f1m", "e1f2m"]);
    let game = at("4k3/8/8/5c2/8/8/8/4K3 w - - 0 1");
    assert_eq!(moves(&game), ["e1d1m", "e1d2m", "e1e2m"]);
    // a rook on the other board gives no check
    let game = at("4c3/7k/8/8/8/8/8/4K3 w - - 0 1");
    assert!(game.parse_move("e1d1").is_ok());
    assert_eq!(game.parse_move("e1e2"), Err(MoveError::InCheck));
    // a check can only be blocked from the other board
    let game = at("4r2k/8/8/8/8/8/R7/4K3 w - - 0 1");
    assert_eq!(game.parse_move("a2e2"), Err(MoveError::InCheck));
    let game = at("4r2k/8/8/8/8/8/C7/4K3 w - - 0 1");
    assert!(game.parse_move("a2e2").is_ok());
}

#[test]
fn castling_takes_both_through() {
    let mut game = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    play(&mut game, "e1g1");
    assert_eq!(game.position().fen(), "4k3/8/8/8/8/8/8/5CM1 b - - 1 1");
    // the target squares on the other board must be empty
    let game = at("4k3/8/8/8/8/8/8/4KH1R w K - 0 1");
    assert_eq!(game.parse_move("e1g1"), Err(MoveError::Unreachable));
}

#[test]
fn en_passant_on_the_board_of_the_push() {
    let mut game = at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    play(&mut game, "e2e4");
    let fen = "4k3/8/8/8/3pS3/8/8/4K3 b - e3 0 1";
    assert_eq!(game.position().fen(), fen);
    assert_eq!(at(fen).position().key(), game.position().key());
    play(&mut game, "d4e3");
    assert_eq!(game.position().fen(), "4k3/8/8/8/8/4s3/8/4K3 w - - 0 2");
    // on the other board it would be another pawn's square
    let mut game = at("4k3/8/8/8/3s4/8/4P3/4K3 w - - 0 1");
    play(&mut game, "e2e4");
    assert_eq!(game.parse_move("d4e3"), Err(MoveError::Unreachable));
}

#[test]
fn promotion_is_on_the_other_board() {
    let mut game = at("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    let moves = self::moves(&game);
    assert!(moves.contains(&"e7e8a".to_owned()) && moves.contains(&"e7e8c".to_owned()));
    play(&mut game, "e7e8c");
    assert_eq!(game.position().fen(), "4C3/7k/8/8/8/8/8/4K3 b - - 0 1");
    let mut game = at("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    play(&mut game, "e7e8q");
    assert_eq!(game.position().fen(), "4A3/7k/8/8/8/8/8/4K3 b - - 0 1");
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
        let (mut game, mut line) = (at(fen), Vec::new());
        for text in moves.split_whitespace() {
            let Ok(mv) = game.parse_move(text) else {
                panic!("{text} in {}", game.position().fen());
            };
            line.push(mv);
            game.play(mv);
        }
        let written = at(fen).format_line(&line);
        assert_eq!(written.join(" "), moves);
    }
}
