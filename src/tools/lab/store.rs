//! A file with a line of JSON for each game: locked, resumed, and sorted when it is complete.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::jsonl::{self, Target};
use crate::files::{self, Lock};

/// A game that is kept as a line of a store.
pub trait Line: Serialize + DeserializeOwned + PartialEq {
    /// Identifies a game, and orders games.
    type Key: Ord + Copy;
    /// The settings on which the moves of a game depend besides its key.
    type Settings: Serialize;

    fn key(&self) -> Self::Key;
    fn settings(&self) -> &Self::Settings;
}

/// The games of a file, to which more are added. Without a file the games are not kept.
#[derive(Debug)]
pub struct Store<L: Line> {
    file: Option<(Target, Lock)>,
    lines: BTreeMap<L::Key, L>,
    sorted: bool,
}

impl<L: Line> Default for Store<L> {
    fn default() -> Store<L> {
        Store {
            file: None,
            lines: BTreeMap::new(),
            sorted: true,
        }
    }
}

impl<L: Line> Store<L> {
    /// Opens a file to resume it, or creates it and its folder.
    pub fn open(path: Option<&Path>) -> anyhow::Result<Store<L>> {
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
    pub fn merge(paths: &[PathBuf]) -> anyhow::Result<Store<L>> {
        let mut store = Store::default();
        for path in paths {
            jsonl::look(path, |line, _| store.insert(line))?;
        }
        Ok(store)
    }

    /// The games in the order of their keys.
    pub fn lines(&self) -> &BTreeMap<L::Key, L> {
        &self.lines
    }

    /// Adds a game that was read. If the store has a game with this key, the two must be equal.
    fn insert(&mut self, line: L) -> anyhow::Result<()> {
        if let Some(known) = self.lines.get(&line.key())
            && *known != line
        {
            require_same(known.settings(), line.settings())?;
            bail!("this game was read before, with another result");
        }
        let last = self.lines.last_key_value();
        self.sorted &= last.is_none_or(|(&last, _)| last < line.key());
        self.lines.insert(line.key(), line);
        Ok(())
    }

    /// Adds a game, and writes it to the file at once if there is one.
    pub fn add(&mut self, line: L) -> anyhow::Result<()> {
        if let Some((target, _)) = &mut self.file {
            target.add(serde_json::to_string(&line)? + "\n")?;
        }
        self.insert(line)
    }

    /// Sorts the lines of the file, so that the same games make the same file.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        if let Some((target, _)) = self.file.as_mut().filter(|_| !self.sorted) {
            let mut text = String::new();
            for line in self.lines.values() {
                text += &(serde_json::to_string(line)? + "\n");
            }
            target.replace(text.as_bytes())?;
            self.sorted = true;
        }
        Ok(())
    }
}

/// Checks that games were played with the same settings.
pub fn require_same<T: Serialize>(before: &T, now: &T) -> anyhow::Result<()> {
    let differences = jsonl::differences(before, now);
    if !differences.is_empty() {
        bail!("played with other settings: {}", differences.join("; "));
    }
    Ok(())
}
