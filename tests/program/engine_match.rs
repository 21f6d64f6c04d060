//! Matches between engines.

#[cfg(unix)]
mod failures;

use std::collections::{BTreeMap, BTreeSet};
use std::process::Output;

use fmax::game::Game;

use crate::common::files::Folder;
use crate::common::games::game;
use crate::common::process::{FMAX, at_once, program, stderr, stdout};

pub(super) fn ours() -> String {
    format!("\"{FMAX}\" --hash 1")
}

/// The same engine with a different command line, so that the match cannot know that it is the same.
fn our_equal() -> String {
    format!("{} --threads 1", ours())
}

/// Plays a match against another engine; returns its output and the game records.
pub(super) fn play(opponent: &str, args: &[&str]) -> (Output, Vec<String>) {
    let folder = Folder::new();
    let output = program()
        .args(["match", &ours(), opponent, "--jsonl", &folder.file("games")])
        .args(args)
        .output()
        .unwrap();
    let lines = folder.read("games").lines().map(str::to_owned).collect();
    (output, lines)
}

/// A shell script that fails in the given way.
#[cfg(unix)]
pub(super) fn stand_in(way: &str) -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    format!("sh \"{folder}/tests/program/stand-in.sh\" {way}")
}

/// The stderr of a match, without the progress lines of a long one.
pub(super) fn warnings(output: &Output) -> String {
    let said = stderr(output);
    let warnings = said
        .lines()
        .filter(|line| !line.starts_with("fmax: match: "));
    warnings.collect()
}

/// The value of a field in a line of JSON. Our values contain no escaped characters.
pub(super) fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let (_, rest) = line.split_once(&format!("\"{name}\":")).unwrap();
    let end = match &rest[..1] {
        "\"" => rest[1..].find('"').unwrap() + 2,
        "[" => rest.find(']').unwrap() + 1,
        _ => rest.find([',', '}']).unwrap(),
    };
    rest[..end].trim_matches('"')
}

pub(super) fn list(line: &str, name: &str) -> Vec<String> {
    let text = field(line, name).trim_matches(['[', ']']);
    let words = text.split(',').filter(|word| !word.is_empty());
    words
        .map(|word| word.trim_matches('"').to_owned())
        .collect()
}

fn start(variant: &str) -> Game {
    game(variant, "")
}

