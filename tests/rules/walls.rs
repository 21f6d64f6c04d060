//! Walls placed by moves.

use std::collections::BTreeSet;

use fmax::board::{FenError, PlacementError, Position};
use fmax::game::Game;
use fmax::movegen::notation::MoveError;
use fmax::search::Value;
use fmax::types::{Color, Move, Square, TypeId};

use crate::common::games::{self, ARRAY, PIECES, at, game, load, parse, rules};
use crate::common::play::{board, ends, moves, moves_from, play};
use crate::common::search::search;

/// The squares on which a move can place a wall.
fn walls(game: &Game, mv: &str) -> BTreeSet<String> {
    let all = moves(game).into_iter();
    let walls = all.filter_map(|text| {
        let (front, behind) = text.split_once(',')?;
        (front == mv).then(|| behind[2..].to_owned())
    });
    walls.collect()
}

/// A packed move keeps all its fields when a wall is added, and keeps the wall.
#[test]
fn moves_with_a_wall_keep_their_fields() {
    let (from, to) = (Square::at(4, 6), Square::at(15, 15));
    let plain = Move::new(from, to);
    for mv in [
        plain,
        plain.promoting(TypeId(7)),
        plain.promoting(TypeId(31)),
        plain.capturing_en_passant(),
        plain.pushing(),
        plain.promoting(TypeId(1)).pushing(),
        plain.as_castling(),
    ] {
        for sq in [Square::at(0, 0), Square::at(15, 15), to] {
            let walled = mv.walling(sq);
            assert_eq!(walled.wall(), Some(sq));
            assert_eq!(walled.without_wall(), mv);
            assert_eq!((walled.from(), walled.to()), (from, to));
            assert_eq!(walled.promotion(), mv.promotion());
            assert_eq!(walled.is_en_passant(), mv.is_en_passant());
            assert_eq!(walled.is_push(), mv.is_push());
            assert_eq!(walled.castling(), mv.castling());
            assert_eq!(walled.dropped(), None);
            assert_eq!(walled.gated(), None);
            assert!(walled.is_special() && !walled.is_wall_alone());
        }
        assert_eq!(mv.wall(), None);
    }
    assert!(Move::new(to, to).walling(from).is_wall_alone());
}

#[test]
fn the_duck_goes_elsewhere() {
    let mut game = game("duck", "");
    // twenty moves with 32 squares each: including the origin, but not the target
    assert_eq!(moves(&game).len(), 20 * 32);
    play(&mut game, "e2e4,e4e5");
    assert_eq!(
        board(&game),
        "rnbqkbnr/pppppppp/8/4*3/4P3/8/PPPP1PPP/RNBQKBNR"
    );
    // the duck blocks, and must move
    assert_eq!(moves_from(&game, "e7").len(), 31);
    assert!(!walls(&game, "d7d5").contains("e5"));
    assert!(walls(&game, "d7d5").contains("d7"));
    assert!(walls(&game, "d7d5").contains("d6"));
    play(&mut game, "d7d5,d5d6 e4d5,d5e5 d8d6,d6d8");
    assert_eq!(
        board(&game),
        "rnb*kbnr/ppp1pppp/3q4/3P4/8/8/PPPP1PPP/RNBQKBNR"
    );
}

/// A wall on the square just passed by a pawn ends the right to capture there.
#[test]
fn the_duck_hinders_captures_in_passing() {
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let mut free = game("duck", fen);
    play(&mut free, "d7d5,d5a1");
    assert!(!walls(&free, "e5d6").is_empty());
    // the square of the captured pawn is free for the duck
    assert!(walls(&free, "e5d6").contains("d5"));
    let mut hindered = game("duck", fen);
    play(&mut hindered, "d7d5,d5d6");
    assert!(walls(&hindered, "e5d6").is_empty());
    assert_eq!(
        hindered.position().fen(),
        "4k3/8/3*4/3pP3/8/8/8/4K3 w - - 0 2"
    );
}

