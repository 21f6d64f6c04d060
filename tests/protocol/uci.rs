//! UCI: transcripts by subject, and the same searches as over CECP.

use std::time::{Duration, Instant};

use fmax::protocol::uci::notation::Letters;
use fmax::protocol::uci::{Session, names};
use fmax::types::Rng;
use fmax::variant::{Library, ReadOptions};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::effort::effort;
use crate::common::files::Folder;
use crate::common::process::Engine;
use crate::support::{Gui, Thought};

/// The positions of a search in both protocols.
const NODES: u64 = 400;

fn uci() -> Gui<Session> {
    Gui::new().over_uci()
}

/// What follows `bestmove`.
fn best(lines: &[String]) -> &str {
    let mut moves = lines
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove "));
    let best = moves
        .next()
        .unwrap_or_else(|| panic!("no move in {lines:#?}"));
    assert_eq!(moves.next(), None, "{lines:#?}");
    best
}

fn has(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

/// The word behind another one in a line of `info`.
fn word(line: &str, before: &str) -> Option<String> {
    let mut words = line.split(' ');
    words.find(|word| *word == before)?;
    words.next().map(str::to_owned)
}

/// Depth, score and positions of the last line about the best move.
fn last(lines: &[String]) -> (u32, String, u64) {
    last_if_any(lines).unwrap_or_else(|| panic!("no score in {lines:#?}"))
}

fn last_if_any(lines: &[String]) -> Option<(u32, String, u64)> {
    let scored = |line: &&String| line.contains(" multipv 1 score ");
    let line = lines.iter().rfind(scored)?;
    let number = |before| word(line, before).unwrap().parse::<u64>().unwrap();
    let score = line.split(" score ").nth(1).unwrap();
    let score: Vec<&str> = score.split(' ').take(2).collect();
    Some((number("depth") as u32, score.join(" "), number("nodes")))
}

#[test]
fn the_engine_introduces_itself() {
    let mut gui = uci();
    let lines = gui.say("uci");
    assert!(lines[0].starts_with("id name fmax "));
    assert!(lines[1].starts_with("id author "));
    assert_eq!(lines.last().unwrap(), "uciok");
    for option in &lines[2..lines.len() - 1] {
        assert!(option.starts_with("option name "), "{option}");
        assert!(option.contains(" type "), "{option}");
    }
    for start in [
        "option name Hash type spin default 1 min 1 max ",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max 100",
        "option name UCI_Variant type combo default chess var chess var ",
        "option name UCI_Chess960 type check default false",
        "option name Skill Level type spin default 10 min 0 max 10",
        "option name Random Seed type spin default -1 min -1 max ",
        "option name Clear Hash type button",
        "option name Ini File type string default <empty>",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start}");
    }
    // nothing can be imported here
    assert!(!has(&lines, "VariantPath"));
    assert_eq!(gui.say("isready"), ["readyok"]);
}

#[test]
fn a_search_ends_with_a_move() {
    let mut gui = uci();
    let lines = gui.ask("position startpos moves e2e4 e7e5\ngo depth 5");
    let (depth, score, nodes) = last(&lines);
    assert_eq!(depth, 5);
    assert!(score.starts_with("cp ") && nodes > 0);
    assert!(has(&lines, " ponder "));
    assert!(lines.last().unwrap().starts_with("bestmove "));
    // the line on which the search ends is that of the move
    let pv = lines.iter().rfind(|line| line.contains(" pv ")).unwrap();
    assert_eq!(
        word(pv, "pv").unwrap(),
        best(&lines).split(' ').next().unwrap()
    );
    let nodes = gui.ask("ucinewgame\nposition startpos\ngo nodes 500");
    assert!((400..=500).contains(&last(&nodes).2), "{nodes:#?}");
    assert!(has(&gui.ask("go movetime 30"), "bestmove"));
    assert!(has(
        &gui.ask("go wtime 300 btime 300 winc 10 binc 10 movestogo 9"),
        "bestmove"
    ));
}

