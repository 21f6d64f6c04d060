//! `fmax suite`: positions whose best move is known, and how soon it is found; or of which it is known what they are
//! worth, and how well they are judged; or what their moves are worth.
//!
//! | module | owns |
//! |---|---|
//! | [`epd`] | lines of EPD |
//! | [`positions`] | positions and the moves that solve them |
//! | [`answer`] | what a search says about one, and since when it was right |
//! | [`limit`] | how far is searched |
//! | [`rival`] | another engine that is asked instead |
//! | [`schedule`] | the threads that search |
//! | [`mod@line`] | a result as a line |
//! | [`by_game`] | results kept apart by game |
//! | [`judgements`] | how well scores tell what positions are worth |
//! | [`points`] | points for moves |
//! | [`table`] | all results as a table |

pub mod answer;
pub mod by_game;
pub mod epd;
pub mod judgements;
pub mod limit;
pub mod line;
pub mod points;
pub mod positions;
pub mod rival;
pub mod schedule;
pub mod table;

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use super::findings::{Findings, Style};
use super::interrupt;
use super::r#match::clock::positive_seconds;
use super::r#match::engine::{EngineSettings, Protocol, kill_all};
use super::r#match::engine_names;
use super::r#match::settings::option;
use super::show_progress;
use crate::search::MAX_THREADS;
use crate::variant::Library;
use limit::Limit;
use line::Line;
use positions::Puzzle;
use rival::Rival;
use schedule::Plan;
use table::Table;

/// Without any limit so many nodes are searched.
const DEFAULT_NODES: u64 = 200_000;
/// The size of the hash table, MB: that with which the engine plays.
const DEFAULT_HASH: u64 = 48;

/// What to search, and how far.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// Files of EPD, with the moves to find (`bm`) or to avoid (`am`), or with what the position is
    /// worth to the side to move, in centipawns (`ce`), or points for moves (`c0 "Nf3=10, e4=7"`); positions of
    /// other games than that of --variant say so (`variant "capablanca";`).
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
    /// Ask this engine, which speaks UCI, instead of the own search: a command line in quotation
    /// marks.
    #[arg(long, value_name = "COMMAND")]
    pub uci: Option<String>,
    /// An option of that engine; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = option, requires = "uci")]
    pub option: Vec<(String, String)>,
    /// That engine has stalled after so many seconds, or so long after its time.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = positive_seconds)]
    pub stall: Duration,
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

    /// The engine to be asked about these positions, if it is another one.
    fn rival(
        &self,
        library: &Library,
        memory: Option<u64>,
        puzzles: &[Puzzle],
    ) -> anyhow::Result<Option<Rival>> {
        let Some(text) = &self.uci else {
            return Ok(None);
        };
        let mut options = self.option.clone();
        if self.threads > 1 {
            options.push(("Threads".to_owned(), self.threads.to_string()));
        }
        let mut names = HashMap::new();
        for puzzle in puzzles {
            let called = || engine_names(library, puzzle.variant(), puzzle.game.rules().variant());
            names
                .entry(puzzle.variant().to_owned())
                .or_insert_with(called);
        }
        Ok(Some(Rival {
            settings: EngineSettings {
                command: text.parse().with_context(|| format!("`{text}`"))?,
                protocol: Protocol::Uci,
                options,
                memory,
                limit: self.limit().for_engines(),
            },
            names,
            stall: self.stall,
        }))
    }
}

/// Searches positions and writes how it went; returns the exit status: 0, or more if it was
/// interrupted or if lines of the files could not be used. Positions that do not name their game are of `game`; `memory` is what the
/// hash table of each search takes, MB.
///
/// # Errors
/// If a position cannot be read, if a search or another engine fails, or if nothing can be written.
/// What came out before is written all the same.
pub fn run(
    library: &Library,
    game: Option<&str>,
    arguments: &Arguments,
    memory: Option<u64>,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let (puzzles, skipped) = positions::read(library, game, &arguments.files)?;
    let plan = Plan {
        rival: arguments.rival(library, memory, &puzzles)?,
        puzzles,
        limit: arguments.limit(),
        hash: usize::try_from(memory.unwrap_or(DEFAULT_HASH) << 20).unwrap_or(usize::MAX),
        threads: arguments.threads as usize,
    };
    interrupt::watch(kill_all).context("cannot listen to signals")?;
    let mut table = Table::new(&plan);
    let searched = schedule::run(&plan, arguments.concurrency as usize, |puzzle, answer| {
        let line = Line::new(puzzle, answer);
        show_progress("");
        if arguments.list || style != Style::Text {
            line.write(style, out)?;
        }
        table.add(&line);
        show_progress(&table.progress());
        Ok(())
    });
    show_progress("");
    // without any result there is nothing to tell but why
    if style == Style::Text && (searched.is_ok() || table.is_begun()) {
        table.write(out)?;
    }
    searched?;
    let status = interrupt::status();
    if status.is_some() {
        log::warn!("interrupted: {}", table.progress());
    }
    Ok(status.unwrap_or(u8::from(skipped > 0)))
}
