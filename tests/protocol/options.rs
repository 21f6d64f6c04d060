//! Each option does what its name says.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use fmax::ruleset::Ruleset;
use fmax::variant::ini::net_file::{self, Section};
use fmax::variant::{EncodedNet, Library, ReadOptions};

use crate::common::files::Folder;
use crate::common::games::library;
use crate::common::nets::random_weights;
use crate::support::{Gui, START, is_move};

/// The positions searched to a fixed depth from the position on the board, which stays the same.
fn nodes(gui: &mut Gui) -> u64 {
    // with `nps` the last line has all nodes, also if the same line was sent before, in the middle of the iteration
    let answer = gui.ask("force\npost\nnps 1000000\nsd 6\ngo");
    assert!(is_move(answer.last().unwrap()), "{answer:?}");
    let report = &answer[answer.len() - 2];
    gui.ask("force\nundo");
    report.split(' ').nth(3).unwrap().parse().unwrap()
}

#[test]
fn clear_hash_forgets_everything() {
    let mut gui = Gui::new();
    gui.ask("new");
    let fresh = nodes(&mut gui);
    assert!(nodes(&mut gui) < fresh, "the table helps");
    assert_eq!(gui.ask("option Clear Hash"), [""; 0]);
    assert_eq!(nodes(&mut gui), fresh);
}

/// From the next game on, and back again.
#[test]
fn nets_can_be_switched_off() {
    // the variant that the file begins with; another variant is called `normal` too
    let plain = Ruleset::without_net(library().default_game().unwrap());
    let net = random_weights(&plain, 32, 1).write();
    let folder = Folder::new();
    let ini = folder.write("my.ini", include_str!("../../fmax.ini"));
    let section = Section {
        game: "normal".to_owned(),
        fingerprint: plain.variant().net_fingerprint(),
        command: String::new(),
        net: EncodedNet::new(plain.variant(), net),
    };
    std::fs::write(folder.file("my.net"), net_file::write(&[section])).unwrap();
    let library = Library::open(ini, ReadOptions::default()).unwrap();
    let mut gui = Gui::among(None, library);
    gui.ask("new");
    let with = nodes(&mut gui);
    gui.ask("option Learned evaluation=0\noption Clear Hash");
    assert_eq!(
        nodes(&mut gui),
        with,
        "the game on the board goes on as it began"
    );
    gui.ask("new");
    let without = nodes(&mut gui);
    assert_ne!(without, with);
    gui.ask("option Learned evaluation=1\nnew");
    assert_eq!(nodes(&mut gui), with);
    let mut gui = Gui::new();
    gui.ask("option Learned evaluation=0\nnew");
    assert_eq!(nodes(&mut gui), without);
}

/// Values in a file count for all names of a variant, and for the unnamed one.
#[test]
fn values_next_to_a_file_count() {
    let folder = Folder::new();
    let ini = folder.write("my.ini", include_str!("../../fmax.ini"));
    let open = || {
        let library = Library::open(ini.clone(), ReadOptions::default()).unwrap();
        let mut gui = Gui::among(None, library);
        let mut searched = |game: &str| {
            gui.ask(&format!("{game}\noption Clear Hash"));
            nodes(&mut gui)
        };
        ["new", "variant normal", "variant knightmate"].map(&mut searched)
    };
    let before = open();
    folder.write("my.eval", "Game: normal\nmobility 90 0\n");
    let after = open();
    assert_ne!(before[0], after[0]);
    assert_eq!(before[0], before[1]);
    assert_eq!(after[0], after[1]);
    assert_eq!(before[2], after[2], "another game stays as it was");
}

#[test]
fn resigning_follows_its_options() {
    // a rook behind: 480 or so; without the pawns the ending would be known to be lost
    let behind = "3k4/p7/8/8/8/8/P2R4/3K4 b - - 0 1";
    for (options, resigns) in [
        ("option Resign=1\noption Resign Threshold=200", true),
        ("option Resign=1\noption Resign Threshold=1200", false),
        ("option Resign=0\noption Resign Threshold=200", false),
    ] {
        let mut gui = Gui::new();
        gui.ask(&format!("{options}\nnew\nforce\nsd 1\nsetboard {behind}"));
        let mut said = Vec::new();
        for mv in ["d2e2", "e2d2", "d2e2", "e2d2"] {
            said.extend(gui.ask("go"));
            if said.last().unwrap() == "resign" {
                break;
            }
            gui.ask(&format!("force\n{mv}"));
        }
        assert_eq!(
            said.contains(&"resign".to_owned()),
            resigns,
            "{options}: {said:?}"
        );
    }
}

