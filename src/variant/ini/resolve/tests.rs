//! Sizes, start positions and piece lines; further topics below.

mod examples;
mod notation;
mod rule_lines;
mod slips;
mod start;
mod stray;
mod wrong_rule_lines;

use super::*;
use crate::variant::ini::source;
use crate::variant::{MoveShape, Placed, PromotesTo, Royalty, Stalemate};

const PIECES: &str = "p:100 -16,24 -16,6 -15,5 -17,5\n\
                      p:100 16,24 16,6 15,5 17,5\n\
                      k:-1 1,34 -1,34 1,7 -1,7 16,7 -16,7\n\
                      n:300 14,7 -14,7 18,7 -18,7\n\
                      B:303 15,3 17,3\n\
                      r:500 1,3 16,3\n\
                      q:900 1,3 16,3 15,3 17,3\n";

fn built(size: &str, pieces: &str) -> Resolved {
    let files: usize = size.split('x').next().unwrap().parse().unwrap();
    let rank = format!("{}3", "0 ".repeat(files - 1));
    game(&format!("{size}\n{rank}\n{rank}\n{pieces}"))
}

fn game(body: &str) -> Resolved {
    let text = format!("{}\nGame: x\n{body}", source::VERSION_LINE);
    let file = source::read("test.ini", text.as_bytes()).unwrap();
    let options = ReadOptions::default().with_slips();
    resolve(&file.games[0], "test.ini", options)
}

fn variant(size: &str, pieces: &str) -> Variant {
    let built = built(size, pieces);
    assert_eq!(built.diagnostics, []);
    built.variant.unwrap()
}

fn complaints(built: &Resolved) -> Vec<String> {
    let text = |d: &Diagnostic| d.to_string().split(" (hint").next().unwrap().to_owned();
    built.diagnostics.iter().map(text).collect()
}

fn choices(variant: &Variant) -> [Vec<u8>; 2] {
    let PromotesTo::Choice(choices) = &variant.rules.promotion.to else {
        panic!("no choice");
    };
    Color::ALL.map(|color| choices[color].accepted.iter().map(|id| id.0).collect())
}

#[test]
fn a_plain_game() {
    let variant = variant("8x8", PIECES);
    assert_eq!((variant.files, variant.ranks), (8, 8));
    assert_eq!(variant.back_rank[Color::White][7], Some(TypeId(3)));
    assert_eq!(variant.back_rank[Color::Black][0], None);
    assert_eq!(variant.piece(TypeId(3)).royalty, Royalty::Absolute);
    assert_eq!(variant.piece(TypeId(3)).value, 0);
    assert!(variant.piece(TypeId(4)).centralised);
    assert!(!variant.piece(TypeId(5)).centralised);
    assert_eq!(variant.rules.win.stalemate, Stalemate::Draw);
    // the bishop's value ends in 3
    assert_eq!(choices(&variant), [[7, 4, 6], [7, 4, 6]]);
}

#[test]
fn the_size_says_where_pawns_start_and_promote() {
    for (size, pawn_rank, depth) in [
        ("8x8", 2, 1),
        ("8x8=1", 2, 1),
        ("8x8=3", 3, 3),
        ("8x8=-2", 3, 1),
        ("8x8=-1", 2, 1),
        ("8x8=4", 4, 4),
        ("4x4", 2, 1),
        ("16x16=-7", 8, 1),
    ] {
        let rules = variant(size, PIECES).rules;
        assert_eq!((rules.pawn_rank, rules.promotion.ranks), (pawn_rank, depth));
    }
    for size in ["8x8=5", "8x8=0", "8x8=-4", "8x8=-2147483648", "4x4=3"] {
        let built = built(size, PIECES);
        let found = complaints(&built);
        assert!(found[0].starts_with("test.ini:3:1: error: `="), "{found:?}");
        assert_eq!(built.variant, None);
    }
}

#[test]
fn values_and_royalty() {
    let pieces =
        PIECES.replace("k:-1", "k:-2").replace("q:900", "q:-900") + "a:-10000 1,7\nc:-2 1,7\n";
    let built = built("8x8", &pieces);
    // -900 may be a slip
    let royal = |line: &String| line.contains("warning") && line.contains("royal, beside K");
    let found = complaints(&built);
    assert!(found.len() == 2 && found.iter().all(royal), "{found:?}");
    let variant = built.variant.unwrap();
    let extinction = |duple| Royalty::Extinction { duple };
    assert_eq!(variant.piece(TypeId(3)).royalty, extinction(false));
    assert_eq!(variant.piece(TypeId(7)).royalty, extinction(false));
    assert_eq!(variant.piece(TypeId(7)).value, 900);
    assert_eq!(variant.piece(TypeId(8)).royalty, extinction(true));
    assert_eq!(variant.piece(TypeId(8)).value, 10_000);
    assert_eq!(variant.rules.win.hill, Some(TypeId(3)));
    assert_eq!(variant.rules.win.stalemate, Stalemate::Loss);
}

#[test]
fn values_left_to_be_estimated() {
    let pieces = PIECES.replace("n:300", "n:?").replace("B:303", "B:?");
    let variant = variant("8x8", &pieces);
    let knight = variant.piece(TypeId(4));
    assert!(knight.estimated && knight.value == 0 && knight.royalty == Royalty::None);
    assert!(!variant.piece(TypeId(6)).estimated);
    // `?` does not end in 3, so pawns may promote to B
    assert_eq!(choices(&variant), [[7, 4, 5, 6], [7, 4, 5, 6]]);
}

