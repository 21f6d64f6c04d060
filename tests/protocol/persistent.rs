//! Persistent positions: stored, found again, used by the search, and shown by `bk`.

use std::fs;
use std::path::Path;

use fmax::files::Places;
use fmax::variant::{Library, ReadOptions};

use crate::common::files::Folder;
use crate::support::{Gui, is_move};

fn gui(program: Option<&Path>, working: Option<&Path>) -> Gui {
    let places = Places {
        program: program.map(Path::to_owned),
        working: working.map(Path::to_owned),
        ..Places::default()
    };
    let library = Library::locate(None, &places, ReadOptions::default());
    Gui::among(None, library.unwrap())
}

/// White can take a queen with a pawn or with a rook; a black pawn recaptures.
const TAKE: &str = "6k1/5ppp/4p3/3q4/2P5/8/5PPP/3R2K1 w - - 0 1";
/// The position after the pawn has taken the queen.
const TAKEN: &str = "6k1/5ppp/4p3/3P4/8/8/5PPP/3R2K1 b - -";

#[test]
fn a_given_score_is_obeyed() {
    let mut gui = gui(None, None);
    gui.ask(&format!("new\nforce\nsd 5\nsetboard {TAKE}"));
    assert_eq!(gui.ask("go"), ["move c4d5"]);
    // now this position is stored as good for black
    assert_eq!(gui.ask("force\nsetscore 900 99\nundo"), [""; 0]);
    assert_eq!(gui.ask("go"), ["move d1d5"]);
    // the score holds up to a depth: a search of 5 plies searches the position after the move to 4 plies
    gui.ask("force\nundo\nc4d5\nsetscore 900 4\nundo");
    assert_eq!(gui.ask("go"), ["move d1d5"]);
    // a much deeper search ignores the score; a search that is only a little deeper may still use it, because it
    // reduces some moves
    gui.ask("force\nundo\nsd 10");
    assert_eq!(gui.ask("go"), ["move c4d5"]);
    gui.ask("force\nundo\nc4d5\nsetscore 900 99\nundo");
    assert_eq!(gui.ask("go"), ["move d1d5"]);
    // the score is used until the hash table is cleared or a new game begins
    gui.ask("force\nundo\noption Clear Hash");
    assert_eq!(gui.ask("go"), ["move c4d5"]);
    gui.ask(&format!(
        "force\nsetscore 900 4\nnew\nforce\nsetboard {TAKE}"
    ));
    assert_eq!(gui.ask("go"), ["move c4d5"]);
    for (line, answer) in [
        ("setscore", "Error (score missing): setscore"),
        ("setscore 5", "Error (depth missing): setscore 5"),
        ("setscore x 5", "Error (bad number): setscore x 5"),
        ("setscore 5 -1", "Error (bad number): setscore 5 -1"),
        ("remember x", "Error (bad number): remember x"),
    ] {
        assert_eq!(gui.ask(line), [answer]);
    }
}

#[test]
fn a_position_in_a_file_is_obeyed_at_any_depth() {
    let folder = Folder::new();
    fs::write(
        folder.file("normal.hash"),
        format!("{TAKEN} ce 900; acd 1;\n"),
    )
    .unwrap();
    for folders in [(Some(folder.path()), None), (None, Some(folder.path()))] {
        let mut gui = gui(folders.0, folders.1);
        gui.ask(&format!("new\nforce\nsetboard {TAKE}"));
        for depth in [1, 2, 6] {
            assert_eq!(gui.ask(&format!("sd {depth}\ngo")), ["move d1d5"]);
            gui.ask("force\nundo");
        }
    }
    // the file of another variant is not read
    let mut gui = gui(None, Some(folder.path()));
    gui.ask(&format!("variant nocastle\nforce\nsd 5\nsetboard {TAKE}"));
    assert_eq!(gui.ask("go"), ["move c4d5"]);
}

