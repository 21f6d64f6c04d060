//! Plays a game by its number.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::armies::{self, Army};
use super::testbed::{TestBed, Used};
use crate::ruleset::Ruleset;
use crate::tools::lab::openings::seeded;
use crate::tools::lab::self_play::{self, Conditions, Player, start, table_bytes};
use crate::tools::lab::statistics::half_points;
use crate::types::{ByColor, Color};

/// Attempts to draw armies in which no piece hangs; then as many attempts in which pieces may hang.
const TRIES: u32 = 60;

/// The method in files and reports: armies are random, and a regression over all games finds the values.
pub const METHOD: &str = "armies";

/// The settings that, with the numbers of the round and the game, determine the moves of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    pub version: u32,
    /// Fingerprint of the rules of the variant, without the added pieces.
    pub rules: String,
    pub evaluation: String,
    pub method: String,
    pub seed: u64,
    pub nodes: u64,
    /// Games are drawn after this many moves of each side.
    pub max_moves: u32,
    /// The added pieces, as on the command line.
    pub pieces: Vec<String>,
    /// The values that the engine uses.
    pub used: Used,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Had {
    /// The number of pieces of each kind, by its letter.
    pub pieces: BTreeMap<String, u32>,
    /// Kinds bound to one half of the board of which the army had a piece on each half.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The number of the game, from 1.
    pub game: u32,
    /// The pieces that white had.
    pub white: Had,
    /// The pieces that black had.
    pub black: Had,
    /// The FEN of the start position.
    pub start: String,
    /// White's points: 0, 0.5 or 1.
    pub score: f64,
    pub plies: usize,
}

impl Played {
    /// The pieces that a side had.
    pub fn had(&self, color: Color) -> &Had {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

/// Plays games on the calling thread; searches need a big stack, see
/// [`STACK_BYTES`](crate::search::STACK_BYTES).
#[derive(Debug)]
pub struct Generator<'b> {
    testbed: &'b TestBed,
    settings: &'b Settings,
    round: u32,
    rules: Arc<Ruleset>,
    worths: Vec<f64>,
    player: Player,
}

impl Generator<'_> {
    pub fn new<'b>(testbed: &'b TestBed, settings: &'b Settings, round: u32) -> Generator<'b> {
        let rules = testbed.rules(&settings.used);
        let player = Player::new(start(&rules, None), table_bytes(settings.nodes));
        Generator {
            testbed,
            settings,
            round,
            rules,
            worths: armies::worths(testbed, &settings.used),
            player,
        }
    }

    /// Plays a game by its number from 0; in the second game of a pair the armies are exchanged. `None` if `stop` returns
    /// true, or if no armies were found that can play.
    pub fn play(&mut self, number: u32, stop: impl Fn() -> bool) -> Option<Played> {
        let [first, second] = &self.contest(number / 2)?;
        let armies = match number % 2 {
            0 => ByColor::new(first, second),
            _ => ByColor::new(second, first),
        };
        let game = armies::game(self.testbed, &self.rules, armies, false)?;
        let begun = game.position().fen();
        let conditions = Conditions {
            nodes: ByColor::both(self.settings.nodes),
            lost: None,
            drawn: None,
            most_plies: 2 * self.settings.max_moves as usize,
        };
        self.player.begin(game);
        let course = self_play::play(&mut self.player, None, &conditions, stop)?;
        let had = |color| had(self.testbed, armies[color], color);
        Some(Played {
            game: number + 1,
            white: had(Color::White),
            black: had(Color::Black),
            start: begun,
            score: f64::from(half_points(course.winner, Color::White)) / 2.0,
            plies: course.plies.len(),
        })
    }

    /// The two armies of a pair of games, which can play each other with either colour. No piece hangs, if that is possible.
    pub fn contest(&self, pair: u32) -> Option<[Army; 2]> {
        let numbers = [self.round, pair];
        let mut random = seeded(self.settings.seed, self.testbed.name(), &numbers);
        let mut drawn = |calm: bool| {
            (0..TRIES).find_map(|_| {
                let armies = armies::draw_armies(self.testbed, &self.worths, &mut random);
                let plays = |white: usize| {
                    let ways = ByColor::new(&armies[white], &armies[1 - white]);
                    armies::game(self.testbed, &self.rules, ways, calm).is_some()
                };
                (plays(0) && plays(1)).then_some(armies)
            })
        };
        drawn(true).or_else(|| drawn(false))
    }
}

