//! Who plays what and when: the games of a match, and the workers that play them.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use anyhow::{Context, bail};

use super::clock::Limit;
use super::engine::{self, Engine, EngineSettings, GameNames, StartError};
use super::openings::{Opening, OpeningArguments, Openings};
use super::record::Record;
use super::referee::{self, Conditions, Played};
use crate::game::Game;
use crate::protocol::xboard::pgn_tags;
use crate::ruleset::Ruleset;
use crate::search::STACK_BYTES;
use crate::tools::interrupt;
use crate::tools::part::Part;
use crate::types::{ByColor, Color};

/// One of the games that are played in a match.
#[derive(Debug)]
pub struct VariantEntry {
    /// What it is called in tables.
    pub name: String,
    /// What engines may call it.
    pub names: GameNames,
    /// Its rules.
    pub rules: Arc<Ruleset>,
    openings: Mutex<Option<Openings>>,
    /// An engine does not know it.
    unknown: AtomicBool,
}

impl VariantEntry {
    /// A game with its names.
    pub fn new(name: String, names: GameNames, rules: Arc<Ruleset>) -> VariantEntry {
        VariantEntry {
            name,
            names,
            rules,
            openings: Mutex::new(None),
            unknown: AtomicBool::new(false),
        }
    }
}

/// A match.
#[derive(Debug)]
pub struct Plan {
    /// The games.
    pub entries: Vec<VariantEntry>,
    /// Pairs of games of each, in all parts together.
    pub pairs: u32,
    /// Which of them are played here.
    pub part: Part,
    /// The engines.
    pub engines: [EngineSettings; 2],
    /// What the games are played by.
    pub conditions: Conditions,
    /// What they begin with.
    pub openings: OpeningArguments,
    /// Games that have been played already.
    pub played: HashSet<Pairing>,
}

/// A game of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// Which of the games.
    pub entry: usize,
    /// Which pair.
    pub pair: u32,
    /// The colour of the first engine.
    pub first: Color,
}

/// What a worker tells.
#[derive(Debug)]
pub enum Event {
    /// A game is over.
    Played(Pairing, Box<Record>),
    /// One of the engines does not know a game: which entry, which engine.
    Unknown(usize, String),
    /// The match cannot go on.
    Failed(anyhow::Error),
}

impl Plan {
    /// How many games there are to play here.
    pub fn games(&self) -> usize {
        self.entries.len() * self.part.share(self.pairs) as usize * 2
    }

    /// True if a pair is played here.
    pub fn has(&self, pair: u32) -> bool {
        pair < self.pairs && pair % self.part.parts == self.part.part - 1
    }

    /// The game of a number: a pair of each in turn, so that a match that ends early has
    /// played about the same of each.
    pub fn pairing(&self, number: usize) -> Option<Pairing> {
        let (round, in_round) = (
            number / (2 * self.entries.len()),
            number % (2 * self.entries.len()),
        );
        let Part { part, parts } = self.part;
        let pair = u32::try_from(round).ok()?;
        let pair = pair.checked_mul(parts)?.checked_add(part - 1)?;
        let pair = Some(pair).filter(|&pair| self.has(pair))?;
        Some(Pairing {
            entry: in_round / 2,
            pair,
            first: Color::ALL[in_round % 2],
        })
    }

    /// True if both engines are the same and nothing but the position decides their moves: from one
    /// opening they play one game, whoever has which colour.
    pub fn engines_are_alike(&self) -> bool {
        let [a, b] = &self.engines;
        a == b
            && matches!(
                a.limit,
                Limit::NodeClock(..) | Limit::Nodes(_) | Limit::Depth(_)
            )
    }

    fn opening(&self, entry: &VariantEntry, game: Pairing) -> Opening {
        let mut openings = entry
            .openings
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let openings = openings.get_or_insert_with(|| {
            let start = Game::new(entry.rules.clone(), self.conditions.move_rule);
            Openings::new(start, &entry.name, self.openings)
        });
        let number = game.pair as usize;
        openings.get(match self.engines_are_alike() {
            true => 2 * number + game.first.index(),
            false => number,
        })
    }
}

/// An engine may fail so many times in a row to start. Then it is not the engine that has failed
/// once or twice, and a match of lost games is of use to nobody.
const MOST_FAILURES: u32 = 10;

/// Plays the games of a plan on several threads.
#[derive(Debug)]
pub struct Workers<'p> {
    plan: &'p Plan,
    /// The number of the next game.
    next: AtomicUsize,
    stop: AtomicBool,
    starts: [Starts; 2],
}