#[test]
fn a_mate_in_a_file_is_counted_on() {
    let folder = Folder::new();
    fs::write(folder.file("normal.hash"), format!("{TAKEN} dm -3;\n")).unwrap();
    let mut gui = gui(None, Some(folder.path()));
    let answer = gui.ask(&format!("new\nforce\npost\nsd 3\nsetboard {TAKE}\ngo"));
    let (last, lines) = answer.split_last().unwrap();
    assert_eq!(last, "move c4d5");
    let words: Vec<&str> = lines.last().unwrap().split_whitespace().collect();
    assert_eq!((words[1], words[7]), ("100004", "c4d5"));
}

#[test]
fn the_working_directory_goes_before_the_data_directory() {
    let (data, working) = (Folder::new(), Folder::new());
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    fs::write(data.file("normal.hash"), format!("{fen} ce 11;\n")).unwrap();
    let mut gui = gui(Some(data.path()), Some(working.path()));
    assert_eq!(gui.ask("new\nbk"), [" This position: +0.11", ""]);
    let said = gui.ask("remember -150");
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("telluser ") && said[0].ends_with(&format!("{fen} ce -150;")));
    assert_eq!(gui.ask("bk"), [" This position: -1.50", ""]);
    assert_eq!(gui.ask("new\nbk"), [" This position: -1.50", ""]);
    // a file of variants has the data directory beside it too
    let ini = data.file("games.ini");
    fs::write(&ini, include_str!("../../fmax.ini")).unwrap();
    let library = Library::open(&ini, ReadOptions::default()).unwrap();
    let mut gui = Gui::among(None, library);
    assert_eq!(gui.ask("new\nbk"), [" This position: +0.11", ""]);
}

#[test]
fn the_button_saves_what_was_found() {
    let folder = Folder::new();
    let mut gui = gui(None, Some(folder.path()));
    gui.ask("new\nforce");
    // XBoard does not show this error
    let unknown = [
        "tellusererror No score is known for this position yet: let the engine think about it or \
         analyse it first",
        "Error (no score is known): option Save in hash file",
    ];
    assert_eq!(gui.ask("option Save in hash file"), unknown);
    // the engine's thinking was about the position before its move
    gui.ask(&format!("setboard {TAKE}\nsd 4"));
    assert!(is_move(&gui.ask("go")[0]));
    assert_eq!(gui.ask("force\noption Save in hash file"), unknown);
    gui.ask("undo");
    let said = gui.ask("option Save in hash file");
    // nor comments
    assert!(said[0].starts_with("telluser "), "{said:?}");
    assert!(said[0].contains(" acd 4; bm c4d5;"), "{said:?}");
    let text = fs::read_to_string(folder.file("normal.hash")).unwrap();
    assert_eq!(text.lines().count(), 1);
    assert!(said[0].ends_with(text.trim_end()));
    let known = gui.ask("bk");
    assert!(known[0].starts_with(" This position: +"), "{known:?}");
    assert!(known[0].ends_with(", depth 4, best c4d5"), "{known:?}");
    // a second `remember` replaces the line instead of adding another line
    assert!(gui.ask("remember 100007")[0].ends_with("- - dm 7; bm c4d5;"));
    let text = fs::read_to_string(folder.file("normal.hash")).unwrap();
    assert_eq!(text.lines().count(), 1);
    // one move earlier: black's king came from f8
    gui.ask("setboard 5k2/5ppp/4p3/3q4/2P5/8/5PPP/3R2K1 b - - 0 1");
    assert_eq!(gui.ask("bk"), [" f8g8: mated in 7", ""]);
}

#[test]
fn broken_lines_are_reported_once_and_kept() {
    let folder = Folder::new();
    let path = folder.file("normal.hash");
    let text = format!("// mine\n{TAKEN} ce;\n{TAKEN} ce 7;\nnonsense\n");
    fs::write(&path, &text).unwrap();
    let mut gui = gui(None, Some(folder.path()));
    let messages = gui.say("xboard");
    assert_eq!(messages.len(), 2);
    let place = |line| format!("telluser {}:{line}:", path);
    assert!(messages[0].starts_with(&place("2:39")), "{messages:?}");
    assert!(messages[0].ends_with("error: `ce` needs a score, not ``"));
    assert!(messages[1].starts_with(&place("4:9")), "{messages:?}");
    assert_eq!(gui.ask("new\nvariant nocastle\nnew"), [""; 0]);
    gui.ask("remember 5");
    let new = fs::read_to_string(&path).unwrap();
    assert_eq!(new.strip_prefix(&text).unwrap().lines().count(), 1);
}

