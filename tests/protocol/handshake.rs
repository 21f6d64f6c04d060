//! The handshake: features, options, memory, information.

use crate::common::games::read;
use crate::support::{Gui, is_move};

#[test]
fn features_are_sent_between_the_marks() {
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
        ",fairy,kingofthehill,losalamos,hoppelpoppel\"",
        "option=\"Resign -check 0\"",
        "option=\"Resign Threshold -spin 800 200 1200\"",
        "option=\"Claim draw after -spin 50 0 200\"",
        "option=\"Move Overhead -spin 30 0 5000\"",
        "option=\"Skill Level -spin 10 0 10\"",
        "option=\"Random Seed -spin -1 -1 2000000000\"",
        "option=\"Counting rules -check 0\"",
        "option=\"Learned evaluation -check 1\"",
        "option=\"Ini File -file ",
        "option=\"Variant fairy selects -combo *FIDE-Clobberers /// Clobberers-FIDE",
        "option=\"Makruk rules -combo *makruk /// Cambodian /// Ai-wok\"",
        "option=\"Info -button\"",
        "option=\"Clear Hash -button\"",
    ] {
        assert!(all.contains(part), "{part} in {all}");
    }
    let silent = "accepted ping\nrejected debug\nnew\nrandom\nlevel 40 5 0\npost\nhard\neasy\n\
        computer\nname x\nrating 1 2\ncores 2\nics -\n# hello\n\nnps 5\nlift e4\n\
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

#[test]
fn memory_changes_while_it_thinks() {
    let mut gui = Gui::new();
    gui.say("new\nlevel 0 60 0\nusermove e2e4");
    // the search goes on; the new table is there when it has ended
    assert_eq!(gui.say("memory 8\nping 1"), [""; 0]);
    assert!(gui.session.is_busy());
    gui.say("?");
    let said = gui.wait();
    assert!(is_move(&said[0]), "{said:?}");
    assert_eq!(said.last().unwrap(), "pong 1");
    assert!(is_move(&gui.ask("sd 2\nusermove d2d4")[0]));
    for (line, reason) in [
        ("memory", "number missing"),
        ("memory 1.5", "bad number"),
        ("memory 18446744073709551615", "not enough memory"),
        ("memory 99999999999999999999999", "bad number"),
        ("cores", "number missing"),
        ("cores 0", "bad number"),
        ("cores -1", "bad number"),
        ("cores 4294967296", "bad number"),
    ] {
        assert_eq!(gui.ask(line), [format!("Error ({reason}): {line}")]);
    }
}

#[test]
fn a_board_of_any_size_is_shown() {
    let mut gui = Gui::new();
    for (game, ranks, first, last) in [
        ("normal", 8, "#  8 r n b q k b n r", "#    a b c d e f g h"),
        ("cap100", 10, "#  9 ", "#    a b c d e f g h i j"),
        (
            "grande-acedrex",
            12,
            "# 12 ",
            "#    a b c d e f g h i j k l",
        ),
    ] {
        gui.ask(&format!("variant {game}"));
        for command in ["d", "show"] {
            let lines = gui.ask(command);
            assert_eq!(lines.len(), ranks + 3, "{lines:?}");
            assert!(lines[0].starts_with(first), "{lines:?}");
            assert_eq!(lines[ranks], last);
            assert!(lines[ranks + 1].starts_with(&format!("# {game}: ")));
            assert!(lines[ranks + 2].starts_with("# white to move, "));
        }
    }
}

#[test]
fn the_largest_board_is_shown() {
    let rank = ["3"; 16].join(" ");
    let text = format!(
        "version 4.8(w)\n16x16\n{} 4 {}\n{} 4 {}\np:80 -16,6 -15,5 -17,5\np:80 16,6 15,5 17,5\n\
         R:500 1,3 -1,3 16,3 -16,3\nk:-1 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n",
        &rank[..15],
        &rank[..13],
        &rank[..15],
        &rank[..13]
    );
    let mut gui = Gui::among(None, read(&text));
    let lines = gui.ask("new\nd");
    assert_eq!(lines[0], "# 16 r r r r r r r r k r r r r r r r");
    assert_eq!(lines[15], "#  1 R R R R R R R R K R R R R R R R");
    assert_eq!(lines[16], "#    a b c d e f g h i j k l m n o p");
    assert_eq!(lines.len(), 19);
    assert!(gui.ask("moves")[0].contains(" a2a3 "));
    assert!(is_move(&gui.ask("sd 1\np2p3")[0]));
}
