//! `fmax import`: sections of Fairy-Stockfish's `variants.ini` as games of a file of ours, with what of them
//! cannot be told, and where it stands.
//!
//! A section may inherit from an earlier one of the file, or from a game that Fairy-Stockfish has built in, if
//! there is one of that name here: that one is then exported first.
//!
//! | file | owns |
//! |---|---|
//! | `sections` | which sections are read, what they inherit, and what their games are called |
//! | `writer` | the text of a game: its pieces, its start |
//! | `moves` | piece lines, royals |
//! | `pawns`, `castling`, `zones` | what these lines and rules say of pawns, castling, and parts of the board |
//! | `promotion`, `hands`, `ends`, `draws` | the rule lines of these |

mod castling;
mod draws;
mod ends;
mod hands;
mod moves;
mod pawns;
mod promotion;
mod sections;
mod writer;
mod zones;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;

use super::export;
use super::fairy::{ini, quoted};
use crate::files;
use crate::variant::ini::source::VERSION_LINE;
use crate::variant::{Library, Span};

pub use sections::import;

/// No file of games is larger.
const LARGEST_FILE: u64 = 16 << 20;

/// So many sections are imported at once: more than anybody has, and so few that it does not take long.
const MOST_SECTIONS: usize = 5000;

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

/// A file of ours with one or more games.
fn file_of(games: &str) -> String {
    format!("{VERSION_LINE}\n\n{games}")
}

/// A section that has been read.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name of the game: that of the section, if it can be one.
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
            bail!("{name} has no section [{}]", quoted(wanted));
        }
    }
    let wanted = sections::chosen(&sections, &request.sections);
    let count = wanted.iter().filter(|wanted| **wanted).count();
    if count > MOST_SECTIONS {
        bail!(
            "{name} has {count} sections, and no more than {MOST_SECTIONS} are imported at once: --section NAME picks some"
        );
    }
    let imported = sections::import_chosen(library, &sections, &wanted);
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
    let name = quoted(&name);
    file_of(&format!(
        "Imported from {name} of Fairy-Stockfish by fmax. The worth of pieces is estimated.\n\n{games}"
    ))
}
