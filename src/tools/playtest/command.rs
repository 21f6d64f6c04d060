//! `fmax playtest` as a command: its files, its threads, and Ctrl-C.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};

use super::first_moves::{Candidates, FirstMoves};
use super::report::Report;
use super::schedule::Plan;
use super::{Arguments, keep};
use crate::ruleset::Ruleset;
use crate::tools::findings::{Findings, Style};
use crate::tools::lab::{interrupt, workers};
use crate::tools::replacing;
use crate::tools::report::{Part, Section};
use crate::variant::{Library, Selections};

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
    let Some(first_moves) = first_moves(&plan, concurrency)? else {
        log::warn!("interrupted; the same command resumes");
        return Ok(interrupt::status().unwrap_or_default());
    };
    let report = Report::new(&plan, &games, first_moves)?;
    if let Some(path) = &arguments.html {
        let page = page(&report, &plan, source)?;
        replacing::replace(path, page.as_bytes())?;
    }
    report.write(style, out)?;
    if let (Some(path), Style::Text) = (&arguments.html, style) {
        writeln!(out, "the page is {}", path.display())?;
    }
    Ok(0)
}

/// Searches the first moves, `concurrency` at a time. `None` after Ctrl-C.
fn first_moves(plan: &Plan, concurrency: usize) -> anyhow::Result<Option<FirstMoves>> {
    let candidates = Candidates::new(plan);
    let mut values = vec![None; candidates.count() as usize];
    workers::run_missing(
        format!("{}: first moves", plan.rules.variant().name),
        concurrency,
        0,
        (0..candidates.count()).collect(),
        || candidates.player(),
        |player, index, stop| {
            let value = candidates.search(player, index);
            (!stop()).then_some((index, value))
        },
        |(index, value)| {
            values[index as usize] = Some(value);
            Ok(())
        },
    )?;
    let values: Option<Vec<_>> = values.into_iter().collect();
    Ok(values.map(|values| candidates.weigh(values)))
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
