//! Shuffled back ranks: the possible orders, and castling from any square.

use std::collections::HashSet;

use fmax::board::Position;
use fmax::game::Game;
use fmax::movegen::notation::MoveError;
use fmax::ruleset::Ruleset;
use fmax::types::{ByColor, Color};
use fmax::variant::Library;

use crate::common::games::{ARRAY, PIECES, complaints, load, parse, rules};
use crate::common::play::play;

fn body(lines: &str) -> String {
    format!("{ARRAY}{PIECES}{lines}")
}

fn library(lines: &str) -> Library {
    parse(&body(lines))
}

fn ranks(rules: &Ruleset, number: u64) -> ByColor<String> {
    ByColor::from_fn(|color| {
        let v = rules.variant();
        let rank = v.arrangement(color, number).into_iter();
        rank.map(|id| id.map_or('.', |id| v.piece(id).letter))
            .collect()
    })
}

#[test]
fn the_usual_numbers_of_chess() {
    let rules = rules("fischerandom");
    assert_eq!(rules.variant().arrangements(Color::White), 960);
    for (number, rank) in [
        (0, "BBQNNRKR"),
        (518, "RNBQKBNR"),
        (534, "RNBKQBNR"),
        (959, "RKRNNQBB"),
        (960, "BBQNNRKR"),
    ] {
        assert_eq!(ranks(&rules, number).into_array(), [rank, rank]);
    }
    let all: HashSet<ByColor<String>> = (0..960).map(|n| ranks(&rules, n)).collect();
    assert_eq!(all.len(), 960);
    for [white, black] in all.into_iter().map(ByColor::into_array) {
        assert_eq!(white, black);
        let at = |letter| white.find(letter).unwrap();
        let last = |letter| white.rfind(letter).unwrap();
        assert!(at('R') < at('K') && at('K') < last('R'), "{white}");
        assert_eq!((at('B') + last('B')) % 2, 1, "{white}");
    }
}

#[test]
fn other_shuffles_have_as_many_orders_as_they_should() {
    // 5 x 5 bishops, 6 x 7 x 8 ways for A, C and Q, 10 for the knights
    let capablanca = rules("caparandom");
    assert_eq!(
        capablanca.variant().arrangements(Color::White),
        25 * 6 * 7 * 8 * 10
    );
    let find = |lines: &str| load(&body(lines));
    let free = find("Shuffle: free\n");
    // 8! / (2! 2! 2!)
    assert_eq!(free.variant().arrangements(Color::White), 5040);
    let all: HashSet<ByColor<String>> = (0..5040).map(|n| ranks(&free, n)).collect();
    assert_eq!(all.len(), 5040);
    let opposite = find("Shuffle: opposite=BN independent\n");
    let places = 16 * 9;
    assert_eq!(
        opposite.variant().arrangements(Color::White),
        places * 4 * 3 / 2 * 2
    );
}

#[test]
fn impossible_shuffles_are_refused() {
    for (lines, complaint) in [
        ("Shuffle: opposite=X\n", "14:19: error: there is no piece X"),
        ("Shuffle: opposite=Q\n", "14:19: error: white has 1 of Q"),
        (
            "Shuffle: opposite=\n",
            "14:10: error: `opposite=` is not understood",
        ),
        (
            "Shuffle: sometimes\n",
            "14:10: error: `sometimes` is not understood",
        ),
        (
            "Shuffle: free between\n",
            "14:10: error: `free` cannot have conditions",
        ),
        (
            "Shuffle: opposite=R between\n",
            "14:10: error: white has two conditions",
        ),
        (
            "Shuffle: free\nStart: 4k3/8/8/8/8/8/8/4K3\n",
            "15:8: error: a line `Start` cannot be combined with a line `Shuffle`",
        ),
    ] {
        let library = library(lines);
        let found = complaints(&library);
        assert!(
            found.iter().any(|text| text.contains(complaint)),
            "{lines}: {found:?}"
        );
    }
}

#[test]
fn every_start_is_a_position() {
    for name in ["fischerandom", "caparandom"] {
        let rules = rules(name);
        for number in (0..40_000).step_by(631) {
            let game = Game::shuffled(rules.clone(), 50, ByColor::both(number));
            let position = game.position();
            assert_eq!(position.check_consistency(), Ok(()));
            let castlings = &position.layout().castlings;
            assert!(castlings.iter().all(|list| list.len() == 2), "{number}");
            let fen = position.fen();
            assert!(fen.ends_with(" w KQkq - 0 1"), "{fen}");
            let read = Position::from_fen(&rules.layout, &fen).unwrap();
            assert_eq!((read.key(), read.fen()), (position.key(), fen));
        }
    }
}

