//! Commands of UCI: from a line of text to a [`Command`].

use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use crate::protocol::CommandError;
use crate::protocol::time_control::LONGEST;
use crate::types::{ByColor, Color};

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// An empty line, a comment, or a command that has no effect in this engine.
    Nothing,
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        /// The new value; `None` for a button.
        value: Option<String>,
    },
    NewGame,
    /// A position, and the moves played from there.
    Position {
        start: Start,
        moves: Vec<String>,
    },
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    /// Show the board (extension).
    Show,
    /// Show the static evaluation (extension).
    Eval,
    /// Run the benchmark, to this depth if the command has a depth (extension).
    Bench(Option<u32>),
    /// List the commands (extension).
    Help,
}

impl Command {
    /// True if the command ends a search before it is carried out.
    pub fn ends_search(&self) -> bool {
        matches!(
            self,
            Command::SetOption { .. }
                | Command::NewGame
                | Command::Position { .. }
                | Command::Go(_)
                | Command::Bench(_)
        )
    }
}

/// A position to start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start position of the variant.
    StartPos,
    Fen(String),
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// Time left on the clocks.
    pub time: ByColor<Option<Duration>>,
    /// Increment per move.
    pub increment: ByColor<Duration>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Depth limit, in plies.
    pub depth: Option<u32>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Stop at a mate in this number of moves.
    pub mate: Option<u32>,
    /// Run perft to this depth instead of a search.
    pub perft: Option<u32>,
    /// Send no `bestmove` before `stop`.
    pub infinite: bool,
    /// The last move of the position is the move expected of the opponent; the clock does not run yet.
    pub ponder: bool,
    /// Search only these moves; if the list is empty, all moves.
    pub search_moves: Vec<String>,
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Command, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word {
            "" | "register" => Command::Nothing,
            comment if comment.starts_with('#') => Command::Nothing,
            "uci" => Command::Uci,
            "debug" => Command::Debug(rest != "off"),
            "isready" => Command::IsReady,
            "setoption" => set_option(rest)?,
            "ucinewgame" => Command::NewGame,
            "position" => position(rest)?,
            "go" => Command::Go(Box::new(go(rest)?)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "d" => Command::Show,
            "eval" => Command::Eval,
            "bench" if rest.is_empty() => Command::Bench(None),
            "bench" => Command::Bench(limit("bench", &mut rest.split_whitespace())?),
            "help" => Command::Help,
            _ => return Err(CommandError::Unknown),
        })
    }
}

/// Reads `name NAME [value VALUE]`; both may contain blanks.
fn set_option(text: &str) -> Result<Command, CommandError> {
    let text = text.strip_prefix("name").unwrap_or_default();
    let (name, value) = match text.split_once(" value") {
        Some((name, value)) if value.is_empty() || value.starts_with(' ') => (name, Some(value)),
        _ => (text, None),
    };
    match name.trim() {
        "" => Err(CommandError::Missing("name of the option")),
        name => Ok(Command::SetOption {
            name: name.to_owned(),
            value: value.map(|value| value.trim().to_owned()),
        }),
    }
}

/// Reads `startpos` or `fen FEN`, and `moves` with a list of moves after it.
fn position(text: &str) -> Result<Command, CommandError> {
    let mut words = text.split_whitespace();
    let kind = words.next();
    let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let start = match kind {
        Some("startpos") => Start::StartPos,
        Some("fen") if !fen.is_empty() => Start::Fen(fen.join(" ")),
        _ => return Err(CommandError::Missing("`startpos` or `fen FEN`")),
    };
    let moves = words.map(str::to_owned).collect();
    Ok(Command::Position { start, moves })
}

fn go(text: &str) -> Result<Go, CommandError> {
    let mut go = Go::default();
    let mut words = text.split_whitespace();
    let mut lists_moves = false;
    while let Some(word) = words.next() {
        let listed = std::mem::take(&mut lists_moves);
        match word {
            "wtime" => go.time[Color::White] = Some(time("wtime", &mut words)?),
            "btime" => go.time[Color::Black] = Some(time("btime", &mut words)?),
            "winc" => go.increment[Color::White] = time("winc", &mut words)?,
            "binc" => go.increment[Color::Black] = time("binc", &mut words)?,
            "movetime" => go.move_time = Some(time("movetime", &mut words)?),
            "movestogo" => go.moves_to_go = limit("movestogo", &mut words)?,
            "depth" => go.depth = limit("depth", &mut words)?,
            "nodes" => go.nodes = limit("nodes", &mut words)?,
            "mate" => go.mate = limit("mate", &mut words)?,
            "perft" => go.perft = Some(limit("perft", &mut words)?.unwrap_or(0)),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => lists_moves = true,
            mv if listed => {
                go.search_moves.push(mv.to_owned());
                lists_moves = true;
            }
            // the protocol asks to ignore unknown words
            _ => log::info!("`go {word}` is unknown"),
        }
    }
    Ok(go)
}

