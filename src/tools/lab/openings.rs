//! Random openings: a few legal plies that keep the balance. Each begins from a start position of its own if the variant
//! shuffles.
//!
//! An opening depends only on the variant, the seed and its number, so that a match can be repeated.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use clap::Args;

use crate::game::Game;
use crate::search::{Limits, SearchControl, Searcher, TranspositionTable, Value};
use crate::tools::lab::interrupt;
use crate::types::{ByColor, Color, Move, Rng, lock};
use crate::variant::Variant;

/// How far an opening may shift the balance of the start position, in centipawns.
const MOST_SHIFT: i32 = 150;
/// Plies of the search that judges an opening: enough to see what hangs.
const DEPTH: u32 = 5;
const TABLE_BYTES: usize = 1 << 20;
/// After this many attempts any opening that does not end the game will do.
const ATTEMPTS: usize = 200;

/// Which openings are played.
#[derive(Clone, Copy, Debug, Args)]
pub struct OpeningArguments {
    /// Random plies at the start of games; 0: the start position.
    #[arg(long = "openings", value_name = "PLIES", default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(0..=200))]
    pub plies: u32,
    /// Seed of the random openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// The openings of one variant. Each opening is made when a thread first asks for it.
#[derive(Debug)]
pub struct Openings(Mutex<Maker>);

#[derive(Debug)]
struct Maker {
    start: Game,
    plies: u32,
    random: Rng,
    /// `None` until a position is judged.
    searcher: Option<Searcher>,
    /// The score of the start position for white; `None` if that is a mate.
    balance: Option<i32>,
    made: Vec<Opening>,
    seen: HashSet<u64>,
}

/// The opening of a pair of games.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The start position, which differs between openings if the variant shuffles.
    pub start: Game,
    pub moves: Vec<Move>,
}

impl Openings {
    /// The openings of a variant. They depend on `name` and the seed.
    pub fn new(start: Game, name: &str, arguments: OpeningArguments) -> Openings {
        let OpeningArguments { plies, seed } = arguments;
        Openings(Mutex::new(Maker {
            start,
            plies,
            random: seeded(seed, name, &[]),
            searcher: None,
            balance: None,
            made: Vec::new(),
            seen: HashSet::new(),
        }))
    }

    /// The opening with this number. The searches that judge it need a big stack, see
    /// [`STACK_BYTES`](crate::search::STACK_BYTES).
    pub fn get(&self, number: usize) -> Opening {
        lock(&self.0).get(number)
    }
}

impl Maker {
    fn get(&mut self, number: usize) -> Opening {
        while self.made.len() <= number {
            let opening = self.next();
            self.made.push(opening);
        }
        self.made[number].clone()
    }

    fn next(&mut self) -> Opening {
        let start = self.draw_start();
        Opening {
            moves: self.next_moves(&start),
            start,
        }
    }

    /// The start position, or a new one if the variant has many.
    fn draw_start(&mut self) -> Game {
        let mut start = self.start.clone();
        let rules = start.rules().clone();
        if let Some(shuffle) = &rules.variant().rules.shuffle {
            for _ in 0..ATTEMPTS {
                let white = self.random.next_u64();
                let black = if shuffle.independent {
                    self.random.next_u64()
                } else {
                    white
                };
                start = start.reshuffled(ByColor::new(white, black));
                if self.seen.insert(start.position().key()) {
                    break;
                }
            }
        } else if !self.made.is_empty() {
            // the start position has been judged
            return start;
        }
        if self.plies > 0 {
            self.balance = self.worth(&start);
        }
        start
    }

