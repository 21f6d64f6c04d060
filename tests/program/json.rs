//! The JSON that sub-commands print: one line, with exactly the fields listed in docs/src/json.md.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use crate::common::files::Folder;
use crate::common::process::{fmax, stdout};

const FIELDS: &str = include_str!("../../docs/src/json.md");

/// The output of a command.
fn json(args: &[&str], status: i32) -> Json {
    json_of(args[0], args, status)
}

/// The output of a command that is documented under another name.
fn json_of(row: &str, args: &[&str], status: i32) -> Json {
    let output = fmax(&[args, &["--json"]].concat(), "");
    assert_eq!(output.status.code(), Some(status), "{args:?}");
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 1, "{text}");
    let read = serde_json::from_str(&text).unwrap();
    let (found, documented) = (fields(&read), documented(row));
    assert!(found.is_subset(&documented), "{found:?} {documented:?}");
    read
}

/// The output of a command, which has all of its documented fields.
fn complete(row: &str, args: &[&str]) -> Json {
    let read = json_of(row, args, 0);
    assert_eq!(fields(&read), documented(row), "{args:?}");
    read
}

/// The fields that docs/src/json.md lists for a command.
fn documented(command: &str) -> BTreeSet<&'static str> {
    let start = format!("| `{command}` |");
    let mut rows = FIELDS.lines().filter_map(|line| line.strip_prefix(&start));
    let quoted = rows.next().unwrap().split('`').skip(1).step_by(2);
    let is_field = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    quoted.filter(is_field).collect()
}

/// All fields, also those of lists and of other fields.
fn fields(json: &Json) -> BTreeSet<&str> {
    match json {
        Json::Object(members) => {
            let inner = members.values().flat_map(fields);
            members.keys().map(String::as_str).chain(inner).collect()
        }
        Json::Array(list) => list.iter().flat_map(fields).collect(),
        _ => BTreeSet::new(),
    }
}

/// The entry of a list that has this value in a field.
fn find<'j>(list: &'j Json, field: &str, value: &str) -> &'j Json {
    let mut all = list.as_array().unwrap().iter();
    all.find(|entry| entry[field] == value).unwrap()
}

