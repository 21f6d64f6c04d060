//! Pieces that wait at gates and must be gated: each rule by itself, published counts, and invalid
//! lines of the file.
use std::sync::Arc;

use fmax::board::Position;
use fmax::game::Game;
use fmax::movegen::notation::MoveError;
use fmax::movegen::perft::perft;
use fmax::ruleset::Ruleset;

use crate::common::games::{self, ARRAY, at, complaints, parse, try_load};
use crate::common::play::{self, board, moves_from};
use crate::common::search::search;

/// A leopard and a cannon in addition to the pieces of chess.
const PIECES: &str = "L:600 NB2\nC:600 sNDK\n";

fn body(rules: &str) -> String {
    format!("{ARRAY}{}{PIECES}{rules}", games::PIECES)
}

fn load(rules: &str) -> Arc<Ruleset> {
    games::load(&body(rules))
}

/// Plays moves in the engine's notation, or without the suffix of a forced gating.
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.parse_move(text);
        assert!(
            mv.is_ok_and(|mv| game.format(mv).starts_with(text)),
            "{text}"
        );
        play::play(game, text);
    }
}

#[test]
fn waiting_pieces_must_be_gated() {
    let rules = load("Gates: L=b C=g\n");
    let mut game = Game::new(rules, 50);
    assert_eq!(
        game.position().fen(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[LClc] w KQBGkqbg - 0 1"
    );
    assert_eq!(moves_from(&game, "b1"), ["b1a3l", "b1c3l"]);
    assert_eq!(game.parse_move("b1c3c"), Err(MoveError::BadSuffix('c')));
    play(&mut game, "b1c3 g8f6c");
    assert_eq!(
        board(&game),
        "rnbqkbcr/pppppppp/5n2/8/8/2N5/PPPPPPPP/RLBQKBNR[Cl]"
    );
    // a gated piece moves like any other piece, and no piece is gated behind it
    assert_eq!(moves_from(&game, "b1"), ["b1a3"]);
    // nor behind a knight that has returned
    play(&mut game, "b1a3 f6d5 c3b1 d5b6");
    assert_eq!(moves_from(&game, "b1"), ["b1c3"]);
}

#[test]
fn a_piece_that_waits_behind_a_captured_one_is_lost() {
    let rules = load("Gates: L=b C=g\n");
    let mut game = at(
        &rules,
        "r1bqkbnr/pppppppp/8/8/8/2n5/P1P1PPPP/RNBQKBNR[LClc] b KQBGkqg - 0 1",
    );
    // black's own knight has left b8, and the leopard is no longer in the brackets
    assert!(board(&game).ends_with("[LCc]"));
    play(&mut game, "c3b1");
    assert_eq!(
        board(&game),
        "r1bqkbnr/pppppppp/8/8/8/8/P1P1PPPP/RnBQKBNR[Cc]"
    );
    play(&mut game, "a1b1 a7a6");
    // also when the capturing move gates a piece
    let mut game = at(&rules, "4k1n1/8/5N2/8/8/8/8/1N2K1N1[LCc] w BGg - 0 1");
    play(&mut game, "f6g8 e8f7 g8h6 f7f8");
    assert!(board(&game).ends_with("[LC]"));
    assert_eq!(game.parse_move("h6g8c"), Err(MoveError::BadSuffix('c')));
}

#[test]
fn a_capture_gates_as_well() {
    let rules = load("Gates: L=b C=g\n");
    let mut game = at(&rules, "4k3/8/8/8/8/2n5/8/1N2K3[L] w B - 0 1");
    assert_eq!(moves_from(&game, "b1"), ["b1a3l", "b1c3l", "b1d2l"]);
    play(&mut game, "b1c3");
    assert_eq!(board(&game), "4k3/8/8/8/8/2N5/8/1L2K3[]");
    // both at once: the captured knight stood before a gate, and so did the rook
    let rules = load("Gates: L=b C=a\n");
    let mut game = at(&rules, "rn2k3/8/8/8/8/8/8/1R2K3[lc] w ab - 0 1");
    play(&mut game, "b1b8 e8e7");
    assert_eq!(board(&game), "rR6/4k3/8/8/8/8/8/4K3[c]");
}

#[test]
fn a_pinned_piece_may_move_if_the_gated_one_blocks_the_line() {
    let rules = load("Gates: L=d\n");
    // the rook pins the queen on the rank, but a leopard takes her square
    let game = at(&rules, "4k3/8/8/8/8/8/8/r2QK3[L] w D - 0 1");
    assert_eq!(moves_from(&game, "d1").len(), 2 + 1 + 7 + 4 + 3);
    let game = at(&rules, "4k3/8/8/8/8/8/8/r2QK3[] w - - 0 1");
    assert_eq!(moves_from(&game, "d1"), ["d1a1", "d1b1", "d1c1"]);
    // it does not help if the square was not on the line
    let game = at(&rules, "4k3/8/8/8/4r3/8/8/3QK3[L] w D - 0 1");
    assert_eq!(moves_from(&game, "d1"), ["d1e2l"]);
}

#[test]
fn castling_opens_both_gates() {
    let rules = load("Gates: L=e C=h\n");
    let start = "4k3/8/8/8/8/8/8/R3K2R[LC] w KQEH - 0 1";
    let mut game = at(&rules, start);
    assert_eq!(game.position().fen(), start.replace("KQEH", "KQ"));
    play(&mut game, "e1g1l");
    assert_eq!(board(&game), "4k3/8/8/8/8/8/8/R3LRKC[]");
    let mut game = at(&rules, start);
    // the cannon stays behind the other rook
    play(&mut game, "e1c1l e8e7");
    assert_eq!(board(&game), "8/4k3/8/8/8/8/8/2KRL2R[C]");
    assert!(
        moves_from(&game, "h1")
            .iter()
            .all(|text| text.ends_with('c'))
    );
    // only one of the two squares has a waiting piece
    let mut game = at(&rules, "4k3/8/8/8/8/8/8/R3K2R[C] w KQ - 0 1");
    play(&mut game, "e1g1c");
    assert_eq!(board(&game), "4k3/8/8/8/8/8/8/R4RKC[]");
    for text in ["O-O", "e1g1", "e1h1", "e1g1l"] {
        let mut game = at(&rules, start);
        let mv = game.parse_move(text).unwrap();
        game.play(mv);
        assert_eq!(board(&game), "4k3/8/8/8/8/8/8/R3LRKC[]", "{text}");
    }
}

#[test]
fn a_search_expects_gated_pieces() {
    // the knight's move gates the leopard, which mates on the last squares of the long diagonal
    let rules = load("Gates: L=b C=g\n");
    let game = Game::new(rules.clone(), 50);
    let found = search(&game, 5);
    assert!(game.legal_moves().contains(&found.best.unwrap()));
    // a waiting piece has a value, a piece that is lost from the hand has none
    let value = |fen: &str| {
        let pos = Position::from_fen(&rules.layout, fen).unwrap();
        rules.evaluate(&pos)
    };
    let full = value("4k3/pppp4/8/8/8/8/PPPP4/1N2K3[L] w B - 0 1");
    let lost = value("4k3/pppp4/8/8/8/8/PPPP4/1N2K3[L] w - - 0 1");
    assert!(full > lost + 300, "{full} {lost}");
}

/// Published counts.
#[test]
fn published_counts_are_reached() {
    let lines = include_str!("../../data/musketeer.txt").lines();
    let mut checked = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let [white, black, nodes] = fields[..] else {
            panic!("{line}")
        };
        let gates = |row: &str, color: &str| -> String {
            let files = ('a'..='h').zip(row.chars()).filter(|(_, c)| *c != '*');
            files
                .map(|(file, c)| format!(" {color}:{c}={file}"))
                .collect()
        };
        let line = format!("Gates:{}{}\n", gates(white, "white"), gates(black, "black"));
        let rules = load(&format!("{line}Promotion: QRBNLC\n"));
        let found = perft(&rules.tables, &mut rules.start(), 4);
        assert_eq!(found, nodes.parse::<u64>().unwrap(), "{line}");
        checked += 1;
    }
    assert!(checked > 10);
    let rules = games::rules("musketeer");
    // L*****... and C as in the file: the same variant with the same gates
    let same = load("Promotion: QRBNLC\nGates: L=b C=g\n");
    let count = |rules: &Ruleset| perft(&rules.tables, &mut rules.start(), 4);
    assert_eq!(count(&rules), count(&same));
}

