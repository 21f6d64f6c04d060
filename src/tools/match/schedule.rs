//! The schedule of a match, and how a thread plays one of its games.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use anyhow::bail;

use super::clock::Limit;
use super::engine::{self, Engine, EngineSettings, Fault, GameNames};
use super::record::Record;
use super::referee::{self, Conditions, Played};
use super::seat::Seat;
use crate::game::Game;
use crate::protocol::xboard::pgn_tags;
use crate::tools::lab::interrupt;
use crate::tools::lab::openings::{Opening, OpeningArguments, Openings};
use crate::tools::lab::part::Part;
use crate::types::{ByColor, Color};

#[derive(Debug)]
pub struct VariantEntry {
    pub name: String,
    names: GameNames,
    openings: Openings,
    /// The engines that do not know the variant, a bit for each.
    unknown: AtomicU32,
}

impl VariantEntry {
    pub fn new(
        name: String,
        names: GameNames,
        start: Game,
        openings: OpeningArguments,
    ) -> VariantEntry {
        VariantEntry {
            openings: Openings::new(start, &name, openings),
            name,
            names,
            unknown: AtomicU32::new(0),
        }
    }

    fn is_unknown_to(&self, engines: [usize; 2]) -> bool {
        let unknown = self.unknown.load(Ordering::Relaxed);
        engines.iter().any(|engine| unknown >> engine & 1 == 1)
    }
}

#[derive(Debug)]
pub struct Plan {
    pub entries: Vec<VariantEntry>,
    /// The pairs of engines that play each other.
    pub duels: Vec<[usize; 2]>,
    /// Pairs of games of each duel and variant, in all parts together.
    pub pairs: u32,
    pub part: Part,
    pub engines: Vec<EngineSettings>,
    pub conditions: Conditions,
    pub played: HashSet<Pairing>,
    pub starts: Vec<Starts>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    pub entry: usize,
    pub duel: usize,
    pub pair: u32,
    /// The colour of the duel's first engine.
    pub first: Color,
}

/// The fate of a game of the plan.
#[derive(Debug)]
pub enum Event {
    Played(Pairing, Box<Record>),
    /// An engine does not know a variant: the index of the variant's entry, the index of the engine, and its label.
    Unknown(usize, usize, String),
}

/// The match ends if an engine fails to start this many times in a row.
const MOST_FAILURES: u32 = 10;

#[derive(Debug, Default)]
pub struct Starts {
    any: AtomicBool,
    /// Failures since the last success.
    failures: AtomicU32,
}

impl Plan {
    /// How many games of a duel this part of the match plays.
    pub fn games_of_duel(&self) -> usize {
        self.entries.len() * self.part.share(self.pairs) as usize * 2
    }

    pub fn games(&self) -> usize {
        self.duels.len() * self.games_of_duel()
    }

    pub fn has(&self, pair: u32) -> bool {
        pair < self.pairs && self.part.index(pair).is_some()
    }

    /// The game with this number. Numbers take a pair of each variant and duel in turn, so that a match that ends early has
    /// played about as many games of each.
    fn pairing(&self, number: usize) -> Option<Pairing> {
        let games = 2 * self.entries.len() * self.duels.len();
        let (round, in_round) = (number / games, number % games);
        let pair = self.part.number(u32::try_from(round).ok()?)?;
        Some(Pairing {
            entry: in_round / 2 / self.duels.len(),
            duel: in_round / 2 % self.duels.len(),
            pair: Some(pair).filter(|&pair| self.has(pair))?,
            first: Color::ALL[in_round % 2],
        })
    }

