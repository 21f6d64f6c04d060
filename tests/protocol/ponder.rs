//! Thinking on the opponent's time: hits, misses, and every command that may come meanwhile.

use std::time::{Duration, Instant};

use crate::support::{Gui, Thought, is_move};

/// A session that ponders after its first move under some limits, and the move it expects.
fn pondering(limits: &str) -> (Gui, String) {
    let mut gui = Gui::new();
    // deep enough to expect a reply, however busy the machine is
    let answer = gui.ask("new\nhard\npost\nsd 4\nst 60\nusermove e2e4");
    let position = answer.iter().position(|line| is_move(line)).unwrap();
    // the hint comes before the first line about the expected move
    assert!(
        (answer[..position].iter()).all(|line| Thought::parse(line).is_some()),
        "{answer:?}"
    );
    assert!(answer[position + 1].starts_with("Hint: "), "{answer:?}");
    gui.say("easy");
    let again = gui.say(&format!("sd 60\n{limits}\nhard"));
    assert_eq!(again, answer[position + 1..=position + 1]);
    let hint = again[0].trim_start_matches("Hint: ").to_owned();
    (gui, hint)
}

/// A legal move that is not expected, if there is one.
fn surprise(gui: &Gui, expected: &str) -> Option<String> {
    let game = gui.session.game();
    let mut texts = game.legal_moves().into_iter().map(|mv| game.format(mv));
    texts.rfind(|text| text != expected)
}

fn moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| is_move(line)).count()
}

#[test]
fn the_lines_begin_with_the_expected_move() {
    let (mut gui, hint) = pondering("level 0 0:05 0");
    let thoughts = gui.think("", 5);
    for thought in &thoughts {
        assert_eq!(thought.moves[0], hint);
        let mut game = gui.session.game().clone();
        for text in &thought.moves {
            game.play(game.parse_move(text).unwrap());
        }
    }
}

#[test]
fn a_hit_keeps_the_work() {
    let (mut gui, hint) = pondering("level 0 0:05 0");
    let before = gui.think("", 7).pop().unwrap();
    let answer = gui.ask(&format!("time 800\notim 800\nusermove {hint}"));
    assert_eq!(moves(&answer), 1, "{answer:?}");
    // no line begins at depth 1 again
    let after: Vec<Thought> = answer
        .iter()
        .filter_map(|line| Thought::parse(line))
        .collect();
    let played = answer.iter().position(|line| is_move(line)).unwrap();
    for thought in answer[..played]
        .iter()
        .filter_map(|line| Thought::parse(line))
    {
        assert!(thought.depth >= before.depth, "{after:?}");
        assert!(thought.nodes >= before.nodes, "{after:?}");
        // the expected move is on the board now
        assert_ne!(thought.moves[0], hint);
    }
    assert_eq!(gui.session.game().position().ply(), 4);
}

