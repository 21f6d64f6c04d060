//! `fmax playtest`: plays a variant against itself and reports whether it is fair, whether games end, how much choice there is,
//! what the pieces do, and what its inventor should worry about.
//!
//! | module | owns |
//! |---|---|
//! | [`schedule`] | the games by their numbers |
//! | [`games`] | playing a game by its number |
//! | [`keep`] | the file of games |
//! | [`facts`], [`kinds`] | facts about one game |
//! | [`first_moves`] | the choice at the start |
//! | [`report`] | statistics of all games |
//! | [`worries`] | numbers beyond a threshold |
//! | [`text`] | the report for people, in lines and as a page with charts |

pub mod facts;
pub mod first_moves;
pub mod games;
pub mod keep;
pub mod kinds;
pub mod report;
pub mod schedule;
pub mod text;
pub mod worries;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;

use crate::files;
use crate::ruleset::Ruleset;
use crate::tools::findings::{Findings, Style};
use crate::tools::lab::interrupt;
use crate::tools::lab::shards::Terms;
use crate::tools::replacing;
use crate::tools::report::{Part, Section};
use crate::variant::{Library, Selections};
use report::Report;
use schedule::Plan;

#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The variant [default: the first one of the file].
    #[arg(value_name = "VARIANT")]
    pub game: Option<String>,
    /// The variant, as in other commands.
    #[arg(long, value_name = "NAME", conflicts_with = "game")]
    pub variant: Option<String>,
    /// Games to play; two of every eight are between unequal sides.
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: u32,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u64).range(10..=10_000_000))]
    pub nodes: u64,
    /// The stronger side of games between unequal sides searches this many times the nodes; 1: no such games.
    #[arg(long, value_name = "TIMES", default_value_t = 4,
        value_parser = clap::value_parser!(u32).range(1..=100))]
    pub stronger: u32,
    /// Random plies at the start, among sensible moves.
    #[arg(long, value_name = "PLIES", default_value_t = 6,
        value_parser = clap::value_parser!(u32).range(0..=60))]
    pub openings: u32,
    /// Games are drawn after N moves of each side.
    #[arg(long, value_name = "N", default_value_t = 300,
        value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub max_moves: u32,
    /// Seed of the random openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// The folder for the games, from which the same command resumes [default: beside the file of
    /// games, a folder of its name that ends in .playtest].
    #[arg(long, value_name = "FOLDER", conflicts_with = "records")]
    pub data: Option<PathBuf>,
    /// The file for the games [default: one in that folder, named after the rules and settings].
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Write the report as an HTML page.
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
    /// Overwrite an existing page.
    #[arg(long, requires = "html")]
    pub force: bool,
}

/// Plays games and reports. Returns the exit status: 0, or the status of an interrupt. `source` has the options that name the
/// file of variants in commands, each after a space.
pub fn run(
    library: &Library,
    arguments: &Arguments,
    source: &str,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let named = arguments.game.as_deref().or(arguments.variant.as_deref());
    let variant = library.find_or_default(named, &Selections::default())?;
    let rules = Arc::new(Ruleset::new(variant));
    if let Some(path) = &arguments.html {
        require_free(path, arguments.force)?;
    }
    let concurrency = arguments.concurrency as usize;
    interrupt::watch(|| {}).context("cannot listen to signals")?;
    let plan = arguments.plan(rules);
    let path = arguments.path(library, &plan)?;
    let wanted = arguments.games;
    let games = keep::play(&plan, &path, wanted, concurrency)?;
    if let Some(status) = interrupt::status() {
        let known = games.len();
        log::warn!("interrupted: {known} of {wanted} games; the same command resumes");
        return Ok(status);
    }
    let Some(first_moves) = first_moves::search(&plan, concurrency)? else {
        log::warn!("interrupted; the same command resumes");
        return Ok(interrupt::status().unwrap_or_default());
    };
    let report = Report::new(&plan, &games, first_moves)?;
    if let Some(path) = &arguments.html {
        let page = page(&report, &plan, source)?;
        files::replace(path, page.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    report.write(style, out)?;
    if let (Some(path), Style::Text) = (&arguments.html, style) {
        writeln!(out, "the page is {}", path.display())?;
    }
    Ok(0)
}

/// The report as a page, with the command that repeats it.
fn page(report: &Report, plan: &Plan, source: &str) -> anyhow::Result<String> {
    let mut document = report.document();
    let description = &plan.rules.variant().description;
    if !description.is_empty() {
        document.introduction.insert(0, description.clone());
    }
    let skill = match report.stronger {
        1 => "All games are between equals.".to_owned(),
        times => format!(
            "Six of eight games are between equals; in the others one side searches {times} times as many nodes, in pairs of games \
             with both colours."
        ),
    };
    let (openings, most) = (report.openings, report.max_moves);
    let note = format!(
        "The first {openings} plies of a game are drawn among the legal moves, e times less often for each 40 centipawns by which a \
         move is worse than the best one. All others are the best that a search finds; games end by the rules, or after {most} moves \
         of each side. {skill} The lead changes when a side is a pawn ahead and was a pawn behind before. First moves are as varied \
         as this number of equally good ones: the exponential of the entropy of how often they are chosen."
    );
    let command = plan.command(report.games) + source;
    let parts = [Part::Command(command), Part::Note(note)];
    document
        .sections
        .push(Section::new("how to repeat this", parts));
    document.page()
}

/// Checks that the page can be written without losing a file.
fn require_free(path: &Path, force: bool) -> anyhow::Result<()> {
    replacing::refuse(path, force)?;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        bail!("cannot write {}: there is no such folder", path.display());
    }
    Ok(())
}

impl Arguments {
    /// The games to play.
    fn plan(&self, rules: Arc<Ruleset>) -> Plan {
        Plan {
            rules,
            seed: self.seed,
            nodes: self.nodes,
            openings: self.openings,
            terms: Terms::new(self.stronger, self.max_moves),
        }
    }

    /// The path of the file of games; its folder is created.
    fn path(&self, library: &Library, plan: &Plan) -> anyhow::Result<PathBuf> {
        let path = match &self.records {
            Some(path) => path.clone(),
            None => {
                let named = self.data.clone();
                let folder = named.unwrap_or_else(|| library.workspace("playtest"));
                folder.join(keep::file_name(plan)?)
            }
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot write {}", folder.display()))?;
        }
        Ok(path)
    }
}
