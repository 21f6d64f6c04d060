//! The arguments of a match and their meaning.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::clock::{Control, Limit, positive_seconds};
use super::engine::{EngineSettings, Protocol};
use super::referee::Conditions;
use super::seat::Seat;
use crate::tools::lab::adjudication::Threshold;
use crate::tools::lab::openings::OpeningArguments;
use crate::tools::lab::part::Part;
use crate::tools::lab::sprt::Sprt;

/// The default time control.
const DEFAULT_CONTROL: Control = Control {
    moves: 0,
    base: Duration::from_secs(5),
    increment: Duration::from_millis(50),
};

/// The arguments of `fmax match`.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The engines, each a command line in quotation marks, such as "fmax --hash 16". More than two play a round robin.
    #[arg(required = true, num_args = 2..=26, value_name = "ENGINE")]
    pub(super) engines: Vec<String>,
    /// A gauntlet: the first engine plays each of the others.
    #[arg(long)]
    pub(super) gauntlet: bool,
    /// The first engine speaks UCI, not the protocol of XBoard.
    #[arg(long)]
    uci_a: bool,
    /// The second engine speaks UCI.
    #[arg(long)]
    uci_b: bool,
    /// These engines speak UCI: their letters, separated by commas, as in `c,d` for the third and the fourth.
    #[arg(long, value_name = "LETTERS", value_delimiter = ',')]
    uci: Vec<Seat>,

    /// The variants to play, separated by commas, or `all`.
    #[arg(
        long = "variant",
        id = "variant",
        value_name = "NAME",
        value_delimiter = ','
    )]
    pub(super) variants: Vec<String>,
    /// Games of each variant; an odd number is rounded up, because openings are played in pairs.
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..1_000_000))]
    pub(super) games: u32,
    /// Clocks: [MOVES/]BASE[+INC], times in seconds, BASE also as M:SS [default: 5+0.05].
    #[arg(long, value_name = "TC", group = "limit")]
    tc: Option<Control>,
    /// Other clocks for the second engine, such as an eighth of the time.
    #[arg(long, value_name = "TC", conflicts_with_all = ["movetime", "nodes", "depth"])]
    tc_b: Option<Control>,
    /// Clocks count nodes, N for a second, so that a match does not depend on the machine. The engines
    /// need the feature nps (in UCI the option nodestime), and are charged the nodes in their last line
    /// for a move.
    #[arg(long, value_name = "N", conflicts_with_all = ["movetime", "nodes", "depth"],
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nps: Option<u64>,
    /// The same time for each move, in seconds.
    #[arg(long, value_name = "SECONDS", group = "limit", value_parser = positive_seconds)]
    movetime: Option<Duration>,
    /// Nodes for each move. An engine of XBoard's protocol needs the option `Nodes`, as fmax has, or the
    /// feature nps.
    #[arg(long, value_name = "N", group = "limit",
        value_parser = clap::value_parser!(u64).range(1..=2_000_000_000))]
    nodes: Option<u64>,
    /// Plies for each move.
    #[arg(long, value_name = "N", group = "limit",
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    #[command(flatten)]
    pub(super) openings: OpeningArguments,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(super) concurrency: u32,
    /// An option of the first engine; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option_a: Vec<(String, String)>,
    /// An option of the second engine; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option_b: Vec<(String, String)>,
    /// An option of the engine with this letter, as in `c:Hash=16`; may be repeated.
    #[arg(long, value_name = "LETTER:NAME=VALUE", value_parser = lettered_option)]
    option: Vec<(Seat, (String, String))>,
    /// Stop when a sequential test with error rates of 5 % decides whether the first engine is stronger
    /// by ELO0 or by ELO1.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(super) sprt: Option<Sprt>,
    #[command(flatten)]
    pub(super) conditions: Conditions,
    /// Append the games to this file.
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Write a line of JSON for each game to this file.
    #[arg(long, value_name = "FILE")]
    pub(super) jsonl: Option<PathBuf>,
    /// Resume the match whose games are in the file of --jsonl.
    #[arg(long, requires = "jsonl")]
    pub(super) resume: bool,
    /// Play every N-th pair of games, starting with the I-th, so that N machines play all of them.
    #[arg(long, value_name = "I/N", requires = "jsonl", conflicts_with = "sprt")]
    pub(super) shard: Option<Part>,
    /// Show the table of a match from the --jsonl files of its parts, and play none. The other arguments
    /// must be those of the match.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["shard", "resume", "jsonl", "pgn"])]
    pub(super) merge: Vec<PathBuf>,
}

