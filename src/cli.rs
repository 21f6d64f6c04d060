//! The command line.
//!
//! Like Fairy-Max the program takes the size of the hash table and the file of variants as positional
//! arguments, so that it can replace Fairy-Max in the settings of a GUI. Each sub-command has these options:
//!
//! | | `--ini` | `--alternators` | `--variant` | `--hash` | `--log` | `--json` |
//! |---|---|---|---|---|---|---|
//! | (the engine) | yes | yes | yes | yes | yes | |
//! | `variants` | yes | yes | | | | yes |
//! | `values`, `perft`, `show` | yes | yes | yes | | | yes |
//! | `export` | yes | yes | yes | | | |
//! | `check` | | yes | | | | yes |
//! | `bench` | | | | yes | | |
//! | `new`, `import`, `format` | yes | yes | | | | |
//! | `mates`, `playtest` | yes | yes | yes | | | yes |
//! | `tune`, `learn` | yes | yes | yes | | | |
//! | `match` | yes | yes | yes | yes | yes | |
//! | `suite` | yes | yes | yes | yes | yes | yes |
//!
//! An option may precede the sub-command; [`usage`] moves it behind, and reports errors.

mod positional;
mod program;
mod stand_in;
mod stray;
mod usage;

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Parser, Subcommand};

pub use program::run;

use crate::files::Places;
use crate::search::MAX_THREADS;
use crate::tools::findings::Style;
use crate::variant::{Library, ReadOptions};

/// Entries of the hash table by default, as a power of two.
const DEFAULT_HASH_BITS: u32 = 22;
/// Size of an entry.
const ENTRY_BYTES: usize = 12;
/// The largest hash table, in MB.
const MAX_HASH_MB: u64 = 1 << 20;

/// A chess-variant engine for XBoard and other GUIs. The file fmax.ini describes its variants. Without a command
/// it plays.
#[derive(Clone, Debug, Parser)]
#[command(
    version,
    override_usage = "fmax [OPTIONS] [HASH_BITS] [INI_FILE]\n       fmax COMMAND [OPTIONS]"
)]
pub struct Cli {
    /// Size of the hash table, 2^HASH_BITS entries of 12 bytes (22 is 48 MB), as in Fairy-Max;
    /// may be omitted before INI_FILE.
    #[arg(value_name = "HASH_BITS")]
    pub first: Option<String>,

    /// The file of variants.
    #[arg(value_name = "INI_FILE")]
    pub second: Option<String>,

    /// The file of variants.
    #[command(flatten)]
    pub source: Source,

    /// The hash table.
    #[command(flatten)]
    pub hash: HashSize,

    /// Number of search threads, until the GUI sets another.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS as i64))]
    pub threads: u32,

    /// The variant to play, unless the GUI selects another.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,

    /// Speak UCI from the start; otherwise `uci` or `usi` as the first line of input selects it.
    #[arg(long)]
    pub uci: bool,

    /// The log.
    #[command(flatten)]
    pub log: LogFile,

    /// A command to run instead of playing.
    #[command(subcommand)]
    pub command: Option<Tool>,
}

/// The file of variants, and how it is read.
#[derive(Clone, Debug, Default, Args)]
pub struct Source {
    /// The file of variants [default: fmax.ini in the working directory, in your folder for settings, next to the
    /// program, or where it is installed, else the built-in one].
    #[arg(long, value_name = "FILE")]
    pub ini: Option<PathBuf>,

    /// How to read it.
    #[command(flatten)]
    pub reading: Reading,
}

impl Source {
    /// Reads the file that the user names, or the default file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn library(&self) -> anyhow::Result<Library> {
        Library::locate(self.ini.as_deref(), &Places::here(), self.reading.options())
            .context("cannot use the file of variants")
    }

    /// These options as words for another command, each with a blank before it.
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

/// How to read a file of variants.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Reading {
    /// Read the file as Fairy-Max up to 4.8T did: moves with two steps alternate without end.
    #[arg(long)]
    pub alternators: bool,
}

impl Reading {
    /// The options of the reader.
    pub fn options(self) -> ReadOptions {
        ReadOptions {
            alternators: self.alternators,
            slips: false,
        }
    }
}

