//! Pieces in hand: drops, hands at the start, gating in any variant, and their combinations.
use std::sync::Arc;

use fmax::board::{FenError, Position};
use fmax::movegen::perft::perft;
use fmax::ruleset::Ruleset;
use fmax::search::Value;
use fmax::variant::FindError;

use crate::common::games::{self, ARRAY, CHANCELLOR, PIECES, at, parse, try_load};
use crate::common::play::play;
use crate::common::search::{best, search};
use crate::common::table;

fn body(rules: &str) -> String {
    format!("{ARRAY}{PIECES}{CHANCELLOR}{rules}")
}

fn load(rules: &str) -> Result<Arc<Ruleset>, FindError> {
    try_load(&body(rules))
}

/// The complaints about rule lines below the pieces, without file and hint.
fn complaints(rules: &str) -> Vec<String> {
    let short = |text: String| {
        let text = text.trim_start_matches("test.ini:");
        text.split(" (hint").next().unwrap().to_owned()
    };
    let all = games::complaints(&parse(&body(rules)));
    all.into_iter().map(short).collect()
}

#[test]
fn drops() {
    table::play_all("drops");
}

/// A promoted piece is a different piece for the repetition of positions.
#[test]
fn promotion_is_part_of_the_key() {
    let rules = load("Drops: all\n").unwrap();
    let key = |fen: &str| Position::from_fen(&rules.layout, fen).unwrap().key();
    assert_ne!(
        key("1r2k3/8/8/8/8/8/1Q~6/4K3[] b - - 0 1"),
        key("1r2k3/8/8/8/8/8/1Q6/4K3[] b - - 0 1")
    );
}

/// A drop is a quiet move for the move rule, and is taken back.
#[test]
fn a_drop_is_a_quiet_move() {
    let rules = load("Drops: all\n").unwrap();
    let mut game = at(&rules, "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1");
    play(&mut game, "Q@d7");
    assert_eq!(game.position().rule_clock(), 1);
    assert!(game.undo() && !game.undo());
}

/// Every answer is such a drop too and gives check, as do the answers to it, but none saves the king.
#[test]
fn whether_a_drop_mates_is_decided_soon() {
    let leaper = "W:700 -50,7 -49,7 -47,7 -46,7 -35,7 -33,7 -31,7 -29,7 -19,7 -18,7 \
                  -14,7 -13,7 13,7 14,7 18,7 19,7 29,7 31,7 33,7 35,7 46,7 47,7 49,7 50,7\n";
    let rules = load(&format!("{leaper}Drops: W no-mate=W\n")).unwrap();
    let fen = "8/8/RP6/KR4pp/PP4rk/6pr/8/8[WWWWWWWWwwwwwwww] w - - 0 1";
    // eight moves, and no drop where the leaper gives check
    assert_eq!(at(&rules, fen).legal_moves().len(), 8 + (52 - 12));
}

#[test]
fn commas_may_stand_apart() {
    for rules in [
        "Drops: Q , R\n",
        "Gating: Q , R\nHand: Q , R\n",
        "Gating: Q R ,\n",
    ] {
        assert!(complaints(rules).is_empty(), "{rules}");
    }
    assert_eq!(
        complaints("Drops: ,\n"),
        ["15:8: error: nothing can be dropped"]
    );
}

#[test]
fn a_missing_piece_is_reported_once_for_both_colours() {
    let missing = "15:13: error: there is no piece Z";
    for rules in ["Promotion: QZ\n", "Promotion: QZ\nPromotion: white=R\n"] {
        assert_eq!(complaints(rules), [missing], "{rules}");
    }
}

#[test]
fn complaints_about_hands() {
    for (rules, complaint) in [
        ("Drops: QZ\n", "15:9: error: there is no piece Z"),
        (
            "Drops: K\n",
            "15:8: error: a royal piece like K cannot be in hand",
        ),
        (
            "Drops: all P=0-7\n",
            "15:12: error: there are no ranks 0 to 7 of 8",
        ),
        (
            "Drops: all P=5-9\n",
            "15:12: error: there are no ranks 5 to 9 of 8",
        ),
        (
            "Drops: all P=5-4\n",
            "15:12: error: there are no ranks 5 to 4 of 8",
        ),
        (
            "Drops: all P=x\n",
            "15:12: error: `x` is not a range of ranks such as 2-7",
        ),
        ("Drops: N P=2-7\n", "15:10: error: white cannot drop P"),
        (
            "Drops: all no-mate=Z\n",
            "15:20: error: there is no piece Z",
        ),
        (
            "Drops: all no-mate=\n",
            "15:12: error: `no-mate=` is not understood here",
        ),
        (
            "Drops: no-captures\n",
            "15:8: error: nothing can be dropped",
        ),
        (
            "Drops: all some-day\n",
            "15:12: error: `some-day` is not understood here",
        ),
        (
            "Drops: 7\n",
            "15:8: error: `7` is not the letter of a piece",
        ),
        (
            "Gating: K\n",
            "15:9: error: a royal piece like K cannot be in hand",
        ),
        ("Gating: EX\n", "15:10: error: there is no piece X"),
        (
            "Hand: E\n",
            "15:7: error: white can neither gate nor drop E",
        ),
        (
            "Hand: red=E\nGating: E\n",
            "15:7: error: `red` is neither white nor black",
        ),
        (
            "Drops: all\nPromotion-Rule: captured\n",
            "15:8: error: promotion to captured pieces cannot be combined with drops of captured pieces",
        ),
    ] {
        let found = complaints(rules);
        assert!(
            found.iter().any(|text| text.contains(complaint)),
            "{rules}: {found:?}"
        );
        assert!(load(rules).is_err(), "{rules}");
    }
    let many = format!("Gating: E\nHand: {}\n", "E".repeat(60));
    assert!(complaints(&many)[0].contains("white has 76 pieces, more than 64"));
}

#[test]
fn hands_of_bad_positions() {
    let rules = load("Drops: all\n").unwrap();
    let read = |fen: &str| Position::from_fen(&rules.layout, fen);
    let full = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "P".repeat(64));
    let mut pos = read(&full).unwrap();
    assert_eq!(perft(&rules.tables, &mut pos, 1), 48 + 5);
    let more = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "P".repeat(65));
    assert!(matches!(read(&more), Err(FenError::Placement(_))));
    assert!(read("4k3/8/8/8/8/8/8/4K3[Px] w - - 0 1").is_err());
    // a mark after nothing, or after a piece that never promoted, is ignored
    for fen in ["~4k3/8/8/8/8/8/8/~4K3 w", "4k~3/8/8/8/8/8/P~7/4K3 w"] {
        assert_eq!(read(fen).unwrap().check_consistency(), Ok(()));
    }
}

#[test]
fn a_search_finds_a_drop() {
    // the queen mates on the last rank, where no pawn can be dropped in between
    let rules = load("Drops: all\n").unwrap();
    let game = at(&rules, "6k1/5ppp/8/8/8/8/5PPP/6K1[Qpp] w - - 0 1");
    let found = search(&game, 3);
    assert!(best(&game, &found).starts_with("Q@"));
    assert!(matches!(found.value, Value::Mate(1)), "{:?}", found.value);
}
