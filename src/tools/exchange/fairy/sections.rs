//! The sections of a file: which are read, what they inherit, and the names of their variants.

use std::collections::{BTreeMap, BTreeSet};

use super::game::FairyGame;
use super::ini::Section;
use super::{export, import, quoted};
use crate::tools::exchange::import::{Imported, Remark, file_of};
use crate::variant::{Diagnostic, Library, ReadOptions, Selections, Severity, Span, Variant};

/// Upper bound on the characters of a variant's name.
const LONGEST_NAME: usize = 60;

/// A variant in Fairy-Stockfish's terms, with the places of its keys.
#[derive(Clone, Debug, Default)]
struct Known {
    game: FairyGame,
    places: BTreeMap<String, Span>,
    /// What a built-in parent lacks in Fairy-Stockfish's terms.
    inherited: Vec<String>,
}

/// Marks the first section of each of these names, or all sections if there are no names.
pub fn chosen(sections: &[Section], names: &[String]) -> Vec<bool> {
    let mut left: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let is_named = |section: &Section| names.is_empty() || left.remove(section.name.as_str());
    sections.iter().map(is_named).collect()
}

/// Adds the sections from which the wanted ones inherit.
fn with_ancestors(sections: &[Section], wanted: &[bool]) -> Vec<bool> {
    let mut needed = wanted.to_vec();
    let numbered = sections.iter().enumerate().rev();
    let first: BTreeMap<&str, usize> = numbered
        .clone()
        .map(|(index, section)| (section.name.as_str(), index))
        .collect();
    for (index, section) in numbered.filter(|(_, section)| section.parent.is_some()) {
        let parent = section.parent.as_deref().unwrap_or_default();
        if let Some(&above) = first.get(parent).filter(|above| **above < index) {
            needed[above] |= needed[index];
        }
    }
    needed
}

/// Imports the wanted sections. Of the others only the ancestors of these are read.
pub fn import(library: &Library, sections: &[Section], wanted: &[bool]) -> Vec<Imported> {
    // any variant, to describe moves on a board
    let builtin = Library::builtin(ReadOptions::default());
    let board = builtin.default_game().map_err(|error| error.to_string());
    let needed = with_ancestors(sections, wanted);
    let mut names = Names::default();
    let mut known = Parents {
        library,
        above: BTreeMap::new(),
        ours: BTreeMap::new(),
    };
    let mut all = Vec::new();
    for (index, section) in sections.iter().enumerate() {
        let repeated = !names.sections.insert(&section.name);
        if !needed[index] {
            continue;
        }
        let made = if repeated {
            Err("there is a section of this name above".to_owned())
        } else {
            known.apply(section)
        };
        if let Ok((game, _)) = &made {
            // later sections may inherit from it even if no variant here can have its name
            known.above.insert(&section.name, game.clone());
        }
        if !wanted[index] {
            continue;
        }
        let made = made.and_then(|made| Ok((made, names.give(section)?, board.clone()?)));
        all.push(match made {
            Ok(((game, losses), name, board)) => section_of(section, name, &game, &board, losses),
            Err(reason) => {
                let (name, at) = (quoted(&section.name), section.at);
                Imported {
                    name,
                    game: Err(reason),
                    at,
                    losses: Vec::new(),
                }
            }
        });
    }
    all
}

/// The names of sections and variants so far.
#[derive(Default)]
struct Names<'a> {
    sections: BTreeSet<&'a str>,
    games: BTreeSet<String>,
}

impl Names<'_> {
    /// The name of the variant of a section, without blanks and signs that have a meaning in our files.
    ///
    /// # Errors
    /// If nothing is left of it, or another variant has it.
    fn give(&mut self, section: &Section) -> Result<String, String> {
        let own: String = section.name.chars().take(LONGEST_NAME).collect();
        let own = own.replace(|c: char| !(c.is_alphanumeric() || "-_.+'".contains(c)), "-");
        let own = own.trim_matches('-').to_owned();
        if own.is_empty() {
            return Err("it has no name that a game can have".to_owned());
        }
        if !self.games.insert(own.to_lowercase()) {
            return Err(format!("another game is called {own} already"));
        }
        Ok(own)
    }
}

struct Parents<'a> {
    library: &'a Library,
    above: BTreeMap<&'a str, Known>,
    /// Our variants, or why they cannot be exported.
    ours: BTreeMap<&'a str, Result<Known, String>>,
}

impl<'a> Parents<'a> {
    /// Applies a section to its parent, and returns the variant and what it lacks.
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
        let complaints = known.game.apply(section).into_iter();
        // the places of a parent's keys are elsewhere
        known.places.values_mut().for_each(|at| *at = section.at);
        let lines = section.lines.iter();
        known
            .places
            .extend(lines.map(|line| (line.key.clone(), line.key_at)));
        let inherited = known
            .inherited
            .iter()
            .map(|text| (section.at, format!("what it inherits, {text}")));
        let losses = complaints
            .chain(inherited)
            .map(|(at, text)| Remark { at, text })
            .collect();
        Ok((known, losses))
    }
}

/// Writes the variant of a section for our files.
fn section_of(
    section: &Section,
    name: String,
    known: &Known,
    board: &Variant,
    mut losses: Vec<Remark>,
) -> Imported {
    let at = section.at;
    if name != section.name {
        let there = quoted(&section.name);
        let text = format!("its name, `{there}`: the game is called {name} here");
        losses.push(Remark { at, text });
    }
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
    Imported {
        name,
        game,
        at,
        losses,
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
        errors
            .map(|found| found.message.as_str())
            .collect::<Vec<_>>()
            .join("; ")
    };
    let text = file_of(text);
    let library = Library::parse("import", text.as_bytes(), ReadOptions::default());
    let library = library.map_err(|found| messages(&found))?;
    let entry = library.entries().first().ok_or("nothing came of it")?;
    entry.variant.as_ref().map_err(|found| messages(found))?;
    Ok(())
}
