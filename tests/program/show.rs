//! `fmax show`: diagrams in the terminal, pictures and pages in files.

use std::fs;

use crate::common::files::Folder;
use crate::common::process::{command, fmax, stderr, stdout};

/// The start of a colour sequence.
const ESCAPE: char = '\x1b';

#[test]
fn moves_are_drawn_with_a_legend() {
    let text = stdout(&fmax(&["show", "--variant", "xiangqi"], ""));
    // a horse, with the squares that must be empty
    let horse =
        "\n      .  o  .  o  .\n      o  .  :  .  o\n      .  :  H  :  .\n      o  .  :  .  o\n";
    assert!(text.contains(horse), "{text}");
    for line in [
        "  :    must be empty for the move over it",
        "  #    a piece that is jumped over, of either side",
        "  x    can only capture there",
        "    on a6-i10:",
        // text, diagrams and the file count ranks alike
        "10 r h e a k a e h r",
        " 1 R H E A K A E H R",
        "General (K) and advisor (A) cannot leave d1-f3 and d8-f10.",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
    assert!(
        text.contains("\nRanks are counted from 1 here. XBoard"),
        "{text}"
    );
    let chess = stdout(&fmax(&["show"], ""));
    assert!(!chess.contains("counted from"), "{chess}");
    let colored = ["show", "--variant", "xiangqi", "--color", "always"];
    let colored = stdout(&fmax(&colored, ""));
    assert!(colored.lines().any(|line| line.starts_with("10 ")));
    // the legend explains only the signs used
    assert!(!text.contains("only as its first move"), "{text}");
    let text = stdout(&fmax(&["show", "P"], ""));
    assert!(text.contains("only as its first move"), "{text}");
    assert!(
        text.contains("\n      .  . 1m- .  .\n      .  x  m  x  .\n      .  .  P  .  .\n"),
        "{text}"
    );
}

#[test]
fn colours_are_for_terminals() {
    let plain = stdout(&fmax(&["show"], ""));
    assert!(!plain.contains(ESCAPE));
    let never = stdout(&fmax(&["show", "--color", "never"], ""));
    assert_eq!(plain, never);
    let colored = stdout(&fmax(&["show", "--color", "always"], ""));
    assert!(colored.contains(ESCAPE));
    // each colour is reset
    for line in colored.lines().filter(|line| line.contains(ESCAPE)) {
        let last = line.rfind(ESCAPE).unwrap();
        assert!(line[last..].starts_with("\x1b[0m"), "{line}");
    }
    let output = fmax(&["show", "--color", "blue"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(feature = "tools")]
#[test]
fn pictures_and_pages_are_written_and_kept() {
    let folder = Folder::new();
    let (svg, png, html) = (
        folder.file("svg"),
        folder.file("png/deep"),
        folder.file("page.html"),
    );
    let all = [
        "show",
        "--variant",
        "seirawan",
        "--svg",
        &svg,
        "--png",
        &png,
        "--html",
        &html,
    ];
    let output = fmax(&all, "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let said = stdout(&output);
    assert!(said.ends_with(&format!("page in {html}\n")), "{said}");
    for name in ["setup", "P", "K", "K-2", "H", "E", "sign-both"] {
        let text = fs::read_to_string(format!("{svg}/{name}.svg")).unwrap();
        assert!(text.starts_with("<svg"), "{name}");
        let bytes = fs::read(format!("{png}/{name}.png")).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"), "{name}");
    }
    let page = fs::read_to_string(&html).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>"));
    // every existing file is kept
    fs::write(&html, "mine").unwrap();
    let output = fmax(&all, "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("more are there already (--force replaces them)"));
    assert_eq!(fs::read_to_string(&html).unwrap(), "mine");
    let output = fmax(&["show", "--html", &html], "");
    let expected = format!("fmax: {html} is there already (--force replaces it)\n");
    assert_eq!(stderr(&output), expected);
    let forced: Vec<&str> = all.iter().copied().chain(["--force"]).collect();
    assert_eq!(fmax(&forced, "").status.code(), Some(0));
    assert_eq!(fs::read_to_string(&html).unwrap(), page);
}

#[cfg(feature = "tools")]
#[test]
fn pictures_of_one_piece_are_asked_for_by_its_letter() {
    let folder = Folder::new();
    let svg = folder.file("svg");
    let output = fmax(&["show", "--variant", "shogi", "--svg", &svg, "+P"], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let mut names: Vec<String> = (fs::read_dir(&svg).unwrap())
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["plus-P.svg", "sign-both.svg"]);
}

#[cfg(all(target_os = "linux", feature = "tools"))]
#[test]
fn write_errors_are_reported() {
    let folder = Folder::new();
    let file = folder.write("taken", "mine");
    let below = format!("{file}/page.html");
    for (args, expected) in [
        (["show", "--svg", &file], "cannot make the folder"),
        (["show", "--html", &below], "cannot write"),
        (["show", "--html", "/dev/full"], "there already"),
        (["show", "--png", "/proc/none"], "cannot make the folder"),
    ] {
        let output = fmax(&args, "");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = stderr(&output);
        assert!(
            said.starts_with("fmax: ") && said.contains(expected),
            "{args:?}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    let output = fmax(&["show", "--betza", "N", "--html", &below], "");
    assert_eq!(output.status.code(), Some(2));
}

/// `/dev/full` fails every write as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = command(&["show", "--variant", "chu"]);
    let output = command.stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.starts_with("fmax: ") && said.lines().count() == 1,
        "{said}"
    );
}

/// A reader may close the pipe early.
#[test]
fn a_closed_pipe_is_no_error() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = command(&["show", "--variant", "chu"]);
    let output = command.stdout(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
}

#[test]
fn pieces_are_asked_for_by_letter_or_name() {
    let by_letter = stdout(&fmax(&["show", "--variant", "xiangqi", "h"], ""));
    for name in ["horse", "Horse", "HORSE"] {
        assert_eq!(
            stdout(&fmax(&["show", "--variant", "xiangqi", name], "")),
            by_letter
        );
    }
    let shogi = |name: &str| stdout(&fmax(&["show", "--variant", "shogi", name], ""));
    assert_eq!(shogi("dragon-king"), shogi("+R"));
    // common names of chess players work too
    assert_eq!(
        stdout(&fmax(&["show", "knight"], "")),
        stdout(&fmax(&["show", "N"], ""))
    );
    for (asked, told) in [
        (
            "horse",
            "there is no piece horse in normal, only P (Pawn), K (King), N (Knight), B (Bishop), R (Rook), Q (Queen)\n",
        ),
        (
            "caravan.ini",
            "Q (Queen); to read a file: --ini caravan.ini\n",
        ),
        (
            "xiangqi",
            "Q (Queen); if you mean the game: --variant xiangqi\n",
        ),
    ] {
        let output = fmax(&["show", asked], "");
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    }
}

/// A link is not replaced, even if its target does not exist.
#[cfg(all(unix, feature = "tools"))]
#[test]
fn a_link_to_nothing_is_kept() {
    let folder = Folder::new();
    let link = folder.file("page.html");
    std::os::unix::fs::symlink(folder.file("nowhere"), &link).unwrap();
    let output = fmax(&["show", "--html", &link], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("there already"),
        "{}",
        stderr(&output)
    );
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::metadata(&link).is_err());
}
