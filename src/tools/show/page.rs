//! The rules page: all that a player needs to know, in the sections that the Chess Variant Pages ask for.

mod words;

use anyhow::Context as _;
use askama::Template;

use self::words::{heading, pawns, phrases, places};
use super::examples::{Examples, Line, Sample};
use super::legend::{self, signs};
use super::picture;
use super::sheet::{PieceSheet, player};
use super::text;
use super::view::View;
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::tools::exchange::Export;
use crate::tools::exchange::diagram::diagram;
use crate::types::Color;
use crate::variant::Variant;
use crate::variant::describe::pictures::Pictures;
use crate::variant::describe::{
    Pages, Rulebook, capitalised, counted, join, name_of, number, plural,
};

/// The width of a board on a page is this for each file, up to the widest.
const SQUARE_WIDTH: u32 = 48;
const WIDEST: u32 = 640;

/// The values of the template.
#[derive(Template)]
#[template(path = "show/page.html", config = "src/tools/askama.toml")]
struct Page<'a> {
    name: String,
    byline: String,
    introduction: Vec<String>,
    setup: String,
    setup_width: u32,
    setup_lines: Vec<String>,
    has_white: bool,
    has_black: bool,
    terms: Vec<&'static str>,
    /// The marks of zones and the signs of drawings: pictures with their meanings.
    zones: Vec<(String, String)>,
    legend: Vec<(String, &'static str)>,
    pieces: Vec<Piece<'a>>,
    rules: Rulebook,
    fen: String,
    /// The link to a page on which the variant can be played.
    player: Option<String>,
    sample: Option<Example>,
    puzzles: Vec<Example>,
    /// The Interactive Diagram, or the reason why there is none.
    diagram: Result<Export, String>,
}

/// A piece on the page.
struct Piece<'a> {
    sheet: &'a PieceSheet,
    title: String,
    heading: String,
    /// The piece, for each side that has it.
    pictures: String,
    /// Its squares at the start.
    white: String,
    black: String,
    phrases: Vec<String>,
    /// The drawings of its moves, with captions.
    drawings: Vec<(String, Option<&'a str>)>,
    value: String,
    betza: String,
}

/// The sample game, or a puzzle.
struct Example {
    picture: String,
    task: String,
    /// The moves of the game, or the solution of the puzzle.
    text: String,
    /// The address of the page that plays the moves, or asks for the solution.
    link: Option<String>,
}

/// The parts of a page that do not come from the rules.
#[derive(Debug, Default)]
pub struct Additions<'a> {
    pub author: Option<&'a str>,
    pub examples: Option<&'a Examples>,
    /// The address of the page of `docs/build-web` that links lead to: empty for the page itself, `None` for no links.
    pub player: Option<&'a str>,
}

/// The page of a variant.
pub fn page(
    rules: &Ruleset,
    sheets: &[PieceSheet],
    additions: &Additions<'_>,
) -> anyhow::Result<String> {
    let variant = rules.variant();
    let link = |parameters: &[(&str, &str)]| {
        let page = additions.player?;
        Some(format!("{page}#{}", fragment(&variant.name, parameters)))
    };
    let pages = Pages::new(variant);
    let pictures = Pictures::new(variant);
    let examples = additions.examples;
    let example =
        |position: &Position, line: &Line, task: &str, parameters: &[(&str, &str)]| Example {
            picture: picture::position(position, &pictures, task).to_string(),
            task: task.to_owned(),
            text: line.text.clone(),
            link: link(&[&[("fen", line.fen.as_str())], parameters].concat()),
        };
    let pieces = sheets.iter().map(|sheet| piece(rules, &pictures, sheet));
    let pieces: Vec<Piece<'_>> = pieces.collect();
    let boards = if variant.has_two_boards() { 2 } else { 1 };
    let width = SQUARE_WIDTH * u32::from(variant.files) * boards;
    let views = sheets.iter().flat_map(|sheet| &sheet.views);
    let page = Page {
        name: capitalised(&variant.name),
        byline: byline(additions.author.or(variant.author.as_deref())),
        introduction: introduction(variant, &pages),
        setup: picture::setup(rules, &pictures).to_string(),
        setup_width: width.min(WIDEST),
        setup_lines: setup_lines(variant),
        zones: (legend::zones(variant).into_iter())
            .map(|(mark, words)| (picture::zone(mark, mark.word()).to_string(), words))
            .collect(),
        has_white: pieces.iter().any(|piece| !piece.white.is_empty()),
        has_black: pieces.iter().any(|piece| !piece.black.is_empty()),
        terms: terms(sheets),
        legend: (signs(views).into_iter())
            .map(|sign| (picture::sign(sign).to_string(), sign.meaning()))
            .collect(),
        pieces,
        rules: Rulebook::new(variant),
        fen: rules.start().fen(),
        player: additions
            .player
            .filter(|page| !page.is_empty())
            .and(link(&[])),
        sample: examples.and_then(|examples| {
            let Sample { line, end } = examples.sample.as_ref()?;
            let moves = line.moves.join(" ");
            let title = "The end of the sample game";
            Some(example(end, line, title, &[("moves", &moves)]))
        }),
        puzzles: (examples.iter())
            .flat_map(|examples| &examples.puzzles)
            .map(|puzzle| {
                let (line, task) = (&puzzle.solution, puzzle.task());
                let solution = line.moves.join(" ");
                let parameters = [("task", task.as_str()), ("solution", &solution)];
                example(puzzle.game.position(), line, &task, &parameters)
            })
            .collect(),
        diagram: diagram(variant, None),
    };
    page.render().context("the page cannot be made")
}

