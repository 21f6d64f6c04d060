//! Analysis: infinite searches, moves and new positions during a search, excluded moves, several lines.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::support::{Gui, START, Thought, is_move};

/// White mates with a1a8.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";

fn analysing() -> Gui {
    let mut gui = Gui::new();
    let features = gui.ask("protover 2\nnew\npost\neasy\nforce").join(" ");
    assert!(features.contains(" analyze=1 ") && features.contains(" exclude=1 "));
    assert_eq!(gui.say("analyze"), [""; 0]);
    gui
}

/// Checks that all moves can be made on the board.
fn assert_legal(gui: &Gui, thought: &Thought) {
    let mut game = gui.session.game().clone();
    assert!(!thought.moves.is_empty());
    for text in &thought.moves {
        let mv = game.parse_move(text).unwrap();
        game.play(mv);
    }
}

#[test]
fn lines_without_end() {
    let mut gui = analysing();
    let thoughts = gui.think("", 6);
    for (thought, next) in thoughts.iter().zip(&thoughts[1..]) {
        assert!(next.depth >= thought.depth && next.nodes >= thought.nodes);
        assert!(next.centiseconds >= thought.centiseconds);
        assert_legal(&gui, next);
    }
    // limits are for games and do not end an analysis
    gui.think("exit\nsd 2\nst 0.01\nanalyze", 6);
    assert_eq!(gui.say("exit"), [""; 0]);
    assert_eq!(gui.listen(Duration::from_millis(100)), [""; 0]);
    assert_eq!(gui.fen(), START);
}

#[test]
fn pings_are_answered_at_once() {
    let mut gui = analysing();
    gui.think("", 3);
    assert!(gui.say("ping 1").ends_with(&["pong 1".to_owned()]));
    // in the middle of a search
    let answer = gui.say("usermove e2e4\nping 2\nundo\nping 3");
    assert_eq!(answer, ["pong 2", "pong 3"]);
    gui.think("", 3);
}

#[test]
fn the_position_may_change() {
    let mut gui = analysing();
    gui.think("", 3);
    for (command, fen) in [
        (
            "usermove e2e4",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ),
        (
            "usermove e7e5",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
        ),
        (
            "undo",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ),
        ("usermove d7d5\nremove", START),
        (
            "setboard 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
        ),
        (
            "edit\n#\nKe1\nQd1\nc\nKe8\n.",
            "4k3/8/8/8/8/8/8/3QK3 b - - 0 1",
        ),
        ("new", START),
        (
            "variant knightmate",
            "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1",
        ),
        ("new", START),
    ] {
        // reports that were under way are dropped
        assert_eq!(gui.say(command), [""; 0], "{command}");
        let legal = |gui: &Gui| gui.session.game().legal_moves().len();
        let en_passant = |fen: &str| fen.replace(" e3 ", " - ").replace(" e6 ", " - ");
        assert_eq!(en_passant(&gui.fen()), en_passant(fen), "{command}");
        let thoughts = gui.think("", 3);
        for thought in &thoughts {
            assert_legal(&gui, thought);
        }
        let status = gui.wait_status();
        assert_eq!(status[4], legal(&gui).to_string(), "{command}: {status:?}");
    }
    // commands that cannot be carried out do not disturb the analysis
    assert_eq!(gui.say("usermove e2e5").len(), 1);
    assert_eq!(gui.say("undo"), ["Error (no move to take back): undo"]);
    gui.think("", 3);
    assert_eq!(gui.fen(), START);
}

trait Status {
    fn wait_status(&mut self) -> Vec<String>;
}

impl Status for Gui {
    /// The numbers of a status once the search has begun.
    fn wait_status(&mut self) -> Vec<String> {
        loop {
            let answer = self.say(".");
            let line = answer.iter().find(|line| line.starts_with("stat01: "));
            let fields: Vec<String> = line.unwrap()["stat01: ".len()..]
                .split(' ')
                .map(str::to_owned)
                .collect();
            if fields[2] != "0" {
                return fields;
            }
            self.listen(Duration::from_millis(5));
        }
    }
}

#[test]
fn the_status_reports_the_progress_of_the_analysis() {
    let mut gui = analysing();
    gui.think("", 4);
    let status = gui.wait_status();
    let [_, nodes, depth, left, total, mv] = &status[..] else {
        panic!("{status:?}");
    };
    let number = |text: &str| text.parse::<u64>().unwrap();
    assert!(number(nodes) > 0 && number(depth) >= 4);
    assert!(number(left) < 20);
    assert_eq!(total, "20");
    assert!(gui.session.game().parse_move(mv).is_ok());
    // a hint is the first move of the line
    let hint = gui.say("hint");
    assert!(
        hint.iter().any(|line| line.starts_with("Hint: ")),
        "{hint:?}"
    );
    assert_eq!(gui.say("bk").len(), 2);
    // outside of an analysis no status is sent
    assert_eq!(gui.say("exit\n.\nexit"), [""; 0]);
    // a hint that is asked for before there is a line comes with the first line
    let hint = gui.say("analyze\nhint");
    if hint.is_empty() {
        gui.wait_for(|line| line.starts_with("Hint: "));
    }
}

