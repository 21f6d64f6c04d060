//! The game as a block for H.G. Muller's Interactive Diagram, to be pasted into a page of the Chess
//! Variant Pages.
//!
//! It lists board, rules and pieces, one `key=value` or `name:id:moves:picture:squares` on a line.
//! What the Diagram has no word for is told beside it rather than guessed.

use std::fmt::Write;

use super::sheet::PieceSheet;
use crate::types::{Color, Square};
use crate::variant::{PromotesTo, Stalemate, Variant, betza};

/// A block, and what it does not say of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The block, HTML.
    pub html: String,
    /// What the diagram does not know, a sentence each.
    pub missing: Vec<String>,
}

/// Where the Chess Variant Pages have the program, and the pictures of pieces.
const PROGRAM: &str = "/membergraphics/MSinteractivedia/betzaNew.js";
const PICTURES: &str = "/graphics.dir/alfaeriePNG/";

/// The block of a game with these pieces.
pub fn diagram(variant: &Variant, pieces: &[PieceSheet]) -> Diagram {
    let mut missing = Vec::new();
    let mut lines = head(variant);
    // those that promote come first
    let mut order: Vec<&PieceSheet> = pieces.iter().collect();
    order.sort_by_key(|sheet| !sheet.id.is_pawn());
    promotion(variant, &order, &mut lines, &mut missing);
    let royal = (order.iter().zip(1..)).filter(|(sheet, _)| sheet.royal);
    let royal: Vec<String> = royal
        .map(|(_, number): (_, usize)| number.to_string())
        .collect();
    if !royal.is_empty() {
        lines.push(format!("royal={}", royal.join(",")));
    }
    for sheet in order {
        lines.push(piece(variant, sheet, &mut missing));
    }
    if !variant.rules.zones.holes.is_empty() {
        let holes = variant.rules.zones.holes.squares();
        let names: Vec<String> = holes
            .map(|(file, rank)| name(Square::at(file, rank)))
            .collect();
        lines.push(format!("hole::::{}", names.join(",")));
    }
    missing.extend(beyond(variant));
    let mut html = format!("<script type=\"text/javascript\" src=\"{PROGRAM}\"></script>\n");
    html += "<div class=\"idiagram\">\n";
    for line in lines {
        // a String takes everything
        let _ = writeln!(html, "{line}");
    }
    html += "</div>\n";
    Diagram { html, missing }
}

/// The board, and where pictures come from.
fn head(variant: &Variant) -> Vec<String> {
    let rules = &variant.rules;
    let size = if variant.files.max(variant.ranks) > 10 {
        35
    } else {
        50
    };
    let mut lines = vec![
        format!("files={}", variant.files),
        format!("ranks={}", variant.ranks),
        "firstRank=1".to_owned(),
        format!("graphicsDir={PICTURES}"),
        "graphicsType=png".to_owned(),
        format!("squareSize={size}"),
        "whitePrefix=w".to_owned(),
        "blackPrefix=b".to_owned(),
    ];
    if rules.drops.as_ref().is_some_and(|drops| drops.captures) {
        lines.push("holdingsType=1".to_owned());
    }
    lines
}

/// What pawns become, and where.
fn promotion(
    variant: &Variant,
    order: &[&PieceSheet],
    lines: &mut Vec<String>,
    missing: &mut Vec<String>,
) {
    let promotion = &variant.rules.promotion;
    let pawns = order.iter().filter(|sheet| sheet.id.is_pawn()).count();
    match &promotion.to {
        PromotesTo::Choice(choices) => {
            let [white, black] = choices.as_ref().into_array();
            let letters: String = white
                .accepted
                .iter()
                .map(|&id| variant.piece(id).written())
                .collect();
            lines.push(format!("promoZone={}", promotion.ranks));
            lines.push(format!(
                "maxPromote={}",
                if letters.is_empty() { 0 } else { pawns }
            ));
            if !letters.is_empty() {
                lines.push(format!("promoChoice={letters}"));
            }
            let other: String = black
                .accepted
                .iter()
                .map(|&id| variant.piece(id).written())
                .collect();
            if other != letters {
                missing.push("what black's pawns become, which is not what white's do".to_owned());
            }
        }
        PromotesTo::ByFile(_) => {
            missing.push("that pawns become what belongs to the file".to_owned());
        }
    }
    if promotion.promotes_pieces() {
        missing.push("which pieces other than pawns promote, and to what".to_owned());
    }
    if promotion.squares.is_some() {
        missing.push("that the promotion zone is not a number of ranks".to_owned());
    }
}

/// The line of a piece.
fn piece(variant: &Variant, sheet: &PieceSheet, missing: &mut Vec<String>) -> String {
    let kind = variant.piece(sheet.id);
    let pawn = variant.is_pawn(sheet.id, sheet.color);
    let described = betza::describe(variant, &kind.moves, sheet.color, pawn);
    let text = match described {
        Some(described) => {
            if !described.exact {
                missing.push(format!("all of the moves of {}", sheet.title()));
            }
            described.text
        }
        None => {
            missing.push(format!("the moves of {}", sheet.title()));
            String::new()
        }
    };
    let named = sheet.name.clone().unwrap_or_else(|| sheet.written.clone());
    let id = &sheet.written;
    let squares = |color: Color| {
        let own = sheet.start.iter().filter(|(owner, _)| *owner == color);
        let names: Vec<String> = own
            .flat_map(|(_, squares)| squares)
            .copied()
            .map(name)
            .collect();
        names.join(",")
    };
    let (white, black) = (squares(Color::White), squares(Color::Black));
    let places = match (white.as_str(), black.as_str()) {
        ("", "") => String::new(),
        (white, "") => white.to_owned(),
        (white, black) => format!("{white},,{black}"),
    };
    let picture = named.to_lowercase().replace([' ', '-', '\''], "");
    format!("{}:{id}:{text}:{picture}:{places}", named.replace(':', " "))
}

/// A square with its rank counted from 1.
fn name(sq: Square) -> String {
    sq.name(16)
}

/// Rules that no key is known for.
fn beyond(variant: &Variant) -> Vec<String> {
    let rules = &variant.rules;
    let all = [
        (variant.has_two_boards(), "the second board"),
        (
            !rules.zones.is_plain(),
            "which squares pieces cannot leave, or where they move in another way",
        ),
        (rules.grid.is_some(), "that moves have to cross lines"),
        (
            rules.gating.lets_pieces_in(),
            "what comes in from off the board",
        ),
        (rules.can_have_walls(), "walls"),
        (rules.win.explosion.is_some(), "that captures explode"),
        (!rules.burning.is_empty(), "what is burnt"),
        (
            rules.win.compulsory_captures,
            "that captures are compulsory",
        ),
        (
            !rules.win.goals.is_empty() || rules.win.hill.is_some(),
            "the squares that win",
        ),
        (rules.win.checks > 0, "that checks are counted"),
        (
            rules.win.stalemate != Stalemate::Draw,
            "that stalemate is no draw",
        ),
        (rules.win.bare_king_loses, "that a bare king loses"),
        (rules.shuffle.is_some(), "that the back ranks are shuffled"),
        (rules.can_pass(), "that the turn can be passed"),
        (rules.trading.is_some(), "which pieces must not be traded"),
        (
            !rules.placement.first.iter().all(Vec::is_empty),
            "that pieces are placed before play",
        ),
    ];
    let all = all.into_iter().filter(|(there, _)| *there);
    all.map(|(_, what)| what.to_owned()).collect()
}
