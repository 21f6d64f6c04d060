//! The command line.
//!
//! Like Fairy-Max the program takes the size of the hash table and the file of games by position,
//! so that it can stand in for it in the settings of a GUI. Each sub-command names the options that
//! it obeys and has no others:
//!
//! | | `--ini` | `--alternators` | `--variant` | `--hash` | `--log` | `--json` |
//! |---|---|---|---|---|---|---|
//! | (the engine) | yes | yes | yes | yes | yes | |
//! | `variants` | yes | yes | | | | yes |
//! | `values`, `perft` | yes | yes | yes | | | yes |
//! | `show` | yes | yes | yes | | | |
//! | `check` | | yes | | | | yes |
//! | `bench` | | | | yes | | |
//! | `tune` | yes | yes | yes | | | |
//! | `match` | yes | yes | yes | yes | yes | |
//!
//! An option may stand before the sub-command as well; [`usage`] puts it behind, and says what is
//! wrong with a command line.

pub mod usage;

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Parser, Subcommand};

use crate::search::MAX_THREADS;
use crate::tools::findings::Style;
use crate::variant::{Library, ReadOptions};

/// Entries of the hash table by default, as a power of two.
const DEFAULT_HASH_BITS: u32 = 22;
/// What an entry takes.
const ENTRY_BYTES: usize = 12;
/// Sizes that make sense.
const HASH_BITS: std::ops::RangeInclusive<u32> = 10..=36;
/// The largest hash table, in MB.
const MAX_HASH_MB: u64 = 1 << 20;

/// A chess-variant engine for XBoard and other GUIs that learns how its pieces move from an
/// fmax.ini file. Without a command it plays.
#[derive(Clone, Debug, Parser)]
#[command(
    version,
    override_usage = "fmax [OPTIONS] [HASH_BITS] [INI_FILE]\n       fmax COMMAND [OPTIONS]"
)]
pub struct Cli {
    /// Size of the hash table, 2^HASH_BITS entries of 12 bytes (22 is 48 MB), as with Fairy-Max;
    /// may be left out before INI_FILE.
    #[arg(value_name = "HASH_BITS")]
    pub first: Option<String>,

    /// The file of games.
    #[arg(value_name = "INI_FILE")]
    pub second: Option<String>,

    /// Where the games come from.
    #[command(flatten)]
    pub source: Source,

    /// The size of the hash table, in words.
    #[command(flatten)]
    pub hash: HashSize,

    /// Threads to search on, until the GUI allows another number.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS as i64))]
    pub threads: u32,

    /// The game to play when the GUI asks for no other.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,

    /// Where to write a log.
    #[command(flatten)]
    pub log: LogFile,

    /// What to do instead of playing.
    #[command(subcommand)]
    pub command: Option<Tool>,
}

/// The file of games, and how it is read.
#[derive(Clone, Debug, Default, Args)]
pub struct Source {
    /// The file of games [default: fmax.ini beside the program, else the built-in one].
    #[arg(long, value_name = "FILE")]
    pub ini: Option<PathBuf>,

    /// How to read it.
    #[command(flatten)]
    pub reading: Reading,
}

impl Source {
    /// Reads the file that is named, here or by position, or the one to use otherwise.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn library(&self, positional: Option<&Path>) -> anyhow::Result<Library> {
        let named = self.ini.as_deref().or(positional);
        Library::locate(named, self.reading.options()).context("cannot use the file of games")
    }
}

/// How to read a file of games.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Reading {
    /// Read the file as Fairy-Max up to 4.8T did: moves with two steps alternate for ever.
    #[arg(long)]
    pub alternators: bool,
}

impl Reading {
    /// The same for the loader.
    pub fn options(self) -> ReadOptions {
        ReadOptions {
            alternators: self.alternators,
        }
    }
}

/// One game of the file.
#[derive(Clone, Debug, Default, Args)]
pub struct OneGame {
    /// The game [default: the one that the file begins with, or `normal`].
    #[arg(long = "variant", value_name = "NAME")]
    name: Option<String>,
}

impl OneGame {
    /// Its name, if one is given.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// The size of the hash table.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct HashSize {
    /// Size of the hash table in MB.
    #[arg(long = "hash", value_name = "MB",
        value_parser = clap::value_parser!(u64).range(1..=MAX_HASH_MB))]
    megabytes: Option<u64>,
}

