//! `fmax playtest`: plays a variant against itself and reports whether it is fair, whether games end, how much choice there is,
//! what the pieces do, and what its inventor should worry about.
//!
//! | module | owns |
//! |---|---|
//! | `command` | the command: files, threads, interrupts |
//! | [`schedule`] | the games by their numbers |
//! | [`games`] | playing a game by its number |
//! | `keep` | the file of games |
//! | [`facts`], [`kinds`] | facts about one game |
//! | [`first_moves`] | the choice at the start |
//! | [`report`], `summary` | statistics of all games |
//! | [`worries`] | numbers beyond a threshold |
//! | [`text`] | the report for people, in lines and as a page with charts |

#[cfg(feature = "tools")]
mod command;
pub mod facts;
pub mod first_moves;
pub mod games;
#[cfg(feature = "tools")]
mod keep;
pub mod kinds;
pub mod report;
pub mod schedule;
mod summary;
pub mod text;
pub mod worries;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::ruleset::Ruleset;
use crate::tools::lab::shards::Terms;
use schedule::Plan;

#[cfg(feature = "tools")]
pub use command::run;

#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The variant [default: the first one of the file].
    #[arg(value_name = "VARIANT")]
    pub game: Option<String>,
    /// The variant, as in other commands.
    #[arg(long, value_name = "NAME", conflicts_with = "game")]
    pub variant: Option<String>,
    /// Games to play; two of every eight are between unequal sides.
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: u32,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u64).range(10..=10_000_000))]
    pub nodes: u64,
    /// The stronger side of games between unequal sides searches this many times the nodes; 1: no such games.
    #[arg(long, value_name = "TIMES", default_value_t = 4,
        value_parser = clap::value_parser!(u32).range(1..=100))]
    pub stronger: u32,
    /// Random plies at the start, among sensible moves.
    #[arg(long, value_name = "PLIES", default_value_t = 6,
        value_parser = clap::value_parser!(u32).range(0..=60))]
    pub openings: u32,
    /// Games are drawn after N moves of each side.
    #[arg(long, value_name = "N", default_value_t = 300,
        value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub max_moves: u32,
    /// Seed of the random openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// The folder for the games, from which the same command resumes [default: beside the file of
    /// games, a folder of its name that ends in .playtest].
    #[arg(long, value_name = "FOLDER", conflicts_with = "records")]
    pub data: Option<PathBuf>,
    /// The file for the games [default: one in that folder, named after the rules and settings].
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Write the report as an HTML page.
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
    /// Overwrite an existing page.
    #[arg(long, requires = "html")]
    pub force: bool,
}

impl Arguments {
    /// The games to play.
    pub fn plan(&self, rules: Arc<Ruleset>) -> Plan {
        Plan {
            rules,
            seed: self.seed,
            nodes: self.nodes,
            openings: self.openings,
            terms: Terms::new(self.stronger, self.max_moves),
        }
    }
}
