//! `fmax bench`: searches whose number of nodes changes only when the search or the evaluation does.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;

use super::{on_search_thread, write_speed};
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::search::{Limits, SearchControl, SearchSettings, Searcher, TranspositionTable};
use crate::variant::{Library, ReadOptions, Selections};

/// Deep enough to use all parts of the search.
pub const DEFAULT_DEPTH: u32 = 10;
/// The positions, one per line: `VARIANT` for its start position, or `VARIANT: FEN`. Middlegames and endgames
/// are from games of fmax at 100 nodes a move.
const POSITIONS: &str = include_str!("bench.txt");
/// The 50-move rule in plies.
const MOVE_RULE_PLIES: u32 = 100;

/// Searches the positions with the shipped nets or without, and writes the nodes of each variant and the speed. Reads
/// the built-in file only, so that the figures do not depend on any other.
///
/// # Errors
/// Writing or a search fails.
pub fn run(depth: u32, hash_bytes: usize, nets: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let library = Library::builtin(ReadOptions::default());
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let positions: Vec<_> = POSITIONS
        .lines()
        .map(|line| line.split_once(": ").unwrap_or((line, "")))
        .collect();
    for group in positions.chunk_by(|a, b| a.0 == b.0) {
        let name = group[0].0;
        let variant = library
            .find(name, &Selections::default())
            .with_context(|| format!("the built-in file has no variant {name}"))?;
        let rules = Arc::new(if nets {
            Ruleset::new(variant)
        } else {
            Ruleset::without_net(variant)
        });
        let mut searched = 0;
        for (_, fen) in group {
            let (count, elapsed) = search(&rules, fen, depth, hash_bytes)?;
            searched += count;
            time += elapsed;
        }
        writeln!(out, "{name:<12} {searched:>12}")?;
        nodes += searched;
    }
    write_speed(out, nodes, time)?;
    // in the words that OpenBench looks for
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    writeln!(out, "{nodes} nodes {speed:.0} nps")?;
    Ok(())
}

/// Searches a position, the start position if `fen` is empty, with a fresh table; returns the nodes and the time.
fn search(
    rules: &Arc<Ruleset>,
    fen: &'static str,
    depth: u32,
    hash_bytes: usize,
) -> anyhow::Result<(u64, Duration)> {
    on_search_thread(move || -> anyhow::Result<_> {
        let table = Arc::new(TranspositionTable::new(hash_bytes));
        let position = if fen.is_empty() {
            rules.start()
        } else {
            Position::from_fen(&rules.layout, fen)?
        };
        let mut searcher = Searcher::new(rules.clone(), table);
        let settings = SearchSettings {
            move_rule_plies: MOVE_RULE_PLIES,
            ..SearchSettings::default()
        };
        let start = Instant::now();
        let control = SearchControl::default();
        let limits = Limits::depth(depth);
        let result = searcher.search(&position, &limits, &settings, &control, &mut ());
        Ok((result.nodes, start.elapsed()))
    })?
}
