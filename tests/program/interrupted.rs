//! Interrupting and resuming matches and other long work.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::engine_match::{field, ours, stand_in};
use super::learn::games_of;
use crate::common::files::Folder;
use crate::common::process::{self, FMAX, program, signal, stderr, stdout, wait_until};

/// Fixed nodes, so that the match between equal engines can be repeated.
const ARGUMENTS: [&str; 5] = [
    "--variant=normal,los-alamos",
    "--games=4",
    "--nodes=150",
    "--openings=4",
    "--max-moves=40",
];

fn resume(file: &str, more: &[&str]) -> Output {
    program()
        .args(["match", &ours(), &ours(), "--jsonl", file, "--resume"])
        .args(ARGUMENTS)
        .args(more)
        .output()
        .unwrap()
}

/// The lines of a file, sorted and without the fields that depend on the machine.
fn games(text: &str) -> Vec<String> {
    let mut games: Vec<String> = text.lines().map(without_times).collect();
    games.sort();
    games
}

fn without_times(line: &str) -> String {
    let (before, rest) = line.split_once("\"white_seconds\"").unwrap();
    let (_, after) = rest.split_once("\"opening\"").unwrap();
    format!("{before}{after}")
}

#[test]
fn a_resumed_match_equals_an_uninterrupted_one() {
    let folder = Folder::new();
    let whole = resume(&folder.file("whole"), &[]);
    assert_eq!(whole.status.code(), Some(0), "{}", stderr(&whole));
    let text = folder.read("whole");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8);
    for (kept, tail, reported) in [
        (0, "", 0),
        (3, &lines[3][..lines[3].len() / 2], 1),
        (5, "{\"var", 1),
        // a complete line, without its newline
        (4, lines[4], 0),
        (8, "", 0),
    ] {
        let mut part: String = lines[..kept]
            .iter()
            .map(|line| format!("{line}\n"))
            .collect();
        part.push_str(tail);
        let file = folder.write("part", &part);
        let output = resume(&file, &["--concurrency=2"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let said = stderr(&output);
        assert_eq!(
            said.matches("an incomplete game").count(),
            reported,
            "{said}"
        );
        assert_eq!(stdout(&output), stdout(&whole), "{kept} {tail}");
        let after = folder.read("part");
        assert_eq!(games(&after), games(&text), "{kept} {tail}");
        // existing records are unchanged
        assert!(after.starts_with(&lines[..kept].join("\n")));
    }
}

#[test]
fn resume_accepts_only_games_of_the_same_match() {
    let folder = Folder::new();
    let file = folder.file("games");
    assert_eq!(resume(&file, &[]).status.code(), Some(0));
    let text = folder.read("games");
    let twice = text.clone() + text.lines().next().unwrap() + "\n";
    let same = format!("{file}:9: the same game as in {file}:1");
    for (content, args, message) in [
        (
            &*text,
            &["--seed=2"][..],
            ":1: played with other settings: seed 1, now 2",
        ),
        (
            &text,
            &["--hash=2", "--grace=7"],
            "grace 20, now 7; memory null, now 2",
        ),
        (&twice, &[], &same),
        ("{}\n", &[], ":1: no game"),
        // not a file of game records, so it is left unchanged
        ("my diary", &[], ":1: no game"),
    ] {
        let file = folder.write("games", content);
        let output = resume(&file, args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = stderr(&output);
        assert!(said.contains(message), "{said}");
        assert!(output.stdout.is_empty());
        assert_eq!(folder.read("games"), content);
    }
    folder.write("games", &text);
    // without --resume a file with game records is left unchanged, whichever games it holds
    let mut command = program();
    command.args(["match", &ours(), &ours(), "--jsonl", &file, "--pgn"]);
    command
        .args([&*folder.file("pgn"), "--seed=7"])
        .args(ARGUMENTS);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.contains("games is not empty: ") && said.contains("--resume"),
        "{said}"
    );
    assert_eq!(folder.read("games"), text);
    assert!(!Path::new(&folder.file("pgn")).exists());
    // more games of the same match are none that have been played
    let change = |from: &str, to: &str| {
        let args = ARGUMENTS.map(|arg| arg.replace(from, to));
        let mut command = program();
        command.args(["match", &ours(), &ours(), "--jsonl", &file, "--resume"]);
        stderr(&command.args(args).output().unwrap())
    };
    assert!(change("--games=4", "--games=2").contains("is beyond --games"));
    assert!(change("nodes=150", "nodes=151").contains("limit nodes 150, now nodes 151"));
    assert!(change("normal,", "").contains("normal is none of the games of this match"));
    assert_eq!(change("--games=4", "--games=6"), "");
    assert_eq!(folder.read("games").lines().count(), 12);
}

/// The signals that interrupt, with the resulting exit status.
const ORDERS: [(&str, i32); 3] = [("INT", 130), ("TERM", 143), ("HUP", 129)];

/// The signals that are not ignored. The process that runs the tests may ignore some signals, and its children inherit
/// this, as in the background of a shell or under `nohup`.
fn heeded() -> Vec<(&'static str, i32)> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = mask.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap());
    let heeded = |(_, status): &(&str, i32)| ignored >> (status - 129) & 1 == 0;
    let orders: Vec<_> = ORDERS.into_iter().filter(heeded).collect();
    assert!(!orders.is_empty());
    orders
}

/// Starts a match that would run for ever and waits until its file holds this number of games.
fn long_match(folder: &Folder, opponent: &str, games: usize) -> Child {
    let file = folder.file("games");
    let child = process::command(&["match", &ours(), opponent, "--jsonl", &file])
        .args([
            "--games=100000",
            "--depth=1",
            "--concurrency=2",
            "--stall=600",
        ])
        .spawn()
        .unwrap();
    wait_until(|| std::fs::read_to_string(&file).is_ok_and(|text| text.lines().count() >= games));
    child
}

#[test]
fn a_match_is_interrupted() {
    for (name, status) in heeded() {
        let folder = Folder::new();
        let way = format!("sleeper \"{}\"", folder.file("pid"));
        let child = long_match(&folder, &stand_in(&way), 5);
        signal(name, &child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(status));
        let text = folder.read("games");
        let count = text.lines().count();
        assert!(text.ends_with('\n') && text.lines().all(|line| field(line, "winner") == "A"));
        // the table covers all games in the file
        let row = stdout(&output);
        let row = row.lines().find(|line| line.starts_with("normal")).unwrap();
        assert_eq!(row.split_whitespace().nth(1), Some(&*count.to_string()));
        let said = stderr(&output);
        assert!(
            said.contains(&format!("interrupted: {count}/100000 games")),
            "{said}"
        );
        assert!(said.contains("--resume"), "{said}");
        #[cfg(target_os = "linux")]
        {
            let process = format!("/proc/{}", folder.read("pid").trim());
            assert!(!super::hostile::is_running(Path::new(&process)));
        }
    }
}

#[test]
fn a_second_signal_ends_at_once() {
    let folder = Folder::new();
    // the stand-in ignores `quit`
    let mut child = long_match(&folder, &stand_in("stubborn"), 0);
    let (order, status) = heeded()[0];
    std::thread::sleep(Duration::from_millis(500));
    signal(order, &child);
    std::thread::sleep(Duration::from_millis(100));
    signal(order, &child);
    let begin = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(status));
    assert!(
        begin.elapsed() < Duration::from_millis(800),
        "{:?}",
        begin.elapsed()
    );
}

