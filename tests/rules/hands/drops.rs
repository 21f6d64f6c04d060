//! Pieces in hand: drops, hands at the start, gating in any variant, and their combinations.
use std::sync::Arc;

use fmax::board::{FenError, Position};
use fmax::game::Game;
use fmax::movegen::notation::MoveError;
use fmax::movegen::perft::perft;
use fmax::movegen::{GameEnd, WinReason};
use fmax::ruleset::Ruleset;
use fmax::search::Value;
use fmax::variant::FindError;

use crate::common::games::{self, ARRAY, CHANCELLOR, PIECES, at, parse, try_load, with};
use crate::common::play::{board, moves, moves_from, play};
use crate::common::search::{best, search};

fn body(rules: &str) -> String {
    format!("{ARRAY}{PIECES}{CHANCELLOR}{rules}")
}

fn load(rules: &str) -> Result<Arc<Ruleset>, FindError> {
    try_load(&body(rules))
}

/// The complaints about rule lines below the pieces, without file and hint.
fn complaints(rules: &str) -> Vec<String> {
    let short = |text: String| {
        let text = text.trim_start_matches("test.ini:");
        text.split(" (hint").next().unwrap().to_owned()
    };
    let all = games::complaints(&parse(&body(rules)));
    all.into_iter().map(short).collect()
}

#[test]
fn captured_pieces_change_sides() {
    let rules = load("Drops: all\n").unwrap();
    let mut game = Game::new(rules, 50);
    play(&mut game, "e2e4 d7d5 e4d5 d8d5 b1c3 d5d2 c1d2");
    assert_eq!(
        board(&game),
        "rnb1kbnr/ppp1pppp/8/8/8/2N5/PPPB1PPP/R2QKBNR[PQpp]"
    );
    let refused = |text: &str| game.parse_move(text).unwrap_err();
    assert_eq!(refused("P@d1"), MoveError::NoDrop("d1".to_owned()));
    assert_eq!(refused("P@d8"), MoveError::NoDrop("d8".to_owned()));
    assert_eq!(refused("P@d2"), MoveError::NoDrop("d2".to_owned()));
    assert_eq!(refused("N@e4"), MoveError::NotInHand('N'));
    assert_eq!(refused("K@e4"), MoveError::NotInHand('K'));
    for text in ["P@j9", "@e4", "P@", "PP@e4", "P@e4q", "e2@e4"] {
        assert_eq!(refused(text), MoveError::Malformed, "{text}");
    }
    play(&mut game, "P@d3 Q@d7");
    assert_eq!(
        board(&game),
        "rnb1kbnr/pppQpppp/8/8/8/2Np4/PPPB1PPP/R2QKBNR[Pp]"
    );
    // the drop gives check; it can be answered by a capture, not by another drop
    assert_eq!(game.parse_move("P@d6"), Err(MoveError::InCheck));
    assert_eq!(game.position().rule_clock(), 1);
    play(&mut game, "c8d7");
    assert_eq!(
        board(&game),
        "rn2kbnr/pppbpppp/8/8/8/2Np4/PPPB1PPP/R2QKBNR[Ppq]"
    );
}

#[test]
fn drops_answer_checks() {
    let rules = load("Drops: all\n").unwrap();
    let mut game = at(&rules, "4k3/8/8/8/8/8/5PPP/r6K[NP] w - - 0 1");
    let texts = moves(&game);
    // between rook and king, no pawns there
    for text in ["N@b1", "N@d1", "N@g1"] {
        assert!(texts.contains(&text.to_owned()), "{texts:?}");
    }
    assert_eq!(texts.len(), 6, "{texts:?}");
    assert_eq!(game.outcome(), None);
    play(&mut game, "N@g1");
    // with an empty hand it would be mate
    let mut game = at(&rules, "4k3/8/8/8/8/8/5PPP/r6K[P] w - - 0 1");
    let mate = GameEnd::Win(fmax::types::Color::Black, WinReason::Checkmate);
    assert_eq!(game.outcome(), Some(mate));
    assert!(!game.undo());
}