#[test]
fn errors_about_gates() {
    for (rules, complaint) in [
        ("Gates: L\n", "`L` is not a piece and its file"),
        ("Gates: L=b1\n", "`L=b1` is not a piece and its file"),
        ("Gates: X=b\n", "16:8: error: there is no piece X"),
        (
            "Gates: K=b\n",
            "16:8: error: a royal piece like K cannot be in hand",
        ),
        (
            "Gates: L=i\n",
            "16:10: error: `i` is not a file of this board",
        ),
        (
            "Gates: L=b C=b\n",
            "white has a piece waiting on the b-file already",
        ),
        (
            "Gates: L=b L=c\n",
            "16:12: error: a L of white waits already",
        ),
        ("Gates: green:L=b\n", "`green` is neither white nor black"),
        (
            "Gates: L=b\nGating: C\n",
            "gates cannot be combined with a line `Gating`",
        ),
        (
            "Gates: L=b\nRoyal-Leap: aim=R\n",
            "gates cannot be combined with a line `Royal-Leap: aim`",
        ),
        (
            "Gates: L=b\nDrops: all\n",
            "L can be dropped, so it cannot wait at a gate",
        ),
        (
            "Gates: L=b\nZone: low=c1-h8\nConfine: L=low\n",
            "L may not stand where it would come in",
        ),
        ("Gates: L=b\nHand: L\n", "white can neither gate nor drop L"),
        (
            "Gates: L=b\nAlice: P=S N=H B=E R=T Q=A K=M L=J C=G\n",
            "two boards cannot be combined with pieces in hand",
        ),
        (
            "Gates: L=b\nStart: r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n",
            "no piece of black begins before a gate on the b-file",
        ),
    ] {
        let found = complaints(&parse(&body(rules)));
        assert!(
            found.iter().any(|text| text.contains(complaint)),
            "{rules}: {found:?}"
        );
        assert!(try_load(&body(rules)).is_err(), "{rules}");
    }
}
