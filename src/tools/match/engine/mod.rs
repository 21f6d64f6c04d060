//! An engine at the other end of a protocol: in this dialogue fmax is the GUI.
//!
//! A referee talks to an [`Engine`], whichever protocol it speaks: `cecp` is XBoard's, `uci` the Universal Chess Interface.
//! `process` carries lines, `stderr` keeps the last lines of an engine that fails, `link` is common to both protocols,
//! `message` has the messages, `names` compares names of variants, `text` prepares output for display.

mod cecp;
mod command;
mod link;
mod message;
mod names;
mod process;
mod stderr;
mod text;
mod uci;

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};

use super::clock::{Limit, PlayerClock};
use crate::game::Game;
use crate::movegen::notation::MoveError;
use crate::types::{ByColor, Move};
pub use command::EngineCommand;
pub use message::Message;
pub use process::kill_all;

/// How long an engine may take if it asks for more time.
const PATIENCE: Duration = Duration::from_secs(60);
/// The longest list of options in a message, in characters.
const MOST_LISTED: usize = 1000;

/// The name of an engine that has none.
const NAMELESS: &str = "the engine";

/// How an engine fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Crash,
    Stall,
    /// The engine writes more than can be read.
    Flood,
}

/// Why a game cannot start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    Unknown,
    RefusesPosition,
    Fault(Fault),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Crash => "has crashed",
            Fault::Stall => "does not answer",
            Fault::Flood => "writes without end",
        })
    }
}

impl std::error::Error for Fault {}

/// Why an engine cannot be started, in words.
pub fn in_words(error: &anyhow::Error) -> String {
    match error.downcast_ref::<Fault>() {
        Some(fault) => format!("it {fault} when it is started"),
        None => format!("{error:#}"),
    }
}

impl From<Fault> for GameError {
    fn from(fault: Fault) -> GameError {
        GameError::Fault(fault)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// The protocol of XBoard and WinBoard, also called CECP.
    #[default]
    XBoard,
    Uci,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EngineSettings {
    pub command: EngineCommand,
    pub protocol: Protocol,
    pub options: Vec<(String, String)>,
    /// The memory that it may use, in MB.
    pub memory: Option<u64>,
    pub limit: Limit,
}

impl EngineSettings {
    /// True if the options select a variant.
    pub fn names_the_game(&self) -> bool {
        self.protocol == Protocol::Uci && uci::names_the_game(&self.options)
    }
}

/// The names by which engines may know a variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameNames {
    pub own: Vec<String>,
    /// Names of other variants that some engines use for this one. They help only with an engine that shows its start
    /// position.
    pub elsewhere: Vec<String>,
}

/// A running engine that has introduced itself.
///
/// In a game it gets the start position and the opening ([`begin`](Engine::begin), [`make`](Engine::make),
/// [`settle`](Engine::settle)), is asked for its moves ([`think`](Engine::think), [`receive`](Engine::receive),
/// [`read_move`](Engine::read_move)), and gets the result ([`end`](Engine::end)).
pub trait Engine: fmt::Debug + Send {
    /// The name that the engine announced, if any.
    fn own_name(&self) -> Option<&str>;

    fn name(&self) -> &str {
        self.own_name().unwrap_or(NAMELESS)
    }

    /// True if the engine can be used for another game.
    fn is_usable(&self) -> bool;

    /// Begins a game of a variant. `start` is the start position; with `set_up` it must be sent, because the variant
    /// has many.
    ///
    /// # Errors
    /// If the engine does not know the variant, cannot set up positions, or fails.
    fn begin(&mut self, names: &GameNames, start: &Game, set_up: bool) -> Result<(), GameError>;

    /// Makes `mv` in the position of `game`, before the engine is first asked to think; with UCI also between two searches.
    fn make(&mut self, game: &Game, mv: Move) -> Result<(), Fault>;

    /// Waits until the engine is ready; returns its first complaint.
    ///
    /// # Errors
    /// If the engine does not answer. It cannot be used any more then.
    fn settle(&mut self, patience: Duration) -> Result<Option<String>, Fault>;

    /// Starts a search in `game`. `last` is the opponent's move, with the position before it, unless the engine's board
    /// has that move already. Returns the time at which the engine's clock starts.
    fn think(
        &mut self,
        game: &Game,
        last: Option<(&Game, Move)>,
        clocks: &ByColor<PlayerClock>,
    ) -> Result<Instant, Fault>;

    /// The next message, with the time at which it was read. Waits until `deadline`.
    fn receive(&mut self, deadline: Instant) -> Result<(Instant, Message), Fault>;

    /// Parses a move in this position in the engine's notation.
    fn understand(&self, game: &Game, text: &str) -> Result<Move, MoveError>;

    /// Parses the move that the engine plays in this position.
    fn read_move(&mut self, game: &Game, text: &str) -> Result<Move, MoveError> {
        self.understand(game, text)
    }

    /// Offers a draw, if the protocol has a command for it.
    fn offer_draw(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// Sends the result and waits until the engine is ready; the engine may still be `thinking`. Messages that it sends
    /// are dropped.
    fn end(&mut self, result: &str, thinking: bool, patience: Duration) -> Result<(), Fault>;
}

/// The engine of this thread, started on the first call; the log shows it under the name of the thread.
///
/// # Errors
/// As for [`start`], in words.
pub fn of_thread<'e>(
    engine: &'e mut Option<Box<dyn Engine>>,
    settings: &EngineSettings,
) -> anyhow::Result<&'e mut dyn Engine> {
    let engine = match engine {
        Some(engine) => engine,
        None => {
            let label = std::thread::current().name().unwrap_or_default().to_owned();
            let started = start(settings, &label);
            engine.insert(started.map_err(|error| anyhow!(in_words(&error)))?)
        }
    };
    Ok(engine.as_mut())
}

/// Begins a game whose start position is sent.
///
/// # Errors
/// As for [`Engine::begin`], in words.
pub fn set_up(engine: &mut dyn Engine, names: &GameNames, start: &Game) -> anyhow::Result<()> {
    match engine.begin(names, start, true) {
        Ok(()) => Ok(()),
        Err(GameError::Unknown) => {
            bail!("it does not know the game {}", start.rules().variant().name)
        }
        Err(GameError::RefusesPosition) => bail!("it does not set up the position"),
        Err(GameError::Fault(fault)) => bail!("it {fault}"),
    }
}

/// Starts an engine; `label` names it in the log.
///
/// # Errors
/// If the engine cannot be started, does not introduce itself (a [`Fault`]), or lacks an option that the user sets.
pub fn start(settings: &EngineSettings, label: &str) -> anyhow::Result<Box<dyn Engine>> {
    Ok(match settings.protocol {
        Protocol::XBoard => Box::new(cecp::Cecp::start(settings, label)?),
        Protocol::Uci => Box::new(uci::Uci::start(settings, label)?),
    })
}
