//! Matches against engines that speak UCI.

use std::process::Output;

use super::engine_match::{field, list, ours};
use crate::common::files::Folder;
use crate::common::games::{ARRAY, PIECES};
use crate::common::process::{at_once, program, stderr, stdout};

/// The shell script that stands in for an engine.
fn stand_in(arguments: &str) -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    format!("sh \"{folder}/tests/program/uci-stand-in.sh\" {arguments}")
}

/// Plays a match; returns its output and the game records.
fn play(engines: [&str; 2], args: &[&str]) -> (Output, Vec<String>) {
    let folder = Folder::new();
    let output = program()
        .args(["match", engines[0], engines[1], "--uci-b"])
        .args(["--openings=0", "--jsonl", &folder.file("games")])
        .args(args)
        .output()
        .unwrap();
    let lines = read(&folder, "games").lines().map(str::to_owned).collect();
    (output, lines)
}

/// The text of a file, or nothing if it is missing: it is not written without a game.
fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.file(name)).unwrap_or_default()
}

/// Two stand-ins play a game; returns the output of the match, the record of the first game and the input of one
/// stand-in.
fn play_script(moves: &str, fen: Option<&str>, args: &[&str]) -> (Output, Vec<String>, String) {
    let folder = Folder::new();
    folder.write("script", &format!("{moves}\n"));
    if let Some(fen) = fen {
        folder.write("script.fen", fen);
    }
    let [received, script] = ["received", "script"].map(|name| folder.file(name));
    let player = |received: &str| stand_in(&format!("script \"{received}\" \"{script}\""));
    let args = [args, &["--uci-a"]].concat();
    let (output, lines) = play([&player("/dev/null"), &player(&received)], &args);
    (output, lines, read(&folder, "received"))
}

/// Plays the moves of a script with two stand-ins. The match must understand the moves they write and send
/// them in the same form. `ours` lists the moves whose own notation differs.
fn speaks(variant: &str, uci_name: &str, moves: &str, ours: &[(&str, &str)]) {
    let (output, lines, received) = play_script(moves, None, &["--variant", variant, "--nodes=7"]);
    assert_eq!(lines.len(), 2, "{variant}: {}", stderr(&output));
    let words: Vec<&str> = moves.split(' ').collect();
    let expected = words.iter().map(|word| {
        let found = ours.iter().find(|(theirs, _)| theirs == word);
        found.map_or(*word, |(_, ours)| *ours)
    });
    let expected: Vec<&str> = expected.collect();
    for line in &lines {
        assert_eq!(
            list(line, "moves"),
            expected,
            "{variant}: {}",
            stderr(&output)
        );
        assert_eq!(field(line, "reason"), "illegal move");
        assert!(line.contains("illegal move: (none)"), "{line}");
    }
    for order in [
        format!("setoption name UCI_Variant value {uci_name}\n"),
        "ucinewgame\nisready\nposition startpos\nd\nisready\n".to_owned(),
        format!("position startpos moves {moves}\ngo nodes 7\n"),
    ] {
        assert!(received.contains(&order), "{order} in {received}");
    }
    // the record has everything needed to find which side is at fault
    let said = stderr(&output);
    let position = format!(
        "; position {}, moves {}",
        field(&lines[0], "fen"),
        expected.join(" ")
    );
    assert!(said.contains(&position), "{said}");
}

#[test]
fn moves_are_written_as_in_uci() {
    speaks(
        "normal",
        "chess",
        "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8 d2d4 e5d4",
        &[],
    );
    speaks(
        "normal",
        "chess",
        "a2a4 b7b5 a4b5 a7a6 b5a6 g8f6 a6a7 f6g8 a7b8n",
        &[],
    );
    speaks(
        "crazyhouse",
        "crazyhouse",
        "e2e4 d7d5 e4d5 d8d5 P@e4 d5e4 f1e2 P@d3",
        &[],
    );
    let gating = "e2e4 e7e5 b1c3h b8c6e g1f3 g8f6 f1c4 f8c5 d2d3 e8g8h e1g1e";
    speaks("seirawan", "seirawan", gating, &[]);
    let at_the_rook = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 h1e1e e8g8h";
    speaks("seirawan", "seirawan", at_the_rook, &[]);
    let tenth_rank = [
        ("h3e3", "h2e2"),
        ("h10g8", "h9g7"),
        ("b1c3", "b0c2"),
        ("i10h10", "i9h9"),
    ];
    speaks("xiangqi", "xiangqi", "h3e3 h10g8 b1c3 i10h10", &tenth_rank);
    speaks("king-of-the-hill", "kingofthehill", "e2e4 e7e5", &[]);
}

