//! A line of a file of remembered positions.

use std::fmt;

use super::epd::{self, Complaint, FIELDS, Line, Operation};
use crate::game::Game;
use crate::search::{FixedScore, Value};
use crate::types::Move;
use crate::variant::{Span, Spanned};

/// A remembered position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The Zobrist key of the position.
    pub key: u64,
    /// The first four fields of the position's FEN.
    pub fields: String,
    /// The score for the side to move.
    pub value: Value,
    /// The depth at which the score was found, in plies.
    pub depth: Option<u32>,
    /// The best move and its text.
    pub best: Option<(Move, String)>,
    /// Other operations of the line.
    pub(super) other: Vec<String>,
}

impl Record {
    /// A record of the position on the board.
    pub fn new(game: &Game, value: Value, depth: Option<u32>, best: Option<Move>) -> Record {
        let fen = game.position().fen();
        let fields: Vec<&str> = fen.split(' ').take(FIELDS).collect();
        Record {
            key: game.position().key(),
            fields: fields.join(" "),
            value,
            depth,
            best: best.map(|mv| (mv, game.format(mv))),
            other: Vec::new(),
        }
    }

    /// The record's score in the form that the search uses.
    pub fn fixed_score(&self) -> FixedScore {
        FixedScore {
            value: self.value,
            depth: None,
            best: self.best.as_ref().map_or(Move::NONE, |&(mv, _)| mv),
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fields)?;
        match self.value {
            Value::Centipawns(score) => write!(f, " ce {score};")?,
            Value::Mate(moves) => write!(f, " dm {moves};")?,
            Value::Mated(moves) => write!(f, " dm -{moves};")?,
        }
        if let Some(depth) = self.depth {
            write!(f, " acd {depth};")?;
        }
        if let Some((_, text)) = &self.best {
            write!(f, " bm {text};")?;
        }
        for operation in &self.other {
            write!(f, " {operation};")?;
        }
        Ok(())
    }
}

impl Record {
    /// Reads the line with this number, and sets up the position of the line in `game`. `None` if the line is empty or
    /// a comment.
    ///
    /// # Errors
    /// The first error and its place.
    pub(super) fn read(
        game: &mut Game,
        text: &str,
        number: u32,
    ) -> Result<Option<Record>, Complaint> {
        let Some(Line {
            position,
            operations,
        }) = epd::read(text, number)?
        else {
            return Ok(None);
        };
        let Spanned { value: fen, span } = position;
        let fields: Vec<&str> = fen.split(' ').take(FIELDS).collect();
        (game.set_fen(&fields.join(" "))).map_err(|error| (span, error.to_string()))?;
        let mut record = Record::new(game, Value::Centipawns(0), None, None);
        let (mut score, mut mate) = (None, None);
        for Operation {
            code,
            operands,
            text,
        } in operations
        {
            let operands: Vec<String> = operands.into_iter().map(|word| word.value).collect();
            let operand = operands.join(" ");
            let bad = |what: &str| {
                let code = &code.value;
                format!("`{code}` needs {what}, not `{operand}`")
            };
            let fault = |message: String| (code.span, message);
            match &*code.value {
                "ce" => {
                    let value = operand.parse().map_err(|_| fault(bad("a score")))?;
                    score = Some(Value::Centipawns(value));
                }
                "dm" => {
                    let moves: i32 = operand.parse().unwrap_or(0);
                    mate = Some(match moves {
                        0 => return Err(fault(bad("a number of moves"))),
                        1.. => Value::Mate(moves.unsigned_abs()),
                        _ => Value::Mated(moves.unsigned_abs()),
                    });
                }
                "acd" => {
                    record.depth = Some(operand.parse().map_err(|_| fault(bad("a depth")))?);
                }
                "bm" => {
                    let mv = game.parse_move(&operand);
                    let mv = mv.map_err(|error| fault(format!("{error}: {operand}")))?;
                    record.best = Some((mv, game.format(mv)));
                }
                _ => record.other.push(text),
            }
        }
        record.value = mate.or(score).ok_or_else(|| {
            let column = span.column + fen.chars().count() as u32;
            let message = "score missing: `ce` or `dm`".to_owned();
            (Span { column, ..span }, message)
        })?;
        Ok(Some(record))
    }
}

/// True for a line of Fairy-Max: two keys and a score.
pub(super) fn is_raw_key(line: &str) -> bool {
    let hex = |text: &str| text.len() == 8 && text.bytes().all(|b| b.is_ascii_hexdigit());
    line.split_once('=').is_some_and(|(keys, score)| {
        let keys = keys.split_once(':');
        keys.is_some_and(|(a, b)| hex(a) && hex(b)) && score.parse::<i64>().is_ok()
    })
}
