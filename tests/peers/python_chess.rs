//! python-chess: it reads PGN written by `fmax match`, and plays over UCI.

use std::process::{Command, Stdio};

use crate::files::Folder;

/// Variants that both programs know, with their names.
const VARIANTS: &str = "normal,fischerandom,crazyhouse,3check,atomic,antichess,giveaway,suicide,\
    horde,racingkings,kingofthehill";

#[test]
#[ignore = "needs python3 with python-chess"]
fn games_of_matches_are_read_by_python_chess() {
    let folder = Folder::new();
    let (engine, pgn) = (env!("CARGO_BIN_EXE_fmax"), folder.file("pgn"));
    let arguments = [
        "match",
        engine,
        engine,
        "--variant",
        VARIANTS,
        "--pgn",
        &pgn,
    ];
    let limits = ["--games=8", "--depth=1", "--max-moves=80"];
    let status = Command::new(engine)
        .args(arguments)
        .args(limits)
        .stdout(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/python_chess.py");
    let output = Command::new("python3")
        .args([script, &pgn])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 8 * VARIANTS.split(',').count());
    for line in text.lines() {
        let fields: Vec<&str> = line.split('|').collect();
        assert!(fields[1] == fields[2] && fields[4].is_empty(), "{line}");
        let plain = ["normal", "fischerandom"].contains(&fields[0]);
        assert_eq!(plain, fields[3] == "Board", "{line}");
    }
}

#[test]
#[ignore = "needs python3 with python-chess"]
fn python_chess_plays_analyses_and_ponders_over_uci() {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/peers/python_chess_uci.py"
    );
    let variants = [
        "chess",
        "crazyhouse",
        "3check",
        "atomic",
        "antichess",
        "horde",
        "racingkings",
        "kingofthehill",
    ];
    let output = Command::new("python3")
        .args([script, env!("CARGO_BIN_EXE_fmax")])
        .args(variants)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let played: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(played, variants, "{text}");
}
