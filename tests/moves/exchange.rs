//! Static exchange evaluation: the material won by a sequence of captures on one square.

use fmax::types::TypeId;

use crate::common::games::game;

/// The exchange value of a move, found by trying thresholds. Each letter has a round value, independent
/// of the values in the file.
fn worth(name: &str, fen: &str, mv: &str) -> i32 {
    let game = game(name, fen);
    let variant = game.rules().variant();
    let mut values = vec![0; variant.pieces.len() + 1];
    for (id, piece) in variant.types() {
        values[id.index()] = match piece.letter {
            'P' => 100,
            'N' | 'B' | 'G' => 300,
            'R' => 500,
            'Q' => 900,
            'K' => 400,
            _ => 0,
        };
    }
    let mv = game.parse_move(mv).unwrap();
    let mut pos = game.position().clone();
    let value = |id: TypeId| values[id.index()];
    let victim = pos.captured_square(mv);
    let grown = mv
        .promotion()
        .map_or(0, |id| value(id) - value(pos.type_on(mv.from())));
    let gain = value(pos.type_on(victim)) + grown;
    let tables = &game.rules().tables;
    let before = pos.fen();
    let wins = |threshold: &i32| tables.see_ge(&mut pos, mv, gain, *threshold, &values);
    let found = (-2000..=2000).rev().step_by(100).find(wins).unwrap();
    assert_eq!(pos.fen(), before);
    // all smaller thresholds must hold as well
    let all = (-2000..=found)
        .step_by(100)
        .all(|threshold| tables.see_ge(&mut pos, mv, gain, threshold, &values));
    assert!(all, "{fen} {mv:?}");
    found
}

#[test]
fn captures_in_turn_win_the_balance() {
    for (fen, mv, expected) in [
        // no recapture
        (
            "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
            "e1e5",
            100,
        ),
        // a knight for a pawn
        (
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5",
            -200,
        ),
        // a rook behind a rook, on both sides
        ("4r1k1/4r3/8/4p3/8/4R3/4R3/4Q1K1 w - - 0 1", "e3e5", 100),
        ("4r1k1/4r3/8/4p3/8/4R3/8/4Q1K1 w - - 0 1", "e3e5", -400),
        // a quiet move to an attacked square, and a quiet move to a square that is attacked and defended
        ("4k3/8/2p5/8/8/8/3Q4/3K4 w - - 0 1", "d2d5", -900),
        ("4k3/8/5b2/8/3p4/8/1N6/3K1R2 w - - 0 1", "b2d3", 0),
        // the king recaptures only if the square is not attacked
        ("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", -400),
        // promotion, where the new queen can be captured
        ("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", 1100),
        ("rn5k/P7/8/8/8/8/8/6K1 w - - 0 1", "a7b8q", 200),
        // en passant
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
    ] {
        assert_eq!(worth("normal", fen, mv), expected, "{fen} {mv}");
    }
}

#[test]
fn hoppers_guard() {
    let guarded = "4k3/2g5/2p5/2p5/8/8/8/2R1K3 w - - 0 1";
    assert_eq!(worth("grasshopper", guarded, "c1c5"), -400);
    let free = "4k3/2g5/8/2p5/8/8/8/2R1K3 w - - 0 1";
    assert_eq!(worth("grasshopper", free, "c1c5"), 100);
}

#[test]
fn a_spare_royal_may_be_lost() {
    // the king captures the queen and the knight recaptures, but there is another king
    let fen = "1gkcck2/hhhhhQhh/2l2w2/6N1/8/8/8/4K3 b - - 0 1";
    assert_eq!(worth("spartan", fen, "f8f7"), 500);
    // the only royal is safe on every legal square
    let fen = "4k3/5Q2/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(worth("normal", fen, "e8f7"), 900);
}
