//! The castling field of a FEN where KQkq do not suffice: boards with a k-file, several pieces that
//! castle with one corner, several ranks of start pieces.

use std::collections::HashSet;
use std::sync::Arc;

use fmax::board::{FenError, Placement, Position, Virginity};
use fmax::ruleset::Ruleset;
use fmax::types::{Bitboard, ByColor, Color, Square};

use crate::common::games::{self, parse, try_load};
use crate::common::play::{assert_survives, moves_from};
use crate::common::table;

#[test]
fn rights_of_pieces_in_another_order() {
    table::play_all("rights");
}

const PAWNS: &str = "p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n";
const KING: &str = "k:-1 1,34 -1,34 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n";
const ROOK: &str = "R:444 1,3 -16,3 -1,3 16,3\n";
/// Wazirs and dabbabas with a first move, so that the pieces beside the king have rights too.
const MAN: &str = "m:200 1,7 -16,7 -1,7 16,7 -16,E4 16,E4\n";

fn load(body: &str) -> Arc<Ruleset> {
    assert_eq!(parse(body).diagnostics(), [], "{body}");
    games::load(body)
}

/// Twelve files: rooks in the corners, men on the b- and k-files, king on the g-file.
fn wide() -> Arc<Ruleset> {
    let array = "5 6 0 0 0 0 3 0 0 0 6 5";
    load(&format!(
        "12x8\n{array}\n{array}\n{PAWNS}{KING}w:100 1,7 -16,7 -1,7 16,7\n{ROOK}{MAN}\
         Promotion: R\n"
    ))
}

/// The start position with only some pieces of the first ranks unmoved.
fn with_virgins(rules: &Ruleset, names: &[&str]) -> Position {
    let mut placement = Placement::start(&rules.layout);
    let square = |name: &&str| {
        let found = Square::parse_prefix(name, rules.layout.files, rules.layout.ranks);
        found.unwrap().0
    };
    placement.virginity = Virginity::On(names.iter().map(square).collect::<Bitboard>());
    Position::new(rules.layout.clone(), &placement).unwrap()
}

fn rights(fen: &str) -> &str {
    fen.split(' ').nth(2).unwrap()
}

/// The castling field of a position that is read as it is written.
fn survives(pos: &Position) -> String {
    assert_survives(pos);
    rights(&pos.fen()).to_owned()
}

#[test]
fn the_piece_on_the_k_file_is_no_castling() {
    let rules = wide();
    assert_eq!(rules.start().fen().split(' ').nth(2), Some("KQBK1kqbk8"));
    for (virgin, expected) in [
        (&["k1"] as &[&str], "K1"),
        (&["b1", "k1"], "BK1"),
        (&["g1", "l1"], "K"),
        (&["g1", "l1", "k1"], "KK1"),
        (&["a1", "g1", "k8"], "Qk8"),
        (&["a8", "l8", "g8", "k1"], "K1kq"),
        // a corner without its king has no right
        (&["a1", "l1"], "-"),
    ] {
        let pos = with_virgins(&rules, virgin);
        assert_eq!(survives(&pos), expected, "{virgin:?}");
    }
}

#[test]
fn guis_exchange_castling_rights_only() {
    let rules = wide();
    let pos = with_virgins(&rules, &["g1", "l1", "k1", "a8", "g8", "b8"]);
    assert_eq!(rights(&pos.gui_fen()), "Kq");
    assert_eq!(rights(&with_virgins(&rules, &["k1"]).gui_fen()), "-");
    let board = pos.fen().split(' ').next().unwrap().to_owned();
    let read = |rights: &str| {
        let fen = format!("{board} w {rights} - 0 1");
        Position::from_gui_fen(&rules.layout, &fen).unwrap()
    };
    // K is castling, never the k-file; rights unknown to a GUI are there at the start
    let start = rules.start();
    assert_eq!(read("KQkq").virgins(), start.virgins());
    let castling = |names: &[&str]| with_virgins(&rules, names).virgins();
    let men = castling(&["b1", "k1", "b8", "k8"]);
    assert_eq!(
        read("Kq").virgins(),
        castling(&["g1", "l1", "a8", "g8"]) | men
    );
    // the files of the rooks, as for shuffled games
    assert_eq!(read("LAla").virgins(), start.virgins());
}

#[test]
fn one_of_two_castlers_has_moved() {
    // kings on the d- and e-files, both of which castle with either rook
    let array = "6 0 0 8 8 0 0 6";
    let filler = "w:100 1,7 -16,7 -1,7 16,7\n";
    let rules = load(&format!(
        "8x8\n{array}\n{array}\n{PAWNS}{filler}{filler}{filler}{ROOK}{filler}{}Promotion: R\n",
        KING.replace(":-1", ":-400")
    ));
    for (virgin, expected) in [
        (&["a1", "d1", "e1", "h1"] as &[&str], "KQ"),
        (&["a1", "d1", "h1"], "A1DH1"),
        (&["e1", "h1"], "EH1"),
        (&["d1", "e1", "h1"], "K"),
    ] {
        let pos = with_virgins(&rules, virgin);
        assert_eq!(survives(&pos), expected, "{virgin:?}");
    }
    // castling for good is still castling to a GUI
    let pos = with_virgins(&rules, &["a1", "d1", "h1"]);
    assert_eq!(rights(&pos.gui_fen()), "KQ");
    // no letter refers to a king elsewhere
    let fen = "r2kk2r/pppppppp/8/8/8/8/PPPPKPPP/R2K3R w KQ - 0 1";
    let read = Position::from_fen(&rules.layout, fen).unwrap();
    assert_eq!(survives(&read), "KQ");
}