/// What has become of starting an engine.
#[derive(Debug, Default)]
struct Starts {
    any: AtomicBool,
    /// Failures since the last success.
    failures: AtomicU32,
}

impl<'p> Workers<'p> {
    /// Workers for a plan, none of them at work yet.
    pub fn new(plan: &'p Plan) -> Workers<'p> {
        Workers {
            plan,
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            starts: Default::default(),
        }
    }

    /// From now on no game is begun.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Starts so many workers.
    pub fn start<'s>(
        &'s self,
        count: usize,
        scope: &'s Scope<'s, '_>,
        events: &Sender<Event>,
    ) -> anyhow::Result<Vec<ScopedJoinHandle<'s, ()>>> {
        let start = |number| {
            let worker = Worker {
                shared: self,
                number,
                seats: [None, None],
                names: (self.plan.engines.each_ref()).map(|engine| engine.command.to_string()),
                events: events.clone(),
            };
            thread::Builder::new()
                .name(format!("match {number}"))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || worker.work())
                .context("no thread to play on")
        };
        let threads: anyhow::Result<Vec<_>> = (1..=count).map(start).collect();
        threads.inspect_err(|_| self.stop())
    }

    /// Takes note that an engine could not be started.
    ///
    /// # Errors
    /// If the match cannot go on.
    fn fail(&self, engine: usize, error: StartError) -> anyhow::Result<()> {
        let command = &self.plan.engines[engine].command;
        let starts = &self.starts[engine];
        if let StartError::Unfit(error) = error {
            // whoever names a wrong program or option wants to know that, not to lose games
            if !starts.any.load(Ordering::Relaxed) {
                return Err(error);
            }
            log::warn!("{command} loses a game: {error:#}");
        } else {
            log::warn!("{command} loses a game: {error}");
        }
        if starts.failures.fetch_add(1, Ordering::Relaxed) >= MOST_FAILURES {
            bail!("{command} could not be started {MOST_FAILURES} times in a row");
        }
        Ok(())
    }
}

/// A pair of engines and who makes them play.
struct Worker<'s> {
    shared: &'s Workers<'s>,
    number: usize,
    seats: [Option<Box<dyn Engine>>; 2],
    /// What they are called; their commands as long as they have not been started.
    names: [String; 2],
    events: Sender<Event>,
}

impl Worker<'_> {
    fn work(mut self) {
        while !self.shared.stop.load(Ordering::Relaxed) {
            let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
            let Some(pairing) = self.shared.plan.pairing(number) else {
                return;
            };
            let entry = &self.shared.plan.entries[pairing.entry];
            let known = self.shared.plan.played.contains(&pairing);
            if known || entry.unknown.load(Ordering::Relaxed) {
                continue;
            }
            let event = self.play(pairing, entry).unwrap_or_else(Event::Failed);
            // a game that was broken off has no result
            if interrupt::status().is_some() {
                return;
            }
            let failed = matches!(event, Event::Failed(_));
            if self.events.send(event).is_err() || failed {
                return;
            }
        }
    }

    /// Plays a game.
    ///
    /// # Errors
    /// If the match cannot go on.
    fn play(&mut self, game: Pairing, entry: &VariantEntry) -> anyhow::Result<Event> {
        let plan = self.shared.plan;
        let opening = plan.opening(entry, game);
        let tags = pgn_tags(&opening.start);
        let colors = [game.first, game.first.other()];
        for (engine, color) in colors.into_iter().enumerate() {
            if let Err(error) = self.seat(engine) {
                self.shared.fail(engine, error)?;
                let lost = referee::forfeit(color, &opening);
                return Ok(self.played(game, entry, tags, lost));
            }
        }
        let [Some(a), Some(b)] = &mut self.seats else {
            bail!("an engine is missing");
        };
        let limits = by_color(
            game.first,
            plan.engines.each_ref().map(|engine| engine.limit),
        );
        let players: [&mut dyn Engine; 2] = [a.as_mut(), b.as_mut()];
        let players = by_color(game.first, players);
        let played = referee::play(players, limits, &entry.names, opening, &plan.conditions);
        Ok(match played {
            Ok(played) => self.played(game, entry, tags, played),
            Err(color) => {
                entry.unknown.store(true, Ordering::Relaxed);
                let name = if color == game.first { 0 } else { 1 };
                Event::Unknown(game.entry, labels(&self.names, &plan.engines)[name].clone())
            }
        })
    }

    fn played(
        &self,
        game: Pairing,
        entry: &VariantEntry,
        tags: Vec<(&'static str, String)>,
        played: Played,
    ) -> Event {
        let engines = &self.shared.plan.engines;
        let record = Record {
            variant: entry.name.clone(),
            round: game.pair + 1,
            players: by_color(game.first, labels(&self.names, engines)),
            first: game.first,
            limits: by_color(
                game.first,
                engines.each_ref().map(|engine| engine.limit.to_string()),
            ),
            tags,
            played,
            date: jiff::Timestamp::now(),
        };
        Event::Played(game, Box::new(record))
    }

    /// Sees to it that an engine is there and can play.
    fn seat(&mut self, engine: usize) -> Result<(), StartError> {
        let seat = &mut self.seats[engine];
        if seat.as_ref().is_some_and(|engine| engine.is_usable()) {
            return Ok(());
        }
        // the old one goes before the new one comes
        *seat = None;
        let label = format!("{}{}", ["A", "B"][engine], self.number);
        let started = engine::start(&self.shared.plan.engines[engine], &label)?;
        if let Some(name) = started.own_name().filter(|name| !name.is_empty()) {
            self.names[engine] = name.to_owned();
        }
        *seat = Some(started);
        let starts = &self.shared.starts[engine];
        starts.any.store(true, Ordering::Relaxed);
        starts.failures.store(0, Ordering::Relaxed);
        Ok(())
    }
}

