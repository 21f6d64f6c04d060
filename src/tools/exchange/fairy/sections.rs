//! The sections of a file: which are imported, what they inherit, and the names of their variants.

use std::collections::{BTreeMap, BTreeSet};

use super::game::FairyGame;
use super::ini::{Remark, Section};
use super::{export, import, quoted};
use crate::variant::ini::source::VERSION_LINE;
use crate::variant::{Diagnostic, Library, ReadOptions, Selections, Severity, Span};

/// Upper bound on the characters of a variant's name.
const LONGEST_NAME: usize = 60;

/// An imported section.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name of the variant: that of the section if possible.
    pub name: String,
    /// The text of the variant with an empty line behind it, or why there is none.
    pub game: Result<String, String>,
    /// The place of the section's heading.
    pub at: Span,
    /// The rules that the variant lacks.
    pub losses: Vec<Remark>,
}

/// Our ini file with one or more variants.
pub fn file_of(variants: &str) -> String {
    format!("{VERSION_LINE}\n\n{variants}")
}

/// Imports the first section of each of these names, or all sections if there are no names. Of the other sections only the
/// ancestors of the imported ones are read.
pub fn import(library: &Library, sections: &[Section], names: &[String]) -> Vec<Imported> {
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, section) in sections.iter().enumerate() {
        first.entry(&section.name).or_insert(index);
    }
    let is_repeated = |index: usize| first[&*sections[index].name] < index;
    let is_wanted = |index: usize| {
        names.is_empty() || !is_repeated(index) && names.contains(&sections[index].name)
    };
    let mut needed: Vec<bool> = (0..sections.len()).map(is_wanted).collect();
    for (index, section) in sections.iter().enumerate().rev() {
        let parent = section.parent.as_deref();
        if let Some(&above) = parent.and_then(|name| first.get(name)) {
            needed[above] |= needed[index] && above < index;
        }
    }
    let mut reader = Reader {
        library,
        known: BTreeMap::new(),
        taken: BTreeSet::new(),
    };
    let mut all = Vec::new();
    for (index, section) in sections.iter().enumerate() {
        if !needed[index] {
            continue;
        }
        let applied = if is_repeated(index) {
            Err("there is a section of this name above".to_owned())
        } else {
            reader.apply(section)
        };
        if is_wanted(index) {
            let imported = applied.and_then(|(game, losses)| reader.write(section, &game, losses));
            all.push(imported.unwrap_or_else(|reason| Imported {
                name: quoted(&section.name),
                game: Err(reason),
                at: section.at,
                losses: Vec::new(),
            }));
        }
    }
    all
}

struct Reader<'a> {
    library: &'a Library,
    /// Possible parents by name: the sections that have been read, and our variants, or why they cannot be exported.
    known: BTreeMap<&'a str, Result<FairyGame, String>>,
    /// The names of the variants so far, in lower case.
    taken: BTreeSet<String>,
}

impl<'a> Reader<'a> {
    /// Applies a section to its parent, and returns the variant and the rules that it lacks. Later sections may inherit from
    /// the section even if no variant of fmax can have its name.
    ///
    /// # Errors
    /// If the parent is unknown.
    fn apply(&mut self, section: &'a Section) -> Result<(FairyGame, Vec<Remark>), String> {
        let mut game = match section.parent.as_deref() {
            None => FairyGame::default(),
            Some(name) => {
                let parent = self.known.entry(name);
                parent.or_insert_with(|| ours(self.library, name)).clone()?
            }
        };
        let losses = game.apply(section);
        self.known.insert(&section.name, Ok(game.clone()));
        Ok((game, losses))
    }

    /// Writes the variant of a section for our files.
    ///
    /// # Errors
    /// If the section's name cannot be that of a variant.
    fn write(
        &mut self,
        section: &Section,
        game: &FairyGame,
        mut losses: Vec<Remark>,
    ) -> Result<Imported, String> {
        let (at, name) = (section.at, name_of(section)?);
        if !self.taken.insert(name.to_lowercase()) {
            return Err(format!("another game is called {name} already"));
        }
        if name != section.name {
            let there = quoted(&section.name);
            let text = format!("its name, `{there}`: the game is called {name} here");
            losses.push(Remark::new(at, text));
        }
        let game = import::write(&name, at, game).and_then(|(text, more)| {
            losses.extend(more);
            let lacks: Vec<&str> = losses.iter().map(|remark| remark.text.as_str()).collect();
            match check(&text) {
                Err(reason) if !lacks.is_empty() => {
                    Err(format!("{reason} (it lacks: {})", lacks.join("; ")))
                }
                checked => checked.map(|()| text),
            }
        });
        losses.sort_by_key(|remark| remark.at);
        losses.dedup();
        Ok(Imported {
            name,
            game,
            at,
            losses,
        })
    }
}

/// The name of the variant of a section, without blanks and characters that have a meaning in our files.
///
/// # Errors
/// If nothing is left of the name.
fn name_of(section: &Section) -> Result<String, String> {
    let name: String = section.name.chars().take(LONGEST_NAME).collect();
    let name = name.replace(|c: char| !(c.is_alphanumeric() || "-_.+'".contains(c)), "-");
    match name.trim_matches('-') {
        "" => Err("it has no name that a game can have".to_owned()),
        name => Ok(name.to_owned()),
    }
}

/// Exports one of our variants, from which a section inherits.
fn ours(library: &Library, name: &str) -> Result<FairyGame, String> {
    let shown = quoted(name);
    let variant = library.find(name, &Selections::default()).map_err(|_| {
        format!("it inherits from {shown}, which is neither above nor among the games of fmax")
    })?;
    let exported =
        export::export(&variant).map_err(|reason| format!("it inherits from {shown}: {reason}"))?;
    let mut game = exported.game;
    game.inherited = exported.losses;
    Ok(game)
}

/// Reads an imported variant as our files are read.
fn check(text: &str) -> Result<(), String> {
    let messages = |found: &[Diagnostic]| {
        let errors = found
            .iter()
            .filter(|found| found.severity == Severity::Error);
        let errors: Vec<&str> = errors.map(|found| found.message.as_str()).collect();
        errors.join("; ")
    };
    let library = Library::parse("import", file_of(text).as_bytes(), ReadOptions::default());
    let library = library.map_err(|found| messages(&found))?;
    let entry = library.entries().first().ok_or("nothing came of it")?;
    entry.variant.as_ref().map_err(|found| messages(found))?;
    Ok(())
}
