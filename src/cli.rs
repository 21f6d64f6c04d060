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
//! | `show`, `export` | yes | yes | yes | | | |
//! | `check` | | yes | | | | yes |
//! | `bench` | | | | yes | | |
//! | `new`, `import`, `format` | yes | yes | | | | |
//! | `mates`, `playtest` | yes | yes | yes | | | yes |
//! | `tune`, `learn` | yes | yes | yes | | | |
//! | `match` | yes | yes | yes | yes | yes | |
//! | `suite` | yes | yes | yes | yes | yes | yes |
//!
//! An option may stand before the sub-command as well; [`usage`] puts it behind, and says what is
//! wrong with a command line.

mod positional;
mod program;
mod stand_in;
mod stray;
mod usage;

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Parser, Subcommand};

pub use positional::Positional;
pub use program::run;

use crate::files::Places;
use crate::search::MAX_THREADS;
use crate::tools::findings::Style;
use crate::variant::{Library, ReadOptions};

/// Entries of the hash table by default, as a power of two.
const DEFAULT_HASH_BITS: u32 = 22;
/// What an entry takes.
const ENTRY_BYTES: usize = 12;
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

    /// Speak UCI from the start; otherwise it does if `uci` is the first line it reads.
    #[arg(long)]
    pub uci: bool,

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
    /// The file of games [default: fmax.ini in the working directory, in your folder for settings, beside the
    /// program, or where it is installed, else the built-in one].
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
        Library::locate(named, &Places::here(), self.reading.options())
            .context("cannot use the file of games")
    }

    /// What the user said of it, to be told with another command for the same games: each word with a blank before it.
    pub fn words(&self) -> String {
        let mut words = String::new();
        if let Some(path) = &self.ini {
            let path = path.display().to_string();
            let quote = if path.contains(char::is_whitespace) {
                "\""
            } else {
                ""
            };
            words += &format!(" --ini {quote}{path}{quote}");
        }
        if self.reading.alternators {
            words += " --alternators";
        }
        words
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
            slips: false,
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
    /// In MB, if it is given.
    pub fn megabytes(self) -> Option<u64> {
        self.megabytes
    }

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
    /// Write one line of JSON, for programs; `docs/src/json.md` tells its fields.
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
    /// Explain how the file of games is written: all of it, a section, a rule line, a word, or a game's own lines.
    Format {
        /// Where the games come from; the explanation is always that of the built-in file.
        #[command(flatten)]
        source: Source,

        /// A section by its number, a rule line by its word (Promotion-Rule), a game by its name, or any word to look
        /// for [default: everything].
        what: Option<String>,
    },
    /// Show what the pieces of a game are worth, and what they can reach; or find it out by play.
    Values {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// The game, as with --variant.
        #[arg(value_name = "GAME", conflicts_with = "name")]
        word: Option<String>,
        /// Which game.
        #[command(flatten)]
        game: OneGame,
        /// How it is written.
        #[command(flatten)]
        format: Format,
        /// What to find out by play.
        #[cfg(feature = "tools")]
        #[command(flatten)]
        measure: Box<crate::tools::measure::Arguments>,
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
    /// Write a variant for another program: Fairy-Stockfish, XBoard, or the Interactive Diagrams of the Chess Variant
    /// Pages; and report the rules that it cannot express.
    Export {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// Which game.
        #[command(flatten)]
        game: OneGame,
        /// For whom.
        #[command(flatten)]
        request: crate::tools::exchange::Arguments,
    },
    /// Convert sections of Fairy-Stockfish's `variants.ini` to variants of fmax, and report what cannot be expressed.
    Import {
        /// The games that sections inherit from.
        #[command(flatten)]
        source: Source,
        /// What to read.
        #[command(flatten)]
        request: crate::tools::exchange::import::Arguments,
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
        /// Search with the hand-made evaluation alone.
        #[arg(long)]
        without_nets: bool,
    },
    /// Write the file of a new variant.
    #[cfg(feature = "tools")]
    New {
        /// Where the game comes from to begin with.
        #[command(flatten)]
        source: Source,
        /// The new game.
        #[command(flatten)]
        arguments: Box<crate::tools::new::Arguments>,
    },
    /// Find out which sets of pieces force mate on a lone king, from all positions.
    #[cfg(feature = "tools")]
    Mates {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// Which game.
        #[command(flatten)]
        game: OneGame,
        /// How it is written.
        #[command(flatten)]
        format: Format,
        /// What to solve.
        #[command(flatten)]
        arguments: Box<crate::tools::mates::Arguments>,
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
    /// Learn a game from games against itself.
    #[cfg(feature = "tools")]
    Learn {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// What to learn.
        #[command(flatten)]
        arguments: Box<crate::tools::learn::Arguments>,
    },
    /// Find out about a game by playing it: is it fair, does it end, what do its pieces do, and what
    /// should its inventor worry about.
    #[cfg(feature = "tools")]
    Playtest {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// How it is told.
        #[command(flatten)]
        format: Format,
        /// What to play.
        #[command(flatten)]
        arguments: Box<crate::tools::playtest::Arguments>,
    },
    /// Search positions with known best moves, and report how soon each is found.
    #[cfg(feature = "tools")]
    Suite {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// The game of positions that do not name theirs.
        #[command(flatten)]
        game: OneGame,
        /// The hash table of each search.
        #[command(flatten)]
        hash: HashSize,
        /// Where to write a log.
        #[command(flatten)]
        log: LogFile,
        /// How it is told.
        #[command(flatten)]
        format: Format,
        /// What to search.
        #[command(flatten)]
        arguments: Box<crate::tools::suite::Arguments>,
    },
    /// Write the manual pages and the completions of shells, for packages.
    #[cfg(feature = "tools")]
    #[command(hide = true)]
    Generate {
        /// Where to.
        #[command(flatten)]
        arguments: crate::tools::generate::Arguments,
    },
    /// Let engines play a match or a tournament, and referee it.
    #[cfg(feature = "tools")]
    Match {
        /// Where the games come from.
        #[command(flatten)]
        source: Source,
        /// Memory of each engine in MB [default: 64 for those that ask, as XBoard tells them]
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

impl Cli {
    /// Where to write a log, if anywhere.
    pub fn log_file(&self) -> Option<&Path> {
        let log = match &self.command {
            None => &self.log,
            #[cfg(feature = "tools")]
            Some(Tool::Match { log, .. } | Tool::Suite { log, .. }) => log,
            Some(_) => return None,
        };
        log.path.as_deref()
    }
}
