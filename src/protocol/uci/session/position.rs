//! The variant, and the position in it that is searched.

use std::fmt;
use std::sync::Arc;

use super::Session;
use crate::game::Game;
use crate::protocol::position_files;
use crate::protocol::search_thread::Preparation;
use crate::protocol::uci::command::Start;
use crate::protocol::uci::names;
use crate::protocol::uci::notation::{Letters, fen_from_uci, fen_to_uci};
use crate::protocol::xboard;
use crate::types::Color;
use crate::variant::Variant;

/// How a GUI has told the position on the board.
#[derive(Debug, Default)]
pub struct Told {
    /// Where the moves begin; `None`: it has not told any.
    start: Option<Start>,
    /// The moves, as it writes them.
    moves: Vec<String>,
}

/// Why there is nothing to search: what the GUI means is not what is on the board.
#[derive(Debug)]
pub enum Missing {
    /// There is no such variant; no position helps.
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
    /// Begins the variant that the options name.
    pub(super) fn begin_variant(&mut self) {
        let chess960 = self.settings.chess960;
        let library = &self.variants.library;
        let name = names::ours(library, &self.settings.variant, chess960);
        let found = library.find(name, &self.options.selections);
        // some names mean another variant outside XBoard
        let found = found.map(|variant| {
            let elsewhere = variant.elsewhere.as_deref();
            let other =
                elsewhere.and_then(|name| library.find(name, &self.options.selections).ok());
            other.unwrap_or(variant)
        });
        match found {
            Ok(variant) => {
                let rules = self.variants.compile(variant, self.options.learned);
                self.game = Game::new(rules, self.options.claim_draw_after);
                self.options.apply(&mut self.game);
                self.letters = Letters::ours_with(chess960);
                self.told = Told::default();
                self.missing = None;
                self.recall();
            }
            Err(error) => {
                self.say(&error);
                self.missing = Some(Missing::Variant(error.to_string()));
            }
        }
    }

    /// Tells what GUIs want to know of a variant, as Fairy-Stockfish does.
    pub(super) fn announce_variant(&mut self) {
        if self.missing.is_some() {
            return;
        }
        let variant = self.game.rules().variant();
        let types = variant.types();
        let held = types.filter(|(id, _)| variant.rules.can_hold(Color::White, *id));
        let pocket = held.count();
        let fen = fen_to_uci(&self.game.position().gui_fen(), variant.ranks);
        let text = format!(
            "variant {} files {} ranks {} pocket {pocket} template {} startpos {fen}",
            self.settings.variant,
            variant.files,
            variant.ranks,
            template(variant)
        );
        self.say(text);
    }

    /// Reads what is remembered about positions of the variant.
    fn recall(&mut self) {
        let (records, problems) = position_files::recall(&self.variants.library, self.game.rules());
        for problem in problems {
            self.say_in_debug(problem);
        }
        let scores = records
            .iter()
            .map(|record| (record.key, record.fixed_score()));
        self.fixed_scores = Arc::new(scores.collect());
    }

    /// `ucinewgame`.
    pub(super) fn new_game(&mut self) {
        self.searches.prepare(Preparation::Clear);
        self.clock.forget();
        self.begin_variant();
    }

    /// `position`. If it goes on from the last one, only what is new is read.
    pub(super) fn set_position(&mut self, start: &Start, moves: Vec<String>) {
        if let Some(Missing::Variant(_)) = &self.missing {
            return;
        }
        if self.told.start.as_ref() != Some(start) {
            self.told = Told::default();
            if let Err(reason) = self.set_start(start) {
                return self.lose_position(reason);
            }
            self.told.start = Some(start.clone());
        }
        self.missing = None;
        let same = |(old, new): &(&String, &String)| old == new;
        let kept = self.told.moves.iter().zip(&moves).take_while(same).count();
        for _ in kept..self.told.moves.len() {
            self.game.undo();
        }
        self.told.moves.truncate(kept);
        for text in moves.into_iter().skip(kept) {
            match self.letters.read(&self.game, &text) {
                Ok(mv) => {
                    self.game.play(mv);
                    self.told.moves.push(text);
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

    /// A position was refused: nothing is searched until another one comes.
    fn lose_position(&mut self, reason: String) {
        self.told = Told::default();
        self.say(&reason);
        self.missing = Some(Missing::Position(reason));
    }
}

/// The variant known to GUIs that a variant looks like.
fn template(variant: &Variant) -> String {
    let known = || xboard::sent_for(&variant.name).unwrap_or("fairy");
    let parent = xboard::gui_info(variant).parent;
    parent.unwrap_or_else(|| known().to_owned())
}