#[test]
fn an_xboard_engine_gets_the_same_moves() {
    // a game against our engine, which gets the stand-in's moves in XBoard's protocol
    let folder = Folder::new();
    folder.write("script", "h3e3\n");
    let [received, script] = ["received", "script"].map(|name| folder.file(name));
    let player = stand_in(&format!("script \"{received}\" \"{script}\""));
    let (output, lines) = play([&ours(), &player], &["--variant=xiangqi", "--depth=1"]);
    assert_eq!(lines.len(), 2, "{}", stderr(&output));
    let white = lines
        .iter()
        .find(|line| field(line, "white") == "B")
        .unwrap();
    assert_eq!(list(white, "moves")[0], "h2e2");
    assert_eq!(list(white, "moves").len(), 2, "{white}");
    assert!(folder.read("received").contains("\ngo depth 1\n"));
}

#[test]
fn limits_are_sent() {
    let moves = "e2e4 e7e5 g1f3";
    let go = |args: &[&str]| {
        let (output, _, received) = play_script(moves, None, args);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let mut orders = received.lines().filter(|line| line.starts_with("go"));
        orders.next().unwrap().to_owned()
    };
    assert_eq!(go(&["--depth=3"]), "go depth 3");
    assert_eq!(go(&["--movetime=1.5"]), "go movetime 1500");
    let words = |text: String| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let clock = words(go(&["--tc=40/60+0.5", "--tc-b=20/30"]));
    // the logged engine has black first, and gets its limits after white's move
    assert_eq!(clock.len(), 11, "{clock:?}");
    let value = |name: &str| {
        let at = clock.iter().position(|word| word == name).unwrap();
        clock[at + 1].parse::<u64>().unwrap()
    };
    assert!((50_000..=60_500).contains(&value("wtime")));
    assert_eq!(
        (value("btime"), value("winc"), value("binc")),
        (30_000, 500, 0)
    );
    assert_eq!(value("movestogo"), 20);
}

#[test]
fn variants_are_chosen_by_name() {
    let go = |args: &[&str]| {
        let (output, lines, received) = play_script("", None, args);
        let chosen = received.lines().filter(|line| line.contains("UCI_Variant"));
        let chosen: Vec<String> = chosen.map(str::to_owned).collect();
        (stderr(&output) + &stdout(&output), lines.len(), chosen)
    };
    // the variant by its own name, by an alias, and not listed at all
    let (_, games, chosen) = go(&["--variant=king-of-the-hill,normal", "--depth=1"]);
    assert_eq!(games, 4);
    for name in ["kingofthehill", "chess"] {
        let order = format!("setoption name UCI_Variant value {name}");
        assert!(chosen.contains(&order), "{chosen:?}");
    }
    let (said, games, chosen) = go(&["--variant=capablanca", "--depth=1"]);
    assert_eq!((games, chosen.len()), (0, 0));
    assert!(said.contains("has no game capablanca"), "{said}");
    assert!(said.contains("UCI_Variant=NAME"), "{said}");
    assert!(said.contains("capablanca: not played"), "{said}");
    // the variant by the name that the user gives
    let named = [
        "--depth=1",
        "--option-a=UCI_Variant=3check",
        "--option-b=uci_variant=3CHECK",
    ];
    let (said, games, chosen) = go(&[&named[..], &["--variant=5check"]].concat());
    assert_eq!(games, 2, "{said}");
    assert!(
        chosen.iter().all(|line| line.ends_with(" 3check")),
        "{chosen:?}"
    );
    let (said, games, _) = go(&[&named[..], &["--variant=5check,3check"]].concat());
    assert_eq!(games, 0);
    assert!(said.contains("UCI_Variant stands for one game"), "{said}");
}

