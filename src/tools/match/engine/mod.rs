//! An engine at the other end of the protocol: here the program is the GUI.
//!
//! `process` carries lines, `text` makes them fit to be shown, `features` knows what the engine has
//! told about itself, `message` reads what it says, `selection` makes it play a game; this module
//! holds the rest of the dialogue.

mod command;
mod features;
mod message;
mod process;
mod selection;
mod text;

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};

use super::clock::Limit;
pub use command::EngineCommand;
pub use features::Features;
pub use message::Message;
use process::Process;
pub use process::kill_all;
use text::shortened;

/// An engine that has said nothing about features after this time never will.
const INTRODUCTION: Duration = Duration::from_secs(5);
/// An engine that asks for patience gets so much.
const PATIENCE: Duration = Duration::from_secs(60);
/// An engine without pings has done what it was told when it has been silent for so long.
const SILENCE: Duration = Duration::from_millis(200);
/// What a move may take where only nodes or plies limit it: longer than any match.
const LONG: Duration = Duration::from_secs(36_000);
/// An engine that searches so many times the nodes it may does not count them. Less is the distance
/// between two looks at the counter.
const MOST_OVERRUN: u64 = 4;
/// So much is told of the options that an engine has, characters.
const MOST_LISTED: usize = 1000;
/// The engine option of our own that limits the nodes of a move.
const NODES: &str = "Nodes";

/// How an engine fails: what every order to it can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not there any more.
    Crash,
    /// It does not answer.
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
    /// It has failed.
    Fault(Fault),
}

/// Why a game cannot be begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The engine does not play it.
    Unknown,
    /// The engine has failed.
    Fault(Fault),
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

/// What an engine is started with.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSettings {
    /// The program.
    pub command: EngineCommand,
    /// Its options, names and values.
    pub options: Vec<(String, String)>,
    /// What it is told about memory, MB.
    pub memory: Option<u64>,
    /// How its moves are limited.
    pub limit: Limit,
}

/// A running engine that has introduced itself.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    features: Features,
    limit: Limit,
    pings: u64,
    /// It answers moves; otherwise it only makes them on its board.
    playing: bool,
    /// It cannot be used any more.
    broken: bool,
    /// It refuses games that it does not know aloud; `None`: not tried yet.
    refuses: Option<bool>,
    /// The game before was not plain chess.
    elsewhere: bool,
    /// It has been found to search more nodes than it may.
    overruns: bool,
}

impl Engine {
    /// Starts an engine; `label` names it in the log.
    ///
    /// # Errors
    /// If it cannot be started, does not introduce itself, or has not the options it shall have.
    pub fn start(settings: &EngineSettings, label: &str) -> Result<Engine, StartError> {
        let program = &settings.command.program;
        let process = Process::start(&settings.command, label)
            .with_context(|| format!("cannot start the engine {program}"))?;
        let mut engine = Engine {
            process,
            features: Features::default(),
            limit: settings.limit,
            pings: 0,
            playing: false,
            broken: false,
            refuses: None,
            elsewhere: false,
            overruns: false,
        };
        engine.introduce()?;
        let orders = engine.orders(settings).with_context(|| program.clone())?;
        engine.send(&orders)?;
        match engine.wait_until_done(PATIENCE)? {
            Some(line) => Err(anyhow!("{program}: the engine refuses its options: {line}").into()),
            None => Ok(engine),
        }
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        let begin = Instant::now();
        self.send(&["xboard", "protover 2"])?;
        loop {
            let patience = match self.features.value("done") {
                Some("1") => return Ok(()),
                Some(_) => PATIENCE,
                None => INTRODUCTION,
            };
            match self.receive(begin + patience) {
                Ok((_, Message::Feature(text))) => {
                    let answer = |(name, known)| match known {
                        true => format!("accepted {name}"),
                        false => format!("rejected {name}"),
                    };
                    let names = self.features.read(&text).into_iter();
                    self.send(&names.map(answer).collect::<Vec<_>>())?;
                    if self.features.has_told_too_much() {
                        return Err(Fault::Flood);
                    }
                }
                Ok(_) => {}
                // an engine of the old protocol has nothing to say
                Err(Fault::Stall) if self.features.value("done").is_none() => return Ok(()),
                Err(fault) => return Err(fault),
            }
        }
    }

    /// What it is told before its first game.
    fn orders(&self, settings: &EngineSettings) -> anyhow::Result<Vec<String>> {
        let mut lines = Vec::new();
        for (name, value) in &settings.options {
            let Some(name) = self.features.option(name) else {
                let known = shortened(&self.features.options.join(", "), MOST_LISTED);
                bail!("the engine has no option `{name}`; its options are: {known}");
            };
            lines.push(format!("option {name}={value}"));
        }
        match settings.memory {
            Some(megabytes) if self.features.has("memory") => {
                lines.push(format!("memory {megabytes}"))
            }
            Some(_) => log::warn!("{} cannot be told how much memory it may use", self.name()),
            None => {}
        }
        if let Limit::Nodes(nodes) = self.limit {
            if let Some(name) = self.features.option(NODES) {
                lines.push(format!("option {name}={nodes}"));
            } else if !self.features.has("nps") {
                bail!(
                    "the engine cannot count nodes: it has neither an option `{NODES}` nor the \
                     feature nps; limit the match by depth or time"
                );
            }
        }
        if matches!(self.limit, Limit::NodeClock(..)) && !self.features.has("nps") {
            bail!("the engine has not the feature nps, so its clock cannot count nodes");
        }
        Ok(lines)
    }

    /// What the engine has told about itself.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// The engine's name for itself.
    pub fn name(&self) -> &str {
        self.features.value("myname").unwrap_or("the engine")
    }

