//! The file of games: a shard as in `fmax learn`, which can be resumed.

use std::path::Path;

use anyhow::bail;

use super::games::{Games, Generator, UNRECORDED};
use super::schedule::Plan;
use crate::files::safe_name;
use crate::tools::lab::interrupt;
use crate::tools::lab::shards::Writer;
use crate::tools::lab::workers;

/// The default name of the file. Other rules or settings lead to another name, so that a variant is played anew when
/// its rules have changed.
pub fn file_name(plan: &Plan) -> anyhow::Result<String> {
    let settings = crc32fast::hash(plan.header().line()?.as_bytes());
    let (game, seed) = (safe_name(&plan.rules.variant().name), plan.seed);
    Ok(format!("{game}.seed{seed}.{settings:08x}.games"))
}

/// Plays those of the first `wanted` games that are not in the file, and returns all of these. After an interrupt some are
/// missing.
pub fn play(plan: &Plan, path: &Path, wanted: u32, concurrency: usize) -> anyhow::Result<Games> {
    let mut writer = Writer::open(path, plan.header())?;
    let missing: Vec<u32> = (0..wanted)
        .filter(|number| !writer.games().contains_key(number))
        .collect();
    workers::run_missing(
        format!("{}: playing", plan.rules.variant().name),
        concurrency,
        wanted as usize - missing.len(),
        missing,
        || Generator::new(plan),
        |generator, number, stop| generator.play(number, stop),
        |game| writer.add(game.number, game),
    )?;
    let all = writer.games().range(..wanted);
    let all: Games = all.map(|(&number, game)| (number, game.clone())).collect();
    if all.len() == wanted as usize {
        writer.finish()?;
    } else if interrupt::status().is_none() {
        bail!(UNRECORDED);
    }
    Ok(all)
}
