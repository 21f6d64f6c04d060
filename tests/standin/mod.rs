//! A GUI for tests: talks to a session in this process and waits for what it says.
#![allow(dead_code)]

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fmax::protocol::{Config, Event, Folders, Output, Session};
use fmax::variant::{Library, ReadOptions};

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

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

pub struct Gui {
    pub session: Session,
    events: Receiver<Event>,
    transcript: Transcript,
}

impl Gui {
    pub fn new() -> Gui {
        let (sender, events) = mpsc::channel();
        let transcript = Transcript::default();
        let config = Config {
            library: Library::builtin(ReadOptions::default()),
            reading: ReadOptions::default(),
            hash_bytes: 1 << 20,
            threads: 1,
            game: None,
            folders: Folders::default(),
        };
        let output = Output::new(Box::new(transcript.clone()));
        Gui {
            session: Session::new(config, output, sender).unwrap(),
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

    /// Returns what is said until a line is what is waited for, or more if that came with it.
    pub fn wait_for(&mut self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = self.say("");
        while !lines.iter().any(|line| wanted(line)) {
            let event = self.events.recv_timeout(PATIENCE).unwrap();
            self.session.handle(event);
            lines.extend(self.say(""));
        }
        lines
    }

    /// Returns what is said in this time.
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

    /// Sends lines and returns what is answered until the engine has nothing to do that a ping
    /// must wait for.
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        let mut answer = self.say(lines);
        while self.session.is_busy() {
            let event = self.events.recv_timeout(PATIENCE).unwrap();
            self.session.handle(event);
        }
        answer.extend(self.say(""));
        answer
    }

    /// Sends lines and returns the lines of thinking up to one of this depth.
    pub fn think(&mut self, lines: &str, depth: u32) -> Vec<Thought> {
        let deep = |line: &str| Thought::parse(line).is_some_and(|found| found.depth >= depth);
        let mut answer = self.say(lines);
        if !answer.iter().any(|line| deep(line)) {
            answer.extend(self.wait_for(deep));
        }
        answer
            .iter()
            .filter_map(|line| Thought::parse(line))
            .collect()
    }

    pub fn fen(&self) -> String {
        self.session.game().position().fen()
    }
}

/// A line of thinking output.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    pub depth: u32,
    pub score: i64,
    pub centiseconds: u64,
    pub nodes: u64,
    /// The moves, without the mark of a bound.
    pub moves: Vec<String>,
    /// `?`, `!` or neither.
    pub mark: Option<char>,
}

impl Thought {
    /// Reads a line as the protocol describes it; `None` if it is another one.
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

pub fn is_move(line: &str) -> bool {
    line.starts_with("move ")
}