/// Reads milliseconds. A clock that has run out may be negative.
fn time(word: &'static str, words: &mut SplitWhitespace) -> Result<Duration, CommandError> {
    let milliseconds = u64::try_from(number(word, words)?).unwrap_or(0);
    Ok(Duration::from_millis(milliseconds).min(LONGEST))
}

/// Reads a limit; 0 and negative numbers mean no limit.
fn limit<T: TryFrom<i64>>(
    word: &'static str,
    words: &mut SplitWhitespace,
) -> Result<Option<T>, CommandError> {
    let number = number(word, words)?;
    Ok(T::try_from(number).ok().filter(|_| number > 0))
}

fn number(word: &'static str, words: &mut SplitWhitespace) -> Result<i64, CommandError> {
    let number = words.next().and_then(|text| text.parse().ok());
    number.ok_or(CommandError::NoNumber(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn commands_are_read() {
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.into(),
            value: value.map(str::to_owned),
        };
        let position = |start: Start, moves: &[&str]| Command::Position {
            start,
            moves: text(moves),
        };
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        for (line, command) in [
            ("", Command::Nothing),
            ("  # a comment", Command::Nothing),
            ("register later", Command::Nothing),
            ("uci", Command::Uci),
            (" isready ", Command::IsReady),
            ("debug on", Command::Debug(true)),
            ("debug off", Command::Debug(false)),
            ("bench", Command::Bench(None)),
            ("bench 6", Command::Bench(Some(6))),
            ("setoption name Hash value 64", option("Hash", Some("64"))),
            ("setoption name Clear Hash", option("Clear Hash", None)),
            (
                "setoption name Multi-PV Margin value 30",
                option("Multi-PV Margin", Some("30")),
            ),
            (
                "setoption name VariantPath value /a b/c.ini",
                option("VariantPath", Some("/a b/c.ini")),
            ),
            (
                "setoption name Ini File value",
                option("Ini File", Some("")),
            ),
            ("position startpos", position(Start::StartPos, &[])),
            (
                "position startpos moves e2e4  e7e5",
                position(Start::StartPos, &["e2e4", "e7e5"]),
            ),
            (
                "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2",
                position(Start::Fen(fen.into()), &["a1a2"]),
            ),
            ("go", Command::Go(Box::default())),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit", Command::Quit),
            ("d", Command::Show),
        ] {
            assert_eq!(line.parse(), Ok(command), "{line}");
        }
        for (line, error) in [
            ("xyzzy", CommandError::Unknown),
            ("UCI", CommandError::Unknown),
            ("setoption", CommandError::Missing("name of the option")),
            (
                "setoption Hash 7",
                CommandError::Missing("name of the option"),
            ),
            ("position", CommandError::Missing("`startpos` or `fen FEN`")),
            (
                "position fen",
                CommandError::Missing("`startpos` or `fen FEN`"),
            ),
            ("go depth", CommandError::NoNumber("depth")),
            ("go wtime x", CommandError::NoNumber("wtime")),
            ("go nodes 1e3", CommandError::NoNumber("nodes")),
        ] {
            assert_eq!(line.parse::<Command>(), Err(error), "{line}");
        }
    }

    #[test]
    fn limits_are_read() {
        let read = |line: &str| match format!("go {line}").parse() {
            Ok(Command::Go(go)) => *go,
            other => panic!("{line}: {other:?}"),
        };
        let ms = Duration::from_millis;
        let clocks = Go {
            time: ByColor::new(Some(ms(300_000)), Some(ms(0))),
            increment: ByColor::new(ms(2000), ms(0)),
            moves_to_go: Some(40),
            ponder: true,
            ..Go::default()
        };
        let line = "ponder wtime 300000 btime -20 winc 2000 binc 0 movestogo 40";
        assert_eq!(read(line), clocks);
        let counted = Go {
            depth: Some(9),
            nodes: Some(5_000_000_000),
            mate: Some(3),
            move_time: Some(ms(70)),
            ..Go::default()
        };
        assert_eq!(read("depth 9 nodes 5000000000 mate 3 movetime 70"), counted);
        // none of these words is a limit
        assert_eq!(read("depth 0 nodes -1 movestogo 0 what"), Go::default());
        let some = Go {
            search_moves: text(&["e2e4", "P@e5"]),
            infinite: true,
            ..Go::default()
        };
        assert_eq!(read("searchmoves e2e4 P@e5 infinite"), some);
        assert_eq!(read("infinite searchmoves e2e4 P@e5"), some);
        assert_eq!(read("perft 0").perft, Some(0));
        assert_eq!(
            read("wtime 99999999999999").time[Color::White],
            Some(LONGEST)
        );
    }
}
