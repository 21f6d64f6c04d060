//! The report of a playtest.

use serde::Serialize;

use super::first_moves::FirstMoves;
use crate::tools::lab::estimate::{Mean, Points, Share, Spread};
use crate::tools::report::warnings::Warning;

/// A lead beyond this counts as a won game, in centipawns.
pub const MOST_LEAD: f64 = 1000.0;

/// The report. Its fields are those of the JSON, described in `docs/src/json.md`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The name of the variant.
    pub game: String,
    pub nodes: u64,
    /// How many times as many nodes the stronger side searches.
    pub stronger: u32,
    /// The seed of the openings.
    pub seed: u64,
    pub openings: u32,
    /// Games are drawn after this many moves of each side.
    pub max_moves: u32,
    pub games: u64,
    /// Games with different moves.
    pub distinct: u64,
    /// White's points between equals; none without games.
    pub white: Option<Points>,
    /// Games between equals that are drawn.
    pub drawn: Share,
    pub decisive: Share,
    /// The points of the stronger side against the weaker one; none without such games.
    pub skill: Option<Points>,
    /// Moves of each side in a game.
    pub length: Option<Spread>,
    pub mean_length: Mean,
    /// Legal moves in a position: the mean of the means of the games.
    pub choices: Mean,
    /// The distribution of legal moves over all positions.
    pub choices_spread: Option<Spread>,
    /// Endings, the most frequent first.
    pub ends: Vec<End>,
    /// How often the lead changed in a game between equals.
    pub swings: Mean,
    /// Won games between equals that the winner was once losing.
    pub comebacks: Share,
    /// Games that are drawn with one side far ahead at the end.
    pub unconverted: Share,
    pub events: Vec<Usage>,
    pub pieces: Vec<Piece>,
    pub first_moves: FirstMoves,
    /// Averages by move number.
    pub course: Vec<Moment>,
    /// Warnings for the inventor.
    pub worries: Vec<Warning>,
    /// How ranks are counted, if not as in moves.
    #[serde(skip)]
    pub numbering: Option<&'static str>,
    /// The length of each game, in moves of each side.
    #[serde(skip)]
    pub lengths: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct End {
    pub reason: String,
    pub games: Share,
    /// Games that white won.
    pub white: u64,
    /// Games that black won.
    pub black: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Usage {
    pub what: String,
    pub per_game: Mean,
    /// Games in which the event happens.
    pub games: Share,
}

/// Statistics of a kind of pieces.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    pub letter: String,
    /// The letter and the name of the kind.
    pub title: String,
    /// Pieces of both sides at the start.
    pub at_start: f64,
    /// Pieces that enter later in a game, by promotion or from a hand.
    pub come_later: f64,
    /// The share of the kind in all moves, 0 to 1.
    pub share_of_moves: f64,
    /// Moves of each piece of the kind in a game; pieces that entered later count too.
    pub moves: Mean,
    /// Captures by all pieces of the kind in a game.
    pub captures: Mean,
    /// Games in which a piece of the kind moves, of those games in which there is one.
    pub moving: Share,
    /// The share of the kind's pieces that survive or are promoted, 0 to 1.
    pub survive: Mean,
    /// The share of the kind's pieces at the start that are traded early, 0 to 1.
    pub traded: Mean,
}

/// Averages at a move number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// The number of the move.
    pub number: u32,
    /// Games that reach this move.
    pub games: usize,
    pub choices: f64,
    /// Pieces on the board, on average.
    pub pieces: f64,
    /// Quantiles 0.1, 0.25, 0.5, 0.75 and 0.9 of white's lead, in centipawns; `None` in the opening.
    pub lead: Option<[f64; 5]>,
}
