//! What the evaluation must not care about, and what it must.

use std::sync::Arc;

use fmax::board::{Placement, Position};
use fmax::eval::{EvalCache, MAX_EVAL};
use fmax::game::Game;
use fmax::ruleset::Ruleset;
use fmax::types::{Color, Rng};
use fmax::variant::{MAX_VALUE, Selections, Term};

use crate::common::games::{self, ARRAY, PIECES, complaints, load, parse, rules};
use crate::common::search::search;

fn evaluate(rules: &Ruleset, fen: &str) -> i32 {
    let pos = Position::from_fen(&rules.layout, fen).unwrap();
    rules.evaluate(&pos)
}

/// The board upside down with the colours exchanged, nobody able to castle.
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
        // as the net of the game knows it, if there is one, and as it is without
        for rules in [rules(name), hand_made(name)] {
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

/// A game without its net.
fn hand_made(name: &str) -> Arc<Ruleset> {
    let variant = games::library().find(name, &Selections::default()).unwrap();
    Arc::new(Ruleset::without_net(variant))
}

/// Chess in which nothing counts but material and some terms, as much in the middle game as in the end game.
fn chess_counting(terms: &[(Term, f64)]) -> Ruleset {
    let mut variant = hand_made("normal").variant().as_ref().clone();
    for term in Term::ALL {
        let counts = terms.iter().find(|(counts, _)| *counts == term);
        let worth = counts.map_or(0.0, |&(_, worth)| worth);
        variant.params.set(term, (worth, worth));
    }
    Ruleset::without_net(Arc::new(variant))
}

/// By how much the first of two positions with the same material is better for white, who is to move.
fn gained(terms: &[(Term, f64)], with: &str, without: &str) -> i32 {
    let rules = chess_counting(terms);
    evaluate(&rules, with) - evaluate(&rules, without)
}

#[test]
fn terms_count_what_they_say() {
    // a rook with its pawn before it, and beside it
    let (hit, free) = (
        "4k2r/8/8/8/8/8/P7/R3K3 w - - 0 1",
        "4k2r/8/8/8/8/1P6/8/R3K3 w - - 0 1",
    );
    assert_eq!(gained(&[(Term::OwnPawnHit, 100.0)], hit, free), 100);
    assert_eq!(gained(&[(Term::EnemyPawnHit, 100.0)], hit, free), 0);
    // one that looks at a pawn of the enemy
    let (hit, free) = (
        "4k2r/p7/8/8/8/8/8/R3K3 w - - 0 1",
        "4k2r/1p6/8/8/8/8/8/R3K3 w - - 0 1",
    );
    assert_eq!(gained(&[(Term::EnemyPawnHit, 100.0)], hit, free), 100);
    // a knight that c5-c4 would attack; one attacked already does not count
    let free = "4k2r/8/8/2p5/8/4N3/8/4K3 w - - 0 1";
    for (knight, worth) in [
        ("4k2r/8/8/2p5/8/3N4/8/4K3 w - - 0 1", -100),
        ("4k2r/8/8/2p5/3N4/8/8/4K3 w - - 0 1", 0),
    ] {
        let gained = gained(&[(Term::ThreatByPush, -100.0)], knight, free);
        assert_eq!(gained, worth, "{knight}");
    }
    // white has b3 and d3 to itself, and d3 is in the middle; black has g6
    let pawns = "4k3/7p/8/8/8/8/2P5/4K3 w - - 0 1";
    for term in [Term::Space, Term::SpaceMiddle] {
        assert_eq!(evaluate(&chess_counting(&[(term, 100.0)]), pawns), 100);
    }
    // no pawn before the king on the file beside it, in the middle game
    let (open, closed) = (
        "rnbqkbnr/pppppppp/8/8/8/7P/PPPPP1PP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 1",
    );
    assert_eq!(gained(&[(Term::ShelterOpen, -100.0)], open, closed), -100);
    // a rook that could give check where a pawn protects, and one whose pawn is elsewhere
    let danger = [(Term::KingDanger, 100.0), (Term::KingDangerUnsafe, 80.0)];
    let (guarded, free) = (
        "4k3/8/8/r7/3P4/8/8/4K3 w - - 0 1",
        "4k3/8/8/r7/7P/8/8/4K3 w - - 0 1",
    );
    assert_eq!(gained(&danger, guarded, free), -100);
    // the pawn in front of the king, three ranks away, and one at the edge, in the middle game
    let (near, far) = (
        "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppppppp1/8/8/7p/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    );
    assert_eq!(gained(&[(Term::ShelterStorm, -99.0)], near, far), -33);
    // a knight that looks at d3 and could give check on two squares, and one that is far away
    let (near, far) = (
        "4k3/7p/8/8/1n6/8/8/4K3 w - - 0 1",
        "4k3/7p/n7/8/8/8/8/4K3 w - - 0 1",
    );
    for (term, worth) in [
        (Term::KingDangerKind, 80.0),
        (Term::KingDangerCheck, 40.0),
        (Term::KingDangerAttackers, 80.0),
        (Term::KingDangerCamp, 200.0),
    ] {
        let danger = [(Term::KingDanger, 100.0), (term, worth)];
        assert_eq!(gained(&danger, near, far), -100, "{term:?}");
    }
    // a type of the dearest class counts more: a queen that could give check, and one that cannot move
    let (out, shut) = (
        "6k1/6pp/8/8/8/q7/8/4K3 w - - 0 1",
        "6kq/6pp/8/8/8/8/8/4K3 w - - 0 1",
    );
    let danger = [(Term::KingDanger, 100.0), (Term::KingDangerKindHeavy, 80.0)];
    assert_eq!(gained(&danger, out, shut), -100);
    assert_eq!(gained(&danger, near, far), 0);
    // what a rook's mobility is worth, here by its pawn, and what the files around a king are, count once
    // more in the danger
    let (mobile, less) = (
        "r3k3/p7/8/8/8/8/8/4K3 w - - 0 1",
        "r3k3/1p6/8/8/8/8/8/4K3 w - - 0 1",
    );
    for (term, worth, own, first, second) in [
        (
            Term::KingDangerMobility,
            16.0,
            (Term::OwnPawnHit, 80.0),
            mobile,
            less,
        ),
        (
            Term::KingDangerShelter,
            -16.0,
            (Term::ShelterOpen, -80.0),
            open,
            closed,
        ),
    ] {
        let danger = [(Term::KingDanger, 100.0), (term, worth), own];
        assert_eq!(gained(&danger, first, second), -80 - 100, "{term:?}");
    }
    // a rook that the king could take on d1, if the bishop does not protect it there; on e3 it is safe
    let (protected, alone) = (
        "4k3/7p/8/8/b7/3r4/8/4K3 w - - 0 1",
        "4k3/7p/b7/8/8/3r4/8/4K3 w - - 0 1",
    );
    for (term, more) in [(Term::KingDangerCheck, -300), (Term::KingDangerUnsafe, 100)] {
        let danger = [(Term::KingDanger, 100.0), (term, 80.0)];
        assert_eq!(gained(&danger, protected, alone), more, "{term:?}");
    }
    // a rook that checks by a capture does so as one that comes to an empty square
    let (capture, empty) = (
        "4k3/7p/8/8/r3P3/8/8/4K3 w - - 0 1",
        "4k3/7p/8/5P2/r7/8/8/4K3 w - - 0 1",
    );
    let danger = [(Term::KingDanger, 100.0), (Term::KingDangerCheck, 40.0)];
    assert_eq!(gained(&danger, capture, empty), 0);
    // a knight that a rook attacks: elsewhere, protected by a pawn, by the king alone
    let attacked = "4k3/7p/8/8/3N3r/P7/8/4K3 w - - 0 1";
    for (other, more) in [
        ("4k3/7p/8/3N4/7r/P7/8/4K3 w - - 0 1", -100),
        ("4k3/7p/8/8/3N3r/2P5/8/4K3 w - - 0 1", -100),
        ("4k3/7p/8/8/3N3r/P3K3/8/8 w - - 0 1", 0),
    ] {
        let more_than_other = gained(&[(Term::ThreatWeak, -100.0)], attacked, other);
        assert_eq!(more_than_other, more, "{other}");
    }
    let (attacked, free) = (
        "4k3/8/8/8/3P3r/8/8/4K3 w - - 0 1",
        "4k3/8/8/3P4/7r/8/8/4K3 w - - 0 1",
    );
    assert_eq!(
        gained(&[(Term::ThreatWeakPawn, -100.0)], attacked, free),
        -100
    );
    // both rooks attack h4; a pawn protects it for white, and black alone has to be careful there
    let (protected, not) = (
        "4k2r/8/8/8/R7/6P1/8/4K3 w - - 0 1",
        "4k2r/8/8/8/R7/8/1P6/4K3 w - - 0 1",
    );
    assert_eq!(gained(&[(Term::Contested, -100.0)], protected, not), 100);
    // a tenth of a knight, of black's rook, of a queen
    for (fen, worths) in [
        ("4k2r/8/8/8/8/8/8/4K1N1 w - - 0 1", [26, -44, 0]),
        ("4k2r/8/8/8/8/8/8/4K1Q1 w - - 0 1", [0, -44, 85]),
    ] {
        let value = evaluate(&chess_counting(&[]), fen);
        let terms = [Term::ValueLight, Term::ValueMiddle, Term::ValueHeavy];
        for (term, more) in terms.into_iter().zip(worths) {
            let now = evaluate(&chess_counting(&[(term, 10.0)]), fen);
            assert_eq!(now - value, more, "{term:?} {fen}");
        }
    }
    // mobility of knights, and of queens
    let (corner, middle) = (
        "4k2r/8/8/8/8/8/8/N3K3 w - - 0 1",
        "4k2r/8/8/8/3N4/8/8/4K3 w - - 0 1",
    );
    for (term, letter) in [(Term::MobilityLight, "N"), (Term::MobilityHeavy, "Q")] {
        for piece in ["N", "Q"] {
            let [corner, middle] = [corner, middle].map(|fen| fen.replace('N', piece));
            let more = gained(&[(term, 50.0)], &middle, &corner);
            assert_eq!(more > 0, piece == letter, "{term:?} {piece} {more}");
        }
    }
}

/// A pawn more is worth the more in an end game, the more pawns are left; and what is not counted in the
/// middle game changes nothing there.
#[test]
fn end_games_are_scaled() {
    let (two, seven) = (
        "4k3/7p/8/8/8/8/PP6/4K3 w - - 0 1",
        "4k3/pppppp2/8/8/8/8/PPPPPPP1/4K3 w - - 0 1",
    );
    let pawn = evaluate(&chess_counting(&[]), two);
    assert_eq!(evaluate(&chess_counting(&[]), seven), pawn);
    let scaled = |term, percent: f64, fen| evaluate(&chess_counting(&[(term, percent)]), fen);
    assert_eq!(scaled(Term::EndgameScale, -50.0, two), pawn / 2);
    // white, who is ahead, has 2 of 8 pawns left, or 7; both have 3 or 13 of 16
    assert_eq!(scaled(Term::EndgameScaleOwn, 40.0, two), pawn * 110 / 100);
    assert_eq!(scaled(Term::EndgameScaleOwn, 40.0, seven), pawn * 135 / 100);
    assert_eq!(scaled(Term::EndgameScaleAll, 64.0, two), pawn * 112 / 100);
    assert_eq!(scaled(Term::EndgameScaleAll, 64.0, seven), pawn * 152 / 100);
    // no more than that
    assert_eq!(
        scaled(Term::EndgameScale, -500.0, two),
        pawn - pawn * 75 / 100
    );
    let opening = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
    let plain = evaluate(&chess_counting(&[]), opening);
    let (less, more) = (
        scaled(Term::EndgameScale, -50.0, opening),
        scaled(Term::EndgameScale, 50.0, opening),
    );
    assert!(
        (less - plain).abs() < 20 && (more - plain).abs() < 20,
        "{less} {plain} {more}"
    );
}

/// The first position is better for the side to move than the second.
fn better(game: &str, good: &str, bad: &str) {
    let rules = rules(game);
    let (good_value, bad_value) = (evaluate(&rules, good), evaluate(&rules, bad));
    let text = format!("{game}: {good} {good_value}, {bad} {bad_value}");
    assert!(good_value > bad_value + 5, "{text}");
}

#[test]
fn what_matters_is_worth_something() {
    // a pawn that nothing can stop, and one that an enemy pawn can
    better(
        "normal",
        "4k3/7p/3P4/8/8/8/8/4K3 w - - 0 1",
        "4k3/4p3/3P4/8/8/8/8/4K3 w - - 0 1",
    );
    // the same for pawns that go diagonally
    better(
        "berolina",
        "4k3/7p/8/3P4/8/8/8/4K3 w - - 0 1",
        "4k3/3p4/8/3P4/8/8/8/4K3 w - - 0 1",
    );
    // two bishops on squares of both colours, and of one
    better(
        "normal",
        "r2qkr2/pppp4/8/8/8/3B4/PPPP4/R1BQKR2 w - - 0 1",
        "r2qkr2/pppp4/8/8/8/4B3/PPPP4/R1BQKR2 w - - 0 1",
    );
    // a rook that a pawn attacks
    better(
        "normal",
        "4k3/8/8/1p6/3R4/8/8/4K3 w - - 0 1",
        "4k3/8/8/4p3/3R4/8/8/4K3 w - - 0 1",
    );
    // a step to the hill, and a rook that bars it to a king with a pawn
    better(
        "king-of-the-hill",
        "7k/8/7r/8/8/3K4/8/8 w - - 0 1",
        "7k/8/8/8/7r/3K4/P7/8 w - - 0 1",
    );
    // a third bishop does not make up for a knight that must not be lost
    better(
        "extinction",
        "rnbqk3/p7/8/8/8/8/P7/RNNBBQK1 w - - 0 1",
        "rnbqk3/p7/8/8/8/8/P7/RNBBBQK1 w - - 0 1",
    );
    // of two kings one is enough, so the attack on one says nothing as long as the other is safe
    better(
        "spartan",
        "6kk/2w5/8/4N1R1/5N1Q/8/PPP5/K7 w - - 0 1",
        "k5k1/2w5/8/4N1R1/5N1Q/8/PPP5/K7 w - - 0 1",
    );
}

/// Where the last piece of a type must not be lost, one in hand counts as well as one on the board.
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

/// A game of chess in which some values are others.
fn chess_with(values: &[(&str, &str)]) -> String {
    let mut pieces = PIECES.to_owned();
    for (usual, other) in values {
        assert!(pieces.contains(usual));
        pieces = pieces.replace(usual, other);
    }
    format!("{ARRAY}{pieces}")
}

/// The most that a file may say is still counted right: four such bishops once were -314.
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
            // with the other side to move the lone king may be one that could be taken
            assert!(sign * evaluate(&rules, &white) >= least, "{white}");
            assert!(-other * evaluate(&rules, &black) >= least, "{black}");
        }
    }
    let said = complaints(&parse(&chess_with(&[("b:296", "b:10001")])));
    let expected = "test.ini:11:1: error: a piece cannot be worth 10001";
    assert!(said[0].starts_with(expected), "{said:?}");
}

/// Whatever a file says that the terms are worth, sums stay within their numbers, which these tests
/// are built to notice, and evaluations below mates.
#[test]
fn no_worth_of_the_terms_leaves_the_range() {
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
        // as many in hand as can be said
        for (_, _, count) in &mut placement.hands {
            *count = u8::MAX;
        }
        let _ = Position::new(rules.layout.clone(), &placement).map(|pos| rules.evaluate(&pos));
        let mut game = Game::new(rules.clone(), 0);
        for _ in 0..60 {
            let legal = game.legal_moves();
            if legal.is_empty() || game.outcome().is_some() {
                break;
            }
            assert!(rules.evaluate(game.position()).abs() <= MAX_EVAL);
            game.play(legal[random.below(legal.len())]);
        }
    }
}

/// Pawns that are royal are not left out twice where pieces are counted.
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