#[test]
fn an_engine_that_shows_another_start_does_not_play() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (output, lines, _) = play_script("e2e4", Some(start), &["--depth=1"]);
    assert_eq!(lines.len(), 2, "{}", stderr(&output));
    for (fen, why) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1",
            "placed differently",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "different size",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "other side",
        ),
        ("a-b", "not a FEN"),
    ] {
        let (output, lines, _) = play_script("e2e4", Some(fen), &["--depth=1"]);
        assert!(lines.is_empty());
        assert_eq!(output.status.code(), Some(1));
        let said = stderr(&output);
        assert!(said.contains(fen) && said.contains(why), "{said}");
    }
    // the engine's own letters are accepted where it shows them
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let args = ["--depth=1", "--variant=xiangqi"];
    let (output, lines, _) = play_script("h3e3", Some(start), &args);
    assert_eq!(lines.len(), 2, "{}", stderr(&output));
}

#[test]
fn options_are_checked_before_play() {
    let folder = Folder::new();
    let go = |way: &str, args: &[&str]| {
        let received = folder.file("received");
        std::fs::write(&received, "").unwrap();
        let script = folder.file("script");
        std::fs::write(&script, "\n").unwrap();
        let player = stand_in(&format!("{way} \"{received}\" \"{script}\""));
        let args = [&["--depth=1", "--uci-a"], args].concat();
        let (output, lines) = play([&stand_in("script"), &player], &args);
        (stderr(&output), lines.len(), folder.read("received"))
    };
    let options = [
        "--option-b=style of play=very wild",
        "--option-b=Ponder=false",
        "--option-b=Clear Hash=",
        "--hash=32",
    ];
    let (said, games, received) = go("script", &options);
    assert_eq!(games, 2, "{said}");
    for line in [
        "setoption name Hash value 32",
        "setoption name Style Of Play value Very Wild",
        "setoption name Ponder value false",
        "setoption name Clear Hash",
    ] {
        assert!(
            received.lines().any(|received| received == line),
            "{line} in {received}"
        );
    }
    for (way, option, message) in [
        (
            "script",
            "Wisdom=1",
            "no option `Wisdom`; its options are: Hash, Style Of Play",
        ),
        (
            "script",
            "Hash=65",
            "`Hash` is a number from 1 to 64, not `65`",
        ),
        (
            "script",
            "Style Of Play=Mild",
            "one of Solid, Very Wild, not `Mild`",
        ),
        ("script", "Ponder=perhaps", "true or false"),
        ("script", "UCI_Variant=courier", "one of chess, 3check"),
        ("chess", "UCI_Variant=chess", "no option `UCI_Variant`"),
    ] {
        let (said, games, _) = go(way, &[&format!("--option-b={option}")]);
        assert_eq!(games, 0, "{option}");
        assert!(said.contains(message), "{option}: {said}");
    }
    // a file may define new variants
    let more = ["--option-b=Book=courier", "--option-b=UCI_Variant=courier"];
    let (said, games, received) = go("script", &[&more[..], &["--variant=normal"]].concat());
    assert_eq!(games, 2, "{said}");
    assert!(
        received.contains("setoption name UCI_Variant value courier\n"),
        "{received}"
    );
    // an engine without a choice of variants plays chess
    let (said, games, received) = go("chess", &["--variant=normal,nocastle"]);
    assert_eq!(games, 2, "{said}");
    assert!(!received.contains("UCI_Variant"), "{received}");
}

#[test]
fn a_shuffled_variant_needs_an_option() {
    let (output, lines, _) = play_script("", None, &["--variant=fischerandom", "--depth=1"]);
    assert!(lines.is_empty());
    let said = stderr(&output);
    assert!(
        said.contains("no option UCI_Chess960, which fischerandom needs"),
        "{said}"
    );
}

/// By our rules a bared side has one more move; for some engines the game is over and the side has no move.
#[test]
fn a_bared_side_without_a_move_loses_by_the_rules() {
    let folder = Folder::new();
    let start = "Start: K7/8/8/8/1R6/2R5/8/kn6 w - - 0 1";
    let text = format!("version 4.8(w)\n\nGame: makruk\n{ARRAY}{PIECES}Bare-King: loss\n{start}\n");
    let ini = format!("--ini={}", folder.write("own.ini", &text));
    let (output, lines, _) = play_script("b4b1", None, &[&ini, "--variant=makruk", "--depth=1"]);
    assert_eq!(lines.len(), 2, "{}", stderr(&output));
    for line in lines {
        assert_eq!(list(&line, "moves"), ["b4b1"]);
        assert_eq!(field(&line, "reason"), "bare king");
        assert_eq!(field(&line, "result"), "1-0");
    }
    assert!(output.status.success());
}

