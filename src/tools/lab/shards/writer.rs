//! A shard that grows, game by game.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use anyhow::Context;

use super::{Header, Record, framed, read};
use crate::files::{self, Lock};
use crate::tools::lab::jsonl::{Target, require_same};

/// A shard, locked against other processes.
#[derive(Debug)]
pub struct Writer {
    header: Header,
    target: Target,
    /// The games, by their indices in the shard.
    games: BTreeMap<u32, Record>,
    /// True if the games in the file are in the order of their numbers.
    sorted: bool,
    _lock: Lock,
}

impl Writer {
    /// Opens a shard to resume it, or creates it. A half-written game is cut off, with a warning.
    ///
    /// # Errors
    /// If the file cannot be read or written, is locked or damaged, or has games of other settings.
    pub fn open(path: &Path, header: Header) -> anyhow::Result<Writer> {
        let cannot = || format!("cannot write {}", path.display());
        let lock = Lock::new(path).with_context(cannot)?;
        let (mut games, mut sorted) = (BTreeMap::new(), true);
        let line = header.line()?;
        if is_begun(path, &line)? {
            let contents = read(path)?;
            let here = || path.display().to_string();
            require_same(&contents.header, &header).with_context(here)?;
            if contents.torn > 0 {
                log::warn!(
                    "{}: an incomplete game is cut off, and played again",
                    path.display()
                );
                let file = File::options()
                    .write(true)
                    .open(path)
                    .with_context(cannot)?;
                file.set_len(contents.length).with_context(cannot)?;
            }
            for game in contents.games {
                let Some(index) = header.part.index(game.number) else {
                    continue;
                };
                sorted &= games.last_key_value().is_none_or(|(&last, _)| last < index);
                games.insert(index, game);
            }
        }
        let mut target = Target::open(path)?;
        if target.length() == Some(0) {
            target.add(line)?;
        }
        Ok(Writer {
            header,
            target,
            games,
            sorted,
            _lock: lock,
        })
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The games by their indices in the shard.
    pub fn games(&self) -> &BTreeMap<u32, Record> {
        &self.games
    }

    /// Adds a game that the shard does not have, and writes it to the file at once.
    pub fn add(&mut self, index: u32, game: Record) -> anyhow::Result<()> {
        self.target.add(framed(&game))?;
        let last = self.games.last_key_value();
        self.sorted &= last.is_none_or(|(&last, _)| last < index);
        self.games.insert(index, game);
        Ok(())
    }

    /// Sorts the games in the file by their numbers, unless they are sorted.
    ///
    /// # Errors
    /// If the file cannot be replaced; then it is unchanged.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        if !self.sorted {
            let mut bytes = self.header.line()?.into_bytes();
            (self.games.values()).for_each(|game| bytes.extend(framed(game)));
            self.target.replace(&bytes)?;
            self.sorted = true;
        }
        Ok(())
    }
}

/// True if the file exists and has content that must be read. A file whose writer was killed before the first
/// line was complete is emptied.
fn is_begun(path: &Path, line: &str) -> anyhow::Result<bool> {
    let cannot = || format!("cannot read {}", path.display());
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error).with_context(cannot),
        Ok(there) if there.len() == 0 => return Ok(false),
        Ok(there) if there.len() >= line.len() as u64 => return Ok(true),
        Ok(_) => {}
    }
    let bytes = files::read(path, super::MOST_BYTES).with_context(cannot)?;
    let begun = line.as_bytes().starts_with(&bytes);
    if begun {
        files::create(path).with_context(cannot)?;
    }
    Ok(!begun)
}
