//! Imported sections whose legal moves are known from pyffish.

use std::process::Output;

use crate::common::files::Folder;
use crate::common::process::{fmax, stdout};

/// The result of `fmax import` on some sections.
struct Imported {
    folder: Folder,
    messages: String,
}

fn import(sections: &str) -> Imported {
    let folder = Folder::new();
    let from = folder.write("variants.ini", sections);
    let output = fmax(&["import", &from, "--output", &folder.file("out.ini")], "");
    let messages = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{messages}");
    Imported { folder, messages }
}

impl Imported {
    fn perft(&self, variant: &str, more: &[&str]) -> Output {
        let file = self.folder.file("out.ini");
        let mut arguments = vec!["perft", "--ini", &file, "--variant", variant];
        arguments.extend(more);
        fmax(&arguments, "")
    }

    /// The legal moves of a position, or of the start position, in order.
    fn moves(&self, variant: &str, fen: Option<&str>) -> Vec<String> {
        let mut arguments = vec!["--divide", "1"];
        arguments.extend(fen.map(|_| "--fen"));
        arguments.extend(fen);
        let output = self.perft(variant, &arguments);
        let text = stdout(&output);
        let counted = text.lines().filter_map(|line| line.split_once(": "));
        let mut moves: Vec<String> = counted.map(|(mv, _)| mv.to_owned()).collect();
        moves.sort();
        assert!(!moves.is_empty(), "{variant}: {output:?}");
        moves
    }

    /// Asserts that these are the legal moves.
    fn check(&self, variant: &str, fen: Option<&str>, expected: &str) {
        let mut expected: Vec<&str> = expected.split_whitespace().collect();
        expected.sort_unstable();
        assert_eq!(
            self.moves(variant, fen),
            expected,
            "{variant}: {}",
            self.messages
        );
    }
}

const KING: &str = "e1d1 e1d2 e1e2 e1f1 e1f2";

/// Drops of a letter on all squares of these ranks except the kings' squares.
fn drops(letter: char, ranks: std::ops::RangeInclusive<u8>) -> String {
    let files = 'a'..='h';
    let all = files.flat_map(|file| ranks.clone().map(move |rank| format!("{file}{rank}")));
    let open = all.filter(|square| square != "e1" && square != "e8");
    open.map(|square| format!("{letter}@{square} ")).collect()
}

#[test]
fn placed_pawns_obey_their_keys() {
    let found = import(
        "[a:chess]\npawn = -\ncustomPiece1 = f:fmW2\npromotionPawnTypes = f\npieceDrops = true\nmustDrop = true\n\
         startFen = 4k3/8/8/8/8/8/8/4K3[FFff] w - - 0 1\n\
         [b:chess]\npieceDrops = true\nmustDrop = true\nfirstRankPawnDrops = true\n\
         startFen = 4k3/8/8/8/8/8/8/4K3[PPpp] w - - 0 1\n\
         [c:chess]\npawn = -\nshogiPawn = p\npieceDrops = true\nmustDrop = true\n\
         startFen = 4k3/8/8/8/8/8/8/4K3[PPpp] w - - 0 1\n",
    );
    found.check("a", None, &drops('F', 1..=8));
    found.check("b", None, &drops('P', 1..=7));
    found.check("c", None, &drops('P', 1..=8));
    let black = "4k3/8/8/8/8/8/8/4K3[PPpp] b - - 0 1";
    found.check("b", Some(black), &drops('P', 2..=8));
}

#[test]
fn pseudo_royals_need_no_extinction() {
    let found = import(
        "[a:chess]\nking = -\ncommoner = k\ncastling = false\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n\
         startFen = 4k3/8/8/8/8/8/4R3/4K3 b - - 0 1\n",
    );
    found.check("a", None, "e8d7 e8d8 e8f7 e8f8");
    assert_eq!(found.messages, "");
}

#[test]
fn pawns_may_stay_pawns_on_the_last_rank() {
    let start = "startFen = 4k3/P7/8/8/8/8/p7/4K3";
    let found = import(&format!(
        "[a:chess]\nmandatoryPawnPromotion = false\n{start} w - - 0 1\n\
         [b:a]\nimmobilityIllegal = true\n\
         [c:shogi]\nimmobilityIllegal = false\nstartFen = 4k4/P8/9/9/9/9/9/p8/4K4[] w - - 0 1\n\
         [d:shogi]\nstartFen = 4k4/P8/9/9/9/9/9/p8/4K4[] w - - 0 1\n\
         [e:d]\npromotedPieceType = p:-\n"
    ));
    let promotions = "a7a8b a7a8n a7a8q a7a8r";
    found.check("a", None, &format!("{KING} a7a8 {promotions}"));
    found.check("b", None, &format!("{KING} {promotions}"));
    found.check("c", None, &format!("{KING} a8a9 a8a9+"));
    found.check("d", None, &format!("{KING} a8a9+"));
    found.check("e", None, KING);
    // the pawn has no moves from there
    let stuck = Some("P3k3/8/8/8/8/8/p7/4K3 w - - 0 1");
    found.check("a", stuck, KING);
    let black = Some("4k3/8/8/8/8/8/p7/6K1 b - - 0 1");
    let own = "e8d7 e8d8 e8e7 e8f7 e8f8";
    found.check("a", black, &format!("{own} a2a1 a2a1b a2a1n a2a1q a2a1r"));
}

