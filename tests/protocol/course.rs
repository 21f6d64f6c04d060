//! Commands about the course of a game: time in positions, time controls sent again, pauses,
//! draws, and what old GUIs do to set up a position.

use std::time::{Duration, Instant};

use crate::support::{Gui, START, Thought, is_move};

fn last_thought(lines: &[String]) -> Thought {
    let mut thoughts = lines.iter().rev().filter_map(|line| Thought::parse(line));
    thoughts.next().unwrap()
}

#[test]
fn time_in_positions() {
    let mut gui = Gui::new();
    gui.ask("new\npost\nst 1\nnps 5000");
    // what cutechess sends for a limit of nodes
    for mv in ["e2e4", "d2d4"] {
        let answer = gui.ask(&format!("usermove {mv}"));
        assert!(is_move(answer.last().unwrap()));
        // nodes of the iteration that was broken off are reported too: the move has cost these nodes
        assert_eq!(last_thought(&answer).nodes, 5000);
    }
    // a game: 20 s are 20000 positions, and each move takes some of them
    gui.ask("new\nlevel 40 0:20 0\nnps 1000");
    let answer = gui.ask("usermove e2e4");
    let nodes = last_thought(&answer).nodes;
    assert!(nodes < 6700, "{nodes}");
    // a new game starts with new times: the old limits would be months
    gui.ask("new\nst 1000000\nnps 1\nnew\nst 0.05");
    let begun = Instant::now();
    assert!(is_move(gui.ask("usermove e2e4").last().unwrap()));
    assert!(begun.elapsed() < Duration::from_secs(5));
    gui.ask("nps 1\nnps 0");
    assert!(is_move(gui.ask("usermove d2d4").last().unwrap()));
}

#[test]
fn a_time_control_acts_while_thinking() {
    for command in ["level 0 0:01 0", "st 0.05", "sd 1"] {
        let mut gui = Gui::new();
        gui.say("new\nlevel 0 600 0\nusermove e2e4");
        gui.listen(Duration::from_millis(50));
        let begun = Instant::now();
        assert!(is_move(&gui.ask(command)[0]));
        assert!(begun.elapsed() < Duration::from_secs(10), "{command}");
    }
}

#[test]
fn another_session_of_the_clock() {
    // 2 moves in 10 minutes, then 1 in a second: a game without end would leave 30 ms for it
    let mut gui = Gui::new();
    gui.ask("new\nlevel 2 10 0\nsd 1\nusermove e2e4\nusermove d2d4\nsd 60");
    let begun = Instant::now();
    assert!(is_move(&gui.ask("level 1 0:01 0\nusermove a2a3")[0]));
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert!(took > Duration::from_millis(100), "{took:?}");
}

#[test]
fn a_pause_stops_the_clock_and_the_engine() {
    let mut gui = Gui::new();
    gui.ask("new\npost\nst 1");
    gui.say("usermove e2e4");
    gui.listen(Duration::from_millis(100));
    gui.say("pause\npause");
    // wait for longer than the move may take
    gui.listen(Duration::from_millis(300));
    assert_eq!(gui.listen(Duration::from_millis(1200)), [""; 0]);
    assert_eq!(gui.say("ping 1"), [""; 0]);
    let begun = Instant::now();
    let answer = gui.ask("resume");
    let pong = answer.len() - 1;
    assert!(is_move(&answer[pong - 1]), "{answer:?}");
    assert_eq!(answer[pong], "pong 1");
    assert!(begun.elapsed() >= Duration::from_millis(300));
    // `pause` while there is nothing to pause
    assert_eq!(gui.ask("pause\nping 2"), ["pong 2"]);
    assert_eq!(gui.ask("resume\nresume"), [""; 0]);
}

#[test]
fn pauses_end_when_the_game_goes_on() {
    let mut gui = Gui::new();
    gui.say("new\nlevel 0 60 0\nusermove e2e4\npause\n?");
    assert!(is_move(&gui.wait_for(is_move)[0]));
    gui.say("pause\nsd 2\nusermove d2d4");
    assert!(is_move(&gui.wait_for(is_move)[0]));
    gui.say("sd 60\nusermove a2a3\npause\nforce");
    assert_eq!(gui.ask("ping 1"), ["pong 1"]);
    // an analysis stands still too
    gui.think("post\nanalyze", 3);
    gui.say("pause");
    let nodes = |gui: &mut Gui| gui.say(".")[0].split(' ').nth(2).unwrap().to_owned();
    let mut before = String::new();
    while before != nodes(&mut gui) {
        before = nodes(&mut gui);
        assert_eq!(gui.listen(Duration::from_millis(200)), [""; 0]);
    }
    gui.say("resume");
    while before == nodes(&mut gui) {
        gui.listen(Duration::from_millis(20));
    }
    // and pondering
    gui.ask("exit\nnew\nsd 3\nhard\nusermove e2e4");
    assert_eq!(gui.say("pause\nping 4"), ["pong 4"]);
    gui.say("resume\nquit");
    assert!(gui.session.is_over());
}

