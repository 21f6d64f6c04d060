//! The command line.

use std::process::Command;

use crate::common::files::Folder;
use crate::common::process::{FMAX, fmax, stderr, stdout};

const INI: &str = include_str!("../../fmax.ini");

#[test]
fn talks_to_a_gui() {
    let output = fmax(&[], "xboard\r\nprotover 2\r\nping 7\nquit\n");
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.starts_with("feature "), "{text}");
    assert!(text.ends_with("pong 7\n"), "{text}");
    assert!(output.stderr.is_empty());
}

#[test]
fn ends_with_its_input() {
    for input in [
        "",
        "xboard\nnew",
        "new\nlevel 0 60 0\ngo\n",
        "\u{0}\u{1}\n\n",
    ] {
        let output = fmax(&[], input);
        assert_eq!(output.status.code(), Some(0), "{input:?}");
    }
}

#[test]
fn survives_bytes_that_are_no_text() {
    let output = fmax(&[], b"\xFF\xFE\x00\nusermove \xC3\nping 1\nquit\n");
    assert!(output.status.success());
    assert!(stdout(&output).ends_with("pong 1\n"));
}

#[test]
fn starts_like_fairy_max() {
    let folder = Folder::new();
    let file = folder.write("like.ini", INI);
    for args in [&["18"][..], &["18", &file], &[&file], &["--ini", &file]] {
        let output = fmax(args, "ping 1\nquit\n");
        assert_eq!(stdout(&output), "pong 1\n", "{args:?}");
        assert!(output.status.success());
    }
    let output = fmax(&["--variant", "makruk"], "d\nquit\n");
    assert!(
        stdout(&output).contains("# makruk: rnsmksnr/"),
        "{}",
        stdout(&output)
    );
}

