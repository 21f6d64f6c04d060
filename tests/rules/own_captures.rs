//! Pieces that capture their friends (`d` in Betza notation), and captures that give no check (`t`).

use fmax::board::Position;

use crate::common::games::{ARRAY, PIECES, at, complaints, load, parse};
use crate::common::play::{moves_from, play};

/// Chess with another knight.
fn with_knight(moves: &str, lines: &str) -> String {
    let pieces: Vec<String> = (PIECES.lines())
        .map(|line| {
            if line.starts_with("n:") {
                format!("n:259 {moves}")
            } else {
                line.to_owned()
            }
        })
        .collect();
    format!("{ARRAY}{}\n{lines}", pieces.join("\n"))
}

#[test]
fn friends_can_be_captured() {
    let rules = load(&with_knight("NdK", ""));
    let mut game = at(&rules, "4k3/8/8/8/8/2p5/PPB5/KN6 w - - 0 1");
    assert_eq!(
        moves_from(&game, "b1").join(" "),
        "b1a2 b1a3 b1b2 b1c2 b1c3 b1d2"
    );
    let before = game.position().fen();
    play(&mut game, "b1c2");
    assert_eq!(game.position().fen(), "4k3/8/8/8/8/2p5/PPN5/K7 b - - 0 1");
    assert_eq!(game.position().check_consistency(), Ok(()));
    let (read, key) = (game.position().fen(), game.position().key());
    assert_eq!(Position::from_fen(&rules.layout, &read).unwrap().key(), key);
    game.undo();
    assert_eq!(game.position().fen(), before);
    assert_eq!(game.position().check_consistency(), Ok(()));
}

#[test]
fn a_friend_that_is_taken_is_lost() {
    let rules = load(&with_knight("NdK", ""));
    let game = at(&rules, "4k3/8/8/8/8/8/1P6/KN6 w - - 0 1");
    let takes = game.parse_move("b1b2").unwrap();
    let mut position = game.position().clone();
    let values = [100; 64];
    let tables = &rules.tables;
    assert!(!tables.see_ge(&mut position, takes, 100, 0, &values));
    assert!(tables.see_ge(&mut position, takes, 100, -100, &values));
}

#[test]
fn the_own_king_is_not_captured() {
    let rules = load(&with_knight("dQ", ""));
    let game = at(&rules, "4k3/8/8/8/8/8/PP6/KN6 w - - 0 1");
    assert_eq!(moves_from(&game, "b1").join(" "), "b1a2 b1b2");
    // enemies are not attacked
    let check = at(&rules, "1n6/8/8/8/8/8/8/1K5k w - - 0 1");
    assert!(!rules.tables.in_check(check.position()));
}

#[test]
fn tame_captures_give_no_check() {
    let rules = load(&with_knight("mNctN", ""));
    let check = at(&rules, "4k3/8/3N4/8/8/8/8/4K3 b - - 0 1");
    assert!(!rules.tables.in_check(check.position()));
    let game = at(&rules, "4k3/8/3N4/8/1p6/8/8/4K3 w - - 0 1");
    let moves = moves_from(&game, "d6").join(" ");
    assert_eq!(moves, "d6b5 d6b7 d6c4 d6c8 d6e4 d6f5 d6f7");
    let takes = at(&rules, "4k3/8/8/8/1p6/8/2N5/4K3 w - - 0 1");
    assert!(moves_from(&takes, "c2").contains(&"c2b4".to_owned()));
}

#[test]
fn incompatible_rules_are_refused() {
    for line in ["Drops: all", "Captures: compulsory", "Walls: elsewhere"] {
        let found = complaints(&parse(&with_knight("NdK", line)));
        let reported = found
            .iter()
            .any(|text| text.contains("capture those of their own side"));
        assert!(reported, "{line}: {found:?}");
    }
}

/// A pawn may not attack anything by promoting in place; own pieces and pieces that can only be captured
/// without giving check are not attacked.
#[test]
fn pieces_that_are_not_attacked_do_not_prevent_promotion() {
    let turns = |knight: &str, beside: &str| {
        let lines = "Promotion: N\nPromotion-Rule: squares=d5 in-place";
        let rules = load(&with_knight(knight, lines));
        let game = at(&rules, &format!("4k3/8/8/3P4/{beside}/8/8/4K3 w - - 0 1"));
        moves_from(&game, "d5").contains(&"d5d5n".to_owned())
    };
    assert!(turns("NdK", "8") && turns("NdK", "3P4"));
    assert!(turns("NctK", "3p4"));
    assert!(!turns("NK", "3p4") && !turns("NdKK", "3p4"));
}