/// The settings on which the moves of a game depend besides its limits. All games of a match share them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    pub engines: Vec<String>,
    /// Which of the engines speak UCI.
    #[serde(default)]
    uci: Vec<bool>,
    options: Vec<Vec<String>>,
    /// The memory of each engine, in MB.
    memory: Option<u64>,
    /// The random plies of the openings.
    openings: u32,
    seed: u64,
    max_moves: u32,
    move_rule: u32,
    /// The grace in milliseconds.
    grace: u32,
    /// The time after which an engine counts as stalled, in seconds.
    stall: f64,
    draw_adjudication: Option<String>,
    resign_adjudication: Option<String>,
}

impl Arguments {
    /// The limit of the moves of an engine.
    fn limit(&self, engine: usize) -> Limit {
        let clock = |control| match self.nps {
            Some(rate) => Limit::NodeClock(control, rate),
            None => Limit::Clock(control),
        };
        let limit = (self.movetime.map(Limit::MoveTime))
            .or(self.nodes.map(Limit::Nodes))
            .or(self.depth.map(Limit::Depth))
            .unwrap_or_else(|| clock(self.tc.unwrap_or(DEFAULT_CONTROL)));
        self.tc_b.filter(|_| engine == 1).map_or(limit, clock)
    }

    fn speaks_uci(&self, engine: usize) -> bool {
        let first = [self.uci_a, self.uci_b].get(engine) == Some(&true);
        first || self.uci.contains(&Seat(engine))
    }

    fn options(&self, engine: usize) -> Vec<(String, String)> {
        let first = [&self.option_a, &self.option_b];
        let mut options = first
            .get(engine)
            .map_or(Vec::new(), |&options| options.clone());
        let named = self.option.iter().filter(|(seat, _)| *seat == Seat(engine));
        options.extend(named.map(|(_, option)| option.clone()));
        options
    }

    /// The pairs of engines that play each other.
    pub fn duels(&self) -> Vec<[usize; 2]> {
        let count = self.engines.len();
        let first = 0..if self.gauntlet { 1 } else { count };
        first
            .flat_map(|a| (a + 1..count).map(move |b| [a, b]))
            .collect()
    }

    /// The settings of the games; `memory` is the memory that each engine may use, in MB.
    pub fn settings(&self, memory: Option<u64>) -> Settings {
        let conditions = &self.conditions;
        let text = |threshold: Option<Threshold>| threshold.map(|threshold| threshold.to_string());
        let engines = 0..self.engines.len();
        let options = |engine| {
            let options = self.options(engine).into_iter();
            options
                .map(|(name, value)| format!("{name}={value}"))
                .collect()
        };
        Settings {
            engines: self.engines.clone(),
            uci: engines
                .clone()
                .map(|engine| self.speaks_uci(engine))
                .collect(),
            options: engines.map(options).collect(),
            memory,
            openings: self.openings.plies,
            seed: self.openings.seed,
            max_moves: conditions.max_moves,
            move_rule: conditions.move_rule,
            grace: conditions.grace,
            stall: conditions.stall.as_secs_f64(),
            draw_adjudication: text(conditions.draw_adjudication),
            resign_adjudication: text(conditions.resign_adjudication),
        }
    }

    /// The settings of the engines; `memory` is the memory that each may use, in MB.
    pub fn engines(&self, memory: Option<u64>) -> anyhow::Result<Vec<EngineSettings>> {
        let named = self
            .uci
            .iter()
            .chain(self.option.iter().map(|(seat, _)| seat));
        if let Some(&seat) = named.into_iter().find(|seat| seat.0 >= self.engines.len()) {
            bail!("there is no engine {}", char::from(seat));
        }
        let settings = |(engine, text): (usize, &String)| {
            Ok(EngineSettings {
                command: text.parse().with_context(|| format!("`{text}`"))?,
                protocol: if self.speaks_uci(engine) {
                    Protocol::Uci
                } else {
                    Protocol::XBoard
                },
                options: self.options(engine),
                memory,
                limit: self.limit(engine),
            })
        };
        self.engines.iter().enumerate().map(settings).collect()
    }
}

fn lettered_option(text: &str) -> Result<(Seat, (String, String)), String> {
    let parts = text.split_once(':');
    let (letter, rest) = parts.ok_or_else(|| format!("`{text}` is not LETTER:NAME=VALUE"))?;
    Ok((letter.parse()?, option(rest)?))
}

pub fn option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !text.contains(char::is_control) => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err(format!("`{text}` is not NAME=VALUE")),
    }
}