impl HashSize {
    /// In bytes; `other` is what is said elsewhere about it.
    pub fn bytes(self, other: Option<usize>) -> usize {
        let named = self
            .megabytes
            .map(|megabytes| usize::try_from(megabytes << 20).unwrap_or(usize::MAX));
        named.or(other).unwrap_or(ENTRY_BYTES << DEFAULT_HASH_BITS)
    }
}

/// A log.
#[derive(Clone, Debug, Default, Args)]
pub struct LogFile {
    /// Write a log with everything said and heard.
    #[arg(long = "log", value_name = "FILE")]
    path: Option<PathBuf>,
}

/// How something is written.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Format {
    /// Write one line of JSON, for programs; the README tells its fields.
    #[cfg(feature = "tools")]
    #[arg(long)]
    json: bool,
}

impl Format {
    /// The style that this asks for.
    pub fn style(self) -> Style {
        #[cfg(feature = "tools")]
        if self.json {
            return Style::Json;
        }
        Style::Text
    }
}

/// Things to do other than playing.
#[derive(Clone, Debug, Subcommand)]
pub enum Tool {
    /// List the games.
    Variants {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// How they are listed.
        #[command(flatten)]
        format: Format,
    },
    /// Show what the pieces of a game are worth, and what they can reach.
    Values {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// Which game.
        #[command(flatten)]
        game: OneGame,
        /// How it is written.
        #[command(flatten)]
        format: Format,
    },
    /// Count the legal move sequences of a length.
    Perft {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// Which game.
        #[command(flatten)]
        game: OneGame,
        /// What to count.
        #[command(flatten)]
        count: crate::tools::perft::Arguments,
        /// How it is written.
        #[command(flatten)]
        format: Format,
    },
    /// Show a game: its start, its rules, and how its pieces move: in Betza notation, as a line for
    /// the file of games, and in words.
    Show {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// Which game.
        #[command(flatten)]
        game: OneGame,
        /// What to show of it.
        #[command(flatten)]
        request: crate::tools::show::Arguments,
    },
    /// Read a file of games and tell everything that is wrong with it.
    Check {
        /// The file.
        file: PathBuf,
        /// How to read it.
        #[command(flatten)]
        reading: Reading,
        /// How it is told.
        #[command(flatten)]
        format: Format,
    },
    /// Search some positions to a fixed depth: for speed, and to see whether the search has
    /// changed.
    Bench {
        /// Plies.
        #[arg(default_value_t = crate::tools::bench::DEFAULT_DEPTH,
            value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
        /// The hash table.
        #[command(flatten)]
        hash: HashSize,
    },
    /// Learn what the terms of the evaluation are worth from games against itself.
    #[cfg(feature = "tools")]
    Tune {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// How to learn.
        #[command(flatten)]
        arguments: Box<crate::tools::tune::Arguments>,
    },
    /// Let two engines that speak the protocol of XBoard play a match, and referee it.
    #[cfg(feature = "tools")]
    Match {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// Memory of each engine in MB.
        #[arg(long = "hash", value_name = "MB",
            value_parser = clap::value_parser!(u64).range(1..=MAX_HASH_MB))]
        memory: Option<u64>,
        /// Where to write a log.
        #[command(flatten)]
        log: LogFile,
        /// What the match is.
        #[command(flatten)]
        arguments: Box<crate::tools::r#match::settings::Arguments>,
    },
}

/// What the arguments by position mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positional {
    /// Size of the hash table in bytes.
    pub hash_bytes: Option<usize>,
    /// The file of games.
    pub ini: Option<PathBuf>,
}

/// Why the arguments by position mean nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionalError {
    /// The first of two is not a number.
    NotANumber(String),
    /// A table of this size makes no sense.
    HashBits(String),
    /// A command needs no such arguments.
    BeforeCommand(String),
    /// The file of games is named twice.
    TwoFiles,
}

