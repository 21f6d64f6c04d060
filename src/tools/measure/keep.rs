//! The file of games, which can be resumed, and merged with the files of other machines ([`mod@merge`]).

pub mod merge;

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::games::{Generator, Had, Method, Played, Round};
use super::testbed::{TestBed, Used};
use crate::tools::lab::interrupt;
use crate::tools::lab::part::Part;
use crate::tools::lab::shards::Header;
use crate::tools::lab::store::{Line, Store, require_same};
use crate::tools::lab::workers;
use crate::types::ByColor;
use crate::variant::Variant;

/// Changes when later versions of fmax play games with the same numbers differently.
const VERSION: u32 = 2;

/// The settings on which the moves of a game depend besides its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    version: u32,
    /// Fingerprint of the rules of the variant, without the added pieces.
    rules: String,
    evaluation: String,
    method: Method,
    pub seed: u64,
    pub nodes: u64,
    /// Games are drawn after this many moves of each side.
    pub max_moves: u32,
    /// The added pieces, as on the command line.
    pub pieces: Vec<String>,
    /// The values that the engine uses.
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

#[derive(Clone, Debug)]
pub struct Games {
    pub round: Round,
    pub games: BTreeMap<u32, Played>,
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

    /// The round with these settings and this number.
    pub fn round(&self, number: u32) -> Round {
        Round {
            number,
            seed: self.seed,
            nodes: self.nodes,
            max_moves: self.max_moves,
            used: self.used.clone(),
        }
    }
}

impl Line for GameLine {
    /// The number of the round, and the number of the game.
    type Key = (u32, u32);
    type Settings = Settings;

    fn key(&self) -> (u32, u32) {
        (self.round, self.game)
    }

    fn settings(&self) -> &Settings {
        &self.settings
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

/// Plays the missing games of a round: of the first `games` games, those that belong to `part`. Returns all of these games.
/// After Ctrl-C some are missing.
pub fn play(
    store: &mut Store<GameLine>,
    testbed: &TestBed,
    (round, settings): (&Round, &Settings),
    (part, games): (Part, u32),
    concurrency: usize,
) -> anyhow::Result<Games> {
    let known = known(store, testbed.name(), round.number, settings)?;
    let numbers = || (0..games).filter(|&game| belongs(part, game));
    let mut played: BTreeMap<u32, Played> = numbers()
        .filter_map(|number| Some((number, known.get(&number)?.clone())))
        .collect();
    let missing: Vec<u32> = numbers()
        .filter(|number| !played.contains_key(number))
        .collect();
    workers::run_missing(
        format!("{}: round {}", testbed.name(), round.number),
        concurrency,
        played.len(),
        missing,
        || Generator::new(testbed, round),
        |generator, number, stop| {
            let game = generator.play(number, stop);
            (game.is_some() || !stop()).then_some(game)
        },
        |game| {
            let game = game.with_context(|| {
                format!(
                    "{}: no two armies were found that can play a game: its rules or zones leave no choice",
                    testbed.name()
                )
            })?;
            let line = GameLine::new(testbed.name(), round.number, game.clone(), settings);
            store.add(line)?;
            played.insert(game.number, game);
            Ok(())
        },
    )?;
    if interrupt::status().is_none() {
        store.finish()?;
    }
    Ok(Games {
        round: round.clone(),
        games: played,
    })
}

/// The games of a round that a store has. All of its games must have been played with these settings, so that the file stays
/// useful.
fn known(
    store: &Store<GameLine>,
    name: &str,
    round: u32,
    settings: &Settings,
) -> anyhow::Result<BTreeMap<u32, Played>> {
    let mut known = BTreeMap::new();
    for line in (store.lines().range((round, 0)..=(round, u32::MAX))).map(|(_, line)| line) {
        let which = || format!("game {} of round {round}", line.game);
        if line.variant != name {
            bail!("{} is one of {}", which(), line.variant);
        }
        require_same(&line.settings, settings).with_context(which)?;
        let played = line.played().with_context(which)?;
        known.insert(played.number, played);
    }
    Ok(known)
}

/// True if a game belongs to a part: pairs stay together.
fn belongs(part: Part, game: u32) -> bool {
    game / 2 % part.parts == part.part - 1
}
