//! Which game is played: `variant`, the game that `new` means, and another file of games.

use std::cmp::Reverse;
use std::path::Path;
use std::sync::Arc;

use super::{Session, State};
use crate::game::Game;
use crate::protocol::{Reply, xboard};
use crate::types::{ByColor, Color};
use crate::variant::{Diagnostic, Library, LoadError, Severity, Variant};

/// The user is shown no more errors of a file than this.
const SHOWN_ERRORS: usize = 3;
/// So many complaints are made one by one.
const SAID: usize = 5;

impl Session {
    /// `variant`: another game from its start. If it is not there, there is none: the present one
    /// is not what the GUI means.
    pub(super) fn select_variant(&mut self, name: &str) {
        match self.variants.library.find(name, &self.options.selections) {
            Ok(variant) => {
                self.break_off();
                if !matches!(self.state, State::Observing) {
                    self.play.us = Color::Black;
                }
                self.begin_game(variant);
                self.announce_game();
            }
            Err(error) => {
                log::warn!("variant {name}: {error}");
                self.lose_game(&format!("variant {name} not supported: {error}"));
            }
        }
    }

    /// The start of the game that `new` means.
    pub(super) fn begin_default_game(&mut self) {
        match self.variants.default_variant(&self.options.selections) {
            Ok(variant) => {
                self.begin_game(variant);
                // the GUI expects plain chess now; if the user wants another game, it must know
                if self.variants.default_name.is_some() {
                    self.announce_game();
                }
            }
            Err(error) => {
                log::error!("{error}");
                self.lose_game(&error.to_string());
            }
        }
    }

    fn begin_game(&mut self, variant: Arc<Variant>) {
        let (variant, other) = self.as_meant(variant);
        let rules = self.variants.compile(variant, self.options.learned);
        let claim = self.options.claim_draw_after;
        let game = match self.start_numbers(rules.variant()) {
            Some(numbers) => Game::shuffled(rules, claim, numbers),
            None => Game::new(rules, claim),
        };
        self.adopt(game);
        self.play.other_game = other;
        self.recall();
    }

    /// The numbers of the back ranks that a game begins with, if they are shuffled and it is not
    /// for the GUI to do so: one that knows the game by name sends the position, any other is told.
    fn start_numbers(&self, variant: &Variant) -> Option<ByColor<u64>> {
        let number = match self.options.start_number {
            Some(number) => u64::from(number),
            None if xboard::gui_info(variant).piece_to_char.is_some() => rand::random(),
            None => return None,
        };
        variant.start_numbers(number)
    }

    /// Tells the GUI what it cannot know about the game.
    fn announce_game(&mut self) {
        for reply in xboard::introduction(&self.game) {
            self.output.send(&reply);
        }
        let limit = xboard::too_tall(self.variant().ranks);
        if let Some(limit) = limit.filter(|_| self.gui.is_xboard) {
            self.output.send(&Reply::TellUserError(limit));
        }
    }

    /// The user has chosen a game in the dialog of the options. A GUI changes the game only by its
    /// own menu, and that of XBoard has room for some twenty names it does not know: from now on
    /// this is the first of them, and the user is told where to look.
    pub(super) fn offer_game(&mut self, name: String) {
        let message = format!("{name} is in the menu now: choose it in File / New Variant");
        let news = self.options.offered.as_ref() != Some(&name);
        self.options.offered = Some(name);
        if news {
            self.announce_variants();
            // settings that are sent at the start are no news to the user
            if self.gui.has_begun {
                self.output.send(&Reply::TellUser(message));
            }
        }
    }

    /// Reads the games of another file. If that fails the present ones stay; the game on the
    /// board stays in any case.
    pub(super) fn read_library(&mut self, path: &str) {
        let named = (!path.is_empty()).then(|| Path::new(path));
        // who names a file hears all that is odd about it
        let reading = self.variants.reading.with_slips();
        let library = match Library::locate(named, self.places(), reading) {
            Ok(library) => library,
            Err(error) => return self.tell_load_error(&error),
        };
        if let Err(error) = library.default_game() {
            let message = format!("{path}: {error}");
            self.output.send(&Reply::TellUser(message));
            return;
        }
        self.tell_diagnostics(library.diagnostics());
        self.variants.library = library;
        self.announce_variants();
    }

    fn tell_load_error(&mut self, error: &LoadError) {
        match error {
            LoadError::Invalid(diagnostics) => self.tell_diagnostics(diagnostics),
            LoadError::Io { source, .. } => {
                let message = format!("{error}: {source}");
                self.output.send(&Reply::TellUser(message));
            }
        }
    }

    /// Shows the first errors to the user, and a few more complaints to those who look for them,
    /// errors first; of the rest only how many they are.
    pub(super) fn tell_diagnostics(&mut self, diagnostics: &[Diagnostic]) {
        let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
        sorted.sort_by_key(|diagnostic| Reverse(diagnostic.severity));
        // the number of one more would be no shorter than that one
        let said = if sorted.len() > SAID + 1 {
            SAID
        } else {
            sorted.len()
        };
        for (index, diagnostic) in sorted[..said].iter().enumerate() {
            log::warn!("{diagnostic}");
            let text = diagnostic.to_string();
            let shown = diagnostic.severity == Severity::Error && index < SHOWN_ERRORS;
            self.output.send(&if shown {
                Reply::TellUser(text)
            } else {
                Reply::Comment(text)
            });
        }
        let rest = sorted.len() - said;
        if rest > 0 {
            log::warn!("and {rest} more");
            let text = format!("and {rest} more, which `fmax check FILE` lists");
            self.output.send(&Reply::Comment(text));
        }
    }
}
