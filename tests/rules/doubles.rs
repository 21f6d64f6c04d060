//! Pieces that capture on their way and move on, and such pieces that must not be traded.

use fmax::board::Position;
use fmax::types::{Color, Move, Square, TypeId};

use crate::common::games::{self, ARRAY, PIECES, at, game, load, parse, rules};
use crate::common::play::{board, moves, moves_from, play};
use crate::common::search::search;
use crate::common::table;

#[test]
fn doubles() {
    table::play_all("doubles");
}

/// A move over a square remains a move of its kind, and may promote.
#[test]
fn moves_over_a_square_keep_their_kind() {
    let (from, via, to) = (Square::at(4, 6), Square::at(15, 15), Square::at(0, 0));
    for to in [to, from] {
        let mv = Move::new(from, to).over(via);
        assert_eq!((mv.from(), mv.to(), mv.via()), (from, to, Some(via)));
        assert!(mv.is_special() && !mv.is_wall_alone() && !mv.is_pass() && !mv.is_push());
        assert!(mv.wall().is_none() && mv.castling().is_none() && mv.dropped().is_none());
        assert!(mv.gated().is_none() && mv.promotion().is_none() && !mv.is_en_passant());
        for id in [TypeId(1), TypeId(Move::TYPES_VIA as u8)] {
            let becomes = mv.promoting(id);
            assert_eq!((becomes.promotion(), becomes.via()), (Some(id), Some(via)));
            assert_eq!(becomes.piece_suffix(), Some(id));
            assert_eq!((becomes.from(), becomes.to()), (from, to));
        }
    }
    assert_eq!(Move::new(from, to).as_castling().via(), None);
    assert_eq!(Move::new(from, to).as_castling().walling(via).via(), None);
}

#[test]
fn lions_take_two() {
    let fen = "4k3/8/3p4/4p3/4L3/3P4/8/4K3 w - - 0 1";
    let start = game("lion", fen);
    let doubles: Vec<String> = (moves(&start).into_iter())
        .filter(|text| text.contains(','))
        .collect();
    // over the pawn to all squares around it, and out and back without a capture
    assert_eq!(
        doubles.join(" "),
        "e4e5,e5d4 e4e5,e5d5 e4e5,e5d6 e4e5,e5e4 e4e5,e5e6 e4e5,e5f4 e4e5,e5f5 e4e5,e5f6 e4f5,f5e4"
    );
    for (text, after) in [
        ("e4e5,e5d6", "4k3/8/3L4/8/8/3P4/8/4K3"),
        // out and back with a capture
        ("e4e5,e5e4", "4k3/8/3p4/8/4L3/3P4/8/4K3"),
        ("e4e5,e5f6", "4k3/8/3p1L2/8/8/3P4/8/4K3"),
        // over an empty square it is a plain move, and need not be written in full
        ("e4f5,f5g6", "4k3/8/3p2L1/4p3/8/3P4/8/4K3"),
        ("e4e6", "4k3/8/3pL3/4p3/8/3P4/8/4K3"),
        // a pass, whichever square the lion steps to
        ("e4f3,f3e4", "4k3/8/3p4/4p3/4L3/3P4/8/4K3"),
        ("@@@@", "4k3/8/3p4/4p3/4L3/3P4/8/4K3"),
        ("e4e4", "4k3/8/3p4/4p3/4L3/3P4/8/4K3"),
        ("e4e4,f5d4", "4k3/8/3p4/4p3/4L3/3P4/8/4K3"),
    ] {
        let mut game = at(&rules("lion"), fen);
        play(&mut game, text);
        assert_eq!(board(&game), after, "{text}");
        assert_eq!(game.position().side(), Color::Black);
        let clock = if after.contains("3p4/4p3") || text.ends_with("g6") || text == "e4e6" {
            1
        } else {
            0
        };
        assert_eq!(game.position().rule_clock(), clock, "{text}");
    }
    for (text, problem) in [
        ("e4d3,d3e2", "the piece does not move so"),
        ("e4e5,e5e7", "the piece does not move so"),
        ("e4e5,d5e6", "not a move"),
        ("e4e5,e5", "not a move"),
        ("e4e5e6,e6e7", "not a move"),
        ("e1e2,e2e1", "the piece does not move so"),
        ("h4h5,h5h4", "no piece on h4"),
        ("e4e5,e5f6q", "`q` cannot be chosen"),
    ] {
        let error = start.parse_move(text).unwrap_err();
        assert_eq!(error.to_string(), problem, "{text}");
    }
    for (san, text) in [
        ("Lxe5xd6", "e4e5,e5d6"),
        ("Lxe5-e4", "e4e5,e5e4"),
        ("Le4xe5-f6!", "e4e5,e5f6"),
        ("Lxe5", "e4e5"),
        ("Lxd6", "e4d6"),
    ] {
        let found = start.rules().tables.parse_san(start.position(), san);
        assert_eq!(
            found.map(|mv| start.format(mv)).as_deref(),
            Ok(text),
            "{san}"
        );
    }
}

