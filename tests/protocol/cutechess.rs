//! The commands of cutechess, in its order and spelling.

use std::time::{Duration, Instant};

use crate::support::{Gui, is_move};

/// The features, split as cutechess splits them.
fn features(lines: &[String]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for line in lines {
        let mut rest = line.strip_prefix("feature ").unwrap().trim();
        while let Some((name, value)) = rest.split_once('=') {
            let (value, tail) = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap(),
                None => value.split_once(' ').unwrap_or((value, "")),
            };
            found.push((name.to_owned(), value.to_owned()));
            rest = tail.trim();
        }
        assert_eq!(rest, "", "{line}");
    }
    found
}

#[test]
fn cutechess_understands_the_features() {
    let mut gui = Gui::new();
    let sent = features(&gui.ask("xboard\nprotover 2"));
    let value = |name: &str| {
        let mut values = sent.iter().filter(|(known, _)| known == name);
        values.next_back().map(|(_, value)| value.as_str())
    };
    for (name, expected) in [
        ("ping", "1"),
        ("setboard", "1"),
        ("san", "0"),
        ("usermove", "1"),
        ("time", "1"),
        ("reuse", "1"),
        ("name", "1"),
        ("memory", "1"),
        ("sigint", "0"),
        ("done", "1"),
    ] {
        assert_eq!(value(name), Some(expected), "{name}");
    }
    assert!(value("myname").unwrap().starts_with("fmax "));
    // cutechess's own spelling of every variant that both programs know
    let variants: Vec<&str> = value("variants").unwrap().split(',').collect();
    for name in [
        "normal",
        "almost",
        "amazon",
        "asean",
        "berolina",
        "cambodian",
        "capablanca",
        "chancellor",
        "checkless",
        "courier",
        "embassy",
        "gothic",
        "gustav3",
        "janus",
        "karouk",
        "kingofthehill",
        "knightmate",
        "losalamos",
        "makruk",
        "modern",
        "seirawan",
        "shatranj",
    ] {
        assert!(variants.contains(&name), "{name}");
        assert_eq!(
            gui.ask(&format!("new\nvariant {name}\nping 1"))
                .pop()
                .unwrap(),
            "pong 1"
        );
        assert!(
            gui.ask("force\nmoves")[0].contains(" legal moves: "),
            "{name}"
        );
    }
    // cutechess answers each feature, including features that it does not know
    for (name, _) in &sent {
        let word = if name == "highlight" {
            "rejected"
        } else {
            "accepted"
        };
        assert_eq!(gui.ask(&format!("{word} {name}")), [""; 0]);
    }
    // options are sent when the engine is ready
    for option in [
        "option Resign=false",
        "option Resign=true",
        "memory 8",
        "cores 1",
    ] {
        assert_eq!(gui.ask(option), [""; 0], "{option}");
    }
}

/// Starts a game, up to the opponent's first move; the commands after `new` vary.
fn begin(gui: &mut Gui, middle: &str) {
    let said = gui.ask(&format!(
        "new\n{middle}\npost\neasy\nforce\ncomputer\nname rival 1.0\nping 17"
    ));
    assert_eq!(said.last().unwrap(), "pong 17");
}

fn moves(lines: &[String]) -> Vec<&str> {
    let lines = lines.iter().filter(|line| is_move(line));
    lines.map(|line| &line["move ".len()..]).collect()
}

#[test]
fn a_game_as_white_and_as_black() {
    let mut gui = Gui::new();
    // 1 s for the game and 0.01 s a move, in the spelling of cutechess
    begin(&mut gui, "level 0 0:01 0.01");
    let said = gui.ask("time 100\notim 100\ngo");
    assert_eq!(moves(&said).len(), 1);
    let said = gui.ask("time 97\notim 99\nusermove a7a6");
    assert_eq!(moves(&said).len(), 1);
    assert_eq!(
        gui.ask("force\nresult 1-0 {White wins by adjudication}\nping 3"),
        ["pong 3"]
    );
    // the next game in the same process
    begin(&mut gui, "level 40 1 0");
    gui.ask("usermove e2e4");
    let said = gui.ask("time 10\notim 6000\ngo");
    assert_eq!(moves(&said).len(), 1);
    // adjudicated while the engine thinks: `?` first, and the move comes before the pong
    gui.say("time 6000\notim 6000\nusermove d2d4");
    let said = gui.ask("?\nforce\nresult 1/2-1/2 {Draw by adjudication}\nping 9");
    assert_eq!(said.last().unwrap(), "pong 9");
    assert!(moves(&said).len() <= 1);
}

#[test]
fn games_at_all_time_controls_are_played() {
    let mut gui = Gui::new();
    for control in [
        "level 0 0:02 0.05",
        "level 0 0:01 1",
        "level 40 0:01 0",
        "level 5 0:01 0.1",
        "st 0.05",
        "st 1\nsd 3",
        "level 0 1000 0\nsd 2",
        // a limit of nodes is sent like this
        "level 0 1000 0\nst 1\nnps 2000",
    ] {
        begin(&mut gui, control);
        let started = Instant::now();
        let said = gui.ask("time 100\notim 100\ngo");
        assert_eq!(moves(&said).len(), 1, "{control}");
        assert!(started.elapsed() < Duration::from_secs(3), "{control}");
    }
}

#[test]
fn games_begin_from_openings() {
    let mut gui = Gui::new();
    // a position of an opening suite, in a variant that the GUI has chosen
    let fen = "rnabqkbcnr/pppp1ppppp/10/4p5/4P5/10/PPPP1PPPPP/RNABQKBCNR w KQkq e6 0 2";
    begin(
        &mut gui,
        &format!("variant capablanca\nsetboard {fen}\nlevel 0 0:01 0.01"),
    );
    assert!(
        gui.fen()
            .starts_with("rnabqkbcnr/pppp1ppppp/10/4p5/4P5/10/")
    );
    assert_eq!(gui.ask("usermove f2f3"), [""; 0]);
    assert_eq!(moves(&gui.ask("time 100\notim 100\ngo")).len(), 1);
    // castling goes as the king's move, gating with a letter, promotion too
    begin(
        &mut gui,
        "setboard r3k3/7P/8/8/8/8/8/4K2R w Kq - 0 1\nlevel 0 0:01 0.01",
    );
    assert_eq!(
        gui.ask("usermove e1g1\nusermove e8c8\nusermove h7h8n"),
        [""; 0]
    );
    assert_eq!(gui.fen(), "2kr3N/8/8/8/8/8/8/5RK1 b - - 0 2");
    // moves are in SAN in shuffled variants, with a mark if the move gives check
    begin(
        &mut gui,
        "variant fischerandom\nsetboard 5k2/8/8/8/8/8/8/4K2R w K - 0 1\nlevel 0 0:01 0.01",
    );
    assert_eq!(gui.ask("usermove O-O+"), [""; 0]);
    assert_eq!(gui.fen(), "5k2/8/8/8/8/8/8/5RK1 b - - 1 1");
    begin(&mut gui, "variant seirawan\nlevel 0 0:01 0.01");
    assert_eq!(gui.ask("usermove b1c3h\nusermove b8c6e"), [""; 0]);
    assert!(
        gui.fen()
            .starts_with("rebqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/RHBQKBNR[Eh] "),
        "{}",
        gui.fen()
    );
}
