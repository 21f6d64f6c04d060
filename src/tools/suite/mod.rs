//! `fmax suite`: searches positions whose best move is known, and reports how soon that move is found.
//!
//! | module | owns |
//! |---|---|
//! | `positions` | positions and the moves that solve them |
//! | `answer` | a search of one, by our own search or by another engine |
//! | `line` | a result as a line |
//! | `table` | all results as a table |

mod answer;
pub mod line;
mod positions;
mod table;

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use super::findings::{Findings, Style};
use super::lab::interrupt;
use super::lab::workers::{self, InOrder};
use super::r#match::clock::{Limit, positive_seconds};
use super::r#match::engine::{EngineSettings, Protocol, kill_all};
use super::r#match::engine_names;
use super::r#match::settings::option;
use super::show_progress;
use crate::search::{MAX_THREADS, SearchControl};
use crate::variant::Library;
use answer::{Answer, Searcher};
use line::Line;
use positions::Puzzle;
use table::Table;

/// Nodes for each position, unless the user names a limit.
const DEFAULT_NODES: u64 = 200_000;
/// The size of the hash table in MB, as in play.
const DEFAULT_HASH: u64 = 48;

/// The options of `fmax suite`.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// EPD files with the moves to find (`bm`), to avoid (`am`), or the moves to mate (`dm`). A position of another
    /// game than that of --variant names it (`variant "capablanca";`).
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Nodes for each position [default: 200000].
    #[arg(long, value_name = "N", group = "limit",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    nodes: Option<u64>,
    /// Plies for each position.
    #[arg(long, value_name = "N", group = "limit",
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Time for each position, in seconds.
    #[arg(long, value_name = "SECONDS", group = "limit", value_parser = positive_seconds)]
    time: Option<Duration>,
    /// Ask this UCI engine instead of our own search: a command line in quotation marks.
    #[arg(long, value_name = "COMMAND")]
    uci: Option<String>,
    /// An option of that engine; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = option, requires = "uci")]
    option: Vec<(String, String)>,
    /// That engine has stalled when it is silent this long beyond its time.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = positive_seconds)]
    stall: Duration,
    /// Positions searched at the same time.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Threads for each position.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS as i64))]
    threads: u32,
    /// Write a line for each position, too.
    #[arg(long)]
    list: bool,
}

impl Arguments {
    fn limit(&self) -> Limit {
        let limit = self.depth.map(Limit::Depth);
        let limit = limit.or(self.time.map(Limit::MoveTime));
        limit.unwrap_or(Limit::Nodes(self.nodes.unwrap_or(DEFAULT_NODES)))
    }

    fn searcher(
        &self,
        library: &Library,
        memory: Option<u64>,
        puzzles: &[Puzzle],
    ) -> anyhow::Result<Searcher> {
        let Some(text) = &self.uci else {
            return Ok(Searcher::Own {
                hash: usize::try_from(memory.unwrap_or(DEFAULT_HASH) << 20).unwrap_or(usize::MAX),
                threads: self.threads as usize,
                control: SearchControl::default(),
            });
        };
        let mut options = self.option.clone();
        if self.threads > 1 {
            options.push(("Threads".to_owned(), self.threads.to_string()));
        }
        let mut names = HashMap::new();
        for puzzle in puzzles {
            names.entry(puzzle.variant().to_owned()).or_insert_with(|| {
                engine_names(library, puzzle.variant(), puzzle.game.rules().variant())
            });
        }
        Ok(Searcher::External {
            settings: EngineSettings {
                command: text.parse().with_context(|| format!("`{text}`"))?,
                protocol: Protocol::Uci,
                options,
                memory,
                limit: self.limit(),
            },
            names,
            stall: self.stall,
        })
    }
}

/// Searches positions and writes the results. Positions that do not name their variant are of `game`; `memory` is the size of
/// each search's hash table in MB. Returns the exit status: 0; 1 if lines of the files could not be used; or the status of an
/// interrupt.
///
/// # Errors
/// If no position can be read, a search or another engine fails, or nothing can be written. Results from before a failed
/// search are written all the same.
pub fn run(
    library: &Library,
    game: Option<&str>,
    arguments: &Arguments,
    memory: Option<u64>,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let (puzzles, skipped) = positions::read(library, game, &arguments.files)?;
    let searcher = arguments.searcher(library, memory, &puzzles)?;
    interrupt::watch(kill_all).context("cannot listen to signals")?;
    let mut table = Table::new(&searcher.name(), arguments.limit(), puzzles.len());
    let searched = search(&puzzles, &searcher, arguments, |puzzle, answer| {
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

/// Searches all positions, and hands on the answers in the order of the positions. On Ctrl-C, searches under way are
/// abandoned.
fn search(
    puzzles: &[Puzzle],
    searcher: &Searcher,
    arguments: &Arguments,
    mut each: impl FnMut(&Puzzle, &Answer) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut answers = InOrder::default();
    let mut add = |number, answer| -> anyhow::Result<()> {
        answers.add(number, answer);
        while let Some((number, answer)) = answers.take() {
            each(&puzzles[number as usize], &answer)?;
        }
        Ok(())
    };
    let limit = arguments.limit();
    let searched = workers::run(
        "suite",
        (arguments.concurrency as usize).min(puzzles.len()),
        (0..).zip(puzzles),
        || None,
        |engine, (number, puzzle), stop| {
            let answer = searcher.ask(engine, puzzle, limit);
            (!stop()).then_some((number, answer))
        },
        |result| {
            let added = match result {
                Some((number, answer)) => answer.and_then(|answer| add(number, answer)),
                None => Ok(()),
            };
            if added.is_err() || interrupt::status().is_some() {
                searcher.stop();
            }
            added.map(|()| true)
        },
    );
    // after Ctrl-C, answers may wait for one that will not come
    for (number, answer) in answers.into_rest() {
        each(&puzzles[number as usize], &answer)?;
    }
    searched
}
