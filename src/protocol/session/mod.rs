//! The CECP session.
//!
//! The session is a state machine on one thread that never blocks. A search runs on its own thread; its result is an
//! event with the number of the search, so that results of abandoned searches are ignored. The data of the session is
//! grouped by subject, one module and type each; this module handles the events.

mod analysing;
mod completing;
mod dispatch;
mod edit;
mod elsewhere;
mod gui;
mod judgement;
mod missing;
mod mouse;
mod options;
mod partner;
mod pausing;
mod playing;
mod pondering;
mod positions;
mod resources;
mod show;
mod state;
mod terminal;
mod thinking;
mod variants;

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use anyhow::{Context, bail};

use super::options::Options;
use super::search_thread::{SearchThread, can_allocate};
use super::searches::{Searches, usable_threads};
use super::time_control::TimeControl;
use super::uci::{self, Tools};
use super::variants::Variants;
use super::{Command, CommandError, Event, Output, Reply};
use crate::game::Game;
use crate::types::Instant;
use crate::variant::{Library, ReadOptions, Variant};
use gui::Gui;
use judgement::Judgement;
use missing::Missing;
use playing::Play;
use positions::Positions;
use resources::Resources;
use state::{Analysis, State};

/// The settings of a new session.
#[derive(Clone, Debug)]
pub struct Config {
    /// The variants.
    pub library: Library,
    /// How to read other files.
    pub reading: ReadOptions,
    /// Size of the hash table.
    pub hash_bytes: usize,
    /// Search threads until the GUI sets another number; at least 1.
    pub threads: u32,
    /// The variant that `new` starts, if it is not the default of the library.
    pub game: Option<String>,
    /// Subcommands that a UCI session offers too.
    pub tools: Option<Tools>,
}

/// A CECP session.
#[derive(Debug)]
pub struct Session {
    output: Output,
    gui: Gui,
    variants: Variants,
    options: Options,
    resources: Resources,
    game: Game,
    /// Why `game` is not the game that the GUI shows; while this is set, the engine plays nothing.
    missing: Option<Missing>,
    play: Play,
    judgement: Judgement,
    clock: TimeControl,
    positions: Positions,
    state: State,
    searches: Searches,
    /// When the last line was read.
    read_at: Instant,
    /// Sends events to this session.
    events: Sender<Event>,
    tools: Option<Tools>,
    quit: bool,
}

impl Session {
    /// A new session. Events that searches send to `events` must be passed to [`Session::handle`].
    ///
    /// # Errors
    /// If the variant cannot be played, or threads or memory are missing.
    pub fn new(config: Config, output: Output, events: Sender<Event>) -> anyhow::Result<Session> {
        let options = Options::new();
        let mut variants = Variants::new(config.library, config.reading, config.game);
        let variant = variants.default_variant(&options.selections)?;
        if !can_allocate(config.hash_bytes) {
            bail!(
                "no memory for a hash table of {} MB",
                config.hash_bytes >> 20
            );
        }
        let thread = SearchThread::new(config.hash_bytes, events.clone());
        let thread = thread.context("no thread to search on")?;
        let rules = variants.compile(variant, options.learned);
        let mut session = Session {
            output,
            gui: Gui::default(),
            variants,
            resources: Resources::new(config.threads, config.hash_bytes),
            game: Game::new(rules, options.claim_draw_after),
            options,
            missing: None,
            play: Play::default(),
            judgement: Judgement::default(),
            clock: TimeControl::default(),
            positions: Positions::default(),
            state: State::Waiting,
            searches: Searches::new(thread, usable_threads(config.threads)),
            read_at: Instant::now(),
            events,
            tools: config.tools,
            quit: false,
        };
        session.recall();
        Ok(session)
    }

    /// Continues in UCI. Unsent output is dropped.
    pub fn into_uci(self) -> uci::Session {
        uci::Session::new(uci::Parts {
            output: self.output,
            variants: self.variants,
            options: self.options,
            hash_bytes: self.resources.hash_bytes,
            threads: self.resources.cores,
            game: self.game,
            clock: self.clock,
            searches: self.searches,
            events: self.events,
            tools: self.tools,
        })
    }

    /// Reacts to an event.
    pub fn handle(&mut self, event: Event) {
        self.react(event);
        self.after_event();
        if !self.is_busy() {
            self.answer_pings();
        }
        self.output.flush();
    }

    fn react(&mut self, event: Event) {
        match event {
            Event::Report { .. } | Event::Finished { .. } if self.searches.is_paused() => {
                self.searches.hold(event);
            }
            Event::Input { line, at } => {
                self.read_at = at;
                self.handle_line(line.trim());
            }
            Event::Overlong(line) => self.refuse("line too long", &line),
            Event::EndOfInput => self.quit = true,
            Event::Report { id, report, .. } => self.reported(id, report),
            Event::Finished { id, result } => self.finished(id, result),
            Event::Prepared => self.searches.prepared(),
            Event::Alarm => self.alarm(),
            Event::Line(_) | Event::Done(_) => {}
        }
    }

    /// Starts the search that the state of the session requires after an event.
    fn after_event(&mut self) {
        let waits = self.gui.editor.is_some() || self.searches.is_paused();
        if waits || self.missing.is_some() || self.is_over() {
            return;
        }
        match self.state {
            State::Analysing(Analysis::Due) => self.begin_analysis(),
            State::Waiting => self.begin_pondering(),
            _ => {}
        }
    }

    /// Parses and carries out a line.
    fn handle_line(&mut self, line: &str) {
        log::debug!("< {line}");
        let done = if self.gui.editor.is_some() && line != "quit" {
            self.edit_line(line)
        } else {
            let command = match line.parse::<Command>() {
                Err(CommandError::Unknown) if self.begins_with_move(line) => {
                    Ok(Command::Move(line.to_owned()))
                }
                command => command.map_err(anyhow::Error::from),
            };
            command.and_then(|command| self.dispatch(command))
        };
        if let Err(refusal) = done {
            let unknown = matches!(refusal.downcast_ref(), Some(CommandError::Unknown));
            self.refuse(refusal, line);
            if unknown {
                self.advise(line);
            }
        }
    }

    fn refuse(&mut self, reason: impl fmt::Display, line: &str) {
        self.output.send(&Reply::Error {
            reason: reason.to_string(),
            line: line.to_owned(),
        });
    }

    /// True when the session has ended.
    pub fn is_over(&self) -> bool {
        self.quit || self.output.is_closed()
    }

    /// True while there is work that a ping must wait for.
    pub fn is_busy(&self) -> bool {
        matches!(self.state, State::Thinking(_)) || self.searches.is_busy()
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    fn variant(&self) -> &Arc<Variant> {
        self.game.rules().variant()
    }
}
