//! Conversion of variants for other programs: `fmax export` and `fmax import`.

mod hostile;
mod losses;
mod pyffish;
mod round_trip;
mod silent;

use fmax::tools::exchange::{Target, export};

use crate::common::files::Folder;
use crate::common::games::variants;
use crate::common::process::{fmax, stdout};

#[test]
fn an_imported_file_passes_the_check() {
    let folder = Folder::new();
    let text = "[mine:chess]\ncommoner = m\nstartFen = rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1\n\
                knight = -\npromotionPieceTypes = mqrb\nconnectN = 4\n[other:mine]\nking = k:KN\nqeen = q\n";
    let from = folder.write("variants.ini", text);
    let to = folder.file("mine.ini");
    let output = fmax(&["import", &from, "--output", &to], "");
    let report = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{report}");
    assert!(
        report.contains(":6:1: mine: lost: N pieces in a row win"),
        "{report}"
    );
    assert!(
        report.contains(":9:1: other: lost: Fairy-Stockfish has no key `qeen`"),
        "{report}"
    );
    let check = fmax(&["check", &to], "");
    assert!(check.status.success(), "{}", stdout(&check));
    assert!(stdout(&check).contains("2 games, 0 errors"));
    let perft = fmax(&["perft", "--ini", &to, "--variant", "other", "1"], "");
    assert!(stdout(&perft).contains("nodes 18"), "{}", stdout(&perft));
    // an existing file is not overwritten
    let again = fmax(&["import", &from, "--output", &to], "");
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("--force replaces it"));
    let one = fmax(&["import", &from, "--section", "other"], "");
    assert!(!stdout(&one).contains("Game: mine") && stdout(&one).contains("Game: other"));
}

#[test]
fn bad_files_are_reported() {
    let folder = Folder::new();
    let none = folder.file("none.ini");
    for (text, section, complaint) in [
        ("", "", "has no sections"),
        ("[a:nothing]\n", "", "it inherits from nothing"),
        (
            "[a]\nking = k\nstartFen = 8/8 w\n",
            "",
            "2 ranks where the board has 8",
        ),
        ("[a:chess]\n", "b", "has no section [b]"),
        (
            "[a]\nimmobile = p\nstartFen = 3/3/3 w\nmaxRank = 3\nmaxFile = 3\n",
            "",
            "nothing stands",
        ),
    ] {
        let path = folder.write("bad.ini", text);
        let mut arguments = vec!["import", &path];
        if !section.is_empty() {
            arguments.extend(["--section", section]);
        }
        let output = fmax(&arguments, "");
        let report = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(report.contains(complaint), "{text}: {report}");
    }
    assert_eq!(fmax(&["import", &none], "").status.code(), Some(1));
    assert_eq!(
        fmax(&["export", "--to", "nobody"], "").status.code(),
        Some(2)
    );
    let unknown = fmax(&["export", "--to", "xboard", "--variant", "nothing"], "");
    assert_eq!(unknown.status.code(), Some(1));
    let large = fmax(
        &["export", "--to", "variants-ini", "--variant", "alice"],
        "",
    );
    assert_eq!(large.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&large.stderr).contains("no second board"));
}

#[test]
fn xboard_gets_what_the_engine_sends() {
    let lines = fmax(&["export", "--to", "xboard", "--variant", "shogun"], "");
    let sent = fmax(&[], "xboard\nprotover 2\nvariant shogun\nquit\n");
    let sent: Vec<String> = (stdout(&sent).lines())
        .filter(|line| line.starts_with("setup ") || line.starts_with("piece "))
        .map(str::to_owned)
        .collect();
    assert!(sent.len() > 3, "{sent:?}");
    assert_eq!(stdout(&lines).lines().collect::<Vec<_>>(), sent);
}

#[test]
fn every_game_has_a_diagram() {
    let mut losses = 0;
    for variant in variants() {
        let Ok(diagram) = export(&variant, Target::Diagram, None) else {
            assert!(!variant.rules.alice.is_empty(), "{}", variant.name);
            continue;
        };
        losses += 1;
        let comment = diagram.text.split("-->").next().unwrap();
        assert!(
            comment.starts_with("<!-- ") && !comment[4..].contains("--"),
            "{comment}"
        );
        assert!(
            diagram
                .text
                .contains(&format!("\nfiles={}\n", variant.files))
        );
        // each piece line has five colons
        let lines = (diagram.text.lines()).skip_while(|line| !line.starts_with("satellite="));
        for line in lines.filter(|line| !line.contains('=') && !line.starts_with('<')) {
            assert_eq!(line.matches(':').count(), 5, "{}: {line}", variant.name);
        }
    }
    assert!(losses > 150);
}
