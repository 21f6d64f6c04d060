//! The variants that can be played, and the compiled forms of the last ones.

use std::sync::Arc;

use crate::ruleset::Ruleset;
use crate::variant::{FindError, Library, ReadOptions, Selections, Variant};

/// So many games are kept compiled.
const KEPT: usize = 4;

/// The games that can be played.
#[derive(Debug)]
pub struct Variants {
    /// The games by name.
    pub library: Library,
    /// How to read other files.
    pub reading: ReadOptions,
    /// The name of the game that `new` means; `None`: the default of the library.
    pub default_name: Option<String>,
    /// Games compiled before, to switch back to them quickly, and whether what was learnt for them counts.
    compiled: Vec<(bool, Arc<Ruleset>)>,
}

impl Variants {
    /// The games of a library.
    pub fn new(library: Library, reading: ReadOptions, default_name: Option<String>) -> Variants {
        Variants {
            library,
            reading,
            default_name,
            compiled: Vec::new(),
        }
    }

    /// The game that `new` means.
    pub fn default_variant(&self, selections: &Selections) -> Result<Arc<Variant>, FindError> {
        let name = self.default_name.as_deref();
        self.library.find_or_default(name, selections)
    }

    /// The compiled form of a game, with what was learnt for it or without.
    pub fn compile(&mut self, variant: Arc<Variant>, learned: bool) -> Arc<Ruleset> {
        let same = |(with, rules): &(bool, Arc<Ruleset>)| {
            *with == learned && Arc::ptr_eq(rules.variant(), &variant)
        };
        let rules = match self.compiled.iter().position(same) {
            Some(index) => self.compiled.remove(index).1,
            None if learned => Arc::new(Ruleset::new(variant)),
            None => Arc::new(Ruleset::without_net(variant)),
        };
        self.compiled.insert(0, (learned, rules.clone()));
        self.compiled.truncate(KEPT);
        rules
    }
}
