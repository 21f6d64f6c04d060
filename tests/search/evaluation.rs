//! The evaluation: its symmetries, its terms, and its range.

use std::sync::Arc;

use fmax::board::{Placement, Position};
use fmax::eval::{EvalCache, MAX_EVAL};
use fmax::game::Game;
use fmax::ruleset::Ruleset;
use fmax::types::{Color, Rng};
use fmax::variant::{MAX_VALUE, Term};

use crate::common::games::{self, ARRAY, PIECES, complaints, load, parse, rules, without_net};
use crate::common::search::search;

pub fn evaluate(rules: &Ruleset, fen: &str) -> i32 {
    let pos = Position::from_fen(&rules.layout, fen).unwrap();
    rules.evaluate(&pos)
}

/// The board upside down with the colours exchanged, without castling rights.
fn mirrored(fen: &str) -> [String; 2] {
    let mut fields = fen.split(' ');
    let (board, side) = (fields.next().unwrap(), fields.next().unwrap());
    let ranks: Vec<String> = (board.split('/').rev())
        .map(|rank| {
            let swapped = rank.chars().map(|c| match c {
                c if c.is_ascii_uppercase() => c.to_ascii_lowercase(),
                c => c.to_ascii_uppercase(),
            });
            swapped.collect()
        })
        .collect();
    let other = if side == "w" { "b" } else { "w" };
    [
        format!("{board} {side} - - 0 1"),
        format!("{} {other} - - 0 1", ranks.join("/")),
    ]
}

#[test]
fn colours_are_alike() {
    for name in [
        "normal",
        "capablanca",
        "berolina",
        "cylinder",
        "shatranj",
        "makruk",
        "knightmate",
        "falcon",
        "grasshopper",
        "bifurcator",
        "king-of-the-hill",
        "los-alamos",
    ] {
        // with the variant's net, if it has one, and without
        for rules in [rules(name), without_net(name)] {
            let mut rng = Rng::new(7);
            let mut seen = 0;
            for _ in 0..6 {
                let mut game = Game::new(rules.clone(), 50);
                for _ in 0..60 {
                    if game.outcome().is_some() {
                        break;
                    }
                    let moves = game.legal_moves();
                    game.play(moves[rng.below(moves.len())]);
                    let [fen, mirror] = mirrored(&game.position().fen());
                    let (one, other) = (evaluate(&rules, &fen), evaluate(&rules, &mirror));
                    assert!((one - other).abs() <= 1, "{name} {fen}: {one}, {other}");
                    seen += 1;
                }
            }
            assert!(seen > 60, "{name}: only {seen} positions");
        }
    }
}

/// Asserts that the first position is better for the side to move than the second.
fn better(game: &str, good: &str, bad: &str) {
    let rules = rules(game);
    let (good_value, bad_value) = (evaluate(&rules, good), evaluate(&rules, bad));
    let text = format!("{game}: {good} {good_value}, {bad} {bad_value}");
    assert!(good_value > bad_value + 5, "{text}");
}

#[test]
fn better_positions_score_higher() {
    // a passed pawn, and a pawn that an enemy pawn can stop
    better(
        "normal",
        "4k3/7p/3P4/8/8/8/8/4K3 w - - 0 1",
        "4k3/4p3/3P4/8/8/8/8/4K3 w - - 0 1",
    );
    // the same for pawns that move diagonally
    better(
        "berolina",
        "4k3/7p/8/3P4/8/8/8/4K3 w - - 0 1",
        "4k3/3p4/8/3P4/8/8/8/4K3 w - - 0 1",
    );
    // two bishops on squares of both colours, and two on squares of one colour
    better(
        "normal",
        "r2qkr2/pppp4/8/8/8/3B4/PPPP4/R1BQKR2 w - - 0 1",
        "r2qkr2/pppp4/8/8/8/4B3/PPPP4/R1BQKR2 w - - 0 1",
    );
    // a rook attacked by a pawn
    better(
        "normal",
        "4k3/8/8/1p6/3R4/8/8/4K3 w - - 0 1",
        "4k3/8/8/4p3/3R4/8/8/4K3 w - - 0 1",
    );
    // a step to the hill, and a rook that keeps a king with a pawn from it
    better(
        "king-of-the-hill",
        "7k/8/7r/8/8/3K4/8/8 w - - 0 1",
        "7k/8/8/8/7r/3K4/P7/8 w - - 0 1",
    );
    // a third bishop does not compensate for a knight that must not be lost
    better(
        "extinction",
        "rnbqk3/p7/8/8/8/8/P7/RNNBBQK1 w - - 0 1",
        "rnbqk3/p7/8/8/8/8/P7/RNBBBQK1 w - - 0 1",
    );
    // one king of two is enough, so an attack on one king does not count while the other is safe
    better(
        "spartan",
        "6kk/2w5/8/4N1R1/5N1Q/8/PPP5/K7 w - - 0 1",
        "k5k1/2w5/8/4N1R1/5N1Q/8/PPP5/K7 w - - 0 1",
    );
}

