//! An engine that speaks UCI, the Universal Chess Interface, with the option `UCI_Variant` for variants.
//!
//! `options` holds its options, `message` parses its output, `variant` selects a variant; this module holds the rest of the
//! dialogue. The protocol has no draw offers, results or complaints: the engine gets positions and answers with moves, which
//! [`notation`](crate::protocol::uci::notation) reads and writes.

mod message;
mod options;
mod variant;

use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::link::Link;
use super::text::shortened;
use super::{Engine, EngineSettings, Fault, GameError, GameNames, Message};
use super::{MOST_LISTED, NAMELESS, PATIENCE};
use crate::game::Game;
use crate::movegen::notation::MoveError;
use crate::protocol::uci::notation::Letters;
use crate::tools::r#match::clock::{Limit, PlayerClock};
use crate::types::{ByColor, Color, Move};
use options::{EngineOption, Kind};
use variant::VARIANT;

/// How long to wait for `uciok`.
const INTRODUCTION: Duration = Duration::from_secs(10);
/// The most options; an engine that lists more is broken.
const MOST_OPTIONS: usize = 2000;
/// The longest name in characters; the rest is cut off.
const LONGEST_NAME: usize = 80;
/// The option of Stockfish and its relatives that makes clocks count nodes. Its value is the number of nodes per millisecond.
const NODES_TIME: &str = "nodestime";
/// The option for memory, in MB.
const HASH: &str = "Hash";

/// A running engine that has introduced itself.
#[derive(Debug)]
pub struct Uci {
    link: Link,
    name: Option<String>,
    options: Vec<EngineOption>,
    /// The value of `UCI_Variant` that the user gave.
    variant: Option<String>,
    /// The engine's letters for the pieces.
    letters: Letters,
    /// The start of the game, as arguments of `position`.
    start: String,
    moves: Vec<String>,
    /// The time at which the engine was ordered to search, if it has not answered yet.
    searches: Option<Instant>,
}

/// Messages that came while waiting for an engine.
#[derive(Debug, Default)]
struct Said {
    complaint: Option<String>,
    shown: Option<String>,
}

impl Uci {
    /// Starts an engine; `label` names it in the log.
    ///
    /// # Errors
    /// If the engine cannot be started, does not introduce itself, or lacks an option that the user sets.
    pub fn start(settings: &EngineSettings, label: &str) -> anyhow::Result<Uci> {
        let program = &settings.command.program;
        let mut engine = Uci {
            link: Link::start(settings, label, message::read)?,
            name: None,
            options: Vec::new(),
            variant: None,
            letters: Letters::default(),
            start: String::new(),
            moves: Vec::new(),
            searches: None,
        };
        engine.introduce(program)?;
        let orders = engine.orders(settings).with_context(|| program.clone())?;
        engine.link.send(&orders)?;
        let refused = engine.wait_until_ready(PATIENCE)?.complaint;
        if let Some(line) = refused {
            bail!("{program}: the engine refuses its options: {line}");
        }
        // a file that an option names may have added variants to the engine
        let is_text = |(name, _): &(String, String)| {
            engine
                .option(name)
                .is_some_and(|option| option.kind == Kind::Text)
        };
        if settings.options.iter().any(is_text) {
            engine.introduce(program)?;
        }
        if let Some((name, value)) = given(&settings.options, VARIANT) {
            let named = engine.variant_named(name, value);
            engine.variant = Some(named.with_context(|| program.clone())?);
        }
        Ok(engine)
    }

    fn introduce(&mut self, program: &str) -> anyhow::Result<()> {
        let deadline = Instant::now() + INTRODUCTION;
        self.options.clear();
        self.link.send(&["uci"])?;
        loop {
            match self.receive(deadline) {
                Ok((_, Message::Introduced)) => return Ok(()),
                Ok((_, Message::Feature(line))) => self.note(&line)?,
                Ok(_) => {}
                Err(Fault::Stall) => {
                    let seconds = INTRODUCTION.as_secs();
                    bail!(
                        "{program}: the engine has not answered `uci` with `uciok` for {seconds} \
                         seconds: it does not seem to speak UCI"
                    );
                }
                Err(fault) => bail!(fault),
            }
        }
    }

