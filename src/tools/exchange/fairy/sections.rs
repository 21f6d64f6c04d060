//! The sections of a file: which are imported, what they inherit, and the names of their variants.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::game::FairyGame;
use super::ini::{Remark, Section};
use super::{export, import, quoted};
use crate::variant::ini::source::VERSION_LINE;
use crate::variant::{Diagnostic, Library, ReadOptions, Selections, Severity, Span, Variant};

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

/// A variant in Fairy-Stockfish's terms, with the places of its keys.
#[derive(Clone, Debug, Default)]
struct Known {
    game: FairyGame,
    places: BTreeMap<String, Span>,
    /// The rules that a parent in our files has and Fairy-Stockfish's terms lack.
    inherited: Vec<String>,
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
        let above = section
            .parent
            .as_deref()
            .and_then(|parent| first.get(parent));
        if let Some(&above) = above.filter(|above| needed[index] && **above < index) {
            needed[above] = true;
        }
    }
    let mut reader = Reader {
        library,
        board: Library::builtin(ReadOptions::default()).default_game().ok(),
        above: BTreeMap::new(),
        ours: BTreeMap::new(),
        taken: BTreeSet::new(),
    };
    let mut all = Vec::new();
    for (index, section) in sections
        .iter()
        .enumerate()
        .filter(|(index, _)| needed[*index])
    {
        let applied = if is_repeated(index) {
            Err("there is a section of this name above".to_owned())
        } else {
            reader.apply(section)
        };
        if is_wanted(index) {
            let imported =
                applied.and_then(|(known, losses)| reader.write(section, &known, losses));
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
    /// Any variant, on whose board moves are described.
    board: Option<Arc<Variant>>,
    /// The sections that have been read, by name.
    above: BTreeMap<&'a str, Known>,
    /// Our variants as parents, or why they cannot be exported.
    ours: BTreeMap<&'a str, Result<Known, String>>,
    /// The names of the variants so far, in lower case.
    taken: BTreeSet<String>,
}

impl<'a> Reader<'a> {
    /// Applies a section to its parent, and returns the variant and the rules that it lacks. Later sections may inherit from
    /// the section even if no variant of fmax can have its name.
    ///
    /// # Errors
    /// If the parent is unknown.
    fn apply(&mut self, section: &'a Section) -> Result<(Known, Vec<Remark>), String> {
        let mut known = match section.parent.as_deref() {
            None => Known::default(),
            Some(name) => match self.above.get(name) {
                Some(known) => known.clone(),
                None => {
                    let ours = self.ours.entry(name);
                    ours.or_insert_with(|| parent(self.library, name)).clone()?
                }
            },
        };
        let mut losses = known.game.apply(section);
        // the keys of a parent stand elsewhere in the file
        known.places.values_mut().for_each(|at| *at = section.at);
        let lines = section.lines.iter();
        known
            .places
            .extend(lines.map(|line| (line.key.clone(), line.key_at)));
        let inherited = known.inherited.iter();
        losses.extend(
            inherited.map(|text| Remark::new(section.at, format!("what it inherits, {text}"))),
        );
        self.above.insert(&section.name, known.clone());
        Ok((known, losses))
    }

    /// Writes the variant of a section for our files.
    ///
    /// # Errors
    /// If the section's name cannot be that of a variant.
    fn write(
        &mut self,
        section: &Section,
        known: &Known,
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
        let board = self
            .board
            .as_deref()
            .ok_or("the built-in file has no game")?;
        let written = import::write(&name, at, &known.game, &known.places, board);
        let game = written.and_then(|(text, more)| {
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
fn parent(library: &Library, name: &str) -> Result<Known, String> {
    let shown = quoted(name);
    let variant = library.find(name, &Selections::default()).map_err(|_| {
        format!("it inherits from {shown}, which is neither above nor among the games of fmax")
    })?;
    let exported =
        export::export(&variant).map_err(|reason| format!("it inherits from {shown}: {reason}"))?;
    Ok(Known {
        game: exported.game,
        places: BTreeMap::new(),
        inherited: exported.losses,
    })
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