#[test]
fn ignored_signals_do_not_end_the_match() {
    let folder = Folder::new();
    let file = folder.file("games");
    let quote = |text: &str| format!("'{text}'");
    let command = format!(
        "trap '' HUP; exec '{FMAX}' match {} {} --games 100000 --depth 1 --jsonl '{file}'",
        quote(&ours()),
        quote(&stand_in("resign")),
    );
    let mut child = Command::new("sh")
        .args(["-c", &command])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    signal("HUP", &child);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().unwrap(), None);
    signal("TERM", &child);
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn a_full_disk_costs_one_game() {
    let folder = Folder::new();
    // files may grow to 8 blocks of 512 bytes
    let command = format!(
        "trap '' XFSZ; ulimit -f 8; exec '{FMAX}' match '{}' '{}' --games 100 --depth 1 \
         --openings 30 --jsonl '{}' --pgn '{}'",
        ours(),
        stand_in("resign"),
        folder.file("games"),
        folder.file("pgn"),
    );
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.contains("cannot write a game to") && said.contains("too large"),
        "{said}"
    );
    let text = folder.read("games");
    assert!(text.len() < 4096 && text.ends_with("}\n"), "{text}");
    let shown = stdout(&output);
    let games = text.lines().count();
    assert!(games > 0 && shown.contains("resignation"), "{shown}");
    // both files hold the same games
    assert_eq!(folder.read("pgn").matches("[Event ").count(), games);
}

