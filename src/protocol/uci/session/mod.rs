//! The UCI session: carries out the commands.
//!
//! The session is a state machine on one thread that never blocks. A command that changes the position or settings of a
//! search first ends the search, which sends its `bestmove`. So every `go` but `go perft` gets one `bestmove`, and the
//! position never changes during a search.

mod options;
mod position;
mod searching;

use std::collections::VecDeque;
use std::fmt;
use std::sync::mpsc::Sender;

use super::notation::Letters;
use super::{Command, Reply, Tools, names, usi};
use crate::game::Game;
use crate::protocol::options::Options;
use crate::protocol::output::shortened;
use crate::protocol::reply::MESSAGE;
use crate::protocol::searches::Searches;
use crate::protocol::time_control::TimeControl;
use crate::protocol::variants::Variants;
use crate::protocol::{CommandError, Event, Output};
use crate::types::{Instant, Square};
use crate::variant::Library;
use crate::variant::describe::diagram;
use options::Settings;
use position::{Missing, Received};
use searching::Work;

const HELP: [&str; 11] = [
    "uci                       list the options, among them UCI_Variant",
    "setoption name NAME value VALUE",
    "position startpos moves e2e4 e7e5",
    "position fen FEN moves ...",
    "go depth PLIES, go movetime MILLISECONDS, go nodes POSITIONS, go infinite, go perft PLIES",
    "stop                      end the search",
    "d                         show the board",
    "eval                      show the static evaluation",
    "bench [PLIES]             run the benchmark",
    "ucinewgame, isready, debug on",
    "quit                      fmax --help shows the other commands of the program",
];

/// The parts of a CECP session that a UCI session takes over.
pub(in crate::protocol) struct Parts {
    pub output: Output,
    pub variants: Variants,
    pub options: Options,
    pub hash_bytes: usize,
    pub threads: u32,
    pub game: Game,
    pub clock: TimeControl,
    pub searches: Searches,
    pub events: Sender<Event>,
    pub tools: Option<Tools>,
}

/// A UCI session.
#[derive(Debug)]
pub struct Session {
    output: Output,
    variants: Variants,
    /// The variants without the variants of `VariantPath`.
    own: Library,
    options: Options,
    settings: Settings,
    game: Game,
    letters: Letters,
    received: Received,
    missing: Option<Missing>,
    clock: TimeControl,
    searches: Searches,
    work: Option<Work>,
    /// Lines to carry out after the current work, each with the time when it was read.
    later: VecDeque<(String, Instant)>,
    /// Number of `readyok` to send when the hash table is ready.
    unready: usize,
    /// When the current command was read.
    read_at: Instant,
    events: Sender<Event>,
    tools: Option<Tools>,
    /// The GUI speaks USI.
    usi: bool,
    quit: bool,
}

impl Session {
    /// Takes over from a CECP session, whose unsent output is dropped.
    pub(in crate::protocol) fn new(parts: Parts) -> Session {
        let mut session = Session {
            output: parts.output,
            own: parts.variants.library.clone(),
            settings: Settings::new(&parts.variants, parts.hash_bytes, parts.threads),
            variants: parts.variants,
            options: parts.options,
            game: parts.game,
            letters: Letters::default(),
            received: Received::default(),
            missing: None,
            clock: parts.clock,
            searches: parts.searches,
            work: None,
            later: VecDeque::new(),
            unready: 0,
            read_at: Instant::now(),
            events: parts.events,
            tools: parts.tools,
            usi: false,
            quit: false,
        };
        session.output.discard();
        session.clock.forget();
        session
    }

    /// Reacts to an event.
    pub fn handle(&mut self, event: Event) {
        match event {
            Event::Input { line, at } => {
                log::debug!("< {line}");
                self.later.push_back((line.trim().to_owned(), at));
            }
            Event::Overlong(line) => self.say(format!("line too long: {line}")),
            Event::EndOfInput => self.quit = true,
            Event::Report {
                id,
                report,
                hash_full,
            } => self.reported(id, report, hash_full),
            Event::Finished { id, result } => self.finished(id, result),
            Event::Line(line) => self.show([line]),
            Event::Done(text) => {
                self.work = None;
                self.show(text.lines());
            }
            Event::Prepared => self.searches.prepared(),
            Event::Alarm => {}
        }
        self.work_off();
        if !self.searches.is_busy() {
            for _ in 0..std::mem::take(&mut self.unready) {
                self.show(["readyok"]);
            }
        }
        self.output.flush();
    }

    /// Reports on a long search.
    pub fn tick(&mut self) {
        self.send_current_move();
        self.output.flush();
    }

