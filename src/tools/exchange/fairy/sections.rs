//! Which sections of a file are read, what they inherit, and what their games are called.

use std::collections::{BTreeMap, BTreeSet};

use super::game::FairyGame;
use super::ini::Section;
use super::{export, import, quoted};
use crate::tools::exchange::import::{Imported, Remark, file_of};
use crate::variant::{Diagnostic, Library, ReadOptions, Selections, Severity, Span, Variant};

/// Names of games are at most so long.
const LONGEST_NAME: usize = 60;

/// A game with the places of what is said about it.
#[derive(Clone, Debug, Default)]
struct Known {
    game: FairyGame,
    places: BTreeMap<String, Span>,
    /// What the game that it inherits from lacks here.
    inherited: Vec<String>,
}

/// Which sections belong to these names, the first of each; all, if there are no names.
pub fn chosen(sections: &[Section], names: &[String]) -> Vec<bool> {
    let mut left: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let is_named = |section: &Section| names.is_empty() || left.remove(section.name.as_str());
    sections.iter().map(is_named).collect()
}

/// Adds the sections from which those inherit that are wanted.
fn with_ancestors(sections: &[Section], wanted: &[bool]) -> Vec<bool> {
    let mut needed = wanted.to_vec();
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, section) in sections.iter().enumerate() {
        first.entry(&section.name).or_insert(index);
    }
    for (index, section) in sections.iter().enumerate().rev() {
        let above = section
            .parent
            .as_deref()
            .and_then(|parent| first.get(parent));
        if let Some(above) = above.filter(|above| needed[index] && **above < index) {
            needed[*above] = true;
        }
    }
    needed
}

/// Makes a variant of each section that is wanted; of the others only those are read that these inherit from.
pub fn import(library: &Library, sections: &[Section], wanted: &[bool]) -> Vec<Imported> {
    // any game to describe moves on a board
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
            // those below may inherit from it even if no game of ours can have its name
            known.above.insert(&section.name, game.clone());
        }
        if !wanted[index] {
            continue;
        }
        let made = made.and_then(|made| Ok((made, names.give(section)?, board.clone()?)));
        all.push(match made {
            Ok(((game, losses), name, board)) => section_of(section, name, &game, &board, losses),
            Err(reason) => Imported {
                name: quoted(&section.name),
                game: Err(reason),
                at: section.at,
                losses: Vec::new(),
            },
        });
    }
    all
}

/// The names of sections and games so far.
#[derive(Default)]
struct Names<'a> {
    sections: BTreeSet<&'a str>,
    games: BTreeSet<String>,
}

impl Names<'_> {
    /// The name of the game of a section: names of ours have no blanks, and no signs that mean something in a file.
    ///
    /// # Errors
    /// If there is none, or another game has it.
    fn give(&mut self, section: &Section) -> Result<String, String> {
        let plain = |c: char| {
            if c.is_alphanumeric() || "-_.+'".contains(c) {
                c
            } else {
                '-'
            }
        };
        let own: String = section.name.chars().take(LONGEST_NAME).map(plain).collect();
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
    /// Games of ours, or why Fairy-Stockfish cannot have them.
    ours: BTreeMap<&'a str, Result<Known, String>>,
}

impl<'a> Parents<'a> {
    /// The game of a section, and what it lacks.
    ///
    /// # Errors
    /// If it inherits from a game that nobody knows.
    fn apply(&mut self, section: &'a Section) -> Result<(Known, Vec<Remark>), String> {
        let mut known = match section.parent.as_deref() {
            None => Known::default(),
            Some(name) => match self.above.get(name) {
                Some(known) => known.clone(),
                None => self
                    .ours
                    .entry(name)
                    .or_insert_with(|| parent(self.library, name))
                    .clone()?,
            },
        };
        let complaints = known.game.apply(section).into_iter();
        // what a parent said elsewhere is this section's doing
        known.places.values_mut().for_each(|at| *at = section.at);
        known.places.extend(
            section
                .lines
                .iter()
                .map(|line| (line.key.clone(), line.key_at)),
        );
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

/// The game of a section as a file of ours has it.
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

/// A game of ours that a section inherits from.
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

/// Reads an imported game as a file of ours.
fn check(text: &str) -> Result<(), String> {
    let messages = |found: &[Diagnostic]| {
        let errors = found
            .iter()
            .filter(|found| found.severity == Severity::Error);
        errors
            .map(|found| found.message.clone())
            .collect::<Vec<_>>()
            .join("; ")
    };
    let text = file_of(text);
    let library = Library::parse("import", text.as_bytes(), ReadOptions::default());
    let library = library.map_err(|found| messages(&found))?;
    let entry = library.entries().first().ok_or("nothing came of it")?;
    entry
        .variant
        .as_ref()
        .map(|_| ())
        .map_err(|found| messages(found))
}