    /// The games that are left to play; each game is chosen when the iterator is asked for it.
    pub fn missing(&self) -> impl Iterator<Item = Pairing> + Send + '_ {
        let all = (0..).map_while(|number| self.pairing(number));
        all.filter(|game| {
            let unknown = self.entries[game.entry].is_unknown_to(self.duels[game.duel]);
            !unknown && !self.played.contains(game)
        })
    }

    /// True if both engines are the same and their moves depend on the position alone, so that the two games from an opening
    /// would be the same.
    pub fn engines_are_alike(&self, duel: usize) -> bool {
        let [a, b] = self.duels[duel].map(|engine| &self.engines[engine]);
        let by_position = matches!(
            a.limit,
            Limit::NodeClock(..) | Limit::Nodes(_) | Limit::Depth(_)
        );
        a == b && by_position
    }

    fn opening(&self, game: Pairing) -> Opening {
        let number = game.pair as usize;
        let openings = &self.entries[game.entry].openings;
        if self.engines_are_alike(game.duel) {
            openings.get(2 * number + game.first.index())
        } else {
            openings.get(number)
        }
    }

    /// Notes that an engine could not be started.
    fn fail(&self, engine: usize, error: anyhow::Error) -> anyhow::Result<()> {
        let command = &self.engines[engine].command;
        let starts = &self.starts[engine];
        // a wrong program or option is the user's mistake, and no reason to lose games
        if !error.is::<Fault>() && !starts.any.load(Ordering::Relaxed) {
            return Err(error);
        }
        log::warn!("{command} loses a game: {}", engine::in_words(&error));
        if starts.failures.fetch_add(1, Ordering::Relaxed) >= MOST_FAILURES {
            bail!("{command} could not be started {MOST_FAILURES} times in a row");
        }
        Ok(())
    }
}

/// The engine processes of one thread.
pub struct Table<'p> {
    plan: &'p Plan,
    number: u32,
    engines: Vec<Option<Box<dyn Engine>>>,
    /// The engines' own names; the command of an engine that has not been started yet.
    names: Vec<String>,
    /// After an error that ends the match.
    failed: bool,
}

