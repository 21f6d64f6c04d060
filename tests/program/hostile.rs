//! Matches against broken or malicious engines.

use std::path::Path;
use std::time::{Duration, Instant};

use super::engine_match::{field, play, stand_in};
use crate::common::files::Folder;
use crate::common::process::{stderr, stdout};

/// The stand-in loses both games for this reason.
fn lost_for(way: &str, args: &[&str], reason: &str) -> String {
    let args = [&["--depth=1", "--grace=1000", "--openings=0"], args].concat();
    let (output, lines) = play(&stand_in(way), &args);
    assert_eq!(lines.len(), 2, "{way} {}", stderr(&output));
    for line in &lines {
        assert_eq!(field(line, "winner"), "A", "{way}");
        assert_eq!(field(line, "reason"), reason, "{way}");
    }
    stderr(&output)
}

#[test]
fn output_without_end_or_measure() {
    // unasked output in many short lines, or in one endless line, does no harm
    lost_for("chatter", &["--stall=60"], "resignation");
    lost_for("endless", &["--stall=60"], "resignation");
}

#[test]
fn an_engine_that_cannot_be_started_loses() {
    let said = lost_for("deadborn", &[], "failure to start");
    assert_eq!(
        said.matches("loses a game: it has crashed").count(),
        2,
        "{said}"
    );
    lost_for("thousands", &[], "failure to start");
    // the engine loses one game, and is not started again after it
    let folder = Folder::new();
    let way = format!("once \"{}\"", folder.file("mark"));
    let (_, lines) = play(&stand_in(&way), &["--depth=1", "--openings=0", "--games=4"]);
    let reasons: Vec<&str> = lines.iter().map(|line| field(line, "reason")).collect();
    let absent = "failure to start";
    assert_eq!(reasons, ["resignation", absent, absent, absent]);
}

#[test]
fn a_match_against_nobody_ends() {
    let args = ["--depth=1", "--openings=0", "--games=100"];
    let (output, lines) = play(&stand_in("deadborn"), &args);
    assert_eq!(lines.len(), 10);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.contains("could not be started 10 times in a row"),
        "{said}"
    );
    let table = stdout(&output);
    assert!(table.contains("failure to start 10\n"), "{table}");
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_outlives_the_match() {
    let folder = Folder::new();
    let way = format!("sleeper \"{}\"", folder.file("pid"));
    lost_for(&way, &[], "resignation");
    let process = format!("/proc/{}", folder.read("pid").trim());
    assert!(!is_running(Path::new(&process)), "{process}");
    let begin = Instant::now();
    lost_for("stubborn", &[], "resignation");
    assert!(begin.elapsed() < Duration::from_secs(20));
}

/// True if the process still exists after some seconds and still has memory of its own: a killed process ends only
/// when it is scheduled.
#[cfg(target_os = "linux")]
pub(super) fn is_running(process: &Path) -> bool {
    let alive = || {
        let status = std::fs::read_to_string(process.join("status")).unwrap_or_default();
        status.contains("State:") && !status.contains("State:\tZ")
    };
    let begin = std::time::Instant::now();
    while alive() && begin.elapsed().as_secs() < 10 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    alive()
}

#[test]
fn nothing_reaches_the_terminal_or_the_files() {
    let folder = Folder::new();
    let (pgn, log) = (folder.file("pgn"), folder.file("log"));
    let args = ["--depth=1", "--openings=0", "--pgn", &pgn, "--log", &log];
    let (output, lines) = play(&stand_in("terminal"), &args);
    assert_eq!(lines.len(), 2, "{}", stderr(&output));
    assert!(
        lines
            .iter()
            .all(|line| field(line, "reason") == "illegal move")
    );
    let texts = [
        ("stdout", stdout(&output)),
        ("stderr", stderr(&output)),
        ("pgn", folder.read("pgn")),
        ("jsonl", lines.join("\n")),
        ("log", folder.read("log")),
    ];
    for (name, text) in &texts {
        let bad = |c: &char| (c.is_control() && *c != '\n') || *c == '\u{202e}';
        assert_eq!(text.chars().find(bad), None, "{name}: {text:?}");
    }
    // and the game is not lost
    assert!(
        texts[2].1.contains("e\\\\u{1b}[2Jvil\\\\u{202e}"),
        "{}",
        texts[2].1
    );
}