#[test]
fn pieces_and_rules() {
    let chess = complete("show", &["show", "--variant", "normal"]);
    assert_eq!(chess["pieces"].as_array().unwrap().len(), 7);
    let king = find(&chess["pieces"], "letter", "K");
    assert_eq!(
        (&king["royal"], &king["value"], &king["owner"]),
        (&true.into(), &Json::Null, &Json::Null)
    );
    let knight = find(&chess["pieces"], "letter", "N");
    assert_eq!(knight["betza"], "N");
    assert_eq!(knight["empty"], 5.25);
    let spartan = json(&["show", "--variant", "spartan"], 0);
    let hoplite = find(&spartan["pieces"], "owner", "black");
    assert!(hoplite["moves"][0].is_string(), "{hoplite}");
    assert_eq!(spartan["author"], "Steven Streetman, 2010");
    let one = json(&["show", "--variant", "normal", "N"], 0);
    assert_eq!(one["pieces"].as_array().unwrap().len(), 1);
    let output = fmax(&["show", "--json", "--html", "chess.html"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn games() {
    let games = &complete("variants", &["variants"])["games"];
    let omega = find(games, "name", "omega");
    assert_eq!((&omega["files"], &omega["ranks"]), (&12.into(), &12.into()));
    assert_eq!(
        (&omega["listed"], &omega["playable"]),
        (&true.into(), &true.into())
    );
    assert_eq!(omega["unnamed"], false);
    assert!(games[0]["unnamed"] == false && games[0]["name"] == "normal");
    assert_ne!(games[1]["name"], "normal");
    let hill = &find(games, "name", "king-of-the-hill")["aliases"];
    assert!(hill.as_array().unwrap().contains(&"kingofthehill".into()));
}

#[test]
fn worths() {
    let values = complete("values", &["values", "--variant", "crazyhouse"]);
    assert_eq!(
        (&values["game"], &values["lines"]),
        (&"crazyhouse".into(), &7.into())
    );
    let pieces = values["pieces"].as_array().unwrap();
    assert_eq!(pieces.len(), 11);
    let queens = pieces.iter().filter(|value| value["letter"] == "Q");
    let queens: Vec<_> = queens
        .map(|queen| (&queen["promoted"], &queen["file"]))
        .collect();
    assert_eq!(
        queens,
        [(&false.into(), &550.into()), (&true.into(), &550.into())]
    );
    let capablanca = json(&["values", "--variant", "capablanca"], 0);
    let mut pieces = capablanca["pieces"].as_array().unwrap().iter();
    assert!(pieces.any(|value| value["mates"].is_number()));
}

#[test]
fn counts() {
    let count = complete("perft", &["perft", "--divide", "3"]);
    assert_eq!(
        (&count["nodes"], &count["depth"]),
        (&8902.into(), &3.into())
    );
    assert_eq!(count["game"], "normal");
    let moves = count["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 20);
    let nodes = moves.iter().map(|first| first["nodes"].as_u64().unwrap());
    assert_eq!(nodes.sum::<u64>(), 8902);
    find(&count["moves"], "move", "b1c3");
    let fen = "4k3/8/8/8/8/8/8/4K3 b - - 3 9";
    let count = json(&["perft", "--fen", fen, "1"], 0);
    assert_eq!((&count["fen"], &count["nodes"]), (&fen.into(), &5.into()));
    assert!(count["moves"].is_null());
}

#[test]
fn positions() {
    let folder = Folder::new();
    let file = folder.write("a.epd", "7k/8/5K2/8/8/8/8/6R1 w - - bm Kf7; id \"x\";");
    let line = complete("suite", &["suite", &file, "--depth", "5"]);
    assert_eq!(line["id"], "x");
    assert_eq!(line["best"], serde_json::json!(["f6f7"]));
    assert_eq!(line["score"], 100_002);
    let nodes = |search: &Json| search["nodes"].as_u64().unwrap();
    assert!(line["solved"]["depth"].as_u64().unwrap() >= 1, "{line}");
    assert!(nodes(&line["solved"]) <= nodes(&line["searched"]), "{line}");
}

#[test]
fn complaints() {
    let folder = Folder::new();
    let text = "version 4.8(w)\nGame: x\n4x4\n0 3 0 0\n0 3 0 0\np:1 -16,6\np:1 16,6\n\
                k:-1 1,7 -1,7 4,7\nFoo: bar\n";
    let file = folder.write("json.ini", text);
    let checked = complete("check", &["check", &file]);
    assert_eq!(
        (&checked["games"], &checked["errors"]),
        (&1.into(), &0.into())
    );
    assert_eq!(checked["file"], file.as_str());
    let diagnostics = checked["diagnostics"].as_array().unwrap();
    assert_eq!(checked["warnings"], diagnostics.len());
    let found = diagnostics.iter().find(|d| d["line"] == 9).unwrap();
    assert_eq!(
        (&found["column"], &found["severity"]),
        (&1.into(), &"warning".into())
    );
    assert_eq!(found["message"], "there is no rule `Foo`");
    // in the order of the file, not in the order of the checks
    let text = text.replace("k:-1", "k:-1 -16,8");
    let text = text.replacen("0 3 0 0", "0 9 0 0", 1);
    let checked = json(&["check", &folder.write("order.ini", &text)], 1);
    let lines = checked["diagnostics"].as_array().unwrap().iter();
    let lines: Vec<_> = lines.map(|d| d["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [4, 8, 8, 9]);
    let file = folder.write("bad.ini", "version\t4.8(w)\n8x8\n");
    let checked = json(&["check", &file], 1);
    assert_eq!(
        (&checked["games"], &checked["errors"]),
        (&0.into(), &1.into())
    );
    let first = &checked["diagnostics"][0];
    assert!(
        first["message"]
            .as_str()
            .unwrap()
            .contains("version\t4.8(w)")
    );
    assert!(first["hint"].is_string());
}

#[test]
fn measurements() {
    let args = [
        "values",
        "los-alamos",
        "--measure",
        "--games=20",
        "--nodes=30",
        "--rounds=2",
        "--piece=camel",
    ];
    let report = complete("values --measure", &args);
    assert_eq!(report["games"], 20);
    assert_eq!(report["rounds"].as_array().unwrap().len(), 2);
}

#[test]
fn mates() {
    let report = complete("mates", &["mates", "--sets", "R"]);
    assert_eq!(report["sets"][0]["longest"], 16);
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
    let report = complete("playtest", &args);
    assert_eq!(
        (&report["game"], &report["games"]),
        (&"los-alamos".into(), &8.into())
    );
    let ends = report["ends"].as_array().unwrap().iter();
    assert_eq!(
        ends.map(|end| end["games"]["count"].as_u64().unwrap())
            .sum::<u64>(),
        8
    );
    let results = ["wins", "draws", "losses"].map(|name| report["white"][name].as_u64().unwrap());
    assert_eq!(results.iter().sum::<u64>(), 6);
    assert!(report["course"][0]["choices"].as_f64().unwrap() > 5.0);
    assert_eq!(report["pieces"][0]["at_start"], 12.0);
}
