//! Finding a game by one of its names, at the same speed however many there are.

use std::collections::HashMap;

use super::entry::Entry;
use super::names::{folded, short_name};

/// Where the games of each kind of name are. Of several games with one name the first counts.
#[derive(Clone, Debug, Default)]
pub(super) struct NameIndex {
    /// By kind, in the order in which they count: what the file calls the games, the unnamed game,
    /// names without the size of the board, further names.
    exact: [HashMap<String, usize>; 4],
    /// Names without what is easily got wrong.
    folded: HashMap<String, usize>,
}

impl NameIndex {
    /// The names of these games.
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

    /// The number of the game that a name means by itself.
    pub fn find(&self, name: &str) -> Option<usize> {
        let exact = self.exact.iter().find_map(|names| names.get(name));
        exact.or_else(|| self.folded.get(&folded(name))).copied()
    }
}
