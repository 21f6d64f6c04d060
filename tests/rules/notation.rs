//! Variants whose pieces use Betza notation and alternating steps.

use std::sync::Arc;

use fmax::game::Game;
use fmax::movegen::{DrawReason, GameEnd};
use fmax::ruleset::Ruleset;
use fmax::types::{Color, TypeId};
use fmax::variant::Variant;

use crate::common::games::{at, find, game, load, parse};
use crate::common::play::moves;

/// All moves of the piece on a square, by the names of their targets.
fn targets(game: &Game, from: &str) -> Vec<String> {
    moves(game)
        .iter()
        .filter_map(|text| text.strip_prefix(from))
        // a1 is not a prefix of a10
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
        .map(str::to_owned)
        .collect()
}

fn set_up(board: &str) -> Game {
    game("fairy-pieces-tester", board)
}

fn one_piece(body: &str) -> Variant {
    find(&parse(&format!("{body}\n")), "test").as_ref().clone()
}

#[test]
fn a_pawn_passes_up_to_five_squares() {
    let mut game = set_up("");
    let ahead = ["e3", "e4", "e5", "e6", "e7", "e8"];
    assert_eq!(targets(&game, "e2"), ahead);
    game.play(game.parse_move("e2e8").unwrap());
    let passed = game.position().en_passant().squares().len();
    assert_eq!(passed, 5);
    // each of the passed squares allows an en-passant capture
    for rank in 3..=7usize {
        let mut ranks = vec!["16"; 16];
        (ranks[0], ranks[15]) = ("8k7", "8K7");
        ranks[16 - 2] = "4P11";
        ranks[16 - (rank + 1)] = "3p12";
        let mut game = set_up(&format!("{} w - - 0 1", ranks.join("/")));
        game.play(game.parse_move("e2e8").unwrap());
        let capture = format!("d{}e{rank}", rank + 1);
        let mv = game.parse_move(&capture);
        game.play(mv.unwrap_or_else(|e| panic!("{capture}: {e:?}")));
        let pawns = game.position().count(Color::White, TypeId::WHITE_PAWN);
        assert_eq!(pawns, 0, "{capture}");
    }
}

#[test]
fn castling_to_both_sides() {
    let game = set_up("w7k6w/16/16/16/16/16/16/16/16/16/16/16/16/16/16/W7K6W w KQkq - 0 1");
    let king = targets(&game, "i1");
    for to in ["c1", "o1"] {
        assert!(king.contains(&to.to_owned()), "{king:?}");
    }
    let mut game = game;
    game.play(game.parse_move("i1c1").unwrap());
    assert!(
        game.position().fen().starts_with("w7k6w/"),
        "{}",
        game.position().fen()
    );
    assert!(
        game.position().fen().contains("/2KW11W "),
        "{}",
        game.position().fen()
    );
}

#[test]
fn a_rose_goes_round_and_ends_where_it_began() {
    let game = set_up("k15/16/16/16/16/16/16/16/7R8/16/16/16/16/16/16/15K w - - 0 1");
    let rose = targets(&game, "h8");
    assert_eq!(rose.len(), 32, "{rose:?}");
    assert!(!rose.contains(&"h8".to_owned()));
    // g10 and i10 are on circles of their own: a piece on g10 closes those that begin there, the
    // squares behind it are reached the other way round
    let game = set_up("k15/16/16/16/16/16/6P9/16/7R8/16/16/16/16/16/16/15K w - - 0 1");
    assert_eq!(targets(&game, "h8").len(), 31);
}

#[test]
fn a_hundred_moves_make_a_draw() {
    let start = "k15/16/16/16/16/16/16/16/7R8/16/16/16/16/16/16/15K w - - ";
    let game = set_up(&format!("{start}199 120"));
    assert_eq!(game.outcome(), None);
    let mut game = game;
    game.play(game.parse_move("p1p2").unwrap());
    assert_eq!(
        game.outcome(),
        Some(GameEnd::Draw(DrawReason::MoveRule(100)))
    );
    // the user's option has no effect here
    game.set_move_rule(50);
    assert_eq!(game.move_rule_plies(), 200);
}

