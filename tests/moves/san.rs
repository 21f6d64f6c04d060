//! Algebraic notation: reading and writing.

use std::collections::BTreeSet;

use fmax::game::Game;
use fmax::types::Rng;
use fmax::variant::letter;

use crate::common::effort::effort;
use crate::common::games::{game, library, random_walk};

/// The move of a text in coordinates, or the error.
fn read(game: &Game, text: &str) -> String {
    let found = game.rules().tables.parse_san(game.position(), text);
    match found {
        Ok(mv) => game.format(mv),
        Err(error) => error.to_string(),
    }
}

fn assert_read(name: &str, fen: &str, cases: &[(&str, &str)]) {
    let game = game(name, fen);
    for (text, expected) in cases {
        assert_eq!(read(&game, text), *expected, "{name}: {text}");
    }
}

#[test]
fn chess() {
    let fen = "r3k2r/1P1n4/8/2pP4/8/N4N2/8/R3KN1R w KQkq c6 0 1";
    assert_read(
        "normal",
        fen,
        &[
            ("O-O-O", "e1c1"),
            ("0-0", "castling is not possible"),
            ("Kd2!?", "e1d2"),
            ("b8=Q+", "b7b8q"),
            ("b8N", "b7b8n"),
            ("b8", "b7b8q"),
            ("bxa8=R#", "b7a8r"),
            ("dxc6", "d5c6"),
            ("d5xc6", "d5c6"),
            ("d5-d6", "d5d6"),
            ("dxc6e.p.", "d5c6"),
            ("dxc6 e.p.+", "d5c6"),
            ("Rxh8+!", "h1h8"),
            ("O-O-O++", "e1c1"),
            ("Pd6", "d5d6"),
            ("Nd2", "it could begin on f1 and f3"),
            ("N1d2", "f1d2"),
            ("N3d2", "f3d2"),
            ("Nf3d2", "f3d2"),
            ("Nc4", "a3c4"),
            ("Rxa3", "the piece does not move so"),
            ("Rb1", "a1b1"),
            ("Rg1", "h1g1"),
            ("Rxh8+", "h1h8"),
            ("e4", "the piece does not move so"),
            ("d5d7", "the piece does not move so"),
            ("b8=K", "`K` cannot be chosen"),
            ("Nx", "not a move"),
            ("N", "not a move"),
            ("+", "not a move"),
            ("", "not a move"),
            ("Zd2", "the piece does not move so"),
            ("N\u{e9}d2", "not a move"),
            ("\u{e9}", "not a move"),
        ],
    );
    // in check only one of the two knights may move there
    let fen = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - -";
    assert_read(
        "normal",
        fen,
        &[("Ne2", "g1e2"), ("Nd5", "it leaves the king in check")],
    );
}

#[test]
fn a_bishop_is_no_file() {
    let fen = "4k3/8/8/8/8/8/1P1B4/1B2K3 w - -";
    assert_read(
        "normal",
        fen,
        &[
            ("Bc3", "d2c3"),
            ("bc3", "the piece does not move so"),
            ("b3", "b2b3"),
            ("Bc2", "b1c2"),
            ("B1c2", "b1c2"),
        ],
    );
    // coordinates in capitals are accepted where they are unambiguous
    assert_read(
        "normal",
        fen,
        &[("E1D1", "e1d1"), ("B2B4", "b2b4"), ("e1e2", "e1e2")],
    );
}