    /// Reads a line of the engine's introduction.
    fn note(&mut self, line: &str) -> Result<(), Fault> {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(shortened(name.trim(), LONGEST_NAME));
        } else if let Some(text) = line.strip_prefix("option ") {
            self.options.extend(EngineOption::read(text));
            if self.options.len() > MOST_OPTIONS {
                return Err(Fault::Flood);
            }
        }
        Ok(())
    }

    /// The commands before the engine's first game.
    fn orders(&self, settings: &EngineSettings) -> anyhow::Result<Vec<String>> {
        let mut lines = Vec::new();
        if let Some(megabytes) = settings.memory {
            match self.option(HASH) {
                Some(option) => lines.push(option.line(&megabytes.to_string())?),
                None => log::warn!("{} has no option for memory", self.name()),
            }
        }
        for (name, value) in &settings.options {
            let Some(option) = self.option(name) else {
                let names: Vec<&str> = self
                    .options
                    .iter()
                    .map(|known| known.name.as_str())
                    .collect();
                let known = shortened(&names.join(", "), MOST_LISTED);
                bail!("the engine has no option `{name}`; its options are: {known}");
            };
            if !name.eq_ignore_ascii_case(VARIANT) {
                lines.push(option.line(value)?);
            }
        }
        if let Limit::NodeClock(_, rate) = self.link.limit {
            let Some(option) = self.option(NODES_TIME) else {
                bail!("the engine has no option `{NODES_TIME}`, so its clock cannot count nodes");
            };
            if rate % 1000 != 0 {
                bail!("the engine counts thousands of nodes a second, not {rate}");
            }
            lines.push(option.line(&(rate / 1000).to_string())?);
        }
        Ok(lines)
    }

    /// The engine's name of the variant that it shall play, whatever fmax calls the variant.
    fn variant_named(&self, name: &str, value: &str) -> anyhow::Result<String> {
        let option = self.option(name).context("the engine has lost an option")?;
        option.line(value)?;
        match &option.kind {
            Kind::Combo(known) => known
                .iter()
                .find(|known| known.eq_ignore_ascii_case(value.trim()))
                .cloned()
                .context("it is none of them"),
            _ => bail!("the engine has no list of games"),
        }
    }

    /// An option of the engine by its name, however that is spelled.
    fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options
            .iter()
            .find(|known| known.name.eq_ignore_ascii_case(name))
    }

    /// The command that sets an option, if the engine has it.
    fn option_line(&self, name: &str, value: &str) -> Option<String> {
        self.option(name)?.line(value).ok()
    }

    fn position(&self) -> String {
        if self.moves.is_empty() {
            format!("position {}", self.start)
        } else {
            format!("position {} moves {}", self.start, self.moves.join(" "))
        }
    }

    fn go(&self, side: Color, clocks: &ByColor<PlayerClock>) -> String {
        match self.link.limit {
            Limit::Nodes(nodes) => format!("go nodes {nodes}"),
            Limit::Depth(depth) => format!("go depth {depth}"),
            Limit::MoveTime(time) => format!("go movetime {}", time.as_millis().max(1)),
            Limit::Clock(_) | Limit::NodeClock(..) => format!("go{}", shown(side, clocks)),
        }
    }

    /// Sends `isready` and waits for the answer.
    fn wait_until_ready(&mut self, patience: Duration) -> Result<Said, Fault> {
        let deadline = Instant::now() + patience;
        let mut said = Said::default();
        self.link.send(&["isready"])?;
        loop {
            let heard = self.receive(deadline);
            match heard.inspect_err(|_| self.link.broken = true)?.1 {
                Message::Ready(_) => return Ok(said),
                Message::Complains(text) => {
                    said.complaint.get_or_insert(text);
                }
                Message::Shows(fen) => said.shown = Some(fen),
                _ => {}
            }
        }
    }

    /// Breaks off a search and waits until it has ended.
    fn stop(&mut self, deadline: Instant) -> Result<(), Fault> {
        self.link.send(&["stop"])?;
        while self.searches.is_some() {
            self.receive(deadline)
                .inspect_err(|_| self.link.broken = true)?;
        }
        Ok(())
    }
}