#[test]
fn castling_is_written_in_words() {
    let rules = rules("fischerandom");
    let mut game = Game::new(rules, 50);
    game.set_fen("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1")
        .unwrap();
    let written: Vec<String> = (game.legal_moves().iter())
        .filter(|mv| mv.castling().is_some())
        .map(|&mv| game.format(mv))
        .collect();
    assert_eq!(written, ["O-O", "O-O-O"]);
    // a step of the king to the square where castling ends remains a step, if the king has this step
    let mut other = game.clone();
    play(&mut other, "f1g1");
    assert_eq!(
        other.position().fen(),
        "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b kq - 1 1",
        "king takes rook"
    );
    play(&mut game, "O-O");
    assert_eq!(
        game.position().fen(),
        "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b kq - 1 1"
    );
    play(&mut game, "f8b8");
    assert_eq!(
        game.position().fen(),
        "2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w - - 2 2"
    );
    assert_eq!(game.parse_move("O-O"), Err(MoveError::NoCastling));
}

#[test]
fn rights_name_inner_rooks() {
    let rules = rules("fischerandom");
    let read = |fen: &str| Position::from_fen(&rules.layout, fen).unwrap();
    for (written, fen) in [
        ("KQkq", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"),
        ("KQkq", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("KQkq", "r3k2r/8/8/8/8/8/8/R3K2R"),
        ("FQkc", "r1r1k2r/8/8/8/8/8/8/R3KR1R w FAhc - 0 1"),
        ("KQkq", "r1r1k2r/8/8/8/8/8/8/R3KR1R w KQkq - 0 1"),
        ("Kq", "r1r1k2r/8/8/8/8/8/8/R3KR1R w Ha - 0 1"),
        ("-", "r1r1k2r/8/8/8/8/8/8/R3KR1R w - - 0 1"),
    ] {
        let position = read(fen);
        let again = position.fen();
        assert_eq!(again.split(' ').nth(2), Some(written), "{fen}");
        assert_eq!(read(&again).key(), position.key(), "{fen}");
        assert_eq!(position.check_consistency(), Ok(()), "{fen}");
    }
    // two rooks on one side: positions differ by which of them can castle
    let key = |rights: &str| read(&format!("4k3/8/8/8/8/8/8/4KR1R w {rights} - 0 1")).key();
    assert_ne!(key("F"), key("H"));
    assert_eq!(key("K"), key("H"));
    assert!(Position::from_fen(&rules.layout, "4k3/8/8/8/8/8/8/4K2R w Kz - 0 1").is_err());
}

/// Confined pieces are placed in their zones: the orders are those of the variant without zones,
/// minus those with a piece outside its zone.
#[test]
fn zones_are_obeyed() {
    let find = |lines: &str| load(&body(lines));
    let zones = "Zone: palace=c1-e1,d8-f8 side=a1-d8\nConfine: K=palace Q,B=side\n";
    for shuffle in [
        "Shuffle: free\n",
        "Shuffle: opposite=B between\n",
        "Shuffle: opposite=BN independent\n",
        "Shuffle: between\n",
    ] {
        let (open, bound) = (find(shuffle), find(&format!("{zones}{shuffle}")));
        for color in Color::ALL {
            let all = |rules: &Ruleset| -> Vec<String> {
                let count = rules.variant().arrangements(color);
                (0..count).map(|n| ranks(rules, n)[color].clone()).collect()
            };
            let palace = if color == Color::White { 2..5 } else { 3..6 };
            let fits = |rank: &String| {
                let all = |letter, files: std::ops::Range<usize>| {
                    rank.match_indices(letter)
                        .all(|(file, _)| files.contains(&file))
                };
                all("K", palace.clone()) && all("Q", 0..4) && all("B", 0..4)
            };
            let expected: HashSet<String> = all(&open).into_iter().filter(fits).collect();
            let found = all(&bound);
            assert!(!found.is_empty());
            assert_eq!(
                found.iter().cloned().collect::<HashSet<_>>(),
                expected,
                "{shuffle}"
            );
            assert_eq!(found.len(), expected.len(), "{shuffle}");
        }
    }
    let refused = library("Zone: a=a1-b1,a8-b8\nConfine: B,Q=a\nShuffle: free\n");
    let text = complaints(&refused);
    let complaint = "16:10: error: white's pieces cannot be placed like that";
    assert!(text.iter().any(|line| line.contains(complaint)), "{text:?}");
}

/// Pawns stand between the back ranks, so no order lets royals face each other.
#[test]
fn royals_never_face_each_other() {
    let rules = load(&body("Facing: illegal\nShuffle: independent\n"));
    for number in (0..5040).step_by(101) {
        let game = Game::shuffled(rules.clone(), 50, ByColor::new(number, number / 7));
        assert_eq!(game.outcome(), None);
        let mut after = game.position().clone();
        assert!(!rules.tables.in_check(&after));
        after.make(game.legal_moves()[0]);
        assert!(!rules.tables.in_check(&after));
    }
}