    /// Carries out the waiting lines, up to the first that must wait for the end of the current work.
    fn work_off(&mut self) {
        while let Some((line, at)) = self.later.pop_front() {
            let Some(command) = self.parse(&line) else {
                continue;
            };
            if command.ends_search() {
                self.stop();
                if self.work.is_some() {
                    self.later.push_front((line, at));
                    return;
                }
            }
            self.read_at = at;
            self.carry_out(command);
        }
    }

    /// Parses a line; answers at once if the line is no command.
    fn parse(&mut self, line: &str) -> Option<Command> {
        if line == "usi" && !self.usi && self.work.is_none() {
            self.begin_usi();
        }
        if self.usi && line.starts_with("go mate") {
            self.show(["checkmate notimplemented"]);
            return None;
        }
        let line = if self.usi {
            &usi::to_uci(line, self.board_size())
        } else {
            line
        };
        match line.parse::<Command>() {
            Ok(command) => return Some(command),
            Err(CommandError::Unknown) => {
                self.show([format!("Unknown command: {}", shortened(line, MESSAGE))]);
            }
            Err(error) => {
                self.say(format!("{error}: {line}"));
                // without an answer a GUI would wait forever
                if line.starts_with("go") && self.work.is_none() {
                    self.send_best_move(None, None);
                }
            }
        }
        None
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::Nothing => {}
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.settings.debug = on,
            // during a search the hash table is ready
            Command::IsReady if self.work.is_some() => self.show(["readyok"]),
            Command::IsReady => self.unready += 1,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.new_game(),
            Command::Position { start, moves } => self.set_position(&start, moves),
            Command::Go(go) => self.go(*go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => self.quit = true,
            Command::Show => self.show_board(),
            Command::Eval => self.evaluate(),
            Command::Bench(depth) => self.begin_benchmark(depth),
            Command::Help => self.show(HELP),
        }
    }

    /// Speaks USI from now on. The variant becomes shogi unless the user has chosen one.
    fn begin_usi(&mut self) {
        self.usi = true;
        if self.variants.default_name.is_none() && self.variants.library.knows(names::SHOGI) {
            self.settings.variant = names::SHOGI.to_owned();
            self.begin_variant();
        }
    }

    /// The size of the board: files and ranks.
    fn board_size(&self) -> usi::Size {
        let variant = self.game.rules().variant();
        (variant.files, variant.ranks)
    }

    fn send(&mut self, reply: &Reply) {
        if self.usi {
            let line = usi::to_usi(&reply.to_string(), self.board_size());
            self.output.send(&line);
        } else {
            self.output.send(reply);
        }
    }

    fn introduce(&mut self) {
        self.show([
            concat!("id name fmax ", env!("CARGO_PKG_VERSION")),
            "id author the fmax authors",
        ]);
        for option in self.describe_options() {
            self.show([format!("option name {option}")]);
        }
        self.show(["uciok"]);
    }

    fn say(&mut self, text: impl fmt::Display) {
        self.send(&Reply::Text(text.to_string()));
    }

    /// Sends a message in debug mode only.
    fn say_in_debug(&mut self, text: impl fmt::Display) {
        log::info!("{text}");
        if self.settings.debug {
            self.say(text);
        }
    }

    /// Sends lines as they are.
    fn show(&mut self, lines: impl IntoIterator<Item = impl fmt::Display>) {
        for line in lines {
            self.send(&Reply::Plain(line.to_string()));
        }
    }

    fn show_board(&mut self) {
        if let Some(missing) = &self.missing {
            let reason = missing.to_string();
            return self.say(reason);
        }
        let position = self.game.position();
        let variant = &position.layout().variant;
        let mut lines = diagram(variant, 1, |file, rank| {
            position.shown_letter(Square::at(file, rank))
        });
        let fen = self.letters.fen_to_uci(&position.fen(), variant.ranks);
        lines.push(format!("Fen: {fen}"));
        lines.push(format!("Key: {:016X}", position.key()));
        self.show(lines);
    }

    fn evaluate(&mut self) {
        let score = self.game.rules().evaluate(self.game.position());
        let white = self.game.position().side().for_white(score);
        let score = f64::from(white) / 100.0;
        self.show([format!("Final evaluation {score:+.2} (white side)")]);
    }

    /// True when the session has ended.
    pub fn is_over(&self) -> bool {
        self.quit || self.output.is_closed()
    }

    /// True while there is work, or a command waits.
    pub fn is_busy(&self) -> bool {
        self.work.is_some() || self.searches.is_busy() || !self.later.is_empty()
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        &self.game
    }
}
