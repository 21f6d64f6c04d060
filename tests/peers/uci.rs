//! Matches over UCI, against Fairy-Stockfish and between the two protocols: both sides agree on rules and notation.

use std::collections::BTreeMap;
use std::process::Command;

use super::files::Folder;

const RIVAL: &str = "/usr/games/fairy-stockfish";
/// Variants that both programs know, by our names. Version 11 of Fairy-Stockfish lacks atomic, has other promotions in
/// chigorin, and in shatranj has no move when its king is bare, where our rules allow a move.
const GAMES: &str = "normal,3check,5check,ai-wok,almost,amazon,antichess,asean,cambodian,capablanca,\
    caparandom,centaur,ceremonial-courier,chancellor,chessgi,crazyhouse,embassy,extinction,fischerandom,\
    giveaway,gothic,grand,hoppel-poppel,janus,king-of-the-hill,knightmate,loop,los-alamos,losers,makruk,\
    minixiangqi,modern,newzealand,nocastle,pocketknight,seirawan,shako,suicide,xiangqi";

/// Plays a match against Fairy-Stockfish; returns the exit status, the complaints and the number of
/// games for each reason.
fn play(args: &[&str]) -> (Option<i32>, String, BTreeMap<String, usize>) {
    play_against(RIVAL, args)
}

/// Plays a match against any UCI engine; returns the same.
fn play_against(rival: &str, args: &[&str]) -> (Option<i32>, String, BTreeMap<String, usize>) {
    let folder = Folder::new();
    let engine = env!("CARGO_BIN_EXE_fmax");
    let output = Command::new(engine)
        .args(["match", engine, rival, "--uci-b", "--jsonl"])
        .arg(folder.file("games"))
        .args(args)
        .env_remove("RUST_LOG")
        .output()
        .unwrap();
    let text = folder.read("games");
    let mut reasons = BTreeMap::new();
    for line in text.lines() {
        let (_, rest) = line.split_once("\"reason\":\"").unwrap();
        let (reason, _) = rest.split_once('"').unwrap();
        *reasons.entry(reason.to_owned()).or_default() += 1;
    }
    // warnings that the opponent exceeded a small limit are allowed, and progress lines too
    let said: String = (String::from_utf8_lossy(&output.stderr).lines())
        .filter(|line| !line.contains(" nodes where ") && !line.starts_with("fmax: match: "))
        .map(|line| format!("{line}\n"))
        .collect();
    (output.status.code(), said, reasons)
}

#[test]
#[ignore = "needs fairy-stockfish, as Debian packages it; takes minutes"]
fn no_move_is_in_dispute() {
    let args = [
        "--variant",
        GAMES,
        "--games=2",
        "--nodes=500",
        "--stall=300",
    ];
    let (status, said, reasons) = play(&args);
    assert_eq!((status, said.as_str()), (Some(0), ""), "{reasons:?}");
    let played: usize = reasons.values().sum();
    assert_eq!(played, 2 * GAMES.split(',').count());
}

#[test]
#[ignore = "needs fairy-stockfish, as Debian packages it"]
fn every_limit_is_understood() {
    for limit in [
        &["--depth=4"][..],
        &["--movetime=0.05"],
        &["--tc=2+0.05"],
        &["--tc=20/2"],
        &["--tc=2+0.02", "--nps=20000"],
    ] {
        let rest = [
            "--variant=los-alamos,seirawan",
            "--max-moves=30",
            "--grace=1000",
        ];
        let (status, said, reasons) = play(&[limit, &rest].concat());
        assert_eq!((status, said.as_str()), (Some(0), ""), "{limit:?}");
        assert!(
            !reasons.contains_key("time forfeit"),
            "{limit:?} {reasons:?}"
        );
    }
}

#[test]
#[ignore = "needs fairy-stockfish, as Debian packages it"]
fn a_game_that_begins_otherwise_is_not_played() {
    let (status, said, reasons) = play(&["--variant=courier", "--nodes=500"]);
    assert_eq!(status, Some(1));
    assert!(said.contains("the pieces are placed differently"), "{said}");
    assert!(reasons.is_empty());
}

#[test]
#[ignore = "plays all variants, which takes minutes"]
fn both_protocols_play_every_variant() {
    // an unoptimised program on a busy machine may solve endings of two pieces for longer than the default
    let args = [
        "--variant=all",
        "--games=1",
        "--nodes=100",
        "--hash=1",
        "--stall=300",
    ];
    let (_, said, reasons) = play_against(env!("CARGO_BIN_EXE_fmax"), &args);
    // UCI's courier starts from the array of cutechess and Fairy-Stockfish; some variants have few openings
    for line in said.lines() {
        assert!(
            line.contains("courier") || line.contains("balanced opening"),
            "{said}"
        );
    }
    assert!(reasons.values().sum::<usize>() > 250, "{reasons:?}");
    for forfeit in ["illegal move", "time forfeit", "crash", "stall"] {
        assert!(!reasons.contains_key(forfeit), "{reasons:?}");
    }
}