#[test]
fn draws_are_claimed_before_the_move_that_makes_them() {
    let mut gui = Gui::new();
    let king =
        "new\nforce\nsetboard 7k/8/8/8/8/6q1/8/K7 b - - 98 80\nsd 1\nexclude all\ninclude h8g8";
    let answer = gui.ask(&format!("{king}\ngo"));
    assert_eq!(answer, ["move h8g8"]);
    let king = "force\nsetboard 7k/8/8/8/8/6q1/8/K7 b - - 99 80\nexclude all\ninclude h8g8";
    let answer = gui.ask(&format!("{king}\ngo"));
    assert_eq!(
        answer,
        ["offer draw", "move h8g8", "1/2-1/2 {Draw by 50-move rule}"]
    );
    // and so is a repetition
    gui.ask("new\nforce\ng1f3\ng8f6\nf3g1\nf6g8\ng1f3\ng8f6\nf3g1\nsd 1");
    let answer = gui.ask("exclude all\ninclude f6g8\ngo");
    assert_eq!(
        answer,
        ["offer draw", "move f6g8", "1/2-1/2 {Draw by repetition}"]
    );
}

#[test]
fn an_offer_while_thinking_is_thought_about() {
    // black is a queen and a rook behind
    let lost = "setboard 3k4/p7/8/8/8/8/3QR3/3K4 b - - 0 1";
    let mut gui = Gui::new();
    gui.ask(&format!("new\nforce\nst 0.3\n{lost}"));
    assert_eq!(gui.say("go\ndraw"), [""; 0]);
    let answer = gui.ask("");
    assert_eq!(answer[0], "offer draw");
    assert!(is_move(&answer[1]), "{answer:?}");
    // the winner declines
    let won = "setboard 2k5/8/8/8/8/8/3QR3/3K4 w - - 0 1";
    assert_eq!(gui.ask(&format!("new\nforce\n{won}")), [""; 0]);
    assert_eq!(gui.say("go\ndraw"), [""; 0]);
    let answer = gui.ask("");
    assert!(is_move(&answer[0]), "{answer:?}");
    assert_eq!(gui.ask("draw"), [""; 0]);
}

#[test]
fn black_to_move_without_setboard() {
    // a2 and b2 are empty here: the move only says that black is to move
    for turn in ["a2a3", "b2b3"] {
        let mut gui = Gui::new();
        gui.ask("new\nvariant makruk\nforce");
        let answer = gui.ask(&format!("{turn}\nedit\n#\nKe1\nc\nKe8\nRa8\n."));
        assert_eq!(answer, [""; 0], "{turn}");
        assert_eq!(gui.fen(), "r3k3/8/8/8/8/8/8/4K3 b - - 0 1");
        // a FEN states the side to move itself
        let fen = "r3k3/8/8/8/8/8/8/4K3 w - - 0 1";
        gui.ask("new\nvariant makruk\nforce");
        assert_eq!(gui.ask(&format!("{turn}\nsetboard {fen}")), [""; 0]);
        assert_eq!(gui.fen(), fen);
        // if `setboard` does not follow, the refusal is sent
        gui.ask("new\nvariant makruk\nforce");
        let answer = gui.ask(&format!("{turn}\nping 1"));
        assert_eq!(answer.len(), 2, "{answer:?}");
        assert!(answer[0].starts_with("Illegal move ("), "{answer:?}");
        // from a GUI that uses setboard, the move is a real move
        gui.ask("accepted setboard");
        assert!(gui.ask(turn)[0].starts_with("Illegal move ("));
    }
    // where the move is legal it is made, and edit keeps the side to move
    let mut gui = Gui::new();
    gui.ask("new\nforce\nb2b3\nedit\n#\nKe1\nc\nKe8\n.");
    assert_eq!(gui.fen(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn taking_back_after_setboard() {
    let mut gui = Gui::new();
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
    gui.ask(&format!("new\nforce\ne2e4\nsetboard {fen}"));
    for command in ["undo", "remove"] {
        let answer = gui.ask(command);
        assert_eq!(answer, [format!("Error (no move to take back): {command}")]);
        assert_eq!(gui.fen(), fen);
    }
    gui.ask("e8e7\ne2e4\nundo\nundo");
    assert_eq!(gui.fen(), fen);
    gui.ask("e8e7\ne2e4\nremove");
    assert_eq!(gui.fen(), fen);
    assert_eq!(gui.ask("new"), [""; 0]);
    assert_eq!(gui.fen(), START);
}

#[test]
fn words_about_the_course_of_a_game_are_taken() {
    let mut gui = Gui::new();
    let words = "new\nname A. B.\nrating 2500 1800\nics -\nics freechess.org\ncomputer\nrandom\n\
        random\ncores 3\n";
    assert_eq!(gui.ask(words), [""; 0]);
    assert_eq!(gui.session.cores(), 3);
    assert_eq!(gui.ask("cores 0"), ["Error (bad number): cores 0"]);
    assert_eq!(gui.session.cores(), 3);
}
