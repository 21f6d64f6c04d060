use super::*;
use crate::testing::games::{variant, variants};

fn lines(name: &str) -> Vec<String> {
    Pages::new(&variant(name)).without_board()
}

fn assert_has(name: &str, expected: &[&str]) {
    let lines = lines(name);
    for line in expected {
        assert!(
            lines.iter().any(|l| l == line),
            "{line}\nnot in\n{lines:#?}"
        );
    }
}

#[test]
fn the_pieces_of_chess_are_put_in_words() {
    assert_eq!(
        lines("nocastle")[2..],
        [
            "P: steps straight ahead, without capturing; steps diagonally ahead, only to capture \
             (en passant too); on its first move leaps 2 squares straight ahead, if the square \
             between is empty, without capturing",
            "K: steps in all directions",
            "N: leaps like a knight",
            "B: slides diagonally",
            "R: slides straight",
            "Q: slides in all directions",
            "A side has lost when its king (K) is checkmated.",
            "Pawns promote on the last rank to: queen (Q), rook (R), bishop (B), knight (N).",
        ]
    );
}

#[test]
fn odd_pieces_are_put_in_words() {
    assert_has(
        "falcon",
        &[
            "F (Falcon): moves like a camel (1 by 3 squares) and a zebra (2 by 3 squares) if one of the \
           three shortest ways there is free",
        ],
    );
    assert_has(
        "spartan",
        &[
            "L (Lieutenant): steps diagonally; leaps 2 squares diagonally; steps sideways, without capturing",
            "White's K: steps in all directions; castles by two squares to either side",
            "Black's K: steps in all directions",
            "Black's pawns promote on the last rank to: warlord (W), general (G), lieutenant (L), captain (C), king (K).",
        ],
    );
    assert_has(
        "grande-acedrex",
        &[
            "A (Aanca): steps diagonally; steps diagonally over an empty square, then continues outward as a \
           rook",
        ],
    );
    assert_has(
        "fairy-pieces-tester",
        &[
            "B (Crooked bishop): goes a step diagonally, again and again, zigzagging",
            "R (Rose): goes like a knight, again and again, round in a circle",
            "The game is drawn after 100 moves by each side without a capture or pawn move.",
        ],
    );
    assert_has(
        "grasshopper",
        &[
            "G (Grasshopper): slides in all directions, jumping over the first piece in the way to the square \
           behind it",
        ],
    );
}

#[test]
fn lines_are_broken_between_words() {
    assert_eq!(
        wrap("one two three four", 9),
        ["one two", "    three", "    four"]
    );
    assert_eq!(
        wrap("incomprehensibilities a b", 8),
        ["incomprehensibilities", "    a b"]
    );
    assert_eq!(wrap("short", 9), ["short"]);
    assert_eq!(wrap("", 9), [""]);
}

#[test]
fn every_game_has_words_for_everything() {
    for variant in variants() {
        let immobile = variant.types().any(|(_, piece)| piece.moves.is_empty());
        for line in Pages::new(&variant).without_board() {
            let bad = ["cannot express", "  ", " ,"];
            let stuck = line.contains(": cannot move") && !immobile;
            assert!(
                !stuck && !bad.iter().any(|b| line.contains(b)),
                "{}: {line}",
                variant.name
            );
            assert!(
                !line.ends_with(' ') && !line.ends_with(':'),
                "{}: {line}",
                variant.name
            );
        }
    }
}

#[test]
fn the_start_is_drawn() {
    let board = |name: &str| Pages::new(&variant(name)).board;
    let alice = board("alice");
    assert_eq!(alice.first().unwrap(), " 8 r n b q k b n r");
    assert_eq!(alice.last().unwrap(), "   a b c d e f g h");
    // ranks count from 1 on boards of ten ranks too; holes; a start that the back ranks do not determine
    let omega = board("omega");
    assert_eq!(omega.len(), 13);
    assert_eq!(omega[0], "12 w * * * * * * * * * * w");
    assert_eq!(omega[2], "10 * p p p p p p p p p p *");
    let xiangqi = board("xiangqi");
    assert_eq!(xiangqi[0], "10 r h e a k a e h r");
    assert_eq!(xiangqi[2], " 8 . c . . . . . c .");
    assert_eq!(xiangqi[9], " 1 R H E A K A E H R");
}
