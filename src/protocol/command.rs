//! Commands of CECP: from a line of text to a [`Command`].

mod arguments;

use std::str::FromStr;
use std::time::Duration;

use arguments::{centiseconds, clock_time, number, seconds};

use super::CommandError;
use crate::movegen::notation::without_marks;
use crate::types::{ByColor, Color};

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// An empty line, a comment, or a command that has no effect in this engine.
    Nothing,
    Protover(u32),
    /// The GUI will use a feature.
    Accepted(String),
    /// The GUI does not know a feature.
    Rejected(String),
    New,
    Variant(String),
    Quit,
    Random,
    Force,
    Go,
    PlayOther,
    /// The obsolete `white` and `black`: the engine plays the other side.
    SideToMove(Color),
    Level {
        /// Moves until the next time control; 0: no further time control.
        moves: u32,
        /// Time until the next time control.
        base: Duration,
        /// Increment per move.
        increment: Duration,
    },
    /// Time per move.
    MoveTime(Duration),
    /// Depth limit in plies.
    Depth(u32),
    /// Time left on the engine's clock.
    Time(Duration),
    OpponentTime(Duration),
    /// A move, or several moves.
    Move(String),
    MoveNow,
    Ping(i128),
    /// The opponent offers a draw.
    Draw,
    Result(String),
    /// A position in FEN.
    SetBoard(String),
    /// The pieces in hand of White and Black.
    Holding(ByColor<String>),
    Edit,
    Hint,
    Book,
    /// Remember the position for later sessions, with this score or else the score found (extension).
    Remember(Option<i64>),
    SetScore {
        /// The score, as in thinking output, for the side to move.
        score: i64,
        /// Searches up to this depth use the score.
        depth: u32,
    },
    /// Take back this number of moves.
    TakeBack(usize),
    /// `hard` or `easy`.
    Ponder(bool),
    /// `post` or `nopost`.
    Post(bool),
    Analyze,
    Exit,
    /// Show the progress of the analysis.
    Status,
    /// Memory limit in MB.
    Memory(usize),
    /// Nodes that count as a second; 0: processor time.
    NodeRate(u64),
    Pause,
    Resume,
    /// The opponent is an engine, too.
    Computer,
    EndgameTables,
    /// Number of search threads.
    Cores(u32),
    Option {
        name: String,
        /// The new value; `None` for a button.
        value: Option<String>,
    },
    /// Exclude a move (or `all`) from the search.
    Exclude(String),
    /// Include a move (or `all`) again.
    Include(String),
    Mouse {
        mouse: Mouse,
        square: String,
    },
    /// Show the board (extension).
    Show,
    /// Show the legal moves (extension).
    Moves,
    /// List the variants (extension).
    Variants,
    /// The user resigns (extension).
    Resign,
    /// List the commands (extension).
    Help,
}

/// A mouse action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// Picks up the piece on a square.
    Lift,
    /// Moves the piece over a square that was lit as a capture.
    Hover,
    /// Puts the piece down.
    Put,
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Command, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if let Some(command) = lone_word(word) {
            return Ok(command);
        }
        match with_arguments(word, rest.trim()) {
            Err(CommandError::Unknown) if looks_like_move(word) => {
                Ok(Command::Move(line.to_owned()))
            }
            parsed => parsed,
        }
    }
}

/// Commands without arguments; the rest of the line is ignored.
fn lone_word(word: &str) -> Option<Command> {
    Some(match word {
        "" => Command::Nothing,
        comment if comment.starts_with('#') => Command::Nothing,
        "new" => Command::New,
        "quit" => Command::Quit,
        "random" => Command::Random,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "white" => Command::SideToMove(Color::White),
        "black" => Command::SideToMove(Color::Black),
        "?" => Command::MoveNow,
        "draw" => Command::Draw,
        "edit" => Command::Edit,
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "undo" => Command::TakeBack(1),
        "remove" => Command::TakeBack(2),
        "hard" => Command::Ponder(true),
        "easy" => Command::Ponder(false),
        "post" => Command::Post(true),
        "nopost" => Command::Post(false),
        "analyze" => Command::Analyze,
        "exit" => Command::Exit,
        "." => Command::Status,
        "d" | "show" => Command::Show,
        "moves" => Command::Moves,
        "variants" => Command::Variants,
        "resign" => Command::Resign,
        "help" => Command::Help,
        "pause" => Command::Pause,
        "resume" => Command::Resume,
        "computer" => Command::Computer,
        "egtpath" => Command::EndgameTables,
        "xboard" | "name" | "rating" | "ics" | "partner" | "ptell" => Command::Nothing,
        _ => return None,
    })
}

