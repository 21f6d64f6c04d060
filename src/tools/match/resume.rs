//! Going on with a match that was interrupted: which of its games are in the file already.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::line::GameLine;
use super::schedule::{Pairing, Plan};
use super::settings::Settings;
use crate::tools::jsonl;

/// Reads the games that a file has of a match, and hands on each with what it is in the plan.
///
/// # Errors
/// If the file cannot be read, or has games that are none of this match: the message says which
/// line and why.
pub fn read(
    path: &Path,
    plan: &Plan,
    settings: &Settings,
    each: impl FnMut(Pairing, &GameLine),
) -> anyhow::Result<()> {
    jsonl::read(path, placed(plan, settings, each))
}

/// Hands on the games of the lines of one file.
fn placed(
    plan: &Plan,
    settings: &Settings,
    mut each: impl FnMut(Pairing, &GameLine),
) -> impl FnMut(GameLine, u32) -> anyhow::Result<()> {
    let mut seen: HashMap<Pairing, u32> = HashMap::new();
    move |game, number| {
        let pairing = place(&game, plan, settings)?;
        if let Some(first) = seen.insert(pairing, number) {
            bail!("the same game as in line {first}");
        }
        each(pairing, &game);
        Ok(())
    }
}

/// Reads the games that several files have of a match together, as its parts have been played, and hands
/// on each with what it is in the plan.
///
/// # Errors
/// If one is not there or cannot be read, has games that are none of this match, or one that another
/// file has as well.
pub fn merge(
    paths: &[PathBuf],
    plan: &Plan,
    settings: &Settings,
    mut each: impl FnMut(Pairing, &GameLine),
) -> anyhow::Result<()> {
    let mut seen: HashMap<Pairing, &Path> = HashMap::new();
    for path in paths {
        let here = || path.display().to_string();
        let mut twice = None;
        let add = |pairing, line: &GameLine| {
            if let Some(other) = seen.insert(pairing, path) {
                twice.get_or_insert((other, line.round, line.variant.clone()));
            } else {
                each(pairing, line);
            }
        };
        jsonl::look(path, placed(plan, settings, add))?;
        if let Some((other, round, variant)) = twice {
            let other = other.display();
            bail!(
                "{}: a game of round {round} of {variant} is in {other} as well",
                here()
            );
        }
    }
    Ok(())
}

/// Which game of the plan this is.
fn place(game: &GameLine, plan: &Plan, settings: &Settings) -> anyhow::Result<Pairing> {
    let limits = plan
        .engines
        .each_ref()
        .map(|engine| engine.limit.to_string());
    let mut differences = settings.differences(&game.settings);
    for (name, before, now) in [
        ("limit", &game.limit, &limits[0]),
        ("limit of the second engine", &game.limit_b, &limits[1]),
    ] {
        if before != now {
            differences.push(format!("{name} {before}, now {now}"));
        }
    }
    if !differences.is_empty() {
        bail!("played with other settings: {}", differences.join("; "));
    }
    let GameLine { variant, round, .. } = game;
    let entry = plan.entries.iter().position(|entry| entry.name == *variant);
    match (entry, round.checked_sub(1)) {
        (Some(entry), Some(pair)) if plan.has(pair) => Ok(Pairing {
            entry,
            pair,
            first: game.first(),
        }),
        (Some(_), Some(pair)) if pair < plan.pairs => {
            bail!("round {round} of {variant} belongs to another --shard")
        }
        (Some(_), _) => bail!("round {round} of {variant} is beyond --games"),
        (None, _) => bail!("{variant} is none of the games of this match"),
    }
}
