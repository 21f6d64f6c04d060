//! The Betza notation sent to XBoard, against the moves of the engine: an interpreter of XBoard's dialect must find
//! the same moves for every piece of every variant, on crowded and on empty boards.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod compare;
#[path = "../common/effort.rs"]
mod effort;
#[path = "../../src/testing/games.rs"]
#[allow(dead_code, reason = "not all of it is needed here")]
mod games;
mod letters;
mod notation;
#[path = "../common/random_games/mod.rs"]
mod random_games;
mod tree;
mod xboard;

use std::collections::BTreeSet;
use std::path::Path;

use fmax::protocol::xboard::describe_letter;
use fmax::types::{ByColor, Color};
use fmax::variant::{Library, ReadOptions, Variant, WinConditions};
use proptest::prelude::*;

use compare::{Texts, check, compare, written};
use effort::effort;
use games::library;
use random_games::scene;

/// Pieces whose text allows more moves than the pieces have: variants, letters, and the reason.
const SUPERSETS: &[(&str, &str, &str)] = &[
    (
        "xiangqi xiangqihouse supply manchu",
        "AK",
        "they stay in the palace",
    ),
    (
        "xiangqi xiangqihouse supply manchu",
        "E",
        "it stays on its side of the river",
    ),
    (
        "xiangqi xiangqihouse supply manchu",
        "P",
        "it goes sideways only beyond the river",
    ),
    ("minixiangqi", "K", "it stays in the palace"),
    (
        "chak",
        "ⓀⓅ",
        "they stay beyond the river once they are promoted",
    ),
    ("chennis", "K", "it stays on its half of the court"),
    ("synochess", "C", "it leaves cannons alone"),
    (
        JANGGI,
        "AKRCP",
        "they stay in the palace, or go askew along its lines only",
    ),
    ("elgam", "K", "it stays in the palace"),
    ("elgam", "ARCS", "they go askew along the lines only"),
];

const JANGGI: &str = "janggi janggitraditional janggimodern janggicasual janggihouse";

/// Pieces to copy whose text exceeds a line of the protocol: the crooked rook and the rose.
const TOO_LONG: [&str; 2] = ["X:400 1,3,-16*", "R:600 -31,3,-14,"];

/// Removes all rules about promotion of pieces other than pawns.
fn promote_pawns_only(v: &mut Variant) {
    v.rules.promotion.pieces = ByColor::default();
    v.rules.promotion.mobile = false;
}

fn check_library(library: &Library, rounds: u64) -> usize {
    let mut games = 0;
    let mut supersets = BTreeSet::new();
    for entry in library.entries() {
        let Ok(v) = &entry.variant else {
            continue;
        };
        games += 1;
        let mut inexact = Vec::new();
        let texts = written(v, &mut |letter, exact| {
            if !exact {
                inexact.push(letter);
                // the default variant of a file is one of its other variants
                if !entry.unnamed && v.rules.grid.is_none() {
                    supersets.insert((v.name.clone(), letter));
                }
            }
        });
        let seen = check(v, &texts, &inexact, rounds);
        // the notation has no change of boards and no grid lines
        let inexpressible = !v.rules.alice.is_empty() || v.rules.grid.is_some();
        assert!(
            seen > 100 || inexpressible,
            "{}: only {seen} pieces compared",
            v.name
        );
    }
    let is_here = |game: &str| library.entries().iter().any(|entry| entry.name == game);
    let pieces = |(games, letters, _): &(&'static str, &'static str, &str)| {
        let (games, letters) = (games.split(' '), *letters);
        games.flat_map(|game| letters.chars().map(move |letter| (game.to_owned(), letter)))
    };
    let mut documented: BTreeSet<(String, char)> = SUPERSETS.iter().flat_map(pieces).collect();
    documented.retain(|(game, _)| is_here(game));
    assert_eq!(supersets, documented);
    games
}

#[test]
fn every_piece_of_our_games() {
    assert!(check_library(library(), 8) >= 55);
}

/// Compares the texts that the files themselves give for some pieces: evidence that the interpreter reads Betza
/// notation as the authors of variants write it.
fn check_own_lines(library: &Library) -> usize {
    let mut lines = 0;
    for entry in library.entries() {
        let Ok(v) = &entry.variant else {
            continue;
        };
        let mut texts = Texts::new();
        for line in &v.gui.piece_lines {
            let (id, text) = line.split_once(' ').unwrap();
            let letter = id.chars().next().unwrap();
            let whites = letter.is_ascii_uppercase();
            texts.insert((whites, letter.to_ascii_uppercase()), text.to_owned());
            if id.ends_with('&') {
                texts.insert((false, letter), text.to_owned());
            }
            lines += 1;
        }
        if !texts.is_empty() {
            let seen = check(v, &texts, &[], 4);
            assert!(seen > 100, "{}: only {seen} pieces compared", v.name);
        }
    }
    lines
}

