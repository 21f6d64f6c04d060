//! Engines that fail, played by a shell script.

use std::time::{Duration, Instant};

use super::*;

#[test]
fn a_node_clock_needs_an_engine_that_reports_nodes() {
    let (output, lines) = play(&stand_in("resign"), &["--nps=1000"]);
    assert!(stderr(&output).contains("has not the feature nps"));
    assert!(output.status.code() != Some(0) && lines.is_empty());
}

#[test]
fn every_failure_has_its_reason() {
    let ways = [
        ("illegal", "--depth=1", "illegal move", 1),
        ("nonsense", "--depth=1", "illegal move", 1),
        ("crash", "--depth=1", "crash", 1),
        ("silent", "--depth=1", "stall", 1),
        ("silent", "--tc=1", "time forfeit without a move", 1),
        ("silent", "--movetime=1", "time forfeit without a move", 1),
        ("greedy", "--nps=10000", "time forfeit", 0),
        ("claim", "--depth=1", "false claim", 1),
        ("refuse", "--depth=1", "refusal of a legal move", 1),
        ("resign", "--depth=1", "resignation", 0),
        // is replaced after the first game
        ("hang", "--tc=1", "stall", 1),
        // reads nothing
        ("deaf", "--depth=1", "failure to start", 1),
        ("flood", "--depth=1", "flood", 1),
    ];
    let begin = Instant::now();
    at_once(&ways, |&(way, limit, reason, status)| {
        let stall = match way {
            "deaf" | "flood" => "--stall=60",
            _ => "--stall=2",
        };
        // generous, so that our engine does not fail on a busy machine
        let args = [limit, stall, "--grace=1000", "--openings=2"];
        let (output, lines) = play(&stand_in(way), &args);
        assert_eq!(lines.len(), 2, "{way} {}", stderr(&output));
        for line in &lines {
            assert_eq!(field(line, "winner"), "A", "{way}");
            assert_eq!(field(line, "reason"), reason, "{way}");
        }
        assert_eq!(output.status.code(), Some(status), "{way}");
        let text = stdout(&output);
        assert!(text.contains(&format!(": {reason} 2\n")), "{way}: {text}");
        let says_so = text.contains("\nstand-in has made no move in any game\n");
        assert_eq!(says_so, reason.ends_with("without a move"), "{way}: {text}");
        assert!(!text.contains("played twice"), "{way}: {text}");
    });
    assert!(begin.elapsed() < Duration::from_secs(55));
}

/// The last stderr lines of a failing engine are shown, but not again for each of many failures.
#[test]
fn the_last_words_of_an_engine_are_shown() {
    let args = ["--depth=1", "--openings=0", "--games=6"];
    let ways = [
        (
            "crash",
            "crash: line 3\n  crash: line 4\n",
            "crash: line 12\n",
            "crash 6",
        ),
        (
            "deadborn",
            "its stderr:\n  deadborn: no network\n",
            "network\n",
            "failure to start 6",
        ),
    ];
    at_once(&ways, |&(way, first, last, reason)| {
        let (output, lines) = play(&stand_in(way), &args);
        assert_eq!(lines.len(), 6);
        assert_eq!(output.status.code(), Some(1));
        let said = stderr(&output);
        for text in [first, last] {
            assert_eq!(said.matches(text).count(), 3, "{way}: {said}");
        }
        assert!(!said.contains("line 2\n"), "{said}");
        let text = stdout(&output);
        assert!(
            text.contains(reason) && !text.contains("played twice"),
            "{text}"
        );
    });
}

#[test]
fn a_draw_needs_two() {
    let args = ["--depth=9", "--stall=2", "--openings=0"];
    // our engine declines, since it is hardly behind after the first move, and the stand-in as black only offers
    let (_, lines) = play(&stand_in("offer"), &args);
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| field(line, "reason") == "stall"));
    // white offers a draw with its move, black accepts
    let folder = Folder::new();
    let both = stand_in("offer");
    let mut command = program();
    command.args(["match", &both, &both, "--jsonl", &folder.file("games")]);
    assert_eq!(command.args(args).output().unwrap().status.code(), Some(0));
    let text = folder.read("games");
    assert_eq!(text.lines().count(), 2);
    for line in text.lines() {
        assert_eq!(field(line, "reason"), "agreement");
        assert_eq!(field(line, "winner"), "null");
        assert_eq!(list(line, "moves"), ["e2e4"]);
    }
}

#[test]
fn an_engine_that_ignores_variant_is_restarted() {
    let args = [
        "--variant=normal,nocastle",
        "--games=4",
        "--depth=1",
        "--openings=0",
    ];
    let (output, lines) = play(&stand_in("sticky"), &args);
    assert_eq!(lines.len(), 8, "{}", stderr(&output));
    for line in &lines {
        assert_eq!(field(line, "reason"), "resignation", "{line}");
    }
}

#[test]
fn variants_that_an_engine_does_not_know() {
    let args = [
        "--variant=normal,nocastle,capablanca",
        "--depth=1",
        "--openings=0",
    ];
    let (output, lines) = play(&stand_in("resign"), &args);
    let played: Vec<&str> = lines.iter().map(|line| field(line, "variant")).collect();
    assert_eq!(played, ["normal", "normal", "nocastle", "nocastle"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(
        text.contains("capablanca: not played, stand-in does not know it"),
        "{text}"
    );
}

/// An engine that lists only other variants is not given chess either, as in XBoard; an engine that lists no variants
/// is given chess.
#[test]
fn an_engine_that_does_not_list_chess() {
    let args = ["--variant=normal", "--depth=1", "--openings=0"];
    let (output, lines) = play(&stand_in("narrow"), &args);
    assert_eq!(lines, [""; 0]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stdout(&output),
        "no game has been played\nnormal: not played, stand-in does not know it\n"
    );
    assert_eq!(
        stderr(&output),
        "fmax: stand-in does not know normal; it lists the games chu, nocastle\n"
    );
    let (output, lines) = play(&stand_in("narrow"), &["--variant=nocastle", "--depth=1"]);
    assert_eq!(lines.len(), 2, "{}", stderr(&output));
    let (output, lines) = play(&stand_in("unlisted"), &args);
    assert_eq!(lines.len(), 2, "{}", stderr(&output));
    assert_eq!(warnings(&output), "");
}
