//! Export and import report exactly what they lose, for rules that the other program reads differently.

use std::sync::Arc;

use fmax::tools::exchange::import::{Imported, import};
use fmax::tools::exchange::{Export, Target, export};
use fmax::variant::Variant;

use crate::common::files::Folder;
use crate::common::games::{find, library, read, variant};
use crate::common::process::{fmax, stdout};

/// The array of chess with some rule lines.
pub fn with_rules(name: &str, rules: &str) -> Arc<Variant> {
    let text = format!(
        "version 4.8(w)\n\nGame: {name}\n8x8\n5 3 4 7 8 4 3 5\n5 3 4 7 8 4 3 5\np:100 fmWfcF\np:100 fmWfcF\n\
         N:300 N\nB:300 B\nR:500 R\nA:300 K\nQ:900 Q\nK:-1 K\n{rules}\n"
    );
    find(&read(&text), name)
}

fn to_fairy(variant: &Arc<Variant>) -> Export {
    export(variant, Target::VariantsIni, None).unwrap()
}

fn to_diagram(variant: &Arc<Variant>) -> Export {
    export(variant, Target::Diagram, None).unwrap()
}

fn imported(text: &str) -> Vec<Imported> {
    import(library(), text)
}

/// The lines of the first variant of a file, and the reported losses.
fn first(text: &str) -> (String, Vec<String>) {
    let game = imported(text).swap_remove(0);
    let losses = game.losses.into_iter().map(|remark| remark.text);
    (game.game.unwrap(), losses.collect())
}

#[test]
fn kings_face_each_other_on_ranks_as_well() {
    let facing = |name: &str| {
        let losses = to_fairy(&variant(name)).losses;
        losses
            .into_iter()
            .filter(|loss| loss.contains("face each other"))
            .collect::<Vec<_>>()
    };
    // they do so in both programs
    assert_eq!(facing("synochess"), [""; 0]);
    // they do not leave their palaces
    assert_eq!(facing("xiangqi"), [""; 0]);
    let expected = "kings face each other on ranks as well";
    assert_eq!(facing("empire"), [expected]);
    let (lines, _) = first("[a:xiangqi]\n[b:synochess]\n");
    assert!(lines.contains("\nFacing: illegal\n"), "{lines}");
}

#[test]
fn promoted_pieces_get_the_letters_of_the_other_program() {
    let text = to_fairy(&variant("elven")).text;
    let line = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap_or_else(|| panic!("no {key} in {text}"))
            .to_owned()
    };
    assert!(!text.contains("promotedPieceType"), "{text}");
    assert!(!line("startFen = ").contains('+'), "{text}");
    // if the key exists, a plus has the same meaning on both sides
    let shogi = to_fairy(&variant("shogi"));
    assert!(shogi.text.contains("promotedPieceType"), "{}", shogi.text);
    assert!(
        !shogi
            .notes
            .iter()
            .any(|note| note.contains("has the letter"))
    );
}

/// Pieces that cannot move in the other program are reported, and have a text, so that the section can be read.
#[test]
fn pieces_without_a_form_are_reported() {
    for (name, pieces) in [("cylinder", "NB"), ("team-mate", "CA")] {
        let Export { text, losses, .. } = to_fairy(&variant(name));
        let custom = text.lines().filter(|line| line.starts_with("customPiece"));
        for line in custom {
            let (_, moves) = line.split_once(':').unwrap();
            assert!(!moves.is_empty(), "{name}: {line}");
        }
        for letter in pieces.chars() {
            let start = format!("{letter} cannot move: ");
            let found = losses.iter().any(|loss| loss.starts_with(&start));
            assert!(found, "{name}: {losses:?}");
        }
        assert!(imported(&text)[0].game.is_ok(), "{name}");
    }
}

/// The names of sections must differ in more than case.
#[test]
fn twins_are_exported_under_two_names() {
    let head = |name: &str| {
        let text = stdout(&fmax(
            &["export", "--to", "variants-ini", "--variant", name],
            "",
        ));
        let head = text.lines().find(|line| line.starts_with('['));
        head.unwrap_or_default().to_owned()
    };
    assert_eq!(head("ai-wok"), "[fmax-ai-wok]");
    assert_eq!(head("Ai-wok"), "[fmax-ai-wok-2]");
    assert_eq!(head("Cambodian"), "[fmax-cambodian-2]");
}

#[test]
fn chases_are_those_of_the_kinds() {
    let (lines, losses) = first("[a:xiangqi]\n");
    let rule = lines.lines().find(|line| line.starts_with("Repetition:"));
    assert_eq!(
        rule,
        Some(
            "Repetition: perpetual-check loses perpetual-chase loses always=C,H>R always=A,E>R always=A,E>C always=A,E>H"
        )
    );
    assert_eq!(losses, [""; 0]);
    // our janggi lacks some of these
    let reported = to_fairy(&variant("xiangqi")).losses;
    assert!(
        reported
            .iter()
            .any(|loss| loss.contains("A>R, A>C, A>H, E>R")),
        "{reported:?}"
    );
    // and minixiangqi has neither advisors nor elephants
    assert_eq!(to_fairy(&variant("minixiangqi")).losses, [""; 0]);
}

