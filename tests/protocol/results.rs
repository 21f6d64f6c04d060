//! Claims, results of the GUI, draw offers, resigning.

use crate::support::{Gui, is_move};

#[test]
fn a_mate_is_claimed() {
    let mut gui = Gui::new();
    // the engine gives fool's mate
    gui.ask("new\nforce\nf2f3\ne7e5\ng2g4\nsd 3");
    assert_eq!(gui.ask("go"), ["move d8h4", "0-1 {Black mates}"]);
    // the opponent gives the mate
    gui.ask("new\nforce\nf2f3\ne7e5\ng2g4\nundo\ng2g4\nplayother");
    assert_eq!(gui.ask("usermove d8h4"), ["0-1 {Black mates}"]);
    assert_eq!(gui.ask("go"), ["Error (the game is over): go"]);
    // and the mate is taken back
    gui.ask("force\nundo\nsd 1");
    assert!(is_move(&gui.ask("go")[0]));
}

#[test]
fn leaves_wins_that_xboard_does_not_know_to_the_loser() {
    let wins = [
        (
            "atomic",
            "k7/8/8/8/8/8/1Q6/7K w - - 0 1",
            "b2b7",
            "White mates",
        ),
        (
            "extinction",
            "k6q/pr6/bn6/8/8/8/PQ6/KRBN4 w - - 0 1",
            "b2h8",
            "White wins by extinction",
        ),
    ];
    for (game, fen, mv, reason) in wins {
        let answer = [format!("move {mv}"), format!("1-0 {{{reason}}}")];
        let win = format!("force\nsetboard {fen}\nexclude all\ninclude {mv}\nsd 1\ngo");
        let start = format!("new\nvariant {game}");
        // the GUI is used by a person, or is another GUI
        for features in ["accepted highlight", "rejected highlight\ncomputer"] {
            let mut gui = Gui::new();
            gui.ask(&format!("{features}\n{start}"));
            assert_eq!(gui.ask(&win), answer, "{game}, {features}");
        }
        let mut gui = Gui::new();
        gui.ask(&format!("accepted highlight\n{start}\ncomputer"));
        assert_eq!(gui.ask(&win), answer[..1], "{game}");
        // if the opponent gives the mate, the result is sent too
        gui.ask("force\nundo\nplayother");
        assert_eq!(gui.ask(&format!("usermove {mv}")), answer[1..], "{game}");
    }
    // what XBoard knows is claimed
    let mut gui = Gui::new();
    gui.ask("accepted highlight\nnew\nvariant normal\ncomputer\nforce\nsd 1");
    gui.ask("setboard k7/8/1K6/8/8/8/7Q/8 w - - 0 1\nexclude all\ninclude h2h8");
    assert_eq!(gui.ask("go"), ["move h2h8", "1-0 {White mates}"]);
}

#[test]
fn claims_after_all_if_the_loser_plays_on() {
    let mut gui = Gui::new();
    gui.ask("accepted highlight\nnew\nvariant extinction\ncomputer\nforce\nsd 1");
    gui.ask("setboard k6q/pr6/bn6/8/8/8/PQ6/KRBN4 w - - 0 1\nexclude all\ninclude b2h8");
    assert_eq!(gui.ask("go"), ["move b2h8"]);
    assert_eq!(gui.ask("usermove b6d5"), ["1-0 {White wins by extinction}"]);
}

