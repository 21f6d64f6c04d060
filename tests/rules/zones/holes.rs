//! Holes in the board: nothing enters them, for each kind of move and rule.

use std::sync::Arc;

use fmax::board::Position;
use fmax::game::Game;
use fmax::movegen::perft::perft;
use fmax::ruleset::Ruleset;
use fmax::types::{ByColor, Color};
use fmax::variant::{Library, ReadOptions};

use super::{clean, moves};
use crate::common::games::{at, complaints, find, read, rules};
use crate::common::process::{fmax, stdout};

/// Pieces that slide, leap, hop, are lame, go round a cylinder, and leap over anything at first.
fn text(board: &str, rules: &str) -> String {
    format!(
        "version 4.8(w)\nGame: x\n{board}\n\
         p:100 -16,24 -16,6 -15,5 -17,5\n\
         p:100 16,24 16,6 15,5 17,5\n\
         k:-1 1,34 -1,34 1,7 -1,7 16,7 -16,7 15,7 17,7 -15,7 -17,7\n\
         n:300 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\n\
         R:500 1,3 -1,3 16,3 -16,3\n\
         G:200 gQ\n\
         Q:900 1,3 -1,3 16,3 -16,3 15,3 17,3 -15,3 -17,3\n\
         C:400 mRcpR\n\
         H:260 1,70,-15 1,70,17 -16,70,-15 -16,70,-17 -1,70,-17 -1,70,15 16,70,15 16,70,17\n\
         Y:500 1,103 -1,103 16,3 -16,3\n\
         j:200 16,F4 -16,F4 -1,F4 1,F4\n{rules}"
    )
}

const BOARD: &str = "8x8\n5 0 0 0 3 0 0 5\n5 0 0 0 3 0 0 5";

fn parse(board: &str, rules: &str) -> Library {
    with_slips(&text(board, rules))
}

fn with_slips(text: &str) -> Library {
    let reading = ReadOptions::default().with_slips();
    Library::parse("x.ini", text.as_bytes(), reading).unwrap()
}

fn on_board(board: &str, rules: &str) -> Arc<Ruleset> {
    clean(&parse(board, rules), rules)
}

fn game(rules: &str) -> Arc<Ruleset> {
    on_board(BOARD, rules)
}

#[test]
fn pieces_stop_at_a_hole() {
    let rules = game("Holes: d4");
    let at = |piece: &str| format!("k7/8/3p4/8/3*4/8/3{piece}4/7K w - - 0 1");
    // along the file, there are d3 before the hole and d5 behind it
    let up = |piece: &str| moves(&rules, &at(piece), "d2d");
    assert_eq!(up("R"), "d2d1 d2d3");
    assert_eq!(up("Q"), "d2d1 d2d3");
    assert_eq!(up("P"), "d2d3");
    assert_eq!(up("J"), "");
    assert_eq!(moves(&rules, &at("H"), "d2").split(' ').count(), 6);
    let squares = "d2b1 d2b3 d2c4 d2e4 d2f1 d2f3";
    assert_eq!(moves(&rules, &at("N"), "d2"), squares);
    // it leaps over the hole, but not into it
    let knight = "k7/8/8/8/3*4/2N5/8/7K w - - 0 1";
    assert_eq!(
        moves(&rules, knight, "c3"),
        "c3a2 c3a4 c3b1 c3b5 c3d1 c3d5 c3e2 c3e4"
    );
    let knight = "k7/8/8/8/3*4/8/4N3/7K w - - 0 1";
    assert_eq!(moves(&rules, knight, "e2"), "e2c1 e2c3 e2f4 e2g1 e2g3");
    // a horse is blocked by a hole
    let horse = "k7/8/8/8/3*4/3H4/8/7K w - - 0 1";
    assert_eq!(moves(&rules, horse, "d3"), "d3b2 d3b4 d3c1 d3e1 d3f2 d3f4");
    // a hole is no platform, nothing lies beyond it, and no piece lands on it
    for fen in [
        "k7/8/3p4/8/3*4/8/8/3G3K w - - 0 1",
        "k7/8/3p4/3p4/3*4/8/3G4/7K w - - 0 1",
        "k7/8/3p4/8/3*4/3p4/8/3G3K w - - 0 1",
    ] {
        assert_eq!(moves(&rules, fen, "d"), "", "{fen}");
    }
    let cannon = "k7/8/3p4/8/3*4/3p4/3C4/7K w - - 0 1";
    assert_eq!(moves(&rules, cannon, "d2d"), "d2d1");
    // round the cylinder, up to the hole from the other side
    let round = "k7/8/8/8/1Y1*4/8/8/7K w - - 0 1";
    assert_eq!(
        moves(&rules, round, "b4"),
        "b4a4 b4b1 b4b2 b4b3 b4b5 b4b6 b4b7 b4b8 b4c4 b4e4 b4f4 b4g4 b4h4"
    );
    // no check through a hole
    let checked = |fen: &str| {
        let pos = Position::from_fen(&rules.layout, fen).unwrap();
        rules.tables.in_check(&pos)
    };
    assert!(checked("k7/8/8/8/3*r3/8/8/4K3 w - - 0 1"));
    assert!(!checked("k7/8/3r4/8/3*4/8/8/3K4 w - - 0 1"));
    assert!(!checked("k7/8/8/8/2K*r3/8/8/8 w - - 0 1"));
}

