//! The command line.
//!
//! Like Fairy-Max the program takes the size of the hash table and the file of games by position,
//! so that it can stand in for it in the settings of a GUI.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::search::MAX_THREADS;
use crate::variant::ReadOptions;

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
    override_usage = "fmax [OPTIONS] [HASH_BITS] [INI_FILE]\n       fmax [OPTIONS] COMMAND"
)]
pub struct Cli {
    /// Size of the hash table, 2^HASH_BITS entries of 12 bytes (22 is 48 MB), as with Fairy-Max;
    /// may be left out before INI_FILE.
    #[arg(value_name = "HASH_BITS")]
    pub first: Option<String>,

    /// The file of games.
    #[arg(value_name = "INI_FILE")]
    pub second: Option<String>,

    /// The file of games [default: fmax.ini beside the program, else the built-in one].
    #[arg(long, value_name = "FILE", global = true)]
    pub ini: Option<PathBuf>,

    /// Size of the hash table in MB.
    #[arg(long, value_name = "MB", global = true,
        value_parser = clap::value_parser!(u64).range(1..=MAX_HASH_MB))]
    pub hash: Option<u64>,

    /// Threads to search on, until the GUI allows another number; the tools use one.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS as i64))]
    pub threads: u32,

    /// The game to play when the GUI asks for no other.
    #[arg(long, value_name = "NAME", global = true)]
    pub variant: Option<String>,

    /// Read the file as Fairy-Max up to 4.8T did: moves with two steps alternate for ever.
    #[arg(long, global = true)]
    pub alternators: bool,

    /// Write a log with everything said and heard.
    #[arg(long, value_name = "FILE", global = true)]
    pub log: Option<PathBuf>,

    /// What to do instead of playing.
    #[command(subcommand)]
    pub command: Option<Tool>,
}

/// Things to do other than playing.
#[derive(Clone, Debug, Subcommand)]
pub enum Tool {
    /// List the games.
    Variants,
    /// Show what the pieces of a game are worth, and what they can reach.
    Values,
    /// Count the legal move sequences of a length.
    Perft(crate::tools::perft::Arguments),
    /// Show how the pieces of a game move: in Betza notation, as a line for the file of games, and
    /// in words.
    Show(crate::tools::show::Arguments),
    /// Read a file of games and tell everything that is wrong with it.
    Check {
        /// The file.
        file: PathBuf,
    },
    /// Search some positions to a fixed depth: for speed, and to see whether the search has
    /// changed.
    Bench {
        /// Plies.
        #[arg(default_value_t = crate::tools::bench::DEFAULT_DEPTH,
            value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
    },
    /// Learn what the terms of the evaluation are worth from games against itself.
    #[cfg(feature = "tools")]
    Tune(Box<crate::tools::tune::Arguments>),
    /// Let two engines that speak the protocol of XBoard play a match, and referee it.
    #[cfg(feature = "tools")]
    Match(Box<crate::tools::r#match::settings::Arguments>),
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
    /// How to read the file of games.
    pub fn reading(&self) -> ReadOptions {
        ReadOptions {
            alternators: self.alternators,
        }
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
        if ini.is_some() && self.ini.is_some() {
            return Err(PositionalError::TwoFiles);
        }
        Ok(Positional {
            hash_bytes: bits.map(table_bytes).transpose()?,
            ini: ini.map(PathBuf::from),
        })
    }

    /// The size of the hash table when `positional` says what it says.
    pub fn hash_bytes(&self, positional: &Positional) -> usize {
        let named = self
            .hash
            .map(|megabytes| usize::try_from(megabytes << 20).unwrap_or(usize::MAX));
        named
            .or(positional.hash_bytes)
            .unwrap_or(ENTRY_BYTES << DEFAULT_HASH_BITS)
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
            cli.hash_bytes(&cli.positional().unwrap())
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
