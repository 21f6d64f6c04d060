//! The session: what the engine is doing, and what each event makes of it.
//!
//! One state machine on one thread. It never waits: a search runs on the [`SearchThread`]'s thread and
//! its result comes back as an event, with a number that tells whether it still matters. What a
//! command means is spread over the submodules by subject; this one holds the state and the
//! dispatch.

mod analysing;
mod drawing;
mod edit;
mod features;
mod holding;
mod judgement;
mod mouse;
mod options;
mod pausing;
mod persistent;
mod playing;
mod pondering;
mod refusal;
mod resources;
mod selecting;
mod show;
mod state;
mod thinking;
mod variants;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::search_thread::{SearchThread, memory_is_there};
use super::time_control::TimeControl;
use super::{Command, Event, Folders, Output, Reply};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::types::{Color, Move, Square};
use crate::variant::{FindError, Library, ReadOptions, Variant};
use analysing::Analysis;
use edit::Editor;
use judgement::Judgement;
use options::Options;
use persistent::Memory;
use refusal::Refusal;
use resources::Resources;
use state::State;
use thinking::Search;

/// With what a session begins.
#[derive(Clone, Debug)]
pub struct Config {
    /// The games.
    pub library: Library,
    /// How to read other files.
    pub reading: ReadOptions,
    /// Size of the hash table.
    pub hash_bytes: usize,
    /// Threads to search on until the GUI allows another number; at least 1.
    pub threads: u32,
    /// The game that `new` means, if not the default one of the library.
    pub game: Option<String>,
    /// Where persistent positions are.
    pub folders: Folders,
}

/// Why a session cannot begin.
#[derive(Debug)]
pub enum StartError {
    /// The game cannot be played.
    Game(FindError),
    /// There is no thread to search on.
    Thread(io::Error),
    /// There is no room for the hash table.
    Memory(usize),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Game(error) => error.fmt(f),
            StartError::Thread(error) => write!(f, "no thread to search on: {error}"),
            StartError::Memory(bytes) => {
                write!(f, "no memory for a hash table of {} MB", bytes >> 20)
            }
        }
    }
}

impl std::error::Error for StartError {}

/// A conversation with a GUI.
#[derive(Debug)]
pub struct Session {
    output: Output,
    search_thread: SearchThread,
    library: Library,
    reading: ReadOptions,
    /// The name of the game that `new` means; `None`: the default of the library.
    home: Option<String>,
    /// Games compiled before, to switch back to them quickly.
    compiled: Vec<Arc<Ruleset>>,
    options: Options,
    game: Game,
    state: State,
    /// The side the engine plays, or played last.
    us: Color,
    /// The game has been decided, or given up; nothing more to think about.
    over: bool,
    /// A search for a hint, in a state that has none of its own.
    hint: Option<Search>,
    /// The reply expected in the position with this key.
    expected: Option<(u64, Move)>,
    /// Moves that the search of the position on the board must not choose.
    excluded: Vec<Move>,
    /// The opponent has offered a draw, and the engine has still to think about it.
    draw_offered: bool,
    opponent_computes: bool,
    /// When a pause began, if there is one.
    paused: Option<Instant>,
    /// What the search thread said during the pause.
    held: Vec<Event>,
    /// The GUI sets up positions with `setboard`.
    sends_fens: bool,
    /// The GUI is XBoard or WinBoard, the only ones that light up squares.
    is_xboard: bool,
    /// A refusal of what is perhaps no move, but only turns the board to black.
    turn: Option<Reply>,
    editor: Option<Editor>,
    /// Where the piece stands that the user has picked up.
    lifted: Option<Square>,
    clock: TimeControl,
    judgement: Judgement,
    memory: Memory,
    /// Pings to be answered when nothing is under way any more.
    pings: Vec<i128>,
    posting: bool,
    pondering: bool,
    random: bool,
    searches: u64,
    resources: Resources,
    /// Orders to the search thread, other than searches, that are not carried out yet.
    chores: usize,
    quit: bool,
}

impl Session {
    /// A session that has said nothing yet. Searches send their events to `events`, which must
    /// come back through [`Session::handle`].
    ///
    /// # Errors
    /// If the game to begin with cannot be played, or there is no thread or memory.
    pub fn new(
        config: Config,
        output: Output,
        events: Sender<Event>,
    ) -> Result<Session, StartError> {
        let options = Options::default();
        let home = config.game;
        let variant = (config.library)
            .find_or_default(home.as_deref(), &options.selections)
            .map_err(StartError::Game)?;
        if !memory_is_there(config.hash_bytes) {
            return Err(StartError::Memory(config.hash_bytes));
        }
        let search_thread =
            SearchThread::new(config.hash_bytes, events).map_err(StartError::Thread)?;
        let rules = Arc::new(Ruleset::new(variant));
        let mut session = Session {
            output,
            search_thread,
            library: config.library,
            reading: config.reading,
            home,
            compiled: vec![rules.clone()],
            game: Game::new(rules, options.claim_draw_after),
            options,
            state: State::Waiting,
            us: Color::Black,
            over: false,
            hint: None,
            expected: None,
            excluded: Vec::new(),
            draw_offered: false,
            opponent_computes: false,
            paused: None,
            held: Vec::new(),
            sends_fens: false,
            is_xboard: false,
            turn: None,
            editor: None,
            lifted: None,
            clock: TimeControl::default(),
            judgement: Judgement::default(),
            memory: Memory::new(config.folders),
            pings: Vec::new(),
            posting: false,
            pondering: false,
            random: false,
            searches: 0,
            resources: Resources::new(config.threads, config.hash_bytes),
            chores: 0,
            quit: false,
        };
        session.recall();
        Ok(session)
    }

