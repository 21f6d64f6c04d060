//! Files with a line for each game: long work adds to them, and goes on from them after it was
//! interrupted.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::files;

/// No game takes so much, bytes.
const LONGEST_LINE: u64 = 1 << 24;
/// How the line of a game begins.
const BEGINNING: &[u8] = b"{\"variant\":\"";

/// A file that grows.
#[derive(Debug)]
pub struct Target {
    file: File,
    path: PathBuf,
}

impl Target {
    /// Opens a file for what is to be added after what is there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &Path) -> anyhow::Result<Target> {
        let file =
            files::append(path).with_context(|| format!("cannot write {}", path.display()))?;
        let path = path.to_owned();
        Ok(Target { file, path })
    }

    /// Adds what was played, or nothing of it: a disk may be full.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: impl AsRef<[u8]>) -> anyhow::Result<()> {
        let before = self.length();
        let written = self.file.write_all(game.as_ref());
        if written.is_err() {
            self.cut(before);
        }
        written.with_context(|| format!("cannot write a game to {}", self.path.display()))
    }

    /// How long the file is, bytes.
    pub fn length(&self) -> Option<u64> {
        self.file.metadata().ok().map(|data| data.len())
    }

    /// Takes off what was added since. It is all that can be done, and what is no file cannot be
    /// cut.
    pub fn cut(&self, length: Option<u64>) {
        let _ = length.map(|length| self.file.set_len(length));
    }
}

/// Reads the games of a file, and hands on each with the number of its line. The last one may be
/// half written: then it is taken off the file. A file that is not there has no games.
///
/// # Errors
/// If the file cannot be read, if it has lines that are no games, or if `each` does not want one:
/// the message says which line.
pub fn read<T: DeserializeOwned>(
    path: &Path,
    mut each: impl FnMut(T, u32) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let regular = fs::metadata(path).and_then(|there| files::require_regular(&there));
    let file = match regular.and_then(|()| File::options().read(true).write(true).open(path)) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let mut lines = BufReader::new(&file);
    let (mut number, mut read) = (0, 0);
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
        if !line.trim_ascii().is_empty() {
            let game = match serde_json::from_slice(&line) {
                Ok(game) => game,
                // what is no game at all is nothing of ours
                Err(_) if !whole && is_half_a_game(&line) => {
                    log::warn!("{}: half a game, which is played again", here());
                    return file.set_len(read).with_context(here);
                }
                Err(error) => return Err(error).with_context(|| format!("{}: no game", here())),
            };
            each(game, number).with_context(here)?;
            if !whole {
                return (&file).write_all(b"\n").with_context(here);
            }
        }
        read += length;
    }
}

fn is_half_a_game(line: &[u8]) -> bool {
    let begun = line.len().min(BEGINNING.len());
    (line.len() as u64) < LONGEST_LINE && line[..begun] == BEGINNING[..begun]
}

/// What differs in the fields of settings: what they were and what they are now.
pub fn differences<T: Serialize>(before: &T, now: &T) -> Vec<String> {
    let fields = |settings: &T| match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (before, now) = (fields(before), fields(now));
    let different = (before.iter()).filter(|(name, value)| now.get(*name) != Some(value));
    different
        .map(|(name, value)| {
            let now = now.get(name).unwrap_or(&Value::Null);
            format!("{} {value}, now {now}", name.replace('_', "-"))
        })
        .collect()
}