/// An error is one line on stderr. Under a GUI the user sees the error too.
#[test]
fn wrong_arguments_are_refused() {
    let playing = [
        &["--nonsense"][..],
        &["99"],
        &["a.ini", "22"],
        &["--hash", "x"],
        &["22", "variants"],
    ];
    let others = [
        &["perft"][..],
        &["perft", "x"],
        &["bench", "0"],
        &["bnech"],
        &["bnech", "3"],
        &["--threads", "2", "show"],
        &["variants", "--hash", "3"],
    ];
    for args in playing.iter().chain(&others) {
        let output = fmax(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let complaint = stderr(&output);
        assert!(complaint.starts_with("fmax: "), "{args:?}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{args:?}: {complaint}");
        let printed = stdout(&output);
        if playing.contains(args) {
            assert_eq!(printed, complaint.replacen("fmax:", "tellusererror", 1))
        } else {
            assert_eq!(printed, "", "{args:?}")
        }
    }
    let guess = "fmax: no file or sub-command 'bnech'; did you mean 'bench'?\n";
    assert_eq!(stderr(&fmax(&["bnech"], "")), guess);
    assert_eq!(fmax(&["--help"], "").status.code(), Some(0));
    assert!(stdout(&fmax(&["--version"], "")).starts_with("fmax "));
}

/// An error is printed on one line, with its cause after a colon.
#[test]
fn errors_are_printed_on_one_line() {
    let missing = "cannot use the file of variants: cannot read /nonexistent/x.ini: No such file";
    for (args, expected) in [
        (&["variants", "--ini", "/nonexistent/x.ini"][..], missing),
        (&["--ini", "/nonexistent/x.ini", "show"], missing),
        (
            &["check", "/nonexistent/x.ini"],
            "cannot read /nonexistent/x.ini: No such file",
        ),
        (
            &["show", "--variant", "capablance"],
            "there is no variant `capablance` (perhaps `capablanca`)",
        ),
        (&["show", "Z"], "there is no piece Z in normal"),
    ] {
        let output = fmax(args, "");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let complaint = stderr(&output);
        assert!(
            complaint.starts_with(&format!("fmax: {expected}")),
            "{args:?}: {complaint}"
        );
        assert_eq!(complaint.lines().count(), 1, "{args:?}: {complaint}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn a_fen_is_explained_with_one_of_the_game() {
    let output = fmax(
        &["perft", "--variant", "shatranj", "--fen", "gar\tbage", "2"],
        "",
    );
    assert_eq!(output.status.code(), Some(1));
    let complaint = stderr(&output);
    let start = "fmax: --fen 'gar\\tbage': 1 rank where the board has 8; a FEN is BOARD SIDE ";
    assert!(complaint.starts_with(start), "{complaint}");
    let example =
        "; shatranj begins with 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1'\n";
    assert!(complaint.ends_with(example), "{complaint}");
}

/// A reader may close the pipe early; this is not an error.
#[test]
#[cfg(unix)]
fn a_closed_pipe_is_no_error() {
    for args in ["variants", "show", "variants --json", "--help"] {
        let line = format!("{FMAX} {args} | true; echo \"${{PIPESTATUS[0]}}\"");
        let output = Command::new("bash").args(["-c", &line]).output().unwrap();
        assert_eq!(
            (stdout(&output).as_str(), stderr(&output).as_str()),
            ("0\n", ""),
            "{args}"
        );
    }
}

#[test]
fn the_gui_learns_of_unusable_files() {
    let folder = Folder::new();
    let broken = folder.write("broken.ini", "nonsense\n");
    for args in [
        &["--ini", "/nonexistent/x.ini"][..],
        &["/nonexistent/x.ini"],
        &[&broken],
        &["--variant", "nonesuch"],
    ] {
        let output = fmax(args, "xboard\n");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let text = stdout(&output);
        assert!(text.starts_with("tellusererror "), "{args:?} {text}");
        assert_eq!(text.lines().count(), 1, "{args:?} {text}");
        assert!(!output.stderr.is_empty());
    }
    let output = fmax(&["--ini", "/nonexistent/x.ini", "variants"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
}

#[test]
fn the_games_are_listed() {
    let output = fmax(&["variants"], "");
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.lines().any(|line| line.starts_with("capablanca ")));
    assert!(text.contains("10x8"));
    assert!(text.contains("12x12"));
    // although the file begins with the same variant under no name
    let chess = |line: &&str| line.starts_with("normal ");
    assert_eq!(text.lines().filter(chess).count(), 1, "{text}");
}

/// A file may begin with an unnamed variant and also hold a `normal`, as Fairy-Max's file does.
#[test]
fn variants_with_the_same_name_are_distinguished() {
    let lines = |row: &str| {
        let width = row.split(' ').count();
        format!("{width}x8\n{row}\n{row}\np:74 fW\np:74 fW\nk:-1 K\nn:259 N\nR:444 R\n")
    };
    let folder = Folder::new();
    let (small, large) = (lines("5 4 3 5"), lines("5 4 3 4 5"));
    let both = format!("version 4.8(w)\n\n{small}\n// The larger one\nGame: normal\n{large}");
    let alone = format!("version 4.8(w)\n\n{small}");
    let listed = |name: &str, text: &str| {
        let file = folder.write(name, text);
        let output = fmax(&["variants", "--ini", &file], "");
        assert!(output.status.success(), "{}", stderr(&output));
        (file, stdout(&output))
    };
    let (file, text) = listed("both.ini", &both);
    assert_eq!(
        text,
        "normal    4x8  The default game of the file [played if none is named; `normal` is the other one]\n\
         normal    5x8  The larger one\n"
    );
    // which is so
    let size = |args: &[&str]| stdout(&fmax(&[&["show", "--ini", &file], args].concat(), ""));
    assert!(size(&[]).contains("start  rnkr/"), "{}", size(&[]));
    assert!(size(&["--variant", "normal"]).contains("start  rnknr/"));
    let (_, text) = listed("alone.ini", &alone);
    assert_eq!(text, "normal    4x8  The default game of the file\n");
}

#[test]
fn perft_counts_moves() {
    let text = stdout(&fmax(&["perft", "3"], ""));
    assert!(text.starts_with("nodes 8902  time "), "{text}");
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let text = stdout(&fmax(&["perft", "--divide", "--fen", fen, "2"], ""));
    assert_eq!(text.lines().count(), 49);
    assert!(
        text.lines().last().unwrap().starts_with("nodes 2039  "),
        "{text}"
    );
    let text = stdout(&fmax(&["perft", "--variant", "capablanca", "2"], ""));
    assert!(text.starts_with("nodes 784  "), "{text}");
    for args in [
        &["perft", "--variant", "nonesuch", "1"][..],
        &["perft", "--fen", "x", "1"],
    ] {
        let output = fmax(args, "");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn show_describes_how_pieces_move() {
    let text = stdout(&fmax(&["show", "--variant", "berolina"], ""));
    assert!(text.starts_with("berolina: 8x8 board\n"), "{text}");
    assert!(
        text.contains("\n 1 R N B Q K B N R\n   a b c d e f g h\n"),
        "{text}"
    );
    let start = "\nstart  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    assert!(text.contains(start), "{text}");
    assert!(
        text.contains(
            "\nPawns promote on the last rank to: queen (Q), rook (R), bishop (B), knight (N).\n"
        ),
        "{text}"
    );
    assert!(text.contains("white's P, value"), "{text}");
    assert!(text.contains("  Betza  fmFfceWifmnA\n"), "{text}");
    let text = stdout(&fmax(
        &["show", "--variant", "fairy-pieces-tester", "g"],
        "",
    ));
    let expected = [
        "pieces-tester: 16x16 board",
        "G (Griffon), value 1150",
        "  Betza  FyafsF",
    ];
    assert!(text.starts_with(&expected.join("\n")), "{text}");
    assert!(
        text.contains("\n  table  G:1150 -15,7 17,7 15,7 -17,7 -15,30,-16 "),
        "{text}"
    );
    let game = INI.split("\n\n").next().unwrap().replace("n:259", "n:?");
    let folder = Folder::new();
    let file = folder.write("estimated.ini", &game);
    let text = stdout(&fmax(&["--ini", &file, "show", "N"], ""));
    assert!(text.contains("N, value estimated"), "{text}");
    assert!(text.contains("table  n:? "), "{text}");
    let text = stdout(&fmax(&["show", "--betza", "fmWfceFifmnD"], ""));
    assert!(text.contains("table  -16,6 -15,5 -17,5 -16,24\n"), "{text}");
    for args in [
        &["show", "Z"][..],
        &["show", "--betza", "fmzW"],
        &["show", "--variant", "nonesuch"],
    ] {
        let output = fmax(args, "");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

/// `fmax show` prints the same text as the Info button.
#[test]
fn show_and_info_agree() {
    for game in ["spartan", "crazyhouse", "alice", "xiangqi", "musketeer"] {
        let shown = stdout(&fmax(&["show", "--variant", game], ""));
        let info = format!("xboard\nprotover 2\nvariant {game}\noption Info\nquit\n");
        let info = stdout(&fmax(&[], &info));
        let (_, info) = info.split_once("telluser ").unwrap();
        // the dialog wraps long lines
        let info = info.replace("\\n    ", " ").replace("\\n", "\n");
        let mut rules = shown.rsplit("\n\n").next().unwrap().lines().peekable();
        assert!(rules.peek().is_some());
        for line in rules.chain(shown.lines().take(2)) {
            assert!(info.contains(line), "{game}: {line}\nnot in\n{info}");
        }
    }
}

#[test]
fn show_describes_castling_in_notation() {
    for (text, phrase) in [
        ("KisO3", "castles by three squares to either side"),
        (
            "isjO2",
            "castles by two squares to either side, with a piece one square from the edge",
        ),
        ("irO1", "castles by one square to the right"),
    ] {
        let printed = stdout(&fmax(&["show", "--betza", text], ""));
        assert!(
            printed.starts_with(&format!("Betza  {text}\n")),
            "{printed}"
        );
        assert!(printed.contains(phrase), "{printed}");
        assert!(!printed.contains("cannot move"), "{printed}");
    }
}

#[test]
fn check_finds_errors_in_files() {
    let folder = Folder::new();
    let good = folder.write("good.ini", INI);
    let output = fmax(&["check", &good], "");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let said = stdout(&output);
    let (warnings, sum) = said.trim_end().rsplit_once('\n').unwrap();
    assert!(sum.ends_with(" games, 0 errors, 3 warnings"), "{said}");
    // the warnings are about a board that a GUI cannot show, and two names that a GUI takes for other variants
    assert_eq!(warnings.lines().count(), 3, "{said}");
    for warning in [
        ": warning: XBoard reads moves from rank 16 as drops",
        ": warning: XBoard takes the name `nocheckatomic` for its own game atomic",
        ": warning: XBoard takes the name `andersgiveaway` for its own game giveaway",
    ] {
        assert!(warnings.contains(warning), "{said}");
    }
    let slip = INI.replacen("\np:74 16,24 16,6 15,5 17,5", "\np:74 -16,6", 1);
    let output = fmax(&["check", &folder.write("slip.ini", &slip)], "");
    let warning = ": warning: black's pawn walks up the board";
    assert!(stdout(&output).contains(warning), "{}", stdout(&output));
    let bad = folder.write("bad.ini", &INI.replacen("\nk:-1", "\nk:x", 1));
    let output = fmax(&["check", &bad], "");
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    assert!(stdout(&output).contains(": error: "));
    let output = fmax(&["check", "/nonexistent/x.ini"], "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn bench_is_deterministic() {
    let run = || {
        let output = fmax(&["--hash", "1", "bench", "2"], "");
        assert!(output.status.success());
        stdout(&output)
    };
    let (first, second) = (run(), run());
    let games = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        // the time and the figures derived from it
        lines.truncate(lines.len() - 2);
        lines
    };
    assert!(first.lines().count() > 5);
    let [speed, for_openbench] = [1, 0].map(|above| first.lines().nth_back(above).unwrap());
    assert!(speed.starts_with("nodes "));
    let words: Vec<&str> = for_openbench.split(' ').collect();
    assert!(words[1] == "nodes" && words[3] == "nps", "{words:?}");
    assert!(speed.starts_with(&format!("nodes {} ", words[0])));
    assert_eq!(games(&first), games(&second));
}

#[test]
fn a_log_holds_input_and_output() {
    let folder = Folder::new();
    let output = fmax(&["--log", &folder.file("log.txt")], "ping 3\nquit\n");
    assert!(output.status.success());
    let text = folder.read("log.txt");
    assert!(text.contains("< ping 3"), "{text}");
    assert!(text.contains("> pong 3"), "{text}");
}

pub const SMALL: &str = "version 4.8(w)\n\nGame: small\n6x6\n4 5 3 4 5 4\n4 5 3 4 5 4\n\
                     p:100 -16,6 -15,5 -17,5\np:100 16,6 15,5 17,5\n\
                     k:-1 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n\
                     r:500 1,3 -16,3 -1,3 16,3\n\
                     n:? -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\nPromotion: R\n";

#[test]
fn values_are_shown_on_the_scale_of_the_file() {
    let folder = Folder::new();
    let file = folder.write("values.ini", SMALL);
    let output = fmax(&["values", "--ini", &file, "--variant", "small"], "");
    let text = stdout(&output);
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert!(output.status.success() && lines.len() == 6, "{text}");
    assert_eq!(lines[4][..2], ["R", "500"], "{text}");
    assert_eq!(lines[5][..2], ["N", "?"], "{text}");
    // the estimate is scaled to the rook
    let number = |line: usize, column: usize| lines[line][column].parse::<f64>().unwrap();
    let expected = number(5, 2) * number(4, 3) / number(4, 2);
    assert!((number(5, 3) - expected).abs() < 3.0, "{text}");
    let unknown = fmax(&["values", "--variant", "nosuchgame"], "");
    assert_eq!(unknown.status.code(), Some(1));
}

#[test]
fn values_reports_types_without_a_line() {
    let folder = Folder::new();
    let drops = SMALL.replace("n:? -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7", "s:? FfW");
    let file = folder.write("drops.ini", &(drops + "Drops: all\n"));
    let text = stdout(&fmax(&["values", "--ini", &file], ""));
    let (table, notes) = text
        .split_once("5 piece lines make 7 kinds of pieces:\n")
        .unwrap();
    let names: Vec<&str> = table
        .lines()
        .map(|line| line.split("  ").next().unwrap())
        .collect();
    assert_eq!(
        names,
        ["piece", "P (1)", "P (2)", "K", "R", "S (5)", "S (6)", "R~"]
    );
    let turned = "S (6): in black's hands it moves the other way up the board\n";
    let promoted = "R~: promoted; it moves as without the ~, but its captor gets a pawn\n";
    assert_eq!(notes, turned.to_owned() + promoted);
    // nothing to report when each type has its line
    assert!(!stdout(&fmax(&["values"], "")).contains("kinds"));
}