#[test]
fn promoted_pieces_become_pawns_again() {
    let rules = load("Drops: all\n").unwrap();
    let mut game = at(&rules, "1n2k3/P7/8/8/8/8/8/R3K3[] w Q - 0 1");
    play(&mut game, "a7b8q");
    assert_eq!(board(&game), "1Q~2k3/8/8/8/8/8/8/R3K3[N]");
    play(&mut game, "e8d7 b8b2 d7d6 b2b8 d6d5 N@a8 d5e4");
    assert_eq!(board(&game), "NQ~6/8/8/8/4k3/8/8/R3K3[]");
    let mut game = at(&rules, "1r2k3/8/8/8/8/8/1Q~6/4K3[] b - - 0 1");
    play(&mut game, "b8b2");
    assert_eq!(board(&game), "4k3/8/8/8/8/8/1r6/4K3[p]");
    // a promoted piece is a different piece for the repetition of positions
    let key = |fen: &str| Position::from_fen(&rules.layout, fen).unwrap().key();
    assert_ne!(
        key("1r2k3/8/8/8/8/8/1Q~6/4K3[] b - - 0 1"),
        key("1r2k3/8/8/8/8/8/1Q6/4K3[] b - - 0 1")
    );

    let rules = load("Drops: all keep-promoted\n").unwrap();
    let mut game = at(&rules, "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
    play(&mut game, "a7b8q e8e7 b8b2 e7e6");
    assert_eq!(board(&game), "8/8/4k3/8/8/8/1Q6/4K3[R]");
}

#[test]
fn dropped_pawns_push_and_pass() {
    let rules = load("Drops: all\n").unwrap();
    let mut game = at(&rules, "4k3/8/8/8/3p4/8/8/4K3[P] w - - 0 1");
    play(&mut game, "P@e2 e8e7 e2e4 d4e3");
    assert_eq!(board(&game), "8/4k3/8/8/8/4p3/8/4K3[p]");
}

#[test]
fn drops_keep_to_ranks_and_files() {
    let fen = "4k3/8/8/8/8/8/3P4/4K3[PN] w - - 0 1";
    let count = |rules: &str| {
        let rules = load(rules).unwrap();
        let drops = |letter: &str| moves_from(&at(&rules, fen), letter).len();
        (drops("P@"), drops("N@"))
    };
    assert_eq!(count("Drops: all\n"), (47, 61));
    assert_eq!(count("Drops: N\n"), (0, 61));
    assert_eq!(count("Drops: all P=1-7\n"), (54, 61));
    assert_eq!(count("Drops: PN P=3-4 N=8-8\n"), (16, 7));
    assert_eq!(count("Drops: all one-per-file=P\n"), (42, 61));
    // ranks are counted from the owner's side
    let rules = load("Drops: PN P=3-4\n").unwrap();
    let game = at(&rules, "4k3/8/8/8/8/8/3P4/4K3[pn] b - - 0 1");
    assert!(game.parse_move("P@a5").is_ok() && game.parse_move("P@a4").is_err());
}

#[test]
fn no_mate_by_a_pawn() {
    let mate = "6nk/7p/8/8/8/8/1B6/K7[PN] w - - 0 1";
    let mut game = at(&load("Drops: all\n").unwrap(), mate);
    play(&mut game, "P@g7");
    assert!(matches!(
        game.outcome(),
        Some(GameEnd::Win(_, WinReason::Checkmate))
    ));
    let rules = load("Drops: all no-mate=P\n").unwrap();
    let game = at(&rules, mate);
    let refused = game.parse_move("P@g7");
    assert_eq!(refused, Err(MoveError::NoDrop("g7".to_owned())));
    let count = perft(&rules.tables, &mut game.position().clone(), 1);
    assert_eq!(count, game.legal_moves().len() as u64);
    // without the bishop it is not mate, and a knight may mate
    for (fen, drop) in [
        ("6nk/7p/8/8/8/8/8/K7[PN] w - - 0 1", "P@g7"),
        ("6bk/6pp/8/8/8/8/8/K7[PN] w - - 0 1", "N@f7"),
    ] {
        play(&mut at(&rules, fen), drop);
    }
}

/// Every answer is such a drop too and gives check, as do the answers to it, but none saves the king.
#[test]
fn whether_a_drop_mates_is_decided_soon() {
    let leaper = "W:700 -50,7 -49,7 -47,7 -46,7 -35,7 -33,7 -31,7 -29,7 -19,7 -18,7 \
                  -14,7 -13,7 13,7 14,7 18,7 19,7 29,7 31,7 33,7 35,7 46,7 47,7 49,7 50,7\n";
    let rules = load(&format!("{leaper}Drops: W no-mate=W\n")).unwrap();
    let fen = "8/8/RP6/KR4pp/PP4rk/6pr/8/8[WWWWWWWWwwwwwwww] w - - 0 1";
    // eight moves, and no drop where the leaper gives check
    assert_eq!(at(&rules, fen).legal_moves().len(), 8 + (52 - 12));
}

#[test]
fn hands_may_be_full_at_the_start() {
    let rules = load("Drops: N no-captures\nHand: white=NN black=N\n").unwrap();
    let mut game = Game::new(rules, 50);
    assert!(board(&game).ends_with("[NNn]"));
    play(&mut game, "N@e5 N@e4 e5d7 b8d7");
    // captures do not fill the hand
    assert!(board(&game).ends_with("[N]"), "{}", board(&game));
    assert_eq!(game.parse_move("P@e4"), Err(MoveError::NotInHand('P')));
}

#[test]
fn gating_in_any_game() {
    let rules = load("Gating: E\n").unwrap();
    let mut game = Game::new(rules, 50);
    assert!(game.position().fen().contains("[Ee] w KQBCDFGkqbcdfg"));
    play(&mut game, "b1c3e b8c6 e2e4 c6e5");
    assert_eq!(
        board(&game),
        "r1bqkbnr/pppppppp/8/4n3/4P3/2N5/PPPP1PPP/REBQKBNR[e]"
    );
    // several of a kind
    let rules = load("Gating: EN\nHand: EEN\n").unwrap();
    let mut game = Game::new(rules, 50);
    play(&mut game, "b1c3e b8c6n g1f3e g8f6");
    assert!(board(&game).ends_with("[Nee]"), "{}", board(&game));
}

#[test]
fn gating_and_drops_in_one_game() {
    let rules = load("Gating: EN\nHand: E\nDrops: all\n").unwrap();
    let mut game = Game::new(rules, 50);
    play(&mut game, "b1c3e d7d5");
    // the hand is empty for a while; a piece captured later can be gated as well
    assert!(board(&game).ends_with("[e]"));
    play(&mut game, "c3d5 g8f6 d5f6 e7f6");
    assert!(board(&game).ends_with("[PNne]"));
    assert_eq!(game.parse_move("g1f3p"), Err(MoveError::BadSuffix('p')));
    play(&mut game, "g1f3n f8c5n");
    assert_eq!(
        board(&game),
        "rnbqkn1r/ppp2ppp/5p2/2b5/8/5N2/PPPPPPPP/REBQKBNR[Pe]"
    );
    play(&mut game, "P@d6 E@d5");
}

#[test]
fn commas_may_stand_apart() {
    for rules in [
        "Drops: Q , R\n",
        "Gating: Q , R\nHand: Q , R\n",
        "Gating: Q R ,\n",
    ] {
        assert!(complaints(rules).is_empty(), "{rules}");
    }
    assert_eq!(
        complaints("Drops: ,\n"),
        ["15:8: error: nothing can be dropped"]
    );
}

#[test]
fn a_missing_piece_is_reported_once_for_both_colours() {
    let missing = "15:13: error: there is no piece Z";
    for rules in ["Promotion: QZ\n", "Promotion: QZ\nPromotion: white=R\n"] {
        assert_eq!(complaints(rules), [missing], "{rules}");
    }
}

#[test]
fn complaints_about_hands() {
    for (rules, complaint) in [
        ("Drops: QZ\n", "15:9: error: there is no piece Z"),
        (
            "Drops: K\n",
            "15:8: error: a royal piece like K cannot be in hand",
        ),
        (
            "Drops: all P=0-7\n",
            "15:12: error: there are no ranks 0 to 7 of 8",
        ),
        (
            "Drops: all P=5-9\n",
            "15:12: error: there are no ranks 5 to 9 of 8",
        ),
        (
            "Drops: all P=5-4\n",
            "15:12: error: there are no ranks 5 to 4 of 8",
        ),
        (
            "Drops: all P=x\n",
            "15:12: error: `x` is not a range of ranks such as 2-7",
        ),
        ("Drops: N P=2-7\n", "15:10: error: white cannot drop P"),
        (
            "Drops: all no-mate=Z\n",
            "15:20: error: there is no piece Z",
        ),
        (
            "Drops: all no-mate=\n",
            "15:12: error: `no-mate=` is not understood here",
        ),
        (
            "Drops: no-captures\n",
            "15:8: error: nothing can be dropped",
        ),
        (
            "Drops: all some-day\n",
            "15:12: error: `some-day` is not understood here",
        ),
        (
            "Drops: 7\n",
            "15:8: error: `7` is not the letter of a piece",
        ),
        (
            "Gating: K\n",
            "15:9: error: a royal piece like K cannot be in hand",
        ),
        ("Gating: EX\n", "15:10: error: there is no piece X"),
        (
            "Hand: E\n",
            "15:7: error: white can neither gate nor drop E",
        ),
        (
            "Hand: red=E\nGating: E\n",
            "15:7: error: `red` is neither white nor black",
        ),
        (
            "Drops: all\nPromotion-Rule: captured\n",
            "15:8: error: promotion to captured pieces and drops exclude each other",
        ),
    ] {
        let found = complaints(rules);
        assert!(
            found.iter().any(|text| text.contains(complaint)),
            "{rules}: {found:?}"
        );
        assert!(load(rules).is_err(), "{rules}");
    }
    let many = format!("Gating: E\nHand: {}\n", "E".repeat(60));
    assert!(complaints(&many)[0].contains("white has 76 pieces, more than 64"));
}

#[test]
fn hands_of_bad_positions() {
    let rules = load("Drops: all\n").unwrap();
    let read = |fen: &str| Position::from_fen(&rules.layout, fen);
    let full = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "P".repeat(64));
    let mut pos = read(&full).unwrap();
    assert_eq!(perft(&rules.tables, &mut pos, 1), 48 + 5);
    let more = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "P".repeat(65));
    assert!(matches!(read(&more), Err(FenError::Placement(_))));
    assert!(read("4k3/8/8/8/8/8/8/4K3[Px] w - - 0 1").is_err());
    // a mark after nothing, or after a piece that never promoted, is ignored
    for fen in ["~4k3/8/8/8/8/8/8/~4K3 w", "4k~3/8/8/8/8/8/P~7/4K3 w"] {
        assert_eq!(read(fen).unwrap().check_consistency(), Ok(()));
    }
}

