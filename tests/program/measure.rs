//! Measuring piece values by play: the result depends neither on the number of processes nor on
//! interruptions, and bad input is refused.

use std::fs;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

use crate::common::files::Folder;
use crate::common::process::{self, broken_off, fmax, stderr, stdout};

/// Short games, so that many can be played.
const FAST: [&str; 5] = [
    "values",
    "los-alamos",
    "--measure",
    "--nodes=40",
    "--max-moves=60",
];

fn command(more: &[&str]) -> Command {
    process::command(&[&FAST[..], more].concat())
}

fn report_of(more: &[&str]) -> String {
    let output = command(more).output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{more:?} {}",
        stderr(&output)
    );
    stdout(&output)
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

#[test]
fn concurrency_and_interruptions_do_not_change_the_report() {
    let folder = Folder::new();
    let settings = [
        "--games=120",
        "--rounds=2",
        "--piece=camel",
        "--value=N=300",
        "--json",
    ];
    let with =
        |file: &str, more: &[&str]| report_of(&[&settings[..], &["--jsonl", file], more].concat());
    let whole = folder.file("whole.jsonl");
    let report = with(&whole, &["--concurrency=1"]);
    let games = fs::read(&whole).unwrap();
    assert_eq!(report_of(&settings), report);
    let other = folder.file("other.jsonl");
    assert_eq!(with(&other, &["--concurrency=4"]), report);
    assert_eq!(fs::read(&other).unwrap(), games);

    let part = folder.file("part.jsonl");
    for (order, status) in [("KILL", None), ("INT", Some(130))] {
        let length = || fs::metadata(&part).map_or(0, |file| file.len());
        let before = length();
        let mut command = command(&[&settings[..], &["--jsonl", &part]].concat());
        let output = broken_off(&mut command, order, || length() >= before + 4000);
        assert_eq!(output.status.code(), status);
        let said = stderr(&output);
        assert_eq!(
            said.contains("the same command resumes"),
            status.is_some(),
            "{said}"
        );
        assert!(length() < games.len() as u64);
    }
    // half a line, as after a power cut
    let text = fs::read(&part).unwrap();
    fs::write(&part, &text[..text.len() - 40]).unwrap();
    assert_eq!(with(&part, &[]), report);
    assert_eq!(fs::read(&part).unwrap(), games);
    // the report can be repeated from the files without playing
    let merged = [
        "values",
        "los-alamos",
        "--measure",
        "--json",
        "--merge",
        &part,
    ];
    assert_eq!(stdout(&fmax(&merged, "")), report);
    let report = json(&report);
    assert_eq!(
        (&report["games"], &report["rounds"][0]["games"]),
        (&120.into(), &120.into())
    );
    let value = |round: usize, letter: &str| -> Json {
        let values = report["rounds"][round]["values"].as_array().unwrap();
        values
            .iter()
            .find(|value| value["letter"] == letter)
            .unwrap()
            .clone()
    };
    assert_eq!(value(0, "N")["used"], 300);
    // if values measured in a round are significant, the next round starts with them
    let found = value(0, "Q")["measured"].clone();
    let sure = found["value"].as_f64().unwrap() > 1.1 * found["error"].as_f64().unwrap();
    assert!(sure, "{found}");
    let next = value(1, "Q")["used"].as_f64();
    assert_eq!(found["value"].as_f64().map(f64::round), next);
}

