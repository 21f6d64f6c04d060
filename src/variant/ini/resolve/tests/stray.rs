//! Lines that should have been piece lines or rule lines, and prose that should not.

use super::*;

const LINES: [&str; 7] = [
    "p:100 fmWfcF",
    "p:100 fmWfcF",
    "k:-1 K",
    "n:325 N",
    "b:325 B",
    "R:500 R",
    "Q:900 Q",
];

/// The diagnostics of a variant whose piece lines begin in line 6, with one line replaced.
fn reported(number: usize, line: &str, tail: &str) -> Vec<String> {
    let mut lines = LINES;
    if let Some(old) = lines.get_mut(number - 1) {
        *old = line;
    }
    let rank = "6 4 5 7 3 5 4 6";
    let built = game(&format!(
        "8x8\n{rank}\n{rank}\n{}\n{tail}",
        lines.join("\n")
    ));
    let list = built.diagnostics.iter().map(ToString::to_string);
    list.map(|text| text.replace("test.ini:", "")).collect()
}

#[test]
fn a_piece_line_without_its_colon_is_the_only_error() {
    for (line, message) in [
        (
            "n 325 N",
            "9:1: error: behind the letter `n` of this piece line a colon is missing (hint: write `n:325 N`)",
        ),
        (
            "N KD",
            "9:1: error: behind the letter `N` of this piece line a colon and a value are missing (hint: \
             write `N:325 KD`, where 325 is what it is worth)",
        ),
        (
            "  n -325 14,7 -14,7",
            "9:3: error: behind the letter `n` of this piece line a colon is missing (hint: write `n:-325 \
             14,7 -14,7`)",
        ),
    ] {
        assert_eq!(reported(4, line, ""), [message]);
    }
    let number = reported(4, "325 N", "");
    assert_eq!(number.len(), 1);
    assert!(
        number[0]
            .starts_with("9:1: error: `325` is no piece line: its letter and a colon are missing"),
        "{number:?}"
    );
    // a line that is not a piece line: the back ranks then have numbers without a piece, which are reported
    let prose = reported(4, "A knight is a piece of chess", "");
    let numbers = prose
        .iter()
        .filter(|line| line.contains("without a piece line"));
    assert_eq!(numbers.count(), 14, "{prose:?}");
}

#[test]
fn piece_lines_below_the_list_are_reported() {
    let found = reported(8, "", "Promotion: Q\nA:800 BN\n");
    let late = "14:1: warning: the piece line `A:800` is not read: the piece list has ended (hint: piece \
                lines follow each other, with comments and rules below them)";
    assert_eq!(found, [late]);
    for tail in ["A pawn\n", "a b c\n", "\nA 800 BN\n", "A FIDE army\n"] {
        assert_eq!(reported(8, "", tail), [""; 0], "{tail}");
    }
}

#[test]
fn rules_without_a_colon_are_reported() {
    let found = reported(8, "", "Promotion NQ\nName: R=Rook\n");
    assert_eq!(
        found,
        [
            "13:1: warning: `Promotion` looks like a rule without its colon (hint: write `Promotion: NQ`)",
            "14:1: warning: the rule `Name` is not read: the variant has ended (hint: line 13 ends it, which \
             looks like a rule)",
        ]
    );
    for prose in [
        "Captures\n",
        "Promotion of pawns is as in chess, but for the third rank\n",
        "Promoted pawns\n",
        // eight words
        "Castling of both kings is as in chess\n",
    ] {
        assert_eq!(reported(8, "", prose), [""; 0], "{prose}");
    }
    let long = "Name R=Rook N=Knight B=Bishop K=King Q=Queen P=Pawn\n";
    assert_eq!(reported(8, "", long).len(), 1);
}

/// Files for Fairy-Max have prose after the pieces. It is not reported when such a file is only loaded.
#[test]
fn prose_is_taken_for_a_rule_among_rules_only() {
    let warnings = |tail: &str, options: ReadOptions| {
        let rank = "6 4 5 7 3 5 4 6";
        let text = format!(
            "{}\nGame: x\n8x8\n{rank}\n{rank}\n{}\n{tail}",
            source::VERSION_LINE,
            LINES.join("\n")
        );
        let file = source::read("test.ini", text.as_bytes()).unwrap();
        let list = resolve(&file.games[0], "test.ini", options).diagnostics;
        list.iter()
            .filter(|d| d.message.ends_with("looks like a rule without its colon"))
            .count()
    };
    let plain = ReadOptions::default();
    for (tail, loaded) in [
        ("Castling is as in chess\n", 0),
        ("Castling is as in chess\nMore: prose\n", 0),
        ("Promotion: Q\nCastling is as in chess\n", 1),
        ("Castling is as in chess\nPromotion: Q\n", 1),
    ] {
        assert_eq!(warnings(tail, plain), loaded, "{tail}");
        assert_eq!(warnings(tail, plain.with_slips()), 1, "{tail}");
    }
}

/// After the pieces of a file for Fairy-Max prose may begin with any word; among rules it may not.
#[test]
fn unknown_rules_are_errors_among_rules() {
    let hint =
        "(hint: the header of fmax.ini lists all rules; a comment among them begins with //)";
    let alone = format!("13:1: warning: there is no rule `Turns` {hint}");
    assert_eq!(reported(8, "", "Turns: capture\n"), [alone]);
    for (tail, line) in [
        ("Promotion: Q\nTurns: capture\n", 14),
        ("Turns: capture\nPromotion: Q\n", 13),
    ] {
        assert_eq!(
            reported(8, "", tail),
            [format!("{line}:1: error: there is no rule `Turns` {hint}")]
        );
    }
}
