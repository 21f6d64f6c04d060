//! `fmax export` and [`import`]: variants for other programs and from them. A variant is exported as a section of
//! Fairy-Stockfish's `variants.ini`, as parameters of H.G. Muller's Interactive Diagram for a web page, or as the
//! lines that describe it to XBoard. Each export reports the rules that it cannot express.

pub mod diagram;
mod fairy;
pub mod import;
mod xboard;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use crate::tools::replacing;
use crate::variant::{Library, Selections, Variant};

/// The program that reads the export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// A section of Fairy-Stockfish's `variants.ini`.
    VariantsIni,
    /// An Interactive Diagram for a web page, as the Chess Variant Pages have them.
    Diagram,
    /// The lines `setup` and `piece` that an engine sends to XBoard.
    Xboard,
}

/// The options of `fmax export`.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The format.
    #[arg(long, value_enum)]
    pub to: Target,
    /// The name of the variant there [default: its own; for variants-ini with `fmax-` in front if Fairy-Stockfish
    /// has a variant of that name].
    #[arg(long = "name", value_name = "NAME", value_parser = plain_name)]
    pub called: Option<String>,
    /// Write to this file [default: to the terminal].
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it is there.
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// A name without characters that have a meaning in the exported files.
fn plain_name(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if text.is_empty() || !text.chars().all(plain) {
        return Err("letters, digits, and - _ . only".to_owned());
    }
    Ok(text.to_owned())
}

/// A variant for another program.
#[derive(Clone, Debug)]
pub struct Export {
    /// The text that the program reads.
    pub text: String,
    /// Rules that the other program does not know.
    pub losses: Vec<String>,
    /// Other differences that a user should know.
    pub notes: Vec<String>,
}

/// Writes a variant, by default the default variant of the library, to a file or to `out`. Notes and losses go to
/// `complaints`.
///
/// # Errors
/// If there is no such variant, it cannot be exported, or writing fails.
pub fn run(
    library: &Library,
    game: Option<&str>,
    request: &Arguments,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<()> {
    let variant = library.find_or_default(game, &Selections::default())?;
    let called = match (&request.called, request.to) {
        (None, Target::VariantsIni) => twin_name(library, &variant.name),
        (called, _) => called.clone(),
    };
    let export = export(&variant, request.to, called.as_deref())
        .map_err(|reason| anyhow::anyhow!("{} cannot be exported: {reason}", variant.name))?;
    for (kind, texts) in [("note", &export.notes), ("lost", &export.losses)] {
        for text in texts {
            // stderr may be closed
            let _ = writeln!(complaints, "{}: {kind}: {text}", variant.name);
        }
    }
    match &request.output {
        None => out.write_all(export.text.as_bytes())?,
        Some(path) => replacing::write(path, export.text.as_bytes(), request.force)?,
    }
    Ok(())
}

/// Exports a variant.
///
/// # Errors
/// A description of why the variant cannot be exported.
pub fn export(variant: &Arc<Variant>, to: Target, name: Option<&str>) -> Result<Export, String> {
    match to {
        Target::VariantsIni => variants_ini(variant, name),
        Target::Diagram => diagram::export(variant, name),
        Target::Xboard => Ok(xboard::export(variant)),
    }
}

/// A section of `variants.ini`.
fn variants_ini(variant: &Arc<Variant>, name: Option<&str>) -> Result<Export, String> {
    let exported = fairy::export::export(variant)?;
    let losses = [exported.losses, exported.text_losses].concat();
    let name = name.map_or_else(|| section_name(&variant.name), str::to_owned);
    let mut text = format!("# {}, by fmax\n", variant.name);
    let description = Some(&variant.description).filter(|text| !text.is_empty());
    let author = variant.author.iter().map(|author| format!("By {author}"));
    let lines = description.into_iter().cloned().chain(author);
    let lines = lines.chain(exported.notes.iter().map(|note| format!("Note: {note}")));
    for line in lines.chain(losses.iter().map(|loss| format!("Not as in fmax: {loss}"))) {
        text += &format!("# {line}\n");
    }
    text += &format!("[{name}]\n{}", exported.game.write());
    Ok(Export {
        text,
        losses,
        notes: exported.notes,
    })
}

/// The name of a section for a variant: small letters, and `fmax-` before a name that Fairy-Stockfish has.
fn section_name(name: &str) -> String {
    let plain = name.replace(['/', ':', ']', ' '], "-").to_ascii_lowercase();
    if BUILT_IN.split(' ').any(|name| name == plain) {
        format!("fmax-{plain}")
    } else {
        plain
    }
}

/// A name with a number for a variant whose name differs from that of an earlier one only in case.
fn twin_name(library: &Library, name: &str) -> Option<String> {
    let own = section_name(name);
    let entries = library
        .entries()
        .iter()
        .take_while(|entry| entry.name != name);
    let twins = entries
        .filter(|entry| section_name(&entry.name) == own)
        .count();
    (twins > 0).then(|| format!("{own}-{}", twins + 1))
}

/// Names that Fairy-Stockfish refuses to give to another variant.
const BUILT_IN: &str = "\
    3check 5check ai-wok almost amazon amazons antichess armageddon asean ataxx atomar atomic berolina \
    breakthrough bughouse cambodian capablanca capahouse caparandom centaur chancellor chaturanga checkshogi \
    chess chessgi chigorin clobber clobber10 codrus coregal courier crazyhouse dobutsu dragon duck embassy \
    euroshogi extinction fairy fischerandom flipello flipello10 flipersi fox-and-hounds gardner georgian \
    giveaway gorogoro gothic grand grasshopper gustav3 hoppelpoppel horde isolation isolation7x7 janggi \
    janggicasual janggimodern janggitraditional janus jesonmor joust judkins karouk kinglet kingofthehill \
    knightmate koedem kyotoshogi legan loop losalamos losers makpong makruk manchu micro mini minishogi \
    minixiangqi misere modern newzealand nightrider nocastle nocheckatomic normal okisakishogi omicron \
    opulent paradigm pawnback pawnsideways perfect petrified placement pocketknight raazuvaa racingkings \
    seirawan shako shatar shatranj shogi shoshogi shouse sittuyin snailtrail sortofalmost spartan suicide \
    supply tencubed threekings torishogi torpedo troitzky wolf xiangqi yarishogi";