/// Mate by a double capture, and the value of both victims.
#[test]
fn searches_see_both_victims() {
    // two rooks that only a double capture wins
    let game = game("lion", "7k/8/8/2r5/3r4/4L3/8/K7 w - - 0 1");
    let found = search(&game, 3);
    assert_eq!(game.format(found.best.unwrap()), "e3d4,d4c5");
    // the lion is out of reach: no recapture
    let game = at(&rules("lion"), "3r3k/8/8/8/3q4/2L5/8/K7 w - - 0 1");
    let found = search(&game, 3);
    let text = game.format(found.best.unwrap());
    assert!(text.starts_with("c3d4,d4"), "{text}");
}

#[test]
fn pawns_may_take_on_their_way() {
    let pieces = PIECES.replacen("-17,5\n", "-17,5 fcafmF\n", 1);
    let rules = load(&format!("{ARRAY}{pieces}"));
    let mut game = at(&rules, "r3k3/1p6/2P5/8/8/8/8/4K3 w q - 0 1");
    // there is only one way, so the two squares of the move suffice
    assert_eq!(moves_from(&game, "c6b7").len(), 1);
    let mut corner = at(&rules, "1n2k3/8/1p6/2P5/8/8/8/4K3 w - - 0 1");
    play(&mut corner, "c5a7");
    assert_eq!(board(&corner), "1n2k3/P7/8/8/8/8/8/4K3");
    play(&mut game, "c6b7");
    assert_eq!(board(&game), "r3k3/1P6/8/8/8/8/8/4K3");
    let jump = at(&rules, "4k3/1p6/P1P5/8/8/8/8/4K3 w - - 0 1");
    let texts = moves_from(&jump, "c6b7,").join(" ");
    assert_eq!(texts, "c6b7,b7a8b c6b7,b7a8n c6b7,b7a8q c6b7,b7a8r");
    let mut queen = jump.clone();
    play(&mut queen, "c6a8");
    assert_eq!(board(&queen), "Q3k3/8/P7/8/8/8/8/4K3");
}

/// After a piece of another kind has captured a lion, the other lion is safe for one move.
#[test]
fn nothing_strikes_back_at_lions() {
    let fen = "k2r4/8/8/3L4/8/8/2l5/2R4K b - - 0 1";
    let mut game = game("lion", fen);
    play(&mut game, "d8d5");
    assert_eq!(game.position().fen(), "k7/8/8/3r4/8/8/2l5/2R4K w - d5 0 2");
    let error = game.parse_move("c1c2").unwrap_err().to_string();
    assert_eq!(error, "such a trade is not allowed");
    let read = Position::from_fen(game.position().layout(), &game.position().fen()).unwrap();
    assert!(read.shields_traded());
    // the capturing rook may be captured, and after the next move the rule no longer applies
    let free = Position::from_fen(read.layout(), "k7/8/8/3r4/8/8/2l5/2R4K w - - 0 2").unwrap();
    assert_ne!(free.key(), read.key());
    assert!(at(&rules("lion"), &free.fen()).parse_move("c1c2").is_ok());
    play(&mut game, "h1g1 c2c3");
    assert!(!game.position().shields_traded());
    // a lion's own capture protects nothing
    let mut lions = at(&rules("lion"), "k7/8/8/3L4/3l4/8/2l5/2R4K b - - 0 1");
    play(&mut lions, "d4d5");
    assert!(lions.parse_move("c1c2").is_ok());
}

#[test]
fn incompatible_rules_are_refused() {
    let pieces = format!("{ARRAY}{PIECES}E:900 KcaK\n");
    for (lines, complaint) in [
        (
            "Walls: anywhere",
            "15:8: error: walls cannot be combined with pieces that capture on their way",
        ),
        (
            "Grid: 2x2",
            "15:7: error: grid lines cannot be combined with pieces that capture on their way",
        ),
        (
            "Captures: explode",
            "15:11: error: captures that explode cannot be combined with pieces that capture on their way",
        ),
        (
            "Capture-Effects: recolour=R",
            "15:18: error: effects of captures on captors cannot be combined with pieces that capture on their way",
        ),
        (
            "Gating: E",
            "15:9: error: a line `Gating` cannot be combined with pieces that capture on their way",
        ),
        (
            "Gates: E=b",
            "15:8: error: gates cannot be combined with pieces that capture on their way",
        ),
        (
            "Alice: P=S N=H B=T R=C Q=A K=M E=J",
            "15:8: error: two boards cannot be combined with pieces that capture on their way",
        ),
        ("Trading: Z", "15:10: error: there is no piece Z"),
        (
            "Trading: K",
            "15:10: error: K is royal, it cannot be traded",
        ),
        ("Trading: cheap=P", "15:10: error: no piece is named"),
        (
            "Trading: E dear=P",
            "15:16: error: `=` is not the letter of a piece",
        ),
    ] {
        let all = games::complaints(&parse(&format!("{pieces}{lines}")));
        let short = |text: String| {
            let text = text.trim_start_matches("test.ini:");
            text.split(" (hint").next().unwrap().to_owned()
        };
        let all: Vec<String> = all.into_iter().map(short).collect();
        assert!(all.contains(&complaint.to_owned()), "{lines}: {all:?}");
    }
}
