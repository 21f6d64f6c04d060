//! `fmax learn`: learns a net for a variant from games that the engine plays against itself.
//!
//! | module | owns |
//! |---|---|
//! | `phases` | playing, training and the match |
//! | `games` | playing a game by its number |
//! | `round` | playing until there are enough games |
//! | `teacher` | the scores of another engine instead of our own |
//! | `train` | from the positions of games to a net |
//! | `gating` | the match that decides whether the net is accepted |
//! | `report` | the report as an HTML page |

pub(super) mod games;
mod gating;
pub(super) mod phases;
mod report;
mod round;
mod teacher;
mod train;

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use crate::eval::net::shared::{self, SharedNet};
use crate::eval::net::{Mode, Net};
use crate::ruleset::Ruleset;
use crate::tools::findings::Style;
use crate::tools::lab::interrupt;
use crate::tools::lab::openings::OpeningArguments;
use crate::tools::lab::part::{self, Part};
use crate::tools::lab::progress::Bar;
use crate::tools::lab::shards::{self, Collection, Header, Writer};
use crate::tools::r#match::engine::kill_all;
use crate::tools::r#match::settings::option;
use crate::tools::{companion, named_variants, replacing};
use crate::variant::ini::net_file;
use crate::variant::{EncodedNet, Library};
use phases::Phases;
use phases::nets::Learnt;
use report::{Chapter, Curve};
use round::Amount;
use train::attempts::{Wanted, attempts, best, with_closest};
use train::positions::Positions;

/// Minutes for each variant, unless the user names a limit.
const DEFAULT_MINUTES: f64 = 10.0;
/// The time to read the games, as a share of the time of training, 0 to 1.
const READING: f64 = 0.2;
/// The longest run in minutes: a year.
const MOST_MINUTES: f64 = 525_600.0;

#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The variants to learn, separated by commas; `all` stands for all variants that `fmax variants` lists.
    #[arg(
        long = "variant",
        id = "variant",
        value_name = "NAME",
        value_delimiter = ',',
        required = true
    )]
    variants: Vec<String>,
    /// Minutes for each variant [default: 10].
    #[arg(long, value_name = "M", group = "amount", value_parser = minutes)]
    minutes: Option<f64>,
    /// Positions to train on for each variant.
    #[arg(long, value_name = "N", group = "amount",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    positions: Option<u64>,
    /// Games to train on for each variant.
    #[arg(long, value_name = "N", group = "amount",
        value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: Option<u32>,
    /// Nodes for each move, or for each position that a teacher scores.
    #[arg(long, value_name = "N", default_value_t = 600,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: u64,
    #[command(flatten)]
    openings: OpeningArguments,
    /// Games played, or nets trained, at the same time.
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    /// The folder for the games, from which the same command resumes [default: beside the file of
    /// games, a folder of its name that ends in .learn].
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Play the games and do not train.
    #[arg(long)]
    games_only: bool,
    /// Start with the net that the variant has, and look for a better one; with --games-only, play with that net.
    #[arg(long)]
    with_net: bool,
    /// Whether the net corrects the hand-written evaluation or replaces it, which needs more positions and then plays faster
    /// [default: correct; from a million positions on, the one with less loss].
    #[arg(long, value_name = "WHAT", value_enum, conflicts_with = "games_only")]
    mode: Option<WhatFor>,
    /// Play every N-th game, starting with the I-th, so that N machines play all of them.
    #[arg(long, alias = "part", value_name = "I/N", requires = "games_only")]
    shard: Option<Part>,
    /// Train on the games in these files, of any of the variants and from any machines, and play none.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["games_only", "amount"])]
    train: Vec<PathBuf>,
    /// Train on the scores of this UCI engine for those positions instead of our own: a command line in quotation marks.
    #[arg(long, value_name = "COMMAND", requires = "train")]
    teacher: Option<String>,
    /// An option of that engine; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = option, requires = "teacher")]
    option: Vec<(String, String)>,
    /// Learn the shared net, for variants without a net of their own, from games of all these variants, and write it to this file.
    #[arg(long, value_name = "FILE", hide = true, requires = "train", conflicts_with_all = ["output", "report", "teacher"])]
    shared: Option<PathBuf>,
    /// The file of nets to write [default: beside the file of variants, with which it is then read].
    #[arg(long, value_name = "FILE", conflicts_with = "games_only")]
    output: Option<PathBuf>,
    /// Write a report as an HTML page.
    #[arg(long, value_name = "FILE.html", conflicts_with = "games_only")]
    report: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WhatFor {
    /// It corrects the hand-written evaluation.
    Correct,
    /// It replaces it.
    Replace,
}

impl WhatFor {
    fn mode(self) -> Mode {
        match self {
            WhatFor::Correct => Mode::Add,
            WhatFor::Replace => Mode::Replace,
        }
    }
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number <= MOST_MINUTES => Ok(number),
        _ => Err(format!(
            "a number above 0, up to {MOST_MINUTES}, is expected"
        )),
    }
}

