//! Manual pages and shell completions for packages.
//!
//! Both are generated from the definition of the command line, which is passed in because it belongs to a
//! higher layer, and from the table of file places.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use crate::files;

const PROGRAM: &str = "fmax";
/// The section of games.
const SECTION: &str = "6";
const SHELLS: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];
/// The places of files, from the documentation.
const PLACES: &str = include_str!("../files/places.md");
const ENVIRONMENT: [(&str, &str); 4] = [
    (
        "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_DATA_DIRS, HOME",
        "Where files are on Linux and its like, see above. What is not an absolute path counts as not set.",
    ),
    ("LOCALAPPDATA, PROGRAMDATA", "The same on Windows."),
    (
        "RUST_LOG",
        "Log level on stderr without `--log`: `error`, `warn` (the default), `info`, `debug`.",
    ),
    (
        "NO_COLOR",
        "If it is set, boards in a terminal and messages have no colours.",
    ),
];
const EXAMPLES: [(&str, &str); 4] = [
    ("xboard -fcp fmax", "Play chess."),
    ("xboard -fcp fmax -variant spartan", "Play another game."),
    (
        "xboard -fcp \"fmax 22 mygames.ini\" -variant mygame",
        "Play a game of your own; 22 is the size of the hash table, as with Fairy-Max.",
    ),
    ("fmax check mygames.ini", "Find out what is wrong with it."),
];

/// What to write.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The folder to write to, with subfolders `man` and `completions`.
    folder: PathBuf,
}

/// Writes the manual pages of a command and its sub-commands, and shell completions. Existing files are
/// replaced.
///
/// # Errors
/// If something cannot be written.
pub fn run(command: Command, arguments: &Arguments) -> anyhow::Result<()> {
    let folder = |name| {
        let folder = arguments.folder.join(name);
        fs::create_dir_all(&folder).with_context(|| cannot(&folder))?;
        anyhow::Ok(folder)
    };
    // the command `help` needs no page
    let mut command = shown(&command).disable_help_subcommand(true);
    let completions = folder("completions")?;
    for shell in SHELLS {
        clap_complete::generate_to(shell, &mut command.clone(), PROGRAM, &completions)
            .with_context(|| cannot(&completions))?;
    }
    command.build();
    let pages = folder("man")?;
    for tool in command.get_subcommands() {
        write(&pages, page(tool.clone(), see_tool)?)?;
    }
    write(&pages, page(command, see_program)?)
}

fn cannot(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn write(folder: &Path, (name, page): (String, Vec<u8>)) -> anyhow::Result<()> {
    let path = folder.join(name);
    files::replace(&path, &page).with_context(|| cannot(&path))
}

/// The same command line without hidden commands.
fn shown(command: &Command) -> Command {
    let tools = command.get_subcommands().filter(|tool| !tool.is_hide_set());
    let about = command.get_about().cloned().unwrap_or_default();
    let usage = command.get_overridden_usage().cloned().unwrap_or_default();
    Command::new(PROGRAM)
        .about(about)
        .version(env!("CARGO_PKG_VERSION"))
        .override_usage(usage)
        .args(command.get_arguments().cloned())
        .subcommands(tools.cloned())
}

/// The name and text of a page; `more` adds sections.
fn page(command: Command, more: fn(&mut Roff)) -> io::Result<(String, Vec<u8>)> {
    let has_tools = command.has_subcommands();
    let man = Man::new(command)
        .section(SECTION)
        .source(concat!("fmax ", env!("CARGO_PKG_VERSION")))
        .manual("Games");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_tools {
        man.render_subcommands_section(&mut page)?;
    }
    let mut rest = Roff::new();
    more(&mut rest);
    rest.to_writer(&mut page)?;
    Ok((man.get_filename(), page))
}

fn see_tool(roff: &mut Roff) {
    roff.control("SH", ["SEE ALSO"]);
    roff.text([bold("fmax"), roman("(6)")]);
}

fn see_program(roff: &mut Roff) {
    roff.control("SH", ["FILES"]);
    tables(PLACES, roff);
    roff.control("SH", ["ENVIRONMENT"]);
    for (names, text) in ENVIRONMENT {
        entry(roff, [bold(names)], text);
    }
    roff.control("SH", ["EXAMPLES"]);
    for (line, text) in EXAMPLES {
        entry(roff, [bold(line)], text);
    }
    roff.control("SH", ["SEE ALSO"]);
    roff.text([
        bold("xboard"),
        roman("(6), "),
        bold("fairymax"),
        roman("(6)"),
    ]);
    roff.text([roman(
        "The header of `fmax.ini` explains the format; `fmax show` describes a variant.",
    )]);
}

fn entry(roff: &mut Roff, head: impl Into<Vec<Inline>>, text: &str) {
    roff.control("TP", []);
    roff.text(head);
    roff.text(inline(text));
}

/// The rows of Markdown tables as entries: the first cell is the head, the others are named after their
/// columns.
fn tables(markdown: &str, roff: &mut Roff) {
    let mut columns: Vec<&str> = Vec::new();
    for line in markdown.lines() {
        let Some(row) = line.strip_prefix('|') else {
            columns.clear();
            continue;
        };
        let cells: Vec<&str> = row
            .trim_end_matches('|')
            .split('|')
            .map(str::trim)
            .collect();
        if columns.is_empty() {
            columns = cells;
        } else if !cells[0].starts_with("---") {
            let named = columns.iter().zip(&cells).skip(1);
            let named = named.filter(|(_, cell)| !cell.is_empty());
            let text: Vec<String> = named
                .map(|(column, cell)| format!("{column}: {cell}."))
                .collect();
            entry(roff, inline(cells[0]), &text.join(" "));
        }
    }
}

/// Text with words in backticks in bold.
fn inline(text: &str) -> Vec<Inline> {
    let parts = text.split('`').enumerate();
    let parts = parts.filter(|(_, part)| !part.is_empty());
    parts
        .map(|(index, part)| match index % 2 {
            0 => roman(part),
            _ => bold(part),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(markdown: &str) -> String {
        let mut roff = Roff::new();
        tables(markdown, &mut roff);
        roff.to_roff()
    }

    #[test]
    fn tables_become_entries() {
        let text = rendered(
            "| a | b | c |\n|---|---|---|\n| `x`, y | is `z` | |\n\n| | d |\n|---|---|\n| e | f |\n",
        );
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                ".TP",
                "\\fBx\\fR, y",
                "b: is \\fBz\\fR.",
                ".TP",
                "e",
                "d: f."
            ]
        );
    }

    /// Every file that is read or written has an entry.
    #[test]
    fn the_page_lists_every_file() {
        let text = rendered(PLACES);
        for word in [
            "fmax.ini", ".eval", ".net", ".hash", "a log", "CONFIG", "DATA", "SHARED",
        ] {
            assert!(text.contains(word), "{word}: {text}");
        }
        assert!(!text.contains('`') && !text.contains('|'), "{text}");
    }
}
