//! Scaling of scores in endings without an exact result.

use std::sync::Arc;

use fmax::ruleset::Ruleset;
use fmax::search::{Limits, SearchSettings, Value};

use crate::common::games::{at, rules};
use crate::common::search::search_with;
use crate::common::table;

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

/// The top of the file explains its entries.
#[test]
fn scaling() {
    table::check_all("scaling", |row| {
        for (word, value) in &row.entries {
            if word != "score" {
                table::follow(&mut row.game(), word, value);
                continue;
            }
            let (low, high) = value.split_once(' ').unwrap();
            let score = score(row.rules(), &row.fen);
            assert!(
                (low.parse().unwrap()..=high.parse().unwrap()).contains(&score),
                "{score} is not in {value}"
            );
        }
    });
}

/// A piece can be given up for the last pawn, but not for the last two.
#[test]
fn the_last_pawn_can_be_captured_for_a_piece() {
    let chess = rules("normal");
    let one = score(&chess, "8/4b3/3k4/8/3BK3/8/6P1/8 w - - 0 1");
    let two = score(&chess, "8/4b3/3k4/8/3BK3/8/5PP1/8 w - - 0 1");
    assert!(one < two / 2, "{one} {two}");
}