/// Learns nets, and reports the results. Returns the exit status: 0, or that of an interrupt. `source` has the options that name
/// the file of variants in commands, each after a space.
pub fn run(
    library: &Library,
    arguments: &Arguments,
    source: &str,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let variants = named_variants(library, &arguments.variants)?.into_iter();
    let games: Vec<Arc<Ruleset>> = variants
        .map(|(_, variant)| Arc::new(Ruleset::without_net(variant)))
        .collect();
    let named = arguments.output.as_deref();
    let output = if arguments.games_only {
        None
    } else {
        Some(companion(library, named, net_file::EXTENSION)?)
    };
    let mut known = collections(&games, &arguments.train)?;
    interrupt::watch(kill_all).context("cannot listen to signals")?;
    if let Some(path) = &arguments.shared {
        let begin = arguments.with_net.then(SharedNet::supplied).flatten();
        train::together::learn(&games, known, begin, arguments.openings.seed, path, out)?;
        return Ok(interrupt::status().unwrap_or(0));
    }
    let named = arguments.data.clone();
    let folder = named.unwrap_or_else(|| library.workspace("learn"));
    fs::create_dir_all(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
    output
        .as_deref()
        .map_or(Ok(()), phases::nets::require_writable)?;
    if let Some(command) = &arguments.teacher {
        let files = teacher::scored(library, &games, command, arguments, &folder, out)?;
        if let Some(status) = interrupted() {
            return Ok(status);
        }
        known = collections(&games, &files)?;
    }
    let mut chapters = Vec::new();
    for rules in games {
        match &output {
            None => play(rules, &folder, arguments, source, out)?,
            Some(output) => {
                let train = known.remove(&rules.variant().name);
                let phases = Phases {
                    command: arguments.command(&rules.variant().name),
                    own: arguments.own_net(&rules),
                    rules,
                    arguments,
                    folder: &folder,
                    output,
                    gating_nodes: gating::NODES,
                };
                let chapter = match train {
                    Some(games) => phases.learn_from(&games, &mut learn, out)?,
                    None => phases.run(&mut learn, out)?,
                };
                chapters.extend(chapter.map(|chapter| Chapter {
                    command: chapter.command + source,
                    ..chapter
                }));
                write_report(arguments, &chapters, out)?;
            }
        }
        if let Some(status) = interrupted() {
            return Ok(status);
        }
    }
    Ok(0)
}

/// The exit status after Ctrl-C, with a hint for the user.
fn interrupted() -> Option<u8> {
    let status = interrupt::status()?;
    log::warn!("interrupted; the same command resumes");
    Some(status)
}

/// Writes the report with the chapters so far, if the user wants one.
fn write_report(
    arguments: &Arguments,
    chapters: &[Chapter],
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let Some(path) = arguments.report.as_deref().filter(|_| !chapters.is_empty()) else {
        return Ok(());
    };
    replacing::replace(path, report::page(chapters)?.as_bytes())?;
    writeln!(out, "the report is in {}", path.display())?;
    Ok(())
}

fn learn(
    games: &Collection,
    rules: &Arc<Ruleset>,
    wanted: &Wanted,
    bar: &mut Bar,
) -> anyhow::Result<Option<(Vec<u8>, Curve)>> {
    let mut positions = Positions::new(rules);
    let all = games.positions().max(1) as f64;
    let mut seen = 0;
    games.samples(rules, |pos, sample| {
        positions.add(rules, pos, sample);
        seen += 1;
        if seen % 10_000 == 0 {
            bar.show(READING * f64::from(seen) / all, "reading");
        }
    })?;
    let attempts = attempts(positions.count(), wanted);
    let attempts = with_closest(rules, &positions, attempts);
    let learnt = best(
        rules,
        &positions,
        &attempts,
        wanted.threads,
        &mut |progress| {
            let more = format!(
                "attempt {}, epoch {}: loss {:.5}, held out {:.5}",
                progress.attempt, progress.epoch, progress.training_loss, progress.held_out_loss
            );
            bar.show(READING + (1.0 - READING) * progress.done, &more);
            interrupt::status().is_none()
        },
    )?;
    Ok(learnt.map(|learnt| {
        let curve = Curve {
            games: games.games() as u64,
            positions: games.positions(),
            before: learnt.before,
            after: learnt.quantised,
            epochs: learnt.epochs,
        };
        (learnt.weights.write(), curve)
    }))
}

/// Plays the games of a variant, or a part of them, without training.
fn play(
    rules: Arc<Ruleset>,
    folder: &Path,
    arguments: &Arguments,
    source: &str,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let name = rules.variant().name.clone();
    let label = format!("{name}: playing");
    // without --with-net, the games depend on the command alone
    let net = if arguments.with_net {
        arguments.own_net(&rules)
    } else {
        None
    };
    let rules = match &net {
        Some(net) => net.rules(&rules)?,
        None => rules,
    };
    let header = arguments.header(&rules, 1 + u32::from(net.is_some()));
    // the name does not depend on the net, so that the file of another machine can be copied here
    let path = folder.join(round::file_name(&header));
    let net = net.map(|net| net.id.clone());
    let mut writer = Writer::open(&path, Header { net, ..header })?;
    let amount = arguments.amount();
    round::play(&rules, &mut writer, amount, arguments, label, out)?;
    if arguments.shard.is_some() && interrupt::status().is_none() {
        let then = format!("fmax learn{source} --variant {name} --train");
        part::report(writer.games().len(), &path, &then, Style::Text, out)?;
    }
    Ok(())
}

/// The rules of the games in a file.
fn rules_of<'g>(
    games: &'g [Arc<Ruleset>],
    path: &Path,
    header: &Header,
) -> anyhow::Result<&'g Arc<Ruleset>> {
    let mut games = games.iter();
    let known = games.find(|rules| rules.variant().name == header.game);
    known.with_context(|| {
        let (path, name) = (path.display(), &header.game);
        format!("{path}: its games are of {name}, which --variant does not name")
    })
}

