//! Learning a net, or weights of the evaluation: games are never lost, and they do not depend on the number of processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::cli::SMALL;
use crate::common::files::Folder;
use crate::common::process::{self, broken_off, fmax, stderr, stdout};

/// Short games, so that many can be played.
const FAST: [&str; 3] = ["learn", "--variant=los-alamos", "--nodes=60"];

fn command(folder: &str, more: &[&str]) -> Command {
    process::command(&[&FAST[..], &["--games-only", "--data", folder], more].concat())
}

fn play(folder: &str, more: &[&str]) -> Output {
    command(folder, more).output().unwrap()
}

/// The path of the only shard in a folder.
fn shard(folder: &str) -> PathBuf {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|end| end == "games"))
        .collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0)
}

/// A file with a few games of a variant.
pub fn games_of(folder: &Folder, variant: &str, more: &[&str]) -> String {
    let data = folder.file("games");
    let played = ["learn", "--variant", variant, "--games=4", "--nodes=60"];
    let output = fmax(
        &[&played[..], &["--games-only", "--data", &data], more].concat(),
        "",
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    shard(&data).to_str().unwrap().to_owned()
}

fn whole(folder: &Folder, more: &[&str]) -> Vec<u8> {
    let output = play(&folder.file("whole"), more);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    fs::read(shard(&folder.file("whole"))).unwrap()
}

#[test]
fn the_same_games_at_any_concurrency() {
    let folder = Folder::new();
    for (number, amount) in ["--positions=1500", "--games=20"].into_iter().enumerate() {
        let files = ["1", "2", "5"].map(|threads| {
            let data = folder.file(&format!("{number}-{threads}"));
            let output = play(&data, &[amount, "--concurrency", threads]);
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            assert!(
                stdout(&output).starts_with("los-alamos: "),
                "{}",
                stdout(&output)
            );
            fs::read(shard(&data)).unwrap()
        });
        assert!(files[0].len() > 2000);
        assert_eq!(files[0], files[1], "{amount}");
        assert_eq!(files[0], files[2], "{amount}");
        // no games are left to play
        let data = folder.file(&format!("{number}-1"));
        assert!(!stdout(&play(&data, &[amount])).contains("a second"));
        assert_eq!(fs::read(shard(&data)).unwrap(), files[0]);
    }
    // another seed leads to other games
    let (one, other) = (folder.file("0-1"), folder.file("other"));
    play(&other, &["--games=2", "--seed=2"]);
    let (one, other) = (
        fs::read(shard(&one)).unwrap(),
        fs::read(shard(&other)).unwrap(),
    );
    assert_ne!(frames(&one)[0], frames(&other)[0]);
}

#[test]
fn a_torn_tail_is_reported_and_played_again() {
    let folder = Folder::new();
    let whole = whole(&folder, &["--games=6"]);
    let path = shard(&folder.file("whole"));
    for (kept, reported) in [(whole.len() - 5, 1), (whole.len() / 2, 1), (30, 0), (0, 0)] {
        fs::write(&path, &whole[..kept]).unwrap();
        let output = play(&folder.file("whole"), &["--games=6"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let said = stderr(&output);
        assert_eq!(
            said.matches("an incomplete game is cut off").count(),
            reported,
            "{said}"
        );
        assert_eq!(fs::read(&path).unwrap(), whole, "{kept}");
    }
}

#[test]
fn foreign_and_damaged_files_are_refused() {
    let folder = Folder::new();
    let whole = whole(&folder, &["--games=6"]);
    let path = shard(&folder.file("whole"));
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 4;
    let diary = b"my diary".to_vec();
    for (content, args, message) in [
        (damaged, &[][..], "damaged at byte"),
        (diary, &[], "it has no games of `fmax learn`"),
        (
            whole,
            &["--openings=9"],
            "played with other settings: openings 8, now 9",
        ),
    ] {
        fs::write(&path, &content).unwrap();
        let output = play(&folder.file("whole"), &[&["--games=7"][..], args].concat());
        assert_eq!(output.status.code(), Some(1));
        let said = stderr(&output);
        assert!(
            said.contains(message) && said.contains(path.to_str().unwrap()),
            "{said}"
        );
        assert_eq!(fs::read(&path).unwrap(), content);
    }
}

#[test]
fn bad_input_is_refused_before_play() {
    let folder = Folder::new();
    let data = folder.file("data");
    let run = |args: &[&str]| {
        let output = fmax(
            &[&["learn", "--games-only", "--data", &data], args].concat(),
            "",
        );
        assert!(output.stdout.is_empty());
        (output.status.code(), stderr(&output))
    };
    let (status, said) = run(&["--variant=normal,los-almos"]);
    assert_eq!(status, Some(1));
    assert!(
        said.contains("los-almos") && said.contains("los-alamos"),
        "{said}"
    );
    assert!(!Path::new(&data).exists());
    for (args, message) in [
        (&["--games=2"][..], "--variant"),
        (&["--variant=x", "--minutes=-1"], "a number above 0"),
        (
            &["--variant=x", "--minutes=1", "--games=2"],
            "cannot be used with",
        ),
        (&["--variant=x", "--shard=3/2"], "`3/2` is not I/N"),
        (&["--variant=x", "--nodes=0"], "0"),
    ] {
        let (status, said) = run(args);
        assert_eq!(status, Some(2), "{args:?}");
        assert!(said.contains(message), "{said}");
    }
    // the folder cannot be made, since a file has the same name
    let file = folder.write("file", "");
    let below = format!("{file}/data");
    let output = play(&below, &["--games=1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains(&format!("cannot write {below}")),
        "{}",
        stderr(&output)
    );
    let output = play("/proc/nowhere", &["--games=1"]);
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn a_teacher_scores_games() {
    let folder = Folder::new();
    let games = games_of(&folder, "los-alamos", &[]);
    let (data, taught) = (folder.file("data"), "los-alamos.seed1.round1.taught.games");
    let taught = Path::new(&data).join(taught);
    let learn_from = |games: &str, teacher: &str| {
        let args = ["--train", games, "--data", &data, "--teacher", teacher];
        let net = ["--output", &folder.file("net"), "--nodes=100"];
        fmax(&[&FAST[..2], &args, &net].concat(), "")
    };
    let learn = |teacher: &str| learn_from(&games, teacher);
    let ours = format!("\"{}\" --uci", process::FMAX);
    let output = learn(&ours);
    // the scores are there, though four games are too few for a net
    assert!(
        stderr(&output).contains("too few to learn from"),
        "{}",
        stderr(&output)
    );
    assert!(
        stdout(&output).contains("los-alamos: 4 games scored by"),
        "{}",
        stdout(&output)
    );
    let (before, whole) = (fs::read(&games).unwrap(), fs::read(&taught).unwrap());
    let pairs = frames(&before).into_iter().zip(frames(&whole));
    assert!(
        pairs
            .clone()
            .all(|(game, scored)| game.len() == scored.len())
    );
    assert!(pairs.clone().all(|(game, scored)| game != scored));
    // a half-written file is completed, and a complete one is not scored again
    fs::write(&taught, &whole[..whole.len() - 100]).unwrap();
    assert!(stderr(&learn(&ours)).contains("an incomplete game is cut off"));
    assert_eq!(fs::read(&taught).unwrap(), whole);
    assert_eq!(stdout(&learn(&ours)), "");
    let again = learn_from(taught.to_str().unwrap(), &ours);
    assert_eq!(stdout(&again), "");
    let stand_in = |way: &str| {
        let here = env!("CARGO_MANIFEST_DIR");
        format!("sh \"{here}/tests/program/uci-stand-in.sh\" {way}")
    };
    for (teacher, message) in [
        ("'open", "the quotation mark ' is open"),
        (&stand_in("script"), "played with other settings: teacher"),
    ] {
        let said = stderr(&learn(teacher));
        assert!(said.contains(message), "{said}");
    }
    for (way, message) in [
        ("script", "it does not know the game los-alamos"),
        ("deadborn", "it has crashed when it is started"),
    ] {
        fs::remove_file(&taught).ok();
        let output = learn(&stand_in(way));
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert!(stdout(&output).is_empty());
        assert!(!taught.exists());
    }
}

/// True if the shard in a folder has at least this many bytes.
fn has_grown_to(folder: &str, bytes: u64) -> bool {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut lengths = files.filter_map(|file| file.metadata().ok());
    lengths.any(|file| file.len() >= bytes)
}

#[test]
fn learning_resumes_after_a_kill_at_any_time() {
    let folder = Folder::new();
    let whole = whole(&folder, &["--positions=4000", "--concurrency=1"]);
    let part = folder.file("part");
    for (order, status) in [("KILL", None), ("INT", Some(130)), ("KILL", None)] {
        let before = fs::read_dir(&part).map_or(0, |_| fs::read(shard(&part)).unwrap().len());
        let mut command = command(&part, &["--positions=4000"]);
        let output = broken_off(&mut command, order, || {
            has_grown_to(&part, before as u64 + 1500)
        });
        assert_eq!(output.status.code(), status);
        let said = stderr(&output);
        let reported = said.contains("interrupted; the same command resumes");
        assert_eq!(reported, status.is_some(), "{said}");
        assert!(fs::read(shard(&part)).unwrap().len() < whole.len());
    }
    let output = play(&part, &["--positions=4000"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(fs::read(shard(&part)).unwrap(), whole);
}

/// The records of the games in a shard, in file order.
fn frames(shard: &[u8]) -> Vec<&[u8]> {
    let line = shard.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let (mut rest, mut frames) = (&shard[line..], Vec::new());
    while !rest.is_empty() {
        let length = u32::from_le_bytes(rest[..4].try_into().unwrap()) as usize;
        let (frame, behind) = rest.split_at(8 + length);
        frames.push(frame);
        rest = behind;
    }
    frames
}

#[test]
fn several_machines_play_the_same_games_as_one() {
    let folder = Folder::new();
    let whole = whole(&folder, &["--games=8"]);
    let parts: Vec<Vec<u8>> = (1..=3)
        .map(|part| {
            let data = folder.file(&format!("part{part}"));
            // `--part` is the old name of the option
            let option = ["--shard", "--part"][part % 2];
            let output = play(&data, &["--games=8", &format!("{option}={part}/3")]);
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            let (file, said) = (shard(&data), stdout(&output));
            let games = if part == 3 { 2 } else { 3 };
            let expected = format!(
                "\n{games} games in {}; when all parts are complete: fmax learn --variant los-alamos --train FILES\n",
                file.display()
            );
            assert!(said.ends_with(&expected), "{said}");
            fs::read(file).unwrap()
        })
        .collect();
    let (whole, parts) = (frames(&whole), parts.iter().map(|part| frames(part)));
    let parts: Vec<_> = parts.collect();
    assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 2]);
    for (number, game) in whole.iter().enumerate() {
        assert_eq!(parts[number % 3][number / 3], *game, "{number}");
    }
}

/// A trained net and the games of the match that have been played are kept as well.
#[test]
fn learning_resumes_after_an_interrupted_match() {
    let folder = Folder::new();
    let (data, output) = (folder.file("data"), folder.file("out.net"));
    assert_eq!(play(&data, &["--games=40"]).status.code(), Some(0));
    let games = shard(&data);
    let lines = || {
        let text = fs::read_to_string(Path::new(&data).join("los-alamos.seed1.match.jsonl"));
        text.map_or(0, |text| text.lines().count())
    };
    for (order, status) in [("INT", Some(130)), ("KILL", None)] {
        let before = lines();
        let mut command = process::command(&["learn", "--variant=los-alamos", "--data", &data]);
        command.args(["--output", &output, "--train"]).arg(&games);
        let ended = broken_off(&mut command, order, || lines() >= before + 2);
        assert_eq!(ended.status.code(), status);
        let said = stdout(&ended);
        // only the first run has to train
        let learnt = said.contains("los-alamos: trained on");
        assert_eq!(learnt, before == 0, "{said}");
        assert!(!Path::new(&output).exists());
    }
}

#[test]
fn tune_learns_for_a_variant() {
    let folder = Folder::new();
    let file = folder.write("learn.ini", SMALL);
    folder.write("learn.eval", "Game: other\ntempo 1 2\n");
    let games = games_of(&folder, "small", &["--ini", &file]);
    let learn = [
        "tune",
        "--ini",
        &file,
        "--variant",
        "small",
        "--epochs",
        "20",
        "--train",
        &games,
    ];
    let first = fmax(&learn, "");
    assert!(first.status.success(), "{first:?}");
    let text = folder.read("learn.eval");
    assert!(text.starts_with("Game: other\ntempo 1 2\n"), "{text}");
    assert!(
        text.contains("Game: small\n// fmax tune --variant small --train"),
        "{text}"
    );
    // the weights are read with the variants, and weights for unknown variants are reported
    let check = stdout(&fmax(&["check", &file], ""));
    let warning = "learn.eval:1:1: warning: there is no variant `other`";
    assert!(check.contains(warning), "{check}");
    assert!(!check.contains("error:"), "{check}");
    folder.write("learn.eval", "Game: small\ntempo 1\n");
    let check = fmax(&["check", &file], "");
    let text = stdout(&check);
    assert!(text.contains("learn.eval:2:1: error: `tempo 1`"), "{text}");
    // games of another variant are refused
    let other = [
        "tune",
        "--variant",
        "normal",
        "--output",
        &folder.file("x"),
        "--train",
        &games,
    ];
    let refused = fmax(&other, "");
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("its games are of small, which --variant does not name"));
}