    fn next_moves(&mut self, start: &Game) -> Vec<Move> {
        if self.plies == 0 {
            return Vec::new();
        }
        let mut fallback = None;
        for _ in 0..ATTEMPTS {
            if interrupt::status().is_some() {
                // the opening is not used
                return Vec::new();
            }
            let Some((game, moves)) = wander(start, self.plies, &mut self.random) else {
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

    fn is_balanced(&mut self, game: &Game) -> bool {
        keeps_balance(self.worth(game), self.balance, MOST_SHIFT)
    }

    /// The score of a position in centipawns for white; `None` for a mate.
    fn worth(&mut self, game: &Game) -> Option<i32> {
        let settings = game.search_settings();
        let control = SearchControl::default();
        let limits = Limits::depth(DEPTH);
        let searcher = self.searcher.get_or_insert_with(|| {
            let table = Arc::new(TranspositionTable::new(TABLE_BYTES));
            Searcher::new(game.rules().clone(), table)
        });
        let result = searcher.search(game.position(), &limits, &settings, &control, &mut ());
        white_score(result.value, game.position().side())
    }
}

/// An opening drawn move by move.
#[derive(Clone, Debug)]
pub struct DrawnOpening {
    /// The numbers of the back ranks, where they are shuffled.
    pub arrangement: Option<ByColor<u64>>,
    pub moves: Vec<Move>,
    /// The game after the moves of the opening.
    pub game: Game,
}

/// Draws the back ranks of a variant that shuffles them.
pub fn draw_arrangement(variant: &Variant, random: &mut Rng) -> Option<ByColor<u64>> {
    variant.rules.shuffle.as_ref().map(|shuffle| {
        let (white, other) = (random.next_u64(), random.next_u64());
        ByColor::new(white, if shuffle.independent { other } else { white })
    })
}

/// A random number generator for a variant, a seed and some numbers.
pub fn seeded(seed: u64, name: &str, numbers: &[u32]) -> Rng {
    let mut random = Rng::new(seed);
    name.bytes().for_each(|byte| random.stir(byte.into()));
    numbers.iter().for_each(|&n| random.stir(n.into()));
    random
}

/// A value for the side to move as centipawns for white; `None` for a mate.
pub fn white_score(value: Value, side: Color) -> Option<i32> {
    match value {
        Value::Centipawns(score) => Some(side.for_white(score)),
        Value::Mate(_) | Value::Mated(_) => None,
    }
}

/// True if an opening shifts the balance of the start position by at most `most_shift` centipawns. All scores are white's.
pub fn keeps_balance(score: Option<i32>, start: Option<i32>, most_shift: i32) -> bool {
    match (score, start) {
        (Some(score), Some(start)) => (score - start).abs() <= most_shift,
        // a start position with a mate has no balance
        (score, None) => score.is_some(),
        (None, Some(_)) => false,
    }
}

/// Random plies, and the position after them; `None` if they end the game.
pub fn wander(start: &Game, plies: u32, random: &mut Rng) -> Option<(Game, Vec<Move>)> {
    let mut game = start.clone();
    let mut moves = Vec::with_capacity(plies as usize);
    for _ in 0..plies {
        if game.outcome().is_some() {
            return None;
        }
        let legal = game.legal_moves();
        let mv = legal[random.below(legal.len())];
        game.play(mv);
        moves.push(mv);
    }
    game.outcome().is_none().then_some((game, moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::STACK_BYTES;
    use crate::testing::games::game;

    fn with_stack(test: impl FnOnce() + Send + 'static) {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        builder.spawn(test).unwrap().join().unwrap();
    }

    fn same(a: &Opening, b: &Opening) -> bool {
        let start = |opening: &Opening| opening.start.position().fen();
        (start(a), &a.moves) == (start(b), &b.moves)
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
                "fischerandom",
            ] {
                let openings =
                    Openings::new(game(name, ""), name, OpeningArguments { plies: 6, seed: 1 });
                // openings may be asked for out of order
                let later = openings.get(9);
                let mut keys = HashSet::new();
                for number in 0..10 {
                    let opening = openings.get(number);
                    assert_eq!(opening.moves.len(), 6, "{name}");
                    let mut game = opening.start;
                    for mv in opening.moves {
                        assert!(game.legal_moves().contains(&mv), "{name}");
                        game.play(mv);
                    }
                    assert_eq!(game.outcome(), None, "{name}");
                    assert!(keys.insert(game.position().key()), "{name}");
                }
                assert!(same(&openings.get(9), &later));
                let again =
                    Openings::new(game(name, ""), name, OpeningArguments { plies: 6, seed: 1 });
                assert!(same(&again.get(9), &later), "{name}");
                let other =
                    Openings::new(game(name, ""), name, OpeningArguments { plies: 6, seed: 2 });
                assert!(!same(&other.get(0), &again.get(0)), "{name}");
            }
        });
    }

    #[test]
    fn none_is_lost() {
        with_stack(|| {
            let openings = Openings::new(
                game("normal", ""),
                "normal",
                OpeningArguments { plies: 10, seed: 7 },
            );
            for number in 0..10 {
                let mut game = game("normal", "");
                for mv in openings.get(number).moves {
                    game.play(mv);
                }
                let worth = openings.0.lock().unwrap().worth(&game);
                assert!(worth.is_some_and(|worth| worth.abs() < 300), "{worth:?}");
            }
        });
    }

    #[test]
    fn none_at_all() {
        let openings = Openings::new(
            game("normal", ""),
            "normal",
            OpeningArguments { plies: 0, seed: 1 },
        );
        assert!(openings.get(3).moves.is_empty());
    }

    #[test]
    fn a_start_for_each_pair() {
        let starts = |name: &str, seed| -> Vec<String> {
            let openings = Openings::new(game(name, ""), name, OpeningArguments { plies: 0, seed });
            let fens = (0..30).map(|number| openings.get(number).start.position().fen());
            fens.collect()
        };
        let all = starts("fischerandom", 1);
        let different: HashSet<&String> = all.iter().collect();
        assert_eq!(different.len(), all.len());
        assert_eq!(starts("fischerandom", 1), all);
        assert_ne!(starts("fischerandom", 2), all);
        for fen in all {
            let (white, black) = (&fen[35..43], &fen[..8]);
            assert_eq!(white.to_lowercase(), black, "{fen}");
        }
        assert_eq!(starts("normal", 1)[29], starts("normal", 2)[0]);
        // when all openings are taken, some come again
        let openings = Openings::new(
            game("fischerandom", ""),
            "x",
            OpeningArguments { plies: 0, seed: 1 },
        );
        openings.get(1200);
    }

    #[test]
    fn when_there_are_too_few() {
        with_stack(|| {
            // two plies have 400 sequences, and not that many balanced ones
            let openings = Openings::new(
                game("los-alamos", ""),
                "x",
                OpeningArguments { plies: 1, seed: 1 },
            );
            assert_eq!(openings.get(30).moves.len(), 1);
        });
    }
}