#[test]
fn claims_only_what_is_true() {
    let mut gui = Gui::new();
    gui.ask("new\nforce\nsetboard 7k/8/8/8/8/8/5Q2/K7 w - - 0 1\nplayother");
    assert_eq!(gui.ask("usermove f2f7"), ["1/2-1/2 {Stalemate}"]);
    gui.ask("force\nsetboard 7k/8/8/8/8/8/5Q2/K7 w - - 99 80\nplayother");
    assert_eq!(gui.ask("usermove f2f3"), ["1/2-1/2 {Draw by 50-move rule}"]);
    gui.ask("force\noption Claim draw after=0\nsetboard 7k/8/8/8/8/8/5Q2/K7 w - - 99 80");
    assert!(is_move(&gui.ask("playother\nsd 1\nusermove f2f3")[0]));
    // repetition
    gui.ask("new\nforce");
    let round = "g1f3\ng8f6\nf3g1\nf6g8\n";
    assert_eq!(gui.ask(&round.repeat(2)), [""; 0]);
    assert_eq!(gui.ask("go"), ["1/2-1/2 {Draw by repetition}"]);
    // a position that is mate from the beginning
    gui.ask("new\nforce\nsetboard R6k/6pp/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(gui.ask("go"), ["1-0 {White mates}"]);
}

#[test]
fn counts_only_if_the_user_wants_it() {
    let mut gui = Gui::new();
    let hunted = "force\nsetboard 8/8/8/4k3/8/8/8/R3K3 b - 32 31 50\nplayother";
    gui.ask("variant makruk\nsd 1");
    let answer = gui.ask(&format!("{hunted}\nusermove e5e4"));
    assert!(answer.iter().all(|line| is_move(line)), "{answer:?}");
    gui.ask("option Counting rules=1");
    let answer = gui.ask(&format!("{hunted}\nusermove e5e4"));
    assert!(is_move(&answer[0]), "{answer:?}");
    assert_eq!(answer[1], "1/2-1/2 {Draw by counting}");
    // the option stays set
    gui.ask("new\nvariant makruk");
    assert_eq!(
        gui.ask(&format!("{hunted}\nusermove e5e4"))[1..],
        answer[1..]
    );
}

#[test]
fn claims_no_win_by_repetition() {
    let mut gui = Gui::new();
    gui.ask("variant xiangqi\nforce\nsetboard 3k5/R8/9/9/9/9/9/9/9/5K3 w - - 0 1\nsd 1");
    let checks = "a8a9\nd9d8\na9a8\nd8d9\n";
    assert_eq!(gui.ask(&checks.repeat(2)), [""; 0]);
    // white loses if it gives check once more, but the engine does not claim this
    let answer = gui.ask("a8a9\ngo");
    assert!(answer.iter().all(|line| is_move(line)), "{answer:?}");
    assert_eq!(answer.len(), 1);
}

#[test]
fn results_of_the_gui() {
    let mut gui = Gui::new();
    gui.ask("new\nsd 1\nusermove e2e4");
    assert_eq!(gui.ask("result 1-0 {Black resigns}"), [""; 0]);
    assert_eq!(gui.ask("go"), ["Error (the game is over): go"]);
    gui.ask("result *");
    assert!(is_move(&gui.ask("go")[0]));
    gui.ask("result 0-1\nnew\nsd 1");
    assert!(is_move(&gui.ask("usermove e2e4")[0]));
}

#[test]
fn draw_offers_and_resigning() {
    let mut gui = Gui::new();
    assert_eq!(gui.ask("new\ndraw"), [""; 0]);
    // black is a queen and a rook behind
    gui.ask("option Resign=1\nforce\nsd 1");
    gui.ask("setboard 3k4/8/8/8/8/8/3QR3/3K4 b - - 0 1");
    for mv in ["d1c1", "c1b1"] {
        assert!(is_move(&gui.ask("go")[0]));
        assert_eq!(gui.ask("force\ndraw"), ["offer draw"]);
        assert_eq!(gui.ask(mv), [""; 0]);
    }
    assert_eq!(gui.ask("go"), ["resign"]);
    assert_eq!(gui.ask("go"), ["Error (the game is over): go"]);
    // the engine does not resign if the user does not want it
    gui.ask("option Resign=0\nforce\nundo\nundo");
    assert!(is_move(&gui.ask("go")[0]));
}

/// A position that the engine cannot win is drawn as soon as a draw is offered.
#[test]
fn dead_positions_are_drawn_at_once() {
    for (variant, fen, mv, drawn) in [
        ("normal", "8/8/4k3/4b3/8/4KB2/8/8 w - - 10 60", "f3e4", true),
        // black has nothing, then a knight
        ("normal", "8/8/4k3/8/8/4KQ2/8/8 w - - 10 60", "f3e4", true),
        (
            "normal",
            "8/8/4k3/4n3/3P4/4K3/8/8 w - - 10 60",
            "e3e4",
            true,
        ),
        // black has a rook, pawns, two bishops
        (
            "normal",
            "8/8/4k3/8/8/4KR2/3r4/8 w - - 10 60",
            "f3f1",
            false,
        ),
        (
            "normal",
            "8/8/4k3/3ppp2/8/4K3/8/8 w - - 10 60",
            "e3e2",
            false,
        ),
        (
            "normal",
            "8/8/4k3/4bb2/8/4K3/8/8 w - - 10 60",
            "e3e2",
            false,
        ),
        ("makruk", "8/8/4k3/4m3/8/4KM2/8/8 w - - 10 60", "f3e4", true),
        // no position is dead in variants where pieces come back or a king has a goal
        (
            "crazyhouse",
            "8/8/4k3/4b3/8/4KB2/8/8[] w - - 10 60",
            "f3e4",
            false,
        ),
        (
            "king-of-the-hill",
            "8/8/4k3/4b3/8/4KB2/8/8 w - - 10 60",
            "f3h5",
            false,
        ),
    ] {
        let mut gui = Gui::new();
        gui.ask(&format!(
            "new\nvariant {variant}\nforce\nsetboard {fen}\nplayother\nsd 1"
        ));
        gui.ask(mv);
        let answer: &[&str] = if drawn { &["offer draw"] } else { &[] };
        assert_eq!(gui.ask("draw"), answer, "{variant}: {fen}");
    }
}

#[test]
fn every_form_of_a_result() {
    for (text, over) in [
        ("1-0", true),
        ("0-1 {Black wins on time}", true),
        ("1/2-1/2 {Draw agreed} trailing { braces", true),
        ("*", false),
        ("* {unfinished}", false),
        ("", false),
    ] {
        let mut gui = Gui::new();
        // sent to a thinking engine: it stops, and sends nothing more about this game
        gui.say("new\nlevel 0 60 0\nusermove e2e4");
        assert_eq!(gui.say(format!("result {text}").trim_end()), [""; 0]);
        assert_eq!(gui.wait(), [""; 0]);
        // the engine follows moves, but does not answer them
        assert_eq!(gui.ask("ping 1"), ["pong 1"]);
        let answer = gui.ask("sd 1\ngo");
        assert_eq!(is_move(&answer[0]), !over, "{text}: {answer:?}");
        assert_eq!(gui.ask("result 1-0\nresult 0-1"), [""; 0]);
        assert_eq!(gui.ask("new\nping 2"), ["pong 2"]);
        assert!(is_move(&gui.ask("sd 1\nusermove e2e4")[0]));
    }
}
