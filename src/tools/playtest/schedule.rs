//! The games by their numbers: any machine can play any game, and playing more games does not change earlier ones.
//!
//! Six of every eight games are between equals. In the other two one side searches several times as many nodes, first with white
//! and then with black from the same opening: its score shows how much skill matters in the variant.

use std::sync::Arc;

use crate::files::checksum;
use crate::ruleset::Ruleset;
use crate::tools::lab::openings::seeded;
use crate::tools::lab::shards::{Header, Terms};
use crate::types::{ByColor, Color, Rng};

/// Games in a cycle ...
const CYCLE: u32 = 8;
/// ... of which the game with this index and the next one are between unequal sides.
const FIRST_UNEQUAL: u32 = 6;
/// Changes when later versions of fmax play games with the same numbers differently.
const VERSION: u32 = 1;
/// The number of the round in headers; games of `fmax learn` have other numbers.
const ROUND: u32 = 0;

#[derive(Clone, Debug)]
pub struct Plan {
    pub rules: Arc<Ruleset>,
    pub seed: u64,
    pub nodes: u64,
    pub openings: u32,
    pub terms: Terms,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// Both sides search the same number of nodes.
    Equal,
    Stronger(Color),
}

impl Terms {
    pub fn new(stronger: u32, max_moves: u32) -> Terms {
        Terms {
            version: VERSION,
            stronger,
            max_moves,
        }
    }

    /// The strengths of the two sides in the game with this number.
    pub fn seats(self, number: u32) -> Seats {
        match (number % CYCLE).checked_sub(FIRST_UNEQUAL) {
            Some(second) if self.stronger > 1 => Seats::Stronger(Color::ALL[second as usize]),
            _ => Seats::Equal,
        }
    }

    /// The number that determines the opening of a game: the game's own, or that of the first game of its pair.
    pub fn opening_of(self, number: u32) -> u32 {
        match self.seats(number) {
            Seats::Stronger(Color::Black) => number - 1,
            _ => number,
        }
    }
}

impl Plan {
    /// The header of the file of games.
    pub fn header(&self) -> Header {
        let variant = self.rules.variant();
        let net = variant.net.as_ref();
        Header {
            net: net.map(|net| format!("{:016x}", checksum(&net.bytes))),
            playtest: Some(self.terms),
            ..Header::new(variant, self.seed, ROUND, self.nodes, self.openings)
        }
    }

    /// The command that plays this number of games again.
    pub fn command(&self, games: u64) -> String {
        let (game, terms) = (&self.rules.variant().name, self.terms);
        format!(
            "fmax playtest {game} --games {games} --nodes {} --stronger {} --openings {} --max-moves {} --seed {}",
            self.nodes, terms.stronger, self.openings, terms.max_moves, self.seed
        )
    }

    /// A random number generator for the game with this number.
    pub fn random(&self, number: u32) -> Rng {
        seeded(self.seed, &self.rules.variant().name, &[number])
    }

    /// Nodes for each move of white and black.
    pub fn nodes(&self, seats: Seats) -> ByColor<u64> {
        let more = self.nodes * u64::from(self.terms.stronger);
        ByColor::from_fn(|color| match seats {
            Seats::Stronger(side) if side == color => more,
            _ => self.nodes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_games_are_unequal_pairs() {
        let terms = Terms::new(4, 100);
        let seats: Vec<Seats> = (0..800).map(|number| terms.seats(number)).collect();
        let equal = seats.iter().filter(|&&seats| seats == Seats::Equal);
        assert_eq!(equal.count(), 600);
        for (number, pair) in (0..).zip(seats.windows(2)) {
            if let [Seats::Stronger(Color::White), next] = pair {
                assert_eq!(*next, Seats::Stronger(Color::Black));
                assert_eq!(terms.opening_of(number), number);
                assert_eq!(terms.opening_of(number + 1), number);
            }
        }
        let terms = Terms::new(1, 100);
        assert!((0..800).all(|number| terms.seats(number) == Seats::Equal));
        assert!((0..800).all(|number| terms.opening_of(number) == number));
    }
}
