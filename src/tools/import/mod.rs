//! `fmax import`: sections of Fairy-Stockfish's `variants.ini` as games of a file of ours, with what of them
//! cannot be told, and where it stands.
//!
//! A section may inherit from an earlier one of the file, or from a game that Fairy-Stockfish has built in, if
//! there is one of that name here: that one is then exported first.
//!
//! | file | owns |
//! |---|---|
//! | `writer` | the text of a game: its pieces, its start |
//! | `moves` | piece lines, royals |
//! | `pawns`, `castling`, `zones` | what these lines and rules say of pawns, castling, and parts of the board |
//! | `promotion`, `hands`, `ends` | the rule lines of these |

mod castling;
mod ends;
mod hands;
mod moves;
mod pawns;
mod promotion;
mod writer;
mod zones;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;

use super::export;
use super::fairy::FairyGame;
use super::fairy::ini::{self, Section};
use crate::files;
use crate::variant::{Library, ReadOptions, Selections, Span};

/// No file of games is larger.
const LARGEST_FILE: u64 = 16 << 20;

/// What to read.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// A file with sections of Fairy-Stockfish.
    pub file: PathBuf,
    /// Only these sections; can be given several times [default: all].
    #[arg(long = "section", value_name = "NAME")]
    pub sections: Vec<String>,
    /// Write the games to this file [default: to the terminal].
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it is there.
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// Something to be told about a place of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where.
    pub at: Span,
    /// What.
    pub text: String,
}

/// A section that has been read.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Its name.
    pub name: String,
    /// The game as a file of ours has it, from its description to the empty line behind it; or why there is none.
    pub game: Result<String, String>,
    /// Where its head stands.
    pub at: Span,
    /// What it lacks.
    pub losses: Vec<Remark>,
}

/// Reads a file, writes its games, and tells on `complaints` what they lack. The exit status is 1 if a section could not
/// be imported.
///
/// # Errors
/// If the file cannot be read, has no such section, or nothing can be written.
pub fn run(
    library: &Library,
    request: &Arguments,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<u8> {
    let name = request.file.display().to_string();
    let bytes =
        files::read(&request.file, LARGEST_FILE).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is no text in UTF-8"))?;
    let (sections, wrong) = ini::read(&text);
    if sections.is_empty() {
        bail!("{name} has no sections: `[name]` begins one");
    }
    for wanted in &request.sections {
        if !sections.iter().any(|section| section.name == *wanted) {
            bail!("{name} has no section [{wanted}]");
        }
    }
    let mut imported = import(library, &sections);
    if !request.sections.is_empty() {
        imported.retain(|game| request.sections.contains(&game.name));
    }
    // nobody has to read it
    let _ = tell(&name, &wrong, &imported, complaints);
    let games = file(&request.file, &imported);
    if games.is_empty() {
        bail!("no section of {name} could be imported");
    }
    match &request.output {
        None => out.write_all(games.as_bytes())?,
        Some(path) => export::write_new(path, games.as_bytes(), request.force)?,
    }
    Ok(u8::from(imported.iter().any(|game| game.game.is_err())))
}

fn tell(
    file: &str,
    wrong: &[(Span, String)],
    imported: &[Imported],
    out: &mut impl Write,
) -> io::Result<()> {
    for (at, text) in wrong {
        writeln!(out, "{file}:{}:{}: {text}", at.line, at.column)?;
    }
    for game in imported {
        let name = &game.name;
        for Remark { at, text } in &game.losses {
            writeln!(
                out,
                "{file}:{}:{}: {name}: lost: {text}",
                at.line, at.column
            )?;
        }
        if let Err(reason) = &game.game {
            let Span { line, column } = game.at;
            writeln!(
                out,
                "{file}:{line}:{column}: {name} is not imported: {reason}"
            )?;
        }
    }
    Ok(())
}

/// The file of all games that could be imported; empty if there are none.
fn file(from: &Path, imported: &[Imported]) -> String {
    let mut games = String::new();
    for game in imported {
        let Ok(text) = &game.game else { continue };
        for Remark { text, .. } in &game.losses {
            games += &format!("Not as in Fairy-Stockfish: {text}\n");
        }
        if !game.losses.is_empty() {
            games.push('\n');
        }
        games += text;
    }
    if games.is_empty() {
        return games;
    }
    let name = from.file_name().unwrap_or_default().to_string_lossy();
    format!(
        "version 4.8(w)\n\nImported from {name} of Fairy-Stockfish by fmax. The worth of pieces is estimated.\n\n{games}"
    )
}

/// A game with the places of what is said about it.
#[derive(Clone, Debug, Default)]
struct Known {
    game: FairyGame,
    /// Keys, and where they stand.
    places: BTreeMap<String, Span>,
    /// What the game that it inherits from lacks here.
    inherited: Vec<String>,
}

/// Makes a game of each section, in their order.
pub fn import(library: &Library, sections: &[Section]) -> Vec<Imported> {
    let mut known: BTreeMap<&str, Known> = BTreeMap::new();
    let mut all = Vec::new();
    for section in sections {
        let parent = match &section.parent {
            None => Ok(Known::default()),
            Some(name) => parent(library, &known, name),
        };
        let mut game = match parent {
            Ok(game) => game,
            Err(reason) => {
                all.push(Imported {
                    name: section.name.clone(),
                    game: Err(reason),
                    at: section.at,
                    losses: Vec::new(),
                });
                continue;
            }
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
        all.push(section_of(section, &game, losses));
        known.insert(&section.name, game);
    }
    all
}

fn section_of(section: &Section, game: &Known, mut losses: Vec<Remark>) -> Imported {
    let written = writer::write(&section.name, section.at, &game.game, &game.places);
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
        name: section.name.clone(),
        game,
        at: section.at,
        losses,
    }
}

/// The game that a section inherits from.
fn parent(library: &Library, known: &BTreeMap<&str, Known>, name: &str) -> Result<Known, String> {
    if let Some(game) = known.get(name) {
        return Ok(game.clone());
    }
    let variant = library.find(name, &Selections::default());
    let variant = variant.map_err(|_| {
        format!("it inherits from {name}, which is neither above nor among the games of fmax")
    })?;
    let exported = export::fairy::export(&variant)
        .map_err(|reason| format!("it inherits from {name}: {reason}"))?;
    Ok(Known {
        game: exported.game,
        places: BTreeMap::new(),
        inherited: exported.losses,
    })
}

/// Reads a game as the program will.
fn check(text: &str) -> Result<(), String> {
    let text = format!("version 4.8(w)\n\n{text}");
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
