//! An engine at the other end of a protocol: here the program is the GUI.
//!
//! A referee talks to an [`Engine`], whatever protocol that speaks: `cecp` is that of XBoard,
//! `uci` the Universal Chess Interface. `process` carries lines, `stderr` keeps the last ones of an
//! engine that fails, `link` does what is the same in both, `message` is what can be said, `names`
//! compares those of games, `text` makes what is said fit to be shown.

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

use super::clock::{Limit, PlayerClock};
use crate::game::Game;
use crate::movegen::notation::MoveError;
use crate::types::{ByColor, Move};
pub use command::EngineCommand;
pub use message::Message;
pub use process::kill_all;

/// An engine that asks for patience gets so much.
const PATIENCE: Duration = Duration::from_secs(60);
/// So much is told of the options that an engine has, characters.
const MOST_LISTED: usize = 1000;

/// How an engine fails: what every order to it can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Crash,
    Stall,
    /// It says more than anybody could listen to.
    Flood,
}

/// Why an engine cannot be used at all.
#[derive(Debug)]
pub enum StartError {
    /// There is no such program, or it is not able to do what it is asked for: that is a mistake
    /// of whoever asks.
    Unfit(anyhow::Error),
    Fault(Fault),
}

/// Why a game cannot be begun.
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

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Unfit(error) => write!(f, "{error:#}"),
            StartError::Fault(fault) => write!(f, "it {fault} when it is started"),
        }
    }
}

impl From<anyhow::Error> for StartError {
    fn from(error: anyhow::Error) -> StartError {
        StartError::Unfit(error)
    }
}

impl From<Fault> for StartError {
    fn from(fault: Fault) -> StartError {
        StartError::Fault(fault)
    }
}

impl From<Fault> for GameError {
    fn from(fault: Fault) -> GameError {
        GameError::Fault(fault)
    }
}

/// What an engine is spoken to in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// The protocol of XBoard and WinBoard, also called CECP.
    #[default]
    XBoard,
    Uci,
}

/// What an engine is started with.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSettings {
    pub command: EngineCommand,
    pub protocol: Protocol,
    pub options: Vec<(String, String)>,
    /// What it is told about memory, MB.
    pub memory: Option<u64>,
    pub limit: Limit,
}

impl EngineSettings {
    /// True if the engine shall take every game for one of its own, whatever we call it.
    pub fn names_the_game(&self) -> bool {
        self.protocol == Protocol::Uci && uci::names_the_game(&self.options)
    }
}

/// What engines may call a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameNames {
    pub own: Vec<String>,
    /// Names of other games by which some engines mean this one. They are of use where an engine
    /// shows what it begins from.
    pub elsewhere: Vec<String>,
}

/// A running engine that has introduced itself.
///
/// In a game it is told the start and the opening ([`begin`](Engine::begin),
/// [`make`](Engine::make), [`settle`](Engine::settle)), then asked for its moves in turn
/// ([`think`](Engine::think), [`receive`](Engine::receive), [`read_move`](Engine::read_move)), and
/// at last told the result ([`end`](Engine::end)).
pub trait Engine: fmt::Debug + Send {
    /// The engine's name for itself, if it has told one.
    fn own_name(&self) -> Option<&str>;

    fn name(&self) -> &str {
        self.own_name().unwrap_or("the engine")
    }

    /// True if the engine can be used for another game.
    fn is_usable(&self) -> bool;

    /// Begins a game of these names. `start` is its start position; `set_up`: the engine has to be
    /// told it, because it is one of many.
    ///
    /// # Errors
    /// If the engine does not know the game, cannot be told its start, or fails.
    fn begin(&mut self, names: &GameNames, start: &Game, set_up: bool) -> Result<(), GameError>;

    /// Makes a move in this position before the engine is first asked to think.
    fn make(&mut self, game: &Game, mv: Move) -> Result<(), Fault>;

    /// Waits until the engine has done what it was told; returns its first complaint.
    ///
    /// # Errors
    /// If it does not answer, or never will. It cannot be used any more then.
    fn settle(&mut self, patience: Duration) -> Result<Option<String>, Fault>;

    /// Tells the opponent's move, if there is one that has not been made on the engine's board
    /// yet, with the position before it, and orders the engine to answer in `game`; `clocks` are
    /// those of both sides. Returns the moment at which its time begins.
    fn think(
        &mut self,
        game: &Game,
        last: Option<(&Game, Move)>,
        clocks: &ByColor<PlayerClock>,
    ) -> Result<Instant, Fault>;

    /// The next thing the engine says, waited for until `deadline`, with the moment it was said.
    fn receive(&mut self, deadline: Instant) -> Result<(Instant, Message), Fault>;

    /// The legal move that the engine means by a text in this position.
    fn understand(&self, game: &Game, text: &str) -> Result<Move, MoveError>;

    /// The same for the move that it has made.
    fn read_move(&mut self, game: &Game, text: &str) -> Result<Move, MoveError>;

    fn offer_draw(&mut self) -> Result<(), Fault>;

    /// Tells the result. Waits until the engine has settled down, `thinking` as it may be; what it
    /// says meanwhile does not matter any more.
    fn end(&mut self, result: &str, thinking: bool, patience: Duration) -> Result<(), Fault>;
}

/// Starts an engine; `label` names it in the log.
///
/// # Errors
/// If it cannot be started, does not introduce itself, or has not the options it shall have.
pub fn start(settings: &EngineSettings, label: &str) -> Result<Box<dyn Engine>, StartError> {
    Ok(match settings.protocol {
        Protocol::XBoard => Box::new(cecp::Cecp::start(settings, label)?),
        Protocol::Uci => Box::new(uci::Uci::start(settings, label)?),
    })
}
