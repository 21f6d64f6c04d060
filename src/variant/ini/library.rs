//! The variants of a file and their names.
//!
//! A [`Library`] holds every variant of a file; a broken variant has its diagnostics instead. Several names may mean
//! one variant, and the user selects the meaning of `fairy` and `makruk`. This layer opens files only here.

mod beside;
mod entry;
mod error;
mod index;
pub(super) mod names;

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::diagnostic::Report;
use super::did_you_mean::did_you_mean;
use super::read_options::ReadOptions;
use super::resolve::{self, DEFAULT_NAME};
use super::source;
use crate::files::{self, Places};
use crate::variant::{Diagnostic, Span, Variant, rules};
use index::NameIndex;
use names::MAKRUKS;
use names::{FAIRY, MAKRUK, fairy_label, folded};

pub use entry::Entry;
pub use error::{FindError, LoadError};
pub use names::short_name;

const BUILTIN_TEXT: &str = include_str!("../../../fmax.ini");
const BUILTIN_NAME: &str = "the built-in fmax.ini";
/// Largest edit distance of a suggestion.
const SUGGEST: usize = 3;

/// The meanings of the catch-all names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selections {
    /// The LABEL of the variant `fairy/LABEL` that `fairy` means; by default the first such variant.
    pub fairy: Option<String>,
    /// The variant that `makruk` means, if it is not the variant with this name.
    pub makruk: Option<String>,
}

/// Where a library comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// A file.
    File(PathBuf),
    /// The text that is built into the program.
    #[default]
    BuiltIn,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path) => write!(f, "{}", path.display()),
            Origin::BuiltIn => f.write_str(BUILTIN_NAME),
        }
    }
}

/// The variants of a file.
#[derive(Clone, Debug, Default)]
pub struct Library {
    origin: Origin,
    entries: Vec<Entry>,
    names: NameIndex,
    diagnostics: Vec<Diagnostic>,
    /// The folders of companion files.
    places: Places,
}

/// The text of the built-in file.
pub fn builtin_text() -> &'static str {
    BUILTIN_TEXT
}

impl Library {
    /// Reads the text of a file called `name`.
    ///
    /// # Errors
    /// Only if the whole file is unusable. A broken variant stays in the library.
    pub fn parse(
        name: &str,
        bytes: &[u8],
        options: ReadOptions,
    ) -> Result<Library, Vec<Diagnostic>> {
        let file = source::read(name, bytes)?;
        let mut diagnostics = file.diagnostics;
        let mut entries = Vec::with_capacity(file.games.len());
        for game in &file.games {
            let resolved = resolve::resolve(game, name, options);
            diagnostics.extend_from_slice(&resolved.diagnostics);
            entries.push(Entry::new(game, resolved));
        }
        let mut library = Library {
            origin: Origin::File(PathBuf::from(name)),
            names: NameIndex::new(&entries),
            entries,
            diagnostics,
            places: Places::default(),
        };
        for index in 0..library.entries.len() {
            library.entries[index].listed = library.is_listed(index);
        }
        let mut report = Report::new(name);
        for game in file.games.iter().filter_map(rules::start::elsewhere) {
            library.look_for(&mut report, game.text, game.span);
        }
        library.diagnostics.extend(report.into_list());
        Ok(library)
    }

    /// Finds a variant that a file mentions, or warns.
    fn look_for(&self, report: &mut Report, name: &str, span: Span) -> Option<usize> {
        let found = self.resolve(name);
        if found.is_none() {
            let hint = (!report.is_full()).then(|| self.suggestion(name)).flatten();
            let hint = hint.map(|name| format!("do you mean `{name}`?"));
            report.warning(span, format!("there is no variant `{name}`"), hint);
        }
        found
    }

    /// The lines of a variant, with its description, read again from the file.
    ///
    /// # Errors
    /// If the file can no longer be read.
    pub fn text_of(&self, entry: &Entry) -> io::Result<String> {
        let bytes = match &self.origin {
            Origin::BuiltIn => Cow::from(BUILTIN_TEXT.as_bytes()),
            Origin::File(path) => files::read(path, source::MAX_BYTES as u64)?.into(),
        };
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().skip(entry.lines.start);
        let own: Vec<&str> = lines.take(entry.lines.len()).collect();
        Ok(own.join("\n"))
    }

    /// Reads a file and its companions.
    ///
    /// # Errors
    /// If the file cannot be read or is not a file of variants.
    pub fn open(path: impl AsRef<Path>, options: ReadOptions) -> Result<Library, LoadError> {
        Library::open_among(path.as_ref(), &Places::default(), options)
    }