#[test]
fn stop_and_isready_are_heard_while_it_thinks() {
    let mut gui = uci();
    assert!(gui.say("go infinite").is_empty());
    assert_eq!(gui.say("isready"), ["readyok"]);
    std::thread::sleep(Duration::from_millis(30));
    let begun = Instant::now();
    let lines = gui.ask("stop");
    best(&lines);
    assert!(begun.elapsed() < Duration::from_secs(5));
    // an infinite search that can go no deeper keeps its move for itself
    gui.say("position fen 7k/5KR1/8/8/8/8/8/8 w - - 0 1");
    gui.say("go infinite depth 2");
    assert!(!has(&gui.listen(Duration::from_millis(200)), "bestmove"));
    best(&gui.ask("stop"));
    assert!(gui.ask("stop").is_empty());
}

#[test]
fn commands_that_cannot_wait_end_a_search() {
    let mut gui = uci();
    gui.say("position startpos\ngo infinite");
    let lines = gui.ask("position startpos moves e2e4\ngo depth 1\nisready");
    let moves: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("bestmove"))
        .collect();
    assert_eq!(moves.len(), 2, "{lines:#?}");
    let lines = gui.ask("go infinite\nsetoption name Hash value 2\nisready");
    assert_eq!(lines.last().unwrap(), "readyok");
    best(&lines);
    let lines = gui.ask("go infinite\nucinewgame\nisready\ngo infinite\nstop\nquit");
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.starts_with("bestmove"))
            .count(),
        2
    );
    assert!(gui.session.is_over());
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut gui = uci();
    gui.say("position startpos moves e2e4 e7e5");
    assert!(gui.say("go ponder wtime 200 btime 200").is_empty());
    assert!(!has(&gui.listen(Duration::from_millis(400)), "bestmove"));
    best(&gui.ask("ponderhit"));
    // it may have found all there is to find
    gui.say("go ponder depth 1");
    assert!(!has(&gui.listen(Duration::from_millis(100)), "bestmove"));
    best(&gui.ask("ponderhit"));
    gui.say("go ponder wtime 60000 btime 60000");
    best(&gui.ask("stop"));
    assert!(gui.ask("ponderhit").is_empty());
}

#[test]
fn a_part_of_the_moves_can_be_searched() {
    let mut gui = uci();
    let lines = gui.ask("go depth 3 searchmoves a2a3 h2h3");
    assert!(["a2a3", "h2h3"].contains(&best(&lines).split(' ').next().unwrap()));
    let lines = gui.ask("setoption name MultiPV value 3\ngo depth 3");
    assert!(has(&lines, " multipv 3 ") && !has(&lines, " multipv 4 "));
    let lines = gui.ask("go searchmoves e2e5 depth 3");
    assert!(has(&lines, "info string searchmoves e2e5: "));
    assert_eq!(best(&lines), "(none)");
    let lines = gui.ask("position fen 7k/8/5KR1/8/8/8/8/8 w - - 0 1\ngo mate 3");
    assert!(has(&lines, "score mate 3"), "{lines:#?}");
}

#[test]
fn what_cannot_be_played_is_answered() {
    let mut gui = uci();
    for (lines, reason) in [
        ("position startpos moves e2e4 e2e4", "illegal move e2e4: "),
        ("position startpos moves e2e5", "illegal move e2e5: "),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "bad FEN: "),
        (
            "position fen k7/8/8/8/8/8/8/KR6 x - - 0 1",
            "bad FEN: side to move `x`",
        ),
        (
            "position fen k7/8/8/8/8/8/8/RK6 w - - 0 1",
            "bad FEN: black is in check",
        ),
    ] {
        let lines = gui.ask(&format!("{lines}\ngo depth 2"));
        assert!(
            lines[0].starts_with(&format!("info string {reason}")),
            "{lines:?}"
        );
        assert!(
            lines[1].starts_with("info string no position: "),
            "{lines:?}"
        );
        assert_eq!(best(&lines), "(none)");
    }
    best(&gui.ask("position startpos\ngo depth 1"));
    for (fen, score, reason) in [
        (
            "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
            "mate 0",
            "1-0 {White mates}",
        ),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "cp 0", "1/2-1/2"),
    ] {
        let lines = gui.ask(&format!("position fen {fen}\ngo wtime 100 btime 100"));
        assert_eq!(lines[0], format!("info depth 0 score {score}"));
        assert!(has(&lines, "info string the game is over: "), "{lines:?}");
        assert!(has(&lines, reason), "{lines:?}");
        assert_eq!(best(&lines), "(none)");
    }
    assert_eq!(gui.say("xyzzy 1"), ["Unknown command: xyzzy 1"]);
    let lines = gui.say("go depth x");
    assert_eq!(
        lines[0],
        "info string a whole number must follow `depth`: go depth x"
    );
    assert_eq!(best(&lines), "(none)");
}

