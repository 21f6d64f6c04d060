//! `fmax new`: writing the file of a new variant.

use std::process::Output;

use crate::common::files::Folder;
use crate::common::process::{fmax, stderr, stdout};

fn new(args: &[&str]) -> Output {
    fmax(&[&["new"], args].concat(), "")
}

#[test]
fn a_variant_from_flags_is_checked_shown_and_played() {
    let folder = Folder::new();
    let file = folder.file("griffons.ini");
    let output = new(&[
        "griffons",
        "--output",
        &file,
        "--board",
        "9x9",
        "--army",
        "rook knight griffon queen king phoenix griffon knight rook",
        "--pieces",
        "phoenix=WA",
        "--promotion",
        "queen griffon",
        "--rule",
        "stalemate-loses",
        "--rule",
        "Checks: 5",
        "--description",
        "Griffons for bishops",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("fmax show --ini"),
        "{}",
        stdout(&output)
    );
    let checked = stdout(&fmax(&["check", &file], ""));
    assert!(
        checked.ends_with("1 game, 0 errors, 0 warnings\n"),
        "{checked}"
    );
    let shown = stdout(&fmax(
        &["show", "--ini", &file, "--variant", "griffons"],
        "",
    ));
    for part in [
        "Griffons for bishops",
        "Griffon",
        "Phoenix",
        "Stalemate loses",
        "WA",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let counted = fmax(&["perft", "2", "--ini", &file, "--variant", "griffons"], "");
    assert_eq!(counted.status.code(), Some(0), "{}", stderr(&counted));
    // an existing file stays
    let text = folder.read("griffons.ini");
    let again = new(&["griffons", "--output", &file]);
    assert_eq!(again.status.code(), Some(1));
    assert!(
        stderr(&again).contains("is there already"),
        "{}",
        stderr(&again)
    );
    assert_eq!(folder.read("griffons.ini"), text);
}

#[test]
fn a_variant_with_another_army() {
    let folder = Folder::new();
    let other = folder.file("wide.ini");
    let output = new(&["wide", "--from", "capablanca", "--output", &other]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let perft = |args: &[&str]| stdout(&fmax(&[&["perft", "3", "--json"], args].concat(), ""));
    let nodes = |text: String| {
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        report["nodes"].as_u64().unwrap()
    };
    // the new variant has exactly the moves of the variant it is based on
    let own = nodes(perft(&["--ini", &other, "--variant", "wide"]));
    assert_eq!(own, nodes(perft(&["--variant", "capablanca"])));
}

#[test]
fn bad_flags_are_refused() {
    let folder = Folder::new();
    let file = folder.file("x.ini");
    for (args, code, part) in [
        (&["Big"][..], 1, "no name for a game"),
        (&[], 1, "fmax new griffons --board 9x9"),
        (&["x", "--army", "rook"], 1, "one for each file"),
        (&["x", "--pieces", "a=Foo"], 1, "hint"),
        (&["x", "--board", "huge"], 1, "no board"),
        (&["x", "--from", "chss"], 1, "chss"),
        (&["x", "--rule", "gravity"], 1, "no rule gravity"),
        (
            &["x", "--army", "R N B Q K B N R"],
            1,
            "there is no piece R: did you mean rook or",
        ),
        (
            &["x", "--pieces", "dove=KD:450", "--promotion", "queen"],
            1,
            "dove is in no army, and pawns do not become one: name it in --army",
        ),
        (&["x", "--castling", "maybe"], 2, "yes or no is expected"),
    ] {
        let output = new(&[args, &["--output", &file]].concat());
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(part), "{args:?}: {said}");
        assert!(!std::path::Path::new(&file).exists(), "{args:?}");
    }
    let listed = stdout(&new(&["--list"]));
    for part in ["high-priestess", "griffon", "berolina-pawn", "three-checks"] {
        assert!(listed.contains(part), "{part}: {listed}");
    }
}

/// A piece defined by the user is added to the variant even if the army does not use it.
#[test]
fn pieces_of_no_army_are_there_to_be_promoted_to() {
    let folder = Folder::new();
    let file = folder.file("doves.ini");
    let args = ["doves", "--output", &file, "--pieces", "dove=KD"];
    let output = new(&args);
    let said = stdout(&output);
    assert!(
        said.contains("mind:        dove is in no army; pawns can become one\n"),
        "{said}"
    );
    let text = folder.read("doves.ini");
    assert!(
        text.contains("\nD:? KD\n") && text.contains("D=Dove"),
        "{text}"
    );
    // pawns promote to queens, as in chess
    assert!(text.contains("\nPromotion: Q"), "{text}");
    assert!(
        text.contains("A new piece belongs behind the last one"),
        "{text}"
    );
    let checked = stdout(&fmax(&["check", &file], ""));
    assert!(
        checked.ends_with("1 game, 0 errors, 0 warnings\n"),
        "{checked}"
    );
    // no advice when the piece is in the army
    let army = "rook dove bishop queen king bishop dove rook";
    let output = new(&[&args[..], &["--force", "--army", army]].concat());
    assert!(!stdout(&output).contains("mind:"), "{}", stdout(&output));
}

#[test]
fn answers_as_the_help_shows_them() {
    let folder = Folder::new();
    let file = folder.file("few.ini");
    for (answer, castles) in [("yes", true), ("no", false), ("true", true), ("n", false)] {
        let args = ["few", "--output", &file, "--force", "--castling", answer];
        let output = new(&args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(
            folder.read("few.ini").contains("KisO2"),
            castles,
            "{answer}"
        );
    }
    // an army may begin with an empty square, and the name of the pawn is the name in the list
    let army = [
        "--army",
        "- - - queen king - - -",
        "--pawns",
        "shatranj-pawn",
    ];
    let output = new(&[&["few", "--output", &file, "--force"], &army[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        folder.read("few.ini").contains("\n0 0 0 "),
        "{}",
        folder.read("few.ini")
    );
    let help = stdout(&new(&["--help"]));
    let listed = stdout(&new(&["--list"]));
    for pawn in [
        "shatranj-pawn",
        "berolina-pawn",
        "triple-pawn",
        "wildebeest-pawn",
        "cylinder-pawn",
    ] {
        assert!(
            help.contains(pawn) && listed.contains(pawn),
            "{pawn}: {help}"
        );
    }
}