#[test]
fn only_the_points_of_janggi_are_counted() {
    let points = |rule: &str| {
        let losses = to_fairy(&with_rules("mine", rule)).losses;
        losses.iter().any(|loss| loss.contains("points"))
    };
    assert!(points("Draws: points Q=9 R=5 B,N=3 black=1.5"));
    assert!(points("Draws: points R=13"));
    assert!(points("Draws: points R=13 black=2.5"));
    assert!(!points("Draws: points R=13 black=1.5"));
    let janggi = to_fairy(&variant("janggi")).losses;
    assert!(
        !janggi.iter().any(|loss| loss.contains("points")),
        "{janggi:?}"
    );
}

#[test]
fn counts_that_cannot_be_exported_are_lost() {
    for (line, rule, expected) in [
        (
            "nMoveRule = 5000",
            "Move-Rule: 1000",
            "after 1000 of each side, not after 5000",
        ),
        (
            "nMoveRule = 0",
            "Move-Rule: 1000",
            "after 1000 of each side, not never",
        ),
        ("nMoveRule = 70", "Move-Rule: 70", ""),
        (
            "nMoveRuleTypes = n",
            "",
            "moves of P count as pawn moves here",
        ),
        (
            "nMoveRuleTypes = -",
            "",
            "moves of P count as pawn moves here",
        ),
        (
            "nMoveRuleTypes = pn",
            "",
            "moves of N do not count as pawn moves here",
        ),
        ("nMoveRuleTypes = n\nnMoveRule = 0", "", "not never"),
        ("nFoldRule = 0", "", "has come 3 times, not never"),
        ("nFoldRule = 2", "", "has come 3 times, not 2"),
        ("nFoldRule = 4", "", "has come 3 times, not 4"),
    ] {
        let (lines, losses) = first(&format!("[a:chess]\n{line}\n"));
        assert!(
            rule.is_empty() || lines.contains(&format!("\n{rule}\n")),
            "{line}: {lines}"
        );
        let all = losses.join("\n");
        assert!(
            all.contains(expected) && all.is_empty() == expected.is_empty(),
            "{line}: {all}"
        );
    }
    let bare = |theirs: u32| {
        first(&format!(
            "[a:chess]\nextinctionValue = draw\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n\
             extinctionOpponentPieceCount = {theirs}\n"
        ))
    };
    let (lines, losses) = bare(0);
    assert!(
        lines.contains("\nBare-King: draw\n") && losses.is_empty(),
        "{lines} {losses:?}"
    );
    let (lines, losses) = bare(5);
    assert!(!lines.contains("Bare-King"), "{lines}");
    assert!(
        losses
            .iter()
            .any(|loss| loss.contains("the other one has 5")),
        "{losses:?}"
    );
}

#[test]
fn the_diagram_promotes_correctly_or_not_at_all() {
    let lines = |export: &Export| -> Vec<String> {
        let own = export
            .text
            .lines()
            .filter(|line| line.starts_with("promo") || line.starts_with("maxPromote"));
        own.map(str::to_owned).collect()
    };
    // a rule that hides former pawns makes them look like what they promoted to
    for name in [
        "crazyhouse",
        "shouse",
        "bughouse",
        "capahouse",
        "dragonfly",
        "makhouse",
    ] {
        let found = to_diagram(&variant(name));
        assert_eq!(lines(&found)[0], "maxPromote=1", "{name}: {}", found.text);
        assert_eq!(lines(&found).len(), 3, "{name}: {}", found.text);
    }
    for (rule, why) in [
        (
            "Promotion-Rule: squares=a1-h8 capturing",
            "here only a capture promotes",
        ),
        ("Promotion-Rule: squares=d8-e8", "are not whole ranks"),
        ("Promotion-Rule: ranks=2 in-place", "where they stand"),
    ] {
        let found = to_diagram(&with_rules("mine", rule));
        assert_eq!(lines(&found), ["maxPromote=0"], "{rule}: {}", found.text);
        let reported: Vec<&String> = (found.losses.iter())
            .filter(|loss| loss.contains("on the diagram nothing is promoted"))
            .collect();
        assert!(
            reported.len() == 1 && reported[0].contains(why),
            "{rule}: {:?}",
            found.losses
        );
        // and the text states the whole rule
        assert!(
            found
                .losses
                .iter()
                .any(|loss| loss.starts_with("Pawns promote ")
                    || loss.starts_with("A pawn that captures becomes ")),
            "{:?}",
            found.losses
        );
    }
    let plain = to_diagram(&with_rules("mine", ""));
    assert_eq!(
        lines(&plain),
        ["maxPromote=1", "promoZone=1", "promoChoice=QNBRA"]
    );
    assert_eq!(plain.losses, [""; 0]);
    let other = to_diagram(&with_rules("mine", "Promotion: white=Q black=R"));
    let reported = other.losses.join("\n");
    assert!(
        reported.contains("on the diagram P may become any of Q, R"),
        "{reported}"
    );
}