#[test]
fn move_overhead_is_kept_back() {
    let mut gui = Gui::new();
    gui.ask("new\noption Move Overhead=2000");
    let begun = Instant::now();
    let said = gui.ask("st 4\ngo");
    assert!(is_move(said.last().unwrap()), "{said:?}");
    let taken = begun.elapsed();
    // without the option it is 3.85 s
    let expected = Duration::from_millis(1500)..Duration::from_millis(3500);
    assert!(expected.contains(&taken), "{taken:?}");
}

#[test]
fn a_game_can_be_put_into_the_menu() {
    let mut gui = Gui::new();
    let options = gui.ask("xboard\nprotover 2").join("\n");
    for part in [
        "option=\"Variant -combo *normal /// ",
        " /// omega /// ",
        " /// alice",
    ] {
        assert!(options.contains(part), "{part}");
    }
    assert_eq!(
        options.matches("kingofthehill").count(),
        1,
        "in the menu only"
    );
    // options set earlier are sent at the start
    let said = gui.ask("option Variant=shako");
    assert!(
        said[0].starts_with("feature variants=\"normal,shako,"),
        "{said:?}"
    );
    assert_eq!(said.len(), 1);
    let said = gui.ask("new\noption Variant=omega");
    assert!(
        said[0].starts_with("feature variants=\"normal,omega,"),
        "{said:?}"
    );
    assert_eq!(
        said[0].matches("omega,").count(),
        2,
        "omega and cornerless-omega"
    );
    assert!(
        said[1].starts_with("telluser omega is in the menu"),
        "{said:?}"
    );
    assert_eq!(gui.ask("option Variant=omega"), [""; 0]);
    // an option that hides another option must not come before it
    let said = gui.ask("option Variant=grande-acedrex");
    assert!(
        said[0].starts_with("feature variants=\"normal,grand,grande-acedrex,"),
        "{said:?}"
    );
    let options = gui.ask("protover 2").join("\n");
    assert!(options.contains(" /// *grande-acedrex /// "));
    assert_eq!(gui.ask("option Variant=nochess").len(), 1);
}

#[test]
fn levels_hold_back() {
    let mut gui = Gui::new();
    // mate in one for white, and a queen to take
    let fen = "6k1/5ppp/8/7q/8/8/5PPP/R2Q2K1 w - - 0 1";
    for level in 0..10 {
        for seed in 0..20 {
            gui.ask(&format!(
                "new\noption Skill Level={level}\noption Random Seed={seed}\nforce"
            ));
            let said = gui.ask(&format!("setboard {fen}\ngo"));
            assert_eq!(
                said.first().map(String::as_str),
                Some("move a1a8"),
                "{level}"
            );
        }
    }
    // the same seed makes the same errors, another seed makes others; full strength makes none
    let mut moves = |level: u32, seed: u32| {
        gui.ask(&format!(
            "new\noption Skill Level={level}\noption Random Seed={seed}"
        ));
        let said = gui.ask("post\nsd 5\nusermove e2e4\nusermove d2d4");
        said.into_iter()
            .filter(|line| is_move(line))
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(0, 7), moves(0, 7));
    let differ = |level| {
        (0..8)
            .map(|seed| moves(level, seed))
            .collect::<HashSet<_>>()
            .len()
    };
    assert!([0, 1, 5].map(differ).iter().all(|&count| count > 1));
}

#[test]
fn a_level_below_full_strength_does_not_ponder() {
    for (level, ponders) in [(9, false), (10, true)] {
        let mut gui = Gui::new();
        let said = gui.ask(&format!(
            "new\noption Skill Level={level}\nhard\nsd 4\nst 60\nusermove e2e4"
        ));
        let hints = said.iter().filter(|line| line.starts_with("Hint: "));
        assert_eq!(hints.count(), usize::from(ponders), "{level}: {said:?}");
    }
}

