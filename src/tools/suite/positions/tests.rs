use super::*;
use crate::testing::games::library;

/// Reads a text, and returns its positions and its errors.
pub fn read_text(text: &str) -> (Vec<Puzzle>, Vec<String>) {
    let mut reader = Reader {
        library: library(),
        variant: Some("makruk"),
        rules: HashMap::new(),
    };
    let mut puzzles = Vec::new();
    let complaints = reader.file("a.epd", text, &mut puzzles);
    (
        puzzles,
        complaints.iter().map(Diagnostic::to_string).collect(),
    )
}

/// A position of chess.
pub fn puzzle(line: &str) -> Puzzle {
    let (mut puzzles, complaints) = read_text(&format!("{line} variant normal;"));
    assert!(complaints.is_empty(), "{complaints:?}");
    puzzles.pop().unwrap()
}

#[test]
fn positions_of_several_games() {
    let (puzzles, complaints) = read_text(
        "\u{feff}# a comment\r\n\
         rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - bm e4 Nd2; id \"first\";\r\n\r\n\
         4k3/8/8/8/8/8/8/R3K3 w Q - am O-O-O a1a8; variant \"normal\"; c0 \"x\";\r\n\
         rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1 \
         bm Cg3 am b1c3; variant capablanca;\n",
    );
    assert_eq!(complaints, ["a.epd:5:77: error: `am`: not a move"]);
    let [first, second] = &puzzles[..] else {
        panic!("{puzzles:?}");
    };
    let texts = |puzzle: &Puzzle, moves: &[Move]| -> Vec<String> {
        moves.iter().map(|&mv| puzzle.game.format(mv)).collect()
    };
    assert_eq!(
        (first.line, first.id.as_deref(), first.variant()),
        (2, Some("first"), "makruk")
    );
    assert_eq!(texts(first, &first.best), ["e3e4", "b1d2"]);
    assert_eq!((second.line, second.variant()), (4, "normal"));
    assert_eq!(texts(second, &second.avoid), ["e1c1", "a1a8"]);
    let solved = |puzzle: &Puzzle, text: &str| {
        puzzle.is_solved_by(puzzle.game.parse_move(text).unwrap(), None)
    };
    assert!(solved(first, "b1d2") && !solved(first, "a3a4"));
    assert!(solved(second, "a1a7") && !solved(second, "a1a8"));
    // the position has no best move, so that no move solves it
    let judged = puzzle("4k3/8/8/8/8/8/8/R3K3 w Q - ce -32;");
    assert!(!judged.asks_for_a_move() && !solved(&judged, "a1a7"));
}

#[test]
fn moves_may_have_commas_between_them() {
    for moves in ["Ra8, Ra7", "Ra8,Ra7", "Ra8 , Ra7,", "a1a8 a1a7"] {
        let puzzle = puzzle(&format!("4k3/8/8/8/8/8/8/R3K3 w - - bm {moves};"));
        let texts = puzzle.best.iter().map(|&mv| puzzle.game.format(mv));
        assert_eq!(texts.collect::<Vec<_>>(), ["a1a8", "a1a7"], "{moves}");
    }
    let passing = puzzle("4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6 e.p. Kd2+;");
    assert_eq!(passing.best.len(), 2);
    // a comma before the square of a wall is part of the move
    let (puzzles, complaints) =
        read_text("10/10/10/q9/10/10/Q9/10/10/10 w - - bm a3a0,a0a1, a3a1,a1a0; variant amazons;");
    assert_eq!((puzzles[0].best.len(), complaints), (2, Vec::new()));
}

#[test]
fn mates_within_n_moves() {
    for (operations, most) in [
        ("bm #1;", Some(1)),
        ("dm 1;", Some(1)),
        ("bm #3;", Some(3)),
        ("dm 2; ce 32000;", Some(2)),
        ("bm Ra8; dm 1;", None),
        ("ce 1;", None),
    ] {
        let puzzle = puzzle(&format!("7k/8/6K1/8/8/8/8/R7 w - - {operations}"));
        assert_eq!(puzzle.mate, most, "{operations}");
        let mv = puzzle.game.parse_move("a1a2").unwrap();
        for moves in 1..5 {
            let solved = puzzle.is_solved_by(mv, Some(Value::Mate(moves)));
            assert_eq!(solved, most.is_some_and(|most| moves <= most));
        }
        let others = [None, Some(Value::Centipawns(900)), Some(Value::Mated(1))];
        assert!(!others.iter().any(|&score| puzzle.is_solved_by(mv, score)));
    }
}

#[test]
fn faults_are_reported_with_their_place() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (tail, column, message) in [
        ("bm e2e5;", 57, "`e2e5`: the piece does not move so"),
        (
            "bm e4 e7e5;",
            60,
            "`e7e5`: the piece on e7 is the opponent's",
        ),
        ("bm Qd3;", 57, "`Qd3`: the piece does not move so"),
        ("bm ;", 54, "`bm` has no move"),
        (
            "id \"x\";",
            1,
            "the position has neither `bm`, the moves to find, nor `am`, those to avoid, nor `dm`, the moves \
             to mate",
        ),
        ("bm ,;", 54, "`bm` has no move"),
        ("bm e4,e5;", 57, "`e5`: the piece does not move so"),
        ("bm #0;", 57, "`#0`: not a move"),
        ("dm -3;", 57, "`-3` is no number of moves to mate"),
        ("bm e4; id a b;", 61, "`id` has one operand"),
        ("bm e4; variant \"chss\";", 69, "there is no variant `chss`"),
    ] {
        let tail = if tail.contains("variant") {
            tail.to_owned()
        } else {
            format!("{tail} variant normal;")
        };
        let (puzzles, complaints) = read_text(&format!("{start} {tail}"));
        assert!(puzzles.is_empty());
        let [complaint] = &complaints[..] else {
            panic!("{complaints:?}");
        };
        let expected = format!("a.epd:1:{column}: error: {message}");
        assert!(
            complaint.starts_with(&expected),
            "{complaint}, not {expected}"
        );
    }
    let (_, complaints) = read_text("rnbqkbnr/8/8 w - - bm e4;");
    assert!(
        complaints[0].starts_with("a.epd:1:1: error: "),
        "{complaints:?}"
    );
}
