//! The variants of shogi's family: drops, hands, pieces that flip when they promote.

use fmax::movegen::notation::MoveError;
use fmax::types::Color;
use fmax::variant::describe::Pages;

use crate::common::games::{ARRAY, PIECES, at, game, load, rules};
use crate::common::play::{moves_from, play};
use crate::common::table;

#[test]
fn shogi() {
    table::play_all("shogi");
}

/// The sign of a move may be omitted; without it a piece does not promote unless it must.
#[test]
fn promotions_are_written_with_a_sign() {
    let shogi = game("shogi", "4k4/9/P8/9/9/9/9/9/4K4[] w - - 0 1");
    let read = |text: &str| shogi.parse_move(text).map(|mv| shogi.format(mv));
    for (text, meant) in [
        ("a7a8", "a7a8"),
        ("a7a8=", "a7a8"),
        ("a7a8p", "a7a8"),
        ("a7a8+", "a7a8+"),
    ] {
        assert_eq!(read(text), Ok(meant.to_owned()), "{text}");
    }
    assert_eq!(read("a7a8-"), Err(MoveError::BadSuffix('-')));
    // after a piece that cannot promote the sign means check
    assert_eq!(read("a7a8++"), Ok("a7a8+".to_owned()));
    assert_eq!(read("e1e2+"), Ok("e1e2".to_owned()));
    let (tables, position) = (&shogi.rules().tables, shogi.position());
    let san = |text: &str| tables.parse_san(position, text);
    assert_eq!(
        san("a7a8+").map(|mv| shogi.format(mv)),
        Ok("a7a8+".to_owned())
    );
    assert_eq!(
        san("Ke2+").map(|mv| shogi.format(mv)),
        Ok("e1e2".to_owned())
    );
    // a forced promotion needs no sign
    let forced = game("shogi", "4k4/P8/9/9/9/9/9/9/4K4[] w - - 0 1");
    let mv = forced.parse_move("a8a9").unwrap();
    assert_eq!(forced.format(mv), "a8a9+");
}

#[test]
fn a_pawn_that_captures_in_passing_stays_a_pawn() {
    let deep = load(&format!("{ARRAY}{PIECES}Promotion-Rule: ranks=3\n"));
    let mut deep = at(&deep, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    play(&mut deep, "d7d5");
    assert_eq!(
        moves_from(&deep, "e5"),
        ["e5d6", "e5e6b", "e5e6n", "e5e6q", "e5e6r"]
    );
    let stays = "A pawn that captures en passant stays a pawn.".to_owned();
    assert!(Pages::new(deep.rules().variant()).rules.contains(&stays));
    assert!(!Pages::new(rules("grand").variant()).rules.contains(&stays));
}

/// A king, and a drunk elephant promoted to a crown prince.
#[test]
fn a_promoted_elephant_is_royal() {
    let mut elephant = game("shoshogi", "4k4/9/4E4/9/9/9/9/9/8K w - - 0 1");
    play(&mut elephant, "e7d8+");
    assert_eq!(elephant.position().royals(Color::White).count_ones(), 2);
}