#[test]
fn options_are_checked() {
    let mut gui = uci();
    assert_eq!(
        gui.say("setoption name Frobnicate value 1"),
        ["No such option: Frobnicate"]
    );
    for (line, answer) in [
        (
            "name MultiPV value 0",
            "option MultiPV: not between 1 and 100",
        ),
        ("name Hash value x", "option Hash: bad value"),
        (
            "name Threads value 257",
            "option Threads: not between 1 and 256",
        ),
        (
            "name UCI_Chess960 value maybe",
            "option UCI_Chess960: bad value",
        ),
        ("name UCI_Variant value", "option UCI_Variant: bad value"),
    ] {
        let lines = gui.say(&format!("setoption {line}"));
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(
            lines[0].starts_with(&format!("info string {answer}")),
            "{lines:?}"
        );
    }
    let lines = gui.ask("setoption name uci_variant value frobchess\nposition startpos\ngo");
    assert!(
        lines[0].starts_with("info string there is no game `frobchess`"),
        "{lines:?}"
    );
    assert_eq!(best(&lines), "(none)");
    best(&gui.ask("setoption name UCI_Variant value chess\ngo depth 1"));
    let lines = gui.say("setoption name Skill Level value 3\nsetoption name Clear Hash\nuci");
    assert!(has(&lines, "Skill Level type spin default 3 "));
    assert!(has(
        &gui.say("setoption name Ini File value /no/such/file"),
        "option Ini File: "
    ));
}

#[test]
fn a_variant_is_announced_as_guis_know_it() {
    let mut gui = uci();
    for (name, words) in [
        (
            "crazyhouse",
            "files 8 ranks 8 pocket 5 template crazyhouse startpos rnbqkbnr/",
        ),
        (
            "xiangqi",
            "files 9 ranks 10 pocket 0 template xiangqi startpos ",
        ),
        (
            "chess",
            "files 8 ranks 8 pocket 0 template fairy startpos rnbqkbnr/",
        ),
    ] {
        let lines = gui.ask(&format!("setoption name UCI_Variant value {name}"));
        let expected = format!("info string variant {name} {words}");
        assert!(lines[0].starts_with(&expected), "{lines:?} {expected}");
    }
}

