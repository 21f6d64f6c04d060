//! Options, variants and imported files.

use super::{best, has, hear_best, uci};
use crate::common::files::Folder;
use crate::common::process::Engine;

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
        lines[0].starts_with("info string there is no variant `frobchess`"),
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
fn a_file_without_variants_is_refused() {
    let folder = Folder::new();
    let path = folder.file("fmax.ini");
    folder.write("fmax.ini", "Game: broken\n8x8\nnonsense\n");
    let mut gui = uci();
    let lines = gui.say(&format!("setoption name Ini File value {path}"));
    assert!(has(&lines, "error: "), "{lines:?}");
    let refusal = "info string option Ini File: the file has no usable variant";
    assert_eq!(lines.last().unwrap(), refusal);
    best(&gui.ask("position startpos\ngo depth 1"));
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
            "files 9 ranks 10 pocket 0 template xiangqi startpos rnbakabnr/",
        ),
        // as in Fairy-Stockfish, the horse is N and the elephant B
        (
            "minixiangqi",
            "files 7 ranks 7 pocket 0 template fairy startpos rcnkncr/",
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
        "info string atomic: fmax has a variant of this name and uses its own".to_owned(),
        format!("option name VariantPath type string default {path}"),
        " var rooked var odd".to_owned(),
    ] {
        assert!(has(&lines, &text), "{text} in {lines:#?}");
    }
    engine.say("setoption name UCI_Variant value rooked\nposition startpos\ngo depth 1\n");
    let lines = hear_best(&mut engine);
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