#[test]
fn draws_are_claimed_after_n_moves() {
    let mut gui = Gui::new();
    let fen = |plies: u32| format!("7k/8/8/8/8/8/5Q2/K7 w - - {plies} 80");
    for (moves, plies) in [(50, 99), (7, 13), (200, 399)] {
        gui.ask(&format!("new\noption Claim draw after={moves}\nforce"));
        gui.ask(&format!("setboard {}\nplayother", fen(plies)));
        let said = gui.ask("usermove f2f3");
        assert!(said[0].starts_with("1/2-1/2 {"), "{moves}: {said:?}");
        gui.ask(&format!(
            "force\nsetboard {}\nsd 1\nplayother",
            fen(plies - 2)
        ));
        assert!(is_move(&gui.ask("usermove f2f3")[0]), "{moves}");
    }
}

#[test]
fn another_file_changes_the_games_and_says_so() {
    let folder = Folder::new();
    let path = folder.path().join("x.ini");
    let file = |games: &str| format!("version 4.8(w)\n{}{games}", small(""));
    /// A small variant with kings and rooks, under this heading.
    fn small(heading: &str) -> String {
        format!(
            "{heading}4x5\n3 4 5 3\n3 4 5 3\np:80 -16,6 -15,5 -17,5\np:80 16,6 15,5 17,5\n\
             n:300 14,7 -14,7 18,7 -18,7 31,7 -31,7 33,7 -33,7\nR:500 1,3 -1,3 16,3 -16,3\n\
             k:-1 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n#\nPromotion: RN\n"
        )
    }
    std::fs::write(&path, file(&small("Game: tiny\n"))).unwrap();
    let mut gui = Gui::new();
    gui.ask("new\nforce\ne2e4");
    let said = gui.ask(&format!("option Ini File={}", path.display()));
    assert_eq!(
        said.last().unwrap(),
        "feature variants=\"normal,tiny\"",
        "{said:?}"
    );
    // the game on the board is not disturbed
    assert_eq!(gui.session.game().position().ply(), 1);
    // XBoard does not know a variant that the user has written
    let lines = gui.ask("variant tiny");
    assert!(lines[0].starts_with("setup (PN.R..."), "{lines:?}");
    assert!(
        gui.fen().starts_with("nrkn/pppp/4/PPPP/NRKN w "),
        "{}",
        gui.fen()
    );
    // the same file again, changed
    std::fs::write(&path, file(&small("Game: other\n"))).unwrap();
    let said = gui.ask(&format!("option Ini File={}", path.display()));
    assert_eq!(said.last().unwrap(), "feature variants=\"normal,other\"");
    assert!(gui.ask("variant tiny")[0].starts_with("telluser variant tiny not supported"));
    // and back to the built-in variants
    let said = gui.ask("option Ini File=\nnew");
    assert!(
        said[0].starts_with("feature variants=\"normal,nocastle,"),
        "{said:?}"
    );
    assert_eq!(gui.fen(), START);
}

#[test]
fn names_are_found_in_any_case_and_values_are_checked() {
    let mut gui = Gui::new();
    for line in [
        "option RESIGN=1",
        "option resign threshold = 300 ",
        "option Automatic persistent-hash dialog=1",
        "option Makruk rules=*Ai-wok",
        "option makruk rules=CAMBODIAN",
        "option Variant fairy selects=Nutters-Clobberers",
    ] {
        assert_eq!(gui.ask(line), [""; 0], "{line}");
    }
    let all = gui.ask("protover 2").join("\n");
    for part in [
        "option=\"Resign -check 1\"",
        "option=\"Resign Threshold -spin 300 200 1200\"",
        "option=\"Automatic persistent-hash dialog -check 1\"",
        "option=\"Makruk rules -combo makruk /// *Cambodian /// Ai-wok\"",
        "option=\"Save in hash file -button\"",
        " /// *Nutters-Clobberers",
    ] {
        assert!(all.contains(part), "{part}");
    }
    for (line, reason) in [
        ("option", "name missing"),
        ("option =", "no such option"),
        ("option =1", "no such option"),
        ("option Resign=", "bad value"),
        ("option Resign=2", "bad value"),
        ("option Resign Threshold=-300", "bad value"),
        ("option Resign Threshold=99999999999999999999", "bad value"),
        ("option Claim draw after=201", "not between 0 and 200"),
        ("option Move Overhead=5001", "not between 0 and 5000"),
        ("option Claim draw after", "bad value"),
        ("option Variant fairy selects=", "bad value"),
        ("option Ini File", "bad value"),
    ] {
        assert_eq!(gui.ask(line), [format!("Error ({reason}): {line}")]);
    }
}
