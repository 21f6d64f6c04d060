//! Plays a game by its number: a random opening, then the engine against itself.
//!
//! An opening depends only on the seed and the number of its game, so that any machine can play any game. It may shift the
//! balance, but not decide the game.

use std::sync::Arc;

use crate::ruleset::Ruleset;
use crate::tools::lab::adjudication::{DRAWN, Threshold};
use crate::tools::lab::openings::{
    DrawnOpening, draw_arrangement, keeps_balance, seeded, wander, white_score,
};
use crate::tools::lab::self_play::{self, Conditions, Player, start};
use crate::tools::lab::shards::{Header, Record};
use crate::types::{ByColor, Rng};

/// The hash table of a player in bytes; the searches of a game visit some 50,000 nodes.
const TABLE_BYTES: usize = 1 << 20;
/// A game is drawn after this many plies.
pub const MOST_PLIES: usize = 400;
/// When a game is adjudicated as lost: the rest of it would teach nothing.
const LOST: Threshold = Threshold {
    moves: 3,
    score: 1500,
    from: 0,
};
/// How far an opening may shift the balance of the start position, in centipawns.
const MOST_SHIFT: i32 = 500;
/// After this many attempts any opening that does not end the game will do.
const ATTEMPTS: u32 = 50;
/// An opening is longer than requested by a random number of plies below this ...
const MORE_PLIES: usize = 2;
/// ... and one opening in this many is longer again ...
const LONG: usize = 4;
/// ... by a random number of plies below this.
const LONGER: usize = 8;

/// Plays games on the calling thread; searches need a big stack, see
/// [`STACK_BYTES`](crate::search::STACK_BYTES).
#[derive(Debug)]
pub struct Generator<'s> {
    rules: &'s Arc<Ruleset>,
    settings: &'s Header,
    player: Player,
    /// The score of the start position for white; `None` if that is a mate.
    balance: Option<i32>,
}

impl Generator<'_> {
    pub fn new<'s>(rules: &'s Arc<Ruleset>, settings: &'s Header) -> Generator<'s> {
        let game = start(rules, None);
        let mut generator = Generator {
            rules,
            settings,
            player: Player::new(game, TABLE_BYTES),
            balance: None,
        };
        generator.balance = generator.worth();
        generator
    }

    /// Plays a game by its number; `None` if `stop` returns true.
    pub fn play(&mut self, number: u32, stop: impl Fn() -> bool) -> Option<Record> {
        let settings = self.settings;
        let mut random = seeded(settings.seed, &settings.game, &[settings.round, number]);
        let mut attempt = 0;
        let opening = loop {
            if stop() {
                return None;
            }
            attempt += 1;
            // if every opening ends the game, it begins at the start position
            let opening = match self.draw(&mut random) {
                None if attempt < 2 * ATTEMPTS => continue,
                None => DrawnOpening {
                    arrangement: None,
                    moves: Vec::new(),
                    game: start(self.rules, None),
                },
                Some(opening) => opening,
            };
            self.player.begin(opening.game.clone());
            if attempt >= ATTEMPTS || self.is_balanced() {
                break opening;
            }
        };
        let conditions = Conditions {
            nodes: ByColor::both(settings.nodes),
            lost: Some(LOST),
            drawn: Some(DRAWN),
            most_plies: MOST_PLIES,
        };
        let course = self_play::play(&mut self.player, None, &conditions, stop)?;
        let DrawnOpening {
            arrangement, moves, ..
        } = opening;
        Record::new(number, self.rules, arrangement, &moves, &course)
    }

    /// Draws an opening; `None` if it ends the game.
    fn draw(&self, random: &mut Rng) -> Option<DrawnOpening> {
        let arrangement = draw_arrangement(self.rules.variant(), random);
        let mut plies = self.settings.openings;
        if plies > 0 {
            plies += random.below(MORE_PLIES) as u32;
            if random.below(LONG) == 0 {
                plies += random.below(LONGER) as u32;
            }
        }
        let (game, moves) = wander(&start(self.rules, arrangement), plies, random)?;
        Some(DrawnOpening {
            arrangement,
            moves,
            game,
        })
    }

    fn is_balanced(&mut self) -> bool {
        keeps_balance(self.worth(), self.balance, MOST_SHIFT)
    }

    /// The score of the present position in centipawns for white; `None` for a mate.
    fn worth(&mut self) -> Option<i32> {
        let side = self.player.game.position().side();
        white_score(self.player.search(self.settings.nodes)?.value, side)
    }
}

#[cfg(test)]
pub(in crate::tools) mod tests {
    use std::ops::Range;

    use super::*;
    use crate::tools::lab::shards::Collection;
    use crate::tools::on_search_thread;

    /// Short searches.
    pub fn header(rules: &Ruleset) -> Header {
        Header::new(rules.variant(), 7, 1, 60, 4)
    }

    pub fn games(rules: &Arc<Ruleset>, numbers: Range<u32>) -> Vec<Record> {
        on_search_thread(|| {
            let header = header(rules);
            let mut generator = Generator::new(rules, &header);
            numbers
                .map(|number| generator.play(number, || false).unwrap())
                .collect()
        })
        .unwrap()
    }

    pub fn collection(rules: &Arc<Ruleset>, count: u32) -> Collection {
        let mut collection = Collection::default();
        collection.add(&header(rules), games(rules, 0..count));
        collection
    }
}