#[test]
fn xboard_support_is_not_overstated() {
    let reported = |name: &str| {
        let found = export(&variant(name), Target::Xboard, None).unwrap();
        (found.text.is_empty(), found.notes, found.losses)
    };
    let (empty, notes, _) = reported("shatranj");
    assert!(
        empty && notes.len() == 1 && notes[0].contains("by its name"),
        "{notes:?}"
    );
    // more types of pieces than pictures
    let letters = ('A'..='Z').filter(|letter| !"PNBRAQK".contains(*letter));
    let many: Vec<String> = letters.map(|letter| format!("{letter}:300 K")).collect();
    let start = "Start: cdefghij/lmostuvw/xyzq3k/8/8/XYZQ3K/LMOSTUVW/CDEFGHIJ w - - 0 1";
    let game = with_rules("plenty", &format!("{}\n{start}", many.join("\n")));
    let found = export(&game, Target::Xboard, None).unwrap();
    assert_eq!((found.text.as_str(), found.notes.len()), ("", 0));
    assert!(
        found.losses[0].starts_with("everything: XBoard does not know plenty"),
        "{:?}",
        found.losses
    );
}

#[test]
fn names_are_valid_variant_names() {
    let folder = Folder::new();
    let path = folder.write(
        "names.ini",
        "[Chess One # x:chess]\n[below:Chess One # x]\n[:chess]\n[below:chess]\n[BELOW:chess]\n[(!):chess]\n",
    );
    let output = fmax(&["import", &path], "");
    let games = stdout(&output);
    let reported = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(1));
    let names: Vec<&str> = games
        .lines()
        .filter_map(|line| line.strip_prefix("Game: "))
        .collect();
    assert_eq!(names, ["Chess-One---x", "below"]);
    for (line, text) in [
        (1, "`Chess One # x`: the game is called Chess-One---x here"),
        (3, "no name that a game can have"),
        (4, "there is a section of this name above"),
        (5, "another game is called BELOW already"),
        (6, "no name that a game can have"),
    ] {
        let own = reported
            .lines()
            .find(|own| own.contains(&format!(".ini:{line}:1:")));
        assert!(
            own.is_some_and(|own| own.contains(text)),
            "{line}: {reported}"
        );
    }
}

/// A section whose name is not valid for a variant can still be a parent of other sections.
#[test]
fn sections_below_inherit_from_one_whose_name_is_refused() {
    let names = |text: &str| -> Vec<(String, Result<(), String>)> {
        let all = imported(text).into_iter();
        all.map(|one| (one.name, one.game.map(|_| ()))).collect()
    };
    let refused = |name: &str, reason: &str| (name.to_owned(), Err(reason.to_owned()));
    let made = |name: &str| (name.to_owned(), Ok(()));
    let text = "[FOO:chess]\n[Foo:chess]\nmaxRank = 6\nstartFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n[x:Foo]\n";
    assert_eq!(
        names(text),
        [
            made("FOO"),
            refused("Foo", "another game is called Foo already"),
            made("x"),
        ]
    );
    // the variant inherits from that section
    assert!(imported(text)[2].game.as_ref().unwrap().contains("\n8x6"));
    assert_eq!(
        names("[(!):chess]\n[y:(!)]\n"),
        [
            refused("(!)", "it has no name that a game can have"),
            made("y"),
        ]
    );
    // the first of two sections with the same name counts
    let text = "[a:chess]\n[a:shatranj]\n[b:a]\n";
    assert_eq!(
        names(text),
        [
            made("a"),
            refused("a", "there is a section of this name above"),
            made("b"),
        ]
    );
}

#[test]
fn only_wanted_sections_are_read_and_what_they_inherit() {
    let folder = Folder::new();
    // with broken sections in between
    let mut text: String = (0..3000).map(|n| format!("[x{n}]\nfoo = bar\n")).collect();
    text += "[first:chess]\nmaxFile = 77\n[second:first]\ncommoner = m\npromotionPieceTypes = m\n[third:second]\nfoo = bar\n";
    let path = folder.write("many.ini", &text);
    let output = fmax(&["import", &path, "--section", "second"], "");
    let reported = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{reported}");
    assert!(stdout(&output).contains("Game: second") && stdout(&output).contains("\nM:? "));
    assert!(!reported.contains("foo"), "{reported}");
    text += &(0..3000).map(|n| format!("[y{n}]\n")).collect::<String>();
    let path = folder.write("many.ini", &text);
    let output = fmax(&["import", &path], "");
    let reported = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        reported.contains("6003 sections") && reported.contains("--section NAME"),
        "{reported}"
    );
}
