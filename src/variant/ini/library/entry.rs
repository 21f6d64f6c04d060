//! A variant of a library.

use std::ops::Range;
use std::sync::Arc;

use super::names::short_name;
use crate::variant::ini::game_def::GameDef;
use crate::variant::ini::resolve::{DEFAULT_NAME, Resolved, text};
use crate::variant::{Diagnostic, Span, Variant};

/// A variant of a library.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name in the file; `normal` for the unnamed default variant.
    pub name: String,
    /// The place of the name; the unnamed variant has none.
    pub place: Span,
    /// Further names.
    pub aliases: Vec<String>,
    /// The lines of the variant in the file, with those of its description, counted from 0.
    pub lines: Range<usize>,
    /// A description in one line; perhaps empty.
    pub description: String,
    /// True for the unnamed default variant of the file.
    pub unnamed: bool,
    /// True if the public list shows the variant under its own name.
    pub listed: bool,
    /// The variant, or why it cannot be played.
    pub variant: Result<Arc<Variant>, Vec<Diagnostic>>,
    /// Width of the board; 0 if the file does not say.
    pub files: u8,
    /// Height of the board; 0 if the file does not say.
    pub ranks: u8,
}

impl Entry {
    /// All names, with the short form.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [short_name(&self.name), &self.name]
            .into_iter()
            .chain(self.aliases.iter().map(String::as_str))
    }

    /// The entry of a resolved variant.
    pub(super) fn new(game: &GameDef, resolved: Resolved) -> Entry {
        let size = game.size.map(|size| size.value);
        Entry {
            unnamed: game.name.is_none(),
            place: (game.name.as_ref()).map_or(Span::default(), |name| name.span),
            name: text(&game.name).unwrap_or_else(|| DEFAULT_NAME.to_owned()),
            lines: game.lines.clone(),
            aliases: resolved.aliases,
            description: text(&game.description).unwrap_or_default(),
            listed: false,
            variant: resolved.variant.map(Arc::new).ok_or(resolved.diagnostics),
            files: size.map_or(0, |size| size.files),
            ranks: size.map_or(0, |size| size.ranks),
        }
    }
}
