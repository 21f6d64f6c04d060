//! One line of a file of persistent positions.

use std::fmt;

use crate::game::Game;
use crate::search::{FixedScore, Value};
use crate::types::Move;

/// The fields of a FEN that make a position, without its counters.
const FIELDS: usize = 4;

/// A position and what is remembered about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The key of the position in the game's hash tables.
    pub key: u64,
    /// The first four fields of its FEN.
    pub fields: String,
    /// The score for the side to move.
    pub value: Value,
    /// The depth at which it was found, plies.
    pub depth: Option<u32>,
    /// The best move and its text.
    pub best: Option<(Move, String)>,
    /// Operations of the line that mean nothing here.
    pub(super) other: Vec<String>,
}

impl Record {
    /// What is to be remembered about the position on the board.
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

    /// What the search has to know of it.
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
    /// Reads a line about a game, whose position does not matter before and is that of the line
    /// after; `None` if there is nothing in it. What is wrong comes with the column, counted from
    /// 1 in characters.
    pub(super) fn read(game: &mut Game, line: &str) -> Result<Option<Record>, (usize, String)> {
        if line.trim().is_empty() || line.starts_with('#') || line.starts_with("//") {
            return Ok(None);
        }
        let problem = |at: usize, message: String| (line[..at].chars().count() + 1, message);
        let words = words(line);
        let Some(last) = words.get(FIELDS - 1) else {
            let message = format!("a position has {FIELDS} fields, here are {}", words.len());
            return Err(problem(0, message));
        };
        let fields: Vec<&str> = words[..FIELDS].iter().map(|&(_, word)| word).collect();
        let fields = fields.join(" ");
        (game.set_fen(&fields)).map_err(|error| problem(words[0].0, error.to_string()))?;
        let is_counter = |word: &&(usize, &str)| word.1.bytes().all(|b| b.is_ascii_digit());
        let counters = words[FIELDS..].iter().take(2).take_while(is_counter);
        let (at, word) = counters.last().unwrap_or(last);
        let mut record = Record::new(game, Value::Centipawns(0), None, None);
        let mut score = None;
        let mut mate = None;
        let end = at + word.len();
        for (at, operation) in operations(&line[end..], end) {
            let (opcode, operand) = (operation.split_once(char::is_whitespace))
                .map_or((operation, ""), |(opcode, operand)| {
                    (opcode, operand.trim())
                });
            let bad = |what: &str| problem(at, format!("`{opcode}` needs {what}, not `{operand}`"));
            match opcode {
                "ce" => {
                    let value: i32 = operand.parse().map_err(|_| bad("a score"))?;
                    score = Some(Value::Centipawns(value));
                }
                "dm" => {
                    let moves: i32 = operand.parse().map_err(|_| bad("a number of moves"))?;
                    mate = Some(match moves {
                        0 => return Err(bad("a number of moves")),
                        1.. => Value::Mate(moves.unsigned_abs()),
                        _ => Value::Mated(moves.unsigned_abs()),
                    });
                }
                "acd" => record.depth = Some(operand.parse().map_err(|_| bad("a depth"))?),
                "bm" => {
                    let mv = (game.parse_move(operand))
                        .map_err(|error| problem(at, format!("{error}: {operand}")))?;
                    record.best = Some((mv, game.format(mv)));
                }
                _ => record.other.push(operation.to_owned()),
            }
        }
        record.value = (mate.or(score))
            .ok_or_else(|| problem(end, "no score, neither `ce` nor `dm`".to_owned()))?;
        Ok(Some(record))
    }
}

/// True for a line of the original program: two keys and a score.
pub(super) fn is_raw_key(line: &str) -> bool {
    let hex = |text: &str| text.len() == 8 && text.bytes().all(|b| b.is_ascii_hexdigit());
    line.split_once('=').is_some_and(|(keys, score)| {
        let keys = keys.split_once(':');
        keys.is_some_and(|(a, b)| hex(a) && hex(b)) && score.parse::<i64>().is_ok()
    })
}

/// The words of a text, each with its place.
fn words(text: &str) -> Vec<(usize, &str)> {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace()
        .map(|word| (place(word), word))
        .collect()
}

/// The operations in the rest of a line that begins at `offset`, each with its place. A semicolon
/// in quotes ends nothing.
fn operations(text: &str, offset: usize) -> Vec<(usize, &str)> {
    let mut quoted = false;
    let ends = |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    let mut found = Vec::new();
    let mut at = offset;
    for part in text.split(ends) {
        let operation = part.trim();
        if !operation.is_empty() {
            let indent = part.len() - part.trim_start().len();
            found.push((at + indent, operation));
        }
        at += part.len() + 1;
    }
    found
}