#[test]
fn one_line_for_both_colours() {
    let v = one_piece(
        "8x8\n4 0 5 6 3 7 0 4\n4 0 5 6 3 7 0 4\np:100 fmWfceFifmnD\np:100 fmWfceFifmnD\n\
         k:-1 KisO2\nR:500 R\ns:300 FfW\nq:900 RB\ng:303 FsbW\nPromotion: SQR",
    );
    // black's silver general is a type of its own, and so is the gold general
    assert_eq!(v.pieces.len(), 7 + 2);
    let silver = v.type_by_letter('S', Color::Black).unwrap();
    assert_eq!(v.back_rank[Color::Black][2], Some(silver));
    assert_eq!(v.back_rank[Color::White][2], Some(TypeId(5)));
    assert_ne!(silver, TypeId(5));
    let rules = Arc::new(Ruleset::new(Arc::new(v)));
    let mut game = Game::new(rules, 50);
    game.set_fen("4k3/8/3s4/8/8/3S4/8/4K3 w - - 0 1").unwrap();
    assert_eq!(targets(&game, "d3"), ["c2", "c4", "d4", "e2", "e4"]);
    game.play(game.parse_move("e1e2").unwrap());
    assert_eq!(targets(&game, "d6"), ["c5", "c7", "d5", "e5", "e7"]);
    // black's pawns promote to black's pieces
    game.set_fen("4k3/8/8/8/8/8/p7/4K3 b - - 0 1").unwrap();
    let promotions = targets(&game, "a2");
    assert_eq!(promotions, ["a1q", "a1r", "a1s"]);
    game.play(game.parse_move("a2a1s").unwrap());
    assert_eq!(game.position().count(Color::Black, silver), 1);
}

/// Castling that ends on a square to which the king could step is written king takes partner, so that its text differs
/// from the text of the step.
#[test]
fn castling_by_one_square_has_a_text_of_its_own() {
    let text = "6x6\n6 4 5 3 4 6\n6 4 5 3 4 6\n\
                p:74 -16,6 -15,5 -17,5\np:74 16,6 15,5 17,5\nk:-1 KisO1\n\
                n:259 N\nb:296 B\nR:444 R\nQ:851 Q\n";
    let rules = load(text);
    let game = at(&rules, "3k2/6/6/2R1R1/6/3K1R w K - 0 1");
    let texts = moves(&game);
    let count = |text: &str| texts.iter().filter(|other| *other == text).count();
    assert_eq!((count("d1e1"), count("d1f1")), (1, 1), "{texts:?}");
    let ends = |text: &str| {
        let mut game = game.clone();
        game.play(game.parse_move(text).unwrap());
        game.position().fen().split(' ').next().unwrap().to_owned()
    };
    assert_eq!(ends("d1e1"), "3k2/6/6/2R1R1/6/4KR");
    assert_eq!(ends("d1f1"), "3k2/6/6/2R1R1/6/3RK1");
    assert_eq!(ends("O-O"), "3k2/6/6/2R1R1/6/3RK1");
    // a king that can move two squares anyway, and a king that cannot
    let wide = text.replace("KisO1", "KDisO2").replace(
        "6x6\n6 4 5 3 4 6\n6 4 5 3 4 6",
        "6x6\n6 4 3 5 4 6\n6 4 3 5 4 6",
    );
    let rules = load(&wide);
    let game = at(&rules, "2k3/6/6/6/6/2K2R w K - 0 1");
    let texts = moves(&game);
    assert!(texts.contains(&"c1f1".to_owned()), "{texts:?}");
    let usual = load(&wide.replace("KDisO2", "KisO2"));
    let game = at(&usual, "2k3/6/6/6/6/2K2R w K - 0 1");
    let texts = moves(&game);
    assert!(!texts.contains(&"c1f1".to_owned()) && texts.contains(&"c1e1".to_owned()));
}