    /// True if the engine can be used for another game.
    pub fn is_usable(&self) -> bool {
        self.features.has("reuse") && !self.broken
    }

    /// Begins a game. `names` are the names it has, the best one first. The engine makes moves of
    /// both sides on its board until it is first asked to think. `set_up`: it will be told a
    /// position, see [`Engine::set_board`].
    ///
    /// # Errors
    /// If the engine does not know the game, cannot be told positions, or fails.
    pub fn begin(&mut self, names: &[String], set_up: bool) -> Result<(), GameError> {
        self.playing = false;
        if set_up && !self.features.has("setboard") {
            log::warn!("{} cannot be told a start position", self.name());
            return Err(GameError::Unknown);
        }
        self.send(&["new"])?;
        self.select(names)?;
        let mut lines = self.time_commands();
        lines.extend(["easy", "post", "force"].map(str::to_owned));
        self.send(&lines)?;
        self.wait_until_done(PATIENCE)?;
        Ok(())
    }

    fn time_commands(&self) -> Vec<String> {
        let long = format!("st {}", LONG.as_secs());
        match self.limit {
            Limit::Clock(control) => vec![control.level()],
            Limit::NodeClock(control, rate) => vec![control.level(), format!("nps {rate}")],
            Limit::MoveTime(time) => vec![format!("st {}", time.as_secs_f64())],
            Limit::Depth(depth) => vec![long, format!("sd {depth}")],
            Limit::Nodes(_) if self.features.option(NODES).is_some() => vec![long],
            Limit::Nodes(nodes) => vec!["st 1".to_owned(), format!("nps {nodes}")],
        }
    }

    /// Makes a move on the engine's board before it is first asked to think.
    pub fn make(&mut self, mv: &str) -> Result<(), Fault> {
        let line = self.move_line(mv);
        self.send(&[&line]).map(|_| ())
    }

    fn move_line(&self, mv: &str) -> String {
        if self.features.has("usermove") {
            format!("usermove {mv}")
        } else {
            mv.to_owned()
        }
    }

    /// Tells the opponent's move, if there is one that has not been made on the engine's board
    /// yet, and orders the engine to answer; `clocks` are its own and the opponent's. Returns the
    /// moment at which its time begins.
    pub fn think(
        &mut self,
        mv: Option<&str>,
        clocks: Option<(Duration, Duration)>,
    ) -> Result<Instant, Fault> {
        let mut lines = Vec::new();
        if let Some((own, other)) = clocks.filter(|_| self.features.has("time")) {
            lines.push(format!("time {}", own.as_millis() / 10));
            lines.push(format!("otim {}", other.as_millis() / 10));
        }
        lines.extend(mv.map(|mv| self.move_line(mv)));
        if !self.playing {
            lines.push("go".to_owned());
            self.playing = true;
        }
        self.send(&lines)
    }

    /// Tells that the opponent offers a draw.
    pub fn offer_draw(&mut self) -> Result<(), Fault> {
        if self.features.has("draw") {
            self.send(&["draw"])?;
        }
        Ok(())
    }

    /// Tells the result. Waits until the engine has settled down, `thinking` as it may be; what it
    /// says meanwhile does not matter any more.
    pub fn end(&mut self, result: &str, thinking: bool, patience: Duration) -> Result<(), Fault> {
        if self.broken {
            return Err(Fault::Crash);
        }
        if thinking {
            self.send(&["?"])?;
        }
        self.send(&["force", &format!("result {result}")])?;
        self.wait_until_done(patience).map(|_| ())
    }

    /// The next thing the engine says, waited for until `deadline`, with the moment it was said.
    pub fn receive(&mut self, deadline: Instant) -> Result<(Instant, Message), Fault> {
        let (at, message) = self.process.receive(deadline).inspect_err(|fault| {
            self.broken |= *fault != Fault::Stall;
        })?;
        if let (Message::Thinks { nodes, .. }, Limit::Nodes(limit)) = (&message, self.limit)
            && !self.overruns
            && *nodes > MOST_OVERRUN.saturating_mul(limit)
        {
            // some engines say that they count nodes, and look at the clock all the same
            self.overruns = true;
            log::warn!(
                "{} searches {nodes} nodes where {limit} are allowed",
                self.name()
            );
        }
        Ok((at, message))
    }

    /// Waits until the engine has done what it was told; returns its first complaint.
    ///
    /// # Errors
    /// If it does not answer, or never will. It cannot be used any more then.
    pub fn wait_until_done(&mut self, patience: Duration) -> Result<Option<String>, Fault> {
        let mut complaint = None;
        let deadline = Instant::now() + patience;
        let answers = self.features.has("ping");
        if answers {
            self.pings += 1;
            self.send(&[&format!("ping {}", self.pings)])?;
        }
        loop {
            let until = match answers {
                true => deadline,
                false => deadline.min(Instant::now() + SILENCE),
            };
            let message = match self.process.receive(until) {
                Ok((_, message)) => message,
                Err(Fault::Stall) if !answers && Instant::now() < deadline => {
                    return Ok(complaint);
                }
                Err(fault) => {
                    self.broken = true;
                    return Err(fault);
                }
            };
            match message {
                Message::Pong(number) if number == self.pings => return Ok(complaint),
                Message::Complains(text) | Message::RefusesMove(text) => {
                    complaint.get_or_insert(text);
                }
                // an engine may change its mind, for instance about its games
                Message::Feature(text) => {
                    self.features.read(&text);
                }
                _ => {}
            }
        }
    }

    /// Sends lines; returns when they had arrived.
    fn send(&mut self, lines: &[impl AsRef<str>]) -> Result<Instant, Fault> {
        if lines.is_empty() {
            return Ok(Instant::now());
        }
        self.process.send(lines).inspect_err(|_| self.broken = true)
    }
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