#[test]
fn several_ranks_of_pieces() {
    // men on a1, a2 and h2 have first moves
    let rules = load(&format!(
        "8x10\n3 0 0 0 0 0 0 0\n3 0 0 0 0 0 0 0\n{PAWNS}k:-1 1,7 -1,7 16,7 -16,7\n{MAN}\
         Promotion: M\nStart: k7/8/8/8/8/8/8/8/M6M/M6K w A1H - 0 1\n"
    ));
    // ten ranks are counted from 0
    assert_eq!(survives(&rules.start()), "A1H");
    for (virgin, expected) in [
        (&["a0", "a1"] as &[&str], "A"),
        (&["a0"], "A0"),
        (&["a1", "h1"], "A1H"),
    ] {
        let pos = with_virgins(&rules, virgin);
        assert_eq!(survives(&pos), expected, "{virgin:?}");
    }
}

#[test]
fn castling_with_another_than_the_corner() {
    let rules = load(&format!(
        "10x8\n4 5 6 0 0 3 0 0 5 4\n4 5 0 0 0 3 0 0 5 0\n{PAWNS}{KING}\
         w:100 1,7 -16,7 -1,7 16,7\n{ROOK}n:300 -31,7 33,7\nPromotion: R\nCastling: partner=R\n"
    ));
    let castling = |pos: &Position, name: &str| {
        let legal = rules.tables.legal(&mut pos.clone());
        let mv = legal.into_iter().find(|mv| mv.castling().is_some())?;
        let mut after = pos.clone();
        after.make(mv);
        let board = after.fen().split(['/', ' ']).nth(7).unwrap().to_owned();
        (mv.to().name(8) == name).then_some(board)
    };
    // not to the left, where a knight stands on the way
    let start = rules.start();
    assert_eq!(survives(&start), "KQkq");
    assert_eq!(castling(&start, "h1").as_deref(), Some("WRN3RK1W"));
    // the piece in the corner does not matter, the rook does
    let open = "w8r/10/10/10/3k6/10/10/1R3K3W w KQ - 0 1";
    let mut pos = Position::from_fen(&rules.layout, open).unwrap();
    assert_eq!(survives(&pos), "Q");
    assert_eq!(castling(&pos, "d1").as_deref(), Some("3KR4W"));
    let rook = rules.tables.legal(&mut pos.clone());
    pos.make(*rook.iter().find(|mv| mv.from().name(8) == "b1").unwrap());
    assert_eq!(survives(&pos), "-");
}

#[test]
fn errors_in_the_castling_field() {
    let rules = wide();
    let board = "k11/12/12/12/12/12/12/6K5";
    let read = |rights: &str| {
        let fen = format!("{board} w {rights} - 0 1");
        Position::from_fen(&rules.layout, &fen).err()
    };
    for good in ["KQkq", "K1", "g1", "A12", "LA", "G1K"] {
        // of A12 the board has rank 1, and a 2 is no letter
        let error = (good == "A12").then_some(FenError::Rights('2'));
        assert_eq!(read(good), error, "{good}");
    }
    for (bad, letter) in [("M", 'M'), ("K9", 'K'), ("K0", 'K'), ("KQ+", '+')] {
        assert_eq!(read(bad), Some(FenError::Rights(letter)), "{bad}");
    }
}

#[test]
fn start_lines_are_checked_in_the_same_way() {
    let fine = |rights: &str| {
        let text = format!(
            "12x8\n{0}\n{0}\n{PAWNS}{KING}{MAN}Promotion: M\n\
             Start: k11/12/12/12/12/12/12/6K3M1 w {rights} - 0 1\n",
            "3 0 0 0 0 0 0 0 0 0 0 0"
        );
        try_load(&text).is_ok()
    };
    for good in ["-", "KQkq", "K1", "L8a", "Kk8"] {
        assert!(fine(good), "{good}");
    }
    for bad in ["M", "K9", "K0", "1K", "K12", "M1"] {
        assert!(!fine(bad), "{bad}");
    }
}

