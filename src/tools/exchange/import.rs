//! `fmax import`: sections of Fairy-Stockfish's `variants.ini` as variants of our ini format, with a message for
//! everything that cannot be expressed.
//!
//! A section may inherit from an earlier one of the file, or from one of our variants, which is then exported first.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;

use super::fairy::{ini, quoted, sections};
use crate::files;
use crate::variant::ini::source::VERSION_LINE;
use crate::variant::{Library, Span};

/// Upper bound on the size of a file.
const LARGEST_FILE: u64 = 16 << 20;

/// Upper bound on the sections imported at once, which keeps the time short.
const MOST_SECTIONS: usize = 5000;

/// The options of `fmax import`.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// A file with sections of Fairy-Stockfish.
    pub file: PathBuf,
    /// Import only this section; may be repeated [default: all].
    #[arg(long = "section", value_name = "NAME")]
    pub sections: Vec<String>,
    /// Write the variants to this file [default: to the terminal].
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it is there.
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// A message about a place of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The place.
    pub at: Span,
    /// The message.
    pub text: String,
}

/// An imported section.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name of the variant: that of the section if possible.
    pub name: String,
    /// The text of the variant with an empty line behind it, or why there is none.
    pub game: Result<String, String>,
    /// The place of its head.
    pub at: Span,
    /// What it lacks.
    pub losses: Vec<Remark>,
}

/// Imports all sections of a text.
pub fn import(library: &Library, text: &str) -> Vec<Imported> {
    let (sections, _) = ini::read(text);
    sections::import(library, &sections, &vec![true; sections.len()])
}

/// Our ini file with one or more variants.
pub(super) fn file_of(variants: &str) -> String {
    format!("{VERSION_LINE}\n\n{variants}")
}

/// Imports a file that a GUI names; returns the text of our file with its variants, and what they lack.
///
/// # Errors
/// If the file cannot be read, or no variant of it can be imported.
pub fn read(library: &Library, path: &Path) -> anyhow::Result<(String, Vec<String>)> {
    let (name, sections, wrong) = open(path)?;
    if sections.len() > MOST_SECTIONS {
        bail!("{name} has more than {MOST_SECTIONS} sections");
    }
    let wanted = sections::chosen(&sections, &[]);
    let imported = sections::import(library, &sections, &wanted);
    let mut lines = Vec::new();
    report(&name, &wrong, &imported, &mut lines)?;
    let lines = String::from_utf8_lossy(&lines);
    let lines = lines.lines().map(str::to_owned).collect();
    Ok((file(path, &imported)?, lines))
}

/// Reads a file, writes its variants, and reports on `complaints` what they lack. The exit status is 1 if a section
/// could not be imported.
///
/// # Errors
/// If the file cannot be read, has no such section, or nothing can be written.
pub fn run(
    library: &Library,
    request: &Arguments,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<u8> {
    let (name, sections, wrong) = open(&request.file)?;
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
    let imported = sections::import(library, &sections, &wanted);
    // stderr may be closed
    let _ = report(&name, &wrong, &imported, complaints);
    let text = file(&request.file, &imported)?;
    match &request.output {
        None => out.write_all(text.as_bytes())?,
        Some(path) => super::write_new(path, text.as_bytes(), request.force)?,
    }
    Ok(u8::from(imported.iter().any(|one| one.game.is_err())))
}

/// The faults of lines with their places.
type Faults = Vec<(Span, String)>;

/// Reads a file: its name, its sections, and the faults of its lines.
fn open(path: &Path) -> anyhow::Result<(String, Vec<ini::Section>, Faults)> {
    let name = path.display().to_string();
    let bytes = files::read(path, LARGEST_FILE).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is no text in UTF-8"))?;
    let (sections, wrong) = ini::read(&text);
    if sections.is_empty() {
        bail!("{name} has no sections: `[name]` begins one");
    }
    Ok((name, sections, wrong))
}

fn report(
    file: &str,
    wrong: &[(Span, String)],
    imported: &[Imported],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut line = |at: Span, text: &str| writeln!(out, "{file}:{}:{}: {text}", at.line, at.column);
    for (at, text) in wrong {
        line(*at, text)?;
    }
    for one in imported {
        let name = &one.name;
        for Remark { at, text } in &one.losses {
            line(*at, &format!("{name}: lost: {text}"))?;
        }
        if let Err(reason) = &one.game {
            line(one.at, &format!("{name} is not imported: {reason}"))?;
        }
    }
    Ok(())
}

/// The file of all imported variants.
///
/// # Errors
/// If there are none.
fn file(from: &Path, imported: &[Imported]) -> anyhow::Result<String> {
    let mut variants = String::new();
    for one in imported {
        let Ok(text) = &one.game else { continue };
        for Remark { text, .. } in &one.losses {
            variants += &format!("Not as in Fairy-Stockfish: {text}\n");
        }
        if !one.losses.is_empty() {
            variants.push('\n');
        }
        variants += text;
    }
    if variants.is_empty() {
        bail!("no section of {} could be imported", from.display());
    }
    let name = from.file_name().unwrap_or_default().to_string_lossy();
    let name = quoted(&name);
    Ok(file_of(&format!(
        "Imported from {name} of Fairy-Stockfish by fmax. The worth of pieces is estimated.\n\n{variants}"
    )))
}