/// Complaints about a long file do not drown the session, and come once.
#[test]
fn many_broken_lines_are_counted() {
    let folder = Folder::new();
    fs::write(folder.file("normal.hash"), "nonsense\n".repeat(60_000)).unwrap();
    let mut gui = gui(None, Some(folder.path()));
    let messages = gui.say("xboard");
    assert_eq!(messages.len(), 6, "{messages:?}");
    let shown = |line: &&String| line.starts_with("telluser ");
    assert_eq!(messages.iter().filter(shown).count(), 3);
    assert!(messages[5].ends_with("59995 more errors and warnings from here on"));
    assert_eq!(gui.ask("new\nvariant nocastle\nnew"), [""; 0]);
}

/// A file that is not a regular file is refused with a message.
#[cfg(unix)]
#[test]
fn a_pipe_with_the_name_of_the_file_is_reported() {
    let folder = Folder::new();
    let path = folder.file("normal.hash");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    let mut gui = gui(None, Some(folder.path()));
    let refusal = "it is a pipe, not a regular file";
    let message = format!("telluser {path}: error: cannot be read: {refusal}");
    assert_eq!(gui.say("xboard"), [message]);
    let answer = gui.ask("new\nremember 5");
    assert_eq!(
        answer,
        [format!("tellusererror cannot write {path}: {refusal}")]
    );
}

#[test]
fn a_directory_that_cannot_be_written_to() {
    let folder = Folder::new();
    let mut gui = gui(None, Some(&folder.path().join("nonexistent")));
    let answer = gui.ask("new\nremember 5");
    assert!(
        answer[0].starts_with("tellusererror cannot write "),
        "{answer:?}"
    );
    assert_eq!(
        gui.ask("bk")[0],
        " There is no opening book, and no persistent position."
    );
    // where a directory has the name of the file
    fs::create_dir_all(folder.file("normal.hash")).unwrap();
    let mut gui = self::gui(None, Some(folder.path()));
    assert!(gui.say("new")[0].contains("cannot be read: it is a directory"));
    let answer = gui.ask("remember 5");
    assert!(
        answer[0].starts_with("tellusererror cannot write "),
        "{answer:?}"
    );
    let mut gui = self::gui(None, None);
    let answer = gui.ask("new\nremember 5");
    assert_eq!(answer, ["Error (no directory to write to): remember 5"]);
}

#[test]
fn analysis_asks_once_for_each_position() {
    let folder = Folder::new();
    let mut gui = gui(None, Some(folder.path()));
    let questions = |said: Vec<String>| {
        let asked = said.iter().filter(|line| line.starts_with("askuser "));
        asked
            .filter(|line| line.starts_with("askuser remember Keep "))
            .count()
    };
    gui.ask(&format!("new\nforce\nsetboard {TAKE}"));
    assert_eq!(questions(gui.say("analyze")), 0);
    assert_eq!(
        questions(gui.say("exit\noption Automatic persistent-hash dialog=1")),
        0
    );
    assert_eq!(questions(gui.say("analyze")), 1);
    assert_eq!(questions(gui.say("exclude c4d5\ninclude all\n.")), 0);
    // keeps what was found when the user answers; the first reports may be of an older analysis
    let kept = loop {
        gui.hear_thinking();
        let said = gui.say("remember");
        if let Some(kept) = said.into_iter().find(|line| line.starts_with("telluser ")) {
            break kept;
        }
    };
    assert!(kept.contains(" acd "), "{kept}");
    assert_eq!(questions(gui.say("usermove c4d5")), 1);
    let kept = gui.say("remember -9");
    assert!(
        kept.iter().any(|line| line.ends_with(" ce -9;")),
        "{kept:?}"
    );
    assert_eq!(questions(gui.say("undo")), 1);
    assert_eq!(
        questions(gui.say("exit\noption Automatic persistent-hash dialog=0\nanalyze")),
        0
    );
    gui.say("exit");
    let text = fs::read_to_string(folder.file("normal.hash")).unwrap();
    assert_eq!(text.lines().count(), 2);
}
