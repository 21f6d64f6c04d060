//! The report: piece values and their errors.

use serde::Serialize;

use super::analysis::Value;
use crate::tools::lab::estimate::{Share, rounded};
use crate::tools::report::warnings::Warning;

/// A number with half of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measured {
    pub value: f64,
    pub error: f64,
}

impl From<Value> for Measured {
    fn from(value: Value) -> Measured {
        Measured {
            value: rounded(value.value),
            error: rounded(value.error()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    pub letter: String,
    /// The letter of the kind, with its name if it has one.
    pub title: String,
    pub pawn: bool,
    /// The moves of the kind, if it was added.
    pub betza: Option<String>,
    /// The value of the kind in pawns, if known.
    pub pawns: Option<Measured>,
    /// The value of the kind on the scale of the file, in centipawns, if known.
    pub centipawns: Option<Measured>,
    /// The bonus for a piece on each half of the board, in centipawns, if the kind is bound to one half.
    pub pair: Option<Measured>,
    /// Games in which the sides had different numbers of pieces of the kind.
    pub games: u64,
    /// The value in use, in centipawns.
    pub used: i32,
    /// The value in the file, in centipawns.
    pub file: Option<i32>,
    /// The beginning of the piece line.
    pub line: Option<String>,
}

/// A round: games with the same values in use.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Round {
    pub round: u32,
    pub games: u64,
    pub values: Vec<Step>,
}

/// The value of a kind in a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    pub letter: String,
    /// The value in use, in centipawns.
    pub used: i32,
    /// The measured value in centipawns.
    pub measured: Option<Measured>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    pub game: String,
    pub method: &'static str,
    pub nodes: u64,
    pub seed: u64,
    /// Games are drawn after this many moves of each side.
    pub max_moves: u32,
    /// Games of the last round, to which all following fields belong.
    pub games: u64,
    pub drawn: Share,
    /// Games that reached the limit of moves.
    pub unfinished: Share,
    /// The effect of a pawn on an even score, 0 to 1.
    pub pawn: Option<Measured>,
    /// The effect of the first move on an even score.
    pub first_move: Option<Measured>,
    pub pieces: Vec<Piece>,
    pub rounds: Vec<Round>,
    pub worries: Vec<Warning>,
}

impl Piece {
    /// True if the value in the file is within the measured interval.
    pub fn is_as_in_file(&self) -> bool {
        let known = self.centipawns.zip(self.file);
        known.is_some_and(|(measured, file)| {
            (measured.value - f64::from(file)).abs() <= measured.error
        })
    }
}