fn level(text: &str) -> Result<Command, CommandError> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let [moves, base, increment, ..] = tokens[..] else {
        return Err(CommandError::Missing("time control"));
    };
    Ok(Command::Level {
        moves: number(moves)?,
        base: clock_time(base).ok_or(CommandError::Bad("time"))?,
        increment: seconds(increment).ok_or(CommandError::Bad("time"))?,
    })
}

/// Commands with arguments in the rest of the line.
fn with_arguments(word: &str, rest: &str) -> Result<Command, CommandError> {
    let missing = |what| Err(CommandError::Missing(what));
    let first = rest.split_whitespace().next().unwrap_or_default();
    Ok(match (word, rest) {
        ("level", text) => level(text)?,
        ("st" | "time" | "otim", "") => return missing("time"),
        ("st", _) => {
            let time = seconds(first).filter(|time| !time.is_zero());
            Command::MoveTime(time.ok_or(CommandError::Bad("time"))?)
        }
        ("time", _) => Command::Time(centiseconds(first)?),
        ("otim", _) => Command::OpponentTime(centiseconds(first)?),
        ("sd", "") => return missing("depth"),
        ("sd", _) => Command::Depth(number(first).and_then(positive)?),
        ("nps", _) => Command::NodeRate(number(first)?),
        ("protover", version) => Command::Protover(number(version)?),
        ("accepted", feature) => Command::Accepted(feature.to_owned()),
        ("rejected", feature) => Command::Rejected(feature.to_owned()),
        ("variant", "") => return missing("name"),
        ("variant", name) => Command::Variant(name.to_owned()),
        ("usermove", "") => return missing("move"),
        ("usermove", text) => Command::Move(text.to_owned()),
        ("ping", value) => Command::Ping(number(value)?),
        ("result", text) => Command::Result(text.to_owned()),
        ("setboard", "") => return missing("position"),
        ("setboard", fen) => Command::SetBoard(fen.to_owned()),
        ("holding", text) => holding(text)?,
        ("memory", megabytes) => Command::Memory(number(megabytes).and_then(positive)?),
        ("cores", cores) => Command::Cores(number(cores).and_then(positive)?),
        ("remember", "") => Command::Remember(None),
        ("remember", score) => Command::Remember(Some(number(score)?)),
        ("setscore", text) => set_score(text)?,
        ("lift" | "hover" | "put", "") => return missing("square"),
        ("lift", square) => mouse(Mouse::Lift, square),
        ("hover", square) => mouse(Mouse::Hover, square),
        ("put", square) => mouse(Mouse::Put, square),
        ("option", "") => return missing("name"),
        ("option", text) => option(text),
        ("exclude" | "include", "") => return missing("move"),
        ("exclude", text) => Command::Exclude(text.to_owned()),
        ("include", text) => Command::Include(text.to_owned()),
        _ => return Err(CommandError::Unknown),
    })
}

/// Reads `[WHITE] [BLACK]`; a captured piece may follow.
fn holding(text: &str) -> Result<Command, CommandError> {
    let mut hands = text.split('[').skip(1).map(|rest| rest.split_once(']'));
    match (hands.next().flatten(), hands.next().flatten()) {
        (Some((white, _)), Some((black, _))) => Ok(Command::Holding(
            ByColor::new(white, black).map(|hand| hand.trim().to_owned()),
        )),
        _ => Err(CommandError::Missing("hands in brackets")),
    }
}

fn set_score(text: &str) -> Result<Command, CommandError> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    match tokens[..] {
        [score, depth, ..] => Ok(Command::SetScore {
            score: number(score)?,
            depth: number(depth)?,
        }),
        [_] => Err(CommandError::Missing("depth")),
        [] => Err(CommandError::Missing("score")),
    }
}

fn mouse(mouse: Mouse, square: &str) -> Command {
    let square = square.to_owned();
    Command::Mouse { mouse, square }
}

fn option(text: &str) -> Command {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.trim().to_owned())),
        None => (text, None),
    };
    Command::Option {
        name: name.trim().to_owned(),
        value,
    }
}

fn positive<T: PartialOrd + Default>(number: T) -> Result<T, CommandError> {
    if number > T::default() {
        Ok(number)
    } else {
        Err(CommandError::Bad("number"))
    }
}

/// True for a move without `usermove`: a letter and a digit, a drop (`P@e4`, `+P@e4`), castling as `O-O`, or a pass.
fn looks_like_move(word: &str) -> bool {
    match word.as_bytes() {
        [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => true,
        [piece, b'@', ..] | [b'+', piece, b'@', ..] if piece.is_ascii_alphabetic() => true,
        _ => matches!(
            without_marks(word),
            "O-O" | "O-O-O" | "o-o" | "o-o-o" | "0-0" | "0-0-0" | "@@@@"
        ),
    }
}

#[cfg(test)]
mod tests;
