//! UCI transcripts, and the same searches as over CECP.

mod options;
mod robustness;
mod same_search;
mod session;
mod usi;

use fmax::protocol::uci::Session;

use crate::common::process::Engine;
use crate::support::Gui;

pub fn uci() -> Gui<Session> {
    Gui::new().over_uci()
}

/// The number of searches that have ended.
pub fn ended(lines: &[String]) -> usize {
    let moves = lines.iter().filter(|line| line.starts_with("bestmove"));
    moves.count()
}

/// The lines of an engine up to `bestmove`, with the move.
pub fn hear_best(engine: &mut Engine) -> Vec<String> {
    engine.hear_until("bestmove").1
}

/// The move after `bestmove`; there must be one.
pub fn best(lines: &[String]) -> &str {
    let mut moves = lines
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove "));
    let best = moves
        .next()
        .unwrap_or_else(|| panic!("no move in {lines:#?}"));
    assert_eq!(moves.next(), None, "{lines:#?}");
    best.split(' ').next().unwrap()
}

pub fn has(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

/// The word that follows a given word in a line of `info`.
pub fn word(line: &str, before: &str) -> Option<String> {
    let mut words = line.split(' ');
    words.find(|word| *word == before)?;
    words.next().map(str::to_owned)
}

/// Depth, score and nodes of the last line about the best move.
pub fn last(lines: &[String]) -> (u32, String, u64) {
    let line = lines
        .iter()
        .rfind(|line| line.contains(" multipv 1 score "))
        .unwrap_or_else(|| panic!("no score in {lines:#?}"));
    let number = |before| word(line, before).unwrap().parse::<u64>().unwrap();
    let score = line.split(" score ").nth(1).unwrap();
    let score: Vec<&str> = score.split(' ').take(2).collect();
    (number("depth") as u32, score.join(" "), number("nodes"))
}
