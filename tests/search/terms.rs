//! The terms of the evaluation.

use std::sync::Arc;

use fmax::ruleset::Ruleset;
use fmax::variant::Term;

use super::evaluation::evaluate;
use crate::common::games::variant;
use crate::common::table;

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

/// Terms as `outpost=100,space=20`.
fn named(text: &str) -> Vec<(Term, f64)> {
    let term = |text: &str| {
        let (name, worth) = text.split_once('=').unwrap();
        let term = Term::by_name(name).unwrap_or_else(|| panic!("there is no term {name}"));
        (term, worth.parse().unwrap())
    };
    text.split(',').map(term).collect()
}

/// The top of the file explains its entries.
#[test]
fn terms() {
    table::check_all("terms", |row| {
        let (mut base, mut over) = (Vec::new(), None);
        for (word, value) in &row.entries {
            match &**word {
                "base" => base = named(value),
                "over" => over = Some(value),
                terms => {
                    let rules = counting(row.variant(), &[&*base, &named(terms)].concat());
                    let less = match over {
                        Some(other) => evaluate(&rules, other),
                        None => evaluate(&counting(row.variant(), &base), &row.fen),
                    };
                    let gain = evaluate(&rules, &row.fen) - less;
                    assert_eq!(gain.to_string(), *value, "{terms}");
                }
            }
        }
    });
}

#[test]
fn mobility_depends_on_the_class_of_a_piece() {
    let corner = "4k2r/8/8/8/8/8/8/N3K3 w - - 0 1";
    let middle = "4k2r/8/8/8/3N4/8/8/4K3 w - - 0 1";
    for (term, letter) in [(Term::MobilityLight, "N"), (Term::MobilityHeavy, "Q")] {
        let rules = chess_counting(&[(term, 50.0)]);
        for piece in ["N", "Q"] {
            let [corner, middle] =
                [corner, middle].map(|fen| evaluate(&rules, &fen.replace('N', piece)));
            assert_eq!(middle > corner, piece == letter, "{term:?} {piece}");
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

/// A general of xiangqi has about one square to go to.
#[test]
fn confined_royals_are_in_more_danger() {
    let mut terms = named("danger=100,danger-kind=80,danger-indirect=100");
    let horse = "3k5/9/9/9/9/4h4/9/9/9/4K4 w - - 0 1";
    let free = evaluate(&counting("xiangqi", &terms), horse);
    terms.push((Term::KingDangerConfined, 100.0));
    let cost = free - evaluate(&counting("xiangqi", &terms), horse);
    assert!((50..100).contains(&cost), "{cost}");
}