/// An initial move of two steps over anything must end on a square.
#[test]
fn steps_over_anything_need_something_to_step_on() {
    let rules = on_board("8x8\n5 0 0 11 3 0 0 5\n5 0 0 11 3 0 0 5", "Holes: d2,c3,d7");
    let fen = "4k3/3*4/8/8/8/2*5/3*4/3JK3 w D - 0 1";
    assert_eq!(moves(&rules, fen, "d1"), "d1b1 d1f1");
}

#[test]
fn pawns_promote_and_pass_beside_holes() {
    let rules = game("Holes: d8,e8,d7,a4,b1,h6\nStart: 1k6/3*4/7*/8/*7/8/PPP4P/1*5K w");
    let all = |fen: &str, start: &str| moves(&rules, fen, start);
    // d6 is the last square of its file, c7 is not
    assert_eq!(
        all("1k1**3/3*4/2P4*/3P4/*7/8/8/1*5K w - - 0 1", "d5d6q"),
        "d5d6q"
    );
    assert_eq!(
        all("1k1**3/3*4/2P4*/3P4/*7/8/8/1*5K w - - 0 1", "c6"),
        "c6c7"
    );
    assert_eq!(
        all("1k1**3/P2*4/7*/8/*7/8/8/1*5K w - - 0 1", "a7a8q"),
        "a7a8q"
    );
    assert_eq!(
        all("1k1**3/7P/7*/8/*7/8/8/1*5K w - - 0 1", "h7h8q"),
        "h7h8q"
    );
    // a double push ends before a hole and cannot pass one; nor can a single one enter
    assert_eq!(all("1k1**3/3*4/7*/8/*7/8/PP6/1*5K w - - 0 1", "a2"), "a2a3");
    assert_eq!(all("1k1**3/3*4/7*/8/*7/P7/8/1*5K w - - 0 1", "a3"), "");
    // black's b-pawn is promoted on b2
    assert_eq!(
        all("1k1**3/3*4/7*/8/*7/1p6/8/1*5K b - - 0 1", "b3b2q"),
        "b3b2q"
    );
    // en passant beside a hole
    let mut game = at(&rules, "1k1**3/3*4/7*/8/*1p5/8/1P6/1*5K w - - 0 1");
    game.play(game.parse_move("b2b4").unwrap());
    assert_eq!(
        game.position().fen(),
        "1k1**3/3*4/7*/8/*Pp5/8/8/1*5K b - b3 0 1"
    );
    assert!(game.parse_move("c4b3").is_ok());
}

