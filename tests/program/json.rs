//! What the sub-commands tell programs: JSON that can be read back, with the fields that docs/src/json.md
//! names.

use serde_json::Value as Json;

use crate::common::files::Folder;
use crate::common::process::{fmax, stdout};
use fmax::tools::check::Checked;
use fmax::tools::measure;
use fmax::tools::perft::Count;
use fmax::tools::playtest::report::Report;
use fmax::tools::suite::line::Line;
use fmax::tools::values::Values;
use fmax::tools::variants::Games;
use fmax::variant::Severity;

const FIELDS: &str = include_str!("../../docs/src/json.md");

/// What a command writes, which is one line that says the same again when it has been read.
fn json<T: serde::Serialize + serde::de::DeserializeOwned>(args: &[&str], status: i32) -> T {
    let output = fmax(&[args, &["--json"]].concat(), "");
    assert_eq!(output.status.code(), Some(status), "{args:?}");
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 1, "{text}");
    let read: T = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text.trim_end());
    assert_documented(args[0], &serde_json::from_str(&text).unwrap());
    read
}

/// Fails if the row of a command in docs/src/json.md leaves a field out.
fn assert_documented(command: &str, json: &Json) {
    let start = format!("| `{command}` |");
    let row = FIELDS
        .lines()
        .find(|line| line.starts_with(&start))
        .unwrap();
    match json {
        Json::Object(fields) => {
            for (name, value) in fields {
                assert!(row.contains(&format!("`{name}`")), "{name} is not in {row}");
                assert_documented(command, value);
            }
        }
        Json::Array(list) => list
            .iter()
            .for_each(|json| assert_documented(command, json)),
        _ => {}
    }
}

#[test]
fn games() {
    let Games { games } = json(&["variants"], 0);
    let omega = games.iter().find(|game| game.name == "omega").unwrap();
    assert_eq!((omega.files, omega.ranks), (12, 12));
    assert!(omega.listed && omega.playable && !omega.unnamed);
    assert!(!games[0].unnamed && games[0].name == "normal" && games[1].name != "normal");
    let hill = games.iter().find(|game| game.name == "king-of-the-hill");
    assert!(hill.unwrap().aliases.contains(&"kingofthehill".to_owned()));
}

#[test]
fn worths() {
    let values: Values = json(&["values", "--variant", "crazyhouse"], 0);
    assert_eq!(
        (values.game.as_str(), values.lines, values.pieces.len()),
        ("crazyhouse", 7, 11)
    );
    let queens = values.pieces.iter().filter(|value| value.letter == 'Q');
    let queens: Vec<_> = queens.map(|queen| (queen.promoted, queen.file)).collect();
    assert_eq!(queens, [(false, Some(550)), (true, Some(550))]);
    let capablanca: Values = json(&["values", "--variant", "capablanca"], 0);
    assert!(capablanca.pieces.iter().any(|value| value.mates.is_some()));
}

#[test]
fn counts() {
    let count: Count = json(&["perft", "--divide", "3"], 0);
    assert_eq!(
        (count.nodes, count.depth, count.game.as_str()),
        (8902, 3, "normal")
    );
    let moves = count.moves.unwrap();
    assert_eq!(moves.len(), 20);
    assert_eq!(moves.iter().map(|first| first.nodes).sum::<u64>(), 8902);
    assert!(moves.iter().any(|first| first.text == "b1c3"));
    let fen = "4k3/8/8/8/8/8/8/4K3 b - - 3 9";
    let count: Count = json(&["perft", "--fen", fen, "1"], 0);
    assert_eq!(
        (count.fen.as_str(), count.nodes, count.moves),
        (fen, 5, None)
    );
}

#[test]
fn positions() {
    let folder = Folder::new();
    let file = folder.write("a.epd", "7k/8/5K2/8/8/8/8/6R1 w - - bm Kf7; id \"x\";");
    let line: Line = json(&["suite", &file, "--depth", "5"], 0);
    assert_eq!(
        (line.id.as_deref(), line.best),
        (Some("x"), vec!["f6f7".to_owned()])
    );
    assert_eq!(line.score, Some(100_002));
    let (solved, searched) = (line.solved.unwrap(), line.searched);
    assert!(
        solved.depth >= 1 && solved.nodes <= searched.nodes,
        "{solved:?} {searched:?}"
    );
}

#[test]
fn complaints() {
    let folder = Folder::new();
    let text = "version 4.8(w)\nGame: x\n4x4\n0 3 0 0\n0 3 0 0\np:1 -16,6\np:1 16,6\n\
                k:-1 1,7 -1,7 4,7\nFoo: bar\n";
    let file = folder.write("json.ini", text);
    let checked: Checked = json(&["check", &file], 0);
    assert_eq!(
        (checked.file.as_str(), checked.games, checked.errors),
        (file.as_str(), 1, 0)
    );
    assert_eq!(checked.warnings, checked.diagnostics.len());
    let found = checked
        .diagnostics
        .iter()
        .find(|d| d.span.line == 9)
        .unwrap();
    assert_eq!((found.span.column, found.severity), (1, Severity::Warning));
    assert_eq!(found.message, "there is no rule `Foo`");
    // in the order of the file, whatever was found first
    let text = text.replace("k:-1", "k:-1 -16,8");
    let text = text.replacen("0 3 0 0", "0 9 0 0", 1);
    let checked: Checked = json(&["check", &folder.write("order.ini", &text)], 1);
    let lines: Vec<u32> = checked.diagnostics.iter().map(|d| d.span.line).collect();
    assert_eq!(lines, [4, 8, 8, 9]);
    let file = folder.write("bad.ini", "version\t4.8(w)\n8x8\n");
    let checked: Checked = json(&["check", &file], 1);
    assert_eq!((checked.games, checked.errors), (0, 1));
    assert!(checked.diagnostics[0].message.contains("version\t4.8(w)"));
    assert!(checked.diagnostics[0].hint.is_some());
}

#[test]
fn measurements() {
    let args = [
        "values",
        "los-alamos",
        "--measure",
        "--games=20",
        "--nodes=30",
    ];
    let more = ["--rounds=2", "--piece=camel", "--json"];
    let text = stdout(&fmax(&[&args[..], &more].concat(), ""));
    let report: measure::report::Report = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&report).unwrap(), text.trim_end());
    assert_documented("values --measure", &serde_json::from_str(&text).unwrap());
    assert_eq!((report.games, report.rounds.len()), (20, 2));
}

#[test]
fn playtests() {
    let folder = Folder::new();
    let data = folder.file("data");
    let args = [
        "playtest",
        "los-alamos",
        "--games=8",
        "--nodes=50",
        "--data",
        &data,
    ];
    let report: Report = json(&args, 0);
    assert_eq!((report.game.as_str(), report.games), ("los-alamos", 8));
    let shares = report.ends.iter().map(|end| end.games.count);
    assert_eq!(shares.sum::<u64>(), 8);
    let white = report.white.unwrap();
    assert_eq!(white.wins + white.draws + white.losses, 6);
    assert!(report.course[0].choices > 5.0 && report.pieces[0].at_start == 12.0);
}
