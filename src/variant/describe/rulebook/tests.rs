//! What is told of some games, and what is not.

use super::*;
use crate::variant::{Library, ReadOptions, Selections};

fn book(game: &str) -> Rulebook {
    let library = Library::builtin(ReadOptions::default());
    Rulebook::new(&library.find(game, &Selections::default()).unwrap())
}

#[test]
fn chess_differs_from_nothing() {
    let book = book("normal");
    assert_eq!(book.differences, [""; 0]);
    assert!(
        book.play
            .iter()
            .any(|line| line.contains("to: Q, R, B, N."))
    );
    for start in [
        "No move may leave",
        "Castling: ",
        "En passant: ",
        "Promotion is",
    ] {
        let found = book.cases.iter().filter(|line| line.starts_with(start));
        assert_eq!(found.count(), 1, "{start}");
    }
}

#[test]
fn differences_are_told() {
    for (game, expected) in [
        ("nocastle", "There is no castling."),
        ("nocastle", "The king moves otherwise than in chess"),
        (
            "capablanca",
            "The board has 10 files and 8 ranks instead of 8 and 8.",
        ),
        ("los-alamos", "There are no bishops that move as in chess."),
        ("los-alamos", "Pawns have no double step."),
        ("knightmate", "The pieces begin on other squares"),
        ("jesonmor", "No piece is royal"),
        ("jesonmor", "There are no pawns."),
        ("crazyhouse", "Captured pieces change sides"),
        (
            "cylinder",
            "Pawns, the king, knights, bishops, rooks and queens move otherwise than in chess",
        ),
        (
            "shogi",
            "With a move that begins or ends on the last 3 ranks pieces promote: L to +L",
        ),
    ] {
        let differences = book(game).differences;
        let told = differences.iter().any(|line| line.starts_with(expected));
        assert!(told, "{game}: {expected} is not in {differences:#?}");
    }
    // the same choice in another order is the same choice
    let differences = book("crazyhouse").differences;
    assert!(
        !differences
            .iter()
            .any(|line| line.starts_with("Pawns promote"))
    );
}

#[test]
fn rare_cases_are_those_of_the_game() {
    let all = |game: &str| {
        let book = book(game);
        [book.goal, book.play, book.ends, book.cases]
            .concat()
            .join("\n")
    };
    for (game, told, not_told) in [
        ("xiangqi", "gives check with every move", "En passant"),
        ("xiangqi", "jumps over others", "Castling"),
        ("crazyhouse", "A drop is a move", "is out of the game"),
        ("seirawan", "What waits off the board", "A drop is"),
        (
            "breakthrough",
            "nothing has to be saved from attack",
            "checkmated",
        ),
        ("janggi", "White moves first", "Nobody may pass"),
        ("lion", "takes something on its way", "jumps over others"),
    ] {
        let text = all(game);
        assert!(text.contains(told), "{game}: {told} is not in {text}");
        assert!(!text.contains(not_told), "{game}: {not_told} is in {text}");
    }
}

#[test]
fn walls_are_ruled_on() {
    let told =
        |game: &str, start: &str| book(game).cases.iter().any(|line| line.starts_with(start));
    assert!(told("duck", "No piece stops on a square that is closed"));
    assert!(told("duck", "While the wall is on no square yet"));
    assert!(told("amazons", "No piece stops on a square that is closed"));
    assert!(!told("amazons", "While the wall"));
    assert!(!told("normal", "No piece stops"));
}
