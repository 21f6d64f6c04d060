//! Castling that wins, or that deprives the opponent of castling.

use fmax::movegen::{GameEnd, WinReason};
use fmax::types::Color;
use fmax::variant::describe::Pages;

use crate::common::games::{ARRAY, PIECES, complaints, game, load, parse};
use crate::common::play::{moves_from, play};

#[test]
fn castling_bars_the_same_wing() {
    let mut board = game("opposite-castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&mut board, "e1g1");
    assert_eq!(board.position().fen(), "r3k2r/8/8/8/8/8/8/R4RK1 b q - 1 1");
    let castlings = moves_from(&board, "e8");
    assert!(castlings.contains(&"e8c8".to_owned()), "{castlings:?}");
    assert!(!castlings.contains(&"e8g8".to_owned()), "{castlings:?}");
    assert!(board.undo());
    assert_eq!(
        board.position().fen(),
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    );
    play(&mut board, "e1c1");
    assert_eq!(board.position().fen(), "r3k2r/8/8/8/8/8/8/2KR3R b k - 1 1");
}

#[test]
fn castling_wins_and_its_loss_loses() {
    let fen = "r3k2r/7p/8/8/8/8/7P/R3K2R b KQkq - 0 1";
    let mut board = game("castle", fen);
    assert_eq!(board.outcome(), None);
    play(&mut board, "e8c8");
    assert_eq!(
        board.outcome(),
        Some(GameEnd::Win(Color::Black, WinReason::Castled))
    );
    assert!(board.legal_moves().is_empty());
    assert!(board.undo());
    // castling on the other wing does not win, and ends the right
    play(&mut board, "e8g8");
    assert_eq!(
        board.outcome(),
        Some(GameEnd::Win(Color::White, WinReason::CannotCastle))
    );
    assert!(board.undo());
    play(&mut board, "h7h6");
    assert_eq!(board.outcome(), None);
    // nor is white's castling
    play(&mut board, "e1c1");
    assert_eq!(board.outcome(), None);
    let mut taken = game("castle", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&mut taken, "a1a8");
    assert_eq!(
        taken.outcome(),
        Some(GameEnd::Win(Color::White, WinReason::CannotCastle))
    );
}

#[test]
fn castling_rules_are_described_and_checked() {
    let rules = load(&format!("{ARRAY}{PIECES}Castling: opposite wins=KQk\n"));
    let described = Pages::new(rules.variant()).rules.join("\n");
    for line in [
        "Once a side has castled, the other one can castle to the other wing only.",
        "White wins by castling, and loses",
        "Black wins by castling to the right, and loses",
    ] {
        assert!(described.contains(line), "{described}");
    }
    let found = complaints(&parse(&format!("{ARRAY}{PIECES}Castling: wins=x\n")));
    assert!(
        found[0].contains("`wins=x` is not understood here"),
        "{found:?}"
    );
}
