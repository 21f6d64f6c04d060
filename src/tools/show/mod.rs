//! `fmax show`: a variant with its board and rules, and its pieces in every notation: Betza, steps and modes, words,
//! and drawings. It also writes pictures and a page.
//!
//! | file | owns |
//! |---|---|
//! | [`reach`] | the moves of a piece on a square, from which all drawings are made |
//! | [`view`] | the square and the part of the board that are drawn |
//! | [`legend`] | the signs of drawings |
//! | [`sheet`] | the facts about a piece |
//! | `examples` | a sample game and puzzles from self-play |
//! | `terminal`, [`text`] | drawings and words in the terminal |
//! | `drawn` | pictures of pieces from SVG files |
//! | `facts` | pieces and rules as JSON |
//! | `picture`, `page`, `play`, `output` | SVG and PNG, the rules page, the page to play on, and the files of all that |

#[cfg(feature = "tools")]
pub mod drawn;
#[cfg(feature = "tools")]
mod examples;
#[cfg(feature = "tools")]
mod facts;
pub mod legend;
#[cfg(feature = "tools")]
mod output;
#[cfg(feature = "tools")]
mod page;
#[cfg(feature = "tools")]
mod picture;
#[cfg(feature = "tools")]
mod play;
pub mod reach;
pub mod sheet;
mod terminal;
#[cfg(all(test, feature = "tools"))]
mod tests;
pub mod text;
pub mod view;

use std::io::{self, IsTerminal, Write};
#[cfg(feature = "tools")]
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::anyhow;
#[cfg(feature = "tools")]
use clap::ArgGroup;
use clap::{Args, ColorChoice};

use self::sheet::PieceSheet;
use self::terminal::Palette;
use crate::ruleset::Ruleset;
use crate::tools::game_hint;
use crate::types::{Color, TypeId};
use crate::variant::describe::{Pages, name_of};
use crate::variant::{Library, Selections, Variant, letter};

#[derive(Clone, Debug, Args)]
#[cfg_attr(feature = "tools", command(group(ArgGroup::new("pages").args(["html", "play"]).multiple(true))))]
pub struct Arguments {
    /// The letter of a piece, perhaps with a plus in front, or its name; without one all are shown.
    pub piece: Option<String>,
    /// Explain this text in Betza notation instead.
    #[arg(long, value_name = "TEXT", conflicts_with = "piece")]
    pub betza: Option<String>,
    /// Write pieces and rules as one line of JSON; `docs/src/json.md` describes its fields.
    #[cfg(feature = "tools")]
    #[arg(long, conflicts_with_all = ["betza", "svg", "png", "html", "play"])]
    pub json: bool,
    /// When to use colours; NO_COLOR in the environment is heeded.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
    /// Write the pictures to a folder as SVG instead: the setup, and one for each drawing.
    #[cfg(feature = "tools")]
    #[arg(long, value_name = "DIR", conflicts_with = "betza")]
    pub svg: Option<PathBuf>,
    /// Write the same pictures as PNG.
    #[cfg(feature = "tools")]
    #[arg(long, value_name = "DIR", conflicts_with = "betza")]
    pub png: Option<PathBuf>,
    /// Write a page with all rules and drawings.
    #[cfg(feature = "tools")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["betza", "piece"])]
    pub html: Option<PathBuf>,
    /// Write a page on which anyone can play the variant in a browser, with its rules.
    #[cfg(feature = "tools")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["betza", "piece"])]
    pub play: Option<PathBuf>,
    /// The page of docs/build-web to put the variant in, if not that of the program.
    #[cfg(feature = "tools")]
    #[arg(long, value_name = "FILE", requires = "play")]
    pub page: Option<PathBuf>,
    /// The inventor of the variant, for the rules, instead of the one in the file.
    #[cfg(feature = "tools")]
    #[arg(long, value_name = "NAME", requires = "pages")]
    pub author: Option<String>,
    /// Add a sample game and puzzles to the page, from games of the engine against itself.
    #[cfg(feature = "tools")]
    #[arg(long, requires = "pages")]
    pub puzzles: bool,
    /// The address of a page of docs/build-web, on which links of the rules page play.
    #[cfg(feature = "tools")]
    #[arg(long, value_name = "URL", requires = "html", value_parser = output::address)]
    pub player: Option<String>,
    /// Write over files that are there.
    #[cfg(feature = "tools")]
    #[arg(long)]
    pub force: bool,
}