#[test]
fn castling_ends_before_holes() {
    // the piece on the last square before the hole is the one in the corner
    let rules = on_board(
        "8x8\n0 5 0 0 3 0 5 0\n0 5 0 0 3 0 5 0",
        "Holes: a1,h1,a8,h8",
    );
    let open = "*r2k1r*/pppppppp/8/8/8/8/PPPPPPPP/*R2K1R* w KQkq - 0 1";
    assert_eq!(Position::start(rules.layout.clone()).fen(), open);
    assert_eq!(moves(&rules, open, "e1"), "e1c1 e1d1 e1f1 e1g1");
    // and none where one of them would have to pass it
    let rules = game("Holes: f1,c8");
    assert!(rules.layout.castlings.iter().all(|list| list.len() == 1));
    let rules = game("Holes: b1");
    assert_eq!(
        rules.layout.castlings.as_ref().map(Vec::len),
        ByColor::new(1, 2)
    );
}

#[test]
fn holes_go_with_other_rules() {
    // drops
    let rules = game("Holes: a3-h6\nDrops: N");
    let fen = "4k3/8/********/********/********/********/8/4K3[N] w - - 0 1";
    assert_eq!(moves(&rules, fen, "N@").split(' ').count(), 30);
    // shuffles: 5 squares for 3 pieces, two of them alike
    let rules = on_board(
        "8x8\n5 0 0 0 3 0 5 0\n5 0 0 0 3 0 5 0",
        "Holes: b1-d1,b8-d8\nShuffle: free",
    );
    assert_eq!(rules.variant().arrangements(Color::White), 30);
    for number in 0..30 {
        let game = Game::shuffled(rules.clone(), 50, ByColor::both(number));
        let fen = game.position().fen();
        assert!(fen.contains("***"), "{fen}");
        assert_eq!(Position::from_fen(&rules.layout, &fen).unwrap().fen(), fen);
    }
    // royals that are separated by a hole do not face each other
    let rules = game("Holes: e5\nFacing: illegal\nStart: 4k3/8/8/4*3/8/8/8/4K3 w");
    assert_eq!(
        moves(&rules, "4k3/8/8/4*3/8/8/8/4K3 w - - 0 1", "e1")
            .split(' ')
            .count(),
        5
    );
    // two boards with the same holes
    let glass = "Alice: P=S N=T R=U G=V Q=W C=X H=I Y=Z J=L K=M";
    let rules = game(&format!("Holes: d4\n{glass}"));
    let fen = "k7/8/8/8/3*4/8/3U4/7K w - - 0 1";
    assert_eq!(moves(&rules, fen, "d2d"), "d2d1r d2d3r");
    // the middle of the board
    let hill = text(BOARD, "Holes: d4,e4,d5").replace("k:-1", "k:-2");
    let rules = Ruleset::new(find(&read(&hill), "x"));
    let [goal] = rules.tables.goals() else {
        panic!("one goal")
    };
    assert!(
        goal.targets
            .iter()
            .all(|targets| targets[0].squares.len() == 1)
    );
}

#[test]
fn holes_are_written_in_positions() {
    let rules = game("Holes: d4,e4");
    let fen = "4k3/8/8/8/3**3/8/8/4K3 w - - 0 1";
    let read = |fen: &str| Position::from_fen(&rules.layout, fen).map(|pos| pos.fen());
    assert_eq!(read(fen).unwrap(), fen);
    assert_eq!(read(&fen.replace("3**3", "8")).unwrap(), fen);
    let complaint = |fen: &str| {
        let complaint = read(fen).unwrap_err().to_string();
        complaint.split(';').next().unwrap().to_owned()
    };
    assert_eq!(
        complaint("4k3/8/8/8/3R4/8/8/4K3 w"),
        "d4 is a hole of the board"
    );
    assert_eq!(
        complaint("4k3/8/8/8/2***3/8/8/4K3 w"),
        "c4 is no hole of the board"
    );
    assert_eq!(
        complaint("4k3/8/8/8/8*/8/8/4K3 w"),
        "rank `8*` does not fill 8 files"
    );
}