    fn open_among(
        path: &Path,
        places: &Places,
        options: ReadOptions,
    ) -> Result<Library, LoadError> {
        let bytes =
            files::read(path, source::MAX_BYTES as u64).map_err(|source| LoadError::Io {
                path: path.to_owned(),
                source,
            })?;
        let name = path.display().to_string();
        let mut library = Library::parse(&name, &bytes, options).map_err(LoadError::Invalid)?;
        library.origin = Origin::File(path.to_owned());
        library.read_companions(places)?;
        Ok(library)
    }

    /// The built-in variants.
    pub fn builtin(options: ReadOptions) -> Library {
        let parsed = Library::parse(BUILTIN_NAME, BUILTIN_TEXT.as_bytes(), options);
        let library = parsed.unwrap_or_else(|diagnostics| Library {
            diagnostics,
            ..Library::default()
        });
        Library {
            origin: Origin::BuiltIn,
            ..library
        }
    }

    /// Reads the named file; without a name, the first `fmax.ini` in these places, or else the built-in file. Reads the
    /// companions of the file as well.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn locate(
        named: Option<&Path>,
        places: &Places,
        options: ReadOptions,
    ) -> Result<Library, LoadError> {
        let library = match named.map(Path::to_owned).or_else(|| places.find_games()) {
            Some(path) => Library::open_among(&path, places, options)?,
            None => {
                let mut library = Library::builtin(options);
                library.read_companions(places)?;
                library
            }
        };
        log::info!("{} games from {}", library.entries.len(), library.origin);
        Ok(library)
    }

    /// Adds the variants of another library, except those with a known name, whose names are returned.
    pub fn extend(&mut self, other: Library) -> Vec<String> {
        let mut refused = Vec::new();
        for entry in other.entries {
            if self.resolve(&entry.name).is_some() {
                refused.push(entry.name);
            } else {
                self.entries.push(entry);
            }
        }
        self.names = NameIndex::new(&self.entries);
        refused
    }

    /// The library with only this variant; `None` if the variant is unknown or broken.
    pub fn only(mut self, name: &str) -> Option<Library> {
        let index = self.resolve(name)?;
        let mut entry = self.entries.swap_remove(index);
        entry.variant.as_ref().ok()?;
        entry.listed = true;
        self.entries = vec![entry];
        self.names = NameIndex::new(&self.entries);
        Some(self)
    }

    /// The origin of the variants.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The file of the variants; `None` if they are built in.
    pub fn file(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path) => Some(path),
            Origin::BuiltIn => None,
        }
    }

    /// The folders of companion files.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The path for writing a companion file; `None` if the user has no folder for it.
    pub fn companion(&self, extension: &str) -> Option<PathBuf> {
        self.places.companion(self.file(), extension)
    }

    /// The path for writing played games.
    pub fn workspace(&self, extension: &str) -> PathBuf {
        self.places.workspace(self.file(), extension)
    }

    /// Diagnostics about the file and its variants, with slips if they were requested.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// All variants in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// All variants, except an unnamed variant that also occurs with a name and the same rules.
    pub fn distinct_entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| {
            let named = self.entry(&entry.name).filter(|named| !named.unnamed);
            let repeated = match (&entry.variant, named.map(|named| &named.variant)) {
                (Ok(one), Some(Ok(other))) => one.rules_fingerprint() == other.rules_fingerprint(),
                _ => false,
            };
            !(entry.unnamed && repeated)
        })
    }

    /// The variant with a name, playable or not; catch-all names mean themselves.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.resolve(name).map(|index| &self.entries[index])
    }

    /// The names to offer, in the order of the file: without hidden and broken variants, and with one name `fairy` for
    /// all `fairy/LABEL`. Other spellings of names follow, because some GUIs look for exactly one of these spellings.
    pub fn public_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        let mut spellings: Vec<&str> = Vec::new();
        for (index, entry) in self
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.listed)
        {
            let name = self.shown_name(index, entry);
            names.push(name);
            let spelling = |alias: &&String| folded(alias) == folded(name);
            spellings.extend(entry.aliases.iter().filter(spelling).map(String::as_str));
        }
        if !names.contains(&FAIRY) && !self.fairy_choices().is_empty() {
            names.push(FAIRY);
        }
        names.extend(spellings);
        names
    }

    /// The labels of the variants `fairy/LABEL`.
    pub fn fairy_choices(&self) -> Vec<&str> {
        let playable = self.entries.iter().filter(|entry| entry.variant.is_ok());
        playable
            .filter_map(|entry| fairy_label(&entry.name))
            .collect()
    }

    /// The variants that `makruk` can mean; an empty list if there is no choice.
    pub fn makruk_choices(&self) -> Vec<&'static str> {
        let playable = |name: &&str| {
            let mut entries = self.entries.iter();
            entries.any(|entry| entry.variant.is_ok() && entry.names().any(|known| known == *name))
        };
        let found: Vec<&str> = MAKRUKS.into_iter().filter(playable).collect();
        if found.len() > 1 { found } else { Vec::new() }
    }

    /// The variant with a name.
    ///
    /// Names take precedence over aliases, and aliases over names that differ only in letter case, dashes, underscores
    /// and blanks. A selection that the file does not have is ignored.
    ///
    /// # Errors
    /// If there is no such variant, or it is broken.
    pub fn find(&self, name: &str, selections: &Selections) -> Result<Arc<Variant>, FindError> {
        match self.selected(name, selections) {
            Some(index) => self.game(index),
            None => Err(FindError::Unknown {
                name: name.to_owned(),
                suggestion: self.suggestion(name),
                built_in: self.file().is_none(),
            }),
        }
    }

    /// True if [`Library::find`] knows a name, even of a broken variant.
    pub fn knows(&self, name: &str) -> bool {
        self.selected(name, &Selections::default()).is_some()
    }

    /// The word itself if it is the name of a variant, else the most similar name.
    pub fn meant(&self, word: &str) -> Option<String> {
        if self.knows(word) {
            Some(word.to_owned())
        } else {
            self.suggestion(word)
        }
    }

    /// The default variant: the unnamed variant, or else `normal`, or else the first variant.
    ///
    /// # Errors
    /// If the variant is broken.
    pub fn default_game(&self) -> Result<Arc<Variant>, FindError> {
        let unnamed = self.entries.iter().position(|entry| entry.unnamed);
        let index = unnamed.or_else(|| self.resolve(DEFAULT_NAME)).unwrap_or(0);
        self.game(index)
    }

    /// The variant with a name; without a name, the default variant.
    ///
    /// # Errors
    /// If there is no such variant, or it is broken.
    pub fn find_or_default(
        &self,
        name: Option<&str>,
        selections: &Selections,
    ) -> Result<Arc<Variant>, FindError> {
        match name {
            Some(name) => self.find(name, selections),
            None => self.default_game(),
        }
    }

    fn game(&self, index: usize) -> Result<Arc<Variant>, FindError> {
        let Some(entry) = self.entries.get(index) else {
            return Err(FindError::Unknown {
                name: DEFAULT_NAME.to_owned(),
                suggestion: None,
                built_in: false,
            });
        };
        (entry.variant.clone()).map_err(|diagnostics| FindError::Broken {
            name: entry.name.clone(),
            diagnostics,
        })
    }

    /// The entry that a name means, also for catch-all names.
    fn selected(&self, name: &str, selections: &Selections) -> Option<usize> {
        let name = name.trim();
        if name.eq_ignore_ascii_case(MAKRUK) {
            let chosen = selections.makruk.as_deref();
            if let Some(index) = chosen.and_then(|chosen| self.resolve(chosen)) {
                return Some(index);
            }
        }
        self.resolve(name).or_else(|| {
            name.eq_ignore_ascii_case(FAIRY)
                .then(|| self.selected_fairy(selections))?
        })
    }

    fn selected_fairy(&self, selections: &Selections) -> Option<usize> {
        let position = |matches: &dyn Fn(&Entry) -> bool| self.entries.iter().position(matches);
        let is_fairy = |entry: &Entry| fairy_label(&entry.name).is_some();
        (selections.fairy.as_deref())
            .and_then(|chosen| position(&|entry| fairy_label(&entry.name) == Some(chosen)))
            .or_else(|| position(&|entry| entry.variant.is_ok() && is_fairy(entry)))
            .or_else(|| position(&is_fairy))
    }

    /// The entry that a name means without selections.
    fn resolve(&self, name: &str) -> Option<usize> {
        self.names.find(name)
    }

    fn suggestion(&self, name: &str) -> Option<String> {
        let known = self.entries.iter().flat_map(Entry::names);
        // short words are similar to many names
        let limit = SUGGEST.min(name.chars().count() / 2);
        did_you_mean(name, known, limit).map(str::to_owned)
    }

    fn is_listed(&self, index: usize) -> bool {
        let entry = &self.entries[index];
        let shown = short_name(&entry.name);
        entry.variant.is_ok()
            && fairy_label(&entry.name).is_none()
            && !shown.starts_with(|c: char| c.is_uppercase())
            && self.resolve(&entry.name) == Some(index)
    }

    /// The short name, unless it means another variant.
    fn shown_name<'a>(&self, index: usize, entry: &'a Entry) -> &'a str {
        let short = short_name(&entry.name);
        if self.resolve(short) == Some(index) {
            short
        } else {
            &entry.name
        }
    }
}

#[cfg(test)]
mod tests;
