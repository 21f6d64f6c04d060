//! `fmax new`: writes the file of a new variant.
//!
//! | module | owns |
//! |---|---|
//! | `catalogue` | pieces by their full names, from the header of `fmax.ini` |
//! | `answers` | the options, and the variant that they describe |
//! | `pieces` | pieces as options name them |
//! | `from` | a copy of another variant |
//! | `rules` | rules by words |
//! | `draft` | the variant, and the text of its file |
//!
//! The command refuses to write a file that `fmax check` would complain about.

pub mod answers;
pub mod catalogue;
pub mod draft;
pub mod from;
pub(super) mod pieces;
pub mod rules;

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::{ArgAction, Args};

use super::{check, replacing};
use crate::protocol::xboard;
use crate::variant::{Diagnostic, Library, ReadOptions};
use catalogue::Catalogue;
use draft::Game;

/// The new variant.
#[derive(Clone, Debug, Default, Args)]
#[command(after_help = format!("Examples:{EXAMPLES}"))]
pub struct Arguments {
    /// Its name: small letters, digits and dashes.
    pub name: Option<String>,
    /// A description in one line.
    #[arg(long, value_name = "TEXT")]
    pub description: Option<String>,
    /// Files x ranks [default: 8x8].
    #[arg(long, value_name = "FILESxRANKS")]
    pub board: Option<String>,
    /// The back rank from the a-file, a piece for each file by its full name (`rook high-priestess`), by
    /// NAME=BETZA (`phoenix=WA`), or - for none.
    #[arg(long, value_name = "PIECES", allow_hyphen_values = true)]
    pub army: Option<String>,
    /// Black's back rank, if it is another one.
    #[arg(long, value_name = "PIECES", allow_hyphen_values = true)]
    pub black_army: Option<String>,
    /// A piece of your own, NAME=BETZA, with LETTER: before the moves and :VALUE or :royal behind them as
    /// needed (`ram=M:mNcB:300`); may be repeated. One that is in no army is there to be promoted to, or for
    /// rules.
    #[arg(long, value_name = "NAME=BETZA", action = ArgAction::Append)]
    pub pieces: Vec<String>,
    /// The pawns: pawn, shatranj-pawn, berolina-pawn, triple-pawn, wildebeest-pawn or cylinder-pawn
    /// [default: pawn].
    #[arg(long, value_name = "KIND")]
    pub pawns: Option<String>,
    /// The rank where pawns start [default: 2].
    #[arg(long, value_name = "RANK", value_parser = clap::value_parser!(u8).range(2..=3))]
    pub pawn_rank: Option<u8>,
    /// What pawns become, the usual choice first, or none [default: every piece].
    #[arg(long, value_name = "PIECES")]
    pub promotion: Option<String>,
    /// Whether kings castle with rooks in the corners [default: yes, where there is room].
    #[arg(long, value_name = "YES/NO", value_parser = yes_or_no)]
    pub castling: Option<bool>,
    /// A rule by a word (`stalemate-loses`) or as a line (`"Goal: ram=8"`), with letters or names of pieces;
    /// may be repeated.
    #[arg(long, value_name = "RULE", action = ArgAction::Append)]
    pub rule: Vec<String>,
    /// Copy the lines of this variant; other options cannot change them.
    #[arg(long, value_name = "GAME", conflicts_with_all = ["description", "board", "army", "black_army", "pieces",
        "pawns", "pawn_rank", "promotion", "castling", "rule"])]
    pub from: Option<String>,
    /// The file to write [default: the name of the game with .ini].
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace that file if it is there.
    #[arg(long)]
    pub force: bool,
    /// List the pieces, pawns and rules that have names, and write nothing.
    #[arg(long)]
    pub list: bool,
}

/// Reads a yes or a no, in the ways people write them.
fn yes_or_no(word: &str) -> Result<bool, &'static str> {
    match word.to_lowercase().as_str() {
        "yes" | "y" | "true" | "t" | "on" | "1" => Ok(true),
        "no" | "n" | "false" | "f" | "off" | "0" => Ok(false),
        _ => Err("yes or no is expected"),
    }
}

