//! An engine that speaks the protocol of XBoard and WinBoard.
//!
//! `features` holds its features, `message` parses its output, `selection` selects a variant; this module holds the rest of
//! the dialogue.

mod features;
pub(super) mod message;
mod selection;

use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::link::Link;
use super::text::shortened;
use super::{Engine, EngineSettings, Fault, GameError, GameNames, Message};
use super::{MOST_LISTED, NAMELESS, PATIENCE};
use crate::game::Game;
use crate::movegen::notation::MoveError;
use crate::tools::r#match::clock::{Limit, PlayerClock};
use crate::types::{ByColor, Move};
use features::Features;

/// How long to wait for the features of an engine.
const INTRODUCTION: Duration = Duration::from_secs(5);
/// How long to wait for an engine that speaks UCI to show that it does.
const ANSWER: Duration = Duration::from_secs(1);
/// An engine without `ping` is ready after this much silence.
const SILENCE: Duration = Duration::from_millis(200);
/// The default memory of an engine in MB, as in XBoard.
const MEMORY: u64 = 64;
/// The time for a move where only nodes or plies are limited: longer than any match.
const LONG: Duration = Duration::from_secs(36_000);
/// The option of fmax that limits the nodes of a move.
const NODES: &str = "Nodes";
/// The longest move of several legs, in characters.
const MOST_LEGS: usize = 32;
/// Passing the turn, as XBoard writes it.
const NULL_MOVE: &str = "@@@@";

/// A running engine that has introduced itself.
#[derive(Debug)]
pub struct Cecp {
    link: Link,
    features: Features,
    pings: u64,
    /// True if the engine answers moves; otherwise it only makes them on its board.
    playing: bool,
    /// True if the engine says so when it does not know a variant; `None`: not tried yet.
    refuses: Option<bool>,
    elsewhere: bool,
    /// The legs so far of a move that continues on the next line, each followed by a comma.
    legs: String,
}

impl Cecp {
    /// Starts an engine; `label` names it in the log.
    ///
    /// # Errors
    /// If the engine cannot be started, does not introduce itself, or lacks an option that the user sets.
    pub fn start(settings: &EngineSettings, label: &str) -> anyhow::Result<Cecp> {
        let program = &settings.command.program;
        let mut engine = Cecp {
            link: Link::start(settings, label, message::read)?,
            features: Features::default(),
            pings: 0,
            playing: false,
            refuses: None,
            elsewhere: false,
            legs: String::new(),
        };
        engine.introduce(program)?;
        let orders = engine.orders(settings).with_context(|| program.clone())?;
        engine.link.send(&orders)?;
        match engine.settle(PATIENCE)? {
            Some(line) => bail!("{program}: the engine refuses its options: {line}"),
            None => Ok(engine),
        }
    }

    fn introduce(&mut self, program: &str) -> anyhow::Result<()> {
        let begin = Instant::now();
        let mut silent = true;
        self.link.send(&["xboard", "protover 2"])?;
        loop {
            let patience = match self.features.value("done") {
                Some("1") => return Ok(()),
                Some(_) => PATIENCE,
                None => INTRODUCTION,
            };
            match self.receive(begin + patience) {
                Ok((_, Message::Feature(text))) => {
                    silent = false;
                    let answer = |(name, known)| {
                        if known {
                            format!("accepted {name}")
                        } else {
                            format!("rejected {name}")
                        }
                    };
                    let names = self.features.read(&text).into_iter();
                    self.link.send(&names.map(answer).collect::<Vec<_>>())?;
                    if self.features.is_flooded() {
                        bail!(Fault::Flood);
                    }
                }
                Ok(_) => {}
                Err(Fault::Stall) if silent => return self.require_no_uci(program),
                // an engine of the old protocol announces no features
                Err(Fault::Stall) if self.features.value("done").is_none() => return Ok(()),
                Err(fault) => bail!(fault),
            }
        }
    }

    /// Reports an engine that answers as engines that speak UCI do. It would lose its games on time.
    fn require_no_uci(&mut self, program: &str) -> anyhow::Result<()> {
        let deadline = Instant::now() + ANSWER;
        self.link.send(&["uci"])?;
        loop {
            match self.receive(deadline) {
                Ok((_, Message::Introduced)) => {
                    bail!(
                        "{program}: the engine speaks UCI: name it with --uci-a or --uci-b, or its letter with --uci"
                    )
                }
                Ok(_) => {}
                Err(Fault::Stall) => return Ok(()),
                Err(fault) => bail!(fault),
            }
        }
    }

