//! `fmax values --measure`: measures piece values by play.
//!
//! The method is H.G. Muller's: armies that differ in the pieces to be compared play each other, and games with a missing pawn
//! convert a difference in score to pawns. Here the armies are random, and a regression explains the results of all games by
//! their pieces, which needs fewer games than one comparison at a time.
//!
//! The value that the engine uses for a piece influences the result: the engine gives up a piece too easily if its value is too
//! low, and avoids trading it if its value is too high. So the report shows the values in use beside the measured ones, and
//! further rounds use the measured values. The net of a variant is not used, since it was trained with the values of the file.
//!
//! | module | owns |
//! |---|---|
//! | [`pieces`] | pieces that the variant does not have |
//! | [`testbed`] | the variant with them, its kinds, and the squares of its pieces |
//! | [`armies`] | two random armies, and the position in which they meet |
//! | [`games`] | playing a game by its number |
//! | [`keep`] | the file of games, and merging several |
//! | [`regression`] | logistic regression of the results |
//! | [`analysis`] | values from the games of a round |
//! | [`report`], `summary`, [`worries`], [`text`] | the report |

pub mod analysis;
pub mod armies;
pub mod games;
pub mod keep;
pub mod pieces;
pub mod regression;
pub mod report;
mod summary;
pub mod testbed;
pub mod text;
pub mod worries;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use crate::tools::findings::{Findings, Style};
use crate::tools::lab::interrupt;
use crate::tools::lab::part::{self, Part};
use crate::tools::lab::shards::Header;
use crate::variant::{Library, MAX_VALUE, Selections, Variant};
use games::{METHOD, Settings};
use keep::merge::merge;
use keep::{Games, Store, VERSION};
use pieces::NewPiece;
use report::Report;
use testbed::{TestBed, Used};

/// The largest number of pieces that can be added.
const MOST_ADDED: usize = 16;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Measuring")]
pub struct Arguments {
    /// Measure the values by play.
    #[arg(long)]
    pub measure: bool,
    /// A piece to add and measure: NAME=BETZA or NAME=BETZA:VALUE with an initial value in centipawns, or a
    /// name of `fmax new --list`. May be repeated.
    #[arg(long = "piece", value_name = "NAME=BETZA", requires = "measure")]
    pub pieces: Vec<String>,
    /// The initial value of a piece, by its letter or name, in centipawns [default: the value in the file, or
    /// an estimate].
    #[arg(long = "value", value_name = "PIECE=N", requires = "measure", value_parser = value)]
    pub values: Vec<(String, i32)>,
    /// Games of each round, in pairs with the armies exchanged.
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "measure",
        value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub games: u32,
    /// Rounds; each uses the values measured by the one before it.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "measure",
        value_parser = clap::value_parser!(u32).range(1..=20))]
    pub rounds: u32,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 500, requires = "measure",
        value_parser = clap::value_parser!(u64).range(10..=10_000_000))]
    pub nodes: u64,
    /// Games are drawn after N moves of each side.
    #[arg(long, value_name = "N", default_value_t = 200, requires = "measure",
        value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub max_moves: u32,
    /// Seed of the random armies.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "measure")]
    pub seed: u64,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 2, requires = "measure",
        value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// The file for the games, a line of JSON for each, from which the same command resumes.
    #[arg(
        long,
        value_name = "FILE",
        requires = "measure",
        conflicts_with = "merge"
    )]
    pub jsonl: Option<PathBuf>,
    /// Play every N-th pair of games, starting with the I-th, without a report: N machines play all of them,
    /// and --merge makes the report.
    #[arg(long, value_name = "I/N", requires = "jsonl", conflicts_with_all = ["merge", "rounds"])]
    pub shard: Option<Part>,
    /// Report on the games in these files, and play none.
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "measure", conflicts_with_all =
        ["pieces", "values", "games", "rounds", "nodes", "max_moves", "seed", "concurrency"])]
    pub merge: Vec<PathBuf>,
}