/// One variant of a file.
#[derive(Clone, Debug, Default, Args)]
pub struct OneGame {
    /// The file of variants.
    #[command(flatten)]
    pub source: Source,
    /// The variant [default: the first of the file, or `normal`].
    #[arg(long = "variant", value_name = "NAME")]
    name: Option<String>,
}

impl OneGame {
    /// The name of the variant, if the user gave one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Reads the file, see [`Source::library`].
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn library(&self) -> anyhow::Result<Library> {
        self.source.library()
    }
}

/// The size of the hash table.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct HashSize {
    /// Size of the hash table in MB.
    #[arg(long = "hash", value_name = "MB",
        value_parser = clap::value_parser!(u64).range(1..=MAX_HASH_MB))]
    megabytes: Option<u64>,
    /// The size in bytes that a positional argument gives.
    #[arg(skip)]
    positional: Option<usize>,
}

impl HashSize {
    /// The size in MB, if the user gave it.
    pub fn megabytes(self) -> Option<u64> {
        self.megabytes
    }

    /// The size in bytes.
    pub fn bytes(self) -> usize {
        let named = self
            .megabytes
            .map(|megabytes| usize::try_from(megabytes << 20).unwrap_or(usize::MAX));
        let named = named.or(self.positional);
        named.unwrap_or(ENTRY_BYTES << DEFAULT_HASH_BITS)
    }
}

/// A log.
#[derive(Clone, Debug, Default, Args)]
pub struct LogFile {
    /// Write a log of all input and output.
    #[arg(long = "log", value_name = "FILE")]
    path: Option<PathBuf>,
}

/// The form of the output.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Format {
    /// Write one line of JSON; `docs/src/json.md` describes its fields.
    #[cfg(feature = "tools")]
    #[arg(long)]
    json: bool,
}