#[test]
fn a_hit_is_timed() {
    let (mut gui, hint) = pondering("st 0.4");
    gui.think("", 4);
    gui.listen(Duration::from_millis(300));
    let begun = Instant::now();
    let answer = gui.ask(&format!("usermove {hint}"));
    assert_eq!(moves(&answer), 1, "{answer:?}");
    let took = begun.elapsed();
    // a fixed time per move is meant to be used, however much was thought before
    assert!(took >= Duration::from_millis(200), "{took:?}");
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn a_search_that_has_ended_answers_at_once() {
    let (mut gui, hint) = pondering("sd 3");
    // deep enough long before the opponent moves
    gui.think("", 3);
    gui.listen(Duration::from_millis(100));
    let answer = gui.say(&format!("usermove {hint}"));
    assert!(is_move(&answer[0]), "{answer:?}");
    // and ponders again
    assert!(answer[1].starts_with("Hint: "), "{answer:?}");
}

#[test]
fn a_miss_begins_anew() {
    let (mut gui, hint) = pondering("sd 3\nlevel 0 0:05 0");
    let mv = surprise(&gui, &hint).unwrap();
    let answer = gui.ask(&format!("usermove {mv}"));
    assert_eq!(moves(&answer), 1, "{answer:?}");
    assert_eq!(gui.session.game().position().ply(), 4);
    // and an illegal move changes nothing
    let answer = gui.say("usermove a1a8\nping 7");
    assert!(answer.iter().any(|line| line.starts_with("Illegal move ")));
    assert_eq!(answer.last().unwrap(), "pong 7");
    assert_eq!(gui.session.game().position().ply(), 4);
}

#[test]
fn no_unexpected_output_while_pondering() {
    let (mut gui, hint) = pondering("level 0 0:05 0");
    gui.think("", 3);
    // a ping is answered, and the search goes on
    let answer = gui.say("ping 1\n?\n.\nping 2");
    let pongs: Vec<&String> = answer
        .iter()
        .filter(|line| line.starts_with("pong"))
        .collect();
    assert_eq!(pongs, ["pong 1", "pong 2"]);
    assert_eq!(moves(&answer), 0);
    let more = gui.think("", 6);
    assert!(!more.is_empty());
    // the clocks, and other commands of a GUI
    gui.say("time 1000\notim 1000\nlevel 0 0:10 0\npost\ncomputer\nname x\nrating 1 2");
    assert!(gui.say("hint").contains(&format!("Hint: {hint}")));
    let answer = gui.ask(&format!("usermove {hint}"));
    assert_eq!(moves(&answer), 1, "{answer:?}");
}

#[test]
fn commands_end_it() {
    for command in [
        "force",
        "easy",
        "new",
        "undo",
        "remove",
        "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "variant shatranj",
        "result 1-0 {White mates}",
        "result *",
        "edit",
        "playother",
        "white",
        "exclude all",
    ] {
        let (mut gui, _) = pondering("level 0 0:05 0");
        gui.think("", 3);
        gui.ask(command);
        let still = gui.listen(Duration::from_millis(60));
        assert_eq!(moves(&still), 0, "{command}: {still:?}");
        // these commands keep the expected move
        if !matches!(command, "exclude all" | "playother" | "white") {
            assert_eq!(still, [""; 0], "{command}");
        }
    }
    // the engine's own move on the other side
    let (mut gui, _) = pondering("level 0 0:05 0");
    let answer = gui.ask("sd 3\ngo");
    assert_eq!(moves(&answer), 1, "{answer:?}");
    gui.say("quit");
    assert!(gui.session.is_over());
}

#[test]
fn it_can_be_turned_on_and_off() {
    let (mut gui, hint) = pondering("level 0 0:05 0");
    gui.say("easy");
    assert_eq!(gui.listen(Duration::from_millis(60)), [""; 0]);
    assert_eq!(gui.say("hard"), [format!("Hint: {hint}")]);
    gui.think("", 4);
    // both commands in sequence turn pondering off
    gui.say("hard\neasy");
    assert_eq!(gui.listen(Duration::from_millis(60)), [""; 0]);
    assert_eq!(moves(&gui.ask(&format!("sd 2\nusermove {hint}"))), 1);
    // the hash table can change meanwhile
    let answer = gui.ask("hard\nmemory 4\nping 3");
    assert!(answer.contains(&"pong 3".to_owned()));
    gui.think("option Clear Hash", 2);
}

#[test]
fn it_is_not_begun_without_a_reason() {
    let mut gui = Gui::new();
    // before the first move, and in force mode
    gui.ask("new\npost\nhard");
    assert_eq!(gui.listen(Duration::from_millis(30)), [""; 0]);
    gui.ask("new\nnopost\nforce\ne2e4\ne7e5");
    assert_eq!(gui.listen(Duration::from_millis(30)), [""; 0]);
    // no pondering when the game is over
    gui.ask("new\nforce\nf2f3\ne7e5\ng2g4\nsd 3");
    assert_eq!(gui.ask("go"), ["move d8h4", "0-1 {Black mates}"]);
    assert_eq!(gui.listen(Duration::from_millis(30)), [""; 0]);
    // no pondering when the expected move ends the game
    gui.ask("new\nforce\nsetboard 7k/R7/8/8/8/8/8/1RK5 b - - 0 1\nsd 4");
    let answer = gui.ask("go");
    assert!(is_move(&answer[0]), "{answer:?}");
    assert_eq!(answer.len(), 1, "{answer:?}");
}

#[test]
fn playother_ponders_without_a_guess() {
    let mut gui = Gui::new();
    assert_eq!(gui.ask("new\nforce\npost\nhard\nsd 5\nplayother"), [""; 0]);
    gui.wait_for(|line| line.starts_with("5 "));
    let hint = gui.say("hint");
    assert!(hint[0].starts_with("Hint: "), "{hint:?}");
    // the move of the hint is the engine's own choice here, so it is no ponder hit: the engine searches for
    // an answer
    let mv = hint[0].trim_start_matches("Hint: ");
    let answer = gui.ask(&format!("usermove {mv}"));
    assert_eq!(moves(&answer), 1, "{answer:?}");
    assert_eq!(gui.session.game().position().ply(), 2);
}

#[test]
fn a_whole_game_on_both_clocks() {
    let mut gui = Gui::new();
    gui.ask("new\nhard\nlevel 0 0:02 0.01");
    let mut hint = String::from("e2e4");
    let mut surprises = 0;
    for ply in 0..20 {
        // the course of the game depends on the clock: perhaps only the expected move is legal
        let unexpected = surprise(&gui, &hint).filter(|_| ply % 3 == 2 || hint.is_empty());
        surprises += usize::from(unexpected.is_some());
        let mv = unexpected.unwrap_or(hint);
        let answer = gui.ask(&format!("time 150\notim 200\nusermove {mv}"));
        if gui.session.game().outcome().is_some() {
            return;
        }
        assert_eq!(moves(&answer), 1, "{answer:?}");
        gui.listen(Duration::from_millis(ply % 4 * 10));
        let found = answer.iter().find_map(|line| line.strip_prefix("Hint: "));
        hint = found.unwrap_or_default().to_owned();
    }
    assert!(surprises < 20, "no move was ever expected");
}
