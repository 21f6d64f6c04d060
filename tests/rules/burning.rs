//! Pieces that burn adjacent enemies.

use fmax::variant::describe::Pages;

use crate::common::games::{ARRAY, PIECES, complaints, game, load, parse};
use crate::common::play::{board, moves_from, play};

/// The board after a move, which is then undone.
fn after(fen: &str, mv: &str) -> String {
    let mut game = game("firedemon", fen);
    let before = game.position().clone();
    play(&mut game, mv);
    let between = board(&game);
    assert!(game.undo());
    assert_eq!(game.position().fen(), before.fen());
    assert_eq!(game.position().key(), before.key());
    between
}

#[test]
fn enemies_beside_it_are_burnt() {
    // by a quiet move and by a capture; friends are not burnt
    let fen = "k7/8/2n1n3/2bPp3/8/1nn5/8/F3K3 w - - 0 1";
    assert_eq!(after(fen, "a1b2"), "k7/8/2n1n3/2bPp3/8/8/1F6/4K3");
    let fen = "k7/8/8/2rPr3/2pnn3/8/8/F3K3 w - - 5 9";
    assert_eq!(after(fen, "a1d4"), "k7/8/8/3P4/3F4/8/8/4K3");
    let mut quiet = game("firedemon", "k7/8/8/2p5/8/8/8/F3K3 w - - 5 9");
    play(&mut quiet, "a1d4");
    assert_eq!(quiet.position().fen(), "k7/8/8/8/3F4/8/8/4K3 b - - 0 9");
    // a captured rook no longer castles
    let mut castle = game("firedemon", "f3k3/8/8/8/8/8/8/4K2R b K - 4 1");
    play(&mut castle, "a8g2");
    assert_eq!(castle.position().fen(), "4k3/8/8/8/8/8/6f1/4K3 w - - 0 2");
}

#[test]
fn pieces_that_arrive_beside_it_are_burnt() {
    let fen = "k7/8/8/4f3/8/8/3P1N2/F3K3 w - - 0 1";
    assert_eq!(after(fen, "f2g4"), "k7/8/8/4f3/6N1/8/3P4/F3K3");
    assert_eq!(after(fen, "f2d3"), "k7/8/8/4f3/8/3N4/3P4/F3K3");
    assert_eq!(after(fen, "f2e4"), "k7/8/8/4f3/8/8/3P4/F3K3");
    // the demon that arrives is burnt before it could burn
    assert_eq!(after(fen, "a1d4"), "k7/8/8/4f3/8/8/3P1N2/4K3");
    // no en-passant capture is left
    let mut push = game("firedemon", fen);
    play(&mut push, "d2d4");
    let burnt = "k7/8/8/4f3/8/8/5N2/F3K3 b - - 0 1";
    assert_eq!(push.position().fen(), burnt);
    // the piece may still be captured
    let taken = "k7/8/8/4f3/3P4/8/8/4K3 w - - 0 1";
    assert_eq!(after(taken, "d4e5"), "k7/8/8/4P3/8/8/8/4K3");
    // a piece that promotes to a burning piece burns nothing yet
    let promoted = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(after(promoted, "a7a8f"), "Fn2k3/8/8/8/8/8/8/4K3");
}

#[test]
fn royals_fear_the_fire() {
    let fire = |fen: &str| {
        let game = game("firedemon", fen);
        let check = game.rules().tables.in_check(game.position());
        let king: Vec<String> = moves_from(&game, "h8");
        (check, king.join(" "))
    };
    // the burning piece could go to f8, adjacent to g7 and g8
    assert_eq!(
        fire("7k/8/8/8/8/F7/8/6K1 b - - 0 1"),
        (false, "h8h7".to_owned())
    );
    // from d3 the burning piece can go to h7
    assert!(fire("7k/8/8/8/8/3F4/8/6K1 b - - 0 1").0);
    // an own demon burns enemies that arrive beside it, and so protects its king
    assert!(!fire("6fk/8/8/8/8/3F4/8/6K1 b - - 0 1").0);
    // if a burning piece could arrive beside a square, the king castles neither away from it nor across it
    let castling =
        |fen: &str| moves_from(&game("firedemon", fen), "e1").contains(&"e1g1".to_owned());
    assert!(castling("k7/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert!(!castling("k7/8/8/8/f7/8/8/4K2R w K - 0 1"));
    assert!(!castling("k7/8/8/f7/8/8/8/4K2R w K - 0 1"));
    // no king moves beside a burning piece
    let beside = game("firedemon", "7k/8/8/3f4/8/8/3K4/8 w - - 0 1");
    let moves = moves_from(&beside, "d2");
    assert!(!moves.iter().any(|mv| mv.ends_with('3')), "{moves:?}");
}

#[test]
fn the_rule_is_described_and_checked() {
    let rules = load(&format!("{ARRAY}{PIECES}Burning: QR\n"));
    let described = Pages::new(rules.variant()).rules.join("\n");
    for line in [
        "A move of queen (Q) and rook (R) burns all enemies on the squares around its target.",
        "Any other piece that moves to a square beside queen (Q) and rook (R) of the enemy is \
         burnt; royal pieces may not move there.",
    ] {
        assert!(described.contains(line), "{described}");
    }
    for (lines, complaint) in [
        ("Burning: K", "K is royal, and cannot burn other pieces"),
        ("Burning: P", "P burns, so it has to capture as it moves"),
        (
            "Burning: Q\nDrops: all",
            "pieces that burn others cannot be combined with",
        ),
        (
            "Burning: Q\nCaptures: explode",
            "pieces that burn others cannot be combined with",
        ),
    ] {
        let found = complaints(&parse(&format!("{ARRAY}{PIECES}{lines}\n")));
        assert!(
            found.iter().any(|line| line.contains(complaint)),
            "{found:?}"
        );
    }
}