impl std::fmt::Display for PositionalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PositionalError::NotANumber(text) => {
                write!(f, "HASH_BITS must be a number, not `{text}`")
            }
            PositionalError::HashBits(text) => write!(
                f,
                "HASH_BITS must be between {} and {}, not {text}",
                HASH_BITS.start(),
                HASH_BITS.end()
            ),
            PositionalError::BeforeCommand(text) => {
                write!(f, "`{text}` makes no sense together with a command")
            }
            PositionalError::TwoFiles => f.write_str("the file of games is named twice"),
        }
    }
}

impl std::error::Error for PositionalError {}

impl Cli {
    /// Where to write a log, if anywhere.
    pub fn log_file(&self) -> Option<&Path> {
        let log = match &self.command {
            None => &self.log,
            #[cfg(feature = "tools")]
            Some(Tool::Match { log, .. }) => log,
            Some(_) => return None,
        };
        log.path.as_deref()
    }

    /// The arguments by position.
    ///
    /// # Errors
    /// If they make no sense.
    pub fn positional(&self) -> Result<Positional, PositionalError> {
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (bits, ini) = match (self.first.as_deref(), self.second.as_deref()) {
            (None, _) => (None, None),
            (Some(first), _) if self.command.is_some() => {
                return Err(PositionalError::BeforeCommand(first.to_owned()));
            }
            (Some(bits), file) if is_number(bits) => (Some(bits), file),
            (Some(file), None) => (None, Some(file)),
            (Some(other), Some(_)) => return Err(PositionalError::NotANumber(other.to_owned())),
        };
        if ini.is_some() && self.source.ini.is_some() {
            return Err(PositionalError::TwoFiles);
        }
        Ok(Positional {
            hash_bytes: bits.map(table_bytes).transpose()?,
            ini: ini.map(PathBuf::from),
        })
    }
}

fn table_bytes(bits: &str) -> Result<usize, PositionalError> {
    let number: Option<u32> = bits.parse().ok().filter(|bits| HASH_BITS.contains(bits));
    number
        .and_then(|bits| ENTRY_BYTES.checked_mul(1usize.checked_shl(bits)?))
        .ok_or_else(|| PositionalError::HashBits(bits.to_owned()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn positional(args: &[&str]) -> Result<Positional, PositionalError> {
        let all = ["fmax"].iter().chain(args);
        Cli::try_parse_from(all).unwrap().positional()
    }

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn like_fairy_max() {
        let bytes = Some(48 << 20);
        let ini = || Some(PathBuf::from("my.ini"));
        let expect = |hash_bytes, ini| Ok(Positional { hash_bytes, ini });
        assert_eq!(positional(&[]), expect(None, None));
        assert_eq!(positional(&["22"]), expect(bytes, None));
        assert_eq!(positional(&["my.ini"]), expect(None, ini()));
        assert_eq!(positional(&["22", "my.ini"]), expect(bytes, ini()));
    }

    #[test]
    fn nonsensical_arguments_are_refused() {
        for args in [
            &["5"][..],
            &["99"],
            &["99999999999999999999"],
            &["my.ini", "22"],
            &["22", "perft", "3"],
            &["a.ini", "--ini", "b.ini"],
        ] {
            assert!(positional(args).is_err(), "{args:?}");
        }
        assert!(Cli::try_parse_from(["fmax", "1", "2", "3"]).is_err());
        assert!(Cli::try_parse_from(["fmax", "--hash", "0"]).is_err());
        for threads in ["0", "257", "99999999999", "two", ""] {
            let error = Cli::try_parse_from(["fmax", "--threads", threads]).unwrap_err();
            assert!(error.to_string().contains("--threads <N>"), "{error}");
        }
    }

    #[test]
    fn the_hash_size_comes_from_either_argument() {
        let size = |args: &[&str]| {
            let cli = Cli::try_parse_from(["fmax"].iter().chain(args)).unwrap();
            cli.hash.bytes(cli.positional().unwrap().hash_bytes)
        };
        assert_eq!(size(&[]), 48 << 20);
        assert_eq!(size(&["20"]), 12 << 20);
        assert_eq!(size(&["20", "--hash", "100"]), 100 << 20);
        let threads = |args: &[&str]| {
            let cli = Cli::try_parse_from(["fmax"].iter().chain(args));
            cli.unwrap().threads
        };
        assert_eq!(threads(&["20"]), 1);
        assert_eq!(threads(&["20", "my.ini", "--threads", "256"]), 256);
    }
}
