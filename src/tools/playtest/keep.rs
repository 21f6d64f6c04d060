//! Where the games are kept: files as those that are learnt from, which grow and can be gone on with; and
//! what several machines have played, put together.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::games::Generator;
use super::schedule::Plan;
use crate::files::safe_name;
use crate::ruleset::Ruleset;
use crate::tools::interrupt;
use crate::tools::learn::shards::{self, Header, Record, Writer};
use crate::tools::part::{Part, missing};
use crate::tools::progress::Bar;
use crate::tools::workers;

/// Games by their numbers.
pub type Games = BTreeMap<u32, Record>;

/// What a file is called that nobody names: other rules or settings are other files, so that a game whose
/// rules are being changed is played anew with each of them.
pub fn file_name(plan: &Plan, part: Part) -> anyhow::Result<String> {
    let settings = plan.header(Part::WHOLE).line()?;
    let settings = crc32fast::hash(settings.as_bytes());
    let part = match part.parts {
        1 => String::new(),
        parts => format!(".part{}of{parts}", part.part),
    };
    let (game, seed) = (safe_name(&plan.rules.variant().name), plan.seed);
    Ok(format!("{game}.seed{seed}.{settings:08x}{part}.games"))
}

/// Plays those of the first `games` games that belong to a part and are not in the file, so many at a time,
/// and returns all that are there. Whoever orders us to end is obeyed: then some are missing.
///
/// # Errors
/// If a game cannot be played or written, or the file has other games.
pub fn play(
    plan: &Plan,
    path: &Path,
    part: Part,
    games: u32,
    concurrency: usize,
) -> anyhow::Result<Games> {
    let mut writer = Writer::open(path, plan.header(part))?;
    let wanted = part.share(games);
    let header = writer.header().clone();
    let missing: Vec<(u32, u32)> = (0..wanted)
        .filter(|index| !writer.games().contains_key(index))
        .filter_map(|index| Some((index, header.number(index)?)))
        .collect();
    if !missing.is_empty() {
        let mut known = wanted - missing.len() as u32;
        let mut bar = Bar::new(format!("{}: playing", plan.rules.variant().name));
        let mut show = |known: u32| {
            let done = f64::from(known) / f64::from(wanted.max(1));
            bar.show(done, &format!("{known} of {wanted} games"));
        };
        show(known);
        let played = workers::run(
            "playtest",
            concurrency.min(missing.len()),
            missing.into_iter(),
            || Generator::new(plan),
            |generator, (index, number), stop| Some((index, generator.play(number, stop)?)),
            |game| {
                if let Some((index, game)) = game {
                    writer.add(index, game)?;
                    known += 1;
                }
                show(known);
                Ok(ControlFlow::Continue(()))
            },
        );
        bar.clear();
        played?;
    }
    let all = writer.games().range(..wanted);
    let all: Games = all.map(|(_, game)| (game.number, game.clone())).collect();
    if all.len() == wanted as usize {
        writer.finish()?;
    } else if interrupt::status().is_none() {
        bail!(
            "some games have more moves than can be written down; --max-moves makes them shorter"
        );
    }
    Ok(all)
}

/// What files have together.
#[derive(Debug)]
pub struct Merged {
    /// What decided the course of the games.
    pub plan: Plan,
    /// The games.
    pub games: Games,
}

