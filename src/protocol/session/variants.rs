//! The choice of the variant: `variant`, the default of `new`, and other files of variants.

use std::cmp::Reverse;
use std::sync::Arc;

use super::{Session, State};
use crate::game::Game;
use crate::protocol::{Reply, xboard};
use crate::types::{ByColor, Color};
use crate::variant::{Diagnostic, LoadError, Severity, Variant};

/// Most errors of a file that are shown in a dialog.
const DIALOGS: usize = 3;
/// Most diagnostics of a file that are sent.
const SENT: usize = 5;

impl Session {
    /// `variant`: starts a game of another variant. If the name is unknown, there is no variant, because the GUI does
    /// not mean the current one.
    pub(super) fn select_variant(&mut self, name: &str) {
        match self.variants.library.find(name, &self.options.selections) {
            Ok(variant) => {
                self.break_off();
                if !matches!(self.state, State::Observing) {
                    self.play.us = Color::Black;
                }
                self.begin_game(variant);
                self.announce_variant();
            }
            Err(error) => {
                log::warn!("variant {name}: {error}");
                self.lose_variant(&format!("variant {name} not supported: {error}"));
            }
        }
    }

    /// Starts a game of the default variant.
    pub(super) fn begin_default_game(&mut self) {
        match self.variants.default_variant(&self.options.selections) {
            Ok(variant) => {
                self.begin_game(variant);
                // the GUI expects chess and must be informed if the user has chosen another default
                if self.variants.default_name.is_some() {
                    self.announce_variant();
                }
            }
            Err(error) => {
                log::error!("{error}");
                self.lose_variant(&error.to_string());
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
        self.play.other_variant = other;
        self.recall();
    }

    /// The numbers of shuffled back ranks, if the engine chooses them. A GUI that knows the variant by name sends the
    /// position.
    fn start_numbers(&self, variant: &Variant) -> Option<ByColor<u64>> {
        let number = match self.options.start_number {
            Some(number) => u64::from(number),
            None if xboard::gui_info(variant).piece_to_char.is_some() => rand::random(),
            None => return None,
        };
        variant.start_numbers(number)
    }

    /// Describes the variant to the GUI, unless the GUI knows it.
    fn announce_variant(&mut self) {
        for reply in xboard::introduction(&self.game) {
            self.output.send(&reply);
        }
        let limit = xboard::too_tall(self.variant().ranks);
        if let Some(limit) = limit.filter(|_| self.gui.is_xboard) {
            self.output.send(&Reply::TellUserError(limit));
        }
    }

    /// The user has chosen a variant in the dialog of the options. A GUI changes the variant only by its own menu,
    /// where XBoard has room for some twenty unknown names. So this puts the chosen variant first in the menu, and
    /// shows the user where it is.
    pub(super) fn offer_variant(&mut self, name: String) {
        let message = format!("{name} is in the menu now: choose it in File / New Variant");
        let news = self.options.offered.as_ref() != Some(&name);
        self.options.offered = Some(name);
        if news {
            self.announce_variants();
            // a GUI sends saved settings at the start
            if self.gui.has_begun {
                self.output.send(&Reply::TellUser(message));
            }
        }
    }

    /// Reads another file of variants. If that fails, the current variants stay. The game on the board continues.
    pub(super) fn read_library(&mut self, path: &str) {
        let library = match self.variants.read(path) {
            Ok(library) => library,
            Err(LoadError::Invalid(diagnostics)) => return self.show_diagnostics(&diagnostics),
            Err(error) => {
                let message = format!("{:#}", anyhow::Error::from(error));
                return self.output.send(&Reply::TellUser(message));
            }
        };
        if let Err(error) = library.default_game() {
            let message = format!("{path}: {error}");
            return self.output.send(&Reply::TellUser(message));
        }
        self.show_diagnostics(library.diagnostics());
        self.variants.library = library;
        self.announce_variants();
    }

    /// Sends the first diagnostics, errors first. Some errors are sent as dialogs, the other diagnostics as comments.
    pub(super) fn show_diagnostics(&mut self, diagnostics: &[Diagnostic]) {
        let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
        sorted.sort_by_key(|diagnostic| Reverse(diagnostic.severity));
        // a line that counts a single further diagnostic would be no shorter
        let sent = if sorted.len() > SENT + 1 {
            SENT
        } else {
            sorted.len()
        };
        for (index, diagnostic) in sorted[..sent].iter().enumerate() {
            log::warn!("{diagnostic}");
            let text = diagnostic.to_string();
            let dialog = diagnostic.severity == Severity::Error && index < DIALOGS;
            self.output.send(&if dialog {
                Reply::TellUser(text)
            } else {
                Reply::Comment(text)
            });
        }
        let rest = sorted.len() - sent;
        if rest > 0 {
            self.comment(format!("and {rest} more, which `fmax check FILE` lists"));
        }
    }
}