#[cfg(feature = "tools")]
impl Arguments {
    fn writes_files(&self) -> bool {
        [&self.svg, &self.png, &self.html, &self.play]
            .into_iter()
            .any(Option::is_some)
    }
}

/// The palette for a choice of colours: if it is automatic, in colour on a terminal, unless NO_COLOR is set or the terminal
/// has no colours.
fn palette(color: ColorChoice) -> Palette {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let colored = match color {
        ColorChoice::Auto => io::stdout().is_terminal() && !set("NO_COLOR") && !dumb,
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    };
    Palette { colored }
}

/// Shows a variant, by default the default variant of the library: the board, the rules and all pieces, or only one piece.
pub fn run(
    library: &Library,
    game: Option<&str>,
    request: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let variant = library.find_or_default(game, &Selections::default())?;
    if let Some(text) = &request.betza {
        return text::explain(&variant, text, out);
    }
    let owners = owners(library, &variant, request.piece.as_deref())?;
    #[cfg(feature = "tools")]
    let variant = if request.writes_files() {
        with_pictures(library, variant)
    } else {
        variant
    };
    let rules = Arc::new(Ruleset::new(variant));
    #[cfg(feature = "tools")]
    if request.json {
        writeln!(out, "{}", facts::facts(&rules, &owners))?;
        return Ok(());
    }
    let sheets = sheet::pieces(&rules);
    #[cfg(feature = "tools")]
    if request.writes_files() {
        let asked = |sheet: &PieceSheet| owners.iter().any(|&(.., id)| sheet.has(id));
        let sheets: Vec<PieceSheet> = sheets.into_iter().filter(asked).collect();
        return output::write(library, &rules, &sheets, request, out);
    }
    write_text(&rules, &sheets, &owners, request, out)
}

/// The variant with the pictures in files beside its own. Warns about files that cannot be used.
#[cfg(feature = "tools")]
fn with_pictures(library: &Library, mut variant: Arc<Variant>) -> Arc<Variant> {
    if !variant.pictures.is_empty() {
        for warning in drawn::load(library, Arc::make_mut(&mut variant)) {
            log::warn!("{warning}");
        }
    }
    variant
}

/// The letter that a text stands for; `None` if the text is not a letter.
fn letter_of(text: &str) -> Option<char> {
    let mut chars = text.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some(letter), None, None) => Some(letter.to_ascii_uppercase()),
        (Some('+'), Some(letter), None) => letter::promoted(letter),
        _ => None,
    }
}

/// The error for a text that names no piece, with the known pieces and a hint.
fn no_such_piece(
    library: &Library,
    variant: &Variant,
    asked: &str,
    owners: &[OwnedType],
) -> anyhow::Error {
    let mut known: Vec<String> = Vec::new();
    for &(_, color, id) in owners {
        let letter = variant.piece(id).written();
        let text = match name_of(variant, id, color) {
            Some(name) => format!("{letter} ({name})"),
            None => letter,
        };
        if !known.contains(&text) {
            known.push(text);
        }
    }
    let file = std::path::Path::new(asked);
    let hint = if file.extension().is_some_and(|ending| ending == "ini") {
        format!("; to read a file: --ini {asked}")
    } else if library.knows(asked) {
        // the word may only be similar to the name of a variant ("horse" and "horde"): then there is no hint
        format!("; {}", game_hint(asked))
    } else {
        String::new()
    };
    let (game, known) = (&variant.name, known.join(", "));
    anyhow!("there is no piece {asked} in {game}, only {known}{hint}")
}