impl Format {
    /// The style of the output.
    pub fn style(self) -> Style {
        #[cfg(feature = "tools")]
        if self.json {
            return Style::Json;
        }
        Style::Text
    }
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Tool {
    /// List the variants.
    Variants {
        /// The file of variants.
        #[command(flatten)]
        source: Source,
        /// The form of the output.
        #[command(flatten)]
        format: Format,
    },
    /// Explain the format of the file of variants: all of it, a section, a rule line, a word, or the lines of a variant.
    Format {
        /// Where the games come from; the explanation is always that of the built-in file.
        #[command(flatten)]
        source: Source,

        /// A section by its number, a rule line by its word (Promotion-Rule), a game by its name, or any word to look
        /// for [default: everything].
        what: Option<String>,
    },
    /// Show values and mobility of a variant's pieces; or measure values by play.
    Values {
        /// The variant, as with --variant.
        #[arg(value_name = "VARIANT", conflicts_with = "name")]
        word: Option<String>,
        /// The variant.
        #[command(flatten)]
        game: OneGame,
        /// The form of the output.
        #[command(flatten)]
        format: Format,
        /// What to measure.
        #[cfg(feature = "tools")]
        #[command(flatten)]
        measure: Box<crate::tools::measure::Arguments>,
    },
    /// Count the legal move sequences of a length.
    Perft {
        /// The variant.
        #[command(flatten)]
        game: OneGame,
        /// What to count.
        #[command(flatten)]
        count: crate::tools::perft::Arguments,
        /// The form of the output.
        #[command(flatten)]
        format: Format,
    },
    /// Show a variant: its start position, its rules, and the moves of its pieces in Betza notation, as lines for the
    /// file of variants, and in words.
    Show {
        /// The variant.
        #[command(flatten)]
        game: OneGame,
        /// What to show of it.
        #[command(flatten)]
        request: crate::tools::show::Arguments,
    },
    /// Check a file of variants for errors.
    Check {
        /// The file.
        file: PathBuf,
        /// How to read it.
        #[command(flatten)]
        reading: Reading,
        /// The form of the output.
        #[command(flatten)]
        format: Format,
    },
    /// Write a variant for another program: Fairy-Stockfish, XBoard, or the Interactive Diagrams of the Chess Variant
    /// Pages; and report the rules that it cannot express.
    Export {
        /// The variant.
        #[command(flatten)]
        game: OneGame,
        /// The format.
        #[command(flatten)]
        request: crate::tools::exchange::Arguments,
    },
    /// Convert sections of Fairy-Stockfish's `variants.ini` to variants of fmax, and report what cannot be expressed.
    Import {
        /// The variants that sections inherit from.
        #[command(flatten)]
        source: Source,
        /// What to read.
        #[command(flatten)]
        request: crate::tools::exchange::import::Arguments,
    },
    /// Search some positions to a fixed depth, to measure speed and to see whether the search has changed.
    Bench {
        /// Plies.
        #[arg(default_value_t = crate::tools::bench::DEFAULT_DEPTH,
            value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
        /// The hash table.
        #[command(flatten)]
        hash: HashSize,
        /// Search without nets.
        #[arg(long)]
        without_nets: bool,
    },
    /// The commands of the feature `tools`.
    #[cfg(feature = "tools")]
    #[command(flatten)]
    Extra(Extra),
}

/// The commands that need more crates than the engine.
#[cfg(feature = "tools")]
#[derive(Clone, Debug, Subcommand)]
pub enum Extra {
    /// Write the file of a new variant.
    New {
        /// The file of the variant to begin with.
        #[command(flatten)]
        source: Source,
        /// The new variant.
        #[command(flatten)]
        arguments: Box<crate::tools::new::Arguments>,
    },
    /// Find out which pieces can force mate against a bare king, from all positions.
    Mates {
        /// The variant.
        #[command(flatten)]
        game: OneGame,
        /// The form of the output.
        #[command(flatten)]
        format: Format,
        /// What to solve.
        #[command(flatten)]
        arguments: Box<crate::tools::mates::Arguments>,
    },
    /// Tune the weights of the evaluation on games that `learn` has played.
    Tune {
        /// The file of variants.
        #[command(flatten)]
        source: Source,
        /// How to learn.
        #[command(flatten)]
        arguments: Box<crate::tools::tune::Arguments>,
    },
    /// Train a net for a variant in self-play.
    Learn {
        /// The file of variants.
        #[command(flatten)]
        source: Source,
        /// What to learn.
        #[command(flatten)]
        arguments: Box<crate::tools::learn::Arguments>,
    },
    /// Test a variant in self-play: is it fair, do games end, which pieces matter, and what should its inventor
    /// change.
    Playtest {
        /// The file of variants.
        #[command(flatten)]
        source: Source,
        /// The form of the output.
        #[command(flatten)]
        format: Format,
        /// What to play.
        #[command(flatten)]
        arguments: Box<crate::tools::playtest::Arguments>,
    },
    /// Search positions with known best moves, and report how soon each is found.
    Suite {
        /// The variant of positions that do not name theirs.
        #[command(flatten)]
        game: OneGame,
        /// The hash table of each search.
        #[command(flatten)]
        hash: HashSize,
        /// The log.
        #[command(flatten)]
        log: LogFile,
        /// The form of the output.
        #[command(flatten)]
        format: Format,
        /// What to search.
        #[command(flatten)]
        arguments: Box<crate::tools::suite::Arguments>,
    },
    /// Write the manual pages and shell completions for packages.
    #[command(hide = true)]
    Generate {
        /// The folder.
        #[command(flatten)]
        arguments: crate::tools::generate::Arguments,
    },
    /// Play a match or a tournament between engines.
    Match {
        /// The file of variants.
        #[command(flatten)]
        source: Source,
        /// Memory of each engine in MB [default: 64 for engines with the command `memory`, as in XBoard]
        #[arg(long = "hash", value_name = "MB",
            value_parser = clap::value_parser!(u64).range(1..=MAX_HASH_MB))]
        memory: Option<u64>,
        /// The log.
        #[command(flatten)]
        log: LogFile,
        /// The match.
        #[command(flatten)]
        arguments: Box<crate::tools::r#match::settings::Arguments>,
    },
}

impl Cli {
    /// The log file, if one is named.
    pub fn log_file(&self) -> Option<&Path> {
        let log = match &self.command {
            None => &self.log,
            #[cfg(feature = "tools")]
            Some(Tool::Extra(Extra::Match { log, .. } | Extra::Suite { log, .. })) => log,
            Some(_) => return None,
        };
        log.path.as_deref()
    }
}