#[test]
fn other_variants() {
    assert_read(
        "capablanca",
        "",
        &[
            ("Nc3", "b1c3"),
            ("Ah3", "the piece does not move so"),
            ("j4", "j2j4"),
            ("Ci3", "h1i3"),
        ],
    );
    let makruk = [("e4", "e3e4"), ("Nd2", "b1d2"), ("Se2", "f1e2")];
    assert_read("makruk", "", &makruk);
    assert_read(
        "xiangqi",
        "",
        &[("Ce2", "it could begin on b2 and h2"), ("Cbe2", "b2e2")],
    );
    assert_read(
        "xiangqi",
        "",
        &[("Hc2", "b0c2"), ("Nc2", "b0c2"), ("P4", "not a move")],
    );
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1";
    assert_read(
        "seirawan",
        fen,
        &[
            ("Nc3", "b1c3"),
            ("Nc3/H", "b1c3h"),
            ("Nf3/E+", "g1f3e"),
            ("Nc3/Q", "`Q` cannot be chosen"),
        ],
    );
    let fen = "4k3/8/8/8/8/8/8/4K3[NPp] w - -";
    assert_read(
        "crazyhouse",
        fen,
        &[
            ("N@d6+", "N@d6"),
            ("@e4", "P@e4"),
            ("P@e4", "P@e4"),
            ("B@e4", "there is no `B` in hand"),
            ("@e1", "it cannot be dropped on e1"),
        ],
    );
}

/// With the piece letter and the full origin square every move is unambiguous, in every variant.
#[test]
fn every_move_of_every_variant() {
    let mut missing = BTreeSet::new();
    for name in library().public_names() {
        let mut random = Rng::new(7);
        random_walk(
            game(name, ""),
            effort(3) as usize,
            &mut random,
            |game, moves| {
                let mut written = BTreeSet::new();
                for &mv in moves {
                    let text = game.format(mv);
                    assert_eq!(read(game, &text), text, "{name}");
                    match game.san(mv) {
                        Some(san) => {
                            assert_eq!(read(game, &san), text, "{name}: {san}");
                            let marks = ['+', '#'];
                            let plain = san.trim_end_matches(marks).to_owned();
                            let plus = text.ends_with('+');
                            assert!(written.insert((plain, plus)), "{name}: {san}");
                        }
                        None => {
                            missing.insert((name.to_owned(), text.clone()));
                        }
                    }
                    let nothing_moves = mv.is_pass() || mv.is_wall_alone();
                    if mv.dropped().is_some() || mv.castling().is_some() || nothing_moves {
                        continue;
                    }
                    let letter = game
                        .position()
                        .shown_letter(game.position().layout().shown(mv.from()));
                    let san = format!("{}{text}", letter.unwrap().to_ascii_uppercase());
                    assert_eq!(
                        read(game, &san),
                        text,
                        "{name}: {san} in {}",
                        game.position().fen()
                    );
                }
            },
        );
    }
    assert_eq!(missing, BTreeSet::new());
}

fn assert_written(name: &str, fen: &str, cases: &[(&str, &str)]) {
    let game = game(name, fen);
    for (text, expected) in cases {
        let mv = game.parse_move(text).unwrap();
        assert_eq!(game.san(mv).as_deref(), Some(*expected), "{name}: {text}");
    }
}

/// Spelled as in python-chess, except for the letter of dropped pawns.
#[test]
fn moves_are_written() {
    let fen = "r3k2r/1P1n4/8/2pP4/8/N4N2/8/R3KN1R w KQkq c6 0 1";
    let cases = [
        ("e1c1", "O-O-O"),
        ("e1d2", "Kd2"),
        ("b7b8q", "b8=Q+"),
        ("b7b8n", "b8=N"),
        ("b7a8r", "bxa8=R+"),
        ("d5c6", "dxc6"),
        ("d5d6", "d6"),
        ("f1d2", "N1d2"),
        ("f3d2", "N3d2"),
        ("a3c4", "Nc4"),
        ("h1h8", "Rxh8+"),
    ];
    assert_written("normal", fen, &cases);
    // one of two knights is pinned; four rooks and three queens need one square
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - -";
    assert_written("normal", pinned, &[("g1e2", "Ne2")]);
    let queens = "1k6/8/8/8/4Q2Q/8/8/K6Q w - -";
    let cases = [("h4e1", "Qh4e1"), ("e4e1", "Qee1"), ("h1e1", "Q1e1")];
    assert_written("normal", queens, &cases);
    let castles = "5k2/8/8/8/8/8/8/4K2R w K -";
    assert_written("normal", castles, &[("e1g1", "O-O+")]);
    let mates = "6k1/5ppp/8/8/8/8/8/K3R3 w - -";
    assert_written("normal", mates, &[("e1e8", "Re8#"), ("e1e7", "Re7")]);
    let stalemates = "7k/8/5K2/8/8/8/8/6Q1 w - -";
    assert_written("normal", stalemates, &[("g1g6", "Qg6")]);
}

