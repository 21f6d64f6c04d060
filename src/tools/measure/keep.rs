//! The games as lines of a file: nothing that was played is lost when the work is interrupted, and what several
//! machines have played can be put together ([`mod@merge`]).

pub mod merge;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::bench::{Bench, Used};
use super::games::{Generator, Had, Method, Played, Round};
use crate::files::{self, Lock};
use crate::tools::interrupt;
use crate::tools::jsonl::{self, Target};
use crate::tools::learn::shards::Header;
use crate::tools::part::Part;
use crate::tools::progress::Bar;
use crate::tools::workers;
use crate::types::ByColor;
use crate::variant::Variant;

/// Games played in another way have another one of these.
const VERSION: u32 = 2;

/// All that the course of a game depends on, besides its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    version: u32,
    /// The rules of the game, without what was added.
    rules: String,
    evaluation: String,
    method: Method,
    pub seed: u64,
    pub nodes: u64,
    /// Games are drawn after so many moves of each side.
    pub max_moves: u32,
    /// The pieces that were added, as the command line takes them.
    pub pieces: Vec<String>,
    /// The values that the engine used.
    pub used: Used,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    variant: String,
    round: u32,
    game: u32,
    white: Had,
    black: Had,
    start: String,
    score: f64,
    plies: usize,
    settings: Settings,
}

/// What was played in a round.
#[derive(Clone, Debug)]
pub struct Games {
    pub round: Round,
    pub games: BTreeMap<u32, Played>,
}

/// The games that a file has, and the file to which more of them go, if there is one.
#[derive(Debug, Default)]
pub struct Store {
    file: Option<(PathBuf, Target, Lock)>,
    known: BTreeMap<(u32, u32), GameLine>,
    /// The lines are in the order of the games.
    sorted: bool,
}

impl Settings {
    pub fn new(game: &Variant, pieces: &[String], round: &Round) -> Settings {
        let (rules, evaluation) = Header::fingerprints(game);
        Settings {
            version: VERSION,
            rules,
            evaluation,
            method: Method::Armies,
            seed: round.seed,
            nodes: round.nodes,
            max_moves: round.max_moves,
            pieces: pieces.to_vec(),
            used: round.used.clone(),
        }
    }

    /// The round of a number that they tell.
    pub fn round(&self, number: u32) -> Round {
        Round {
            number,
            seed: self.seed,
            nodes: self.nodes,
            max_moves: self.max_moves,
            used: self.used.clone(),
        }
    }

    /// Whether games with other settings go with those.
    fn require_same(&self, now: &Settings) -> anyhow::Result<()> {
        let differences = jsonl::differences(self, now);
        if !differences.is_empty() {
            bail!("played with other settings: {}", differences.join("; "));
        }
        Ok(())
    }
}

impl GameLine {
    fn new(variant: &str, round: u32, played: Played, settings: &Settings) -> GameLine {
        let [white, black] = played.had.into_array();
        GameLine {
            variant: variant.to_owned(),
            round,
            game: played.number + 1,
            white,
            black,
            start: played.start,
            score: played.score,
            plies: played.plies,
            settings: settings.clone(),
        }
    }

    /// Its round and its number.
    fn key(&self) -> (u32, u32) {
        (self.round, self.game)
    }

    fn played(&self) -> anyhow::Result<Played> {
        let number = self
            .game
            .checked_sub(1)
            .context("games have numbers from 1")?;
        if ![0.0, 0.5, 1.0].contains(&self.score) {
            bail!("{} is no score", self.score);
        }
        Ok(Played {
            number,
            had: ByColor::new(self.white.clone(), self.black.clone()),
            start: self.start.clone(),
            score: self.score,
            plies: self.plies,
        })
    }
}