/// What belongs to the engines, by the colours they have.
fn by_color<T>(first: Color, [a, b]: [T; 2]) -> ByColor<T> {
    match first {
        Color::White => ByColor::new(a, b),
        Color::Black => ByColor::new(b, a),
    }
}

/// What the engines are called: their own names; where these are the same, as for two builds of
/// one program, their command lines; with letters where even those are.
fn labels(names: &[String; 2], settings: &[EngineSettings; 2]) -> [String; 2] {
    let commands = settings
        .each_ref()
        .map(|settings| settings.command.to_string());
    if names[0] != names[1] {
        names.clone()
    } else if commands[0] != commands[1] {
        commands
    } else {
        ["A", "B"].map(|letter| format!("{} ({letter})", names[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::Protocol;
    use super::*;
    use crate::variant::{Library, ReadOptions};

    #[test]
    fn every_game_is_played_once() {
        let library = Library::builtin(ReadOptions::default());
        let rules = Arc::new(Ruleset::new(library.default_game().unwrap()));
        let entry =
            |name: &str| VariantEntry::new(name.to_owned(), GameNames::default(), rules.clone());
        let settings = EngineSettings {
            command: "x".parse().unwrap(),
            protocol: Protocol::default(),
            options: Vec::new(),
            memory: None,
            limit: Limit::Depth(1),
        };
        let plan = Plan {
            entries: ["a", "b", "c"].map(entry).into(),
            pairs: 2,
            part: Part::WHOLE,
            engines: [settings.clone(), settings],
            conditions: Conditions {
                grace: 0,
                stall: std::time::Duration::ZERO,
                max_moves: 0,
                move_rule: 50,
                resign_adjudication: None,
                draw_adjudication: None,
            },
            openings: OpeningArguments { plies: 0, seed: 1 },
            played: HashSet::new(),
        };
        let games: Vec<Pairing> = (0..).map_while(|n| plan.pairing(n)).collect();
        assert_eq!(games.len(), plan.games());
        for entry in 0..3 {
            for pair in 0..2 {
                for first in Color::ALL {
                    let game = Pairing { entry, pair, first };
                    assert_eq!(games.iter().filter(|&&known| known == game).count(), 1);
                }
            }
        }
        // a round of all games comes before the next one
        assert!(games[..6].iter().all(|game| game.pair == 0));
        // the parts are the whole, and each has whole pairs
        let mut plan = plan;
        let mut parts = Vec::new();
        for part in 1..=3 {
            plan.part = Part { part, parts: 3 };
            let games: Vec<Pairing> = (0..).map_while(|n| plan.pairing(n)).collect();
            assert_eq!(games.len(), plan.games());
            assert!(games.iter().all(|game| game.pair == part - 1));
            parts.extend(games);
        }
        assert_eq!(parts.len(), games.len());
        assert!(games.iter().all(|game| parts.contains(game)));
    }
}