/// The games in the files, by variant.
///
/// # Errors
/// If a file cannot be read or is of another variant, or if a variant has no file.
pub(super) fn collections(
    games: &[Arc<Ruleset>],
    paths: &[PathBuf],
) -> anyhow::Result<HashMap<String, Collection>> {
    let mut collections: HashMap<String, Collection> = HashMap::new();
    for path in paths {
        let contents = shards::read(path)?;
        let rules = rules_of(games, path, &contents.header)?;
        let name = contents.header.game.clone();
        let collection = collections.entry(name).or_default();
        collection.add_file(path, contents, rules.variant())?;
    }
    let name = |rules: &Arc<Ruleset>| rules.variant().name.clone();
    let mut names = games.iter().map(name);
    match names.find(|name| !collections.contains_key(name)) {
        Some(name) if !paths.is_empty() => bail!("none of the files has games of {name}"),
        _ => Ok(collections),
    }
}

impl Arguments {
    /// The command that repeats the learning of a variant.
    fn command(&self, game: &str) -> String {
        let OpeningArguments { plies, seed } = self.openings;
        let amount = match (self.positions, self.games, &self.train[..]) {
            (_, _, [_, ..]) => match &self.teacher {
                Some(teacher) => format!("--train ... --teacher \"{teacher}\""),
                None => "--train ...".to_owned(),
            },
            (Some(positions), ..) => format!("--positions {positions}"),
            (_, Some(games), _) => format!("--games {games}"),
            _ => format!("--minutes {}", self.minutes.unwrap_or(DEFAULT_MINUTES)),
        };
        let nodes = self.nodes;
        let net = if self.with_net { " --with-net" } else { "" };
        let mode = self.mode.and_then(|mode| mode.to_possible_value());
        let mode = mode.map_or(String::new(), |mode| format!(" --mode {}", mode.get_name()));
        format!(
            "fmax learn --variant {game} {amount} --nodes {nodes} --openings {plies} --seed {seed}{net}{mode}"
        )
    }

    /// The net that a new net has to beat: the variant's own, if --with-net is given, or the shared net if it has none.
    fn own_net(&self, rules: &Ruleset) -> Option<Learnt> {
        let variant = Net::attach(rules.variant().clone());
        let shared = || shared::in_play(&variant, &rules.tables, &rules.evaluation.values);
        let net = match &variant.net {
            Some(net) => self.with_net.then(|| net.clone()),
            None => shared().map(|(weights, _)| EncodedNet::new(&variant, weights.write())),
        };
        if net.is_none() && self.with_net {
            log::warn!(
                "{} has no net, neither beside the file of variants nor in the program: it is played without",
                variant.name
            );
        }
        net.map(|net| Learnt::new(net, Curve::default()))
    }

    fn part(&self) -> Part {
        self.shard.unwrap_or(Part::WHOLE)
    }

    /// The header of a shard with the games of a round, which are played without a net.
    fn header(&self, rules: &Ruleset, round: u32) -> Header {
        let OpeningArguments { plies, seed } = self.openings;
        Header {
            part: self.part(),
            ..Header::new(rules.variant(), seed, round, self.nodes, plies)
        }
    }

    /// The number of games or positions to play, or the time when play ends.
    fn amount(&self) -> Amount {
        let part = self.part();
        match (self.positions, self.games) {
            (Some(positions), _) => Amount::Positions(positions.div_ceil(part.parts.into())),
            (None, Some(games)) => Amount::Games(part.share(games)),
            (None, None) => {
                let minutes = self.minutes.unwrap_or(DEFAULT_MINUTES);
                Amount::Until(Instant::now() + Duration::from_secs_f64(60.0 * minutes))
            }
        }
    }
}