#[test]
fn tuning_is_interrupted() {
    let folder = Folder::new();
    let (games, learnt) = (games_of(&folder, "los-alamos", &[]), folder.file("learnt"));
    let mut child = process::command(&["tune", "--variant=los-alamos", "--epochs=100000"])
        .args(["--output", &learnt, "--train", &games])
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("quiet positions of 4 games"), "{first}");
    let (order, status) = heeded()[0];
    signal(order, &child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(status));
    let said = stderr(&output);
    assert!(said.contains("interrupted; nothing is written"), "{said}");
    assert!(!Path::new(&learnt).exists());
}

#[test]
fn a_suite_is_interrupted() {
    let folder = Folder::new();
    let quick = "7k/8/5K2/8/8/8/8/6R1 w - - bm Kf7;\n";
    let slow = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n";
    let file = folder.write("a.epd", &(quick.repeat(2) + slow));
    let mut child = process::command(&["suite", &file, "--depth", "60", "--list"])
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for number in 1..=2 {
        let line = lines.next().unwrap().unwrap();
        assert!(
            line.starts_with(&format!("{file}:{number}: f6f7 found")),
            "{line}"
        );
    }
    let (order, status) = heeded()[0];
    signal(order, &child);
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(status));
    let row = rest.iter().find(|line| line.starts_with("normal")).unwrap();
    assert_eq!(row.split_whitespace().nth(1), Some("2"));
    let said = stderr(&output);
    assert!(
        said.contains("interrupted: 2/3 positions: 2 solved"),
        "{said}"
    );
}

#[test]
fn the_parts_of_a_match_add_up_to_the_whole() {
    let folder = Folder::new();
    let run = |more: &[&str]| {
        let mut command = program();
        command.args(["match", &ours(), &ours()]).args(ARGUMENTS);
        command.args(more).output().unwrap()
    };
    let whole_file = folder.file("whole");
    let whole = run(&["--jsonl", &whole_file]);
    assert_eq!(whole.status.code(), Some(0), "{}", stderr(&whole));
    let parts = ["1", "2"].map(|part| {
        let file = folder.file(part);
        let output = run(&["--jsonl", &file, "--shard", &format!("{part}/2")]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        file
    });
    let both = parts
        .each_ref()
        .map(|file| folder.read(file.rsplit('/').next().unwrap()));
    assert_eq!(games(&both.concat()), games(&folder.read("whole")));
    let [one, two] = &parts;
    let merged = run(&["--merge", two, one]);
    assert_eq!(merged.status.code(), Some(0), "{}", stderr(&merged));
    assert_eq!(stdout(&merged), stdout(&whole));
    let same = format!("{one}:1: the same game as in {one}:1");
    for (files, message) in [
        (&[two][..], "of 8 games are missing"),
        (&[one, two, one], &*same),
        (&[one, &folder.file("three")], "cannot read"),
    ] {
        let mut args = vec!["--merge"];
        args.extend(files.iter().map(|file| file.as_str()));
        let output = run(&args);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    // only the same part can be resumed
    let output = run(&["--jsonl", two, "--resume", "--shard", "1/2"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("belongs to another --shard"),
        "{}",
        stderr(&output)
    );
}