#[test]
fn errors_of_meaning() {
    let without_king = PIECES.replace("k:-1", "k:1");
    for (size, pieces, complaint) in [
        (
            "8x8",
            "p:1 -16,6\n",
            "2:1: error: a variant needs at least its two pawns",
        ),
        (
            "8x8",
            without_king.as_str(),
            "4:1: error: white has no royal piece",
        ),
        (
            "8x8",
            "p:1 -16,6\n1:1 16,6\nk:-1 1,7\n",
            "7:1: error: `1` cannot stand for a piece",
        ),
        (
            "8x8",
            "p:1 -16,6\np:1 16,83\nk:-1 1,7\n",
            "7:5: error: move 16,83: a toggle on",
        ),
        (
            "8x8",
            "p:1 -16,6\np:1 16,6\n",
            "4:15: error: white has a piece number 3 without a piece line",
        ),
        (
            "8x8",
            "p:1 -16,6\np:1 16,6\nk:-1 1,7 -16,34\n",
            "8:10: warning: move -16,34: castling",
        ),
        (
            "8x8",
            "p:1 -16,6\np:1 16,6\nk:-1 1,7\nn:3\n",
            "9:1: warning: piece 4 (n) has no moves",
        ),
        (
            "8x8",
            "p:1 -16,6\np:1 16,6\nk:-1 1,7\nn:3 - 14,7\n",
            "9:7: error: piece 4 (n) has a dash instead of moves, and moves",
        ),
        (
            "4x4",
            "p:1 -16,6\np:1 16,6\nk:-1 1,7\nn:3 4,7\n",
            "9:5: warning: move 4,7: it always",
        ),
    ] {
        let built = built(size, pieces);
        let found = complaints(&built);
        let expected = format!("test.ini:{complaint}");
        assert!(
            found.iter().any(|line| line.starts_with(&expected)),
            "{found:?} instead of {expected}"
        );
        assert_eq!(built.variant.is_none(), complaint.contains("error"));
    }
}

#[test]
fn a_dash_stands_for_no_moves() {
    let built = built("8x8", "p:1 -16,6\np:1 16,6\nk:-1 1,7\nn:3 -\n");
    let found = complaints(&built);
    assert!(
        !found.iter().any(|line| line.contains("moves")),
        "{found:?}"
    );
}

#[test]
fn values_out_of_range() {
    for value in ["100001", "-2147483648", "2147483647"] {
        let found = complaints(&built("8x8", &format!("{PIECES}a:{value} 1,7\n")));
        let complaint = format!("test.ini:13:1: error: a piece cannot have the value {value}");
        assert_eq!(found, [complaint]);
    }
}

#[test]
fn too_many_pieces() {
    let pieces = PIECES.to_owned() + &"a:1 1,7\n".repeat(MAX_TYPES - 6);
    let found = complaints(&built("8x8", &pieces));
    assert_eq!(found, ["test.ini:68:1: error: this is piece number 63"]);
}

#[test]
fn different_armies_and_twins() {
    let pieces = PIECES.to_owned() + "c:5 1,7\nd:5 1,3 16,3\nq:850 16,3 1,3 17,3 15,3\n";
    let variant = game(&format!("8x8\n3 7 0 0 0 0 0 0\n3 9 0 0 0 0 0 0\n{pieces}"));
    let variant = variant.variant.unwrap();
    assert_eq!(
        choices(&variant),
        [vec![7, 4, 6, 8, 9], vec![9, 4, 6, 10, 8]]
    );
    let PromotesTo::Choice(choices) = &variant.rules.promotion.to else {
        panic!("no choice");
    };
    // 6 and 9 move alike
    let distinct = |list: &[TypeId]| -> Vec<u8> { list.iter().map(|id| id.0).collect() };
    assert_eq!(distinct(&choices[Color::White].distinct), [7, 4, 6, 8]);
    assert_eq!(distinct(&choices[Color::Black].distinct), [9, 4, 10, 8]);
}

#[test]
fn without_piece_7() {
    let pieces: String = PIECES
        .lines()
        .take(6)
        .map(|line| format!("{line}\n"))
        .collect();
    let built = built("8x8", &pieces);
    let warning = "test.ini:2:1: warning: without a piece number 7 there is no default promotion";
    assert_eq!(complaints(&built), [warning]);
    assert_eq!(choices(&built.variant.unwrap()), [[4, 6], [4, 6]]);
}

#[test]
fn promotion_by_file() {
    let body = format!("8x8=-3\n3 3 6 7 1 4 0 3\n6 3 0 0 0 0 0 0\n{PIECES}");
    let PromotesTo::ByFile(files) = game(&body).variant.unwrap().rules.promotion.to else {
        panic!("not by file");
    };
    let [white, black] = files.into_array();
    let numbers = |rank: Vec<Option<TypeId>>| -> Vec<u8> {
        rank.iter().map(|id| id.map_or(0, |id| id.0)).collect()
    };
    assert_eq!(numbers(white), [0, 0, 6, 7, 0, 4, 0, 0]);
    assert_eq!(numbers(black), [6, 6, 0, 0, 0, 0, 0, 0]);
}