#[test]
fn invalid_holes_are_refused() {
    for (board, rules, complaint) in [
        (BOARD, "Holes: i1", "17:8: error: `i1` is not on the board"),
        (
            BOARD,
            "Holes: c3,d4-e9",
            "17:14: error: `e9` is not on the board",
        ),
        (BOARD, "Holes: c3,", "17:11: error: a square is missing"),
        (
            BOARD,
            "Holes: a1-b2",
            "4:1: error: white has a piece on a1, which is a hole",
        ),
        (
            BOARD,
            "Holes: h8",
            "5:15: error: black has a piece on h8, which is a hole",
        ),
        (
            BOARD,
            "Holes: c3-c8",
            "17:8: error: white's pawn on c2 would start where it is promoted",
        ),
        (
            BOARD,
            "Holes: d4\nStart: 4k3/8/8/8/3R4/8/8/4K3 w",
            "18:8: error: d4 is a hole of the board",
        ),
        (
            BOARD,
            "Holes: a8-h8 a1-h1\nStart: 8/8/8/4k3/4K3/8/8/8 w",
            "",
        ),
    ] {
        let library = parse(board, rules);
        let found = complaints(&library);
        if complaint.is_empty() {
            assert!(found.is_empty(), "{rules}: {found:?}");
        } else {
            assert!(
                found.iter().any(|d| d.contains(complaint)),
                "{rules}: {found:?}"
            );
        }
    }
    let hill = text(BOARD, "Holes: d4-e5").replace("k:-1", "k:-2");
    let found = format!("{:?}", with_slips(&hill).diagnostics());
    assert!(found.contains("there are only holes"), "{found}");
}

/// Omega Chess by its own rules: the array and its special pieces.
#[test]
fn omega_chess_follows_its_rules() {
    let rules = rules("omega");
    let mut start = Position::start(rules.layout.clone());
    assert_eq!(rules.layout.squares().count(), 104);
    // three steps for each pawn, two leaps of each knight, a camel leap of each wizard, and the
    // champions' leaps over the pawns
    assert_eq!(moves(&rules, &start.fen(), "a1"), "a1b4");
    assert_eq!(moves(&rules, &start.fen(), "b2"), "b2b4 b2d4");
    assert_eq!(perft(&rules.tables, &mut start, 1), 30 + 4 + 2 + 4);
    let castling = "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CR3K2RC*/W**********W w KQkq - 0 1";
    assert_eq!(moves(&rules, castling, "g2"), "g2e2 g2f2 g2h2 g2i2");
    // a queen alone mates in a corner, which has one neighbour
    let fen =
        "k**********1/*10*/*10*/*10*/*1Q8*/*10*/*10*/*10*/*10*/*10*/*9K*/1**********1 w - - 0 1";
    let mut game = at(&rules, fen);
    game.play(game.parse_move("c8c10").unwrap());
    assert_eq!(game.outcome().unwrap().to_string(), "1-0 {White mates}");
    // a bishop enters a corner, a rook cannot
    let fen =
        "1**********1/*5k4*/*1B7R*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*9K*/1**********1 w - - 0 1";
    assert!(moves(&rules, fen, "c10").contains("c10a12"));
    assert!(!moves(&rules, fen, "k10").contains('l'));
}

/// The input of XBoard: the sign of a hole in the position, and all square names as usual.
#[test]
fn xboard_gets_the_holes() {
    let lines = "xboard\nprotover 2\naccepted setboard\nvariant omega\nd\nquit\n";
    let output = stdout(&fmax(&[], lines));
    let setup = output
        .lines()
        .find(|line| line.starts_with("setup "))
        .unwrap();
    assert!(
        setup.contains(" 12x12+0_fairy w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/"),
        "{setup}"
    );
    assert!(output.contains("# 12 w * * * * * * * * * * w"), "{output}");
}
