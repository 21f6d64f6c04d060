//! The variants of a session, with a cache of compiled variants.

use std::path::Path;
use std::sync::Arc;

use crate::ruleset::Ruleset;
use crate::variant::{FindError, Library, LoadError, ReadOptions, Selections, Variant};

/// Number of compiled variants in the cache.
const KEPT: usize = 4;

/// The variants of a session.
#[derive(Debug)]
pub struct Variants {
    /// The variants by name.
    pub library: Library,
    /// How to read other files of variants.
    pub reading: ReadOptions,
    /// The variant that `new` starts; `None`: the default of the library.
    pub default_name: Option<String>,
    /// The compiled variants, each with whether it uses its learned evaluation.
    compiled: Vec<(bool, Arc<Ruleset>)>,
}

impl Variants {
    /// The variants of a library.
    pub fn new(library: Library, reading: ReadOptions, default_name: Option<String>) -> Variants {
        Variants {
            library,
            reading,
            default_name,
            compiled: Vec::new(),
        }
    }

    /// The variant that `new` starts.
    pub fn default_variant(&self, selections: &Selections) -> Result<Arc<Variant>, FindError> {
        let name = self.default_name.as_deref();
        self.library.find_or_default(name, selections)
    }

    /// Reads another file, with all warnings; without a path, the file that `fmax` finds by itself.
    pub fn read(&self, path: &str) -> Result<Library, LoadError> {
        let named = (!path.is_empty()).then(|| Path::new(path));
        Library::locate(named, self.library.places(), self.reading.with_slips())
    }

    /// Compiles a variant, with or without its learned evaluation.
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