/// How the command is used.
const EXAMPLES: &str = "
  fmax new my-chess                          chess, to be changed in an editor
  fmax new wide --from capablanca            a copy of a shipped variant, to be changed
  fmax new griffons --board 9x9 \\
      --army \"rook knight griffon queen king phoenix griffon knight rook\" --pieces phoenix=WA \\
      --promotion \"queen griffon\" --rule stalemate-loses
  fmax new --list                            the names of pieces, pawns and rules";

/// Writes the file of a new game.
pub fn run(library: &Library, arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let catalogue = Catalogue::builtin();
    if arguments.list {
        return list(&catalogue, out);
    }
    if arguments.name.is_none() {
        bail!("name the new variant, as in{EXAMPLES}");
    }
    let (game, notes) = make(library, &catalogue, arguments)?;
    let path = arguments.output.clone();
    let path = path.unwrap_or_else(|| PathBuf::from(format!("{}.ini", game.name)));
    let text = game.file(&path.display().to_string());
    replacing::write(&path, text.as_bytes(), arguments.force)?;
    let (path, name) = (path.display(), &game.name);
    writeln!(out, "{path}: {name}, {}x{}", game.files, game.ranks)?;
    for note in notes {
        writeln!(out, "mind:        {note}")?;
    }
    writeln!(out, "look at it:  fmax show --ini {path} --variant {name}")?;
    writeln!(
        out,
        "play it:     xboard -fcp \"fmax --ini {path}\" -variant {name}"
    )?;
    Ok(())
}

/// The new variant, with notes for its inventor.
pub fn make(
    library: &Library,
    catalogue: &Catalogue,
    arguments: &Arguments,
) -> anyhow::Result<(Game, Vec<String>)> {
    let name = answers::game_name(arguments.name.as_deref().unwrap_or_default())?;
    let mut notes = Vec::new();
    let game = match &arguments.from {
        Some(from) => from::copy(library, from, &name)?,
        None => {
            let draft = arguments.draft(catalogue)?;
            for place in draft.out_of_armies() {
                let name = &draft.pieces[place].name;
                let role = if draft.promotion.contains(&place) {
                    "; pawns can become one"
                } else {
                    ", nor among the promotions"
                };
                notes.push(format!("{name} is in no army{role}"));
            }
            draft.game()
        }
    };
    notes.extend(xboard::too_tall(game.ranks));
    let wrong = complaints(&game);
    if !wrong.is_empty() {
        bail!("this variant would have errors:\n{}", wrong.join("\n"));
    }
    Ok((game, notes))
}

/// The errors and warnings that `fmax check` finds in the file of a variant.
fn complaints(game: &Game) -> Vec<String> {
    let name = format!("{}.ini", game.name);
    let text = game.file(&name);
    let reading = ReadOptions::default().with_slips();
    let found = match check::check_text(&name, text.as_bytes(), reading) {
        Ok((games, found)) if games == 1 || !found.is_empty() => found,
        Ok((games, _)) => return vec![format!("the file would have {games} games")],
        Err(found) => found,
    };
    // a board too tall for a GUI is no error
    let tall = xboard::too_tall(game.ranks);
    let found = found.iter().filter(|d| Some(&d.message) != tall.as_ref());
    let line = |d: &Diagnostic| {
        let hint = d.hint.iter().map(|hint| format!(" (hint: {hint})"));
        let line = text.lines().nth((d.span.line as usize).saturating_sub(1));
        let (hint, line) = (hint.collect::<String>(), line.unwrap_or_default());
        format!("{}{hint}, in `{line}`", d.message)
    };
    found.map(line).collect()
}

fn list(catalogue: &Catalogue, out: &mut impl Write) -> anyhow::Result<()> {
    for (heading, entries) in [("pieces", &catalogue.pieces), ("pawns", &catalogue.pawns)] {
        writeln!(out, "{heading}")?;
        for entry in entries {
            let names = entry.names.join(", ");
            writeln!(
                out,
                "{}",
                format!("  {names:<28} {}", entry.about).trim_end()
            )?;
        }
    }
    writeln!(out, "rules")?;
    for (word, _, about) in rules::WORDS {
        writeln!(out, "  {word:<28} {about}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
