//! The variant and the position to search.

use std::fmt;
use std::sync::Arc;

use super::Session;
use crate::game::Game;
use crate::protocol::position_files;
use crate::protocol::search_thread::Preparation;
use crate::protocol::uci::command::Start;
use crate::protocol::uci::names;
use crate::protocol::uci::notation::{Letters, fen_from_uci};
use crate::protocol::xboard;
use crate::types::Color;
use crate::variant::Variant;

/// The last `position` command.
#[derive(Debug, Default)]
pub struct Received {
    /// The position before the moves; `None` before the first command.
    start: Option<Start>,
    /// The moves as the GUI wrote them.
    moves: Vec<String>,
}

/// Why no position can be searched: the last variant or position was refused.
#[derive(Debug)]
pub enum Missing {
    /// The variant was refused, so no position can be set up either.
    Variant(String),
    /// The position was refused.
    Position(String),
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::Variant(reason) => write!(f, "no variant: {reason}"),
            Missing::Position(reason) => write!(f, "no position: {reason}"),
        }
    }
}

impl Session {
    /// Switches to the variant that the options name.
    pub(super) fn begin_variant(&mut self) {
        let chess960 = self.settings.chess960;
        let library = &self.variants.library;
        let name = names::library_name(library, &self.settings.variant, chess960);
        let found = library.find(name, &self.options.selections);
        match found {
            Ok(variant) => {
                // some names mean another variant outside XBoard
                let elsewhere = variant.elsewhere.as_deref();
                let other =
                    elsewhere.and_then(|name| library.find(name, &self.options.selections).ok());
                let variant = other.unwrap_or(variant);
                self.letters = Letters::for_gui(&variant, chess960);
                let rules = self.variants.compile(variant, self.options.learned);
                self.game = Game::new(rules, self.options.claim_draw_after);
                self.options.apply(&mut self.game);
                self.received = Received::default();
                self.missing = None;
                self.recall();
            }
            Err(error) => {
                self.say(&error);
                self.missing = Some(Missing::Variant(error.to_string()));
            }
        }
    }

    /// Sends the description of the variant that Fairy-Stockfish sends and GUIs read.
    pub(super) fn announce_variant(&mut self) {
        if self.missing.is_some() {
            return;
        }
        let variant = self.game.rules().variant();
        let types = variant.types();
        let held = types.filter(|(id, _)| variant.rules.can_hold(Color::White, *id));
        let pocket = held.count();
        let fen = self.game.position().gui_fen();
        let fen = self.letters.fen_to_uci(&fen, variant.ranks);
        let text = format!(
            "variant {} files {} ranks {} pocket {pocket} template {} startpos {fen}",
            self.settings.variant,
            variant.files,
            variant.ranks,
            template(variant)
        );
        self.say(text);
    }

    /// Loads the remembered positions of the variant.
    fn recall(&mut self) {
        let (records, problems) = position_files::recall(&self.variants.library, self.game.rules());
        for problem in problems {
            self.say_in_debug(problem);
        }
        let scores = (records.iter()).map(|record| (record.key, record.fixed_score()));
        self.searches.fixed_scores = Arc::new(scores.collect());
    }

    /// `ucinewgame`.
    pub(super) fn new_game(&mut self) {
        self.searches.prepare(Preparation::Clear);
        self.clock.forget();
        self.begin_variant();
    }

    /// `position`. Only the moves that differ from those of the last command are replayed.
    pub(super) fn set_position(&mut self, start: &Start, moves: Vec<String>) {
        if let Some(Missing::Variant(_)) = &self.missing {
            return;
        }
        if self.received.start.as_ref() != Some(start) {
            self.received = Received::default();
            if let Err(reason) = self.set_start(start) {
                return self.lose_position(reason);
            }
            self.received.start = Some(start.clone());
        }
        self.missing = None;
        let old = &mut self.received.moves;
        let kept = (old.iter().zip(&moves))
            .take_while(|(old, new)| old == new)
            .count();
        for _ in kept..old.len() {
            self.game.undo();
        }
        old.truncate(kept);
        for text in moves.into_iter().skip(kept) {
            match self.letters.read(&self.game, &text) {
                Ok(mv) => {
                    self.game.play(mv);
                    self.received.moves.push(text);
                }
                Err(error) => return self.lose_position(format!("illegal move {text}: {error}")),
            }
        }
    }

    fn set_start(&mut self, start: &Start) -> Result<(), String> {
        let mut game = Game::new(self.game.rules().clone(), self.options.claim_draw_after);
        self.options.apply(&mut game);
        if let Start::Fen(fen) = start {
            let fen = fen_from_uci(fen, game.rules().variant().ranks);
            game.set_gui_fen(&fen)
                .map_err(|error| format!("bad FEN: {error}"))?;
            if let Some(reason) = game.wrong_turn() {
                return Err(format!("bad FEN: {reason}"));
            }
        }
        self.game = game;
        Ok(())
    }

    /// Refuses a position: no search starts until the next position.
    fn lose_position(&mut self, reason: String) {
        self.received = Received::default();
        self.say(&reason);
        self.missing = Some(Missing::Position(reason));
    }
}

/// The variant on which a GUI should base its display.
fn template(variant: &Variant) -> String {
    let parent = xboard::gui_info(variant).parent;
    parent.unwrap_or_else(|| (xboard::sent_for(&variant.name).unwrap_or("fairy")).to_owned())
}
