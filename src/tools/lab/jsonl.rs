//! Files with a line of JSON for each game: a long run appends to them, and resumes from them.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::files;
use crate::tools::replacing;

/// The longest line in bytes.
const LONGEST_LINE: u64 = 1 << 24;
/// The beginning of each line.
const BEGINNING: &[u8] = b"{\"variant\":\"";

#[derive(Debug)]
pub struct Target {
    file: File,
    path: PathBuf,
}

impl Target {
    /// Opens a file to append to it.
    pub fn open(path: &Path) -> anyhow::Result<Target> {
        let file =
            files::append(path).with_context(|| format!("cannot write {}", path.display()))?;
        let path = path.to_owned();
        Ok(Target { file, path })
    }

    /// Opens the file of one run, which must be empty unless the run is resumed.
    ///
    /// # Errors
    /// If the file cannot be written, or has content and is not resumed.
    pub fn open_run(path: &Path, resume: bool) -> anyhow::Result<Target> {
        let target = Target::open(path)?;
        if !resume && target.length() > Some(0) {
            bail!(
                "{} is not empty: resume it with --resume, or name another file",
                path.display()
            );
        }
        Ok(target)
    }

    /// Appends all of a game, or nothing if that fails: the disk may be full.
    pub fn add(&mut self, game: impl AsRef<[u8]>) -> anyhow::Result<()> {
        let before = self.length();
        let written = self.file.write_all(game.as_ref());
        if written.is_err() {
            self.cut(before);
        }
        written.with_context(|| format!("cannot write a game to {}", self.path.display()))
    }

    /// Replaces the content of the file.
    ///
    /// # Errors
    /// If the file cannot be replaced; then it is unchanged.
    pub fn replace(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        replacing::replace(&self.path, bytes)?;
        // the open file is the old one, which has no name any more
        *self = Target::open(&self.path)?;
        Ok(())
    }

    /// The length of the file in bytes.
    pub fn length(&self) -> Option<u64> {
        self.file.metadata().ok().map(|data| data.len())
    }

    /// Cuts the file to this length, to remove what was added since. Failure is ignored: a device cannot be cut.
    pub fn cut(&self, length: Option<u64>) {
        let _ = length.map(|length| self.file.set_len(length));
    }
}

enum Tail {
    Whole,
    /// The file ends with a whole game without its line break, in the line of this number.
    Open(u32),
    /// The file ends with half a game, in the line of this number, which begins at this byte.
    Half(u32, u64),
}

/// Reads the games of a file to resume from it, and hands on each with the number of its line. A last game that is half
/// written is cut off. A file that does not exist has no games.
///
/// # Errors
/// If the file cannot be read, a line is no game, or `each` refuses one; the message names the line.
pub fn read<T: DeserializeOwned>(
    path: &Path,
    each: impl FnMut(T, u32) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let file = match open(path, true) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let here = |number: u32| format!("{}:{number}", path.display());
    match lines(&file, path, each)? {
        Tail::Whole => Ok(()),
        Tail::Open(number) => (&file).write_all(b"\n").with_context(|| here(number)),
        Tail::Half(number, from) => {
            log::warn!("{}: an incomplete game is played again", here(number));
            file.set_len(from).with_context(|| here(number))
        }
    }
}

/// Reads the games of a file as [`read`] does, without changing it: another process may be writing to it, or it may be
/// read-only. Half a game at the end is skipped.
pub fn look<T: DeserializeOwned>(
    path: &Path,
    each: impl FnMut(T, u32) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let file = open(path, false).with_context(|| format!("cannot read {}", path.display()))?;
    if let Tail::Half(number, _) = lines(&file, path, each)? {
        let path = path.display();
        log::warn!("{path}:{number}: an incomplete game at the end is skipped");
    }
    Ok(())
}

fn open(path: &Path, to_mend: bool) -> io::Result<File> {
    files::require_regular(&fs::metadata(path)?)?;
    File::options().read(true).write(to_mend).open(path)
}

fn lines<T: DeserializeOwned>(
    file: &File,
    path: &Path,
    mut each: impl FnMut(T, u32) -> anyhow::Result<()>,
) -> anyhow::Result<Tail> {
    let mut lines = BufReader::new(file);
    let (mut number, mut read) = (0, 0);
    loop {
        let mut line = Vec::new();
        let length = (&mut lines)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
            .with_context(|| format!("cannot read {}", path.display()))?
            as u64;
        if length == 0 {
            return Ok(Tail::Whole);
        }
        number += 1;
        let here = || format!("{}:{number}", path.display());
        let whole = line.ends_with(b"\n");
        if !line.trim_ascii().is_empty() {
            let game = match serde_json::from_slice(&line) {
                Ok(game) => game,
                // a line of any other kind shows that the file is not ours
                Err(_) if !whole && is_half_a_game(&line) => return Ok(Tail::Half(number, read)),
                Err(error) => return Err(error).with_context(|| format!("{}: no game", here())),
            };
            each(game, number).with_context(here)?;
            if !whole {
                return Ok(Tail::Open(number));
            }
        }
        read += length;
    }
}

fn is_half_a_game(line: &[u8]) -> bool {
    let begun = line.len().min(BEGINNING.len());
    (line.len() as u64) < LONGEST_LINE && line[..begun] == BEGINNING[..begun]
}

/// The fields of settings that differ, each with its value before and now.
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

/// Checks that games were played with the same settings.
pub fn require_same<T: Serialize>(before: &T, now: &T) -> anyhow::Result<()> {
    let differences = differences(before, now);
    if !differences.is_empty() {
        bail!("played with other settings: {}", differences.join("; "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::files::Folder;

    #[derive(serde::Deserialize)]
    struct Line {
        variant: String,
    }

    #[test]
    fn reading_leaves_the_file_unchanged() {
        let folder = Folder::new();
        let path = folder.path().join("x.jsonl");
        let games = |look_only: bool| {
            let mut games = Vec::new();
            let each = |line: Line, _| {
                games.push(line.variant);
                Ok(())
            };
            let read = if look_only {
                look(&path, each)
            } else {
                read(&path, each)
            };
            read.map(|()| games)
        };
        let (looked, gone_on_with) = (|| games(true), || games(false));
        let one = "{\"variant\":\"a\"}\n";
        for (tail, all, mended) in [
            (
                "{\"variant\":\"b\"}\n",
                vec!["a", "b"],
                "{\"variant\":\"b\"}\n",
            ),
            (
                "{\"variant\":\"b\"}",
                vec!["a", "b"],
                "{\"variant\":\"b\"}\n",
            ),
            ("{\"variant\":\"b", vec!["a"], ""),
        ] {
            let text = format!("{one}{tail}");
            fs::write(&path, &text).unwrap();
            assert_eq!(looked().unwrap(), all);
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(gone_on_with().unwrap(), all);
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{one}{mended}"));
        }
        fs::write(&path, "my diary\n").unwrap();
        assert!(looked().is_err() && gone_on_with().is_err());
        fs::remove_file(&path).unwrap();
        // a file that is only looked at has to exist
        assert!(looked().is_err());
        assert!(gone_on_with().unwrap().is_empty());
    }
}
