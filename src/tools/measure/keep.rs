//! The file of games, which can be resumed, and merged with the files of other machines ([`mod@merge`]).

pub mod merge;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::games::{Generator, Played, Settings};
use super::testbed::TestBed;
use crate::files::{self, Lock};
use crate::tools::lab::interrupt;
use crate::tools::lab::jsonl::{self, Target, require_same};
use crate::tools::lab::part::Part;
use crate::tools::lab::workers;

/// Changes when later versions of fmax play games with the same numbers differently.
pub const VERSION: u32 = 2;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    variant: String,
    round: u32,
    #[serde(flatten)]
    played: Played,
    settings: Settings,
}

/// The games of a round.
#[derive(Clone, Debug)]
pub struct Games {
    pub round: u32,
    pub settings: Settings,
    /// The games by their numbers from 0.
    pub games: BTreeMap<u32, Played>,
}

/// The games of a file, to which more are added: the file is locked, and sorted when it is complete. Without a file the games
/// are not kept.
#[derive(Debug, Default)]
pub struct Store {
    file: Option<(Target, Lock)>,
    /// The games, by the number of the round and of the game.
    lines: BTreeMap<(u32, u32), GameLine>,
    /// True if the games of the file are out of order.
    unsorted: bool,
}

impl Store {
    /// Opens a file to resume it, or creates it and its folder.
    pub fn open(path: Option<&Path>) -> anyhow::Result<Store> {
        let mut store = Store::default();
        if let Some(path) = path {
            let cannot = || format!("cannot write {}", path.display());
            if let Ok(there) = fs::metadata(path) {
                files::require_regular(&there).with_context(cannot)?;
            }
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).with_context(cannot)?;
            }
            let lock = Lock::new(path).with_context(cannot)?;
            jsonl::read(path, |line, _| store.insert(line))?;
            store.file = Some((Target::open(path)?, lock));
        }
        Ok(store)
    }

    /// Reads the games of several files, which are not changed.
    fn merge(paths: &[PathBuf]) -> anyhow::Result<Store> {
        let mut store = Store::default();
        for path in paths {
            jsonl::look(path, |line, _| store.insert(line))?;
        }
        Ok(store)
    }

    /// Adds a game that was read. If the store has a game with this number, the two must be equal.
    fn insert(&mut self, line: GameLine) -> anyhow::Result<()> {
        let key = (line.round, line.played.game);
        if let Some(known) = self.lines.get(&key)
            && *known != line
        {
            require_same(&known.settings, &line.settings)?;
            bail!("this game was read before, with another result");
        }
        let last = self.lines.last_key_value();
        self.unsorted |= last.is_some_and(|(&last, _)| last >= key);
        self.lines.insert(key, line);
        Ok(())
    }

    /// Adds a game, and writes it to the file at once if there is one.
    fn add(&mut self, line: GameLine) -> anyhow::Result<()> {
        if let Some((target, _)) = &mut self.file {
            target.add(serde_json::to_string(&line)? + "\n")?;
        }
        self.insert(line)
    }

    /// Sorts the lines of the file, so that the same games make the same file.
    fn finish(&mut self) -> anyhow::Result<()> {
        if let Some((target, _)) = self.file.as_mut().filter(|_| self.unsorted) {
            let mut text = String::new();
            for line in self.lines.values() {
                text += &(serde_json::to_string(line)? + "\n");
            }
            target.replace(text.as_bytes())?;
            self.unsorted = false;
        }
        Ok(())
    }
}

/// Plays the missing games of a round: of the first `games` games, those that belong to `part`. Returns all of these games.
/// After Ctrl-C some are missing.
pub fn play(
    store: &mut Store,
    testbed: &TestBed,
    (round, settings): (u32, &Settings),
    (part, games): (Part, u32),
    concurrency: usize,
) -> anyhow::Result<Games> {
    let mut played = known(store, testbed.name(), round, settings)?;
    // pairs of games stay together
    let belongs = |&number: &u32| number < games && part.index(number / 2).is_some();
    played.games.retain(|number, _| belongs(number));
    let missing = (0..games).filter(belongs);
    let missing: Vec<u32> = missing
        .filter(|number| !played.games.contains_key(number))
        .collect();
    workers::run_missing(
        format!("{}: round {round}", testbed.name()),
        concurrency,
        played.games.len(),
        missing,
        || Generator::new(testbed, settings, round),
        |generator, number, stop| {
            let game = generator.play(number, stop);
            (game.is_some() || !stop()).then_some(game)
        },
        |game| {
            let game = game.with_context(|| {
                format!(
                    "{}: no two armies were found that can play a game: its rules or zones leave no choice",
                    testbed.name()
                )
            })?;
            played.games.insert(game.game - 1, game.clone());
            store.add(GameLine {
                variant: testbed.name().to_owned(),
                round,
                played: game,
                settings: settings.clone(),
            })
        },
    )?;
    if interrupt::status().is_none() {
        store.finish()?;
    }
    Ok(played)
}

/// The games of a round that a store has. All of its games must have been played with these settings, so that the file stays
/// useful.
fn known(store: &Store, name: &str, round: u32, settings: &Settings) -> anyhow::Result<Games> {
    let mut known = Games {
        round,
        settings: settings.clone(),
        games: BTreeMap::new(),
    };
    for line in (store.lines.range((round, 0)..=(round, u32::MAX))).map(|(_, line)| line) {
        let which = || format!("game {} of round {round}", line.played.game);
        if line.variant != name {
            bail!("{} is one of {}, not of {name}", which(), line.variant);
        }
        require_same(&line.settings, settings).with_context(which)?;
        let game = &line.played;
        if ![0.0, 0.5, 1.0].contains(&game.score) {
            bail!("{}: {} is no score", which(), game.score);
        }
        let number = game.game.checked_sub(1);
        let number = number.with_context(|| format!("{}: games have numbers from 1", which()))?;
        known.games.insert(number, game.clone());
    }
    Ok(known)
}
