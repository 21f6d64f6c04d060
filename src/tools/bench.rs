//! `fmax bench`: fixed searches, whose number of positions changes only when the search does.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{on_search_thread, write_speed};
use crate::ruleset::Ruleset;
use crate::search::{Limits, SearchControl, SearchSettings, Searcher, TranspositionTable};
use crate::variant::{Library, ReadOptions, Selections, Variant};

/// Deep enough to meet every part of the search.
pub const DEFAULT_DEPTH: u32 = 11;
/// The games whose start positions are searched: as different from each other as possible.
const GAMES: [&str; 10] = [
    "normal",
    "capablanca",
    "knightmate",
    "shatranj",
    "makruk",
    "spartan",
    "berolina",
    "falcon",
    "bifurcator",
    "seirawan",
];
/// As many plies as make a draw by the 50-move rule.
const MOVE_RULE_PLIES: u32 = 100;

/// Searches and writes what it took, with the nets that are part of the program or without. Uses the
/// built-in games only, so that the figures do not depend on any file.
///
/// # Errors
/// If nothing can be written, or the search fails.
pub fn run(depth: u32, hash_bytes: usize, nets: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let library = Library::builtin(ReadOptions::default());
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for name in GAMES {
        let Ok(variant) = library.find(name, &Selections::default()) else {
            log::info!("no built-in game {name}");
            continue;
        };
        let (searched, elapsed) = search(variant, depth, hash_bytes, nets)?;
        writeln!(out, "{name:<12} {searched:>12}")?;
        nodes += searched;
        time += elapsed;
    }
    write_speed(out, nodes, time)?;
    // in the words that OpenBench looks for
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    writeln!(out, "{nodes} nodes {speed:.0} nps")?;
    Ok(())
}

/// Searches the start position with a fresh table; returns the positions and the time it took.
fn search(
    variant: Arc<Variant>,
    depth: u32,
    hash_bytes: usize,
    nets: bool,
) -> anyhow::Result<(u64, Duration)> {
    on_search_thread(move || {
        let rules = Arc::new(match nets {
            true => Ruleset::new(variant),
            false => Ruleset::without_net(variant),
        });
        let table = Arc::new(TranspositionTable::new(hash_bytes));
        let position = rules.start();
        let mut searcher = Searcher::new(rules, table);
        let settings = SearchSettings {
            move_rule_plies: MOVE_RULE_PLIES,
            ..SearchSettings::default()
        };
        let start = Instant::now();
        let control = SearchControl::default();
        let limits = Limits::depth(depth);
        let result = searcher.search(&position, &limits, &settings, &control, &mut ());
        (result.nodes, start.elapsed())
    })
}
