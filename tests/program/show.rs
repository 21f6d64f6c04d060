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
        // text, diagrams and the file number the ranks in the same way
        "10 r h e a k a e h r",
        " 1 R H E A K A E H R",
        "General (K) and advisor (A) cannot leave d1-f3 and d8-f10.",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
    assert!(
        text.contains("\nRanks are counted from 1 here. On a board"),
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
    // each colour sequence is followed by a reset
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
    assert!(stderr(&output).contains("is there already (--force replaces it)"));
    assert_eq!(fs::read_to_string(&html).unwrap(), "mine");
    let output = fmax(&["show", "--html", &html], "");
    let expected = format!("fmax: {html} is there already (--force replaces it)\n");
    assert_eq!(stderr(&output), expected);
    let forced: Vec<&str> = all.iter().copied().chain(["--force"]).collect();
    assert_eq!(fmax(&forced, "").status.code(), Some(0));
    assert_eq!(fs::read_to_string(&html).unwrap(), page);
}

/// A page as docs/build-web makes it, without the engine.
#[cfg(feature = "tools")]
const PAGE: &str = "<!DOCTYPE html>\n<section id=\"rulebook\" aria-label=\"Rules\" hidden></section>\n\
                    <script type=\"application/json\" id=\"embedded\">{}</script>\n</html>\n";

