//! `fmax suite`: searching positions with known best moves.

use std::collections::HashSet;
use std::process::Output;

use serde_json::Value as Json;

use crate::common::files::Folder;
use crate::common::process::{fmax, stderr, stdout};

/// A mate in one, a mate in two, a knight to win, and a bad move that no search finds.
const POSITIONS: &str = "\
# of several games
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";
7k/8/5K2/8/8/8/8/6R1 w - - 0 1 bm Kf7 g1g5; am Kf5; variant normal;
4k3/8/8/3n4/8/8/8/3RK3 w - - bm Rxd5; variant \"makruk\"; c0 \"no game cares\";
4k3/8/8/3q4/8/8/8/3RK3 w - - am Rxd5; id \"a;b\";
";

fn suite(file: &str, args: &[&str]) -> Output {
    fmax(&[&["suite", file], args].concat(), "")
}

/// The output of a successful run.
fn report_of(file: &str, args: &[&str]) -> String {
    let output = suite(file, args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    stdout(&output)
}

/// The columns of a row of the table.
fn row(text: &str, name: &str) -> Vec<String> {
    let row = text
        .lines()
        .find(|line| line.starts_with(&format!("{name} ")));
    let row = row.unwrap_or_else(|| panic!("no {name} in {text}"));
    row.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_table_of_solved_positions() {
    let folder = Folder::new();
    let file = folder.write("a.epd", POSITIONS);
    let text = report_of(&file, &["--nodes", "20000", "--hash", "1"]);
    assert!(text.contains(": solved within 20000 nodes, "), "{text}");
    assert_eq!(
        row(&text, "game"),
        [
            "game",
            "positions",
            "200",
            "2000",
            "20000",
            "solved",
            "mean",
            "nodes"
        ]
    );
    let normal = row(&text, "normal");
    assert_eq!([&normal[1], &normal[4], &normal[5]], ["3", "2", "66.7"]);
    assert_eq!(row(&text, "makruk")[1..6], ["1", "1", "1", "1", "100.0"]);
    assert_eq!(row(&text, "total")[4..6], ["3", "75.0"]);
    // the variant of positions that name no variant
    let text = report_of(&file, &["--variant", "makruk", "--depth", "4", "--list"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with(&format!("{file}:2: back rank a1a8 found, nodes ")),
        "{text}"
    );
    let last = format!("{file}:5: a;b d1d5, not solved: not d1d5");
    assert_eq!(lines[3], last);
    assert_eq!(row(&text, "makruk")[1], "3");
    assert!(
        row(&text, "game")
            .join(" ")
            .contains("depth 1 depth 2 depth 4")
    );
    let text = report_of(&file, &["--time", "0.02", "--threads", "2"]);
    assert!(text.contains(": solved within 0.02 s, "), "{text}");
}

#[test]
fn positions_with_a_score_alone_are_searched() {
    let folder = Folder::new();
    let file = folder.write(
        "a.epd",
        "4k3/8/8/8/8/8/8/R3K3 w - - ce 500; id \"b\";\n4k3/8/8/3n4/8/8/8/3RK3 w - - c0 \"Rxd5=10\";\n",
    );
    let text = report_of(&file, &["--depth", "3", "--list"]);
    assert!(text.starts_with(&format!("{file}:1: b ")), "{text}");
    assert!(text.contains(":2: d1d5, score "), "{text}");
    // without moves to find there is no table
    assert_eq!(text.lines().count(), 2, "{text}");
    let all = lines(&report_of(&file, &["--depth", "3", "--json"]));
    assert_eq!(
        (&all[1]["move"], &all[1]["solved"]),
        (&"d1d5".into(), &Json::Null)
    );
}

#[test]
fn mates_to_find() {
    let folder = Folder::new();
    let file = folder.write(
        "a.epd",
        "7k/8/6K1/8/8/8/8/R7 w - - bm #1;\n\
         7k/8/6K1/8/8/8/8/R7 w - - dm 1; id \"R\u{e9}ti\";\n\
         7k/8/8/6K1/8/8/8/R7 w - - bm #1;\n",
    );
    let text = report_of(&file, &["--depth", "4", "--list"]);
    assert!(text.contains("a.epd:1: a1a8 found, "), "{text}");
    assert!(text.contains("a.epd:2: R\u{e9}ti a1a8 found, "), "{text}");
    assert!(text.contains(", not solved: mate in 1\n"), "{text}");
    assert_eq!(row(&text, "normal")[1..6], ["3", "2", "2", "2", "66.7"]);
    // an invalid UTF-8 byte affects nothing else
    let path = folder.file("latin1.epd");
    let bytes = b"7k/8/6K1/8/8/8/8/R7 w - - bm #1; id \"R\xe9ti\";\n";
    std::fs::write(&path, bytes).unwrap();
    assert!(report_of(&path, &["--depth", "1"]).contains("100.0"));
}

fn lines(text: &str) -> Vec<Json> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_line_of_json_for_each_position() {
    let folder = Folder::new();
    let file = folder.write("a.epd", POSITIONS);
    let args = ["--nodes", "3000", "--json", "--hash", "1"];
    let all = lines(&report_of(&file, &args));
    assert_eq!(all.len(), 4);
    let places: Vec<u64> = all
        .iter()
        .map(|line| line["line"].as_u64().unwrap())
        .collect();
    assert_eq!(places, [2, 3, 4, 5]);
    assert_eq!(all[0]["id"], "back rank");
    assert_eq!(
        (&all[0]["move"], &all[0]["score"]),
        (&"a1a8".into(), &100_001.into())
    );
    assert_eq!(all[0]["fen"], "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    assert_eq!(
        (&all[1]["best"][0], &all[1]["avoid"][0]),
        (&"f6f7".into(), &"f6f5".into())
    );
    assert_eq!(
        (&all[1]["id"], &all[2]["game"]),
        (&Json::Null, &"makruk".into())
    );
    assert_eq!(all[3]["solved"], Json::Null);
    let nodes = |cost: &Json| cost["nodes"].as_u64().unwrap();
    for line in &all[..3] {
        assert!(nodes(&line["solved"]) <= nodes(&line["searched"]), "{line}");
    }
    // the result is the same at any concurrency
    let mut many = lines(&report_of(
        &file,
        &[&args[..], &["--concurrency", "3"]].concat(),
    ));
    let mut all = all;
    for line in all.iter_mut().chain(&mut many) {
        for cost in ["solved", "searched"] {
            if let Some(cost) = line[cost].as_object_mut() {
                cost.remove("seconds");
            }
        }
    }
    assert_eq!(all, many);
}

#[test]
fn errors_are_reported() {
    let folder = Folder::new();
    let text = POSITIONS
        .replace("Ra8#", "Ra9")
        .replace("am Rxd5", "am Rxd4; am x");
    let file = folder.write("bad.epd", &text);
    let output = suite(&file, &["--depth", "3", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let searched = lines(&stdout(&output));
    let searched: Vec<_> = searched.iter().map(|line| &line["line"]).collect();
    assert_eq!(searched, [3, 4]);
    let expected = format!(
        "fmax: {file}:2:37: error: `Ra9`: not a move\n\
         fmax: {file}:5:39: error: `am` is said twice\n"
    );
    assert_eq!(stderr(&output), expected);
    for (args, message) in [
        (
            &["suite", "nowhere.epd"][..],
            "fmax: cannot read nowhere.epd: ",
        ),
        (
            &["suite", &file, "--variant", "x"],
            "fmax: there is no variant `x`",
        ),
        (
            &["suite", ".", "--nodes", "9"],
            "fmax: cannot read .: it is a directory",
        ),
    ] {
        let output = fmax(args, "");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(stderr(&output).starts_with(message), "{}", stderr(&output));
    }
    let empty = folder.write("empty.epd", "\n# nothing\n");
    assert_eq!(
        stderr(&suite(&empty, &[])),
        "fmax: there is no position in the files\n"
    );
    for args in [
        &["suite"][..],
        &["suite", &file, "--nodes", "0"],
        &["suite", &file, "--nodes=9", "--depth=9"],
    ] {
        assert_eq!(fmax(args, "").status.code(), Some(2), "{args:?}");
    }
}

/// Suites for external engines.
#[cfg(unix)]
mod another {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn ask(way: &str, position: &str, args: &[&str]) -> (Output, String) {
        let folder = Folder::new();
        let file = folder.write("a.epd", position);
        let script = folder.write("script", "e2e4\n");
        let received = folder.file("received");
        let here = env!("CARGO_MANIFEST_DIR");
        let engine = format!(
            "sh \"{here}/tests/program/uci-stand-in.sh\" {way} \"{received}\" \"{script}\""
        );
        let output = suite(&file, &[&["--uci", &engine][..], args].concat());
        (
            output,
            std::fs::read_to_string(received).unwrap_or_default(),
        )
    }

    #[test]
    fn an_engine_searches_the_positions() {
        let text = format!("{START} bm e4;\n{START} bm d4;\n");
        let args = [
            "--json",
            "--nodes",
            "9",
            "--hash",
            "7",
            "--option",
            "ponder=true",
        ];
        let (output, received) = ask("script", &text, &args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let all = lines(&stdout(&output));
        assert_eq!(all.len(), 2);
        let solved = &all[0]["solved"];
        assert_eq!((&solved["nodes"], &solved["depth"]), (&7.into(), &7.into()));
        assert_eq!(
            (&all[1]["move"], &all[1]["solved"]),
            (&"e2e4".into(), &Json::Null)
        );
        assert_eq!(all[0]["score"], 25);
        for line in [
            "setoption name Hash value 7",
            "setoption name Ponder value true",
            "setoption name UCI_Variant value chess",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "go nodes 9",
        ] {
            assert!(
                received.lines().any(|received| received == line),
                "no {line} in {received}"
            );
        }
        let (output, received) = ask("script", &text, &["--time", "0.5"]);
        assert_eq!(row(&stdout(&output), "normal")[4], "1");
        assert!(received.contains("go movetime 500\n"), "{received}");
    }

    #[test]
    fn an_engine_may_fail() {
        let text = format!("{START} bm e4;\n");
        let (output, _) = ask("illegal", &text, &["--list"]);
        assert!(
            stdout(&output).contains("no move, not solved: e2e4"),
            "{}",
            stdout(&output)
        );
        for (way, variant, message) in [
            ("crash", "normal", "a.epd:1: sh "),
            ("crash", "normal", "crash"),
            ("hang", "normal", "it does not answer"),
            ("flood", "normal", "it "),
            (
                "script",
                "knightmate",
                "it does not know the game knightmate",
            ),
        ] {
            let text = format!("{START} bm e4; variant {variant};\n");
            let text = match variant {
                "knightmate" => "8/8/8/8/8/8/4k3/K7 w - - bm Kb3; variant knightmate;".to_owned(),
                _ => text,
            };
            let (output, _) = ask(way, &text, &["--stall", "1"]);
            assert_eq!(output.status.code(), Some(1), "{way}");
            assert_eq!(stdout(&output), "");
            assert!(stderr(&output).contains(message), "{}", stderr(&output));
        }
        let (output, _) = ask("script", &text, &["--option", "Nonsense=1"]);
        assert!(
            stderr(&output).contains("no option `Nonsense`"),
            "{}",
            stderr(&output)
        );
    }
}

/// The positions of a shipped file up to `end`: all distinct, and legal.
fn positions(file: &str, end: &str, game: &str) -> HashSet<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let positions: HashSet<String> = (lines.iter())
        .map(|line| line.split_once(end).unwrap().0.to_owned())
        .collect();
    assert_eq!(positions.len(), lines.len(), "{file}: a position twice");
    // the program refuses illegal positions
    let reported = self::lines(&report_of(file, &["--depth", "1", "--hash", "1", "--json"]));
    assert_eq!(reported.len(), lines.len(), "{file}");
    assert!(reported.iter().all(|line| line["game"] == game), "{file}");
    positions
}

/// The shipped positions are legal and so are the moves to find.
#[test]
fn the_tactics_are_positions() {
    let folder = format!("{}/tests/data/tactics", env!("CARGO_MANIFEST_DIR"));
    let games = [
        "normal",
        "capablanca",
        "knightmate",
        "seirawan",
        "shatranj",
        "makruk",
        "xiangqi",
        "crazyhouse",
    ];
    for game in games {
        let file = format!("{folder}/{game}.epd");
        let count = positions(&file, " bm ", game).len();
        assert!(count >= 60, "{game}: {count}");
    }
}

/// The shipped judged positions are legal, and each is in the phase of the game that its file is for.
#[test]
fn the_judged_positions_are_positions() {
    let folder = format!("{}/tests/data/judged", env!("CARGO_MANIFEST_DIR"));
    for (part, pieces) in [("ending", 0..=5), ("middle", 6..=11), ("full", 12..=14)] {
        let file = format!("{folder}/normal-{part}.epd");
        let positions = positions(&file, " ce ", "normal");
        for position in &positions {
            let board = position.split(' ').next().unwrap();
            let count = board.chars().filter(|&c| "NBRQnbrq".contains(c)).count();
            assert!(pieces.contains(&count), "{part}: {position}");
        }
        assert!(positions.len() >= 300, "{part}: {}", positions.len());
    }
}

/// Positions with points for moves: the best move comes first and has 1000 points, no other move has more.
#[test]
fn the_choices_are_positions() {
    let file = format!(
        "{}/tests/data/choices/normal.epd",
        env!("CARGO_MANIFEST_DIR")
    );
    let count = positions(&file, " c0 ", "normal").len();
    assert!(count >= 1000, "{count}");
    let text = std::fs::read_to_string(&file).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (_, moves) = line.split_once(" c0 ").unwrap();
        let moves = moves.trim_matches(['"', ';']).split(", ");
        let points = moves.map(|mv| mv.rsplit_once('=').unwrap().1.parse().unwrap());
        let points: Vec<u32> = points.collect();
        assert_eq!(points[0], 1000, "{line}");
        assert!(
            points.len() >= 4 && points.is_sorted_by(|a, b| a >= b),
            "{line}"
        );
    }
}