/// Kings can be captured, and walls may stand anywhere that castling leaves free.
#[test]
fn the_king_is_fair_game() {
    let fen = "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1";
    let game = game("duck", fen);
    assert!(walls(&game, "e1g1").contains("h1"));
    assert!(walls(&game, "e1g1").contains("e1"));
    assert!(!walls(&game, "e1g1").contains("f1"));
    let mut lost = games::game("duck", fen);
    play(&mut lost, "h1h8,h8a8 e2e1,e1a2");
    assert_eq!(ends(&lost), "0-1 {Black wins by extinction}");
    // it is white's move, and the king can be captured
    let result = search(&games::game("duck", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"), 3);
    assert_eq!(result.value, Value::Mate(1));
}

#[test]
fn promotions_have_their_letter_before_the_wall() {
    let mut game = game("duck", "7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert!(walls(&game, "a7a8n").contains("b8"));
    let read = |text: &str| game.parse_move(text);
    let mv = read("a7a8n,a8b8").unwrap();
    assert_eq!(mv.promotion(), read("a7a8n,b8").unwrap().promotion());
    for text in ["a7a8,a8b8n", "a7a8N,a8b8", "a7a8=n,b8"] {
        assert_eq!(read(text), Ok(mv), "{text}");
    }
    assert_eq!(read("a7a8n,a8h8"), Err(MoveError::NoWall("h8".to_owned())));
    assert_eq!(read("a7a8n"), Err(MoveError::WhichWall));
    assert_eq!(read("a7a8n,"), Err(MoveError::Malformed));
    assert_eq!(read("a7a8n,z9"), Err(MoveError::Malformed));
    assert_eq!(read("a7b8,b8c8"), Err(MoveError::Unreachable));
    play(&mut game, "a7a8n,a8b8");
    assert_eq!(board(&game), "N*5k/8/8/8/8/8/8/K7");
}

#[test]
fn squares_that_are_left_are_closed() {
    let mut game = game("snailtrail", "");
    // there is only one square for the wall, so it may be omitted
    play(&mut game, "a1b2 g7f6 b2c3");
    assert_eq!(board(&game), "6*/5p1/7/7/2P4/1*5/*6");
    assert_eq!(moves(&game).len(), 7);
    // a side without a move has lost
    let lost = games::game("snailtrail", "6p/7/7/7/7/**5/P*5 w - - 0 1");
    assert_eq!(ends(&lost), "0-1 {Black wins by stalemate}");
}

/// An arrow moves like its queen, also through the square that she has left.
#[test]
fn arrows_fly_as_the_piece_moves() {
    let game = game("cowboys", "7/7/7/7/7/7/N6 w - - 0 1");
    let shots = |mv: &str| walls(&game, mv).into_iter().collect::<Vec<_>>();
    assert_eq!(shots("a1b3"), ["a1", "a5", "c1", "c5", "d2", "d4"]);
    let queens = games::game("amazons", "10/10/10/10/10/10/10/10/10/Q*7q w - - 0 1");
    assert!(walls(&queens, "a0a1").contains("a0"));
    assert!(walls(&queens, "a0a1").contains("a9"));
    assert!(!walls(&queens, "a0a1").contains("b0"));
    assert_eq!(moves_from(&queens, "a0b0"), Vec::<String>::new());
}

/// The edge sinks, and then the squares next to it; no piece has to move.
#[test]
fn walls_instead_of_moves() {
    let mut game = game("atlantis", "");
    let sinking = |game: &Game| {
        let alone = moves(game).into_iter().filter(|text| text.contains(','));
        alone.collect::<Vec<_>>()
    };
    let edge = ["a3", "a4", "a5", "a6", "h3", "h4", "h5", "h6"];
    assert_eq!(sinking(&game), edge.map(|sq| format!("a1a1,a1{sq}")));
    assert_eq!(moves(&game).len(), 28);
    play(&mut game, "a1a1,a1a4 e7e5");
    assert!(sinking(&game).contains(&"a1a1,a1b4".to_owned()));
    assert!(game.position().is_virgin(Square::at(0, 0)));
    // a wall placed instead of a move can block a check
    let rules = rules("atlantis");
    let checked = at(&rules, "4k3/8/8/8/7q/8/8/4K3 w - - 0 1");
    assert_eq!(sinking(&checked), Vec::<String>::new());
    let checked = at(&rules, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
    let parried = ["a1b1", "a1c1", "a1d1"];
    let parried = parried.map(|text| format!("e1e1,e1{}", &text[2..]));
    assert_eq!(sinking(&checked), parried);
}

/// Both are written as if a piece stayed where it is.
#[test]
fn passes_and_walls_without_moves_are_distinct() {
    let rules = load(&format!(
        "{ARRAY}{PIECES}Walls: edge instead\nPass: always\n"
    ));
    let game = at(&rules, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let legal = game.legal_moves();
    assert!(legal.iter().any(|mv| mv.is_pass()));
    for mv in legal {
        let text = game.format(mv);
        assert_eq!(game.parse_move(&text), Ok(mv), "{text}");
    }
}

/// A wall blocks whatever slides, hops or bends.
#[test]
fn nothing_goes_over_a_wall() {
    let body = format!("{ARRAY}{PIECES}G:300 Q gQ nN\nWalls: anywhere\n");
    let rules = load(&body);
    let there = |fen: &str| {
        let game = at(&rules, fen);
        let from = moves_from(&game, "a1").into_iter();
        let to: BTreeSet<String> = from.map(|text| text[2..4].to_owned()).collect();
        to.into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(there("4k3/8/8/8/8/8/**6/G*2K3 w - - 0 1"), "");
    // it cannot capture a wall either
    assert_eq!(there("4k3/8/8/8/8/*7/1*6/G*2K3 w - - 0 1"), "a2 b3");
}

#[test]
fn positions_have_walls() {
    let rules = rules("duck");
    let fen = "rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let pos = Position::from_fen(&rules.layout, fen).unwrap();
    assert_eq!(pos.fen(), fen);
    assert_eq!(pos.walls().collect::<Vec<_>>(), [Square::at(3, 3)]);
    // consecutive digits are added up as well
    let added = Position::from_fen(&rules.layout, &fen.replace("3*4", "111*1111")).unwrap();
    assert_eq!(added.fen(), fen);
    let two = Position::from_fen(&rules.layout, &fen.replace("3*4", "3**3"));
    assert_eq!(two.err(), Some(FenError::Placement(PlacementError::Walls)));
    // without a wall it is a different position
    let none = Position::from_fen(&rules.layout, &fen.replace("3*4", "8")).unwrap();
    assert_ne!(none.key(), pos.key());
    let atlantis = games::rules("atlantis");
    let fen = "rnbqkbnr/pppppppp/*7/**6/*6*/8/PPPPPPPP/RNBQKBNR b KQkq - 0 4";
    let pos = Position::from_fen(&atlantis.layout, fen).unwrap();
    assert_eq!(pos.fen(), fen);
    assert_eq!(pos.side(), Color::Black);
    // variants without walls have none
    assert!(Position::from_fen(&games::rules("normal").layout, fen).is_err());
}

#[test]
fn invalid_lines_are_refused() {
    for (lines, complaint) in [
        (
            "Walls: nowhere",
            "14:8: error: `nowhere` is not understood here",
        ),
        (
            "Walls: edge white=yes",
            "14:19: error: `yes` is not on the board",
        ),
        (
            "Walls: edge\nDrops: N",
            "14:8: error: walls cannot be combined with pieces in hand",
        ),
        (
            "Walls: edge\nPromotion-Rule: in-place",
            "14:8: error: walls cannot be combined with promotion in place and with leaps of kings",
        ),
    ] {
        let all = games::complaints(&parse(&format!("{ARRAY}{PIECES}{lines}")));
        let short = |text: String| {
            let text = text.trim_start_matches("test.ini:");
            text.split(" (hint").next().unwrap().to_owned()
        };
        let all: Vec<String> = all.into_iter().map(short).collect();
        assert_eq!(all, [complaint], "{lines}");
    }
}
