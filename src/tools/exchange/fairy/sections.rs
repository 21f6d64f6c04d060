//! Which sections of a file are read, what they inherit, and what their games are called.

use std::collections::{BTreeMap, BTreeSet};

use super::ini::Section;
use super::{FairyGame, export, import, quoted};
use crate::tools::exchange::import::{Imported, Remark, file_of};
use crate::variant::{Library, ReadOptions, Selections, Span, Variant};

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
    for index in (0..sections.len()).rev() {
        if !needed[index] {
            continue;
        }
        let parent = sections[index].parent.as_deref();
        let above = parent.and_then(|parent| first.get(parent)).copied();
        if let Some(above) = above.filter(|above| *above < index) {
            needed[above] = true;
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
    let mut parents = Parents {
        library,
        above: BTreeMap::new(),
        ours: BTreeMap::new(),
    };
    let mut all = Vec::new();
    for (index, section) in sections.iter().enumerate() {
        let repeated = names.is_repeated(section);
        if !needed[index] {
            continue;
        }
        let made = match repeated {
            true => Err("there is a section of this name above".to_owned()),
            false => parents.apply(section),
        };
        if let Ok((game, _)) = &made {
            // those below may inherit from it even if no game of ours can have its name
            parents.above.insert(&section.name, game.clone());
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

impl<'a> Names<'a> {
    /// True if a section above has the name of this one.
    fn is_repeated(&mut self, section: &'a Section) -> bool {
        !self.sections.insert(&section.name)
    }

    /// The name of the game of a section, and what is to be told about it if it is another one: names of ours have no
    /// blanks, and no signs that mean something in a file.
    ///
    /// # Errors
    /// If there is none, or another game has it.
    fn give(&mut self, section: &Section) -> Result<(String, Option<String>), String> {
        let plain = |c: char| match c {
            c if c.is_alphanumeric() || "-_.+'".contains(c) => c,
            _ => '-',
        };
        let own: String = section.name.chars().take(LONGEST_NAME).map(plain).collect();
        let own = own.trim_matches('-').to_owned();
        if own.is_empty() {
            return Err("it has no name that a game can have".to_owned());
        }
        if !self.games.insert(own.to_lowercase()) {
            return Err(format!("another game is called {own} already"));
        }
        let renamed = own != section.name;
        let remark = renamed.then(|| {
            let name = quoted(&section.name);
            format!("its name, `{name}`: the game is called {own} here")
        });
        Ok((own, remark))
    }
}

struct Parents<'a> {
    library: &'a Library,
    above: BTreeMap<&'a str, Known>,
    /// Games of ours, or why they cannot be told to Fairy-Stockfish.
    ours: BTreeMap<&'a str, Result<Known, String>>,
}

impl<'a> Parents<'a> {
    /// The game of a section, and what it lacks.
    ///
    /// # Errors
    /// If it inherits from a game that nobody knows.
    fn apply(&mut self, section: &'a Section) -> Result<(Known, Vec<Remark>), String> {
        let mut game = match &section.parent {
            None => Known::default(),
            Some(name) => self.find(name)?,
        };
        let complaints = game.game.apply(section);
        // what a parent said elsewhere is this section's doing
        game.places.values_mut().for_each(|at| *at = section.at);
        for line in &section.lines {
            game.places.insert(line.key.clone(), line.key_at);
        }
        let complaints = complaints.into_iter();
        let mut losses: Vec<Remark> = complaints.map(|(at, text)| Remark { at, text }).collect();
        losses.extend(game.inherited.iter().map(|text| Remark {
            at: section.at,
            text: format!("what it inherits, {text}"),
        }));
        Ok((game, losses))
    }

    /// A game of the file, or one of ours.
    fn find(&mut self, name: &'a str) -> Result<Known, String> {
        if let Some(game) = self.above.get(name) {
            return Ok(game.clone());
        }
        let library = self.library;
        let ours = self.ours.entry(name);
        ours.or_insert_with(|| parent(library, name)).clone()
    }
}

/// The game of a section as a file of ours has it.
fn section_of(
    section: &Section,
    (name, renamed): (String, Option<String>),
    game: &Known,
    board: &Variant,
    mut losses: Vec<Remark>,
) -> Imported {
    losses.extend(renamed.map(|text| Remark {
        at: section.at,
        text,
    }));
    let written = import::write(&name, section.at, &game.game, &game.places, board);
    let game = written.and_then(|(text, more)| {
        losses.extend(more);
        let lacks = || {
            losses
                .iter()
                .map(|remark| remark.text.as_str())
                .collect::<Vec<_>>()
        };
        match check(&text) {
            Ok(()) => Ok(text),
            Err(reason) if losses.is_empty() => Err(reason),
            Err(reason) => Err(format!("{reason} (it lacks: {})", lacks().join("; "))),
        }
    });
    losses.sort_by_key(|remark| remark.at);
    losses.dedup();
    Imported {
        name,
        game,
        at: section.at,
        losses,
    }
}

/// A game of ours that a section inherits from.
fn parent(library: &Library, name: &str) -> Result<Known, String> {
    let shown = quoted(name);
    let variant = library.find(name, &Selections::default());
    let variant = variant.map_err(|_| {
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

fn check(text: &str) -> Result<(), String> {
    let text = file_of(text);
    let library = Library::parse("import", text.as_bytes(), ReadOptions::default());
    let told = |found: &[crate::variant::Diagnostic]| {
        let errors = found
            .iter()
            .filter(|d| d.severity == crate::variant::Severity::Error);
        let texts: Vec<String> = errors.map(|d| d.message.clone()).collect();
        texts.join("; ")
    };
    let library = match library {
        Ok(library) => library,
        Err(found) => return Err(told(&found)),
    };
    match library.entries().first().map(|entry| &entry.variant) {
        Some(Ok(_)) => Ok(()),
        Some(Err(found)) => Err(told(found)),
        None => Err("nothing came of it".to_owned()),
    }
}