    /// Reacts to an event.
    pub fn handle(&mut self, event: Event) {
        self.react(event);
        self.settle();
        if !self.is_busy() {
            self.answer_pings();
        }
        self.output.flush();
    }

    fn react(&mut self, event: Event) {
        match event {
            Event::Report { .. } | Event::Finished { .. } if self.paused.is_some() => {
                self.held.push(event);
            }
            Event::Input(line) => self.hear(line.trim()),
            Event::Overlong(line) => self.refuse("line too long", &line),
            Event::EndOfInput => self.quit = true,
            Event::Report { id, report } => self.reported(id, report),
            Event::Finished { id, result } => self.finished(id, result),
            Event::Prepared => self.chores = self.chores.saturating_sub(1),
        }
    }

    /// Begins what the state calls for after an event.
    fn settle(&mut self) {
        if self.editor.is_some() || self.paused.is_some() || self.is_over() {
            return;
        }
        match self.state {
            State::Analysing(Analysis::Due) => self.begin_analysis(),
            State::Waiting => self.begin_pondering(),
            _ => {}
        }
    }

    fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.pings) {
            self.output.send(&Reply::Pong(number));
        }
    }

    /// True when the session has come to its end.
    pub fn is_over(&self) -> bool {
        self.quit || self.output.is_closed()
    }

    /// True while something is under way that a ping has to wait for.
    pub fn is_busy(&self) -> bool {
        matches!(self.state, State::Thinking(_)) || self.hint.is_some() || self.chores > 0
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    fn variant(&self) -> &Arc<Variant> {
        self.game.rules().variant()
    }

    fn refuse(&mut self, reason: impl fmt::Display, line: &str) {
        self.output.send(&Reply::Error {
            reason: reason.to_string(),
            line: line.to_owned(),
        });
    }

    /// Reads a line and obeys it.
    fn hear(&mut self, line: &str) {
        log::debug!("< {line}");
        let obeyed = if self.editor.is_some() && line != "quit" {
            self.edit_line(line)
        } else {
            (line.parse::<Command>())
                .map_err(Refusal::Command)
                .and_then(|command| self.obey(command))
        };
        if let Err(refusal) = obeyed {
            self.refuse(refusal, line);
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), Refusal> {
        if let Some(refusal) = self.turn.take() {
            match command {
                Command::Edit => self.turn = Some(refusal),
                Command::SetBoard(_) => {}
                _ => self.output.send(&refusal),
            }
        }
        match command {
            Command::Accepted(feature) => {
                self.sends_fens |= feature == "setboard";
                self.is_xboard |= feature == "highlight";
            }
            Command::Protover(_) => self.announce_features(),
            Command::Rejected(feature) => log::info!("the GUI rejects {feature}"),
            Command::Quit => self.quit = true,
            Command::Ping(number) => self.pings.push(number),
            Command::Post(posting) => self.posting = posting,
            Command::Ponder(pondering) => self.set_pondering(pondering),
            Command::Status => self.tell_status(),
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::Computer => self.opponent_computes = true,
            Command::Cores(cores) => self.set_cores(cores),
            Command::EndgameTables => return Err(Refusal::NoEndgameTables),
            Command::Random => self.random = !self.random,
            Command::Memory(megabytes) => return self.set_memory(megabytes),
            Command::Option { name, value } => return self.set_option(&name, value.as_deref()),
            Command::Book => self.tell_book(),
            Command::Remember(score) => return self.remember(score),
            Command::SetScore { score, depth } => self.set_score(score, depth),
            Command::Show => self.show_board(),
            Command::Moves => self.show_moves(),
            Command::Help => self.show_help(),
            Command::Mouse { mouse, square } => self.point(mouse, &square),
            Command::Hint => self.give_hint(),
            other if self.obey_about_time(&other) => {}
            other => return self.obey_in_game(other),
        }
        Ok(())
    }

    /// The commands about the game on the board.
    fn obey_in_game(&mut self, command: Command) -> Result<(), Refusal> {
        // a GUI that goes on has forgotten the pause
        self.resume();
        match command {
            Command::New => self.new_game(),
            Command::Variant(name) => self.select_variant(&name),
            Command::Force => self.force(),
            Command::Go => return self.go(),
            Command::PlayOther => self.play_other(),
            Command::SideToMove(color) => self.set_side_to_move(color),
            Command::Move(text) => self.user_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Undo => return self.take_back(1),
            Command::Remove => return self.take_back(2),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Holding(hands) => return self.hold(&hands),
            Command::Edit => self.begin_edit(),
            Command::Result(text) => self.game_ended(&text),
            Command::Draw => self.receive_draw_offer(),
            Command::Analyze => self.analyze(),
            Command::Exit => self.exit_analysis(),
            Command::Exclude(text) => return self.exclude(&text),
            Command::Include(text) => return self.include(&text),
            // everything else asks for nothing
            _ => {}
        }
        Ok(())
    }

    /// The commands about clocks and limits; false if it is none of them.
    fn obey_about_time(&mut self, command: &Command) -> bool {
        match *command {
            Command::Level {
                moves,
                base,
                increment,
            } => {
                let made = self.moves_made(self.us);
                self.clock.set_level(moves, base, increment, made);
            }
            Command::MoveTime(time) => self.clock.set_move_time(time),
            Command::Depth(depth) => self.clock.set_depth(Some(depth)),
            Command::NodeRate(rate) => self.clock.set_node_rate(rate),
            Command::Time(time) => {
                self.clock.set_remaining(time);
                return true;
            }
            Command::OpponentTime(time) => {
                self.clock.set_opponent(time);
                return true;
            }
            _ => return false,
        }
        self.update_limits();
        true
    }
}
