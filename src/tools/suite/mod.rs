//! `fmax suite`: positions whose best move is known, and how soon it is found.
//!
//! | module | owns |
//! |---|---|
//! | [`epd`] | lines of EPD |
//! | [`positions`] | positions and the moves that solve them |
//! | [`answer`] | what a search says about one, and since when it was right |
//! | [`limit`] | how far is searched |
//! | [`schedule`] | the threads that search |
//! | [`line`] | a result as a line |
//! | [`table`] | all results as a table |

pub mod answer;
pub mod epd;
pub mod limit;
pub mod line;
pub mod positions;
pub mod schedule;
pub mod table;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use super::findings::{Findings, Style};
use super::interrupt;
use super::r#match::clock::positive_seconds;
use super::show_progress;
use crate::search::MAX_THREADS;
use crate::variant::Library;
use limit::Limit;
use line::Line;
use schedule::Plan;
use table::Table;

/// Without any limit so many nodes are searched.
const DEFAULT_NODES: u64 = 200_000;

/// What to search, and how far.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// Files of EPD, with the moves to find (`bm`) or to avoid (`am`); positions of other games than
    /// that of --variant say so (`variant "capablanca";`).
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Nodes for each position [default: 200000].
    #[arg(long, value_name = "N", group = "limit",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub nodes: Option<u64>,
    /// Plies for each position.
    #[arg(long, value_name = "N", group = "limit",
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Time for each position, in seconds.
    #[arg(long, value_name = "SECONDS", group = "limit", value_parser = positive_seconds)]
    pub time: Option<Duration>,
    /// Positions at the same time.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    pub concurrency: u32,
    /// Threads for each position.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS as i64))]
    pub threads: u32,
    /// Write a line for each position, too.
    #[arg(long)]
    pub list: bool,
}

impl Arguments {
    /// What limits the searches.
    fn limit(&self) -> Limit {
        let depth = self.depth.map(Limit::Depth);
        let limit = depth.or(self.time.map(Limit::Time));
        limit.unwrap_or(Limit::Nodes(self.nodes.unwrap_or(DEFAULT_NODES)))
    }
}

/// Searches positions and writes how it went; returns the exit status: 0, or more if it was
/// interrupted. Positions that do not name their game are of `game`; `hash` is the size of the
/// hash table of each search, bytes.
///
/// # Errors
/// If a position cannot be read, if a search fails, or if nothing can be written.
pub fn run(
    library: &Library,
    game: Option<&str>,
    arguments: &Arguments,
    hash: usize,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let plan = Plan {
        puzzles: positions::read(library, game, &arguments.files)?,
        limit: arguments.limit(),
        hash,
        threads: arguments.threads as usize,
    };
    // what is searched is not to be saved
    interrupt::watch(|| ()).context("cannot listen to signals")?;
    let mut table = Table::new(&plan);
    schedule::run(&plan, arguments.concurrency as usize, |puzzle, answer| {
        let line = Line::new(puzzle, answer);
        show_progress("");
        if arguments.list || style != Style::Text {
            line.write(style, out)?;
        }
        table.add(&line);
        show_progress(&table.progress());
        Ok(())
    })?;
    show_progress("");
    if style == Style::Text {
        table.write(out)?;
    }
    let status = interrupt::status();
    if status.is_some() {
        log::warn!("interrupted: {}", table.progress());
    }
    Ok(status.unwrap_or(0))
}
