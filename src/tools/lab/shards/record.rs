//! A game as a few bytes: its start, its moves as indices in the sorted list of legal moves, and the score of each
//! position.
//!
//! Features are not in a record, so that any later evaluation can learn from it. Numbers are LEB128 except as noted:
//!
//! | what | how |
//! |---|---|
//! | number of the game | |
//! | who has won | one byte: 0 black, 1 neither, 2 white |
//! | start | one byte: 0 the usual one; 1, and the numbers of white's and black's back rank |
//! | opening | how many random moves, and each |
//! | play | how many moves, and each with the score of the position before it, two bytes |
//! | end | CRC-32 of the FEN after the last move, four bytes |

use std::sync::Arc;

use anyhow::{Context, bail};

use crate::board::Position;
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::search::{MATE, MAX_PLY, Value};
use crate::tools::lab::self_play::{self, Course, start};
use crate::tools::lab::statistics::half_points;
use crate::types::{ByColor, Color, Move};

/// The most moves of an opening, and of the play after it.
pub const MOST_MOVES: usize = 1 << 12;
/// The largest record in bytes.
pub const MOST_BYTES: usize = 64 + MOST_MOVES * (3 + 5);
/// The largest score that is not a mate, in centipawns.
const MOST_CENTIPAWNS: i64 = (MATE - MAX_PLY as i32 - 1) as i64;

/// A labelled position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The score of a search in centipawns; for a mate it is [`MATE`].
    pub score: i16,
    /// The result for the side to move: 0 lost, 1 drawn, 2 won.
    pub result: i8,
    pub best: Move,
    /// True if the side to move is not in check, and the best move is no capture or promotion.
    pub quiet: bool,
}

/// A game, apart from its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the game, from 0.
    pub number: u32,
    /// White's and black's back rank, where they are shuffled.
    pub arrangement: Option<ByColor<u64>>,
    pub winner: Option<Color>,
    opening: Vec<u16>,
    play: Vec<(u16, i16)>,
    end: u32,
}

/// A move of a game that is replayed.
#[derive(Debug)]
pub struct Step<'g> {
    pub game: &'g Game,
    pub mv: Move,
    pub choices: usize,
    /// The score for the side to move in centipawns, [`MATE`] for a mate; `None` in the opening.
    pub score: Option<i16>,
}

/// The legal moves, sorted so that their order does not depend on how they are generated.
fn sorted_moves(game: &Game) -> Vec<Move> {
    let mut moves = game.legal_moves();
    moves.sort_unstable_by_key(|mv| mv.bits());
    moves
}

fn play_numbered(game: &mut Game, mv: Move) -> Option<u16> {
    let number = sorted_moves(game).iter().position(|&known| known == mv)?;
    game.play(mv);
    u16::try_from(number).ok()
}

/// The CRC-32 of the FEN at the end of a game.
fn end(game: &Game) -> u32 {
    crc32fast::hash(game.position().fen().as_bytes())
}

impl Record {
    /// The record of a game. `None` if a move is not legal, or if there are too many moves.
    pub fn new(
        number: u32,
        rules: &Arc<Ruleset>,
        arrangement: Option<ByColor<u64>>,
        opening: &[Move],
        course: &Course,
    ) -> Option<Record> {
        if opening.len().max(course.plies.len()) > MOST_MOVES {
            return None;
        }
        let mut game = start(rules, arrangement);
        let opening = (opening.iter())
            .map(|&mv| play_numbered(&mut game, mv))
            .collect::<Option<_>>()?;
        let play = (course.plies.iter())
            .map(|ply| Some((play_numbered(&mut game, ply.mv)?, score(ply.value))))
            .collect::<Option<_>>()?;
        Some(Record {
            number,
            arrangement,
            winner: course.winner,
            opening,
            play,
            end: end(&game),
        })
    }

    pub fn positions(&self) -> u64 {
        self.play.len() as u64
    }

    /// The same game with these scores; where there is `None`, the score remains.
    pub fn with_scores(mut self, scores: impl IntoIterator<Item = Option<Value>>) -> Record {
        for ((_, known), value) in self.play.iter_mut().zip(scores) {
            *known = value.map_or(*known, score);
        }
        self
    }