#[test]
fn moves_are_written_as_guis_know_them() {
    let mut gui = uci();
    for (variant, position, chosen) in [
        ("xiangqi", "startpos moves h3e3 h10g8", "a1a2"),
        ("crazyhouse", "startpos moves e2e4 d7d5 e4d5 d8d5", "P@e4"),
        ("capablanca", "startpos moves a2a4", "a7a5"),
        ("chess", "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        ("shogi", "startpos", "g3g4"),
    ] {
        gui.ask(&format!("setoption name UCI_Variant value {variant}"));
        let lines = gui.ask(&format!(
            "position {position}\ngo depth 2 searchmoves {chosen}"
        ));
        assert_eq!(
            best(&lines).split(' ').next(),
            Some(chosen),
            "{variant} {lines:?}"
        );
        let fen = gui
            .say("d")
            .into_iter()
            .find(|line| line.starts_with("Fen: "))
            .unwrap();
        let lines = gui.ask(&format!(
            "position fen {}\ngo depth 2 searchmoves {chosen}",
            &fen[5..]
        ));
        assert_eq!(
            best(&lines).split(' ').next(),
            Some(chosen),
            "{variant} {fen}"
        );
    }
    let lines = gui.ask(
        "setoption name UCI_Variant value chess\nsetoption name UCI_Chess960 value true\n\
         position fen 4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1\ngo depth 2 searchmoves f1h1",
    );
    assert_eq!(best(&lines).split(' ').next(), Some("f1h1"), "{lines:?}");
}

#[test]
fn move_sequences_are_counted() {
    let mut gui = uci();
    let lines = gui.ask("go perft 3");
    assert!(lines.contains(&"e2e4: 600".to_owned()), "{lines:?}");
    assert!(lines.contains(&"Nodes searched: 8902".to_owned()));
    // a long count is given up
    gui.say("go perft 30");
    let begun = Instant::now();
    assert!(has(&gui.ask("stop"), "Nodes searched: "));
    best(&gui.ask("go perft 30\ngo depth 1"));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_long_game_is_told_move_by_move() {
    let mut gui = uci();
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut line = "position startpos moves".to_owned();
    let begun = Instant::now();
    for ply in 0..2000 {
        line += &format!(" {}", there_and_back[ply % 4]);
        gui.say(&line);
    }
    assert_eq!(gui.session.game().position().ply(), 2000);
    assert!(
        begun.elapsed() < Duration::from_secs(30),
        "{:?}",
        begun.elapsed()
    );
    // back, and another way from there
    gui.say("position startpos moves g1f3 g8f6 e2e4");
    assert_eq!(gui.session.game().position().ply(), 3);
    gui.say("position startpos");
    assert_eq!(gui.session.game().position().ply(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: effort(25),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// What is searched does not depend on the protocol: the same nodes, the same move, in any variant.
    #[test]
    fn both_protocols_search_alike(index in any::<Index>(), seed in any::<u64>()) {
        let library = Library::builtin(ReadOptions::default());
        let all = names::all(&library);
        alike(&all[index.index(all.len())], &mut Rng::new(seed));
    }
}

fn alike(name: &str, random: &mut Rng) {
    let mut gui = uci();
    gui.ask(&format!("setoption name UCI_Variant value {name}"));
    let mut game = gui.session.game().clone();
    let letters = Letters::default();
    let (mut theirs, mut ours) = (String::new(), String::new());
    for _ in 0..random.below(8) {
        let legal = game.legal_moves();
        if legal.is_empty() || game.outcome().is_some() {
            break;
        }
        let mv = legal[random.below(legal.len())];
        theirs += &format!(" {}", letters.spell(&game, mv));
        ours += &format!("usermove {}\n", game.format(mv));
        game.play(mv);
    }
    if game.outcome().is_some() {
        return;
    }
    let uci = gui.ask(&format!(
        "position startpos moves{theirs}\ngo nodes {NODES}"
    ));
    let chosen = best(&uci).split(' ').next().unwrap();
    let chosen = letters.read(&game, chosen).unwrap();
    let mut cecp = Gui::new();
    let variant = &game.rules().variant().name;
    cecp.ask(&format!(
        "variant {variant}\nforce\npost\nst 1000\noption Nodes={NODES}"
    ));
    let refused = cecp.ask(&ours);
    assert!(!has(&refused, "Illegal"), "{name}: {refused:?}");
    let lines = cecp.ask("go");
    let moved = lines.iter().find_map(|line| line.strip_prefix("move "));
    let moved = moved.unwrap_or_else(|| panic!("{name}: {lines:?}"));
    assert_eq!(game.parse_move(moved), Ok(chosen), "{name}");
    let mut thoughts = lines.iter().filter_map(|line| Thought::parse(line));
    // a few nodes may not be enough for the first line
    let (Some(thought), Some((depth, score, nodes))) = (thoughts.next_back(), last_if_any(&uci))
    else {
        return;
    };
    // which lines are told in the first moments depends on the clock: those of the same depth are compared
    if thought.depth != depth {
        return;
    }
    assert!(
        thought.nodes.abs_diff(nodes) <= NODES / 4,
        "{name} {uci:#?} {lines:#?}"
    );
    if let Some(centipawns) = score.strip_prefix("cp ") {
        assert_eq!(centipawns, thought.score.to_string(), "{name}");
    }
}

fn start() -> Engine {
    let mut engine = Engine::start(&["--hash", "1"], None);
    engine.say("uci\n");
    engine.hear_until("uciok");
    engine
}

#[test]
fn stop_is_answered_at_once() {
    let mut engine = start();
    for variant in ["chess", "shogi", "courier", "seirawan"] {
        engine.say(format!(
            "setoption name UCI_Variant value {variant}\nposition startpos\n"
        ));
        let tries = (0..8).map(|_| {
            engine.ask("go infinite\nisready", "readyok");
            std::thread::sleep(Duration::from_millis(20));
            engine.ask("stop", "bestmove")
        });
        // the machine may be busy, but not all the time
        let fastest = tries.min().unwrap();
        assert!(
            fastest < Duration::from_millis(100),
            "{variant} {fastest:?}"
        );
    }
}

#[test]
fn floods_and_half_lines_are_survived() {
    let mut engine = start();
    engine.say("go infinite\n".to_owned() + &"isready\n".repeat(5000));
    engine.say("go dep");
    engine.say("th 2\nisready\n");
    let mut lines = engine.hear_until("bestmove").1;
    lines.extend(engine.hear_until("bestmove").1);
    assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), 5001);
    engine.say("position startpos moves ".to_owned() + &"e2e4 ".repeat(1 << 18) + "\n");
    engine.say(b"position \xFF\xFE\x00\nisready\n");
    let lines = engine.hear_until("readyok").1;
    assert!(
        lines.iter().any(|line| line.contains("line too long")),
        "{lines:?}"
    );
    engine.say("go infinite\nquit\n");
    assert!(engine.end().success());
}

#[test]
fn it_ends_when_nobody_listens_or_speaks() {
    let mut engine = start();
    engine.say("go infinite\n");
    engine.hear_until("info ");
    engine.close_output();
    assert!(engine.end().success());
    let mut engine = start();
    engine.say("go infinite\n");
    engine.hear_until("info ");
    engine.close_input();
    assert!(engine.end().success());
}

#[test]
fn variants_of_fairy_stockfish_are_imported_when_they_are_named() {
    let folder = Folder::new();
    let path = folder.file("variants.ini");
    folder.write(
        "variants.ini",
        "[rooked:chess]\nstartFen = rrrrkrrr/pppppppp/8/8/8/8/PPPPPPPP/RRRRKRRR w - - 0 1\ncastling = false\n\
         [odd:chess]\nfrobnicate = true\n[atomic:chess]\ncastling = false\n",
    );
    let mut engine = Engine::start(&["--hash", "1", "--uci"], None);
    engine.say(format!("setoption name VariantPath value {path}\nuci\n"));
    let lines = engine.hear_until("uciok").1;
    for text in [
        "odd: lost: ".to_owned(),
        "info string atomic: fmax has a variant of this name, and keeps it".to_owned(),
        format!("option name VariantPath type string default {path}"),
        " var rooked var odd".to_owned(),
    ] {
        assert!(has(&lines, &text), "{text} in {lines:#?}");
    }
    engine.say("setoption name UCI_Variant value rooked\nposition startpos\ngo depth 1\n");
    let lines = engine.hear_until("bestmove").1;
    assert!(has(&lines, "startpos rrrrkrrr/"), "{lines:?}");
    engine.say("setoption name VariantPath value /no/such/file\nisready\n");
    let lines = engine.hear_until("readyok").1;
    assert!(
        has(&lines, "info string option VariantPath: cannot read"),
        "{lines:?}"
    );
    engine.say("quit\n");
    assert!(engine.end().success());
}
