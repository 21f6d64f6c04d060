//! `fmax mates`: which pieces can force mate.

use std::process::Output;

use serde_json::Value as Json;

use crate::common::files::Folder;
use crate::common::process::{fmax, stderr, stdout};

fn mates(args: &[&str]) -> Output {
    fmax(&[&["mates"], args].concat(), "")
}

/// The rows of the JSON: the pieces, their squares, the verdict and the longest mate.
fn rows(args: &[&str]) -> Vec<(String, String, String, u64)> {
    let output = mates(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report: Json = serde_json::from_str(&stdout(&output)).unwrap();
    let row = |row: &Json| {
        let pieces = row["pieces"].as_array().unwrap().iter();
        let pieces: String = pieces.map(|piece| piece.as_str().unwrap()).collect();
        let text = |field: &str| row[field].as_str().unwrap().to_owned();
        (
            pieces,
            text("squares"),
            text("verdict"),
            row["longest"].as_u64().unwrap(),
        )
    };
    report["sets"].as_array().unwrap().iter().map(row).collect()
}

fn expect(args: &[&str], expected: &[(&str, &str, &str, u64)]) {
    let rows = rows(args);
    let rows: Vec<(&str, &str, &str, u64)> = (rows.iter())
        .map(|(pieces, squares, verdict, longest)| (&**pieces, &**squares, &**verdict, *longest))
        .collect();
    assert_eq!(rows, expected, "{args:?}");
}

/// Well-known results for chess.
#[test]
fn the_pieces_of_chess() {
    expect(
        &[],
        &[
            ("N", "any", "never", 0),
            ("B", "any", "never", 0),
            ("R", "any", "forces", 16),
            ("Q", "any", "forces", 10),
            ("NN", "any", "rarely", 1),
            ("NB", "any", "forces", 33),
            ("BB", "different", "forces", 19),
            ("BB", "same", "never", 0),
        ],
    );
    let text = stdout(&mates(&["--sets", "R", "N"]));
    assert!(
        text.contains("R       100.0    90.1       0.0       16  forces mate"),
        "{text}"
    );
    assert!(
        text.contains("N         0.0     0.0      99.8     none  never"),
        "{text}"
    );
}

/// In Chess with Different Armies H.G. Muller found which light pieces mate alone. Pairs of the other light pieces
/// mate as well, except knights and pairs bound to squares of one colour.
#[test]
fn the_clobberers_mate_in_pairs() {
    expect(
        &["--variant", "fairy/Clobberers-FIDE", "--pieces", "bede,fad"],
        &[
            ("L", "any", "never", 0),
            ("C", "any", "never", 0),
            ("LL", "different", "forces", 9),
            ("LL", "same", "never", 0),
            ("LC", "different", "forces", 9),
            ("LC", "same", "never", 0),
            ("CC", "different", "forces", 10),
            ("CC", "same", "never", 0),
        ],
    );
}

/// H.G. Muller on leapers: the commoner mates in 18 moves, the half-duck also on large boards and
/// from every position, and the gnu has mates in one but none in two. (The 27 is our own result.)
#[test]
fn leapers_on_small_and_large_boards() {
    let folder = Folder::new();
    let file = folder.file("leapers.ini");
    let army = "half-duck gnu commoner - king - - camel";
    let made = fmax(&["new", "leapers", "--output", &file, "--army", army], "");
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    let game = ["--ini", &file, "--variant", "leapers"];
    let sets = ["--sets", "half-duck", "wildebeest", "commoner"];
    expect(
        &[&game[..], &sets].concat(),
        &[
            ("U", "any", "forces", 27),
            ("G", "any", "rarely", 1),
            ("M", "any", "forces", 18),
        ],
    );
    let large = [&game[..], &["--sets", "U", "--board", "11x11", "--json"]].concat();
    let report: Json = serde_json::from_str(&stdout(&mates(&large))).unwrap();
    assert_eq!(report["sets"][0]["verdict"], "forces");
    assert_eq!(report["sets"][0]["won"], 100.0);
}

/// Xiangqi with palaces, facing generals and lame leapers: a horse mates; a cannon needs an advisor.
#[test]
fn xiangqi_has_endings_of_its_own() {
    let sets = ["--sets", "R", "H", "C", "A", "CA"];
    expect(
        &[&["--variant", "xiangqi"], &sets[..]].concat(),
        &[
            ("R", "any", "forces", 2),
            ("H", "any", "forces", 7),
            ("C", "any", "never", 0),
            ("A", "any", "never", 0),
            ("AC", "any", "forces", 9),
        ],
    );
}

#[test]
fn the_longest_mates_are_solved_by_the_suite() {
    let folder = Folder::new();
    let file = folder.file("mates.epd");
    let args = [
        "--variant",
        "los-alamos",
        "--sets",
        "R",
        "Q",
        "NN",
        "--epd",
        &file,
    ];
    let output = mates(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = folder.read("mates.epd");
    assert_eq!(
        text.lines().filter(|line| line.contains(" bm ")).count(),
        3,
        "{text}"
    );
    assert!(
        text.contains("; variant \"los-alamos\";") && text.contains("; dm "),
        "{text}"
    );
    let solved = stdout(&fmax(
        &["suite", &file, "--nodes", "20000", "--hash", "8"],
        "",
    ));
    let total = solved
        .lines()
        .find(|line| line.starts_with("los-alamos"))
        .unwrap();
    assert!(total.contains("100.0"), "{solved}");
    // an existing file stays unless it is to be replaced
    let again = mates(&args);
    assert_eq!(again.status.code(), Some(1));
    assert!(stderr(&again).contains("--force"), "{}", stderr(&again));
    assert_eq!(folder.read("mates.epd"), text);
    assert_eq!(
        mates(&[&args[..], &["--force"]].concat()).status.code(),
        Some(0)
    );
}

#[test]
fn bad_arguments_are_refused() {
    for (args, code, part) in [
        (&["--variant", "crazyhouse"][..], 1, "no king stays bare"),
        (&["--variant", "antichess"], 1, "without a royal piece"),
        (&["--variant", "atomic"], 1, "explode"),
        (&["--variant", "chss"], 1, "chss"),
        (&["--pieces", "QX"], 1, "has no pieces `QX`"),
        (&["--pieces", "K"], 1, "royal"),
        (&["--sets", "NNNN"], 1, "too many"),
        (&["--size", "9"], 2, "--size"),
        (&["--board", "99x9"], 2, "files x ranks"),
        (
            &["--variant", "xiangqi", "--board", "8x8"],
            1,
            "special parts",
        ),
        (&["--board", "9x9", "--epd", "no-such-folder/x"], 1, "--epd"),
    ] {
        let output = mates(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        let said = stderr(&output);
        assert!(said.contains(part), "{args:?}: {said}");
        assert_eq!(stdout(&output), "", "{args:?}");
    }
    // a set that is too large for the memory is reported, and the other sets are solved
    let text = stdout(&mates(&["--sets", "R", "BN", "--memory", "1"]));
    assert!(
        text.contains("forces mate") && text.contains("needs 17 MB"),
        "{text}"
    );
    let other = stdout(&mates(&[
        "--sets", "R", "--board", "5x4", "--side", "black",
    ]));
    assert!(other.contains("on 5x4: black has K"), "{other}");
    // kings in hand are placed like any other kings
    let placed = stdout(&mates(&["--variant", "placement", "--sets", "R"]));
    assert!(placed.contains("16  forces mate"), "{placed}");
    let bare = stdout(&mates(&["--variant", "shatranj", "--size", "1"]));
    assert!(bare.contains("a bare king has lost already"), "{bare}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_reports_finished_sets() {
    use crate::common::process::{command, signal};
    use std::time::Duration;

    let mut command = command(&[
        "mates", "--sets", "R", "BBN", "--board", "12x12", "--memory", "900000",
    ]);
    let child = command.spawn().unwrap();
    // the rook is solved at once, the other sets would take for ever
    std::thread::sleep(Duration::from_secs(4));
    signal("INT", &child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(
        stderr(&output).contains("interrupted: "),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).contains("pieces"), "{}", stdout(&output));
}