/// The pieces of an army, as the statistics count them.
pub(super) fn had(testbed: &TestBed, army: &Army, color: Color) -> Had {
    let mut pieces = BTreeMap::new();
    let mut pairs = Vec::new();
    for (kind, what) in testbed.kinds.iter().enumerate() {
        let count = match what.pawn {
            true if testbed.pawn_of(color) == Some(kind) => testbed.pawns[color]
                .len()
                .saturating_sub(army.missing.len()),
            _ => army.count(kind),
        };
        if count > 0 {
            pieces.insert(what.letter.clone(), count as u32);
        }
        let parts = (0..army.places.len()).filter(|slot| army.places[*slot] == Some(kind));
        let mut parts = parts.filter_map(|slot| what.part(testbed.slots[slot].squares[color]));
        if let Some(first) = parts.next()
            && parts.any(|part| part != first)
        {
            pairs.push(what.letter.clone());
        }
    }
    Had { pieces, pairs }
}

#[cfg(test)]
pub mod tests {
    use super::super::pieces::NewPiece;
    use super::*;
    use crate::testing::games::{variant, variants};
    use crate::tools::on_search_thread;
    use crate::types::Rng;

    /// Short games with the values of the file.
    pub fn settings(testbed: &TestBed) -> Settings {
        Settings {
            version: 0,
            rules: String::new(),
            evaluation: String::new(),
            method: METHOD.to_owned(),
            seed: 1,
            nodes: 60,
            max_moves: 60,
            pieces: Vec::new(),
            used: testbed.values(),
        }
    }

    /// A game without pieces.
    pub fn played(game: u32, score: f64, plies: usize) -> Played {
        Played {
            game,
            white: Had::default(),
            black: Had::default(),
            start: String::new(),
            score,
            plies,
        }
    }

    fn testbed(name: &str, pieces: &[&str]) -> anyhow::Result<TestBed> {
        let pieces: Vec<NewPiece> = pieces
            .iter()
            .map(|text| NewPiece::read(text).unwrap())
            .collect();
        TestBed::new(&variant(name), &pieces)
    }

    #[test]
    fn a_game_depends_on_its_number_alone() {
        on_search_thread(|| {
            for name in ["los-alamos", "crazyhouse"] {
                let testbed = testbed(name, &["silver=FfW", "camel"]).unwrap();
                let settings = settings(&testbed);
                let mut generator = Generator::new(&testbed, &settings, 1);
                let forth: Vec<_> = (4..8).map(|n| generator.play(n, || false)).collect();
                let back: Vec<_> = (4..8).rev().map(|n| generator.play(n, || false)).collect();
                assert!(forth.iter().eq(back.iter().rev()), "{name}");
                assert!(forth.iter().all(Option::is_some), "{name}");
                assert_eq!(generator.play(1, || true), None);
            }
        })
        .unwrap();
    }

    #[test]
    fn both_sides_get_both_armies() {
        on_search_thread(|| {
            let testbed = testbed("normal", &["amazon"]).unwrap();
            let settings = settings(&testbed);
            let mut generator = Generator::new(&testbed, &settings, 1);
            for pair in 0..3 {
                let [one, other] =
                    [0, 1].map(|game| generator.play(2 * pair + game, || false).unwrap());
                let pieces = |game: &Played, color: Color| game.had(color).pieces.clone();
                for color in Color::ALL {
                    assert_eq!(pieces(&one, color), pieces(&other, color.other()));
                }
                assert_ne!(one.start, other.start);
            }
        })
        .unwrap();
    }

    #[test]
    fn armies_of_all_games_can_play_or_the_error_says_why_not() {
        let (mut playable, mut without) = (0, Vec::new());
        for variant in variants() {
            let testbed = match testbed(&variant.name, &["wazir"]) {
                Ok(testbed) => testbed,
                Err(error) => {
                    without.push(format!("{error:#}"));
                    continue;
                }
            };
            let settings = settings(&testbed);
            let generator = Generator::new(&testbed, &settings, 1);
            match generator.contest(0) {
                Some([first, second]) => {
                    assert_ne!(first, second, "{}", variant.name);
                    playable += 1;
                }
                None => without.push(format!("{}: no armies", variant.name)),
            }
        }
        assert!(playable >= 150, "{playable}: {without:#?}");
    }

    #[test]
    fn the_pawn_is_missing_even_if_there_is_one() {
        let testbed = testbed("minishogi", &[]).unwrap();
        let settings = settings(&testbed);
        let generator = Generator::new(&testbed, &settings, 1);
        let mut armies = (0..20).filter_map(|pair| generator.contest(pair)).flatten();
        assert!(armies.any(|army| army.missing.len() == 1));
    }

    #[test]
    fn bishops_begin_on_both_colours() {
        let testbed = testbed("normal", &[]).unwrap();
        let bishop = testbed.find("B").unwrap();
        let mut random = Rng::new(3);
        for _ in 0..50 {
            let army = armies::base(&testbed, &mut random);
            assert_eq!(army.count(bishop), 2);
            assert_eq!(had(&testbed, &army, Color::White).pairs, ["B"]);
        }
    }
}
