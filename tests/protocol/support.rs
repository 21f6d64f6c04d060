//! A stand-in for the GUI: sends commands to a session in this process and waits for its answers.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fmax::protocol::{Config, Event, Output, Session, uci};
use fmax::variant::{Library, ReadOptions};

use super::games::library;

/// Longer than anything takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A writer whose text can be read.
#[derive(Clone, Default)]
struct Transcript(Arc<Mutex<Vec<u8>>>);

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session of one of the protocols.
pub trait Talker {
    fn handle(&mut self, event: Event);
    fn is_busy(&self) -> bool;
}

impl Talker for Session {
    fn handle(&mut self, event: Event) {
        self.handle(event);
    }
    fn is_busy(&self) -> bool {
        self.is_busy()
    }
}

impl Talker for uci::Session {
    fn handle(&mut self, event: Event) {
        self.handle(event);
    }
    fn is_busy(&self) -> bool {
        self.is_busy()
    }
}

/// The session, and the lines that it has written.
pub struct Gui<S = Session> {
    pub session: S,
    pub events: Receiver<Event>,
    transcript: Transcript,
}

impl Gui {
    pub fn new() -> Gui {
        Gui::with(None)
    }

    /// A session with this number of threads, until `cores` changes the number.
    pub fn with_threads(threads: u32) -> Gui {
        Gui::start(None, library().clone(), threads)
    }

    pub fn with(game: Option<&str>) -> Gui {
        Gui::among(game, library().clone())
    }

    /// The same engine over UCI.
    pub fn over_uci(self) -> Gui<uci::Session> {
        Gui {
            session: self.session.into_uci(),
            events: self.events,
            transcript: self.transcript,
        }
    }

    /// A session with these variants, and with persistent positions in their usual places.
    pub fn among(game: Option<&str>, library: Library) -> Gui {
        Gui::start(game, library, 1)
    }

    fn start(game: Option<&str>, library: Library, threads: u32) -> Gui {
        let (sender, events) = mpsc::channel();
        let transcript = Transcript::default();
        let config = Config {
            library,
            reading: ReadOptions::default(),
            hash_bytes: 1 << 20,
            threads,
            game: game.map(str::to_owned),
            tools: None,
        };
        let output = Output::new(Box::new(transcript.clone()));
        let session = Session::new(config, output, sender).unwrap();
        Gui {
            session,
            events,
            transcript,
        }
    }

    /// Sends lines and returns the lines of thinking, up to a line with this depth.
    pub fn think(&mut self, lines: &str, depth: u32) -> Vec<Thought> {
        let deep = |line: &str| Thought::parse(line).is_some_and(|found| found.depth >= depth);
        let mut answer = self.say(lines);
        if !answer.iter().any(|line| deep(line)) {
            answer.extend(self.wait_for(deep));
        }
        let thoughts = answer.iter().filter_map(|line| Thought::parse(line));
        thoughts.collect()
    }

    /// Lets the engine think until the first report of the search.
    pub fn hear_thinking(&mut self) {
        loop {
            let event = self.next();
            let last = matches!(event, Event::Report { .. });
            self.session.handle(event);
            if last {
                return;
            }
        }
    }

    pub fn fen(&self) -> String {
        self.session.game().position().fen()
    }
}

impl<S: Talker> Gui<S> {
    /// Sends lines and returns what is answered at once.
    pub fn say(&mut self, lines: &str) -> Vec<String> {
        for line in lines.lines() {
            let (line, at) = (line.to_owned(), Instant::now());
            self.session.handle(Event::Input { line, at });
        }
        let bytes = std::mem::take(&mut *self.transcript.0.lock().unwrap());
        let text = String::from_utf8(bytes).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// Passes an event to the session.
    fn next(&mut self) -> Event {
        self.events.recv_timeout(PATIENCE).unwrap()
    }

    /// Returns the answers until the engine has nothing to do that a ping must wait for.
    pub fn wait(&mut self) -> Vec<String> {
        while self.session.is_busy() {
            let event = self.next();
            self.session.handle(event);
        }
        self.say("")
    }

    /// Sends lines and returns the answers until the engine has nothing to do that a ping must wait for.
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        let mut answer = self.say(lines);
        answer.extend(self.wait());
        answer
    }

    /// Returns the output up to a line that fulfils a condition, or more if further lines came with it.
    pub fn wait_for(&mut self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = self.say("");
        while !lines.iter().any(|line| wanted(line)) {
            let event = self.next();
            self.session.handle(event);
            lines.extend(self.say(""));
        }
        lines
    }

    /// Returns the output during this time.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut lines = self.say("");
        while let Ok(event) =
            (self.events).recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            self.session.handle(event);
            lines.extend(self.say(""));
        }
        lines
    }
}

/// The start of chess.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The board field of the start position.
pub const START_RANKS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A line of thinking output.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    pub depth: u32,
    pub score: i64,
    pub centiseconds: u64,
    pub nodes: u64,
    /// The moves, without the mark of a bound.
    pub moves: Vec<String>,
    /// The mark of a bound: `?`, `!` or none.
    pub mark: Option<char>,
}

impl Thought {
    /// Reads a line of thinking output as the protocol describes it; `None` for any other line.
    pub fn parse(line: &str) -> Option<Thought> {
        let (numbers, text) = line.split_once('\t')?;
        let numbers: Option<Vec<i64>> = numbers.split(' ').map(|n| n.parse().ok()).collect();
        let &[depth, score, time, nodes, selective, _speed, tablebase] = &numbers?[..] else {
            return None;
        };
        assert!(depth == 0 || selective > 0, "{line}");
        assert_eq!(tablebase, 0, "{line}");
        let mark = text.chars().last().filter(|mark| matches!(mark, '?' | '!'));
        let moves = text.trim_end_matches(['?', '!']).split_whitespace();
        Some(Thought {
            depth: depth as u32,
            score,
            centiseconds: time as u64,
            nodes: nodes as u64,
            moves: moves.map(str::to_owned).collect(),
            mark,
        })
    }
}

/// True if the engine moves with this line.
pub fn is_move(line: &str) -> bool {
    line.starts_with("move ")
}

/// True if the protocol has a line of this form. A list for `bk` consists of lines that begin with a blank, and ends
/// with an empty line.
pub fn is_known(line: &str) -> bool {
    const BEGINNINGS: [&str; 20] = [
        "feature ",
        "move ",
        "offer draw",
        "resign",
        "telluser ",
        "tellusererror ",
        "askuser ",
        "setup ",
        "piece ",
        "highlight ",
        "choice ",
        "click ",
        "Hint: ",
        "Error (",
        "Illegal move (",
        "1-0 {",
        "0-1 {",
        "1/2-1/2 {",
        "# ",
        " ",
    ];
    let pong = |text: &str| text.parse::<i128>().is_ok();
    line.is_empty()
        || BEGINNINGS.iter().any(|start| line.starts_with(start))
        || line.strip_prefix("pong ").is_some_and(pong)
        || line.strip_prefix("stat01: ").is_some_and(are_numbers)
        || line
            .split_once('\t')
            .is_some_and(|(numbers, _)| are_numbers(numbers))
}

/// The numbers of thinking output.
fn are_numbers(text: &str) -> bool {
    let mut words = text.split(' ');
    words
        .by_ref()
        .take(4)
        .all(|word| word.parse::<i64>().is_ok())
}