    /// The commands before the engine's first game.
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
            // some engines make no move before they know how much memory they may use
            memory if self.features.has("memory") => {
                lines.push(format!("memory {}", memory.unwrap_or(MEMORY)))
            }
            Some(_) => log::warn!("{} has no option for memory", self.name()),
            None => {}
        }
        if let Limit::Nodes(nodes) = self.link.limit {
            if let Some(name) = self.features.option(NODES) {
                lines.push(format!("option {name}={nodes}"));
            } else if !self.features.has("nps") {
                bail!(
                    "the engine cannot count nodes: it has neither an option `{NODES}` nor the \
                     feature nps; limit the match by depth or time"
                );
            }
        }
        if matches!(self.link.limit, Limit::NodeClock(..)) && !self.features.has("nps") {
            bail!("the engine has not the feature nps, so its clock cannot count nodes");
        }
        Ok(lines)
    }

    fn time_commands(&self) -> Vec<String> {
        let long = format!("st {}", LONG.as_secs());
        match self.link.limit {
            Limit::Clock(control) => vec![control.level()],
            Limit::NodeClock(control, rate) => vec![control.level(), format!("nps {rate}")],
            Limit::MoveTime(time) => vec![format!("st {}", time.as_secs_f64())],
            Limit::Depth(depth) => vec![long, format!("sd {depth}")],
            Limit::Nodes(_) if self.features.option(NODES).is_some() => vec![long],
            Limit::Nodes(nodes) => vec!["st 1".to_owned(), format!("nps {nodes}")],
        }
    }

    fn move_line(&self, mv: &str) -> String {
        if self.features.has("usermove") {
            format!("usermove {mv}")
        } else {
            mv.to_owned()
        }
    }

    /// Writes a move for the engine. HaChu has its own way to write that a lion goes out and back. Fairy-Max names
    /// pieces by its own file of variants, which may differ from ours but has the same default promotion.
    fn spell(&self, game: &Game, mv: Move) -> String {
        let text = game.format(mv);
        if self.name().starts_with("HaChu") && game.position().goes_out_and_back(mv) {
            return NULL_MOVE.to_owned();
        }
        if !self.name().starts_with("Fairy-Max") || mv.promotion().is_none() {
            return text;
        }
        let plain = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        match game.parse_move(plain) {
            Ok(default) if default == mv => plain.to_owned(),
            _ => text,
        }
    }
}

impl Engine for Cecp {
    fn own_name(&self) -> Option<&str> {
        self.features.value("myname")
    }

    fn is_usable(&self) -> bool {
        self.features.has("reuse") && !self.link.broken
    }

    fn begin(&mut self, names: &GameNames, start: &Game, set_up: bool) -> Result<(), GameError> {
        self.playing = false;
        if set_up && !self.features.has("setboard") {
            log::warn!("{} has no feature setboard", self.name());
            return Err(GameError::Unknown);
        }
        self.link.send(&["new"])?;
        self.select(&names.own)?;
        let mut lines = self.time_commands();
        lines.extend(["easy", "post", "force"].map(str::to_owned));
        self.link.send(&lines)?;
        self.settle(PATIENCE)?;
        if set_up {
            self.set_board(&start.position().gui_fen())
        } else {
            Ok(())
        }
    }

    fn make(&mut self, game: &Game, mv: Move) -> Result<(), Fault> {
        let line = self.move_line(&self.spell(game, mv));
        self.link.send(&[&line]).map(|_| ())
    }

    fn settle(&mut self, patience: Duration) -> Result<Option<String>, Fault> {
        let mut complaint = None;
        let deadline = Instant::now() + patience;
        let answers = self.features.has("ping");
        if answers {
            self.pings += 1;
            self.link.send(&[&format!("ping {}", self.pings)])?;
        }
        loop {
            let until = if answers {
                deadline
            } else {
                deadline.min(Instant::now() + SILENCE)
            };
            let message = match self.receive(until) {
                Ok((_, message)) => message,
                Err(Fault::Stall) if !answers && Instant::now() < deadline => {
                    return Ok(complaint);
                }
                Err(fault) => {
                    self.link.broken = true;
                    return Err(fault);
                }
            };
            match message {
                Message::Ready(number) if number == self.pings => return Ok(complaint),
                Message::Complains(text) | Message::RefusesMove(text) => {
                    complaint.get_or_insert(text);
                }
                // an engine may change its features, for instance the variants that it plays
                Message::Feature(text) => {
                    self.features.read(&text);
                }
                _ => {}
            }
        }
    }

    fn think(
        &mut self,
        game: &Game,
        last: Option<(&Game, Move)>,
        clocks: &ByColor<PlayerClock>,
    ) -> Result<Instant, Fault> {
        let mut lines = Vec::new();
        let side = game.position().side();
        let shown = (clocks[side].shown()).zip(clocks[side.other()].shown());
        if let Some((own, other)) = shown.filter(|_| self.features.has("time")) {
            lines.push(format!("time {}", own.as_millis() / 10));
            lines.push(format!("otim {}", other.as_millis() / 10));
        }
        lines.extend(last.map(|(before, mv)| self.move_line(&self.spell(before, mv))));
        if !self.playing {
            lines.push("go".to_owned());
            self.playing = true;
        }
        self.link.send(&lines)
    }

    /// HaChu writes each leg of a move on a line of its own; the legs are joined into one message.
    fn receive(&mut self, deadline: Instant) -> Result<(Instant, Message), Fault> {
        let name = self.features.value("myname").unwrap_or(NAMELESS);
        loop {
            let (at, message) = self.link.receive(deadline, name)?;
            let Message::Move(leg) = message else {
                return Ok((at, message));
            };
            let more = leg.ends_with(',') && self.legs.len() < MOST_LEGS;
            self.legs.push_str(&leg);
            if !more {
                return Ok((at, Message::Move(std::mem::take(&mut self.legs))));
            }
        }
    }

    fn understand(&self, game: &Game, text: &str) -> Result<Move, MoveError> {
        game.parse_move(text)
    }

    fn offer_draw(&mut self) -> Result<(), Fault> {
        if self.features.has("draw") {
            self.link.send(&["draw"])?;
        }
        Ok(())
    }

    fn end(&mut self, result: &str, thinking: bool, patience: Duration) -> Result<(), Fault> {
        if self.link.broken {
            return Err(Fault::Crash);
        }
        if thinking {
            self.link.send(&["?"])?;
        }
        self.link.send(&["force", &format!("result {result}")])?;
        self.settle(patience).map(|_| ())
    }
}
