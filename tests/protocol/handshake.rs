//! What is said before a game: features, options, memory, information.

use crate::support::{Gui, is_move};

#[test]
fn features() {
    let mut gui = Gui::new();
    let lines = gui.say("xboard\nprotover 2");
    assert!(lines.iter().all(|line| line.starts_with("feature ")));
    assert_eq!(lines[0], "feature done=0");
    assert_eq!(lines.last().unwrap(), "feature done=1");
    let all = lines.join("\n");
    for part in [
        " ping=1 ",
        " setboard=1 ",
        " usermove=1 ",
        " san=0 ",
        " sigint=0 ",
        " debug=1 ",
        "myname=\"fmax ",
        "variants=\"normal,nocastle,shatranj,",
        ",fairy\"",
        "option=\"Resign -check 0\"",
        "option=\"Resign Threshold -spin 800 200 1200\"",
        "option=\"Claim draw after -spin 50 0 200\"",
        "option=\"Ini File -file ",
        "option=\"Variant fairy selects -combo *FIDE-Clobberers /// Clobberers-FIDE",
        "option=\"Makruk rules -combo *makruk /// Cambodian /// Ai-wok\"",
        "option=\"Info -button\"",
        "option=\"Clear Hash -button\"",
    ] {
        assert!(all.contains(part), "{part} in {all}");
    }
    let silent = "accepted ping\nrejected debug\nnew\nrandom\nlevel 40 5 0\npost\nhard\neasy\n\
        computer\nname x\nrating 1 2\ncores 2\nics -\n# hello\n\nnps 5\nlift e2\n\
        hover e4\nput e4\npause\nresume\nexit\n.\n?\nforce";
    assert_eq!(gui.say(silent), [""; 0]);
}

#[test]
fn memory_and_hash() {
    let mut gui = Gui::new();
    gui.ask("new\nsd 1");
    for command in ["memory 1", "memory 8", "option clear hash", "memory 32"] {
        assert_eq!(gui.ask(command), [""; 0]);
        assert!(is_move(&gui.ask("go")[0]), "{command}");
    }
}

#[test]
fn book_and_help() {
    let mut gui = Gui::new();
    assert_eq!(
        gui.ask("bk"),
        [" There is no opening book, and no persistent position.", ""]
    );
    for command in ["help", "show", "d", "moves"] {
        let answer = gui.ask(command);
        assert!(!answer.is_empty());
        assert!(answer.iter().all(|line| line.starts_with("# ")));
    }
    gui.session.greet();
    assert!(gui.ask("")[0].starts_with("# fmax "));
    gui.ask("variant grande-acedrex");
    let board = gui.ask("show");
    assert!(board[0].starts_with("# 12 "), "{board:?}");
}
