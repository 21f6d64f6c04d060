//! `fmax playtest`: plays a variant against itself and reports: is it fair, does it end, is there a choice, what do its pieces do,
//! and what should its inventor worry about.
//!
//! | module | owns |
//! |---|---|
//! | [`schedule`] | which games there are, by their numbers |
//! | [`games`] | playing the game of a number |
//! | [`keep`] | the file in which games are kept |
//! | [`facts`], [`kinds`] | what there is to know about one game |
//! | [`first_moves`] | the choice at the start |
//! | [`report`] | what the games together tell |
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

/// What to play, and what to tell of it.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The game [default: the first one of the file].
    pub game: Option<String>,
    /// The game, named as other commands have it.
    #[arg(long, value_name = "GAME", conflicts_with = "game")]
    pub variant: Option<String>,
    /// Games to play; of eight games in turn two are between unequal sides.
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: u32,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u64).range(10..=10_000_000))]
    pub nodes: u64,
    /// In games between unequal sides one searches so many times as many nodes; 1: there are none.
    #[arg(long, value_name = "TIMES", default_value_t = 4,
        value_parser = clap::value_parser!(u32).range(1..=100))]
    pub stronger: u32,
    /// Plies at the start that are drawn by chance among sensible moves.
    #[arg(long, value_name = "PLIES", default_value_t = 6,
        value_parser = clap::value_parser!(u32).range(0..=60))]
    pub openings: u32,
    /// Games are drawn after so many moves of each side.
    #[arg(long, value_name = "N", default_value_t = 300,
        value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub max_moves: u32,
    /// Another seed, other games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// Where the games are kept, to go on with after an interruption [default: beside the file of
    /// games, a folder of its name that ends in .playtest].
    #[arg(long, value_name = "FOLDER", conflicts_with = "records")]
    pub data: Option<PathBuf>,
    /// The file that the games are kept in [default: one in that folder, with a name of its own for other
    /// rules and other settings].
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Write the report as a page to look at.
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
    /// Overwrite the page if it is there.
    #[arg(long, requires = "html")]
    pub force: bool,
}

/// Plays, and tells what was found. Returns the exit status: 0, or that of an interruption. `source` is what names the
/// file of games to another command, each word with a blank before it.
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
        log::warn!("interrupted: {known} of {wanted} games; the same command goes on");
        return Ok(status);
    }
    let Some(first_moves) = first_moves::search(&plan, concurrency)? else {
        log::warn!("interrupted; the same command goes on");
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

/// The report as a page, with how to repeat it.
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

/// Whether a file can be written that must not be lost.
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

    /// The file that they are kept in; its folder is made.
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