impl Engine for Uci {
    fn own_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn is_usable(&self) -> bool {
        !self.link.broken
    }

    fn begin(&mut self, names: &GameNames, start: &Game, set_up: bool) -> Result<(), GameError> {
        self.moves.clear();
        self.select(names, start, set_up)
    }

    fn make(&mut self, game: &Game, mv: Move) -> Result<(), Fault> {
        self.moves.push(self.letters.spell(game, mv));
        Ok(())
    }

    fn settle(&mut self, patience: Duration) -> Result<Option<String>, Fault> {
        Ok(self.wait_until_ready(patience)?.complaint)
    }

    fn think(
        &mut self,
        game: &Game,
        last: Option<(&Game, Move)>,
        clocks: &ByColor<PlayerClock>,
    ) -> Result<Instant, Fault> {
        if let Some((before, mv)) = last {
            self.make(before, mv)?;
        }
        let orders = [self.position(), self.go(game.position().side(), clocks)];
        // the answer may be read before the report that the commands were written
        self.searches = Some(Instant::now());
        self.link.send(&orders)
    }

    fn receive(&mut self, deadline: Instant) -> Result<(Instant, Message), Fault> {
        let name = self.name.as_deref().unwrap_or(NAMELESS);
        loop {
            let (at, message) = self.link.receive(deadline, name)?;
            if matches!(message, Message::Move(_)) {
                // the engine was not asked for this move
                if self.searches.is_none_or(|begun| at < begun) {
                    continue;
                }
                self.searches = None;
            }
            return Ok((at, message));
        }
    }

    fn understand(&self, game: &Game, text: &str) -> Result<Move, MoveError> {
        self.letters.read(game, text)
    }

    fn read_move(&mut self, game: &Game, text: &str) -> Result<Move, MoveError> {
        let mv = self.understand(game, text)?;
        self.make(game, mv)
            .map(|()| mv)
            .map_err(|_| MoveError::Malformed)
    }

    fn end(&mut self, _result: &str, _thinking: bool, patience: Duration) -> Result<(), Fault> {
        if self.link.broken {
            return Err(Fault::Crash);
        }
        if self.searches.is_some() {
            self.stop(Instant::now() + patience)?;
        }
        self.wait_until_ready(patience).map(|_| ())
    }
}

/// True if one of these options selects a variant.
pub fn names_the_game(options: &[(String, String)]) -> bool {
    given(options, VARIANT).is_some()
}

/// The last of the options that the user gave with this name.
fn given<'o>(options: &'o [(String, String)], name: &str) -> Option<&'o (String, String)> {
    let mut options = options.iter();
    options.rfind(|(given, _)| given.eq_ignore_ascii_case(name))
}

/// The clocks as arguments of `go`.
fn shown(side: Color, clocks: &ByColor<PlayerClock>) -> String {
    let mut text = String::new();
    for (color, letter) in Color::ALL.into_iter().zip(["w", "b"]) {
        let clock = &clocks[color];
        let (time, increment) = (clock.shown().unwrap_or_default(), clock.increment());
        // some engines take a time of 0 for no limit
        text += &format!(" {letter}time {}", time.as_millis().max(1));
        text += &format!(" {letter}inc {}", increment.as_millis());
    }
    if let Some(moves) = clocks[side].moves_to_go() {
        text += &format!(" movestogo {moves}");
    }
    text
}
