//! A session in USI, the dialect of shogi programs.

use super::{best, has, hear_best};
use crate::common::process::Engine;

#[test]
fn shogi_programs_can_play() {
    let mut engine = Engine::start(&["--hash", "1"], None);
    engine.say("usi\n");
    let lines = engine.hear_until("usiok").1;
    for option in [
        "USI_Hash type spin default 1 ",
        "USI_Ponder type check ",
        "USI_Variant type combo default shogi ",
        "Skill_Level type spin ",
    ] {
        let option = format!("option name {option}");
        assert!(has(&lines, &option), "{option} in {lines:#?}");
    }
    assert!(!has(&lines, "UCI_Chess960"), "{lines:#?}");
    engine.say("setoption name USI_Hash value 2\nsetoption name Skill_Level value 10\nisready\n");
    assert_eq!(engine.hear_until("readyok").1, ["readyok"]);
    engine.say("usinewgame\n");
    for (position, go, chosen) in [
        (
            "startpos moves 7g7f 3c3d",
            "depth 2 searchmoves 8h2b+",
            "8h2b+",
        ),
        ("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "depth 2", "G*5b"),
        (
            "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2",
            "btime 90 wtime 90",
            "resign",
        ),
    ] {
        engine.say(format!("position {position}\ngo {go}\n"));
        let lines = hear_best(&mut engine);
        assert_eq!(best(&lines), chosen, "{lines:?}");
        let mate = chosen == "G*5b";
        assert_eq!(has(&lines, "score mate 1 "), mate, "{lines:?}");
    }
    engine.say("position startpos\ngo btime 0 wtime 0 byoyomi 100\n");
    hear_best(&mut engine);
    // the squares are those of the new board, although the lines arrive during a search on the other one
    engine.say(
        "go infinite\nsetoption name USI_Variant value minishogi\nposition startpos moves 1e1d\n\
         go depth 1 searchmoves 5a5b\n",
    );
    hear_best(&mut engine);
    assert_eq!(best(&hear_best(&mut engine)), "5a5b");
    engine.say("go mate 1000\n");
    engine.hear_until("checkmate notimplemented");
    engine.say("go infinite\ngameover draw\n");
    hear_best(&mut engine);
    engine.say("quit\n");
    assert!(engine.end().success());
}
