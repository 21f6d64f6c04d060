//! Another engine that is asked instead of our own search.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};

use super::answer::{Answer, Effort};
use super::limit::Limit;
use super::positions::Puzzle;
use crate::protocol::reply::score_value;
use crate::tools::r#match::clock::{self, PlayerClock};
use crate::tools::r#match::engine::{self, Engine, EngineSettings, GameError, GameNames, Message};
use crate::types::ByColor;

/// The engine and what it is told.
#[derive(Clone, Debug)]
pub struct Rival {
    /// What it is started with.
    pub settings: EngineSettings,
    /// What it may call the games, by our names of them.
    pub names: HashMap<String, GameNames>,
    /// It has so much time more than it may use; without a limit of time this is all.
    pub stall: Duration,
}

impl Limit {
    /// The same limit for an engine.
    pub fn for_engines(self) -> clock::Limit {
        match self {
            Limit::Nodes(nodes) => clock::Limit::Nodes(nodes),
            Limit::Depth(depth) => clock::Limit::Depth(depth),
            Limit::Time(time) => clock::Limit::MoveTime(time),
        }
    }

    /// The time that it gives.
    fn time(self) -> Duration {
        match self {
            Limit::Time(time) => time,
            Limit::Nodes(_) | Limit::Depth(_) => Duration::ZERO,
        }
    }
}

impl Rival {
    /// What the engine is called.
    pub fn name(&self) -> String {
        self.settings.command.to_string()
    }

    /// Asks the engine in `seat`, which is started if it is not there; `label` names it in the log.
    ///
    /// # Errors
    /// If it cannot be started, does not know the game, or fails.
    pub fn ask(
        &self,
        seat: &mut Option<Box<dyn Engine>>,
        label: &str,
        puzzle: &Puzzle,
        limit: Limit,
    ) -> anyhow::Result<Answer> {
        let engine = match seat {
            Some(engine) => engine,
            None => {
                let started = engine::start(&self.settings, label);
                seat.insert(started.map_err(|error| anyhow!("{error}"))?)
            }
        };
        let answer = self.dialogue(engine.as_mut(), puzzle, limit);
        answer.with_context(|| format!("{}:{}: {}", puzzle.file, puzzle.line, self.name()))
    }

    fn dialogue(
        &self,
        engine: &mut dyn Engine,
        puzzle: &Puzzle,
        limit: Limit,
    ) -> anyhow::Result<Answer> {
        let game = &puzzle.game;
        let names = self.names.get(puzzle.variant()).cloned();
        match engine.begin(&names.unwrap_or_default(), game, true) {
            Ok(()) => {}
            Err(GameError::Unknown) => bail!("it does not know the game {}", puzzle.variant()),
            Err(GameError::RefusesPosition) => bail!("it does not set up the position"),
            Err(GameError::Fault(fault)) => bail!("it {fault}"),
        }
        let clocks = ByColor::both(PlayerClock::new(limit.for_engines(), 0));
        let asked = Instant::now();
        let begun = engine.think(game, None, &clocks);
        let begun = begun.map_err(|fault| anyhow!("it {fault}"))?;
        let deadline = begun + limit.time() + self.stall;
        let (mut course, mut value, mut last) = (Vec::new(), None, Effort::default());
        loop {
            let heard = engine.receive(deadline);
            let (at, message) = heard.map_err(|fault| anyhow!("it {fault}"))?;
            let time = at.saturating_duration_since(begun);
            match message {
                Message::Thinks {
                    depth,
                    score,
                    nodes,
                    first,
                    // what it said before is about another position
                } if at >= asked => {
                    last = Effort { nodes, depth, time };
                    let score = score_value(score);
                    value = Some(score);
                    let mv = first.and_then(|text| engine.understand(game, &text).ok());
                    course.push((mv, score, last));
                }
                Message::Move(text) => {
                    return Ok(Answer {
                        course,
                        best: engine.understand(game, &text).ok(),
                        value,
                        total: Effort { time, ..last },
                    });
                }
                _ => {}
            }
        }
    }
}