/// The part of an address that names a variant and what to do there, as `src/web/page/link.js` reads it.
fn fragment(variant: &str, parameters: &[(&str, &str)]) -> String {
    let encoded = |text: &str| {
        let bytes = text.bytes().map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        });
        bytes.collect::<String>()
    };
    let parameters = (parameters.iter()).map(|(name, value)| format!("&{name}={}", encoded(value)));
    encoded(variant) + &parameters.collect::<String>()
}

/// The author if known, and the date of the page.
fn byline(author: Option<&str>) -> String {
    let author = author.map_or_else(String::new, |name| format!("By {name}. "));
    let date = jiff::Timestamp::now().strftime("%-d %B %Y");
    format!(
        "{author}Page made with fmax {} on {date}.",
        env!("CARGO_PKG_VERSION")
    )
}

/// Paragraphs on the variant's description, the players and the board.
fn introduction(variant: &Variant, pages: &Pages) -> Vec<String> {
    let (files, ranks) = (variant.files, variant.ranks);
    let boards = if variant.has_two_boards() {
        "two boards, each"
    } else {
        "a board"
    };
    let squares = (variant.squares()).filter(|sq| sq.file() < files).count();
    let lines = pages.description.iter().map(|line| capitalised(line));
    let mut lines: Vec<String> = lines.collect();
    let last = char::from(b'a' + files - 1);
    let drops = variant.rules.drops.as_ref();
    let players = if drops.is_some_and(|drops| drops.partner) {
        "A game for two teams of two players, at two boards: at each of them a player of one team has White \
         and a player of the other team Black. Each plays on"
    } else {
        "A game for two players, White and Black, on"
    };
    let files = counted(files, "file");
    let ranks = match ranks {
        1 => "1 rank".to_owned(),
        n => format!("{n} ranks (1 to {n})"),
    };
    lines.push(format!(
        "{players} {boards} of {files} (a to {last}) and {ranks}, {squares} squares."
    ));
    lines.extend(pages.numbering.clone());
    lines
}

/// Explanations of the picture with the start position.
fn setup_lines(variant: &Variant) -> Vec<String> {
    let rules = &variant.rules;
    let royals = match variant.types().any(|(_, piece)| piece.royalty.is_royal()) {
        true if rules.win.mated_wins || rules.checks_are_illegal && !rules.mates_are_legal => {
            " Royal pieces have a stripe on the base."
        }
        true => " Royal pieces, whose loss can lose the game, have a stripe on the base.",
        false => "",
    };
    let mut lines = vec![format!(
        "Ranks are counted from White's side. White's pieces are light, Black's are dark; pieces without \
         a picture show their letter.{royals}"
    )];
    if variant.has_two_boards() {
        lines.push("The second board is empty at first.".to_owned());
    }
    for color in Color::ALL {
        let held = rules.hand[color].iter().filter(|(_, count)| *count > 0);
        let held = held.map(|&(id, count)| {
            let name = name_of(variant, id, color).unwrap_or_else(|| variant.piece(id).written());
            let name = if count == 1 { name } else { plural(&name) };
            format!("{} {name}", number(count))
        });
        let held: Vec<String> = held.collect();
        if !held.is_empty() {
            let (player, held) = (player(color), join(&held));
            lines.push(format!("{player} holds {held} off the board."));
        }
    }
    if variant.rules.shuffle.is_some() {
        lines.push(
            "This is the usual order; the back ranks are shuffled before the game.".to_owned(),
        );
    }
    lines
}

/// The terms that the descriptions use.
fn terms(sheets: &[PieceSheet]) -> Vec<&'static str> {
    let used = |word: &str| {
        let mut phrases = sheets.iter().flat_map(|sheet| &sheet.phrases);
        phrases.any(|phrase| phrase.contains(word))
    };
    let all = [
        (
            "straight",
            "Straight is along a rank or a file, diagonally from corner to corner of the squares. Ahead is \
             away from the owner of the piece, so that White's pieces go up the board and Black's down. \
             Where nothing else is said, a piece captures as it moves.",
        ),
        ("steps", "A piece that steps goes to a square beside it."),
        (
            "slides",
            "A piece that slides goes any number of squares in a straight line, over empty ones only.",
        ),
        (
            "leap",
            "A piece that leaps goes straight to its square; it does not matter what stands in between.",
        ),
        (
            "times in a row",
            "A piece that leaps several times in a row goes on in the same direction, as long as the squares where \
             it lands on the way are empty.",
        ),
        (
            "like a knight",
            "To leap like a knight is to go two squares straight and one to the side of that, as the \
             drawing of such a piece shows.",
        ),
    ];
    let all = all.into_iter().filter(|(word, _)| used(word));
    all.map(|(_, text)| text).collect()
}

fn piece<'a>(rules: &Ruleset, pictures: &Pictures, sheet: &'a PieceSheet) -> Piece<'a> {
    let variant = rules.variant();
    let drawing = |view: &'a View| {
        let picture = picture::view(variant, pictures, view, &sheet.title());
        (picture.to_string(), view.place.as_deref())
    };
    let owned = sheet.of_colors().into_iter();
    let owned = owned.map(|(color, id)| picture::piece(variant, pictures, id, color).to_string());
    Piece {
        sheet,
        title: heading(sheet, false),
        heading: heading(sheet, true),
        pictures: owned.collect(),
        white: places(&sheet.start[Color::White]),
        black: places(&sheet.start[Color::Black]),
        phrases: phrases(rules, sheet),
        drawings: sheet.views.iter().map(drawing).collect(),
        value: match sheet.value {
            Some(value) if sheet.royal => format!("royal, a spare one {}", pawns(value)),
            Some(value) => pawns(value),
            None => "royal".to_owned(),
        },
        betza: text::notation(variant, sheet.id, sheet.color),
    }
}
