//! An index of variants by name.

use std::collections::HashMap;

use super::entry::Entry;
use super::names::{folded, short_name};

/// The variants by kind of name. If several variants have the same name, the first one counts.
#[derive(Clone, Debug, Default)]
pub(super) struct NameIndex {
    /// One map for each kind of name, in order of precedence: names in the file, the unnamed variant, names without the
    /// board size, aliases.
    exact: [HashMap<String, usize>; 4],
    /// Names without case and separators.
    folded: HashMap<String, usize>,
}

impl NameIndex {
    /// Indexes the names of these entries.
    pub fn new(entries: &[Entry]) -> NameIndex {
        let mut index = NameIndex::default();
        for (place, entry) in entries.iter().enumerate() {
            let [named, unnamed, short, alias] = &mut index.exact;
            let own = if entry.unnamed { unnamed } else { named };
            own.entry(entry.name.clone()).or_insert(place);
            let without_size = short_name(&entry.name).to_owned();
            short.entry(without_size).or_insert(place);
            for name in &entry.aliases {
                alias.entry(name.clone()).or_insert(place);
            }
            for name in entry.names() {
                index.folded.entry(folded(name)).or_insert(place);
            }
        }
        index
    }

    /// The index of the variant with a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        let exact = self.exact.iter().find_map(|names| names.get(name));
        exact.or_else(|| self.folded.get(&folded(name))).copied()
    }
}
