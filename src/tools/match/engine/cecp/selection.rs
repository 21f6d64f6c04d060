//! Which of an engine's variants is the one to be played.
//!
//! Engines spell names in their own ways and know variants that they do not list, and some accept any name without a
//! complaint and play chess. A game must not begin on two different boards.

use super::super::names::listed;
use super::super::text::shortened;
use super::super::{Engine, MOST_LISTED};
use super::{Cecp, GameError, PATIENCE};

/// A name that no variant has. If an engine refuses it, the engine can be believed when it accepts the name of a variant
/// that it does not list.
const NO_GAME: &str = "no-such-game";
/// The option by which Fairy-Max and fmax choose the variant that `fairy` means.
const FAIRY_OPTION: &str = "Variant fairy selects";

impl Cecp {
    /// Selects a variant after `new`.
    pub(super) fn select(&mut self, names: &[String]) -> Result<(), GameError> {
        let selected = self.choose(names);
        let mut known = self.features.variants().peekable();
        if selected == Err(GameError::Unknown) && known.peek().is_some() {
            log::warn!(
                "{} does not know {}; it lists the games {}",
                self.name(),
                names.first().map_or("the game", String::as_str),
                shortened(&known.collect::<Vec<_>>().join(", "), MOST_LISTED)
            );
        }
        selected
    }

    fn choose(&mut self, names: &[String]) -> Result<(), GameError> {
        let found = (names.iter()).find_map(|name| listed(self.features.variants(), name));
        let found = found.map(str::to_owned);
        // `new` means chess, unless the engine does not list it
        let silent = self.features.variants().next().is_none();
        let begun = silent || found.is_some();
        if begun && names.iter().any(|name| name == "normal") {
            // but some engines keep the variant of the game before
            if std::mem::take(&mut self.elsewhere) {
                return match self.try_variant("normal") {
                    Err(GameError::Unknown) => Ok(()),
                    other => other,
                };
            }
            return Ok(());
        }
        self.elsewhere = true;
        if let Some(name) = found {
            return self.try_variant(&name);
        }
        for name in names {
            let label = name.split_once('/').filter(|(first, _)| *first == "fairy");
            if let (Some((fairy, label)), Some(option)) =
                (label, self.features.option(FAIRY_OPTION))
            {
                let option = format!("option {option}={label}");
                self.link.send(&[&option])?;
                if self.settle(PATIENCE)?.is_some() {
                    return Err(GameError::Unknown);
                }
                return self.try_variant(fairy);
            }
        }
        // engines know variants that they do not list, but not all engines complain about an unknown name
        if self.refuses.is_none() {
            let refusal = self.try_variant(NO_GAME);
            self.refuses = Some(refusal == Err(GameError::Unknown));
            self.link.send(&["new"])?;
        }
        match names.first() {
            Some(name) if self.refuses == Some(true) => self.try_variant(name),
            _ => Err(GameError::Unknown),
        }
    }

    /// Sets up a position of the variant of the game that has begun.
    pub(super) fn set_board(&mut self, fen: &str) -> Result<(), GameError> {
        self.link.send(&[&format!("setboard {fen}")])?;
        match self.settle(PATIENCE)? {
            None => Ok(()),
            Some(line) => {
                log::warn!("{} refuses {fen}: {line}", self.name());
                Err(GameError::RefusesPosition)
            }
        }
    }

    fn try_variant(&mut self, name: &str) -> Result<(), GameError> {
        self.link.send(&[&format!("variant {name}")])?;
        if self.settle(PATIENCE)?.is_none() {
            Ok(())
        } else {
            Err(GameError::Unknown)
        }
    }
}