#[test]
fn every_failure_has_its_reason() {
    let ways = [
        ("illegal", "--depth=1", "illegal move", 1),
        ("nothing", "--depth=1", "illegal move", 1),
        ("null", "--depth=1", "illegal move", 1),
        ("crash", "--depth=1", "crash", 1),
        ("silent", "--depth=1", "stall", 1),
        ("silent", "--tc=1", "time forfeit without a move", 1),
        ("silent", "--movetime=1", "time forfeit without a move", 1),
        ("hang", "--depth=1", "stall", 1),
        ("flood", "--depth=1", "flood", 1),
        ("moves", "--depth=1", "illegal move", 1),
        ("deadborn", "--depth=1", "failure to start", 1),
        ("thousands", "--depth=1", "failure to start", 1),
    ];
    at_once(&ways, |&(way, limit, reason, status)| {
        let stall = if way == "flood" {
            "--stall=60"
        } else {
            "--stall=2"
        };
        let (output, lines) = play([&ours(), &stand_in(way)], &[limit, stall, "--grace=1000"]);
        assert_eq!(lines.len(), 2, "{way} {}", stderr(&output));
        for line in &lines {
            assert_eq!(field(line, "winner"), "A", "{way}");
            assert_eq!(field(line, "reason"), reason, "{way}");
        }
        assert_eq!(output.status.code(), Some(status), "{way}");
    });
}

/// An engine that does not answer `uci` would lose all games on time.
#[test]
fn an_engine_that_does_not_speak_the_protocol_is_refused() {
    let ways = [
        ("mute", &["--uci-b"][..], "does not seem to speak UCI"),
        ("silent", &[], "--uci-b"),
    ];
    at_once(&ways, |&(way, protocol, reason)| {
        let folder = Folder::new();
        let output = program()
            .args(["match", &ours(), &stand_in(way)])
            .args(["--openings=0", "--depth=1"])
            .args(["--jsonl", &folder.file("games")])
            .args(protocol)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(read(&folder, "games"), "", "{way}");
        let said = stderr(&output);
        assert!(said.contains(reason), "{said}");
    });
}

#[test]
fn resume_requires_the_same_protocols() {
    let folder = Folder::new();
    folder.write("script", "e2e4\n");
    let [script, games] = ["script", "games.jsonl"].map(|name| folder.file(name));
    let player = stand_in(&format!("script /dev/null \"{script}\""));
    let run = |args: &[&str]| {
        let mut command = program();
        command.args(["match", &player, &player, "--openings=0", "--depth=1"]);
        command.args(["--jsonl", &games]).args(args);
        command.output().unwrap()
    };
    run(&["--uci-a", "--uci-b"]);
    assert_eq!(folder.read("games.jsonl").lines().count(), 2);
    let more = run(&["--uci-a", "--uci-b", "--resume", "--games=4"]);
    assert_eq!(
        folder.read("games.jsonl").lines().count(),
        4,
        "{}",
        stderr(&more)
    );
    // the engine's name is shown without control characters
    assert!(
        stdout(&more).contains("uci \\u{1b}[2Jstand-in"),
        "{}",
        stdout(&more)
    );
    let other = run(&["--uci-a", "--resume", "--games=6"]);
    let said = stderr(&other);
    assert!(said.contains("played with other settings: uci"), "{said}");
}

#[test]
fn self_play_works_over_both_protocols() {
    let engine = env!("CARGO_BIN_EXE_fmax");
    let variants = "normal,fischerandom,crazyhouse,seirawan,xiangqi,shogi,sittuyin,makruk";
    let args = [
        "--variant",
        variants,
        "--games=2",
        "--nodes=20",
        "--max-moves=12",
        "--hash=1",
    ];
    let (output, lines) = play([engine, engine], &args);
    assert_eq!(stderr(&output), "");
    assert_eq!(lines.len(), 2 * variants.split(',').count());
    for line in &lines {
        let reason = field(line, "reason");
        assert!(
            !["illegal move", "time forfeit", "crash", "stall"].contains(&reason),
            "{line}"
        );
    }
}
