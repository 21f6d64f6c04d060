//! The games that a match has played before, read from its files of JSON lines.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::line::GameLine;
use super::schedule::{Pairing, Plan};
use super::settings::Settings;
use super::table::Standings;
use crate::tools::lab::jsonl;

/// Reads the games of a file to resume its match, adds them to the standings, and returns them.
///
/// # Errors
/// If the file cannot be read, or a line is no game of this match; the message names the line.
pub fn read(
    path: &Path,
    plan: &Plan,
    settings: &Settings,
    standings: &mut Standings,
) -> anyhow::Result<HashSet<Pairing>> {
    let mut seen = HashMap::new();
    jsonl::read(path, |line: GameLine, number| {
        let game = place(&line, plan, settings)?;
        if let Some(first) = seen.insert(game, number) {
            bail!("the same game as in line {first}");
        }
        standings.add(game, &line);
        Ok(())
    })?;
    Ok(seen.into_keys().collect())
}

/// Adds the games of the parts of a match to the standings.
///
/// # Errors
/// If a file cannot be read, or has a line that is no game of this match, or a game that another file has too.
pub fn merge(
    paths: &[PathBuf],
    plan: &Plan,
    settings: &Settings,
    standings: &mut Standings,
) -> anyhow::Result<()> {
    let mut seen: HashMap<Pairing, &Path> = HashMap::new();
    for path in paths {
        jsonl::look(path, |line: GameLine, _| {
            let game = place(&line, plan, settings)?;
            if let Some(other) = seen.insert(game, path) {
                let (round, variant, other) = (line.round, &line.variant, other.display());
                bail!("a game of round {round} of {variant} is in {other} as well");
            }
            standings.add(game, &line);
            Ok(())
        })?;
    }
    Ok(())
}

/// The game of the plan to which a line belongs.
fn place(game: &GameLine, plan: &Plan, settings: &Settings) -> anyhow::Result<Pairing> {
    let mut differences = settings.differences(&game.settings);
    let engines = game.duel().map(|seat| seat.0);
    let duel = plan.duels.iter().position(|&duel| duel == engines);
    if duel.is_some() {
        let limits = engines.map(|engine| plan.engines[engine].limit.to_string());
        for (name, before, now) in [
            ("limit", &game.limit, &limits[0]),
            ("limit of the second engine", &game.limit_b, &limits[1]),
        ] {
            if before != now {
                differences.push(format!("{name} {before}, now {now}"));
            }
        }
    }
    if !differences.is_empty() {
        bail!("played with other settings: {}", differences.join("; "));
    }
    let Some(duel) = duel else {
        bail!(
            "{} and {} do not play each other in this match",
            game.a,
            game.b
        );
    };
    let GameLine { variant, round, .. } = game;
    let entry = plan.entries.iter().position(|entry| entry.name == *variant);
    match (entry, round.checked_sub(1)) {
        (Some(entry), Some(pair)) if plan.has(pair) => Ok(Pairing {
            entry,
            duel,
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
