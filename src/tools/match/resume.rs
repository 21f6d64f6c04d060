//! Going on with a match that was interrupted: which of its games are in the file already.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};

use super::line::GameLine;
use super::schedule::{Pairing, Plan};
use super::settings::Settings;

/// No game takes so much, bytes.
const LONGEST_LINE: u64 = 1 << 24;
/// How the line of a game begins.
const BEGINNING: &[u8] = b"{\"variant\":\"";

/// Reads the games that a file has of a match, and hands on each with what it is in the plan. The
/// last line may be half written: then it is taken off the file.
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
    let file = match File::options().read(true).write(true).open(path) {
        Ok(file) => file,
        // nothing has been played yet
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    if !file.metadata()?.is_file() {
        bail!("{} is no file that could be gone on from", path.display());
    }
    let mut lines = BufReader::new(&file);
    let (mut number, mut read) = (0, 0);
    let mut seen: HashMap<Pairing, u32> = HashMap::new();
    loop {
        let mut line = Vec::new();
        let length = (&mut lines)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
            .with_context(|| format!("cannot read {}", path.display()))?
            as u64;
        if length == 0 {
            return Ok(());
        }
        number += 1;
        let here = || format!("{}:{number}", path.display());
        let whole = line.ends_with(b"\n");
        if line.trim_ascii().is_empty() {
            read += length;
            continue;
        }
        let game: GameLine = match serde_json::from_slice(&line) {
            Ok(game) => game,
            // what is no game at all is nothing of ours
            Err(_) if !whole && is_half_a_game(&line) => {
                log::warn!("{}: half a game, which is played again", here());
                return file.set_len(read).with_context(here);
            }
            Err(error) => return Err(error).with_context(|| format!("{}: no game", here())),
        };
        let pairing = place(&game, plan, settings).with_context(here)?;
        if let Some(first) = seen.insert(pairing, number) {
            bail!("{}: the same game as in line {first}", here());
        }
        each(pairing, &game);
        read += length;
        if !whole {
            return (&file).write_all(b"\n").with_context(here);
        }
    }
}

fn is_half_a_game(line: &[u8]) -> bool {
    let begun = line.len().min(BEGINNING.len());
    (line.len() as u64) < LONGEST_LINE && line[..begun] == BEGINNING[..begun]
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
