//! Everything that is ever said to the GUI, and how it is spelled.

use std::fmt;

use crate::search::{Bound, Report, Value};

/// No more of a text from outside than this is sent back, characters.
const LONGEST: usize = 2000;

/// A line for the GUI.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The name of the engine.
    Name(String),
    /// Who has written it.
    Author(&'static str),
    /// An option.
    Option(String),
    /// All options have been told.
    UciOk,
    /// Everything before is done.
    ReadyOk,
    /// How a search goes.
    Info(Info),
    /// The move at the root that is searched.
    CurrentMove {
        /// Plies.
        depth: u32,
        /// The move.
        text: String,
        /// Its number among those of the root, from 1.
        number: u32,
    },
    /// A message.
    Text(String),
    /// The end of a search.
    BestMove {
        /// The move; none if there is nothing to play.
        best: Option<String>,
        /// The expected answer.
        ponder: Option<String>,
    },
    /// An option is unknown.
    NoSuchOption(String),
    /// A command is unknown.
    UnknownCommand(String),
    /// A line for people.
    Plain(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {name}"),
            Reply::Author(author) => write!(f, "id author {author}"),
            Reply::Option(text) => write!(f, "option name {text}"),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => info.fmt(f),
            Reply::CurrentMove {
                depth,
                text,
                number,
            } => write!(
                f,
                "info depth {depth} currmove {text} currmovenumber {number}"
            ),
            Reply::Text(text) => write!(f, "info string {}", cut(text)),
            Reply::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
                match ponder {
                    Some(mv) => write!(f, " ponder {mv}"),
                    None => Ok(()),
                }
            }
            Reply::NoSuchOption(name) => write!(f, "No such option: {}", cut(name)),
            Reply::UnknownCommand(line) => write!(f, "Unknown command: {}", cut(line)),
            Reply::Plain(text) => f.write_str(text),
        }
    }
}

/// How a search goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// What it has found.
    pub report: Report,
    /// Its line of moves in words.
    pub line: Vec<String>,
    /// How full the hash table is, per mille.
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

/// A score as the protocol has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score(pub Value);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Centipawns(score) => write!(f, "cp {score}"),
            // a winner without a move to make would look like a loser
            Value::Mate(moves) => write!(f, "mate {}", moves.max(1)),
            Value::Mated(0) => f.write_str("mate 0"),
            Value::Mated(moves) => write!(f, "mate -{moves}"),
        }
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
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
            (Reply::Name("fmax 1".into()), "id name fmax 1"),
            (Reply::Author("us"), "id author us"),
            (
                Reply::Option("X type button".into()),
                "option name X type button",
            ),
            (Reply::UciOk, "uciok"),
            (Reply::ReadyOk, "readyok"),
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
            (Reply::NoSuchOption("X".into()), "No such option: X"),
            (Reply::UnknownCommand("x y".into()), "Unknown command: x y"),
            (Reply::Plain("Fen: x".into()), "Fen: x"),
        ] {
            assert_eq!(reply.to_string(), line);
        }
        let long = Reply::UnknownCommand("é".repeat(LONGEST + 1)).to_string();
        assert_eq!(long, format!("Unknown command: {}...", "é".repeat(LONGEST)));
    }
}
