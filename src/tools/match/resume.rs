//! Going on with a match that was interrupted: which of its games are in the file already.

use std::collections::HashMap;
use std::path::Path;

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
    mut each: impl FnMut(Pairing, &GameLine),
) -> anyhow::Result<()> {
    let mut seen: HashMap<Pairing, u32> = HashMap::new();
    jsonl::read(path, |game: GameLine, number| {
        let pairing = place(&game, plan, settings)?;
        if let Some(first) = seen.insert(pairing, number) {
            bail!("the same game as in line {first}");
        }
        each(pairing, &game);
        Ok(())
    })
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
        (Some(entry), Some(pair)) if pair < plan.pairs => Ok(Pairing {
            entry,
            pair,
            first: game.first(),
        }),
        (Some(_), _) => bail!("round {round} of {variant} is beyond --games"),
        (None, _) => bail!("{variant} is none of the games of this match"),
    }
}
