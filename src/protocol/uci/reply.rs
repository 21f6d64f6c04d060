//! The replies of the UCI session and their text.

use std::fmt;

use crate::protocol::output::shortened;
use crate::protocol::reply::MESSAGE;
use crate::search::{Bound, Report, Value};

/// A line for the GUI.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Info(Info),
    /// The root move being searched.
    CurrentMove {
        depth: u32,
        text: String,
        /// The number of the move in the root's move list, starting at 1.
        number: u32,
    },
    /// A message.
    Text(String),
    BestMove {
        /// The best move; `None` if no move can be played.
        best: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// Any other line.
    Plain(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Info(info) => info.fmt(f),
            Reply::CurrentMove {
                depth,
                text,
                number,
            } => write!(
                f,
                "info depth {depth} currmove {text} currmovenumber {number}"
            ),
            Reply::Text(text) => write!(f, "info string {}", shortened(text, MESSAGE)),
            Reply::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
                match ponder {
                    Some(mv) => write!(f, " ponder {mv}"),
                    None => Ok(()),
                }
            }
            Reply::Plain(text) => f.write_str(text),
        }
    }
}

/// A line of thinking output.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    pub report: Report,
    /// The principal variation.
    pub line: Vec<String>,
    /// Use of the hash table, per mille.
    pub hash_full: u32,
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = &self.report;
        let speed = u128::from(report.nodes) * 1_000_000 / report.time.as_micros().max(1);
        let bound = match report.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        write!(
            f,
            "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {speed} hashfull {} time {}",
            report.depth,
            report.selective_depth,
            report.rank + 1,
            Score(report.value),
            report.nodes,
            self.hash_full,
            report.time.as_millis()
        )?;
        if self.line.is_empty() {
            return Ok(());
        }
        write!(f, " pv {}", self.line.join(" "))
    }
}

/// A score in UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score(pub Value);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Centipawns(score) => write!(f, "cp {score}"),
            // `mate 0` means that the side to move is mated
            Value::Mate(moves) => write!(f, "mate {}", moves.max(1)),
            Value::Mated(0) => f.write_str("mate 0"),
            Value::Mated(moves) => write!(f, "mate -{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn info(value: Value, bound: Bound, line: &[&str]) -> String {
        let report = Report {
            rank: 1,
            depth: 9,
            selective_depth: 17,
            value,
            bound,
            time: Duration::from_millis(10_845),
            nodes: 48_000,
            pv: Vec::new(),
        };
        let info = Info {
            report,
            line: line.iter().map(|&word| word.to_owned()).collect(),
            hash_full: 7,
        };
        Reply::Info(info).to_string()
    }

    #[test]
    fn replies_are_written_as_the_protocol_says() {
        assert_eq!(
            info(Value::Centipawns(-156), Bound::Exact, &["e2e4", "e7e5"]),
            "info depth 9 seldepth 17 multipv 2 score cp -156 nodes 48000 nps 4426 hashfull 7 time 10845 pv e2e4 e7e5"
        );
        let bounded = info(Value::Mate(3), Bound::Lower, &[]);
        assert!(
            bounded.contains("score mate 3 lowerbound nodes"),
            "{bounded}"
        );
        assert!(bounded.ends_with("time 10845"), "{bounded}");
        assert!(info(Value::Mated(2), Bound::Upper, &[]).contains("score mate -2 upperbound"));
        assert!(info(Value::Mated(0), Bound::Exact, &[]).contains("score mate 0 nodes"));
        let best = |best: Option<&str>, ponder: Option<&str>| Reply::BestMove {
            best: best.map(str::to_owned),
            ponder: ponder.map(str::to_owned),
        };
        for (reply, line) in [
            (
                Reply::CurrentMove {
                    depth: 9,
                    text: "a2a3".into(),
                    number: 4,
                },
                "info depth 9 currmove a2a3 currmovenumber 4",
            ),
            (Reply::Text("why".into()), "info string why"),
            (
                best(Some("e2e4"), Some("e7e5")),
                "bestmove e2e4 ponder e7e5",
            ),
            (best(Some("e7e8q"), None), "bestmove e7e8q"),
            (best(None, None), "bestmove (none)"),
            (Reply::Plain("Fen: x".into()), "Fen: x"),
        ] {
            assert_eq!(reply.to_string(), line);
        }
        let long = Reply::Text("é".repeat(MESSAGE + 1)).to_string();
        assert_eq!(long, format!("info string {}...", "é".repeat(MESSAGE)));
    }
}
