//! PGN files written by `fmax match`, opened in XBoard before anything is played. It must replay every
//! move.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::harness::{Board, Launch, PATIENCE, Screen, XBoard, wait_for};

/// The first game of self-play, and its moves in protocol notation.
fn play(game: &str, seed: &str) -> (String, Vec<String>) {
    let folder = std::env::temp_dir();
    let name = game.replace('/', "-");
    let file = folder.join(format!("fmax-pgn-{}-{name}.pgn", std::process::id()));
    let lines = file.with_extension("jsonl");
    let engine = env!("CARGO_BIN_EXE_fmax");
    let status = Command::new(engine)
        .args(["match", engine, engine, "--variant", game, "--games", "2"])
        .args([
            "--depth",
            "2",
            "--openings",
            "2",
            "--seed",
            seed,
            "--max-moves",
            "60",
        ])
        .arg("--pgn")
        .arg(&file)
        .arg("--jsonl")
        .arg(&lines)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.unwrap().success(), "{game}");
    let text = std::fs::read_to_string(&file).unwrap();
    let _ = std::fs::remove_file(&file);
    let second = text[1..].find("[Event ").unwrap() + 1;
    let line = std::fs::read_to_string(&lines).unwrap();
    let _ = std::fs::remove_file(&lines);
    let line: serde_json::Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
    let moves = ["opening", "moves"].map(|field| line[field].as_array().unwrap().clone());
    let moves = moves.concat().into_iter();
    let moves = moves.map(|text| text.as_str().unwrap().to_owned());
    (text[..second].to_owned(), moves.collect())
}

/// The moves that XBoard has sent to the engine.
fn received(record: &str) -> Vec<String> {
    let lines = record
        .lines()
        .filter(|line| line.contains(">first : usermove"));
    let text = lines.map(|line| line.rsplit(' ').next().unwrap().to_owned());
    text.collect()
}

/// Loads the game of a match in XBoard.
fn replay<'a>(screen: &'a Screen, name: &str, launch: Launch<'_>) -> XBoard<'a> {
    let (pgn, expected) = play(name, "5");
    assert!(expected.len() > 10, "{pgn}");
    let mut xboard = XBoard::start(screen, launch);
    xboard.load_game(&pgn);
    wait_for(PATIENCE, &format!("end of the game of {name}"), || {
        let record = xboard.record();
        let stopped = record.contains("Parsed IllegalMove") || record.contains("Illegal move");
        (stopped || received(&record).len() >= expected.len()).then_some(())
    });
    std::thread::sleep(Duration::from_millis(500));
    let record = xboard.record();
    assert_eq!(received(&record), expected, "{name}\n{pgn}");
    assert!(!record.contains("<first : Illegal"), "{name}: {record}");
    xboard
}

#[test]
#[ignore = "needs XBoard, xdotool and Xvfb"]
fn games_of_matches_are_replayed() {
    let screen = Screen::new();
    for (name, files, ranks) in [
        ("normal", 8, 8),
        ("capablanca", 10, 8),
        ("seirawan", 8, 8),
        ("crazyhouse", 8, 8),
        ("xiangqi", 9, 10),
        ("omega", 12, 12),
        ("shako", 10, 10),
        ("musketeer", 8, 8),
        ("grande-acedrex", 12, 12),
        ("cambodian", 8, 8),
    ] {
        let launch =
            Launch::new(name, Board::new(files, ranks)).options(&["-td", "0", "-mode", ""]);
        replay(&screen, name, launch).shot(&format!("pgn-{name}"));
    }
}

#[test]
#[ignore = "needs XBoard, xdotool and Xvfb"]
fn games_with_an_option_are_replayed() {
    let screen = Screen::new();
    // XBoard does not know the suffix of moves through the looking glass, and allows no pawn drop on the
    // first rank or promote before the last (see docs/src/guis.md)
    let options = ["-td", "0", "-mode", "", "-testLegality", "false"];
    for (name, board) in [
        ("alice", Board::new(8, 8)),
        ("chessgi", Board::new(8, 8)),
        ("opulent", Board::new(10, 10)),
    ] {
        let launch = Launch::new(name, board).options(&options);
        replay(&screen, name, launch).shot(&format!("pgn-{name}"));
    }
    let choice = "Variant fairy selects=Nutters-Rookies";
    let options = ["-td", "0", "-mode", "", "-firstOptions", choice];
    let launch = Launch::new("fairy", Board::new(8, 8)).options(&options);
    replay(&screen, "fairy/Nutters-Rookies", launch).shot("pgn-fairy");
}