#[test]
fn a_finished_game_is_reported_as_a_result() {
    let mut gui = analysing();
    for (fen, line) in [
        (
            "R6k/6pp/8/8/8/8/8/K7 b - - 0 1",
            "0 -100000 0 0 0 0 0\t(1-0 White mates)",
        ),
        (
            "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
            "0 0 0 0 0 0 0\t(1/2-1/2 Stalemate)",
        ),
    ] {
        assert_eq!(gui.say(&format!("setboard {fen}")), [line]);
        assert_eq!(gui.say(".\nping 1"), ["stat01: 0 0 0 0 0", "pong 1"]);
        assert_eq!(gui.say("hint"), [""; 0]);
        assert_eq!(gui.listen(Duration::from_millis(50)), [""; 0]);
    }
    // a mate on the board, and back
    gui.say(&format!("setboard {MATE_IN_ONE}"));
    let thoughts = gui.think("", 3);
    assert_eq!(
        (
            thoughts.last().unwrap().score,
            &thoughts.last().unwrap().moves[0][..]
        ),
        (100_001, "a1a8")
    );
    let mated = gui.say("usermove a1a8");
    assert_eq!(mated, ["0 -100000 0 0 0 0 0\t(1-0 White mates)"]);
    gui.think("undo", 3);
    // repeated positions can be analysed, and so can those after the move rule
    gui.say("new");
    let round = "g1f3\ng8f6\nf3g1\nf6g8\n";
    gui.think(&round.repeat(3), 3);
    gui.think("setboard 7k/8/8/8/8/8/5Q2/K7 w - - 100 80", 3);
    // a position that is won by the rules, although there are legal moves
    let answer = gui.say("variant king-of-the-hill\nsetboard k7/8/8/3K4/8/8/8/8 b - - 0 1");
    let last = answer.last().unwrap();
    assert_eq!(
        last, "0 -100000 0 0 0 0 0\t(1-0 White reaches the goal)",
        "{answer:?}"
    );
}

#[test]
fn an_analysis_at_the_maximum_depth() {
    let mut gui = analysing();
    gui.say("setboard k7/8/8/8/8/8/8/K7 w - - 0 1");
    // bare kings: each line ends at once
    let lines = gui.wait_for(|line| line.starts_with("64 "));
    assert!(!lines.is_empty());
    assert_eq!(gui.listen(Duration::from_millis(50)), [""; 0]);
    gui.think("usermove a1a2", 64);
}

#[test]
fn excluded_moves_are_not_analysed() {
    let mut gui = analysing();
    gui.say(&format!("setboard {MATE_IN_ONE}"));
    let best = |thoughts: Vec<Thought>| thoughts.last().unwrap().clone();
    assert_eq!(best(gui.think("", 4)).moves[0], "a1a8");
    // the answer comes at once, not when the search happens to end
    let thoughts = gui.think("exclude a1a8", 4);
    assert!(thoughts.iter().all(|thought| thought.moves[0] != "a1a8"));
    let others = gui.session.game().legal_moves().len() - 1;
    assert_eq!(gui.wait_status()[4], others.to_string());
    assert_eq!(
        best(gui.think("exclude a1a8\ninclude a1a8", 4)).moves[0],
        "a1a8"
    );
    // all moves except one are excluded
    assert_eq!(gui.say("exclude all"), [""; 0]);
    assert_eq!(gui.listen(Duration::from_millis(50)), [""; 0]);
    assert_eq!(gui.say("ping 1\n."), ["pong 1", "stat01: 0 0 0 0 0"]);
    let only = gui.think("include e1d2", 4);
    assert!(only.iter().all(|thought| thought.moves[0] == "e1d2"));
    assert_eq!(best(gui.think("include all", 4)).moves[0], "a1a8");
    // another position begins with all moves included
    gui.think("exclude all\nundo\nusermove a1a2\nundo", 4);
    assert_eq!(
        best(gui.think("exclude a1a8\nusermove a1a2\nundo", 4)).moves[0],
        "a1a8"
    );
    for (line, answer) in [
        (
            "exclude e1e8",
            "Error (the piece does not move so): exclude e1e8",
        ),
        ("include nonsense", "Error (not a move): include nonsense"),
        ("exclude", "Error (move missing): exclude"),
    ] {
        let said = gui.say(line);
        assert_eq!(said.last().unwrap(), answer);
    }
}