impl Store {
    /// One that goes on with a file, or begins it and its folder; without a path nothing is kept.
    pub fn open(path: Option<&Path>) -> anyhow::Result<Store> {
        let mut store = Store {
            sorted: true,
            ..Store::default()
        };
        if let Some(path) = path {
            let cannot = || format!("cannot write {}", path.display());
            if let Ok(there) = fs::metadata(path) {
                files::require_regular(&there).with_context(cannot)?;
            }
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).with_context(cannot)?;
            }
            let lock = Lock::new(path).with_context(cannot)?;
            store.read(path)?;
            store.file = Some((path.to_owned(), Target::open(path)?, lock));
        }
        Ok(store)
    }

    /// Adds the games of a file. What is there already must be the same.
    fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        jsonl::read(path, |line, _| self.take(line))
    }

    /// Adds a game. One that is there already must be the same.
    fn take(&mut self, line: GameLine) -> anyhow::Result<()> {
        if let Some(known) = self.known.get(&line.key())
            && *known != line
        {
            known.settings.require_same(&line.settings)?;
            bail!("game {} is another one than before", line.game);
        }
        self.remember(line);
        Ok(())
    }

    /// Takes note of a game that is in the file after all others.
    fn remember(&mut self, line: GameLine) {
        let key = line.key();
        let last = self.known.last_key_value();
        self.sorted &= last.is_none_or(|(&last, _)| last < key);
        self.known.insert(key, line);
    }

    /// Plays those of the first `games` games of a round that belong to a part and are not known, so many at a
    /// time, and returns all that there are. Whoever orders us to end is obeyed: then some are missing.
    pub fn play(
        &mut self,
        bench: &Bench,
        (round, settings): (&Round, &Settings),
        (part, games): (Part, u32),
        concurrency: usize,
    ) -> anyhow::Result<Games> {
        let known = self.known_of(bench.name(), round.number, settings)?;
        let numbers: Vec<u32> = (0..games).filter(|game| belongs(part, *game)).collect();
        let mut played: BTreeMap<u32, Played> = (numbers.iter())
            .filter_map(|number| Some((*number, known.get(number)?.clone())))
            .collect();
        let missing: Vec<u32> = (numbers.iter().copied())
            .filter(|number| !played.contains_key(number))
            .collect();
        let wanted = numbers.len();
        let mut bar = Bar::new(format!("{}: round {}", bench.name(), round.number));
        let mut failed = None;
        let result = workers::run(
            "measure",
            concurrency.clamp(1, missing.len().max(1)),
            missing.into_iter(),
            || Generator::new(bench, round),
            |generator, number, stop| match generator.play(number, stop) {
                Some(game) => Some((number, Some(game))),
                None if stop() => None,
                None => Some((number, None)),
            },
            |game| {
                match game {
                    Some((number, Some(game))) => {
                        self.add(bench.name(), round.number, game.clone(), settings)?;
                        played.insert(number, game);
                    }
                    Some((number, None)) => {
                        failed.get_or_insert(number);
                        return Ok(ControlFlow::Break(()));
                    }
                    None => {}
                }
                let done = played.len() as f64 / wanted.max(1) as f64;
                bar.show(done, &format!("{} of {wanted} games", played.len()));
                Ok(ControlFlow::Continue(()))
            },
        );
        bar.clear();
        result?;
        if failed.is_some() && interrupt::status().is_none() {
            bail!(
                "{}: no two armies were found that can play a game: its rules or zones leave no choice",
                bench.name()
            );
        }
        if played.len() == wanted {
            self.finish()?;
        }
        Ok(Games {
            round: round.clone(),
            games: played,
        })
    }

    /// The games of a round that the file has. Those that are not asked for now must go with it as well, or
    /// the file would be of no use to anybody.
    fn known_of(
        &self,
        name: &str,
        round: u32,
        settings: &Settings,
    ) -> anyhow::Result<BTreeMap<u32, Played>> {
        let mut known = BTreeMap::new();
        for line in (self.known.range((round, 0)..=(round, u32::MAX))).map(|(_, line)| line) {
            let which = || format!("game {} of round {round}", line.game);
            if line.variant != name {
                bail!("{} is one of {}", which(), line.variant);
            }
            line.settings.require_same(settings).with_context(which)?;
            let played = line.played().with_context(which)?;
            known.insert(played.number, played);
        }
        Ok(known)
    }

    fn add(
        &mut self,
        name: &str,
        round: u32,
        game: Played,
        settings: &Settings,
    ) -> anyhow::Result<()> {
        let Some((_, target, _)) = &mut self.file else {
            return Ok(());
        };
        let line = GameLine::new(name, round, game, settings);
        target.add(serde_json::to_string(&line)? + "\n")?;
        self.remember(line);
        Ok(())
    }

    /// Puts the lines in the order of the games, if they are not: the file does not tell how it has come about.
    fn finish(&mut self) -> anyhow::Result<()> {
        let Some((path, target, _)) = self.file.as_mut().filter(|_| !self.sorted) else {
            return Ok(());
        };
        let mut text = String::new();
        for line in self.known.values() {
            text += &(serde_json::to_string(line)? + "\n");
        }
        files::replace(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        // the old file has no name any more
        *target = Target::open(path)?;
        self.sorted = true;
        Ok(())
    }
}

/// True if a game belongs to a part: pairs stay together.
fn belongs(part: Part, game: u32) -> bool {
    game / 2 % part.parts == part.part - 1
}
