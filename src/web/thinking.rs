//! The search for the page: limits and skill from a line, reports as they come.

use std::time::Duration;

use super::Open;
use super::json::{object, or_null, string, strings};
use crate::protocol::options::Options;
use crate::search::{Bound, Clock, Limits, Report, SearchControl, SearchSettings, Value};

impl Open {
    /// Searches the position on the board within limits such as `ms=1000 skill=5`.
    pub(super) fn search(
        &mut self,
        limits: &str,
        report: &mut dyn FnMut(&str),
    ) -> Result<String, String> {
        let (limits, options) = read(limits)?;
        let game = &self.game;
        let settings = SearchSettings {
            noise: options.noise(game.position()),
            ..game.search_settings()
        };
        let mut observer = |found: &Report| {
            if found.bound == Bound::Exact {
                report(&written(found, &game.format_line(&found.pv)));
            }
        };
        let control = SearchControl::default();
        let found =
            self.searcher
                .search(game.position(), &limits, &settings, &control, &mut observer);
        Ok(object(&[
            (
                "best",
                or_null(found.best.map(|mv| string(&game.format(mv)))),
            ),
            ("score", score(found.value)),
            ("depth", found.depth.to_string()),
            ("nodes", found.nodes.to_string()),
        ]))
    }
}

/// Reads limits; a search without limits ends after a second.
fn read(text: &str) -> Result<(Limits, Options), String> {
    let mut limits = Limits::UNLIMITED;
    let mut options = Options {
        seed: Some(0),
        ..Options::new()
    };
    for word in text.split_whitespace() {
        let bad = || format!("unknown search limit `{word}`");
        let (name, value) = word.split_once('=').ok_or_else(bad)?;
        let value: u32 = value.parse().map_err(|_| bad())?;
        match name {
            "ms" => limits.clock = Clock::PerMove(Duration::from_millis(value.into())),
            "nodes" => limits.nodes = Some(value.into()),
            "depth" => limits.depth = Some(value),
            "skill" => options.skill_level = value,
            "seed" => options.seed = Some(value),
            _ => return Err(bad()),
        }
    }
    options.restrict(&mut limits);
    let limited = limits.nodes.is_some() || limits.depth.is_some();
    if limits.clock == Clock::Unlimited && !limited {
        limits.clock = Clock::PerMove(Duration::from_secs(1));
    }
    Ok((limits, options))
}

fn written(found: &Report, line: &[String]) -> String {
    object(&[
        ("depth", found.depth.to_string()),
        ("score", score(found.value)),
        ("nodes", found.nodes.to_string()),
        ("ms", found.time.as_millis().to_string()),
        ("pv", strings(line)),
    ])
}

/// The score for the side to move: centipawns, or moves to mate, negative if the side to move is mated.
fn score(value: Value) -> String {
    match value {
        Value::Centipawns(score) => object(&[("cp", score.to_string())]),
        Value::Mate(moves) => object(&[("mate", moves.to_string())]),
        Value::Mated(moves) => object(&[("mate", format!("-{moves}"))]),
    }
}