#[test]
fn halves_of_kings_and_queens_keep_the_border() {
    let start = "startFen = 4k3/8/8/8/3G4/8/8/4K3 w - - 0 1";
    let found = import(&format!(
        "[a:chess]\ncustomPiece1 = g:fhK\n{start}\n[b:chess]\ncustomPiece1 = g:rhQ\n{start}\n\
         [c:chess]\ncustomPiece1 = g:lhQ2\n{start}\n[d:chess]\ncustomPiece1 = g:fhW\n{start}\n"
    ));
    found.check("a", None, &format!("{KING} d4c4 d4c5 d4d5 d4e4 d4e5"));
    let right =
        "d4d1 d4d2 d4d3 d4d5 d4d6 d4d7 d4d8 d4e3 d4e4 d4e5 d4f2 d4f4 d4f6 d4g1 d4g4 d4g7 d4h4 d4h8";
    found.check("b", None, &format!("{KING} {right}"));
    let left = "d4b2 d4b4 d4b6 d4c3 d4c4 d4c5 d4d2 d4d3 d4d5 d4d6";
    found.check("c", None, &format!("{KING} {left}"));
    assert_eq!(found.messages, "");
}

#[test]
fn a_range_of_one_is_a_step() {
    let start = "startFen = 4k3/8/8/8/3G4/8/8/4K3 w - - 0 1";
    let texts = ["W1F1", "R1B1", "Q1", "K1", "N1", "mR1cB1"];
    let sections = texts.map(|text| format!("[{text}:chess]\ncustomPiece1 = g:{text}\n{start}\n"));
    let found = import(&sections.concat());
    assert_eq!(found.messages, "");
    let around = "d4c3 d4c4 d4c5 d4d3 d4d5 d4e3 d4e4 d4e5";
    for text in ["W1F1", "R1B1", "Q1", "K1"] {
        found.check(text, None, &format!("{KING} {around}"));
    }
    let leaps = "d4b3 d4b5 d4c2 d4c6 d4e2 d4e6 d4f3 d4f5";
    found.check("N1", None, &format!("{KING} {leaps}"));
    found.check("mR1cB1", None, &format!("{KING} d4c4 d4d3 d4d5 d4e4"));
}

#[test]
fn flags_that_are_not_true_are_false() {
    let words = ["f", "False", "TRUE", "1", ""];
    for word in words {
        let found = import(&format!(
            "[a:chess]\ndoubleStep = {word}\ncastling = {word}\n"
        ));
        let reported = found
            .messages
            .matches("is neither true nor false; it counts as false");
        assert_eq!(reported.count(), 2, "{}", found.messages);
        let moves = found.moves("a", None);
        assert!(!moves.contains(&"e2e4".to_owned()), "{word}: {moves:?}");
        assert_eq!(moves.len(), 12, "{word}");
        let castles = Some("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
        assert!(!found.moves("a", castles).contains(&"e1g1".to_owned()));
    }
}

#[test]
fn pieces_without_moves_stand_where_they_are() {
    let start = "startFen = 4k3/8/8/8/3G4/8/8/4K3 w - - 0 1";
    let texts = ["gN", "nC", "AA", "pD", "x", "nH"];
    let sections = texts.map(|text| format!("[{text}:chess]\ncustomPiece1 = g:{text}\n{start}\n"));
    let found = import(&sections.concat());
    for text in texts {
        found.check(text, None, KING);
    }
    assert_eq!(found.messages, "");
}

#[test]
fn gating_takes_two_keys() {
    let start = "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Ee] w KQBCDFGkqbcdfg - 0 1";
    let found = import(&format!(
        "[a:chess]\nchancellor = e\nseirawanGating = true\n{start}\n\
         [b:chess]\nchancellor = e\nseirawanGating = true\ngating = true\n{start}\n"
    ));
    let gates = |variant: &str| found.moves(variant, None).contains(&"b1c3e".to_owned());
    assert!(!gates("a") && gates("b"), "{}", found.messages);
    assert!(
        found.messages.contains(":3:1: a: lost: ") && found.messages.contains("gating"),
        "{}",
        found.messages
    );
}

#[test]
fn other_pieces_that_capture_in_passing_are_reported() {
    let start = "startFen = 4k3/3p4/8/4Z3/4z3/8/3P4/4K3 w - - 0 1";
    let found = import(&format!(
        "[a:chess]\ncustomPiece1 = z:fmWfceF\n{start}\n[b:chess]\ncustomPiece1 = z:fmWfcF\nenPassantTypes = pz\n{start}\n\
         [c:chess]\ncustomPiece1 = z:fmWfcF\n{start}\n"
    ));
    for place in [":2:1: a: lost: Z", ":5:1: b: lost: Z"] {
        assert!(found.messages.contains(place), "{}", found.messages);
    }
    assert!(!found.messages.contains(" c: "), "{}", found.messages);
}
