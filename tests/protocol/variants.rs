//! Variants and files of variants.

use crate::common::files::Folder;
use crate::support::{Gui, START, is_move};

#[test]
fn games_are_chosen_by_name() {
    let mut gui = Gui::new();
    assert_eq!(gui.ask("new\nvariant capablanca"), [""; 0]);
    assert!(gui.fen().starts_with("rnabqkbcnr/"));
    gui.ask("sd 1");
    assert!(is_move(&gui.ask("usermove e2e4")[0]));
    // the variant is unknown: the old game does not go on
    let answer = gui.ask("variant nonesuch");
    assert_eq!(answer.len(), 1);
    assert!(
        answer[0].starts_with("telluser variant nonesuch not supported: "),
        "{answer:?}"
    );
    assert_eq!(
        gui.ask("force\nusermove a2a3"),
        ["Error (no game): usermove a2a3"]
    );
    // a parent and pieces to describe
    let answer = gui.ask("new\nvariant bifurcator");
    assert_eq!(
        answer[0],
        "setup (PNBRQKpnbrqk) 8x8+0_fairy \
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    assert_eq!(answer[1], "piece B& BtgabyabsB");
    assert_eq!(answer[2], "piece R& RtgabyabsR");
    // letters only
    let answer = gui.ask("new\nvariant fairy");
    assert!(
        answer[0].starts_with("setup (PNBRQ.EAC....LKpnbrq.eac....lk) "),
        "{answer:?}"
    );
    assert!(answer[0].ends_with(" w KQkq - 0 1"), "{answer:?}");
    assert!(answer[1..].iter().all(|line| line.starts_with("piece ")));
    // after `new` the variant is chess again
    assert_eq!(gui.ask("new"), [""; 0]);
    assert_eq!(gui.fen(), START);
}

#[test]
fn options_select_among_games_of_a_kind() {
    let mut gui = Gui::new();
    gui.ask("new\nvariant fairy");
    let first = gui.fen();
    assert_eq!(
        gui.ask("option variant FAIRY selects=FIDE-Rookies"),
        [""; 0]
    );
    assert!(gui.ask("variant fairy")[0].contains("PNBRQ.........W.MH.S.K"));
    assert_ne!(gui.fen(), first);
    let all = gui.ask("protover 2").join("\n");
    assert!(all.contains("/// *FIDE-Rookies ///"));
    gui.ask("option Makruk rules=Cambodian\nvariant makruk");
    let text = gui.ask("option Info");
    assert!(
        text[0].starts_with("telluser \\\\Cambodian: 8x8 board\\n"),
        "{text:?}"
    );
}

#[test]
fn a_new_game_is_the_default_variant() {
    let mut gui = Gui::with(Some("makruk"));
    gui.ask("new");
    assert!(gui.fen().starts_with("rnsmksnr/8/pppppppp/"));
    gui.ask("variant normal");
    assert_eq!(gui.fen(), START);
}

#[test]
fn another_file_of_games_can_be_opened() {
    let folder = Folder::new();
    let path = folder.path().join("x.ini");
    let mut gui = Gui::new();
    gui.ask("new");
    let missing = gui.ask("option Ini File=/nonexistent/x.ini");
    assert!(
        missing[0].starts_with("telluser cannot read /nonexistent/x.ini: "),
        "{missing:?}"
    );
    std::fs::write(&path, "nonsense\n").unwrap();
    let option = format!("option Ini File={}", path.display());
    let broken = gui.ask(&option);
    assert!(broken[0].starts_with("telluser "), "{broken:?}");
    assert!(broken[0].contains(&path.display().to_string()));
    gui.ask("variant capablanca");
    assert!(gui.fen().starts_with("rnabqkbcnr/"));
    std::fs::write(&path, include_str!("../../fmax.ini")).unwrap();
    let answer = gui.ask(&option);
    let reported = answer.last().unwrap();
    assert!(
        reported.starts_with("feature variants=\"normal,"),
        "{answer:?}"
    );
    gui.ask("new\nsd 1");
    assert!(is_move(&gui.ask("e2e4")[0]));
    // a table of letters may hold anything, and may be cut anywhere
    let odd = include_str!("../../fmax.ini").replace("Game: cylinder", "Game: odd # é # fairy");
    std::fs::write(&path, odd).unwrap();
    gui.ask(&option);
    let setup = gui.ask("variant odd");
    assert!(setup[0].starts_with("setup (é) 8x8+0_fairy "), "{setup:?}");
    // black's pawn is a copy of white's
    let copied =
        include_str!("../../fmax.ini").replacen("p:74 16,24 16,6 15,5 17,5", "p:74 -16,6", 1);
    std::fs::write(&path, copied).unwrap();
    let answer = gui.ask(&option);
    let slip = "warning: black's pawn walks up the board";
    assert!(
        answer[0].starts_with("# ") && answer[0].contains(slip),
        "{answer:?}"
    );
}

#[test]
fn xboard_users_learn_that_a_board_is_too_tall_for_it() {
    let mut gui = Gui::new();
    let warning =
        |lines: Vec<String>| (lines.into_iter()).find(|line| line.starts_with("tellusererror"));
    gui.say("protover 2\naccepted setboard\nrejected highlight\nnew");
    assert_eq!(warning(gui.ask("variant pieces-tester")), None);
    gui.say("accepted highlight\nnew");
    let reported = warning(gui.ask("variant pieces-tester"));
    let text = "tellusererror XBoard reads moves from rank 16 as drops: it can show 15 ranks";
    assert_eq!(reported.as_deref(), Some(text));
    assert_eq!(warning(gui.ask("new\nvariant omega")), None);
    // its old name is found, also as XBoard leaves it alone
    for name in ["fairy-pieces-tester", "fairypieces-tester"] {
        gui.ask(&format!("new\nvariant {name}"));
        assert_eq!(gui.session.game().rules().variant().name, "pieces-tester");
    }
}
