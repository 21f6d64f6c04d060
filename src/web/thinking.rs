//! The search for the page: limits and skill from a line, reports as they come.

use std::time::Duration;

use serde_json::{Value as Json, json};

use super::Open;
use crate::protocol::options::Options;
use crate::search::{Bound, Clock, Limits, Report, SearchControl, SearchSettings, Value};

impl Open {
    /// Searches the position on the board within limits such as `ms=1000 skill=5`.
    pub(super) fn search(
        &mut self,
        limits: &str,
        report: &mut dyn FnMut(&str),
    ) -> Result<Json, String> {
        let (limits, options) = read(limits)?;
        let game = &self.game;
        let settings = SearchSettings {
            noise: options.noise(game.position()),
            ..game.search_settings()
        };
        let mut observer = |found: &Report| {
            if found.bound == Bound::Exact {
                report(&written(found, &game.format_line(&found.pv)).to_string());
            }
        };
        let control = SearchControl::default();
        let found =
            self.searcher
                .search(game.position(), &limits, &settings, &control, &mut observer);
        Ok(json!({
            "best": found.best.map(|mv| game.format(mv)),
            "score": score(found.value),
            "depth": found.depth,
            "nodes": found.nodes,
        }))
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

fn written(found: &Report, line: &[String]) -> Json {
    json!({
        "depth": found.depth,
        "score": score(found.value),
        "nodes": found.nodes,
        "ms": found.time.as_millis() as u64,
        "pv": line,
    })
}

/// The score for the side to move: centipawns, or moves to mate, negative if the side to move is mated.
fn score(value: Value) -> Json {
    match value {
        Value::Centipawns(score) => json!({ "cp": score }),
        Value::Mate(moves) => json!({ "mate": moves }),
        Value::Mated(moves) => json!({ "mate": -i64::from(moves) }),
    }
}