#[test]
fn moves_of_other_variants_are_written() {
    let fen = "4k3/8/8/8/8/8/8/4K3[NPp] w - -";
    let cases = [("N@d6", "N@d6+"), ("P@e4", "P@e4")];
    assert_written("crazyhouse", fen, &cases);
    // a win by another rule is marked like mate
    let fen = "4k3/3p4/8/8/8/8/8/3RK3 w - -";
    assert_written("atomic", fen, &[("d1d7", "Rxd7#")]);
    assert_written(
        "kingofthehill",
        "k7/8/8/8/8/4K3/8/8 w - -",
        &[("e3e4", "Ke4#")],
    );
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1";
    let cases = [("b1c3", "Nc3"), ("b1c3h", "Nc3/H")];
    assert_written("seirawan", fen, &cases);
    // castling with gating has coordinates only
    let fen = "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1";
    assert_written("seirawan", fen, &[("e1g1", "O-O")]);
    let game = game("seirawan", fen);
    for text in ["e1g1h", "h1e1h"] {
        assert_eq!(game.san(game.parse_move(text).unwrap()), None);
    }
    assert_written(
        "xiangqi",
        "",
        &[("b0c2", "Hc2"), ("b2b9", "Cxb9"), ("h2e2", "Che2")],
    );
    // a plus is a promotion
    let fen = "k8/9/1R7/9/9/9/9/9/K8[-] w - -";
    let cases = [("b7b8+", "Rb8+"), ("b7b8", "Rb8"), ("b7a7", "Ra7")];
    assert_written("shogi", fen, &cases);
}

/// Annotations after a move are ignored in every variant, except that a plus may mean the promoted form of a piece.
#[test]
fn marks_behind_any_move() {
    for name in library().public_names() {
        let mut game = game(name, "");
        let mut random = Rng::new(8);
        for _ in 0..effort(10) {
            let legal = game.legal_moves();
            if legal.is_empty() || game.outcome().is_some() {
                break;
            }
            let mv = legal[random.below(legal.len())];
            let text = game.format(mv);
            let mut all = vec!["#", "!?", " e.p.", "e.p.#!"];
            if !has_pluses(&game) {
                all.extend(["+", "++!", " e.p.+"]);
            }
            for marks in all {
                let marked = format!("{text}{marks}");
                assert_eq!(game.parse_move(&marked), Ok(mv), "{name}: {marked}");
            }
            game.play(mv);
        }
    }
}

/// True if the promoted form of some piece of the variant is written with a plus.
fn has_pluses(game: &Game) -> bool {
    let variant = game.rules().variant();
    let mut letters = variant.types().map(|(_, piece)| piece.letter);
    letters.any(|letter| letter::base(letter).is_some())
}

#[test]
fn a_plus_that_promotes_is_no_check() {
    let game = game("minishogi", "4k/P4/1R3/5/K4[-] w 0 1");
    let read = |text: &str| match game.parse_move(text) {
        Ok(mv) => game.format(mv),
        Err(error) => error.to_string(),
    };
    for (text, expected) in [
        ("b3b5", "b3b5"),
        ("b3b5+", "b3b5+"),
        ("b3b5++", "b3b5+"),
        ("b3b5=+!", "b3b5+"),
        ("b3b5#", "b3b5"),
        ("b3b2+", "`+` cannot be chosen"),
        ("a1b1+", "a1b1"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}
