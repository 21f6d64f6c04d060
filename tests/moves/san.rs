//! Algebraic notation: reading and writing.

use std::collections::BTreeSet;

use fmax::game::Game;
use fmax::types::Rng;
use fmax::variant::letter;

use crate::common::effort::effort;
use crate::common::games::{game, library, random_walk};
use crate::common::table;

/// The move of a text in coordinates, or the error.
fn read(game: &Game, text: &str) -> String {
    let found = game.rules().tables.parse_san(game.position(), text);
    match found {
        Ok(mv) => game.format(mv),
        Err(error) => error.to_string(),
    }
}

/// The top of the file explains its entries.
#[test]
fn san() {
    table::check_all("san", |row| {
        let game = row.game();
        for (word, value) in &row.entries {
            let (given, expected) = value.split_once(": ").unwrap();
            let found = match &**word {
                "read" => read(&game, given),
                "write" => {
                    let san = game.san(game.parse_move(given).unwrap());
                    san.unwrap_or_else(|| "none".to_owned())
                }
                _ => panic!("there is no entry `{word}`"),
            };
            assert_eq!(found, expected, "{word} {given}");
        }
    });
}

#[test]
fn an_empty_text_is_no_move() {
    assert_eq!(read(&game("normal", ""), ""), "not a move");
}

/// With the piece letter and the full origin square every move is unambiguous, in every variant.
#[test]
fn every_move_of_every_variant() {
    let mut missing = BTreeSet::new();
    for name in library().public_names() {
        let mut random = Rng::new(7);
        random_walk(
            game(name, ""),
            effort(1) as usize,
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
