//! The terms of the evaluation.

use std::sync::Arc;

use fmax::ruleset::Ruleset;
use fmax::variant::Term;

use super::evaluation::evaluate;
use crate::common::games::variant;

/// A variant in which only material and some terms count, equally in the middlegame and the endgame.
fn counting(game: &str, terms: &[(Term, f64)]) -> Ruleset {
    let mut variant = variant(game).as_ref().clone();
    for term in Term::ALL {
        let counts = terms.iter().find(|(counts, _)| *counts == term);
        let worth = counts.map_or(0.0, |&(_, worth)| worth);
        variant.params.set(term, (worth, worth));
    }
    Ruleset::without_net(Arc::new(variant))
}

/// Chess in which only these terms count.
fn chess_counting(terms: &[(Term, f64)]) -> Ruleset {
    counting("normal", terms)
}

/// The gain for white (to move) from the first of two positions with the same material over the second.
fn gained(terms: &[(Term, f64)], with: &str, without: &str) -> i32 {
    let rules = chess_counting(terms);
    evaluate(&rules, with) - evaluate(&rules, without)
}

#[test]
fn terms_count_as_documented() {
    // a rook behind its own pawn, and beside it
    let (hit, free) = (
        "4k2r/8/8/8/8/8/P7/R3K3 w - - 0 1",
        "4k2r/8/8/8/8/1P6/8/R3K3 w - - 0 1",
    );
    assert_eq!(gained(&[(Term::OwnPawnHit, 100.0)], hit, free), 100);
    assert_eq!(gained(&[(Term::EnemyPawnHit, 100.0)], hit, free), 0);
    // a rook that attacks an enemy pawn
    let (hit, free) = (
        "4k2r/p7/8/8/8/8/8/R3K3 w - - 0 1",
        "4k2r/1p6/8/8/8/8/8/R3K3 w - - 0 1",
    );
    assert_eq!(gained(&[(Term::EnemyPawnHit, 100.0)], hit, free), 100);
    // a knight that c5-c4 would attack; a knight that is already attacked does not count
    let free = "4k2r/8/8/2p5/8/4N3/8/4K3 w - - 0 1";
    for (knight, worth) in [
        ("4k2r/8/8/2p5/8/3N4/8/4K3 w - - 0 1", -100),
        ("4k2r/8/8/2p5/3N4/8/8/4K3 w - - 0 1", 0),
    ] {
        let gained = gained(&[(Term::ThreatByPush, -100.0)], knight, free);
        assert_eq!(gained, worth, "{knight}");
    }
    // white alone controls b3 and d3, and d3 is central; black controls g6
    let pawns = "4k3/7p/8/8/8/8/2P5/4K3 w - - 0 1";
    for term in [Term::Space, Term::SpaceMiddle] {
        assert_eq!(evaluate(&chess_counting(&[(term, 100.0)]), pawns), 100);
    }
    // no pawn in front of the king on the adjacent file, in the middlegame
    let (open, closed) = (
        "rnbqkbnr/pppppppp/8/8/8/7P/PPPPP1PP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 1",
    );
    assert_eq!(gained(&[(Term::ShelterOpen, -100.0)], open, closed), -100);
    // a rook with a check on a square protected by a pawn, and one whose pawn is elsewhere
    let danger = [(Term::KingDanger, 100.0), (Term::KingDangerUnsafe, 80.0)];
    let (guarded, free) = (
        "4k3/8/8/r7/3P4/8/8/4K3 w - - 0 1",
        "4k3/8/8/r7/7P/8/8/4K3 w - - 0 1",
    );
    assert_eq!(gained(&danger, guarded, free), -100);
    // the pawn in front of the king, three ranks away, and one at the edge, in the middlegame
    let (near, far) = (
        "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppppppp1/8/8/7p/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    );
    assert_eq!(gained(&[(Term::ShelterStorm, -99.0)], near, far), -33);
    // a knight that attacks d3 with checks on two squares, and one that is far away
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
    // a type of the most valuable class counts more: a queen with a check, and one that cannot move
    let (out, shut) = (
        "6k1/6pp/8/8/8/q7/8/4K3 w - - 0 1",
        "6kq/6pp/8/8/8/8/8/4K3 w - - 0 1",
    );
    let danger = [(Term::KingDanger, 100.0), (Term::KingDangerKindHeavy, 80.0)];
    assert_eq!(gained(&danger, out, shut), -100);
    assert_eq!(gained(&danger, near, far), 0);
    // a rook's mobility, here limited by its pawn, and the files around a king count once more
    // in the king danger
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
    // a rook that the king could capture on d1 unless the bishop protects it; on e3 it is safe
    let (protected, alone) = (
        "4k3/7p/8/8/b7/3r4/8/4K3 w - - 0 1",
        "4k3/7p/b7/8/8/3r4/8/4K3 w - - 0 1",
    );
    for (term, more) in [(Term::KingDangerCheck, -300), (Term::KingDangerUnsafe, 100)] {
        let danger = [(Term::KingDanger, 100.0), (term, 80.0)];
        assert_eq!(gained(&danger, protected, alone), more, "{term:?}");
    }
    // a check by capture counts like a check on an empty square
    let (capture, empty) = (
        "4k3/7p/8/8/r3P3/8/8/4K3 w - - 0 1",
        "4k3/7p/8/5P2/r7/8/8/4K3 w - - 0 1",
    );
    let danger = [(Term::KingDanger, 100.0), (Term::KingDangerCheck, 40.0)];
    assert_eq!(gained(&danger, capture, empty), 0);
    // a knight attacked by a rook: unprotected, protected by a pawn, and by the king alone
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
    // both rooks attack h4; a pawn protects it for white, so only black has to be careful there
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

/// In an endgame an extra pawn is worth more the more pawns are left; terms without a middlegame value
/// have no effect in the middlegame.
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
    // white, who is ahead, has 2 of 8 pawns left, or 7; both sides have 3 or 13 of 16
    assert_eq!(scaled(Term::EndgameScaleOwn, 40.0, two), pawn * 110 / 100);
    assert_eq!(scaled(Term::EndgameScaleOwn, 40.0, seven), pawn * 135 / 100);
    assert_eq!(scaled(Term::EndgameScaleAll, 64.0, two), pawn * 112 / 100);
    assert_eq!(scaled(Term::EndgameScaleAll, 64.0, seven), pawn * 152 / 100);
    // the maximum
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

/// The contribution of a term to a position, for white, who is to move.
fn added(term: Term, worth: f64, fen: &str) -> i32 {
    evaluate(&chess_counting(&[(term, worth)]), fen) - evaluate(&chess_counting(&[]), fen)
}

#[test]
fn pieces_stand_among_pawns() {
    // a rook with an enemy pawn on its file, and without one; with own pawns; queens
    let open = "4k2r/p7/8/8/8/8/1P6/R3K3 w - - 0 1";
    let closed = "4k2r/p6p/8/8/8/8/P6P/R3K3 w - - 0 1";
    for (term, more) in [(Term::HalfOpenFile, 100), (Term::OpenFile, -100)] {
        assert_eq!(added(term, 100.0, open), more, "{term:?}");
        assert_eq!(added(term, 100.0, closed), 0, "{term:?}");
        let queens = open.replace('R', "Q").replace('r', "q");
        assert_eq!(added(term, 100.0, &queens), 0, "{term:?}");
    }
    // an outpost knight, with and without a pawn that protects it; one that a pawn can attack;
    // one not far enough ahead, one too far; a rook
    for (knight, free, protected) in [
        ("4k2n/p7/8/3N4/4P3/8/8/4K3 w - - 0 1", 100, 100),
        ("4k2n/p7/8/3N4/7P/8/8/4K3 w - - 0 1", 100, 0),
        ("4k2n/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", 0, 0),
        ("4k2n/p7/8/8/8/3N4/4P3/4K3 w - - 0 1", 0, 0),
        ("4k2n/p2N4/4P3/8/8/8/8/4K3 w - - 0 1", 0, 0),
        ("4k2r/p7/8/3R4/4P3/8/8/4K3 w - - 0 1", 0, 0),
    ] {
        assert_eq!(added(Term::OutpostFree, 100.0, knight), free, "{knight}");
        assert_eq!(added(Term::Outpost, 100.0, knight), protected, "{knight}");
    }
    // black's knight as well
    let black = "4k3/8/8/3p4/4n3/8/P7/4K2N w - - 0 1";
    assert_eq!(added(Term::Outpost, 100.0, black), -100);
    // a knight that can reach d5, protected by a pawn and out of reach of enemy pawns, or within reach
    for (knight, more) in [
        ("4k2n/p7/8/8/4PN2/8/8/4K3 w - - 0 1", 100),
        ("4k2n/2p5/8/8/4PN2/8/8/4K3 w - - 0 1", 0),
        ("4k2n/p7/8/8/3P1N2/8/8/4K3 w - - 0 1", 0),
    ] {
        assert_eq!(added(Term::OutpostNext, 100.0, knight), more, "{knight}");
    }
    // a pawn of either side in front of a knight, and beside it; a queen
    for (knight, more) in [
        ("4k2n/p7/8/8/3P4/3N4/8/4K3 w - - 0 1", 100),
        ("4k2n/8/8/8/3p4/3N4/P7/4K3 w - - 0 1", 100),
        ("4k2n/p7/8/8/4P3/3N4/8/4K3 w - - 0 1", 0),
        ("4k2q/p7/8/8/3P4/3Q4/8/4K3 w - - 0 1", 0),
    ] {
        assert_eq!(added(Term::BehindPawn, 100.0, knight), more, "{knight}");
    }
    // a bishop that attacks e4 and d5, through a knight as well, up to a pawn; rooks and queens do not count
    for (bishop, more) in [
        ("4k2b/6p1/8/8/8/7P/6B1/4K3 w - - 0 1", 200),
        ("4k2b/6p1/8/8/8/5N1P/6B1/4K3 w - - 0 1", 200),
        ("4k2b/6p1/8/8/4P3/8/6B1/4K3 w - - 0 1", 100),
        ("4k2b/6p1/8/8/8/5P2/6B1/4K3 w - - 0 1", 0),
        ("4k2q/6p1/8/8/8/7P/6Q1/4K3 w - - 0 1", 0),
    ] {
        assert_eq!(added(Term::CentreSeen, 100.0, bishop), more, "{bishop}");
    }
    // pawns on the colour of a bishop's squares; black's is on it
    for (bishop, more) in [
        ("2b1k3/7p/8/8/8/8/P7/2B1K3 w - - 0 1", 100),
        ("2b1k3/7p/8/8/8/P7/8/2B1K3 w - - 0 1", 0),
        ("2n1k3/7p/8/8/8/P7/8/2N1K3 w - - 0 1", 0),
    ] {
        assert_eq!(added(Term::BoundPawn, -100.0, bishop), more, "{bishop}");
    }
}

#[test]
fn signs_of_danger() {
    // linear terms: a rook with a check on a square protected by a pawn, and one whose pawn is elsewhere
    let linear = [
        (Term::KingDangerLinear, 100.0),
        (Term::KingDangerUnsafe, 80.0),
    ];
    let (guarded, free) = (
        "4k3/8/8/r7/3P4/8/8/4K3 w - - 0 1",
        "4k3/8/8/r7/7P/8/8/4K3 w - - 0 1",
    );
    assert_eq!(gained(&linear, guarded, free), -100);
    // a queen can attack black's king, but none white's
    let danger = |term, worth| [(Term::KingDanger, 100.0), (term, worth)];
    let queens = "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1";
    let calm = danger(Term::KingDangerCalm, 80.0);
    let value = |terms: &[(Term, f64)]| evaluate(&chess_counting(terms), queens);
    assert_eq!(value(&calm) - value(&[]), -100);
    // d3 to f3, and a rank further away; d1 and e2, which a knight protects, and nothing
    for (term, worth, more, near, far) in [
        (
            Term::KingDangerRing,
            27.0,
            -100,
            "4k3/7p/8/8/8/r7/8/4K3 w - - 0 1",
            "4k3/7p/8/8/r7/8/8/4K3 w - - 0 1",
        ),
        (
            Term::KingDangerGuard,
            40.0,
            -100,
            "4k3/7p/8/8/8/2N5/8/4K3 w - - 0 1",
            "N3k3/7p/8/8/8/8/8/4K3 w - - 0 1",
        ),
    ] {
        assert_eq!(gained(&danger(term, worth), near, far), more, "{term:?}");
    }
    // a pawn within two files of the king, in the middlegame
    let (near, far) = (
        "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPP1P/RNBQKBNR w KQkq - 0 1",
    );
    assert_eq!(gained(&[(Term::ShelterFlank, 50.0)], near, far), 50);
}

/// Checks that depend on the squares between, and a royal with little room.
#[test]
fn dangers_of_xiangqi() {
    let danger = [(Term::KingDanger, 100.0), (Term::KingDangerKind, 80.0)];
    let value = |more: &[(Term, f64)], fen: &str| {
        let terms = [&danger, more].concat();
        evaluate(&counting("xiangqi", &terms), fen)
    };
    let lame = [(Term::KingDangerIndirect, 100.0)];
    // a horse that can reach d3 and f3, and a horse blocked by a pawn
    let horse = "3k5/9/9/9/9/4h4/9/9/9/4K4 w - - 0 1";
    let blocked = "3k5/9/9/9/9/4h4/4P4/9/9/4K4 w - - 0 1";
    // a cannon that can get behind an advisor, and a cannon with nothing in front
    let cannon = "3k5/9/9/9/9/c8/9/9/4A4/4K4 w - - 0 1";
    let alone = "3k5/9/9/9/9/c8/9/5A3/9/4K4 w - - 0 1";
    for (fen, more) in [(horse, -100), (blocked, 0), (cannon, -100), (alone, 0)] {
        assert_eq!(value(&lame, fen) - value(&[], fen), more, "{fen}");
    }
    // a general has about one square to go to; a king of chess is not confined
    let confined = [lame[0], (Term::KingDangerConfined, 100.0)];
    let cost = value(&[], horse) - value(&confined, horse);
    assert!((150..200).contains(&cost), "{cost}");
    let chess = "4k3/7p/8/8/1n6/8/8/4K3 w - - 0 1";
    let value = |more: &[(Term, f64)]| evaluate(&chess_counting(&[&danger, more].concat()), chess);
    assert_eq!(value(&confined), value(&[]));
}

/// A grasshopper cannot move back the way it came, so it does not give check from the squares that it would attack from the
/// royal's square.
#[test]
fn hoppers_that_do_not_come_back_give_no_such_checks() {
    let danger = [(Term::KingDanger, 100.0), (Term::KingDangerKind, 80.0)];
    let indirect = [danger[0], danger[1], (Term::KingDangerIndirect, 100.0)];
    // a grasshopper that can hop to e3, over the pawn in front of the king
    let fen = "4k3/8/8/8/8/2gP4/4P3/4K3 w - - 0 1";
    let value = |terms| evaluate(&counting("grasshopper", terms), fen);
    assert_eq!(value(&indirect[..]), value(&danger[..]));
}

/// Attackers of a royal count even where a side has several royals.
#[test]
fn attackers_of_several_royals() {
    let danger = [(Term::KingDanger, 100.0), (Term::KingDangerAttackers, 80.0)];
    let value = |terms| {
        evaluate(
            &counting("spartan", terms),
            "k3k3/8/8/8/8/8/8/R3R2K w - - 0 1",
        )
    };
    assert_eq!(value(&danger[..]) - value(&[]), 100);
}