#[test]
fn the_lines_of_our_file() {
    assert!(check_own_lines(library()) > 100);
}

/// The pieces to copy from section 10 of the file, all in one variant on a large board.
#[test]
fn the_pieces_to_copy() {
    let ini = include_str!("../../fmax.ini");
    let section = ini.split("\n10  PIECES TO COPY\n").nth(1).unwrap();
    let section = section.split("\n11  THE GAMES\n").next().unwrap();
    let mut games = 0;
    let is_piece = |line: &&str| line.as_bytes().get(1) == Some(&b':') && line.contains(',');
    let pieces: Vec<&str> = section.lines().filter(is_piece).collect();
    for (pieces, rule) in [(&pieces[..], ""), (&pieces[..], "Alternators: yes\n")] {
        for piece in pieces {
            let moves = piece.split_once(' ').unwrap().1;
            let royal = if piece.starts_with("k:-1") {
                "-1"
            } else {
                "300"
            };
            let text = format!(
                "version 4.8(w)\nGame: test # PX...KKpx...kk # fairy\n12x10\n\
                 4 0 0 0 0 3 5 0 0 0 0 4\n4 0 0 0 0 3 5 0 0 0 0 4\n\
                 p:100 -16,24 -16,6 -15,5 -17,5\np:100 16,24 16,6 15,5 17,5\n\
                 X:{royal} {moves}\nR:500 1,3 -16,3 -1,3 16,3\n\
                 K:-1 1,7 -16,7 -1,7 16,7\n{rule}\n"
            );
            let read = Library::parse("test", text.as_bytes(), ReadOptions::default());
            let library = read.unwrap_or_else(|e| panic!("{piece}: {e:?}"));
            let v = library.entries()[0]
                .variant
                .as_ref()
                .unwrap_or_else(|e| panic!("{piece}: {e:?}"));
            if TOO_LONG.iter().any(|start| piece.starts_with(start)) {
                assert_eq!(describe_letter(v, 'X', Color::White), None, "{piece}");
                continue;
            }
            let mut inexact = Vec::new();
            let texts = written(v, &mut |letter, exact| {
                if !exact {
                    inexact.push(letter);
                }
            });
            assert_eq!(inexact, [], "{piece}: {:?}", texts.get(&(true, 'X')));
            let seen = check(v, &texts, &inexact, 3);
            assert!(seen > 100, "{piece}: only {seen} pieces compared");
            games += 1;
        }
    }
    assert!(games > 100);
}

#[test]
#[ignore = "needs the file of the Debian package fairymax"]
fn the_pieces_of_fairy_max() {
    for file in ["fmax.ini", "qmax.ini"] {
        let path = Path::new("/usr/share/games/fairymax").join(file);
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let library = Library::parse(file, &bytes, ReadOptions::default()).unwrap();
        check_library(&library, 6);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: effort(40),
        failure_persistence: None,
        max_global_rejects: 1_000_000,
        ..ProptestConfig::default()
    })]

    /// Pieces that no file is likely to contain. Some of these pieces cannot be expressed; the texts of the other
    /// pieces must be right.
    #[test]
    fn xboard_reads_random_pieces_as_they_move(mut scene in scene()) {
        // the notation has no second board
        prop_assume!(scene.variant.rules.alice.is_empty());
        // explosions would deprive royals of captures
        scene.variant.rules.win = WinConditions::default();
        promote_pawns_only(&mut scene.variant);
        let rules = scene.rules();
        let v = rules.variant();
        let (mut texts, mut inexact) = (Texts::new(), Vec::new());
        for color in Color::ALL {
            for letter in v.letters_of(color) {
                if let Some(description) = describe_letter(v, letter, color) {
                    if !description.exact {
                        inexact.push(letter);
                    }
                    texts.insert((color == Color::White, letter), description.text);
                }
            }
        }
        // leaps too long for an atom are described step by step, and XBoard steps into no hole
        prop_assume!(v.rules.zones.holes.is_empty() || !texts.values().any(|text| text.replace("oa", "a").contains("mpa")));
        let mut pos = scene.position(&rules);
        let mut seen = 0;
        compare(&rules, &pos, &texts, &inexact, &mut seen);
        for choice in &scene.choices {
            let legal = rules.tables.legal(&mut pos);
            if legal.is_empty() {
                break;
            }
            rules.tables.make(&mut pos, *choice.get(&legal));
            if pos.royals(pos.side()) == 0 {
                break;
            }
            compare(&rules, &pos, &texts, &inexact, &mut seen);
        }
        // a finished game, or a game without an exact text, proves nothing
        prop_assume!(seen > 0);
    }
}
