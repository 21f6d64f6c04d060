//! Every reply of the CECP session and its text.

use std::fmt;
use std::time::Duration;

use super::output::shortened;
use crate::movegen::GameEnd;
use crate::search::{Bound, Progress, Report, Value};
use crate::types::Color;

/// The score of a mate in 0 moves.
const MATE_SCORE: i64 = 100_000;
/// Longest quote of a bad line, in characters.
const ECHO: usize = 200;
/// Longest message, in characters. XBoard reads lines of up to 8 kB.
pub const MESSAGE: usize = 2000;

/// A line for the GUI.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Feature(String),
    /// All commands before the ping with this number are done.
    Pong(i128),
    Move(String),
    /// The game is over by its rules.
    Result(GameEnd),
    Resign,
    /// The engine offers a draw, or accepts one.
    OfferDraw,
    TellUser(String),
    TellUserError(String),
    /// The board and start position of a variant.
    Setup(String),
    /// How a piece moves.
    Piece(String),
    /// Squares to light up, as a FEN of colours.
    Highlight(String),
    /// The pieces to choose from, by letter.
    Choice(String),
    Hint(String),
    /// A command was refused.
    Error {
        reason: String,
        line: String,
    },
    IllegalMove {
        reason: String,
        text: String,
    },
    Thinking(Thinking),
    /// The progress of an analysis.
    Status(Status),
    /// A question to the user. The answer comes back as a command.
    AskUser {
        command: &'static str,
        question: String,
    },
    /// A line about the opening book; `None` ends the list.
    Book(Option<String>),
    /// A line that no GUI acts on.
    Comment(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Feature(text) => write!(f, "feature {text}"),
            Reply::Pong(number) => write!(f, "pong {number}"),
            Reply::Move(text) => write!(f, "move {text}"),
            Reply::Result(outcome) => outcome.fmt(f),
            Reply::Resign => f.write_str("resign"),
            Reply::OfferDraw => f.write_str("offer draw"),
            Reply::TellUser(text) => write!(f, "telluser {}", message(text)),
            Reply::TellUserError(text) => write!(f, "tellusererror {}", message(text)),
            Reply::AskUser { command, question } => write!(f, "askuser {command} {question}"),
            Reply::Setup(text) => write!(f, "setup {text}"),
            Reply::Piece(text) => write!(f, "piece {text}"),
            Reply::Highlight(colors) => write!(f, "highlight {colors}"),
            Reply::Choice(letters) => write!(f, "choice {letters}"),
            Reply::Hint(text) => write!(f, "Hint: {text}"),
            Reply::Error { reason, line } => {
                write!(
                    f,
                    "Error ({}): {}",
                    shortened(reason, ECHO),
                    shortened(line, ECHO)
                )
            }
            Reply::IllegalMove { reason, text } => {
                write!(f, "Illegal move ({reason}): {}", shortened(text, ECHO))
            }
            Reply::Thinking(thinking) => thinking.fmt(f),
            Reply::Status(status) => status.fmt(f),
            Reply::Book(Some(text)) => write!(f, " {text}"),
            Reply::Book(None) => Ok(()),
            Reply::Comment(text) => write!(f, "# {}", shortened(text, MESSAGE)),
        }
    }
}

/// A line of thinking output.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinking {
    pub report: Report,
    /// The principal variation.
    pub line: Vec<String>,
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            depth,
            selective_depth,
            value,
            bound,
            time,
            nodes,
            ..
        } = self.report;
        let (score, centiseconds) = (protocol_score(value), time.as_millis() / 10);
        let nodes_per_second = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
        let line = self.line.join(" ");
        // the 0 counts tablebase hits
        write!(
            f,
            "{depth} {score} {centiseconds} {nodes} {selective_depth} {nodes_per_second} 0\t{line}"
        )?;
        match bound {
            Bound::Exact => Ok(()),
            Bound::Lower => f.write_str(" !"),
            Bound::Upper => f.write_str(" ?"),
        }
    }
}

/// The progress of an analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Time since the search began.
    pub time: Duration,
    pub progress: Progress,
    /// The root move being searched.
    pub current: Option<String>,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress {
            nodes,
            depth,
            left,
            total,
            ..
        } = self.progress;
        let centiseconds = self.time.as_millis() / 10;
        write!(f, "stat01: {centiseconds} {nodes} {depth} {left} {total}")?;
        match &self.current {
            Some(mv) => write!(f, " {mv}"),
            None => Ok(()),
        }
    }
}

/// The score of a finished game from the point of view of a side.
pub fn final_score(outcome: GameEnd, side: Color) -> Value {
    match outcome {
        GameEnd::Draw(_) => Value::Centipawns(0),
        GameEnd::Win(winner, _) if winner == side => Value::Mate(0),
        GameEnd::Win(..) => Value::Mated(0),
    }
}

/// A score in CECP: 100000 + N is a mate in N moves.
pub fn protocol_score(value: Value) -> i64 {
    match value {
        Value::Centipawns(score) => i64::from(score),
        Value::Mate(moves) => MATE_SCORE + i64::from(moves),
        Value::Mated(moves) => -MATE_SCORE - i64::from(moves),
    }
}

/// Reads a score of CECP. A mate in 0 is read as a mate in 1.
pub fn score_value(score: i64) -> Value {
    let moves = |score: i64| u32::try_from(score - MATE_SCORE).unwrap_or(u32::MAX);
    if score >= MATE_SCORE {
        Value::Mate(moves(score).max(1))
    } else if score <= -MATE_SCORE {
        Value::Mated(moves(score.saturating_neg()).max(1))
    } else {
        Value::Centipawns(score as i32)
    }
}

/// A text for a dialog. XBoard expands escapes in a text that begins with two backslashes.
fn message(text: &str) -> String {
    let text = shortened(text, MESSAGE);
    if text.contains('\n') {
        format!("\\\\{}", text.replace('\\', "\\\\").replace('\n', "\\n"))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(value: Value, bound: Bound) -> Report {
        Report {
            rank: 0,
            depth: 9,
            selective_depth: 17,
            value,
            bound,
            time: Duration::from_millis(10_845),
            nodes: 48_000,
            pv: Vec::new(),
        }
    }

    #[test]
    fn thinking_is_written_as_the_protocol_says() {
        let line = ["e2e4".to_owned(), "e7e5".to_owned()];
        let text = |value, bound| {
            let (report, line) = (report(value, bound), line.to_vec());
            Thinking { report, line }.to_string()
        };
        assert_eq!(
            text(Value::Centipawns(-156), Bound::Exact),
            "9 -156 1084 48000 17 4426 0\te2e4 e7e5"
        );
        assert!(text(Value::Mate(3), Bound::Lower).starts_with("9 100003 "));
        assert!(text(Value::Mate(3), Bound::Lower).ends_with("e2e4 e7e5 !"));
        assert!(text(Value::Mated(0), Bound::Upper).starts_with("9 -100000 "));
        assert!(text(Value::Mated(0), Bound::Upper).ends_with("e2e4 e7e5 ?"));
    }

    #[test]
    fn echoes_are_cut_between_characters() {
        let long = "é".repeat(ECHO + 1);
        let reply = Reply::Error {
            reason: "x".to_owned(),
            line: long,
        };
        assert_eq!(
            reply.to_string(),
            format!("Error (x): {}...", "é".repeat(ECHO))
        );
    }
}