#[test]
fn a_search_finds_a_drop() {
    // the queen mates on the last rank, where no pawn can be dropped in between
    let rules = load("Drops: all\n").unwrap();
    let game = at(&rules, "6k1/5ppp/8/8/8/8/5PPP/6K1[Qpp] w - - 0 1");
    let found = search(&game, 3);
    assert!(best(&game, &found).starts_with("Q@"));
    assert!(matches!(found.value, Value::Mate(1)), "{:?}", found.value);
}

/// Drops are limited to some squares, and some of them must not give check.
#[test]
fn drops_observe_their_limits() {
    let rules = with(
        "crazyhouse",
        "Drop-Limits: all=1-4 N=c3-d3 no-check=R black=P=7",
    );
    let game = at(&rules, "4k3/8/8/8/8/8/8/4K3[NRp] w - - 0 1");
    let drops = |game: &Game, what: &str| -> Vec<String> {
        let texts = moves(game).into_iter();
        texts.filter(|text| text.starts_with(what)).collect()
    };
    assert_eq!(drops(&game, "N@"), ["N@c3", "N@d3"]);
    // 32 squares except the king's own; from the others of the e-file it would give check
    assert_eq!(drops(&game, "R@").len(), 32 - 4);
    assert!(game.parse_move("R@e4").is_err());
    let game = at(&rules, "4k3/8/8/8/8/8/8/4K3[NRp] b - - 0 1");
    assert_eq!(drops(&game, "P@").len(), 8);
    assert!(game.parse_move("P@a2").is_ok());
    // evasions are not exempt
    let game = at(&rules, "4k3/8/8/8/8/8/8/r3K3[R] w - - 0 1");
    assert!(game.parse_move("R@d1").is_ok());
}