#[test]
fn a_full_rank_of_castling_kings() {
    let king = "k:-1 1,34 -1,34 1,34,2 -1,34,-2 1,34,3 -1,34,-3 1,7 -16,7 -1,7 16,7\n";
    let array = ["3"; 16].join(" ");
    // this many kings are reported as a mistake
    let rules = games::load(&format!(
        "16x8\n{array}\n{array}\n{PAWNS}{king}{ROOK}Promotion: R\n"
    ));
    let [white, black] = rules.layout.castlings.as_ref().into_array();
    // to either side 14, 13 and 12 kings have room for themselves, and the corner is no partner
    // of its own; none is left out, however many there are
    assert_eq!((white.len(), black.len()), (78, 78));
    // the last ones in the rank, and the first
    for (fen, squares) in [
        ("k15/16/16/16/16/16/16/12K2K w MP - 0 1", ["o1", "p1"]),
        ("k15/16/16/16/16/16/16/K2K12 w AD - 0 1", ["a1", "b1"]),
    ] {
        let mut pos = Position::from_fen(&rules.layout, fen).unwrap();
        let legal = rules.tables.legal(&mut pos);
        let castlings = legal.into_iter().filter(|mv| mv.castling().is_some());
        let mut names: Vec<String> = castlings.clone().map(|mv| mv.to().name(8)).collect();
        names.sort();
        assert_eq!(names, squares);
        for mv in castlings {
            let mut after = pos.clone();
            after.make(mv);
            after.unmake();
            assert_eq!(after.fen(), pos.fen());
        }
    }
}

/// Kings, their partners and all royals alone, mirrored from left to right: X-FEN and Shredder-FEN
/// give them as many ways to castle as at the start.
#[test]
fn pieces_in_another_order_castle_in_every_variant() {
    let mut tried = 0;
    for name in games::library().public_names() {
        let rules = games::rules(name);
        let (layout, variant) = (&rules.layout, rules.variant());
        if layout.castlings[Color::White].is_empty() || variant.rules.shuffle.is_some() {
            continue;
        }
        let mut placement = Placement::start(layout);
        placement.pieces = layout.homes.clone();
        placement.hands.clear();
        let castlings = layout.castlings.iter().flatten();
        let castling: HashSet<Square> = castlings.flat_map(|c| [c.from, c.corner]).collect();
        placement
            .pieces
            .retain(|&(sq, _, id)| castling.contains(&sq) || layout.is_royal(id));
        for (sq, ..) in &mut placement.pieces {
            *sq = Square::at(layout.files - 1 - sq.file(), sq.rank());
        }
        placement.virginity = Virginity::On(Bitboard::EMPTY);
        let fen = Position::new(layout.clone(), &placement).unwrap().fen();
        let read = |rights: &str| {
            let fen = fen.replacen(" - ", &format!(" {rights} "), 1);
            let pos = Position::from_fen(layout, &fen).unwrap();
            let open = ByColor::from_fn(|color| {
                let own = pos.layout().castlings[color].iter();
                own.filter(|castling| pos.may_still_castle(castling))
                    .count()
            });
            survives(&pos);
            (open, pos.key())
        };
        let as_usual = ByColor::from_fn(|color| layout.castlings[color].len());
        let (open, key) = read("KQkq");
        assert_eq!(open, as_usual, "{name}: {fen}");
        let files = placement.pieces.iter().map(|&(sq, color, _)| {
            let square = sq.name(layout.ranks);
            if color == Color::White {
                square.to_uppercase()
            } else {
                square
            }
        });
        assert_eq!(
            read(&files.collect::<String>()),
            (open, key),
            "{name}: {fen}"
        );
        tried += 1;
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn a_letter_of_the_field_says_that_the_piece_on_its_file_has_not_moved() {
    for (name, letters) in [("seirawan", "NBRQKHE"), ("shouse", "NBRQKHE")] {
        for letter in letters.chars() {
            let (piece, king) = match letter {
                'K' => ('K', '1'),
                piece => (piece, 'K'),
            };
            let white = format!("4k3/7p/8/8/8/8/8/1{piece}2{king}3[HEhe] w B - 0 1");
            let black = format!("1{piece}2{king}3/8/8/8/8/8/7P/4k3[HEhe] b b - 0 1");
            let swapped = |c: char| match c {
                c if c.is_ascii_uppercase() => c.to_ascii_lowercase(),
                c => c.to_ascii_uppercase(),
            };
            let (board, rest) = black.split_once('[').unwrap();
            let black = format!("{}[{rest}", board.chars().map(swapped).collect::<String>());
            for (fen, square, right) in [(white, "b1", "B"), (black, "b8", "b")] {
                let game = games::game(name, &fen);
                let all = moves_from(&game, square);
                let plain: Vec<&String> = all.iter().filter(|text| text.len() == 4).collect();
                assert!(!plain.is_empty(), "{fen}");
                for text in &plain {
                    for gated in ["h", "e"] {
                        assert!(
                            all.contains(&format!("{text}{gated}")),
                            "{fen}: {text}{gated}"
                        );
                    }
                }
                assert_eq!(all.len(), 3 * plain.len(), "{fen}");
                assert_eq!(survives(game.position()), right, "{fen}");
            }
        }
    }
}