/// The words before the name of a piece, its colour, and its type.
type OwnedType = (&'static str, Color, TypeId);

/// Shows a variant as text, or only one piece.
fn write_text(
    rules: &Ruleset,
    sheets: &[PieceSheet],
    owners: &[OwnedType],
    request: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (variant, palette) = (rules.variant(), palette(request.color));
    let pages = Pages::new(variant);
    if request.piece.is_some() {
        writeln!(out, "{}", pages.title)?;
        return write_pieces(rules, sheets, owners, palette, out);
    }
    writeln!(out, "{}", palette.heading(&pages.title))?;
    let board = if palette.colored {
        palette.board(variant)
    } else {
        pages.board
    };
    let heading = pages.description.iter().chain(&pages.author);
    for line in heading.chain(&board) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "start  {}\n", rules.start().fen())?;
    write_pieces(rules, sheets, owners, palette, out)?;
    writeln!(out)?;
    for line in pages.rules.iter().chain(&pages.numbering) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Shows the pieces with their drawings, and a legend.
fn write_pieces(
    rules: &Ruleset,
    sheets: &[PieceSheet],
    owners: &[OwnedType],
    palette: Palette,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let variant = rules.variant();
    let mut drawn = Vec::new();
    for &(owner, color, id) in owners {
        text::show(variant, owner, color, id, out)?;
        let (empty, crowded) = sheet::mobility(rules, id);
        writeln!(
            out,
            "  reaches {empty:.1} squares of an empty board on average, {crowded:.1} of a crowded one"
        )?;
        let Some(sheet) = sheets.iter().find(|sheet| sheet.id == id) else {
            let twin = sheets.iter().find(|sheet| sheet.has(id));
            // its twin has not been drawn above if only one piece is shown
            if let Some(twin) = twin.filter(|twin| !owners.iter().any(|o| o.2 == twin.id)) {
                drawn.extend(&twin.views);
            }
            writeln!(out, "  moves as white's, seen from the other side")?;
            continue;
        };
        for view in &sheet.views {
            let place = view.place.iter().map(|place| format!("  {place}:"));
            for line in place.chain(palette.view(variant, view)) {
                writeln!(out, "  {line}")?;
            }
            drawn.push(view);
        }
    }
    let signs = legend::signs(drawn.into_iter());
    if !signs.is_empty() {
        writeln!(out, "\n{}", palette.heading("signs"))?;
        for sign in signs {
            writeln!(out, "  {:<3}  {}", sign.written(), sign.meaning())?;
        }
    }
    Ok(())
}

/// The types with the colours that own them. If `asked` is given, only the types with this letter or name.
fn owners(
    library: &Library,
    variant: &Variant,
    asked: Option<&str>,
) -> anyhow::Result<Vec<OwnedType>> {
    let [white, black] = Color::ALL.map(|color| variant.types_of(color));
    let mut owners: Vec<OwnedType> = Vec::new();
    // promoted pieces that keep the look of their original also move like it
    let original = variant.types().filter(|(_, p)| !p.hides_promotion());
    for (id, _) in original {
        match (white.contains(&id), black.contains(&id)) {
            (true, true) => owners.push(("", Color::White, id)),
            (true, false) => owners.push(("white's ", Color::White, id)),
            (false, true) => owners.push(("black's ", Color::Black, id)),
            (false, false) => {}
        }
    }
    let Some(asked) = asked else {
        return Ok(owners);
    };
    let letter = letter_of(asked);
    let plain = |text: &str| text.to_lowercase().replace(['-', '_'], " ");
    let meant = |&(_, color, id): &OwnedType| match letter {
        Some(letter) => {
            variant.piece(id).letter == letter || variant.type_by_letter(letter, color) == Some(id)
        }
        None => name_of(variant, id, color).is_some_and(|name| plain(&name) == plain(asked)),
    };
    let found: Vec<OwnedType> = owners.iter().copied().filter(meant).collect();
    if found.is_empty() {
        return Err(no_such_piece(library, variant, asked, &owners));
    }
    Ok(found)
}