#[test]
fn exclusion_counts_in_games_too() {
    let mut gui = Gui::new();
    gui.ask(&format!(
        "new\nforce\nsetboard {MATE_IN_ONE}\nsd 4\nexclude a1a8"
    ));
    assert_ne!(gui.ask("go"), ["move a1a8"]);
    gui.ask(&format!("force\nsetboard {MATE_IN_ONE}"));
    assert_eq!(gui.ask("go"), ["move a1a8", "1-0 {White mates}"]);
    // nothing left
    gui.ask(&format!("force\nsetboard {MATE_IN_ONE}\nexclude all"));
    assert_eq!(gui.ask("go"), ["Error (all moves are excluded): go"]);
    assert_eq!(gui.ask("include a1b1\ngo"), ["move a1b1"]);
    // while the engine thinks: the search begins again, on the same clock
    gui.say("new\nforce\nst 30\ngo\nexclude all\ninclude e2e4\ninclude d2d4\nexclude e2e4");
    gui.listen(Duration::from_millis(50));
    gui.say("exclude all\n?");
    assert_eq!(gui.ask(""), ["move d2d4"]);
}

#[test]
fn several_lines_are_analysed() {
    let mut gui = analysing();
    let of_depth = |thoughts: &[Thought], depth| -> Vec<Thought> {
        let exact = |thought: &&Thought| thought.depth == depth && thought.mark.is_none();
        thoughts.iter().filter(exact).cloned().collect()
    };
    // longer than the first moments of a search, in which some lines are not reported
    let thoughts = gui.think("option MultiPV=3", 13);
    let several = (1..=13).map(|depth| of_depth(&thoughts, depth));
    let lines = several.max_by_key(Vec::len).unwrap();
    let firsts: HashSet<&String> = lines.iter().map(|line| &line.moves[0]).collect();
    assert!(firsts.len() >= 3, "{lines:?}");
    for line in &lines {
        assert_legal(&gui, line);
    }
    // within a margin: only one move wins the queen
    let firsts = |thoughts: &[Thought]| -> HashSet<String> {
        let firsts = thoughts.iter().map(|thought| thought.moves[0].clone());
        firsts.collect()
    };
    let fen = "setboard 4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1";
    let margin = "option MultiPV=1\noption Multi-PV Margin=100";
    let thoughts = gui.think(&format!("{margin}\n{fen}"), 13);
    assert_eq!(firsts(&thoughts).len(), 1, "{thoughts:?}");
    let thoughts = gui.think("new", 12);
    assert!(firsts(&thoughts).len() > 3, "{thoughts:?}");
    for bad in [
        "MultiPV=0",
        "MultiPV=101",
        "Multi-PV Margin=1001",
        "Multi-PV Margin=-1",
    ] {
        let answer = gui.say(&format!("option {bad}"));
        assert!(answer.last().unwrap().starts_with("Error "), "{answer:?}");
    }
}

#[test]
fn several_lines_in_a_game_only_for_readers() {
    let mut gui = Gui::new();
    gui.ask("new\noption MultiPV=4\nsd 5\npost");
    let reported = gui.ask("usermove e2e4");
    let firsts: HashSet<String> = reported
        .iter()
        .filter_map(|line| Thought::parse(line))
        .map(|thought| thought.moves[0].clone())
        .collect();
    assert!(firsts.len() >= 4, "{reported:?}");
    assert_eq!(gui.ask("nopost\nusermove d2d4").len(), 1);
}

#[test]
fn the_hash_table_may_change() {
    let mut gui = analysing();
    gui.think("", 4);
    let begun = Instant::now();
    // an endless search must not delay the command
    let answer = gui.ask("memory 8\nping 1");
    assert_eq!(answer.last().unwrap(), "pong 1");
    gui.think("option Clear Hash", 4);
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn other_commands_end_an_analysis() {
    for command in ["force", "result *", "exit"] {
        let mut gui = analysing();
        gui.think("", 3);
        gui.say(command);
        assert_eq!(gui.listen(Duration::from_millis(50)), [""; 0], "{command}");
        assert_eq!(gui.say("usermove e2e4"), [""; 0], "{command}");
    }
    let mut gui = analysing();
    gui.think("", 3);
    let answer = gui.ask("sd 3\ngo");
    assert!(is_move(answer.last().unwrap()), "{answer:?}");
    // twice is once, and from a thought of its own as well
    gui.think("analyze\nanalyze", 3);
    gui.say("exit\nlevel 0 60 0\ngo");
    gui.think("analyze", 3);
    assert!(!gui.session.is_busy());
    assert!(!gui.say("?\nping 9").iter().any(|line| is_move(line)));
    gui.say("quit");
    assert!(gui.session.is_over());
}