#[test]
fn a_match_between_equals() {
    const GAMES: [&str; 4] = ["normal", "los-alamos", "seirawan", "ciccolini"];
    let variants = GAMES.join(",");
    let folder = Folder::new();
    let pgn = folder.file("pgn");
    let limits = [
        "--variant",
        &variants,
        "--games",
        "3",
        "--nodes",
        "300",
        "--openings",
        "6",
    ];
    let files = ["--concurrency", "2", "--pgn", &pgn];
    let args: Vec<&str> = limits.iter().chain(&files).copied().collect();
    let (output, lines) = play(&our_equal(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // no warnings, for instance of an engine that exceeds its nodes
    assert_eq!(warnings(&output), "");
    // three games are rounded up to two pairs
    assert_eq!(lines.len(), 4 * GAMES.len());

    let mut pairs: BTreeMap<(&str, &str), Vec<&String>> = BTreeMap::new();
    for line in &lines {
        let mut game = start(field(line, "variant"));
        let (opening, moves) = (list(line, "opening"), list(line, "moves"));
        assert_eq!(opening.len(), 6, "{line}");
        assert_eq!(
            (opening.len() + moves.len()).to_string(),
            field(line, "plies")
        );
        for mv in opening.iter().chain(&moves) {
            assert_eq!(game.outcome(), None, "{line}");
            game.play(game.parse_move(mv).unwrap());
        }
        assert_eq!(game.position().fen(), field(line, "fen"));
        let outcome = game.outcome().unwrap().to_string();
        assert!(
            outcome.starts_with(field(line, "result")),
            "{outcome} {line}"
        );
        let pair = (field(line, "variant"), field(line, "round"));
        pairs.entry(pair).or_default().push(line);
    }
    for (name, pair) in &pairs {
        let [a, b] = pair[..] else {
            panic!("{name:?} is no pair");
        };
        // with the same engine on both sides, both games of a pair must be identical
        assert_ne!(field(a, "white"), field(b, "white"));
        for what in ["opening", "moves", "result", "reason"] {
            assert_eq!(field(a, what), field(b, what), "{name:?} {what}");
        }
        let other_round = if name.1 == "1" { "2" } else { "1" };
        let other = &pairs[&(name.0, other_round)];
        assert_ne!(field(a, "opening"), field(other[0], "opening"));
    }
    let shown = stdout(&output);
    assert!(
        shown.contains("\n8 of 8 pairs are one game played twice"),
        "{shown}"
    );
    let total = shown
        .lines()
        .find(|line| line.starts_with("total"))
        .unwrap();
    assert!(total.contains(" 50.0 %"), "{total}");
    check_pgn(&folder.read("pgn"), &lines);

    let alone = |seed: &str| {
        let args: Vec<&str> = limits.iter().chain(&["--seed", seed]).copied().collect();
        let mut games: Vec<Vec<String>> = (play(&our_equal(), &args).1.iter())
            .map(|line| list(line, "moves"))
            .collect();
        games.sort();
        games
    };
    let mut before: Vec<Vec<String>> = lines.iter().map(|line| list(line, "moves")).collect();
    before.sort();
    assert_eq!(alone("1"), before);
    assert_ne!(alone("2"), before);
}

#[test]
fn games_against_itself_differ() {
    let args = ["--variant=normal,fischerandom", "--games=4", "--nodes=200"];
    let (output, lines) = play(&ours(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let games: BTreeSet<String> = (lines.iter())
        .map(|line| [field(line, "start"), field(line, "opening")].concat())
        .collect();
    assert_eq!(games.len(), 8, "{lines:?}");
    let shown = stdout(&output);
    assert!(!shown.contains("played twice"), "{shown}");
    // White's results must match the game records
    let count = |result| {
        let games = lines.iter().filter(|line| field(line, "result") == result);
        games.count()
    };
    let [wins, draws, losses] = ["1-0", "1/2-1/2", "0-1"].map(count);
    let white = format!("(+{wins} ={draws} -{losses})");
    let line = shown.lines().find(|line| line.starts_with("white: "));
    assert!(line.is_some_and(|line| line.ends_with(&white)), "{shown}");
    // without an opening all games would be the same, which is reported
    let (output, _) = play(&ours(), &["--nodes=100", "--openings=0"]);
    let shown = stdout(&output);
    assert!(
        shown.contains("\n1 of 1 pairs are one game played twice"),
        "{shown}"
    );
}

#[test]
fn pairs_begin_from_shuffled_ranks() {
    let folder = Folder::new();
    let pgn = folder.file("pgn");
    let play = |seed: &str| {
        let args = [
            "--variant",
            "fischerandom,caparandom",
            "--games",
            "4",
            "--nodes",
            "200",
            "--openings",
            "2",
            "--seed",
            seed,
            "--pgn",
            &pgn,
        ];
        let (output, lines) = play(&our_equal(), &args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(warnings(&output), "");
        assert_eq!(lines.len(), 8);
        lines
    };
    let lines = play("1");
    let mut starts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in &lines {
        let fen = field(line, "start");
        let mut game = start(field(line, "variant"));
        game.set_fen(fen).unwrap();
        for mv in list(line, "opening").iter().chain(&list(line, "moves")) {
            game.play(game.parse_move(mv).unwrap());
        }
        assert_eq!(game.position().fen(), field(line, "fen"), "{line}");
        starts.entry(fen).or_default().push(field(line, "white"));
    }
    // each pair has its own opening, played with both colours
    assert_eq!(starts.len(), 4);
    assert!(
        starts
            .values()
            .all(|white| matches!(white[..], ["A", "B"] | ["B", "A"]))
    );
    let text = folder.read("pgn");
    for fen in starts.keys() {
        let tags = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
        assert_eq!(text.matches(&tags).count(), 2);
    }
    check_pgn(&text, &lines);
    let other = play("2");
    assert!(
        other
            .iter()
            .all(|line| !starts.contains_key(field(line, "start")))
    );
}

/// The PGN holds the same games as the records, in the same order.
fn check_pgn(pgn: &str, lines: &[String]) {
    let games: Vec<&str> = pgn.split("[Event ").skip(1).collect();
    assert_eq!(games.len(), lines.len());
    for (text, line) in games.iter().zip(lines) {
        let tag = format!("[Variant \"{}\"]", field(line, "variant"));
        assert!(text.contains(&tag), "{text}");
        assert!(text.contains("[Notation \"SAN\"]"), "{text}");
        let (_, body) = text.split_once("\n\n").unwrap();
        let mut game = start(field(line, "variant"));
        if field(line, "start") != "null" {
            game.set_fen(field(line, "start")).unwrap();
        }
        let mut comment = false;
        let mut result = "";
        for word in body.split_whitespace() {
            comment |= word.starts_with('{');
            if !comment && !word.ends_with('.') {
                match game.rules().tables.parse_san(game.position(), word) {
                    Ok(mv) => game.play(mv),
                    Err(_) => result = word,
                }
            }
            comment &= !word.ends_with('}');
        }
        assert_eq!(result, field(line, "result"));
        assert_eq!(game.position().fen(), field(line, "fen"), "{text}");
    }
}

#[test]
fn engines_can_have_clocks_of_their_own() {
    let args = [
        "--games",
        "2",
        "--variant",
        "los-alamos",
        "--max-moves",
        "20",
    ];
    let clocks = ["--tc", "4+0.02", "--tc-b", "0.2+0.002"];
    let (output, lines) = play(&ours(), &[&args[..], &clocks].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let mut whites: Vec<&str> = lines.iter().map(|line| field(line, "white")).collect();
    whites.sort_unstable();
    assert_eq!(whites, ["A", "B"], "{lines:?}");
    for line in &lines {
        // each engine keeps its clock whichever colour it plays
        let limits = (field(line, "limit"), field(line, "limit_b"));
        assert_eq!(limits, ("4+0.02", "0.2+0.002"));
        let used = ["white_seconds", "black_seconds"].map(|name| field(line, name));
        let [white, black] = used.map(|seconds| seconds.parse::<f64>().unwrap());
        let a_is_white = field(line, "white") == "A";
        assert_eq!(white > black, a_is_white, "{line}");
    }
}

#[test]
fn clocks_can_count_nodes() {
    let play = || {
        let args = ["--variant=los-alamos", "--games=2", "--openings=4"];
        let clocks = ["--nps=2000", "--tc=1+0.01", "--tc-b=0.2+0.01"];
        let (output, lines) = play(&ours(), &[&args[..], &clocks].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(warnings(&output), "");
        lines
    };
    let lines = play();
    for line in &lines {
        let limits = (field(line, "limit"), field(line, "limit_b"));
        assert_eq!(limits, ("1+0.01 at 2000 nps", "0.2+0.01 at 2000 nps"));
        let used = ["white_seconds", "black_seconds"].map(|name| field(line, name));
        let [white, black] = used.map(|seconds| seconds.parse::<f64>().unwrap());
        assert_eq!(white > black, field(line, "white") == "A", "{line}");
        let moves = list(line, "moves").len().div_ceil(2) as f64;
        for (used, base) in [(white.max(black), 1.0), (white.min(black), 0.2)] {
            assert!(used > base / 3.0 && used < base + moves * 0.01, "{line}");
        }
    }
    // nothing depends on the machine, so the same match repeats the same games
    let course = |line: &String| [list(line, "moves").join(" "), field(line, "fen").into()];
    let courses = |lines: &[String]| lines.iter().map(course).collect::<BTreeSet<_>>();
    assert_eq!(courses(&lines), courses(&play()));
}

#[test]
fn stops_when_the_test_is_decided() {
    // bounds so wide that the first results decide the test
    let args = [
        "--nodes",
        "100",
        "--games",
        "400",
        "--sprt",
        "-900,-300",
        "--variant",
        "los-alamos",
    ];
    let (output, lines) = play(&ours(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(lines.len() < 400, "{}", lines.len());
    assert!(stdout(&output).contains("the upper hypothesis is accepted"));
}

/// A round robin of three engines, one with a different option; an interrupted tournament resumes.
#[test]
fn a_tournament_of_three() {
    let folder = Folder::new();
    let third = format!("{} --threads 2", ours());
    let run = |jsonl: &str, more: &[&str]| {
        let output = program()
            .args(["match", &ours(), &our_equal(), &third, "--jsonl", jsonl])
            .args(["--pgn", &folder.file("pgn"), "--option", "c:Nodes=20"])
            .args([
                "--variant",
                "los-alamos",
                "--depth",
                "1",
                "--max-moves",
                "8",
            ])
            .args(more)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let whole = run(&folder.file("games"), &[]);
    let text = folder.read("games");
    let lines: Vec<&str> = text.lines().collect();
    let duels: Vec<String> = lines
        .iter()
        .map(|line| list(line, "duel").concat())
        .collect();
    assert_eq!(duels, ["AB", "AB", "AC", "AC", "BC", "BC"]);
    assert_eq!(field(lines[3], "white"), "C");
    assert_eq!(folder.read("pgn").matches("[Event ").count(), 6);
    let heading = whole.lines().next().unwrap();
    assert!(
        heading.starts_with("engine ") && heading.contains("Elo"),
        "{whole}"
    );
    let ranked = whole.lines().skip(1).take(3);
    assert!(ranked.clone().all(|row| row.contains("  4 ")), "{whole}");
    // engines with the same name are distinguished by their commands
    assert!(whole.contains("--threads 2\n"), "{whole}");
    let part: String = lines[..3].iter().map(|line| format!("{line}\n")).collect();
    let kept = folder.write("part", &part);
    assert_eq!(run(&kept, &["--resume"]), whole);
    assert_eq!(folder.read("part").lines().count(), 6);
    let gauntlet = run(&folder.file("gauntlet"), &["--gauntlet"]);
    assert_eq!(folder.read("gauntlet").lines().count(), 4);
    assert_eq!(gauntlet.matches(" against ").count(), 2, "{gauntlet}");
}

#[test]
fn scores_can_end_games() {
    let base = ["--nodes", "200", "--games", "4", "--variant", "normal"];
    let reasons = |more: &[&str]| {
        let args: Vec<&str> = base.iter().chain(more).copied().collect();
        let (output, lines) = play(&ours(), &args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let reasons = lines.iter().map(|line| field(line, "reason").to_owned());
        reasons.collect::<Vec<String>>()
    };
    let draws = reasons(&["--draw-adjudication", "1,30000,1"]);
    assert!(
        draws
            .iter()
            .all(|reason| reason == "adjudication as a draw")
    );
    let losses = reasons(&["--resign-adjudication", "2,100"]);
    assert!(
        losses
            .iter()
            .any(|reason| reason == "adjudication by score"),
        "{losses:?}"
    );
    let short = reasons(&["--max-moves", "6"]);
    assert!(short.iter().all(|reason| reason == "game too long"));
}

#[test]
fn bad_arguments_are_refused() {
    let run = |args: &[&str]| {
        let output = program().arg("match").args(args).output().unwrap();
        assert_ne!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        stderr(&output)
    };
    let ours = ours();
    for (args, message) in [
        (&[&*ours][..], "2 values required by '<ENGINE> <ENGINE>...'"),
        (&[&ours, "'open"], "quotation mark"),
        (
            &[&ours, "/no/such/engine"],
            "cannot start the engine /no/such/engine",
        ),
        (&[&ours, &ours, "--variant", "chesss"], "chesss"),
        (
            &[&ours, &ours, "--nodes", "1", "--depth", "1"],
            "cannot be used with",
        ),
        (
            &[&ours, &ours, "--nodes", "1", "--nps", "1"],
            "cannot be used with",
        ),
        (&[&ours, &ours, "--tc", "5+x"], "no time in seconds"),
        (&[&ours, &ours, "--sprt", "5,0"], "ELO0 below ELO1"),
        (
            &[&ours, &ours, "--option-a", "Wisdom=1"],
            "no option `Wisdom`",
        ),
        (
            &[&ours, &ours, "--option-b", "Nodes=many"],
            "refuses its options",
        ),
        (&[&ours, &ours, "--games", "0"], "--games"),
        (&[&ours, &ours, "--uci", "c"], "there is no engine C"),
        (&[&ours, &ours, "--option", "Hash=1"], "LETTER:NAME=VALUE"),
        (
            &[&ours, &ours, &ours, "--sprt", "0,5"],
            "--sprt compares two engines",
        ),
        (&[&ours, &ours, "--pgn", "/no/such/dir/x"], "cannot write"),
        (
            &[&ours, &ours, "--pgn", "x", "--jsonl", "x"],
            "the same file",
        ),
        (&[&ours, &ours, "--resume"], "--jsonl"),
        (
            &[&ours, &ours, "--resume", "--jsonl", "/dev/null"],
            "/dev/null: it is a device",
        ),
    ] {
        let said = run(args);
        assert!(said.contains(message), "{args:?} says {said}");
    }
}
