//! `fmax learn`: learns a game from games that the engine plays against itself.
//!
//! | module | owns |
//! |---|---|
//! | [`games`] | playing the game of a number |
//! | [`shards`] | files of games, which grow and can be gone on with |
//! | [`round`] | playing until there are enough games |
//! | [`train`] | from the positions of games to a net |
//! | [`progress`] | the line on the terminal |

pub mod games;
pub mod progress;
pub mod round;
pub mod shards;
pub mod train;
pub mod trial;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;

use crate::files::safe_name;
use crate::ruleset::Ruleset;
use crate::tools::interrupt;
use crate::tools::r#match::openings::OpeningArguments;
use crate::variant::{Library, Origin, Selections};
use games::Settings;
use progress::{Bar, in_words};
use round::{Amount, Progress};
use shards::{Header, Writer};

/// Without any limit a game is learnt for so many minutes.
const DEFAULT_MINUTES: f64 = 10.0;
/// No run takes longer, minutes: a year.
const MOST_MINUTES: f64 = 525_600.0;

/// What to learn, and from what.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The games to learn, separated by commas, one after the other.
    #[arg(
        long = "variant",
        id = "variant",
        value_name = "NAME",
        value_delimiter = ',',
        required = true
    )]
    pub variants: Vec<String>,
    /// Minutes for each game [default: 10].
    #[arg(long, value_name = "M", group = "amount", value_parser = minutes)]
    pub minutes: Option<f64>,
    /// Positions to learn each game from.
    #[arg(long, value_name = "N", group = "amount",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub positions: Option<u64>,
    /// Games to learn each game from.
    #[arg(long, value_name = "N", group = "amount",
        value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub games: Option<u32>,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 600,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub nodes: u64,
    /// With which openings the games begin.
    #[command(flatten)]
    pub openings: OpeningArguments,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// Where the games are kept, to go on with after an interruption [default: beside the file of
    /// games, a folder of its name that ends in .learn].
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Play the games to learn from, and learn nothing.
    #[arg(long, required = true)]
    pub games_only: bool,
    /// Play every N-th of the games, beginning with the K-th: N machines play all of them.
    #[arg(
        long,
        value_name = "K/N",
        requires = "games_only",
        default_value = "1/1"
    )]
    pub part: Part,
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number <= MOST_MINUTES => Ok(number),
        _ => Err(format!(
            "a number above 0, up to {MOST_MINUTES}, is expected"
        )),
    }
}

/// Some of the games, in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which one, from 1.
    pub part: u32,
    /// Of how many.
    pub parts: u32,
}

impl FromStr for Part {
    type Err = String;

    /// `K/N`.
    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((part, parts)) if (1..=parts).contains(&part) && parts <= 100_000 => {
                Ok(Part { part, parts })
            }
            _ => Err(format!("`{text}` is not K/N with K from 1 to N")),
        }
    }
}

impl Part {
    /// How many of the first `games` games belong to it.
    fn share(self, games: u32) -> u32 {
        (games + self.parts - self.part) / self.parts
    }
}

/// Learns, and tells `out` how it goes. Returns the exit status: 0, or that of an interruption.
///
/// # Errors
/// If a game cannot be played, or something cannot be read or written.
pub fn run(library: &Library, arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<u8> {
    let mut variants = Vec::with_capacity(arguments.variants.len());
    for name in &arguments.variants {
        variants.push(library.find(name, &Selections::default())?);
    }
    let folder = folder(library, arguments);
    fs::create_dir_all(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
    interrupt::watch(|| {}).context("cannot listen to signals")?;
    for variant in variants {
        let rules = Arc::new(Ruleset::new(variant));
        let amount = arguments.amount();
        play_round(&rules, 1, &folder, amount, arguments, out)?;
        if let Some(status) = interrupt::status() {
            log::warn!("interrupted; the same command goes on");
            return Ok(status);
        }
    }
    Ok(0)
}

impl Arguments {
    /// When all games have been played of what is learnt now.
    fn amount(&self) -> Amount {
        let Part { parts, .. } = self.part;
        match (self.positions, self.games) {
            (Some(positions), _) => Amount::Positions(positions.div_ceil(parts.into())),
            (None, Some(games)) => Amount::Games(self.part.share(games)),
            (None, None) => {
                let minutes = self.minutes.unwrap_or(DEFAULT_MINUTES);
                Amount::Until(Instant::now() + Duration::from_secs_f64(60.0 * minutes))
            }
        }
    }
}

/// Where the games are kept.
fn folder(library: &Library, arguments: &Arguments) -> PathBuf {
    match (&arguments.data, library.origin()) {
        (Some(folder), _) => folder.clone(),
        (None, Origin::File(path)) => path.with_extension("learn"),
        (None, Origin::BuiltIn) => PathBuf::from("fmax.learn"),
    }
}

/// Plays the games of a round that are missing.
fn play_round(
    rules: &Arc<Ruleset>,
    round: u32,
    folder: &Path,
    amount: Amount,
    arguments: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let OpeningArguments { plies, seed } = arguments.openings;
    let settings = Settings {
        rules: rules.clone(),
        seed,
        round,
        nodes: arguments.nodes,
        openings: plies,
    };
    let header = header(&settings, arguments.part);
    let mut writer = Writer::open(&folder.join(file_name(&header)), header)?;
    let name = &rules.variant().name;
    let mut bar = Bar::new(format!("{name}: playing"));
    let begun = Instant::now();
    let mut last = Progress::default();
    let played = round::play(
        &settings,
        &mut writer,
        amount,
        arguments.concurrency as usize,
        |progress| {
            last = progress;
            let done = match amount {
                Amount::Games(games) => f64::from(progress.games) / f64::from(games),
                Amount::Positions(positions) => progress.positions as f64 / positions as f64,
                Amount::Until(end) => {
                    let left = end.saturating_duration_since(Instant::now()).as_secs_f64();
                    let past = begun.elapsed().as_secs_f64();
                    past / (past + left).max(1e-9)
                }
            };
            bar.show(done, &in_numbers(progress, bar.elapsed()));
        },
    );
    bar.clear();
    played?;
    let (numbers, time) = (in_numbers(last, bar.elapsed()), in_words(bar.elapsed()));
    writeln!(out, "{name}: {numbers}, {time}")?;
    out.flush()?;
    Ok(())
}

/// `12 games, 1034 positions (1023 a second)`
fn in_numbers(progress: Progress, time: Duration) -> String {
    let Progress {
        games,
        positions,
        new_positions,
    } = progress;
    let rate = new_positions as f64 / time.as_secs_f64().max(1e-9);
    let rate = match new_positions {
        0 => String::new(),
        _ => format!(" ({rate:.0} a second)"),
    };
    format!("{games} games, {positions} positions{rate}")
}

fn header(settings: &Settings, part: Part) -> Header {
    let variant = settings.rules.variant();
    let (rules, evaluation) = Header::fingerprints(variant);
    Header {
        game: variant.name.clone(),
        rules,
        evaluation,
        net: None,
        seed: settings.seed,
        round: settings.round,
        nodes: settings.nodes,
        openings: settings.openings,
        parts: part.parts,
        part: part.part,
    }
}

/// What a shard is called: `GAME.seed1.round1.games`, with its part if there are more than one.
fn file_name(header: &Header) -> String {
    let Header {
        seed, round, parts, ..
    } = header;
    let part = match parts {
        1 => String::new(),
        _ => format!(".part{}of{parts}", header.part),
    };
    let game = safe_name(&header.game);
    format!("{game}.seed{seed}.round{round}{part}.games")
}