#[test]
fn parts_of_several_machines_add_up_to_the_whole() {
    let folder = Folder::new();
    let games = "--games=26";
    let text = report_of(&[games]);
    let report = report_of(&[games, "--json"]);
    let parts = [1, 2, 3].map(|part| {
        let file = folder.file(&format!("{part}.jsonl"));
        let _ = fs::remove_file(&file);
        let said = report_of(&[games, &format!("--shard={part}/3"), "--jsonl", &file]);
        assert!(said.contains("--measure --merge"), "{said}");
        file
    });
    let [one, two, three] = parts.each_ref().map(String::as_str);
    let merge = |more: &[&str]| {
        let args = ["values", "los-alamos", "--measure", "--merge"];
        let output = fmax(&[&args[..], more].concat(), "");
        (output.status.code(), stdout(&output), stderr(&output))
    };
    assert_eq!(
        merge(&[three, one, two, "--json"]),
        (Some(0), report, String::new())
    );
    assert_eq!(
        merge(&[two, two, three, one]),
        (Some(0), text, String::new())
    );
    let (status, _, said) = merge(&[one, three]);
    assert_eq!(status, Some(0));
    assert!(
        said.contains("8 of the first 26 games of round 1 are missing"),
        "{said}"
    );

    // files that do not belong together are refused
    let other = folder.file("other.jsonl");
    let _ = fs::remove_file(&other);
    report_of(&["--games=4", "--seed=2", "--jsonl", &other]);
    let (status, _, said) = merge(&[one, &other]);
    assert_eq!(status, Some(1));
    assert!(said.contains("seed"), "{said}");
    let output = fmax(&["values", "minishogi", "--measure", "--merge", one], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("not of minishogi"),
        "{}",
        stderr(&output)
    );
    // the complete lines of a file that is still being written are counted; the file stays unchanged
    let whole = fs::read(folder.file("1.jsonl")).unwrap();
    let torn = folder.file("torn.jsonl");
    fs::write(&torn, &whole[..whole.len() - 40]).unwrap();
    let output = fmax(&["values", "los-alamos", "--measure", "--merge", &torn], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("an incomplete game at the end is skipped"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read(&torn).unwrap(), whole[..whole.len() - 40]);
    let diary = folder.write("diary", "my diary\n");
    let output = fmax(
        &["values", "los-alamos", "--measure", "--merge", &diary],
        "",
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains(&diary), "{}", stderr(&output));
}

#[test]
fn measured_values_can_be_copied_into_a_variants_file() {
    let folder = Folder::new();
    let games = format!("--jsonl={}", folder.file("games.jsonl"));
    // with this seed even 600 games show that a pawn is worth something
    let lions = ["--games=600", "--seed=2", "--piece=lion=KNAD", &games];
    let report = json(&report_of(&[&lions[..], &["--json"]].concat()));
    let pieces = report["pieces"].as_array().unwrap();
    let piece = |letter: &str| {
        pieces
            .iter()
            .find(|piece| piece["letter"] == letter)
            .unwrap()
    };
    assert_eq!(piece("P")["pawns"]["value"], 1.0);
    // even with few games, a queen and a leaper to 24 squares are worth more than a knight
    let worth = |letter: &str| piece(letter)["centipawns"]["value"].as_f64().unwrap();
    assert!(
        worth("Q") > worth("N") && worth("L") > worth("N"),
        "{report}"
    );
    let line = piece("L")["line"].as_str().unwrap();
    assert!(line.starts_with("l:") && line.ends_with(" KNAD"), "{line}");
    // the report for people agrees
    let text = report_of(&lions);
    assert!(text.contains(line) && text.contains("L (lion)"), "{text}");
    let file = folder.write(
        "lions.ini",
        &format!(
            "version 4.8(w)\n\nGame: lions\n6x6\n4 5 6 3 5 4\n4 5 6 3 5 4\n\
             p:80 fmWfceF\np:80 fmWfceF\nk:-1 K\n{line}\nN:300 N\nQ:900 Q\nPromotion: Q\n"
        ),
    );
    let output = fmax(&["check", &file], "");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn bad_input_is_refused_before_play() {
    let folder = Folder::new();
    let kept = folder.write("kept", "my diary\n");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["los-almos"], 1, "los-alamos"),
        (&["normal", "--variant=normal"], 2, "cannot be used with"),
        (&["normal", "--games=1"], 2, "1"),
        (&["normal", "--games=99999999"], 2, "99999999"),
        (&["normal", "--nodes=x"], 2, "--nodes"),
        (&["normal", "--rounds=1000"], 2, "1000"),
        (&["normal", "--piece=x=N?"], 1, "character 2"),
        (&["normal", "--piece=prince=K:royal"], 1, "no value"),
        (&["normal", "--piece=king"], 1, "no value"),
        (&["normal", "--piece=griffn"], 1, "did you mean griffon?"),
        (
            &["normal", "--piece=a=N", "--piece=a=B"],
            1,
            "two added pieces have this name",
        ),
        (&["normal", "--value=X=300"], 1, "no measured piece `X`"),
        (&["normal", "--value=K=300"], 1, "no measured piece `K`"),
        (&["normal", "--value=N=0"], 2, "centipawns from 1 to 10000"),
        (&["normal", "--shard=1/3"], 2, "--jsonl"),
        (
            &["normal", "--merge=/nowhere.jsonl"],
            1,
            "cannot read /nowhere.jsonl",
        ),
        #[cfg(target_os = "linux")]
        (
            &["normal", "--jsonl=/dev/full"],
            1,
            "cannot write /dev/full",
        ),
        (&["normal", "--jsonl", &kept], 1, &kept),
    ];
    for &(args, status, message) in cases {
        let output = fmax(&[&["values", "--measure"], args].concat(), "");
        assert_eq!(
            output.status.code(),
            Some(status),
            "{args:?} {}",
            stderr(&output)
        );
        let said = stderr(&output);
        assert!(said.contains(message), "{args:?} {said}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(fs::read_to_string(&kept).unwrap(), "my diary\n");
    // games played with other settings cannot be resumed
    let file = folder.file("games.jsonl");
    report_of(&["--games=4", "--jsonl", &file]);
    let before = fs::read(&file).unwrap();
    for (option, part) in [
        ("--seed=3", "seed 1, now 3"),
        ("--piece=camel", "pieces"),
        ("--value=N=99", "used"),
    ] {
        let output = command(&["--games=4", "--jsonl", &file, option])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(part), "{}", stderr(&output));
    }
    assert_eq!(fs::read(&file).unwrap(), before);
    // even if none of the existing games is in the requested part: the files could never be merged
    let file = folder.file("part.jsonl");
    report_of(&["--games=4", "--shard=1/2", "--jsonl", &file]);
    let before = fs::read(&file).unwrap();
    let rest = ["--games=4", "--shard=2/2", "--jsonl", &file];
    let output = command(&[&rest[..], &["--seed=3"]].concat())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("seed 1, now 3"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read(&file).unwrap(), before);
    report_of(&rest);
    assert!(fs::read(&file).unwrap().starts_with(&before));
}

/// `/dev/full` fails every write as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_an_error_and_loses_no_games() {
    let folder = Folder::new();
    let file = folder.file("games.jsonl");
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let run = |out: Stdio| -> Output {
        command(&["--games=4", "--jsonl", &file])
            .stdout(out)
            .output()
            .unwrap()
    };
    let output = run(full.into());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let games = fs::read(&file).unwrap();
    assert_eq!(games.iter().filter(|&&byte| byte == b'\n').count(), 4);
    assert_eq!(run(Stdio::piped()).status.code(), Some(0));
    assert_eq!(fs::read(&file).unwrap(), games);
}
