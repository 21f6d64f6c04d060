//! The games that a match has played before, read from its files of JSON lines.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::line::GameLine;
use super::schedule::{Pairing, Plan};
use super::settings::Settings;
use super::table::Standings;
use crate::tools::lab::jsonl;

/// Reads the games of files, adds them to the standings, and returns them. A file to `resume` may be missing, and half a game
/// at its end is cut off; other files are not changed.
///
/// # Errors
/// If a file cannot be read, or has a line that is no game of this match, or a game twice; the message names the line.
pub fn read(
    paths: &[PathBuf],
    resume: bool,
    plan: &Plan,
    settings: &Settings,
    standings: &mut Standings,
) -> anyhow::Result<HashSet<Pairing>> {
    let mut seen: HashMap<Pairing, (&Path, u32)> = HashMap::new();
    for path in paths {
        let each = |line: GameLine, number: u32| {
            let game = place(&line, plan, settings)?;
            if let Some((path, number)) = seen.insert(game, (path.as_path(), number)) {
                bail!("the same game as in {}:{number}", path.display());
            }
            standings.add(game, &line);
            Ok(())
        };
        if resume {
            jsonl::read(path, each)?;
        } else {
            jsonl::look(path, each)?;
        }
    }
    Ok(seen.into_keys().collect())
}

/// The game of the plan to which a line belongs.
fn place(game: &GameLine, plan: &Plan, settings: &Settings) -> anyhow::Result<Pairing> {
    let mut differences = jsonl::differences(&game.settings, settings);
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
