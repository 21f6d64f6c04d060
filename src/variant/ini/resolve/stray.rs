//! A line that should be a piece line but is not read as one: its colon is missing, or it comes after the piece list.
//! For the format such a line is a comment, so it is an error only if the back ranks name missing pieces.

use crate::types::MAX_SIDE;
use crate::variant::betza::{self, is_likely};
use crate::variant::ini::diagnostic::Report;
use crate::variant::ini::game_def::GameDef;

/// Reports the line that ends a variant if it should be a piece line. Missing pieces in back ranks follow from this
/// mistake.
pub(super) fn check(game: &GameDef, report: &mut Report) {
    let Some(stop) = &game.stop else { return };
    let words: Vec<&str> = stop.value.split_whitespace().collect();
    let (message, hint) = match &words[..] {
        [head, moves @ ..] if is_head(head) && is_moves(moves) => (
            format!("the piece line `{head}` is not read: the piece list has ended"),
            "piece lines follow each other, with comments and rules below them".to_owned(),
        ),
        [letter, value, moves @ ..] if is_letter(letter) && is_value(value) && is_moves(moves) => (
            format!("behind the letter `{letter}` of this piece line a colon is missing"),
            format!("write `{letter}:{value} {}`", moves.join(" ")),
        ),
        [letter, moves @ ..] if is_letter(letter) && is_moves(moves) => (
            format!(
                "behind the letter `{letter}` of this piece line a colon and a value are missing"
            ),
            format!(
                "write `{letter}:325 {}`, where 325 is what it is worth",
                moves.join(" ")
            ),
        ),
        _ => return,
    };
    let numbers = game.back_ranks.iter().flatten();
    let misses = numbers.map(|number| number.value as usize).max() > Some(game.pieces.len());
    if misses {
        report.error(stop.span, message, hint)
    } else {
        report.warning(stop.span, message, hint)
    }
}

/// A letter, perhaps with a plus.
fn is_letter(word: &str) -> bool {
    let letter = word.strip_prefix('+').unwrap_or(word);
    letter.len() == 1 && letter.bytes().all(|c| c.is_ascii_alphabetic())
}

fn is_value(word: &str) -> bool {
    word == "?" || word.parse::<i32>().is_ok()
}

/// The letter and value of a piece line.
fn is_head(word: &str) -> bool {
    let parts = word.split_once(':');
    parts.is_some_and(|(letter, value)| is_letter(letter) && is_value(value))
}

/// True for a sequence of moves.
fn is_moves(words: &[&str]) -> bool {
    let context = betza::Context {
        pawn: true,
        side: MAX_SIDE,
    };
    let is_steps = |word: &str| {
        word.split_once(',')
            .is_some_and(|(step, _)| step.trim_end_matches('*').parse::<i32>().is_ok())
    };
    !words.is_empty()
        && words
            .iter()
            .all(|word| is_steps(word) || is_likely(word) && betza::read(word, context).is_ok())
}
