//! Which variant an engine plays, and whether it begins from our start position.
//!
//! A game must not begin on two different boards: an engine that shows its position is believed only if the position is
//! ours.

use super::super::names::listed;
use super::super::{Engine, GameError, GameNames, PATIENCE};
use super::Uci;
use super::options::Kind;
use crate::game::Game;
use crate::protocol::uci::names::{CHESS, OUR_CHESS};
use crate::protocol::uci::notation::Letters;

/// The option that selects the variant.
pub(super) const VARIANT: &str = "UCI_Variant";
/// The option for variants that begin from many positions.
const SHUFFLED: &str = "UCI_Chess960";

impl Uci {
    /// Makes the engine play the variant with these names from this position; see [`Engine::begin`].
    pub(super) fn select(
        &mut self,
        names: &GameNames,
        start: &Game,
        set_up: bool,
    ) -> Result<(), GameError> {
        let mut lines = Vec::new();
        let variant = &start.rules().variant().name;
        match self.called(names) {
            Some(name) => lines.extend(self.option_line(VARIANT, &name)),
            None => {
                log::warn!(
                    "{} has no game {variant} to choose with {VARIANT}; if it has another name \
                     there, it can be given as an option: {VARIANT}=NAME",
                    self.name()
                );
                return Err(GameError::Unknown);
            }
        }
        let shuffled = start.rules().variant().rules.shuffle.is_some();
        match self.option_line(SHUFFLED, &shuffled.to_string()) {
            Some(line) => lines.push(line),
            None if shuffled => {
                log::warn!(
                    "{} has no option {SHUFFLED}, which {variant} needs",
                    self.name()
                );
                return Err(GameError::Unknown);
            }
            None => {}
        }
        self.start = if set_up {
            let (fen, ranks) = (start.position().gui_fen(), start.rules().variant().ranks);
            format!("fen {}", Letters::default().fen_to_uci(&fen, ranks))
        } else {
            "startpos".to_owned()
        };
        lines.push("ucinewgame".to_owned());
        self.link.send(&lines)?;
        self.wait_until_ready(PATIENCE)?;
        self.compare(start, set_up)
    }

    /// Asks for the position on the engine's board. UCI has no such command, but many engines answer it, and the other
    /// engines have to ignore it.
    fn compare(&mut self, start: &Game, set_up: bool) -> Result<(), GameError> {
        self.letters = Letters::default();
        self.link.send(&[self.position().as_str(), "d"])?;
        let Some(shown) = self.wait_until_ready(PATIENCE)?.shown else {
            return Ok(());
        };
        match Letters::of(start.position(), &shown) {
            Ok(letters) => {
                self.letters = letters;
                Ok(())
            }
            Err(why) => {
                log::warn!(
                    "{} begins {} from {shown}, not from {}: {why}",
                    self.name(),
                    start.rules().variant().name,
                    start.position().fen()
                );
                Err(if set_up {
                    GameError::RefusesPosition
                } else {
                    GameError::Unknown
                })
            }
        }
    }

    /// The engine's name of a variant; `None` if the engine does not have the variant.
    fn called(&self, names: &GameNames) -> Option<String> {
        let own = || names.own.iter().map(String::as_str);
        let is_chess = own().any(|name| OUR_CHESS.contains(&name));
        let elsewhere = names.elsewhere.iter().map(String::as_str);
        let mut candidates = own().chain(is_chess.then_some(CHESS)).chain(elsewhere);
        let Some(option) = self.option(VARIANT) else {
            return candidates.find(|name| *name == CHESS).map(str::to_owned);
        };
        let Kind::Combo(known) = &option.kind else {
            return None;
        };
        if let Some(name) = &self.variant {
            return Some(name.clone());
        }
        let known = known.iter().map(String::as_str);
        candidates
            .find_map(|name| listed(known.clone(), name))
            .map(str::to_owned)
    }
}
