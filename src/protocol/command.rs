//! What a GUI can say: from a line of text to a [`Command`].

mod arguments;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use arguments::{centiseconds, clock_time, number, seconds};

use crate::movegen::notation::without_marks;
use crate::types::{ByColor, Color};

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// An empty line or a comment.
    Nothing,
    /// Something that asks for no reaction of this engine.
    Ignored,
    /// A GUI that speaks this protocol is there.
    XBoard,
    /// The version of the protocol.
    Protover(u32),
    /// The GUI will use a feature.
    Accepted(String),
    /// The GUI does not know a feature.
    Rejected(String),
    /// A new game of the standard kind, the engine playing black.
    New,
    /// Another kind of game.
    Variant(String),
    /// End the program.
    Quit,
    /// Turn randomness on or off.
    Random,
    /// Play neither side.
    Force,
    /// Play the side to move, and move.
    Go,
    /// Play the side that is not to move.
    PlayOther,
    /// Set the side to move, the engine playing the other one.
    SideToMove(Color),
    /// The time of a game.
    Level {
        /// Moves until the next time control; 0: there is none.
        moves: u32,
        /// Time until then.
        base: Duration,
        /// What each move adds.
        increment: Duration,
    },
    /// The time of each move.
    MoveTime(Duration),
    /// Search no deeper than this many plies.
    Depth(u32),
    /// What is left on the engine's clock.
    Time(Duration),
    /// What is left on the opponent's clock.
    OpponentTime(Duration),
    /// A move, or several.
    Move(String),
    /// Move at once.
    MoveNow,
    /// Answer when everything before is done.
    Ping(i128),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result(String),
    /// A position in FEN.
    SetBoard(String),
    /// What the players have in hand, white's and black's pieces.
    Holding(ByColor<String>),
    /// What follows changes the position piece by piece.
    Edit,
    /// Suggest a move.
    Hint,
    /// Tell about the opening book.
    Book,
    /// Keep the position for later sessions, with this score or the one that was found.
    Remember(Option<i64>),
    /// What the position is worth to searches up to a depth.
    SetScore {
        /// The score, as in thinking output, for the side to move.
        score: i64,
        /// The depth, plies.
        depth: u32,
    },
    /// Take back a move.
    Undo,
    /// Take back a move of each side.
    Remove,
    /// Think on the opponent's time, or not.
    Ponder(bool),
    /// Show what the search thinks, or not.
    Post(bool),
    /// Analyse the position.
    Analyze,
    /// End the analysis.
    Exit,
    /// Tell how the analysis goes.
    Status,
    /// All memory the engine may use, in MB.
    Memory(usize),
    /// Count time in positions, so many for a second; 0: in processor time.
    NodeRate(u64),
    /// Stand still until told to go on.
    Pause,
    /// Go on.
    Resume,
    /// The opponent is an engine, too.
    Computer,
    /// Where to find end-game tables.
    EndgameTables,
    /// How many threads may think.
    Cores(u32),
    /// Set an option.
    Option {
        /// Its name.
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
    },
    /// Do not consider a move (or `all`).
    Exclude(String),
    /// Consider a move (or `all`) again.
    Include(String),
    /// The user does something with the mouse on a square.
    Mouse {
        /// What.
        mouse: Mouse,
        /// The name of the square.
        square: String,
    },
    /// Show the board (not of the protocol; for people).
    Show,
    /// Show the legal moves (likewise).
    Moves,
    /// List the variants (likewise).
    Variants,
    /// The user gives up the game (likewise).
    Resign,
    /// Show what can be said (likewise).
    Help,
}

/// What a user does with the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// Picks up the piece on a square.
    Lift,
    /// Moves the piece over a square that was lit as a capture.
    Hover,
    /// Puts the piece down.
    Put,
}

/// Why a line is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// Nothing is called so.
    Unknown,
    /// Something must follow the command; what.
    Missing(&'static str),
    /// A number is needed.
    BadNumber,
    /// A time is needed.
    BadTime,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown => f.write_str("unknown command"),
            CommandError::Missing(what) => write!(f, "{what} missing"),
            CommandError::BadNumber => f.write_str("bad number"),
            CommandError::BadTime => f.write_str("bad time"),
        }
    }
}

impl std::error::Error for CommandError {}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Command, CommandError> {
        let line = line.trim();
        let tokens: Vec<&str> = line.split_whitespace().collect();
        let Some((&word, arguments)) = tokens.split_first() else {
            return Ok(Command::Nothing);
        };
        if let Some(command) = lone_word(word) {
            return Ok(command);
        }
        if let Some(parsed) = about_time(word, arguments) {
            return parsed;
        }
        let rest = line[word.len()..].trim();
        match with_text(word, rest) {
            Err(CommandError::Unknown) if looks_like_move(word) => {
                Ok(Command::Move(line.to_owned()))
            }
            parsed => parsed,
        }
    }
}

/// Commands that need nothing else; what may follow is ignored.
fn lone_word(word: &str) -> Option<Command> {
    Some(match word {
        comment if comment.starts_with('#') => Command::Nothing,
        "xboard" => Command::XBoard,
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
        "undo" => Command::Undo,
        "remove" => Command::Remove,
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
        "name" | "rating" | "ics" | "partner" | "ptell" => Command::Ignored,
        _ => return None,
    })
}

/// Commands that set clocks and limits; `None` if it is none of them.
fn about_time(word: &str, arguments: &[&str]) -> Option<Result<Command, CommandError>> {
    let parsed = match (word, arguments) {
        ("level", [moves, base, increment, ..]) => level(moves, base, increment),
        ("level", _) => Err(CommandError::Missing("time control")),
        ("st", [time, ..]) => seconds(time)
            .filter(|time| !time.is_zero())
            .map(Command::MoveTime)
            .ok_or(CommandError::BadTime),
        ("time", [time, ..]) => centiseconds(time).map(Command::Time),
        ("otim", [time, ..]) => centiseconds(time).map(Command::OpponentTime),
        ("st" | "time" | "otim", []) => Err(CommandError::Missing("time")),
        ("sd", [depth, ..]) => number(depth).and_then(positive).map(Command::Depth),
        ("sd", []) => Err(CommandError::Missing("depth")),
        ("nps", [rate, ..]) => number(rate).map(Command::NodeRate),
        ("nps", []) => Err(CommandError::Missing("number")),
        _ => return None,
    };
    Some(parsed)
}

fn level(moves: &str, base: &str, increment: &str) -> Result<Command, CommandError> {
    Ok(Command::Level {
        moves: number(moves)?,
        base: clock_time(base).ok_or(CommandError::BadTime)?,
        increment: seconds(increment).ok_or(CommandError::BadTime)?,
    })
}

/// Commands with another argument, which may be all the rest of the line.
fn with_text(word: &str, rest: &str) -> Result<Command, CommandError> {
    let missing = |what| Err(CommandError::Missing(what));
    Ok(match (word, rest) {
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

/// `[WHITE] [BLACK]`, perhaps with the piece that has just come.
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
        Err(CommandError::BadNumber)
    }
}

/// A move without the word `usermove` before it: a letter and a digit, a drop (`P@e4`, `+P@e4`),
/// castling in words, or a pass.
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
