//! Positions: FEN in and out, rights, keys, en passant, results.

use fmax::movegen::notation::MoveError;
use fmax::movegen::{DrawReason, GameEnd};

use crate::common::games::game;
use crate::common::play::play;
use crate::common::table;

#[test]
fn position() {
    table::play_all("position");
}

#[test]
fn useless_rights_are_forgotten() {
    // the king moves out and back: the rooks' virginity no longer matters
    let mut a = game("normal", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&mut a, "e1e2 e8e7 e2e1 e7e8");
    assert_eq!(a.position().fen(), "r3k2r/8/8/8/8/8/8/R3K2R w - - 4 3");
    let key = a.position().key();
    play(&mut a, "a1a2 a8a7 a2a1 a7a8");
    assert_eq!(a.position().key(), key, "the same position for repetition");
}

#[test]
fn castling_is_understood_in_all_spellings() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["e1g1", "O-O", "0-0", "o-o", "e1h1", "E1G1"] {
        let mut game = game("normal", fen);
        play(&mut game, text);
        assert_eq!(
            game.position().fen(),
            "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
            "{text}"
        );
    }
}

/// Without a letter a pawn stays a pawn where that is possible, otherwise it becomes the default piece.
#[test]
fn promotion_to_captured_pieces() {
    let read = |fen: &str, text| {
        let game = game("grand", fen);
        game.parse_move(text).map(|mv| game.format(mv))
    };
    // white has lost a rook and a knight
    let staying = "5k4/10/P9/10/10/10/10/10/1NBQKCAB2/R9 w - - 0 1";
    assert_eq!(read(staying, "a7a8").as_deref(), Ok("a7a8"));
    assert_eq!(read(staying, "a7a8R").as_deref(), Ok("a7a8r"));
    assert_eq!(read(staying, "a7a8q"), Err(MoveError::BadSuffix('q')));
    let last = "5k4/P9/10/10/10/10/10/10/1NBQKCAB2/R9 w - - 0 1";
    let moved = read(last, "a8a9").unwrap();
    assert!(["a8a9r", "a8a9n"].contains(&&*moved), "{moved}");
}

#[test]
fn an_empty_text_is_not_a_move() {
    let empty = game("normal", "").parse_move("");
    assert_eq!(empty, Err(MoveError::Malformed));
}

#[test]
fn draws_by_repetition_and_move_rule() {
    let mut g = game("normal", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    play(&mut g, "a1a2 e8e7 a2a1 e7e8 a1a2 e8e7 a2a1 e7e8");
    assert_eq!(
        g.outcome(),
        None,
        "the start had the right to castle, so this is the second time"
    );
    play(&mut g, "a1a2 e8e7 a2a1");
    assert_eq!(g.outcome(), Some(GameEnd::Draw(DrawReason::Repetition)));
    let mut g = game("normal", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
    play(&mut g, "a1a2");
    assert_eq!(g.outcome(), Some(GameEnd::Draw(DrawReason::MoveRule(50))));
    g.set_move_rule(0);
    assert_eq!(g.outcome(), None);
    g.set_move_rule(70);
    assert_eq!(g.outcome(), None);
}