#[cfg(feature = "tools")]
#[test]
fn a_page_to_play_on_has_only_the_variant() {
    let folder = Folder::new();
    let page = folder.write("page.html", PAGE);
    let small = "8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\np:100 fmWfceF\np:100 fmWfceF\nk:-1 K\nn:320 N\nb:330 B\nr:500 R\nq:900 Q";
    let text = format!(
        "version 4.8(w)\n\n// Secret\nGame: first\n{small}\n\n// A <!-- game\nGame: </script><b> # P\n{small}\n\
         Name: N=Horse\nStalemate: loss\n\nmy notes\n"
    );
    let ini = folder.write("my.ini", &text);
    let play = folder.file("play.html");
    let args = [
        "show",
        "--ini",
        &ini,
        "--variant",
        "</script><b>",
        "--play",
        &play,
        "--page",
        &page,
        "--author",
        "<u>",
    ];
    let output = fmax(&args, "");
    assert_eq!(
        stdout(&output),
        format!("playable page in {play}\n"),
        "{}",
        stderr(&output)
    );
    let made = fs::read_to_string(&play).unwrap();
    let (before, data) = made.split_once("id=\"embedded\">").unwrap();
    let (data, after) = data.split_once("</script>").unwrap();
    assert_eq!(after, "\n</html>\n");
    assert!(!data.contains('<'), "{data}");
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["variant"], "</script><b>");
    let lines = text
        .split_once("// A")
        .unwrap()
        .1
        .split_once("\n\nmy notes")
        .unwrap()
        .0;
    assert_eq!(data["ini"], format!("version 4.8(w)\n// A{lines}\n"));
    assert_eq!(
        (&data["eval"], &data["net"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
    for markup in ["<b>", "<u>", "<!-- game", "Interactive Diagram"] {
        assert!(!before.contains(markup), "{markup}");
    }
    assert!(before.contains("<h2 id=\"setup\">"));
    // an existing file is kept
    let refusal = format!("fmax: {play} is there already (--force replaces it)\n");
    assert_eq!(stderr(&fmax(&args, "")), refusal);
}

/// The engine does not need the files of pictures; pages have their paths.
#[cfg(feature = "tools")]
#[test]
fn pictures_beside_the_file_are_embedded() {
    let folder = Folder::new();
    let rank = "6 4 5 7 3 5 4 6";
    let text = format!(
        "version 4.8(w)\n\nGame: mine\n8x8\n{rank}\n{rank}\np:100 fmWfceF\np:100 fmWfceF\nk:-1 K\nn:320 N\nb:330 B\n\
         r:500 R\nq:900 Q\nPicture: N=nomad.svg white=B=none.svg\nAuthor: A. Nomad, 2026\n"
    );
    let ini = folder.write("my.ini", &text);
    let triangle = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script><path d='M0 10h10l-5-10z'/></svg>";
    folder.write("nomad.svg", triangle);
    let (page, play) = (folder.write("page.html", PAGE), folder.file("play.html"));
    let (svg, html) = (folder.file("svg"), folder.file("rules.html"));
    let output = fmax(
        &[
            "show", "--ini", &ini, "--play", &play, "--page", &page, "--svg", &svg, "--html", &html,
        ],
        "",
    );
    let said = stderr(&output);
    for warning in [
        "14:10: warning: nomad.svg is drawn without: script",
        "14:22: warning: none.svg is not used: ",
    ] {
        assert!(said.contains(warning), "{said}");
        let checked = fmax(&["check", &ini], "");
        assert!(stdout(&checked).contains(warning), "{}", stdout(&checked));
    }
    let read = |file: &str| fs::read_to_string(file).unwrap();
    assert!(read(&play).contains("Picture: N=M16,82L84,82L50,14Z; white=B=none.svg"));
    assert!(read(&format!("{svg}/setup.svg")).contains("M16,82L84,82L50,14Z"));
    assert!(read(&html).contains("By A. Nomad, 2026. Page made"));
    // the engine and other commands do not read the pictures
    for args in [&["perft", "--ini", &ini, "1"][..], &["show", "--ini", &ini]] {
        assert_eq!(stderr(&fmax(args, "")), "");
    }
}

#[cfg(feature = "tools")]
#[test]
fn links_lead_to_pages_alone() {
    let folder = Folder::new();
    let html = folder.path().join("chess.html").display().to_string();
    let links = |player: &str| {
        let output = fmax(
            &["show", "--html", &html, "--force", "--player", player],
            "",
        );
        let page = || fs::read_to_string(&html).unwrap();
        (output.status.success())
            .then(page)
            .ok_or_else(|| stderr(&output))
    };
    let page = links("../play/index.html").unwrap();
    assert!(page.contains("<a href=\"../play/index.html#normal\">Play it in the browser</a>"));
    for script in ["javascript:alert(1)", "data:text/html,x"] {
        assert!(
            links(script)
                .unwrap_err()
                .contains("not the address of a page")
        );
    }
    let quoted = links("https://example.org/\"><script>").unwrap();
    assert!(!quoted.contains("<script>"));
}

#[test]
fn a_page_to_play_on_needs_the_page() {
    let folder = Folder::new();
    let (play, bad) = (folder.file("play.html"), folder.write("bad.html", "<p>"));
    for (more, expected) in [
        (
            &["--page", &bad][..],
            "the page is not a single file of docs/build-web",
        ),
        (&["--page", "/nowhere/x"], "cannot read /nowhere/x"),
        (&["N"], "cannot be used with"),
    ] {
        let output = fmax(&[&["show", "--play", &play], more].concat(), "");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
    let page = folder.write("page.html", PAGE);
    let old = folder.write(
        "old.ini",
        "version 4.8(w)\n\nGame: old\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\np:100 fmWfcF\np:100 fmWfcF\nk:-1 K\n\
         n:320 1,3,16 -1,3,-16\nb:330 B\nr:500 R\nq:900 Q\n",
    );
    let args = [
        "show",
        "--alternators",
        "--ini",
        &old,
        "--variant",
        "old",
        "--play",
        &play,
        "--page",
        &page,
    ];
    let said = stderr(&fmax(&args, ""));
    assert!(
        said.contains("add the line `Alternators: yes` to old"),
        "{said}"
    );
    if !cfg!(feature = "page") {
        let said = stderr(&fmax(&["show", "--play", &play], ""));
        assert!(said.contains("docs/build-web page.html"), "{said}");
    }
    assert!(!std::path::Path::new(&play).exists());
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
    for (asked, expected) in [
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
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
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
