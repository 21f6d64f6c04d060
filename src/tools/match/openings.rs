//! Random openings: a few legal plies that leave both sides a game.
//!
//! They are a function of the game, the seed and their number, not of a random number library, so
//! that a match can be repeated.

use std::collections::HashSet;
use std::sync::Arc;

use crate::board::Move;
use crate::eval::Ruleset;
use crate::game::Game;
use crate::search::{Limits, SearchControl, SearchSettings, Searcher, TranspositionTable, Value};

/// An opening may shift the balance of the start position by so many centipawns.
const MOST_SHIFT: i32 = 150;
/// Plies of the search that judges an opening: enough to see what hangs.
const DEPTH: u32 = 5;
const TABLE_BYTES: usize = 1 << 20;
/// After so many attempts any opening that does not end the game will do.
const ATTEMPTS: usize = 200;

/// The openings of one game, each made when it is first asked for.
#[derive(Debug)]
pub struct Openings {
    start: Game,
    plies: usize,
    random: Random,
    searcher: Searcher,
    /// What the start position is worth to white; nothing if that is a mate.
    balance: Option<i32>,
    made: Vec<Vec<Move>>,
    /// Keys of the positions after them.
    seen: HashSet<u64>,
}

impl Openings {
    /// Openings of so many plies. `name` tells games with the same seed apart.
    pub fn new(start: Game, name: &str, plies: usize, seed: u64) -> Openings {
        let rules: Arc<Ruleset> = start.rules().clone();
        let mut openings = Openings {
            plies,
            random: Random::new(seed, name),
            searcher: Searcher::new(rules, Arc::new(TranspositionTable::new(TABLE_BYTES))),
            balance: None,
            made: Vec::new(),
            seen: HashSet::new(),
            start,
        };
        if plies > 0 {
            let start = openings.start.clone();
            openings.balance = openings.worth(&start);
        }
        openings
    }

    /// The opening of a number. Searches need a big stack, see
    /// [`STACK_BYTES`](crate::protocol::worker::STACK_BYTES).
    pub fn get(&mut self, number: usize) -> Vec<Move> {
        while self.made.len() <= number {
            let opening = self.next();
            self.made.push(opening);
        }
        self.made[number].clone()
    }

    fn next(&mut self) -> Vec<Move> {
        if self.plies == 0 {
            return Vec::new();
        }
        let mut fallback = None;
        for _ in 0..ATTEMPTS {
            let Some((game, moves)) = self.wander() else {
                continue;
            };
            let fresh = !self.seen.contains(&game.position().key());
            if fresh && self.is_balanced(&game) {
                self.seen.insert(game.position().key());
                return moves;
            }
            fallback = fallback.filter(|_| !fresh).or(Some(moves));
        }
        log::warn!(
            "{}: no new balanced opening of {} plies was found",
            self.start.rules().variant().name,
            self.plies
        );
        fallback.unwrap_or_default()
    }

    /// Random plies; `None` if they end the game.
    fn wander(&mut self) -> Option<(Game, Vec<Move>)> {
        let mut game = self.start.clone();
        let mut moves = Vec::with_capacity(self.plies);
        for _ in 0..self.plies {
            if game.outcome().is_some() {
                return None;
            }
            let legal = game.legal_moves();
            let mv = legal[self.random.below(legal.len())];
            game.play(mv);
            moves.push(mv);
        }
        game.outcome().is_none().then_some((game, moves))
    }

    fn is_balanced(&mut self, game: &Game) -> bool {
        match (self.worth(game), self.balance) {
            (Some(worth), Some(balance)) => (worth - balance).abs() <= MOST_SHIFT,
            // a start position that is a mate for somebody cannot be judged by balance
            (worth, None) => worth.is_some(),
            (None, Some(_)) => false,
        }
    }

    /// Centipawns for white; `None` if somebody mates.
    fn worth(&mut self, game: &Game) -> Option<i32> {
        let settings = SearchSettings {
            move_rule_plies: game.move_rule_plies(),
            counting: game.counts(),
            ..SearchSettings::default()
        };
        let control = SearchControl::default();
        let limits = Limits::depth(DEPTH);
        let result = (self.searcher).search(game.position(), &limits, &settings, &control, &mut ());
        match result.value {
            Value::Centipawns(score) => Some(match game.position().side() {
                crate::variant::Color::White => score,
                crate::variant::Color::Black => -score,
            }),
            Value::Mate(_) | Value::Mated(_) => None,
        }
    }
}

/// The generator splitmix64 of Steele, Lea and Flood.
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    /// A sequence of its own for every seed and name.
    fn new(seed: u64, name: &str) -> Random {
        let mut random = Random(seed);
        for byte in name.bytes() {
            random.0 ^= u64::from(byte);
            random.0 = random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Less than `n`, which is positive and so small that the bias does not matter.
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::worker::STACK_BYTES;
    use crate::variant::{Library, ReadOptions, Selections};

    fn start(name: &str) -> Game {
        let library = Library::builtin(ReadOptions::default());
        let variant = library.find(name, &Selections::default()).unwrap();
        Game::new(Arc::new(Ruleset::new(variant)), 50)
    }

    fn with_stack(test: impl FnOnce() + Send + 'static) {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        builder.spawn(test).unwrap().join().unwrap();
    }

    #[test]
    fn legal_different_and_repeatable() {
        with_stack(|| {
            for name in [
                "normal",
                "shatranj",
                "los-alamos",
                "seirawan",
                "light-brigade",
            ] {
                let mut openings = Openings::new(start(name), name, 6, 1);
                // asked for out of order
                let later = openings.get(9);
                let mut keys = HashSet::new();
                for number in 0..10 {
                    let opening = openings.get(number);
                    assert_eq!(opening.len(), 6, "{name}");
                    let mut game = start(name);
                    for mv in opening {
                        assert!(game.legal_moves().contains(&mv), "{name}");
                        game.play(mv);
                    }
                    assert_eq!(game.outcome(), None, "{name}");
                    assert!(keys.insert(game.position().key()), "{name}");
                }
                assert_eq!(openings.get(9), later);
                let mut again = Openings::new(start(name), name, 6, 1);
                assert_eq!(again.get(9), later, "{name}");
                let mut other = Openings::new(start(name), name, 6, 2);
                assert_ne!(other.get(0), again.get(0), "{name}");
            }
        });
    }

    #[test]
    fn none_is_lost() {
        with_stack(|| {
            let mut openings = Openings::new(start("normal"), "normal", 10, 7);
            for number in 0..10 {
                let mut game = start("normal");
                for mv in openings.get(number) {
                    game.play(mv);
                }
                let worth = openings.worth(&game);
                assert!(worth.is_some_and(|worth| worth.abs() < 300), "{worth:?}");
            }
        });
    }

    #[test]
    fn none_at_all() {
        let mut openings = Openings::new(start("normal"), "normal", 0, 1);
        assert!(openings.get(3).is_empty());
    }

    #[test]
    fn when_there_are_too_few() {
        with_stack(|| {
            // two plies have 400 sequences, and not that many balanced ones
            let mut openings = Openings::new(start("los-alamos"), "x", 1, 1);
            assert_eq!(openings.get(30).len(), 1);
        });
    }
}
