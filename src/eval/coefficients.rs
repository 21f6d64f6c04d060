//! What each term of the evaluation is worth.
//!
//! The coefficients are shared by all games. What is particular to a game (how far a piece gets, how
//! much a pawn gains by promoting) is worked out from its tables and multiplied with them. A game can
//! have some of its own, from the file beside its own.

use super::tuned::TUNED;
use crate::variant::Variant;

pub use crate::variant::coefficients::Term;

/// What each term is worth in the middle game and in the end game.
#[derive(Clone, Debug, PartialEq)]
pub struct Coefficients([(f64, f64); Term::ALL.len()]);

impl Coefficients {
    /// Those of a game: what it says itself, else what holds for all games.
    pub fn of(variant: &Variant) -> Coefficients {
        let mut coefficients = Coefficients::default();
        for &(term, mg, eg) in &variant.coefficients {
            coefficients.set(term, (mg, eg));
        }
        coefficients
    }

    /// The worth of a term in the middle game and in the end game.
    pub fn get(&self, term: Term) -> (f64, f64) {
        self.0[term as usize]
    }

    /// Sets the worth of a term.
    pub fn set(&mut self, term: Term, worth: (f64, f64)) {
        self.0[term as usize] = worth;
    }
}

impl Default for Coefficients {
    /// Those of a game that says nothing about them.
    fn default() -> Coefficients {
        Coefficients(TUNED)
    }
}