/// `PIECE=N`
fn value(text: &str) -> Result<(String, i32), String> {
    let parts = text.split_once('=');
    let parts = parts.and_then(|(piece, value)| Some((piece, value.parse::<i32>().ok()?)));
    match parts {
        Some((piece, value)) if !piece.is_empty() && (1..=MAX_VALUE).contains(&value) => {
            Ok((piece.to_owned(), value))
        }
        _ => Err(format!(
            "write PIECE=N, as in N=310, with centipawns from 1 to {MAX_VALUE}"
        )),
    }
}

/// Measures and reports. Returns the exit status: 0, or the status of an interrupt. `source` has the options that name the
/// file of variants in commands, each after a space.
pub fn run(
    library: &Library,
    game: Option<&str>,
    arguments: &Arguments,
    source: &str,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let variant = library.find_or_default(game, &Selections::default())?;
    interrupt::watch(|| {}).context("cannot listen to signals")?;
    let (testbed, rounds) = match &arguments.merge[..] {
        [] => {
            let added = read_pieces(&arguments.pieces)?;
            let testbed = TestBed::new(&variant, &added)?;
            match arguments.play(&variant, &testbed, &added)? {
                Some(rounds) => (testbed, rounds),
                None => return Ok(interrupt::status().unwrap_or_default()),
            }
        }
        paths => {
            let rounds = merge(paths, &variant)?;
            let pieces = read_pieces(&rounds[0].settings.pieces)?;
            (TestBed::new(&variant, &pieces)?, rounds)
        }
    };
    if let (Some(_), Some(path)) = (arguments.shard, &arguments.jsonl) {
        let count = rounds.iter().map(|round| round.games.len()).sum();
        let then = format!("fmax values {}{source} --measure --merge", testbed.name());
        part::report(count, path, &then, style, out)?;
        return Ok(0);
    }
    let report = Report::new(&testbed, &rounds).context("there are no games")?;
    report.write(style, out)?;
    Ok(0)
}

fn read_pieces(texts: &[String]) -> anyhow::Result<Vec<NewPiece>> {
    if texts.len() > MOST_ADDED {
        bail!("at most {MOST_ADDED} pieces can be added at a time");
    }
    texts.iter().map(|text| NewPiece::read(text)).collect()
}

impl Arguments {
    /// Plays all rounds; `None` after an interruption.
    fn play(
        &self,
        variant: &Variant,
        testbed: &TestBed,
        added: &[NewPiece],
    ) -> anyhow::Result<Option<Vec<Games>>> {
        let (rules, evaluation) = Header::fingerprints(variant);
        let mut settings = Settings {
            version: VERSION,
            rules,
            evaluation,
            method: METHOD.to_owned(),
            seed: self.seed,
            nodes: self.nodes,
            max_moves: self.max_moves,
            pieces: added.iter().map(NewPiece::written).collect(),
            used: self.used(testbed, added)?,
        };
        let mut store = Store::open(self.jsonl.as_deref())?;
        let part = self.shard.unwrap_or(Part::WHOLE);
        let mut rounds: Vec<Games> = Vec::new();
        for round in 1..=self.rounds {
            let games = keep::play(
                &mut store,
                testbed,
                (round, &settings),
                (part, self.games),
                self.concurrency as usize,
            )?;
            if interrupt::status().is_some() {
                let known: usize = rounds
                    .iter()
                    .chain([&games])
                    .map(|round| round.games.len())
                    .sum();
                let hint = match self.jsonl {
                    Some(_) => "the same command resumes",
                    None => "--jsonl would keep them",
                };
                log::warn!("interrupted: {known} games are played; {hint}");
                return Ok(None);
            }
            settings.used = analysis::analyse(testbed, &games).next(testbed, &settings.used);
            rounds.push(games);
        }
        Ok(Some(rounds))
    }

    /// The values of the first round.
    fn used(&self, testbed: &TestBed, added: &[NewPiece]) -> anyhow::Result<Used> {
        let mut used = testbed.values();
        let own = added
            .iter()
            .filter_map(|piece| Some((piece.name.clone(), piece.value?)));
        for (word, value) in own.chain(self.values.iter().cloned()) {
            let kind = &testbed.kinds[testbed.find(&word)?];
            used.insert(kind.letter.clone(), value);
        }
        Ok(used)
    }
}
