//! A game as a line of JSON: for whoever counts, and for a match that goes on after it was
//! interrupted.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::ending;
use super::record::Record;
use super::referee::Ply;
use super::settings::Settings;
use crate::movegen::GameResult;
use crate::types::Color;

/// An engine of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seat {
    /// The first one.
    A,
    /// The second one.
    B,
}

impl Seat {
    fn other(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// The game's name.
    pub variant: String,
    /// The number of the pair, from 1.
    pub round: u32,
    /// What the first engine is called.
    pub a: String,
    /// What the second engine is called.
    pub b: String,
    /// Who has white.
    pub white: Seat,
    /// What limits the moves of the first engine.
    pub limit: String,
    /// What limits the moves of the second engine.
    pub limit_b: String,
    /// As in PGN.
    pub result: String,
    /// Nobody if the game is drawn.
    pub winner: Option<Seat>,
    /// The kind of ending, what endings are counted by.
    pub reason: String,
    /// How the game has ended, in words.
    pub comment: String,
    /// No engine has failed as a program.
    pub proper: bool,
    /// Moves of both sides, those of the opening too.
    pub plies: usize,
    /// The time that white has used, seconds.
    pub white_seconds: f64,
    /// The time that black has used, seconds.
    pub black_seconds: f64,
    /// The moves that the engines were given.
    pub opening: Vec<String>,
    /// The moves that they made.
    pub moves: Vec<String>,
    /// The last position.
    pub fen: String,
    /// The start position, if it is not the one that the game always has.
    pub start: Option<String>,
    /// What it was played with.
    pub settings: Settings,
}

impl GameLine {
    /// The line of a game of a match with these settings.
    pub fn new(record: &Record, settings: &Settings) -> GameLine {
        let played = &record.played;
        let opening = played.plies.iter().take_while(|ply| ply.thought.is_none());
        let (opening, moves) = played.plies.split_at(opening.count());
        let (a, b) = (record.first, record.first.other());
        let engine = |color: Color| if color == a { Seat::A } else { Seat::B };
        let result = played.ending.result();
        GameLine {
            variant: record.variant.clone(),
            round: record.round,
            a: record.players[a].clone(),
            b: record.players[b].clone(),
            white: engine(Color::White),
            limit: record.limits[a].clone(),
            limit_b: record.limits[b].clone(),
            result: result.to_string(),
            winner: match result {
                GameResult::Draw => None,
                GameResult::Win(color) => Some(engine(color)),
            },
            reason: played.ending.reason(),
            comment: played.ending.to_string(),
            proper: played.ending.is_proper(),
            plies: played.plies.len(),
            white_seconds: record.seconds(Color::White),
            black_seconds: record.seconds(Color::Black),
            opening: texts(opening),
            moves: texts(moves),
            fen: played.fen.clone(),
            start: played.start.clone(),
            settings: settings.clone(),
        }
    }

    /// The half points of the first engine.
    pub fn half_points(&self) -> u8 {
        match self.winner {
            None => 1,
            Some(Seat::A) => 2,
            Some(Seat::B) => 0,
        }
    }

    /// The half points of white.
    pub fn white_half_points(&self) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) if winner == self.white => 2,
            Some(_) => 0,
        }
    }

    /// The colour of the first engine.
    pub fn first(&self) -> Color {
        match self.white {
            Seat::A => Color::White,
            Seat::B => Color::Black,
        }
    }

    /// A number that is the same for games with the same moves from the same position; `None` if an
    /// engine failed or did not move.
    pub fn course(&self) -> Option<u64> {
        if !self.proper || self.moves.len() < 2 {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        (&self.start, &self.opening, &self.moves).hash(&mut hasher);
        Some(hasher.finish())
    }

    /// The engine that lost on time without having made a move.
    pub fn never_moved(&self) -> Option<Seat> {
        let silent = self.reason == ending::NEVER_MOVED;
        self.winner.filter(|_| silent).map(Seat::other)
    }

    /// The text, without an end of line.
    ///
    /// # Errors
    /// None that can occur: the line is made of texts and finite numbers.
    pub fn text(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

fn texts(plies: &[Ply]) -> Vec<String> {
    plies.iter().map(|ply| ply.text.clone()).collect()
}