impl<'p> Table<'p> {
    /// A table without engines; `number` names them in the log.
    pub fn new(plan: &'p Plan, number: u32) -> Table<'p> {
        let commands = plan.engines.iter().map(|engine| engine.command.to_string());
        Table {
            plan,
            number,
            engines: plan.engines.iter().map(|_| None).collect(),
            names: commands.collect(),
            failed: false,
        }
    }

    /// Plays a game; `None` if it was interrupted, and after an error.
    pub fn play(&mut self, game: Pairing) -> Option<anyhow::Result<Event>> {
        if self.failed {
            return None;
        }
        let played = self.referee(game);
        self.failed = played.is_err();
        // an interrupted game has no result
        interrupt::status().is_none().then_some(played)
    }

    fn referee(&mut self, game: Pairing) -> anyhow::Result<Event> {
        let plan = self.plan;
        let entry = &plan.entries[game.entry];
        let opening = plan.opening(game);
        let tags = pgn_tags(&opening.start);
        let duel = plan.duels[game.duel];
        if plan.engines.len() > 2 && self.engines.iter().all(Option::is_none) {
            // labels depend on the names of all engines; an engine that fails to start here fails again in its game
            for engine in 0..plan.engines.len() {
                let _ = self.start(engine);
            }
        }
        for (engine, color) in duel.into_iter().zip([game.first, game.first.other()]) {
            if let Err(error) = self.start(engine) {
                plan.fail(engine, error)?;
                let lost = referee::forfeit(color, &opening);
                return Ok(self.played(game, tags, lost));
            }
        }
        let Ok([Some(a), Some(b)]) = self.engines.get_disjoint_mut(duel) else {
            bail!("an engine is missing");
        };
        let limits = by_color(game.first, duel.map(|engine| plan.engines[engine].limit));
        let players: [&mut dyn Engine; 2] = [a.as_mut(), b.as_mut()];
        let players = by_color(game.first, players);
        let played = referee::play(players, limits, &entry.names, opening, &plan.conditions);
        Ok(match played {
            Ok(played) => self.played(game, tags, played),
            Err(color) => {
                let engine = duel[usize::from(color != game.first)];
                entry.unknown.fetch_or(1 << engine, Ordering::Relaxed);
                Event::Unknown(game.entry, engine, self.label(engine))
            }
        })
    }

    fn played(&self, game: Pairing, tags: Vec<(&'static str, String)>, played: Played) -> Event {
        let duel = self.plan.duels[game.duel];
        let limits = duel.map(|engine| self.plan.engines[engine].limit.to_string());
        let record = Record {
            variant: self.plan.entries[game.entry].name.clone(),
            round: game.pair + 1,
            players: by_color(game.first, duel.map(|engine| self.label(engine))),
            engines: duel,
            first: game.first,
            limits: by_color(game.first, limits),
            tags,
            played,
            date: jiff::Timestamp::now(),
        };
        Event::Played(game, Box::new(record))
    }

    /// Starts an engine, unless it is running.
    fn start(&mut self, engine: usize) -> anyhow::Result<()> {
        let seat = &mut self.engines[engine];
        if seat.as_ref().is_some_and(|engine| engine.is_usable()) {
            return Ok(());
        }
        // the old process ends before the new one starts
        *seat = None;
        let label = format!("{}{}", char::from(Seat(engine)), self.number);
        let started = engine::start(&self.plan.engines[engine], &label)?;
        if let Some(name) = started.own_name().filter(|name| !name.is_empty()) {
            self.names[engine] = name.to_owned();
        }
        *seat = Some(started);
        let starts = &self.plan.starts[engine];
        starts.any.store(true, Ordering::Relaxed);
        starts.failures.store(0, Ordering::Relaxed);
        Ok(())
    }

    /// The label of an engine: its name; its command line if another engine has the same name; its name with its letter if
    /// that engine has the same command line too.
    fn label(&self, engine: usize) -> String {
        let command = |engine: usize| self.plan.engines[engine].command.to_string();
        let mut same = (0..self.names.len())
            .filter(|&other| other != engine && self.names[other] == self.names[engine])
            .peekable();
        if same.peek().is_none() {
            self.names[engine].clone()
        } else if same.all(|other| command(other) != command(engine)) {
            command(engine)
        } else {
            format!("{} ({})", self.names[engine], char::from(Seat(engine)))
        }
    }
}

/// Values of the two engines by their colours.
fn by_color<T>(first: Color, [a, b]: [T; 2]) -> ByColor<T> {
    match first {
        Color::White => ByColor::new(a, b),
        Color::Black => ByColor::new(b, a),
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::Protocol;
    use super::*;
    use crate::testing::games::game;

    #[test]
    fn every_game_is_played_once() {
        let entry = |name: &str| {
            let openings = OpeningArguments { plies: 0, seed: 1 };
            VariantEntry::new(
                name.to_owned(),
                GameNames::default(),
                game("normal", ""),
                openings,
            )
        };
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
            duels: vec![[0, 1], [0, 2]],
            engines: vec![settings; 3],
            conditions: Conditions {
                grace: 0,
                stall: std::time::Duration::ZERO,
                max_moves: 0,
                move_rule: 50,
                resign_adjudication: None,
                draw_adjudication: None,
            },
            played: HashSet::new(),
            starts: Vec::new(),
        };
        let games: Vec<Pairing> = (0..).map_while(|n| plan.pairing(n)).collect();
        assert_eq!(games.len(), plan.games());
        let different: HashSet<&Pairing> = games.iter().collect();
        assert_eq!((games.len(), different.len()), (3 * 2 * 2 * 2, games.len()));
        assert!(
            games
                .iter()
                .all(|game| game.entry < 3 && game.duel < 2 && game.pair < 2)
        );
        // each pair of all variants and duels comes before the next pair
        assert!(games[..12].iter().all(|game| game.pair == 0));
        // the parts together are the whole match, and each part has whole pairs
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
