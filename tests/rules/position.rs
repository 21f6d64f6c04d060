//! Positions: FEN in and out, rights, keys, en passant, results.

use fmax::game::Game;
use fmax::movegen::notation::MoveError;
use fmax::movegen::{DrawReason, GameEnd, WinReason};
use fmax::types::Color;

use crate::common::games::{game, rules};
use crate::common::play::{board, ends, moves_from, play};

#[test]
fn games_of_the_file_have_their_start_positions() {
    for (name, fen) in [
        (
            "normal",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        (
            "capablanca",
            "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
        ),
        (
            "spartan",
            "lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
        ),
        (
            "seirawan",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
        ),
        ("los-alamos", "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"),
        (
            "grande-acedrex",
            "rlugcakcgulr/12/12/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/12/12/RLUGCAKCGULR w Gg - 0 1",
        ),
    ] {
        assert_eq!(rules(name).start().fen(), fen, "{name}");
    }
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
    // one rook is gone: the other side still castles
    let mut b = game("normal", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&mut b, "a1a8");
    assert_eq!(b.position().fen(), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
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
    let mut game = game("janus", "10/10/10/10/10/10/4k5/R3K4R w KQ - 0 1");
    assert_eq!(
        game.parse_move("O-O"),
        Err(MoveError::NoCastling),
        "king in check"
    );
    game.set_fen("4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1")
        .unwrap();
    play(&mut game, "O-O");
    assert_eq!(
        game.position().fen(),
        "4k5/10/10/10/10/10/10/R6RK1 b - - 1 1"
    );
    assert!(game.undo());
    play(&mut game, "O-O-O");
    assert_eq!(
        game.position().fen(),
        "4k5/10/10/10/10/10/10/1KR6R b - - 1 1"
    );
}

#[test]
fn en_passant_on_every_square_passed() {
    // a triple push in Mexican chess; a capture is possible on either passed square
    let mut game = game("mexican", "k9/10/10/10/10/5p4/3p6/10/4P5/K9 w - - 0 1");
    play(&mut game, "e1e4");
    assert_eq!(
        game.position().fen(),
        "k9/10/10/10/10/4Pp4/3p6/10/10/K9 b - e2e3 0 1"
    );
    play(&mut game, "d3e2");
    assert_eq!(
        game.position().fen(),
        "k9/10/10/10/10/5p4/10/4p5/10/K9 w - - 0 2"
    );
    game.undo();
    play(&mut game, "f4e3");
    assert_eq!(
        game.position().fen(),
        "k9/10/10/10/10/10/3pp5/10/10/K9 w - - 0 2"
    );
    // a FEN that names one of the squares describes the same push
    game.set_fen("k9/10/10/10/10/4Pp4/3p6/10/10/K9 b - e2 0 1")
        .unwrap();
    play(&mut game, "f4e3");
}

#[test]
fn berolina_pawns_capture_in_passing_straight_ahead() {
    let mut game = game("berolina", "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1");
    play(&mut game, "e2g4");
    assert_eq!(game.position().fen(), "4k3/8/8/8/5pP1/8/8/4K3 b - f3 0 1");
    // a pawn that captures straight ahead captures the pawn that passed diagonally
    play(&mut game, "f4f3");
    assert_eq!(game.position().fen(), "4k3/8/8/8/8/5p2/8/4K3 w - - 0 2");
}

#[test]
fn pieces_are_gated_behind_a_first_move() {
    let mut game = Game::new(rules("seirawan"), 50);
    play(&mut game, "b1c3h b8c6");
    assert_eq!(
        game.position().fen(),
        "r1bqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/RHBQKBNR[Ehe] w KQCDFGkqcdfg - 2 2"
    );
    assert_eq!(
        game.parse_move("c3b5h"),
        Err(MoveError::BadSuffix('h')),
        "no longer virgin"
    );
    game.set_fen("4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1")
        .unwrap();
    play(&mut game, "e1g1e");
    assert_eq!(game.position().fen(), "4k3/8/8/8/8/8/8/R3ERK1[H] b A - 1 1");
    game.undo();
    play(&mut game, "h1e1e");
    assert_eq!(game.position().fen(), "4k3/8/8/8/8/8/8/R4RKE[H] b A - 1 1");
    game.undo();
    assert_eq!(
        game.position().fen(),
        "4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1"
    );
}

#[test]
fn pawns_promote_as_the_game_lets_them() {
    let mut g = game("normal", "1n6/P6k/8/8/8/8/8/K7 w - - 0 1");
    for (text, expected) in [
        ("a7a8", "Qn6/7k/8/8/8/8/8/K7"),
        ("a7a8n", "Nn6/7k/8/8/8/8/8/K7"),
        ("a7b8=R", "1R6/7k/8/8/8/8/8/K7"),
    ] {
        play(&mut g, text);
        assert_eq!(board(&g), expected);
        g.undo();
    }
    assert_eq!(g.parse_move("a7a8k"), Err(MoveError::BadSuffix('k')));
    assert_eq!(g.parse_move("a7a8x"), Err(MoveError::BadSuffix('x')));
    assert_eq!(g.legal_moves().len(), 3 + 8);
    // a spartan hoplite promotes to a king only while the other king is missing
    let one_king = game("spartan", "4k3/8/8/8/8/8/h7/3K4 b - - 0 1");
    assert!(one_king.parse_move("a2b1k").is_ok());
    let two_kings = game("spartan", "4k2k/8/8/8/8/8/h7/3K4 b - - 0 1");
    assert_eq!(
        two_kings.parse_move("a2b1k"),
        Err(MoveError::BadSuffix('k'))
    );
    // in grande acedrex the file decides
    let g = game(
        "grande-acedrex",
        "k10r/1P10/12/12/12/12/12/12/12/12/12/K11 w - - 0 1",
    );
    let mv = g.parse_move("b11b12").unwrap();
    assert_eq!(g.format(mv), "b11b12l");
}

#[test]
fn promotion_to_captured_pieces() {
    let results = |fen: &str, from_to: &str| moves_from(&game("grand", fen), from_to);
    // white has lost a rook and a knight; ranks are counted from 0
    let lost = "5k4/10/P9/10/10/10/10/10/1NBQKCAB2/R9 w - - 0 1";
    assert_eq!(results(lost, "a7"), ["a7a8", "a7a8n", "a7a8r"]);
    let last = "5k4/P9/10/10/10/10/10/10/1NBQKCAB2/R9 w - - 0 1";
    assert_eq!(results(last, "a8"), ["a8a9n", "a8a9r"]);
    // nothing is lost: the pawn waits, but its threat counts
    let none = "2k7/P9/10/10/10/10/10/10/1NBQKCABN1/R8R w - - 0 1";
    assert!(results(none, "a8").is_empty());
    let check = game("grand", "1k8/P9/10/10/10/10/10/10/1NBQKCABN1/R8R b - - 0 1");
    assert!(check.rules().tables.in_check(check.position()));

    // without a letter the pawn stays a pawn where that is possible, otherwise it becomes the default piece
    let staying = game("grand", lost);
    let played = |game: &Game, text| game.parse_move(text).map(|mv| game.format(mv));
    assert_eq!(played(&staying, "a7a8").as_deref(), Ok("a7a8"));
    assert_eq!(played(&staying, "a7a8R").as_deref(), Ok("a7a8r"));
    assert_eq!(played(&staying, "a7a8q"), Err(MoveError::BadSuffix('q')));
    let moved = played(&game("grand", last), "a8a9").unwrap();
    assert!(["a8a9r", "a8a9n"].contains(&&*moved), "{moved}");
}

#[test]
fn a_refused_move_has_its_reason() {
    let g = game("normal", "4k3/8/8/8/8/4r3/4P3/4K3 w - - 0 1");
    for (text, error) in [
        ("e4e5", MoveError::NoPiece("e4".into())),
        ("e3e4", MoveError::NotYours("e3".into())),
        ("e2e4", MoveError::Unreachable),
        ("e1d3", MoveError::Unreachable),
        ("hello", MoveError::Malformed),
        ("e2", MoveError::Malformed),
        ("e2e3qq", MoveError::Malformed),
        ("", MoveError::Malformed),
        ("O-O", MoveError::NoCastling),
    ] {
        assert_eq!(g.parse_move(text), Err(error), "{text}");
    }
    let pinned = game("normal", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1");
    assert_eq!(pinned.parse_move("e2c3"), Err(MoveError::InCheck));
}

#[test]
fn every_kind_of_result_is_found() {
    let outcome = |name: &str, fen: &str| game(name, fen).outcome();
    let win = |color, reason| Some(GameEnd::Win(color, reason));
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(
        outcome("normal", mate),
        win(Color::Black, WinReason::Checkmate)
    );
    let stalemate = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1";
    assert_eq!(
        outcome("normal", stalemate),
        Some(GameEnd::Draw(DrawReason::Stalemate))
    );
    let shatranj = "k7/7R/1K6/8/8/8/8/8 b - - 0 1";
    assert_eq!(outcome("shatranj", shatranj), None);
    let shatranj = "k7/2R5/1K6/8/8/8/8/8 b - - 0 1";
    assert_eq!(outcome("shatranj", shatranj), None, "b8 is free");
    let shatranj = "k7/2R5/N7/1K6/8/8/8/8 b - - 0 1";
    assert_eq!(
        outcome("shatranj", shatranj),
        win(Color::White, WinReason::Stalemate)
    );
    // set up with a king that can be taken
    let mut taken = game("normal", "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1");
    play(&mut taken, "e7e8");
    assert_eq!(taken.outcome(), win(Color::White, WinReason::RoyalTaken));
    assert_eq!(ends(&taken), "1-0 {White takes the king}");
    // the bared side has one move left, to bare the other side as well
    let bare = "8/8/8/3k4/8/8/4P3/4K3 b - - 0 1";
    assert_eq!(outcome("shatranj", bare), None);
    let mut counter = game("shatranj", "8/8/8/8/8/4k3/4P3/K7 b - - 0 1");
    play(&mut counter, "e3e2");
    assert_eq!(
        counter.outcome(),
        Some(GameEnd::Draw(DrawReason::BareKings))
    );
    let mut lost = game("shatranj", bare);
    play(&mut lost, "d5e5");
    assert_eq!(lost.outcome(), win(Color::White, WinReason::BareKing));
    assert!(lost.legal_moves().is_empty());
    assert_eq!(outcome("normal", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"), None);
    let lone = "8/8/8/4k3/8/8/8/4K3 w - - 0 1";
    let dead = Some(GameEnd::Draw(DrawReason::InsufficientMaterial));
    assert_eq!(outcome("normal", lone), dead);
    assert_eq!(outcome("knightmate", lone), dead);
    // a lone king can still win on the hill
    assert_eq!(
        outcome("king-of-the-hill", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        None
    );
    assert_eq!(outcome("normal", "8/8/8/4k3/8/8/8/3NK3 w - - 0 1"), None);
    let hill = "8/8/8/4K3/8/8/8/k7 b - - 0 1";
    assert_eq!(
        outcome("king-of-the-hill", hill),
        win(Color::White, WinReason::Goal)
    );
    assert_eq!(outcome("normal", hill), dead);
    // two spartan kings attacked at once without a way out: mated; one king attacked: not even check
    let one = "k6k/8/8/8/8/8/8/R3K3 b - - 0 1";
    assert_eq!(outcome("spartan", one), None);
    assert!(
        !game("spartan", one)
            .rules()
            .tables
            .in_check(game("spartan", one).position())
    );
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
