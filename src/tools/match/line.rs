//! A game as a line of JSON, for statistics and to resume a match.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::ending;
use super::record::Record;
use super::referee::Ply;
use super::seat::Seat;
use super::settings::Settings;
use crate::movegen::GameResult;
use crate::types::Color;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    pub variant: String,
    /// The number of the pair, from 1.
    pub round: u32,
    /// The two engines that play, if the match has more than two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    duel: Option<[Seat; 2]>,
    pub a: String,
    pub b: String,
    pub white: Seat,
    /// The limit of the first engine.
    pub limit: String,
    /// The limit of the second engine.
    pub limit_b: String,
    pub result: String,
    pub winner: Option<Seat>,
    /// The kind of ending, by which endings are counted.
    pub reason: String,
    pub comment: String,
    pub proper: bool,
    /// The number of plies, including the opening.
    pub plies: usize,
    /// The time used by white, in seconds.
    pub white_seconds: f64,
    /// The time used by black, in seconds.
    pub black_seconds: f64,
    pub opening: Vec<String>,
    pub moves: Vec<String>,
    pub fen: String,
    /// The start position, if the variant has more than one.
    pub start: Option<String>,
    pub settings: Settings,
}

impl GameLine {
    /// The line for a game of a match with these settings.
    pub fn new(record: &Record, settings: &Settings) -> GameLine {
        let played = &record.played;
        let opening = played.plies.iter().take_while(|ply| ply.thought.is_none());
        let (opening, moves) = played.plies.split_at(opening.count());
        let (a, b) = (record.first, record.first.other());
        let duel = record.engines.map(Seat);
        let engine = |color: Color| duel[usize::from(color != a)];
        let result = played.ending.result();
        GameLine {
            variant: record.variant.clone(),
            round: record.round,
            duel: (settings.engines.len() > 2).then_some(duel),
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

    pub fn duel(&self) -> [Seat; 2] {
        self.duel.unwrap_or([Seat(0), Seat(1)])
    }

    pub fn half_points(&self) -> u8 {
        self.points_of(self.duel()[0])
    }

    fn points_of(&self, engine: Seat) -> u8 {
        self.winner
            .map_or(1, |winner| 2 * u8::from(winner == engine))
    }

    pub fn white_half_points(&self) -> u8 {
        self.points_of(self.white)
    }

    pub fn first(&self) -> Color {
        if self.white == self.duel()[0] {
            Color::White
        } else {
            Color::Black
        }
    }

    /// A number that is the same for games with the same moves from the same position; `None` if an engine failed or made no
    /// move.
    pub fn course(&self) -> Option<u64> {
        if !self.proper || self.moves.len() < 2 {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        (&self.start, &self.opening, &self.moves).hash(&mut hasher);
        Some(hasher.finish())
    }

    /// For each of the two engines, whether it lost on time without a move.
    pub fn never_moved(&self) -> [bool; 2] {
        let silent = self.reason == ending::NEVER_MOVED;
        self.duel()
            .map(|engine| silent && self.winner.is_some_and(|winner| winner != engine))
    }
}

fn texts(plies: &[Ply]) -> Vec<String> {
    plies.iter().map(|ply| ply.text.clone()).collect()
}