/// Puts the games of several files together. What is in more than one of them counts once.
///
/// # Errors
/// If one cannot be read, has other games, or contradicts another one.
pub fn merge(paths: &[PathBuf], rules: &std::sync::Arc<Ruleset>) -> anyhow::Result<Merged> {
    let mut merged: Option<(Plan, &Path)> = None;
    let mut games = Games::new();
    let mut parts: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for path in paths {
        let here = || path.display().to_string();
        let contents = shards::read(path)?;
        let header = &contents.header;
        let terms = (header.playtest)
            .with_context(|| format!("{}: its games are not those of `fmax playtest`", here()))?;
        if !terms.are_known() {
            bail!(
                "{}: its games were played by another version of fmax",
                here()
            );
        }
        header.require_rules(rules.variant()).with_context(here)?;
        let plan = Plan::of(header, terms, rules.clone());
        plan.require_playable().with_context(here)?;
        require_evaluation(header, &plan).with_context(here)?;
        match &merged {
            None => merged = Some((plan, path)),
            Some((first, known)) => {
                let (first, now) = (first.header(Part::WHOLE), plan.header(Part::WHOLE));
                let together = || format!("{} does not go with {}", here(), known.display());
                now.require_same(&first).with_context(together)?;
            }
        }
        if contents.torn > 0 {
            log::warn!("{}: half a game at the end is left out", here());
        }
        parts.entry(header.parts).or_default().insert(header.part);
        for game in contents.games {
            let number = game.number;
            if let Some(other) = games.insert(number, game)
                && games.get(&number) != Some(&other)
            {
                bail!(
                    "{}: game {number} is another one than in a file before it",
                    here()
                );
            }
        }
    }
    let (plan, _) = merged.context("there are no files to merge")?;
    warn_of_missing(&games, &parts);
    Ok(Merged { plan, games })
}

/// Whether the games were played with the evaluation that the game has here.
///
/// # Errors
/// If they were not: what is found out from its start would not go with them.
fn require_evaluation(header: &Header, plan: &Plan) -> anyhow::Result<()> {
    let now = plan.header(Part {
        part: header.part,
        parts: header.parts,
    });
    header.require_same(&now)
}

/// Tells if games are missing before the last one, or a part of those into which they were divided.
fn warn_of_missing(games: &Games, parts: &BTreeMap<u32, BTreeSet<u32>>) {
    if let Some((&parts, known)) = parts.first_key_value().filter(|_| parts.len() == 1) {
        for part in (1..=parts).filter(|part| !known.contains(part)) {
            log::warn!("part {part} of {parts} is not among the files");
        }
    }
    if let Some((count, of, first)) = missing(games.keys().copied()) {
        log::warn!(
            "{count} of the first {of} games are missing, the first one is number {first}: a part is not \
             there or not complete"
        );
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use super::super::schedule::Terms;
    use super::*;
    use crate::variant::{Library, ReadOptions, Selections};

    #[test]
    fn settings_that_nobody_can_ask_for_are_refused() {
        let library = Library::builtin(ReadOptions::default());
        let variant = library.find("los-alamos", &Selections::default()).unwrap();
        let rules = Arc::new(Ruleset::new(variant));
        let path = std::env::temp_dir().join(format!("fmax-playtest-{}", std::process::id()));
        let merged = |nodes: u64, openings: u32, terms: Terms| {
            let plan = Plan {
                rules: rules.clone(),
                seed: 1,
                nodes,
                openings,
                terms,
            };
            fs::write(&path, plan.header(Part::WHOLE).line().unwrap()).unwrap();
            let merged = merge(std::slice::from_ref(&path), &rules);
            merged.map(|_| ()).map_err(|error| format!("{error:#}"))
        };
        let terms = Terms::new(4, 100);
        assert_eq!(merged(100, 4, terms), Ok(()));
        for (nodes, openings, terms, told) in [
            (
                1 << 62,
                4,
                terms,
                "--nodes 4611686018427387904, but with 10 to 10000000",
            ),
            (u64::MAX, 4, terms, ", but with 10 to 10000000"),
            (0, 4, terms, "--nodes 0, but with 10 to 10000000"),
            (100, 61, terms, "--openings 61, but with 0 to 60"),
            (
                100,
                4,
                Terms::new(u32::MAX, 100),
                "--stronger 4294967295, but with 1 to 100",
            ),
            (
                100,
                4,
                Terms::new(4, 0),
                "--max-moves 0, but with 1 to 2000",
            ),
        ] {
            let error = merged(nodes, openings, terms).unwrap_err();
            assert!(error.ends_with(told), "{error}");
        }
        fs::remove_file(&path).unwrap();
    }
}