    /// Replays the game, and hands on each position that was searched.
    ///
    /// # Errors
    /// If the record is not a game by these rules. Positions handed on before the error are invalid.
    pub fn replay(
        &self,
        rules: &Arc<Ruleset>,
        each: &mut impl FnMut(&Position, Sample),
    ) -> anyhow::Result<()> {
        let searched = |step: Step<'_>| {
            let Some(score) = step.score else { return };
            let pos = step.game.position();
            let sample = Sample {
                score,
                result: half_points(self.winner, pos.side()) as i8,
                best: step.mv,
                quiet: self_play::is_quiet(rules, pos, step.mv),
            };
            each(pos, sample);
        };
        self.walk(rules, searched).map(|_| ())
    }

    /// Replays the game, hands on each of its moves, and returns the game at its end.
    pub fn walk(
        &self,
        rules: &Arc<Ruleset>,
        mut each: impl FnMut(Step<'_>),
    ) -> anyhow::Result<Game> {
        let mut game = start(rules, self.arrangement);
        let opening = self.opening.iter().map(|&number| (number, None));
        let play = (self.play.iter()).map(|&(number, score)| (number, Some(score)));
        for (number, score) in opening.chain(play) {
            let moves = sorted_moves(&game);
            let mv = moves.get(usize::from(number)).copied();
            let mv = mv.context("a move is not legal by these rules")?;
            each(Step {
                game: &game,
                mv,
                choices: moves.len(),
                score,
            });
            game.play(mv);
        }
        if end(&game) != self.end {
            bail!("by these rules it ends in another position");
        }
        Ok(game)
    }

    /// The record as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(32 + self.opening.len() + 3 * self.play.len());
        put(&mut out, self.number.into());
        out.push(match self.winner {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        });
        out.push(self.arrangement.is_some().into());
        for number in self
            .arrangement
            .iter()
            .flat_map(|both| both.as_ref().into_array())
        {
            put(&mut out, *number);
        }
        put(&mut out, self.opening.len() as u64);
        (self.opening.iter()).for_each(|&number| put(&mut out, number.into()));
        put(&mut out, self.play.len() as u64);
        for &(number, score) in &self.play {
            put(&mut out, number.into());
            out.extend(score.to_le_bytes());
        }
        out.extend(self.end.to_le_bytes());
        out
    }

    /// Reads a record that fills these bytes.
    pub fn read(bytes: &[u8]) -> anyhow::Result<Record> {
        let mut rest = bytes;
        let record = take_record(&mut rest).filter(|_| rest.is_empty());
        record.context("it is not a recorded game")
    }
}

fn take_record(bytes: &mut &[u8]) -> Option<Record> {
    let number = u32::try_from(take(bytes)?).ok()?;
    let [winner, arranged] = take_bytes(bytes)?;
    let winner = match winner {
        0 => Some(Color::Black),
        1 => None,
        2 => Some(Color::White),
        _ => return None,
    };
    let arrangement = match arranged {
        0 => None,
        1 => Some(ByColor::new(take(bytes)?, take(bytes)?)),
        _ => return None,
    };
    let opening = (0..take_count(bytes)?)
        .map(|_| u16::try_from(take(bytes)?).ok())
        .collect::<Option<_>>()?;
    let play = (0..take_count(bytes)?)
        .map(|_| {
            let number = u16::try_from(take(bytes)?).ok()?;
            Some((number, i16::from_le_bytes(take_bytes(bytes)?)))
        })
        .collect::<Option<_>>()?;
    let end = u32::from_le_bytes(take_bytes(bytes)?);
    Some(Record {
        number,
        arrangement,
        winner,
        opening,
        play,
        end,
    })
}

/// A score as it is recorded: in centipawns, [`MATE`] for a mate.
pub fn score(value: Value) -> i16 {
    let centipawns = self_play::centipawns(value, MATE.into());
    let most = match value {
        Value::Centipawns(_) => MOST_CENTIPAWNS,
        _ => MATE.into(),
    };
    centipawns.clamp(-most, most) as i16
}

fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let [byte] = take_bytes(bytes)?;
        let bits = u64::from(byte & 0x7F);
        if bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn take_count(bytes: &mut &[u8]) -> Option<usize> {
    let count = usize::try_from(take(bytes)?).ok()?;
    (count <= MOST_MOVES).then_some(count)
}

fn take_bytes<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}
