//! What a match is: the arguments of the command line, and what they mean.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::adjudication::Threshold;
use super::clock::{Control, Limit, positive_seconds};
use super::engine::{EngineSettings, Protocol};
use super::openings::OpeningArguments;
use super::referee::Conditions;
use super::sprt::Sprt;
use crate::tools::jsonl;
use crate::tools::part::Part;

/// Without any limit moves are made at this time control.
const DEFAULT_CONTROL: Control = Control {
    moves: 0,
    base: Duration::from_secs(5),
    increment: Duration::from_millis(50),
};

/// The arguments of `fmax match`.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The first engine: a command line in quotation marks, such as "fmax --hash 16".
    pub engine_a: String,
    /// The second engine.
    pub engine_b: String,
    /// The first engine speaks UCI, not the protocol of XBoard.
    #[arg(long)]
    pub uci_a: bool,
    /// The second engine speaks UCI.
    #[arg(long)]
    pub uci_b: bool,

    /// The games to play, separated by commas, or `all`.
    #[arg(
        long = "variant",
        id = "variant",
        value_name = "NAME",
        value_delimiter = ','
    )]
    pub variants: Vec<String>,
    /// Games of each kind; an odd number is rounded up, because openings are played in pairs.
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..1_000_000))]
    pub games: u32,
    /// Clocks: [MOVES/]BASE[+INC], times in seconds, BASE also as M:SS [default: 5+0.05].
    #[arg(long, value_name = "TC", group = "limit")]
    pub tc: Option<Control>,
    /// Other clocks for the second engine, such as an eighth of the time.
    #[arg(long, value_name = "TC", conflicts_with_all = ["movetime", "nodes", "depth"])]
    pub tc_b: Option<Control>,
    /// The clocks count nodes, so many for a second: a match that depends on no machine. The engines
    /// need the feature nps (in UCI the option nodestime), and are charged what their last line about
    /// a move tells.
    #[arg(long, value_name = "N", conflicts_with_all = ["movetime", "nodes", "depth"],
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub nps: Option<u64>,
    /// The same time for each move, in seconds.
    #[arg(long, value_name = "SECONDS", group = "limit", value_parser = positive_seconds)]
    pub movetime: Option<Duration>,
    /// Nodes for each move. An engine of XBoard's protocol needs an option `Nodes`, as ours has, or
    /// the feature nps.
    #[arg(long, value_name = "N", group = "limit",
        value_parser = clap::value_parser!(u64).range(1..=2_000_000_000))]
    pub nodes: Option<u64>,
    /// Plies for each move.
    #[arg(long, value_name = "N", group = "limit",
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// With which openings the pairs of games begin.
    #[command(flatten)]
    pub openings: OpeningArguments,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    pub concurrency: u32,
    /// An option of the first engine; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    pub option_a: Vec<(String, String)>,
    /// An option of the second engine; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    pub option_b: Vec<(String, String)>,
    /// Stop when it is decided (errors of 5 %) whether the first engine is stronger by ELO0 or by
    /// ELO1.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// What the games are played by.
    #[command(flatten)]
    pub conditions: Conditions,
    /// Add the games to this file.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write a line of JSON for each game to this file.
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,
    /// Go on with the match whose games are in the file of --jsonl, which was interrupted.
    #[arg(long, requires = "jsonl")]
    pub resume: bool,
    /// Play every N-th pair of games, beginning with the I-th: N machines play all of them.
    #[arg(long, value_name = "I/N", requires = "jsonl", conflicts_with = "sprt")]
    pub shard: Option<Part>,
    /// Play nothing, but show the table of the match whose games are in these files, which are those of
    /// --jsonl of its parts; all other arguments are those that it was played with.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["shard", "resume", "jsonl", "pgn"])]
    pub merge: Vec<PathBuf>,
}

/// All that the course of a game depends on, besides its limits: only games with the same settings
/// are games of the same match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    engines: [String; 2],
    /// Which of them speak UCI.
    #[serde(default)]
    uci: [bool; 2],
    options: [Vec<String>; 2],
    /// MB.
    memory: Option<u64>,
    /// Plies.
    openings: u32,
    seed: u64,
    max_moves: u32,
    move_rule: u32,
    /// Milliseconds.
    grace: u32,
    /// Seconds.
    stall: f64,
    draw_adjudication: Option<String>,
    resign_adjudication: Option<String>,
}

impl Settings {
    /// What differs in settings of before.
    pub fn differences(&self, before: &Settings) -> Vec<String> {
        jsonl::differences(before, self)
    }
}

impl Arguments {
    /// What limits the moves of the two engines.
    fn limits(&self) -> [Limit; 2] {
        let clock = |control| match self.nps {
            Some(rate) => Limit::NodeClock(control, rate),
            None => Limit::Clock(control),
        };
        let limit = (self.movetime.map(Limit::MoveTime))
            .or(self.nodes.map(Limit::Nodes))
            .or(self.depth.map(Limit::Depth))
            .unwrap_or_else(|| clock(self.tc.unwrap_or(DEFAULT_CONTROL)));
        [limit, self.tc_b.map_or(limit, clock)]
    }

    /// What the games are played with; `memory` is what the engines may use, MB.
    pub fn settings(&self, memory: Option<u64>) -> Settings {
        let options = |options: &[(String, String)]| {
            let texts = options
                .iter()
                .map(|(name, value)| format!("{name}={value}"));
            texts.collect()
        };
        let conditions = &self.conditions;
        let text = |threshold: Option<Threshold>| threshold.map(|threshold| threshold.to_string());
        Settings {
            engines: [self.engine_a.clone(), self.engine_b.clone()],
            uci: [self.uci_a, self.uci_b],
            options: [options(&self.option_a), options(&self.option_b)],
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

    /// What the engines are started with; `memory` is what they may use, MB.
    pub fn engines(&self, memory: Option<u64>) -> anyhow::Result<[EngineSettings; 2]> {
        let [limit_a, limit_b] = self.limits();
        let settings = |text: &str, uci, options: &[_], limit| -> anyhow::Result<_> {
            Ok(EngineSettings {
                command: text.parse().with_context(|| format!("`{text}`"))?,
                protocol: if uci { Protocol::Uci } else { Protocol::XBoard },
                options: options.to_vec(),
                memory,
                limit,
            })
        };
        Ok([
            settings(&self.engine_a, self.uci_a, &self.option_a, limit_a)?,
            settings(&self.engine_b, self.uci_b, &self.option_b, limit_b)?,
        ])
    }
}

/// Reads an option of an engine.
///
/// # Errors
/// If it is not NAME=VALUE.
pub fn option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !text.contains(char::is_control) => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err(format!("`{text}` is not NAME=VALUE")),
    }
}
