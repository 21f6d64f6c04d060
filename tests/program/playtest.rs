//! `fmax playtest`: games are never lost, the report does not depend on the number of processes, and
//! problems of a variant are reported.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;

use crate::common::files::Folder;
use crate::common::process::{self, broken_off, fmax, stderr, stdout};

/// Short games, so that many can be played.
const FAST: [&str; 5] = [
    "playtest",
    "los-alamos",
    "--nodes=60",
    "--max-moves=80",
    "--openings=4",
];

fn command(more: &[&str]) -> Command {
    process::command(&[&FAST[..], more].concat())
}

fn play(more: &[&str]) -> Output {
    command(more).output().unwrap()
}

/// The report on games kept in a file.
fn report_of(records: &str, more: &[&str]) -> String {
    let output = play(&[&["--records", records, "--json"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output)
}

/// The variant is named as in other commands, or is the first variant of a file.
#[test]
fn a_variant_is_named_in_three_ways() {
    let folder = Folder::new();
    let ini = folder.file("one.ini");
    let lines = stdout(&fmax(&["format", "los-alamos"], ""));
    fs::write(&ini, format!("version 4.8(w)\n\n{lines}")).unwrap();
    let rest = [
        "--nodes=60",
        "--max-moves=40",
        "--openings=4",
        "--games=4",
        "--json",
    ];
    let report = |named: &[&str], records: &str| {
        let records = folder.file(records);
        let output = fmax(
            &[&["playtest"], named, &rest[..], &["--records", &records]].concat(),
            "",
        );
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let expected = report(&["los-alamos", "--ini", &ini], "1.games");
    assert_eq!(
        report(&["--variant=los-alamos", "--ini", &ini], "2.games"),
        expected
    );
    assert_eq!(report(&["--ini", &ini], "3.games"), expected);
    // without a file of variants
    let mut unknown = process::command(&["playtest", "caravan"]);
    let output = unknown.current_dir(folder.path()).output().unwrap();
    let message = "fmax: there is no variant `caravan` (if it is in a file: --ini FILE)\n";
    assert_eq!(stderr(&output), message);
}

#[test]
fn concurrency_and_interruptions_do_not_change_the_report() {
    let folder = Folder::new();
    let whole = folder.file("whole.games");
    let report = report_of(&whole, &["--games=24", "--concurrency=1"]);
    let games = fs::read(&whole).unwrap();
    let other = folder.file("other.games");
    assert_eq!(
        report_of(&other, &["--games=24", "--concurrency=5"]),
        report
    );
    assert_eq!(fs::read(&other).unwrap(), games);

    let part = folder.file("part.games");
    for (order, status) in [("KILL", None), ("INT", Some(130))] {
        let length = || fs::metadata(&part).map_or(0, |file| file.len());
        let before = length();
        let mut command = command(&["--games=24", "--records", &part]);
        let output = broken_off(&mut command, order, || length() >= before + 700);
        assert_eq!(output.status.code(), status);
        let said = stderr(&output);
        let hint = said.contains("of 24 games; the same command resumes");
        assert_eq!(hint, status.is_some(), "{said}");
        assert!(length() < games.len() as u64);
    }
    assert_eq!(report_of(&part, &["--games=24"]), report);
    assert_eq!(fs::read(&part).unwrap(), games);
    // more games, starting with the games already played
    assert_ne!(report_of(&part, &["--games=32"]), report);
    assert_eq!(report_of(&part, &["--games=24"]), report);
}

/// The command printed after a part merges the same games.
#[test]
fn the_command_after_a_part_names_the_file_of_variants() {
    let folder = Folder::new();
    let text = stdout(&fmax(&["format", "los-alamos"], ""));
    let ini = folder.write("my games.ini", &format!("version 4.8(w)\n\n{text}"));
    let source = format!("--ini \"{ini}\" --alternators");
    let games = folder.file("games");
    let read = ["--ini", &ini, "--alternators"];
    let part = ["--games=4", "--shard=1/1"];
    for (command, kept, then) in [
        (
            &["values", "los-alamos", "--measure", "--nodes=20"][..],
            "--jsonl",
            format!("fmax values los-alamos {source} --measure --merge FILES"),
        ),
        (
            &[
                "learn",
                "--variant=los-alamos",
                "--games-only",
                "--nodes=20",
            ],
            "--data",
            format!("fmax learn {source} --variant los-alamos --train FILES"),
        ),
    ] {
        let file = format!("{games}.{}", command[0]);
        let output = fmax(&[command, &part, &read, &[kept, &file]].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let said = stdout(&output);
        assert!(
            said.ends_with(&format!("; when all parts are complete: {then}\n")),
            "{said}"
        );
        if kept == "--data" {
            continue;
        }
        let then = then.replace(&source, "--ini INI --alternators");
        let words = then.split(' ').skip(1).map(|word| match word {
            "INI" => &ini,
            "FILES" => &file,
            word => word,
        });
        let output = fmax(&words.collect::<Vec<_>>(), "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
}

#[test]
fn other_rules_and_settings_have_files_of_their_own() {
    let folder = Folder::new();
    let game = |letter: &str| {
        format!(
            "version 4.8(w)\n\nGame: tiny\n4x5\n3 4 3 3\n3 4 3 3\n\
             p:80 -16,6 -15,5 -17,5\np:80 16,6 15,5 17,5\n{letter}\n\
             K:-1 1,7 -1,7 16,7 -16,7 15,7 -15,7 17,7 -17,7\n"
        )
    };
    let file = folder.write("tiny.ini", &game("R:500 1,3 -1,3 16,3 -16,3"));
    let run = |more: &[&str]| {
        let args = [
            "playtest",
            "tiny",
            "--ini",
            &file,
            "--games=2",
            "--max-moves=20",
        ];
        let output = fmax(&[&args[..], more].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        fs::read_dir(folder.file("tiny.playtest")).unwrap().count()
    };
    assert_eq!(run(&["--nodes=50"]), 1);
    assert_eq!(run(&["--nodes=50"]), 1);
    assert_eq!(run(&["--nodes=60"]), 2);
    folder.write("tiny.ini", &game("B:300 15,3 -15,3 17,3 -17,3"));
    assert_eq!(run(&["--nodes=50"]), 3);
}

#[test]
fn a_page_is_written_and_not_overwritten() {
    let folder = Folder::new();
    let (records, page) = (folder.file("x.games"), folder.file("page.html"));
    let run = |more: &[&str]| {
        play(&[&["--games=8", "--records", &records, "--html", &page], more].concat())
    };
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = fs::read_to_string(&page).unwrap();
    assert_eq!(text.matches("<svg").count(), 5);
    assert!(text.contains("--games 8 --nodes 60") && text.trim_end().ends_with("</html>"));
    assert!(text.contains(
        "Six of eight games are between equals; in the others one side searches 4 times"
    ));
    // the page loads nothing from outside
    assert!(!text.contains("src=") && !text.contains("href="));
    fs::write(&page, "mine").unwrap();
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("--force replaces it"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read_to_string(&page).unwrap(), "mine");
    assert_eq!(run(&["--force"]).status.code(), Some(0));
    // neither side is better
    let equal = folder.file("equal.games");
    let equal = ["--games=2", "--stronger=1", "--records", &equal];
    let output = play(&[&equal[..], &["--html", &page, "--force"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("All games are between equals. The lead"));
    assert!(!text.contains("one side searches"), "{text}");
    assert_eq!(fs::read_to_string(&page).unwrap(), text);
}

#[test]
fn bad_input_is_refused_before_play() {
    let folder = Folder::new();
    let data = folder.file("data");
    for (args, status, message) in [
        (&["los-almos"][..], 1, "los-alamos"),
        (&["normal", "--games=0"], 2, "0"),
        (&["normal", "--nodes=x"], 2, "--nodes"),
        (
            &["normal", "--html=/nowhere/at/all/x.html"],
            1,
            "there is no such folder",
        ),
        (
            &["normal", "--data=/proc/nowhere"],
            1,
            "cannot write /proc/nowhere",
        ),
    ] {
        let place: &[&str] = if args.iter().any(|arg| arg.starts_with("--data")) {
            &[]
        } else {
            &["--data", &data]
        };
        let output = fmax(&[&["playtest"], args, place].concat(), "");
        assert_eq!(
            output.status.code(),
            Some(status),
            "{args:?} {}",
            stderr(&output)
        );
        assert!(
            stderr(&output).contains(message),
            "{args:?} {}",
            stderr(&output)
        );
        assert!(output.stdout.is_empty());
        assert!(!Path::new(&data).exists(), "{args:?}");
    }
}

/// Bad ideas: a piece that cannot move, a piece that never appears, and an attack that the first player always makes
/// first.
#[test]
fn bad_ideas_are_reported() {
    let folder = Folder::new();
    let file = folder.write(
        "bad.ini",
        "version 4.8(w)\n\n\
         Game: walled\n6x6\n5 6 4 3 6 5\n5 6 4 3 6 5\n\
         p:80 -16,6 -15,5 -17,5\np:80 16,6 15,5 17,5\n\
         K:-1 1,7 -1,7 16,7 -16,7 15,7 -15,7 17,7 -17,7\nQ:900 Q\nR:500 R\nG:200 bR\nX:400 B\n\
         #\nPromotion: Q\n\n\
         Game: snap\n8x8\n5 0 0 0 3 0 0 5\n5 0 0 0 3 0 0 5\n\
         p:80 fmWfceFifmnD\np:80 fmWfceFifmnD\nK:-1 K\nB:300 B\nR:500 R\n\
         #\nStart: 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n\n\
         Game: rush\n8x8\n5 0 0 7 3 0 0 5\n5 0 0 7 3 0 0 5\n\
         p:80 fmWfceFifmnD\np:80 fmWfceFifmnD\nK:-1 K\nB:300 B\nR:500 R\nN:300 N\nQ:900 Q\n\
         #\nStart: r2qk2r/8/pppppppp/8/8/PPPPPPPP/3Q4/R2QK2R w - -\n",
    );
    let run = |game: &str| -> Json {
        let args = [
            "playtest",
            game,
            "--ini",
            &file,
            "--games=40",
            "--nodes=200",
            "--json",
        ];
        let output = fmax(&args, "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    let worries = |report: &Json| -> Vec<(String, String)> {
        let all = report["worries"].as_array().unwrap().iter();
        let text = |worry: &Json, field: &str| worry[field].as_str().unwrap().to_owned();
        all.map(|worry| (text(worry, "worry"), text(worry, "found")))
            .collect()
    };
    let has = |worries: &[(String, String)], worry: &str, found: &str| {
        let same = |(name, text): &&(String, String)| name == worry && text.contains(found);
        assert!(
            worries.iter().any(|known| same(&known)),
            "{worry}, {found}: {worries:?}"
        );
    };
    let walled = run("walled");
    let reported = worries(&walled);
    has(
        &reported,
        "a piece is never seen",
        "no X ever comes on the board",
    );
    has(
        &reported,
        "a piece hardly moves",
        "G moves in 0.0 % (0.0 to 8.8) of the games",
    );
    assert_eq!(
        (&walled["games"], &walled["drawn"]["of"]),
        (&40.into(), &30.into())
    );
    let reported = worries(&run("snap"));
    has(
        &reported,
        "first move decides",
        "a1a8 wins by force in 1 move",
    );
    has(
        &reported,
        "one opening only",
        "within half a pawn of the best first move: 1 of 20",
    );
    has(&reported, "games too short", "at most 1 moves");
    let reported = worries(&run("rush"));
    has(&reported, "first move decides", "white scores");
    // chess has none of these problems, in enough games to rule out chance
    let args = ["playtest", "normal", "--games=120", "--nodes=200", "--json"];
    let output = fmax(
        &[&args[..], &["--data", &folder.file("chess")]].concat(),
        "",
    );
    let chess: Json = serde_json::from_str(&stdout(&output)).unwrap();
    for (worry, found) in worries(&chess) {
        assert!(
            !worry.starts_with("a piece") && !worry.contains("decides"),
            "{worry}: {found}"
        );
    }
}

/// The same on ten ranks: moves are shown with ranks counted from 1, with one note about this, and programs get moves
/// that can be typed.
#[test]
fn the_page_and_the_terminal_agree() {
    let folder = Folder::new();
    let ini = folder.file("tall.ini");
    let game = "version 4.8(w)\nGame: tall\n4x10\n4 3 5 4\n4 3 5 4\np:100 fmWfcF\np:100 fmWfcF\n\
                k:-1 K\nR:500 R\nB:300 B\n";
    fs::write(&ini, game).unwrap();
    let (records, page) = (folder.file("tall.games"), folder.file("page.html"));
    let arguments = [
        "playtest",
        "--ini",
        &ini,
        "--games=2",
        "--nodes=50",
        "--max-moves=20",
        "--records",
        &records,
    ];
    let run = |more: &[&str]| {
        let output = fmax(&[&arguments[..], more].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let said = run(&["--html", &page]);
    let text = fs::read_to_string(&page).unwrap();
    let repeat = format!("--max-moves 20 --seed 1 --ini {ini}</pre>");
    assert!(text.contains(&repeat), "{repeat} is not in {text}");
    let table = said
        .lines()
        .skip_while(|line| !line.starts_with("piece "))
        .skip(1);
    for line in table.take_while(|line| !line.starts_with("what to worry")) {
        for cell in line
            .split("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
        {
            let cell = format!(">{}</td>", cell.replace("+-", "±"));
            assert!(text.contains(&cell), "{cell} is not in {text}");
        }
    }
    let counted = "Ranks are counted from 1 here.";
    assert_eq!(
        (said.matches(counted).count(), text.matches(counted).count()),
        (1, 1)
    );
    let report: Json = serde_json::from_str(&run(&["--json"])).unwrap();
    let best = report["first_moves"]["moves"][0]["move"].as_str().unwrap();
    // rank 1 in the protocol is rank 2 here
    let shown = best.chars().map(|c| {
        c.to_digit(10)
            .map_or(c.to_string(), |d| (d + 1).to_string())
    });
    let shown: String = shown.collect();
    assert_ne!(shown, best);
    assert!(
        said.contains(&format!("  {shown} ")),
        "{shown} is not in {said}"
    );
    assert!(
        text.contains(&format!("<dt>{shown}</dt>")),
        "{shown} is not in {text}"
    );
}
