//! Scaling of scores in endings without an exact result.

use std::sync::Arc;

use fmax::movegen::{DrawReason, GameEnd};
use fmax::ruleset::Ruleset;
use fmax::search::{Limits, SearchSettings, Value};

use crate::common::games::{at, game, rules};
use crate::common::search::search_with;

/// The score of a short search, with mates as a large number of centipawns.
fn score(rules: &Arc<Ruleset>, fen: &str) -> i32 {
    let game = at(rules, fen);
    let settings = SearchSettings {
        move_rule_plies: 100,
        ..SearchSettings::default()
    };
    match search_with(&game, Limits::depth(6), &settings).value {
        Value::Centipawns(value) => value,
        Value::Mate(_) => 30_000,
        Value::Mated(_) => -30_000,
    }
}

#[test]
fn a_force_that_cannot_mate_has_no_advantage() {
    let chess = rules("normal");
    for fen in [
        "8/8/3k4/8/3NK3/8/8/8 w - - 0 1",
        "8/8/3k4/8/3BK3/8/8/8 w - - 0 1",
        "8/8/3k4/8/2NNK3/8/8/8 w - - 0 1",
        "8/8/3k4/8/3NK3/8/8/8 b - - 0 1",
    ] {
        assert_eq!(score(&chess, fen), 0, "{fen}");
    }
    assert_eq!(score(&rules("makruk"), "8/8/3k4/8/3NK3/8/8/8 w - - 0 1"), 0);
    assert_eq!(
        score(&rules("knightmate"), "8/8/3k4/8/2R1K3/8/8/8 w - - 0 1"),
        0
    );
}

#[test]
fn scores_shrink_without_pawns() {
    let chess = rules("normal");
    for fen in [
        "8/3b4/3k4/8/2R1K3/8/8/8 w - - 0 1",
        "8/3r4/3k4/8/2R1K3/3B4/8/8 w - - 0 1",
        "8/3n4/3k4/8/2NBK3/8/8/8 w - - 0 1",
    ] {
        let value = score(&chess, fen);
        assert!(value.abs() < 120, "{fen}: {value}");
    }
    for fen in [
        "8/3r4/3k4/8/2Q1K3/8/8/8 w - - 0 1",
        "8/3r4/3k4/8/2R1K3/2R5/8/8 w - - 0 1",
        "8/8/3k4/8/2R1K3/8/8/8 w - - 0 1",
    ] {
        let value = score(&chess, fen);
        assert!(value > 300, "{fen}: {value}");
    }
}

/// A piece can be given up for the last pawn, but not for the last two.
#[test]
fn the_last_pawn_can_be_captured_for_a_piece() {
    let chess = rules("normal");
    let one = score(&chess, "8/4b3/3k4/8/3BK3/8/6P1/8 w - - 0 1");
    let two = score(&chess, "8/4b3/3k4/8/3BK3/8/5PP1/8 w - - 0 1");
    assert!(one < two / 2, "{one} {two}");
}

#[test]
fn wrong_corners_are_seen() {
    let chess = rules("normal");
    // a8 is a white square, the bishop is on black squares
    let wrong = score(&chess, "k7/8/8/P7/8/4K3/8/2B5 w - - 0 1");
    let right = score(&chess, "k7/8/8/P7/8/4K3/8/5B2 w - - 0 1");
    assert!(wrong < 60 && right > 300, "{wrong} {right}");
}

/// A position in which mate is certainly impossible is drawn at once.
#[test]
fn positions_without_possible_mate_are_draws() {
    let outcome = |name: &str, fen: &str| game(name, fen).outcome();
    let dead = Some(GameEnd::Draw(DrawReason::InsufficientMaterial));
    let bishops = "8/3b4/3k4/8/2B1K3/4B3/8/8 w - - 0 1";
    assert_eq!(outcome("normal", "8/8/3k4/8/3BK3/8/8/8 w - - 0 1"), dead);
    assert_eq!(outcome("normal", "8/2b5/3k4/8/3BK3/8/8/8 w - - 0 1"), dead);
    assert_eq!(outcome("makruk", "8/8/3k4/8/2M1K3/8/8/8 w - - 0 1"), dead);
    assert_eq!(outcome("makruk", "8/8/3k4/8/2MMK3/8/8/8 w - - 0 1"), None);
    for (name, fen) in [
        ("normal", bishops),
        ("normal", "8/8/3k4/8/3NK3/8/8/8 w - - 0 1"),
        ("normal", "8/7p/3k4/8/3BK3/8/8/8 w - - 0 1"),
        // a king that moves as a knight cannot flee to adjacent squares
        ("knightmate", "8/8/3k4/8/3BK3/8/8/8 w - - 0 1"),
        ("king-of-the-hill", "8/8/3k4/8/8/1B2K3/8/8 w - - 0 1"),
        ("crazyhouse", "8/8/3k4/8/8/1B2K3/8/8 w - - 0 1"),
    ] {
        assert_eq!(outcome(name, fen), None, "{name} {fen}");
    }
}
