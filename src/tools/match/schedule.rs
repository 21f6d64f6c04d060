//! Who plays what and when: the games of a match, and the workers that play them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope};

use anyhow::Context;

use super::engine::{Engine, EngineSettings};
use super::openings::{Opening, OpeningArguments, Openings};
use super::record::Record;
use super::referee::{self, Conditions};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::search::STACK_BYTES;
use crate::types::{ByColor, Color};

/// One of the games that are played in a match.
#[derive(Debug)]
pub struct VariantEntry {
    /// What it is called in tables.
    pub name: String,
    /// What engines may call it, the best name first.
    pub names: Vec<String>,
    /// Its rules.
    pub rules: Arc<Ruleset>,
    openings: Mutex<Option<Openings>>,
    /// An engine does not know it.
    unknown: AtomicBool,
}

impl VariantEntry {
    /// A game with its names.
    pub fn new(name: String, names: Vec<String>, rules: Arc<Ruleset>) -> VariantEntry {
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
    /// Pairs of games of each.
    pub pairs: u32,
    /// The engines.
    pub engines: [EngineSettings; 2],
    /// What the games are played by.
    pub conditions: Conditions,
    /// What they begin with.
    pub openings: OpeningArguments,
}

/// A game of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// How many games there are.
    pub fn games(&self) -> usize {
        self.entries.len() * self.pairs as usize * 2
    }

    /// The game of a number: a pair of each in turn, so that a match that ends early has
    /// played about the same of each.
    pub fn pairing(&self, number: usize) -> Option<Pairing> {
        let (round, in_round) = (
            number / (2 * self.entries.len()),
            number % (2 * self.entries.len()),
        );
        let pair = u32::try_from(round)
            .ok()
            .filter(|&pair| pair < self.pairs)?;
        Some(Pairing {
            entry: in_round / 2,
            pair,
            first: Color::ALL[in_round % 2],
        })
    }

    fn opening(&self, entry: &VariantEntry, pair: u32) -> Opening {
        let mut openings = entry
            .openings
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let openings = openings.get_or_insert_with(|| {
            let start = Game::new(entry.rules.clone(), self.conditions.move_rule);
            Openings::new(start, &entry.name, self.openings)
        });
        openings.get(pair as usize)
    }
}

/// Plays the games of a plan on several threads.
#[derive(Debug)]
pub struct Workers<'p> {
    /// The games.
    pub plan: &'p Plan,
    /// The number of the next one.
    pub next: AtomicUsize,
    /// No game is begun after this is set.
    pub stop: AtomicBool,
}

impl Workers<'_> {
    /// Starts so many workers.
    pub fn start<'s>(
        &'s self,
        count: usize,
        scope: &'s Scope<'s, '_>,
        events: &Sender<Event>,
    ) -> anyhow::Result<()> {
        for number in 1..=count {
            let events = events.clone();
            let worker = Worker {
                shared: self,
                number,
                seats: [None, None],
                events,
            };
            thread::Builder::new()
                .name(format!("match {number}"))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || worker.work())
                .context("no thread to play on")?;
        }
        Ok(())
    }
}

/// A pair of engines and who makes them play.
struct Worker<'s> {
    shared: &'s Workers<'s>,
    number: usize,
    seats: [Option<Engine>; 2],
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
            if entry.unknown.load(Ordering::Relaxed) {
                continue;
            }
            let event = match self.play(pairing, entry) {
                Ok(Ok(record)) => Event::Played(pairing, Box::new(record)),
                Ok(Err(engine)) => {
                    entry.unknown.store(true, Ordering::Relaxed);
                    Event::Unknown(pairing.entry, engine)
                }
                Err(error) => Event::Failed(error),
            };
            let failed = matches!(event, Event::Failed(_));
            if self.events.send(event).is_err() || failed {
                return;
            }
        }
    }

    /// Plays a game; an engine that does not know it is named.
    fn play(
        &mut self,
        game: Pairing,
        entry: &VariantEntry,
    ) -> anyhow::Result<Result<Record, String>> {
        let plan = self.shared.plan;
        let opening = plan.opening(entry, game.pair);
        for (seat, (settings, letter)) in
            (self.seats.iter_mut()).zip(plan.engines.iter().zip(['A', 'B']))
        {
            if !seat.as_ref().is_some_and(Engine::is_usable) {
                // the old one goes before the new one comes
                *seat = None;
                *seat = Some(Engine::start(
                    settings,
                    &format!("{letter}{}", self.number),
                )?);
            }
        }
        let [Some(a), Some(b)] = &mut self.seats else {
            anyhow::bail!("an engine is missing");
        };
        let [label_a, label_b] = labels(a, b, &plan.engines);
        let [limit_a, limit_b] = plan.engines.each_ref().map(|engine| engine.limit);
        let (players, limits, names) = match game.first {
            Color::White => (
                ByColor::new(a, b),
                ByColor::new(limit_a, limit_b),
                ByColor::new(label_a, label_b),
            ),
            Color::Black => (
                ByColor::new(b, a),
                ByColor::new(limit_b, limit_a),
                ByColor::new(label_b, label_a),
            ),
        };
        let played = referee::play(players, limits, &entry.names, opening, &plan.conditions);
        Ok(match played {
            Ok(played) => Ok(Record {
                variant: entry.name.clone(),
                round: game.pair + 1,
                players: names,
                first: game.first,
                limits: limits.map(|limit| limit.to_string()),
                played,
                date: jiff::Timestamp::now(),
            }),
            Err(color) => Err(names[color].clone()),
        })
    }
}

/// What the engines are called: their own names; where these are the same, as for two builds of
/// one program, their command lines; with letters where even those are.
fn labels(a: &Engine, b: &Engine, settings: &[EngineSettings; 2]) -> [String; 2] {
    let commands = settings
        .each_ref()
        .map(|settings| settings.command.to_string());
    let own = |engine: &Engine, i: usize| {
        let name = engine.features().value("myname");
        name.unwrap_or(&commands[i]).to_owned()
    };
    let names = [own(a, 0), own(b, 1)];
    if names[0] != names[1] {
        names
    } else if commands[0] != commands[1] {
        commands
    } else {
        ["A", "B"].map(|letter| format!("{} ({letter})", names[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::clock::Limit;
    use super::*;
    use crate::variant::{Library, ReadOptions};

    #[test]
    fn every_game_is_played_once() {
        let library = Library::builtin(ReadOptions::default());
        let rules = Arc::new(Ruleset::new(library.default_game().unwrap()));
        let entry = |name: &str| VariantEntry::new(name.to_owned(), Vec::new(), rules.clone());
        let settings = EngineSettings {
            command: "x".parse().unwrap(),
            options: Vec::new(),
            memory: None,
            limit: Limit::Depth(1),
        };
        let plan = Plan {
            entries: ["a", "b", "c"].map(entry).into(),
            pairs: 2,
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
    }
}
