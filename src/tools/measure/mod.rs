//! `fmax values --measure`: measures by play what pieces are worth.
//!
//! The method is H.G. Muller's: armies play that differ in what is to be compared, and the score of a missing pawn tells how
//! many pawns a difference in score is worth. Here the armies are random, and a regression explains the results of all games by
//! all their pieces together, which needs fewer games than one comparison at a time.
//!
//! The value that the engine uses for a piece influences the result: it gives up a piece that it takes for cheap too soon, and
//! avoids trades of one that it takes for dear. So the report shows the values in use beside the measured ones, and rounds
//! repeat the games with what was found. The net of a variant is not used, since it knows the values of the file.
//!
//! | module | owns |
//! |---|---|
//! | [`pieces`] | pieces that the game does not have |
//! | [`mod@bench`] | the game with them, its kinds, and the places of its pieces |
//! | [`armies`] | two random armies, and the position in which they meet |
//! | [`games`] | playing the game of a number |
//! | [`keep`] | the file in which games are kept, and putting several together |
//! | [`regression`] | what results say about what they depend on |
//! | [`analysis`] | what the games of a round say of values |
//! | [`report`], [`worries`], [`text`] | what is told of that |

pub mod analysis;
pub mod armies;
pub mod bench;
pub mod games;
pub mod keep;
pub mod pieces;
pub mod regression;
pub mod report;
pub mod text;
pub mod worries;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use crate::tools::findings::{Findings, Style};
use crate::tools::lab::interrupt;
use crate::tools::lab::part::{self, Part};
use crate::tools::lab::store::Store;
use crate::variant::{Library, MAX_VALUE, Selections, Variant};
use bench::{Bench, Used};
use games::Round;
use keep::merge::{Merged, merge};
use keep::{Games, Settings};
use pieces::NewPiece;
use report::Report;

/// The largest number of pieces that can be added.
const MOST_ADDED: usize = 16;

/// What to measure, and how.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Measuring")]
pub struct Arguments {
    /// Find the values out by play.
    #[arg(long)]
    pub measure: bool,
    /// A piece to weigh that the game does not have: NAME=BETZA, perhaps with :VALUE (centipawns) to begin
    /// with, or a name of `fmax new --list`. More of them with more options.
    #[arg(long = "piece", value_name = "NAME=BETZA", requires = "measure")]
    pub pieces: Vec<String>,
    /// What the engine is to use for a piece to begin with, by its letter or name, centipawns [default: what
    /// the file says, or what is estimated].
    #[arg(long = "value", value_name = "PIECE=N", requires = "measure", value_parser = value)]
    pub values: Vec<(String, i32)>,
    /// Games of each round; two that follow each other have the armies exchanged.
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "measure",
        value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub games: u32,
    /// Rounds; each one uses the values that the one before it has measured.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "measure",
        value_parser = clap::value_parser!(u32).range(1..=20))]
    pub rounds: u32,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 500, requires = "measure",
        value_parser = clap::value_parser!(u64).range(10..=10_000_000))]
    pub nodes: u64,
    /// Games are drawn after so many moves of each side.
    #[arg(long, value_name = "N", default_value_t = 200, requires = "measure",
        value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub max_moves: u32,
    /// Another seed, other games.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "measure")]
    pub seed: u64,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 2, requires = "measure",
        value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// Where the games are kept, a line of JSON for each: after an interruption the same command goes on with
    /// them.
    #[arg(
        long,
        value_name = "FILE",
        requires = "measure",
        conflicts_with = "merge"
    )]
    pub jsonl: Option<PathBuf>,
    /// Play every N-th pair of the games, beginning with the I-th, and tell nothing: N machines play all of
    /// them, and --merge tells what they have found.
    #[arg(long, value_name = "I/N", requires = "jsonl", conflicts_with_all = ["merge", "rounds"])]
    pub shard: Option<Part>,
    /// Play no games, but tell what those in these files say together.
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

/// Measures, and tells what was found. Returns the exit status: 0, or that of an interruption. `source` is what names
/// the file of games to another command, each word with a blank before it.
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
    let (bench, rounds) = match &arguments.merge[..] {
        [] => {
            let added = read_pieces(&arguments.pieces)?;
            let bench = Bench::new(&variant, &added)?;
            match arguments.play(&variant, &bench, &added)? {
                Some(rounds) => (bench, rounds),
                None => return Ok(interrupt::status().unwrap_or_default()),
            }
        }
        paths => {
            let Merged { rounds, pieces } = merge(paths, &variant)?;
            (Bench::new(&variant, &read_pieces(&pieces)?)?, rounds)
        }
    };
    if let (Some(_), Some(path)) = (arguments.shard, &arguments.jsonl) {
        let count = rounds.iter().map(|round| round.games.len()).sum();
        let then = format!("fmax values {}{source} --measure --merge", bench.name());
        part::tell(count, path, &then, style, out)?;
        return Ok(0);
    }
    let report = Report::new(&bench, &rounds).context("there are no games to tell of")?;
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
        bench: &Bench,
        added: &[NewPiece],
    ) -> anyhow::Result<Option<Vec<Games>>> {
        let mut used = self.used(bench, added)?;
        let pieces: Vec<String> = added.iter().map(NewPiece::written).collect();
        let mut store = Store::open(self.jsonl.as_deref())?;
        let part = self.shard.unwrap_or(Part::WHOLE);
        let mut rounds: Vec<Games> = Vec::new();
        for number in 1..=self.rounds {
            let round = Round {
                number,
                seed: self.seed,
                nodes: self.nodes,
                max_moves: self.max_moves,
                used: used.clone(),
            };
            let settings = Settings::new(variant, &pieces, &round);
            let wanted = (part, self.games);
            let games = keep::play(
                &mut store,
                bench,
                (&round, &settings),
                wanted,
                self.concurrency as usize,
            )?;
            if interrupt::status().is_some() {
                let known: usize = rounds
                    .iter()
                    .chain([&games])
                    .map(|round| round.games.len())
                    .sum();
                let hint = match self.jsonl {
                    Some(_) => "the same command goes on",
                    None => "with --jsonl they would not be lost",
                };
                log::warn!("interrupted: {known} games are played; {hint}");
                return Ok(None);
            }
            used = analysis::analyse(bench, &games).next(bench, &used);
            rounds.push(games);
        }
        Ok(Some(rounds))
    }

    /// What the engine uses in the first round.
    fn used(&self, bench: &Bench, added: &[NewPiece]) -> anyhow::Result<Used> {
        let mut used = bench.values();
        let told = added
            .iter()
            .filter_map(|piece| Some((piece.name.clone(), piece.value?)));
        for (word, value) in told.chain(self.values.iter().cloned()) {
            let kind = &bench.kinds[bench.find(&word)?];
            used.insert(kind.letter.clone(), value);
        }
        Ok(used)
    }
}
