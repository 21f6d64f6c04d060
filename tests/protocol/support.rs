//! A stand-in for the GUI.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use fmax::protocol::{Config, Event, Folders, Output, Session};
use fmax::variant::{Library, ReadOptions};

/// A writer whose text can be looked at.
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

/// The session, and the lines that it has written.
pub struct Gui {
    pub session: Session,
    pub events: Receiver<Event>,
    transcript: Transcript,
}

impl Gui {
    pub fn new() -> Gui {
        Gui::with(None)
    }

    /// With so many threads until it hears something else.
    pub fn with_threads(threads: u32) -> Gui {
        let library = Library::builtin(ReadOptions::default());
        Gui::start(None, library, Folders::default(), threads)
    }

    pub fn with(game: Option<&str>) -> Gui {
        static GAMES: OnceLock<Library> = OnceLock::new();
        let games = GAMES.get_or_init(|| Library::builtin(ReadOptions::default()));
        Gui::among(game, games.clone(), Folders::default())
    }

    /// With these games, and persistent positions there.
    pub fn among(game: Option<&str>, library: Library, folders: Folders) -> Gui {
        Gui::start(game, library, folders, 1)
    }

    fn start(game: Option<&str>, library: Library, folders: Folders, threads: u32) -> Gui {
        let (sender, events) = mpsc::channel();
        let transcript = Transcript::default();
        let config = Config {
            library,
            reading: ReadOptions::default(),
            hash_bytes: 1 << 20,
            threads,
            game: game.map(str::to_owned),
            folders,
        };
        let output = Output::new(Box::new(transcript.clone()));
        let session = Session::new(config, output, sender).unwrap();
        Gui {
            session,
            events,
            transcript,
        }
    }

    /// Sends lines and returns what is answered at once.
    pub fn say(&mut self, lines: &str) -> Vec<String> {
        for line in lines.lines() {
            self.session.handle(Event::Input(line.to_owned()));
        }
        let bytes = std::mem::take(&mut *self.transcript.0.lock().unwrap());
        let text = String::from_utf8(bytes).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// Returns what is answered until the engine has nothing more to do.
    pub fn wait(&mut self) -> Vec<String> {
        while self.session.is_busy() {
            let event = self.events.recv_timeout(Duration::from_secs(60)).unwrap();
            self.session.handle(event);
        }
        self.say("")
    }

    /// Sends lines and returns what is answered until the engine has nothing more to do.
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        let mut answer = self.say(lines);
        answer.extend(self.wait());
        answer
    }

    /// Lets the engine think until a search has told something.
    pub fn hear_thinking(&mut self) {
        loop {
            let event = self.events.recv_timeout(Duration::from_secs(60)).unwrap();
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

/// The start of chess.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The board of it alone.
pub const START_RANKS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// Whether the engine moves with this line.
pub fn is_move(line: &str) -> bool {
    line.starts_with("move ")
}

/// Whether the protocol has a line like this. A list for `bk` consists of lines that begin with a
/// blank and ends with an empty one.
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
