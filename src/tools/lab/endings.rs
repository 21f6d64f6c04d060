//! Endings of games in a few words, by which games are counted.

use crate::movegen::GameEnd;

/// The end of a game that has more moves than games may have.
pub const TOO_LONG: &str = "game too long";

/// The rule by which a game has ended, without the sides. It is taken from the protocol's words, so that a new rule needs
/// nothing here: `bare king` for `White wins by bare king`.
pub fn rule(end: GameEnd) -> String {
    let comment = end.reason();
    let mut text = comment.as_str();
    for prefix in ["White ", "Black ", "wins by ", "Draw by "] {
        text = text.strip_prefix(prefix).unwrap_or(text);
    }
    match text {
        "mates" => "mate".to_owned(),
        text => text.to_lowercase(),
    }
}
