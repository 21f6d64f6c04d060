//! Variants that start from a FEN instead of back ranks and pawns.

use std::sync::Arc;

use fmax::board::Position;
use fmax::movegen::perft::perft;
use fmax::ruleset::Ruleset;
use fmax::types::Rng;
use fmax::variant::FindError;

use crate::common::games::{ARRAY, PIECES, complaints as complaints_of, parse, try_load};

/// A variant on 8x8 that starts from a FEN.
fn load(fen: &str) -> Result<Arc<Ruleset>, FindError> {
    // a rook with an initial move
    let pieces = PIECES.replace(
        "R:444 1,3 -16,3 -1,3 16,3",
        "R:444 1,3 -16,3 -1,3 16,3 -16,E4",
    );
    try_load(&format!("{ARRAY}{pieces}Start: {fen}\n"))
}

fn started(fen: &str) -> Arc<Ruleset> {
    load(fen).unwrap()
}

#[test]
fn a_game_may_start_from_a_fen() {
    let rules = started("4k3/8/8/8/P7/8/1P6/R3K2R");
    let start = rules.start();
    assert_eq!(start.gui_fen(), "4k3/8/8/8/P7/8/1P6/R3K2R w KQ - 0 1");
    let virgin = |pos: &Position| -> Vec<String> {
        let squares = pos.virgins();
        squares.iter().map(|sq| sq.name(8)).collect()
    };
    // the pawn that has left the pawn rank is not virgin
    assert_eq!(virgin(&start), ["a1", "e1", "h1", "b2"]);
    // a pawn on its rank has not moved, even if the start has none there
    let other = Position::from_fen(&rules.layout, "4k3/8/8/8/8/8/P7/R3K2R").unwrap();
    assert_eq!(virgin(&other), ["a1", "e1", "h1", "a2"]);

    // the fields behind the board
    let rules = started("4k3/8/8/8/P7/8/1P6/R3K2R b Q - 3 7");
    assert_eq!(rules.start().fen(), "4k3/8/8/8/P7/8/1P6/R3K2R b Q - 3 7");
    let read = Position::from_fen(&rules.layout, "4k3/8/8/8/P7/8/1P6/R3K2R").unwrap();
    assert_eq!(read.fen(), "4k3/8/8/8/P7/8/1P6/R3K2R w KQ - 0 1");

    // pieces that have not moved, away from the back rank
    let rules = started("4k3/r7/8/8/8/8/8/R3K2R w");
    let fen = rules.start().fen();
    let read = Position::from_fen(&rules.layout, &fen).unwrap();
    assert_eq!(virgin(&read), virgin(&rules.start()));
    assert_eq!(read.fen(), fen);
    assert_eq!(read.key(), rules.start().key());
    assert_eq!(
        Position::start(rules.layout.clone()).check_consistency(),
        Ok(())
    );
}

#[test]
fn pawns_push_from_their_rank_only() {
    // one step for the pawn on a4, two for the pawn on b2, and the king's moves
    let rules = started("k7/8/8/8/P7/8/1P6/7K");
    assert_eq!(perft(&rules.tables, &mut rules.start(), 1), 1 + 2 + 3);
}

/// With any text after `Start:` the variant is refused or playable.
#[test]
fn damaged_start_positions_are_refused_or_can_be_played() {
    let good = b"r3k2r/pp1p4/8/2b2P2/3Q4/8/P4PPP/RN2K2R w KQkq - 0 1";
    let spare = b"kKqQrRbBnNpP/12345678 -~[]wb.:#";
    let mut rng = Rng::new(1);
    let mut random = |below| rng.below(below);
    let mut played = 0;
    for _ in 0..2000 {
        let mut fen = good.to_vec();
        for _ in 0..=random(3) {
            fen[random(good.len())] = spare[random(spare.len())];
        }
        fen.truncate(good.len() - random(8) * random(8));
        let Ok(rules) = load(&String::from_utf8(fen).unwrap()) else {
            continue;
        };
        let mut pos = rules.start();
        assert_eq!(pos.check_consistency(), Ok(()));
        assert_eq!(
            Position::from_fen(&rules.layout, &pos.fen()).unwrap().key(),
            pos.key()
        );
        perft(&rules.tables, &mut pos, 1);
        played += 1;
    }
    assert!(played > 100, "{played}");
}

/// A `Start:` line accepts all fields of a FEN: hands, and the checks still to give.
#[test]
fn hands_and_checks_are_part_of_a_start() {
    let lines = |lines: &str| try_load(&format!("{ARRAY}{PIECES}{lines}\n"));
    let rules = lines("Drops: all\nStart: 4k3/8/8/8/8/8/8/4K3[NNbp] b - - 0 1").unwrap();
    let start = rules.start();
    assert_eq!(start.fen(), "4k3/8/8/8/8/8/8/4K3[NNpb] b - - 0 1");
    let again = Position::from_fen(&rules.layout, &start.fen()).unwrap();
    assert_eq!(again.key(), start.key());
    for checks in ["3+2 0 1", "+0+1 0 1", "0 1 +0+1"] {
        let text = format!("Checks: 3\nStart: 4k3/8/8/8/8/8/8/4K2R w K - {checks}");
        let fen = lines(&text).unwrap().start().fen();
        assert_eq!(fen, "4k3/8/8/8/8/8/8/4K2R w K - 3+2 0 1");
    }
    let complaints = |text: &str| {
        let library = parse(&format!("{ARRAY}{PIECES}{text}\n"));
        complaints_of(&library)
    };
    // one error is enough, and it names the cause
    for (text, complaint) in [
        (
            "Start: 4k3/8/8/8/8/8/8/4K3[N]",
            "white can neither gate nor drop N",
        ),
        (
            "Drops: N\nStart: 4k3/8/8/8/8/8/8/4K3[N",
            "a closing bracket is missing",
        ),
        (
            "Drops: N\nStart: 4k3/8/8/8/8/8/8/4K3[Z]",
            "there is no piece Z",
        ),
        (
            "Drops: N\nStart: 4k3/8/8/8/8/8/8/4K3[K]",
            "a royal piece like K cannot be in hand",
        ),
        (
            "Drops: N\nHand: N\nStart: 4k3/8/8/8/8/8/8/4K3[N]",
            "the pieces in hand are given here and in a line Hand",
        ),
        (
            "Start: 4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1",
            "`3+3` is not a move counter",
        ),
        (
            "Start: 4k3/8/8/8/8/8/8/4K3 w x",
            "`x` are not castling rights here",
        ),
        (
            "Extinction: P\nStart: 4k3/8/8/8/8/8/8/4Kz2",
            "no piece `z` in this variant",
        ),
    ] {
        let found = complaints(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].contains(complaint), "{text}: {found:?}");
    }
}