/// Where the last piece of a type must not be lost, a piece in hand counts like a piece on the board.
#[test]
fn the_cache_does_not_mix_up_hands() {
    let mut variant = rules("crazyhouse").variant().as_ref().clone();
    let knight = variant.type_by_letter('N', Color::White).unwrap();
    variant.rules.win.extinction[Color::White] = vec![knight];
    let rules = Ruleset::new(Arc::new(variant));
    let mut cache = EvalCache::default();
    for hand in ["", "N", "NNNN", "n"] {
        let fen = format!("4k3/8/8/8/8/8/4PN2/4K3[{hand}] w - - 0 1");
        let pos = Position::from_fen(&rules.layout, &fen).unwrap();
        let cached = (rules.evaluation).evaluate(&rules.tables, &pos, &mut cache);
        assert_eq!(cached, rules.evaluate(&pos), "{fen}");
    }
}

/// Chess with some values changed.
fn chess_with(values: &[(&str, &str)]) -> String {
    let mut pieces = PIECES.to_owned();
    for (usual, other) in values {
        assert!(pieces.contains(usual));
        pieces = pieces.replace(usual, other);
    }
    format!("{ARRAY}{pieces}")
}

/// The largest values that a file may give do not overflow: four such bishops once counted as -314.
#[test]
fn the_largest_values_do_not_wrap() {
    let rules = load(&chess_with(&[("b:296", "b:10000"), ("Q:851", "Q:10000")]));
    for (fen, least) in [
        ("4k3/8/8/8/8/8/8/BBBBK3", 28_000),
        ("4k3/8/8/8/8/8/8/2B1K3", 9_000),
        (
            "4k3/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ",
            28_000,
        ),
    ] {
        for side in ["w", "b"] {
            let [white, black] = mirrored(&format!("{fen} {side} - - 0 1"));
            let (sign, other) = if side == "w" { (1, -1) } else { (-1, 1) };
            // with the other side to move the lone king might be capturable
            assert!(sign * evaluate(&rules, &white) >= least, "{white}");
            assert!(-other * evaluate(&rules, &black) >= least, "{black}");
        }
    }
    let said = complaints(&parse(&chess_with(&[("b:296", "b:10001")])));
    let expected = "test.ini:11:1: error: a piece cannot have the value 10001";
    assert!(said[0].starts_with(expected), "{said:?}");
}

/// With any values of the terms in a file, sums do not overflow (these tests are built with overflow checks)
/// and evaluations stay below mate scores.
#[test]
fn no_value_of_the_terms_leaves_the_range() {
    let mut random = Rng::new(5);
    let library = games::library();
    for (number, entry) in library.entries().iter().enumerate() {
        let mut variant = entry.variant.as_ref().unwrap().as_ref().clone();
        for piece in variant.pieces.iter_mut().filter(|piece| piece.value > 0) {
            piece.value = MAX_VALUE;
        }
        for term in Term::ALL {
            let mut worth = || {
                if random.below(2) == 0 {
                    -5000.0
                } else {
                    5000.0
                }
            };
            let worth = match number % 3 {
                0 => (5000.0, 5000.0),
                1 => (-5000.0, -5000.0),
                _ => (worth(), worth()),
            };
            variant.params.set(term, worth);
        }
        let rules = Arc::new(Ruleset::new(Arc::new(variant)));
        let mut placement = Placement::from(Game::new(rules.clone(), 0).position());
        // as many pieces in hand as possible
        for (_, _, count) in &mut placement.hands {
            *count = u8::MAX;
        }
        let _ = Position::new(rules.layout.clone(), &placement).map(|pos| rules.evaluate(&pos));
        let game = Game::new(rules.clone(), 0);
        games::random_walk(game, 60, &mut random, |game, _| {
            assert!(rules.evaluate(game.position()).abs() <= MAX_EVAL);
        });
    }
}

/// Royal pawns are not subtracted twice from piece counts.
#[test]
fn royal_pawns_are_counted_once() {
    let royal = [("p:74 -16", "p:-74 -16"), ("p:74 16", "p:-74 16")];
    let rules = load(&chess_with(&royal));
    let game = Game::new(rules, 50);
    for color in Color::ALL {
        assert_eq!(game.position().officers(color), 7);
    }
    assert!(search(&game, 5).best.is_some());
    // the only royal is a pawn
    let rules = load(&chess_with(&[royal[0], royal[1], ("k:-1", "k:300")]));
    let game = games::at(&rules, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1");
    for color in Color::ALL {
        assert_eq!(game.position().officers(color), 1);
    }
    assert!(search(&game, 5).best.is_some());
}
