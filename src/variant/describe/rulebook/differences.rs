//! Differences from chess in board, pieces and first moves. Rule lines describe their own differences.

use super::super::capitalised;
use super::super::names::common_name;
use super::super::phrases::{counted, either, join, of_sides};
use super::Facts;
use crate::types::Color;
use crate::variant::rules::values::add;
use crate::variant::{Variant, betza};

/// The start position of chess.
const ARRAY: &str = "RNBQKBNR";
const PAWNS: &str = "PPPPPPPP";
/// The pieces of chess: name, and moves in Betza notation.
const CHESSMEN: [(&str, &str); 6] = [
    ("king", "KisO2"),
    ("queen", "Q"),
    ("rook", "R"),
    ("bishop", "B"),
    ("knight", "N"),
    ("pawn", "fmWfceFifmnD"),
];

/// Differences in board, pieces and first moves.
pub(super) fn differences(variant: &Variant, facts: &Facts) -> Vec<String> {
    let mut lines = Vec::new();
    let (files, ranks) = (variant.files, variant.ranks);
    if (files, ranks) != (8, 8) {
        lines.push(format!(
            "The board has {} and {} instead of 8 and 8.",
            counted(files, "file"),
            counted(ranks, "rank")
        ));
    }
    if !has_array_of_chess(variant) {
        lines.push("The pieces start on other squares, as the setup shows.".to_owned());
    }
    lines.extend(kings(variant, facts));
    lines.extend(pieces(variant, facts));
    for (there, line) in [
        (facts.castling, "There is no castling."),
        (facts.pushes || !facts.pawns, "Pawns have no double step."),
        (
            facts.en_passant || !facts.pawns || !facts.pushes,
            "Pawns are never captured in passing (en passant).",
        ),
        (facts.pawns, "There are no pawns."),
        (
            facts.royals,
            "No piece is royal: there is no check and no checkmate.",
        ),
    ] {
        if !there {
            lines.push(line.to_owned());
        }
    }
    lines
}

/// True if the start position is that of chess.
fn has_array_of_chess(variant: &Variant) -> bool {
    let placed = variant.start_pieces();
    let letter = |file: u8, rank: u8| {
        let here = placed.iter().find(|p| (p.file, p.rank) == (file, rank));
        here.map(|p| (p.color, variant.piece(p.id).letter))
    };
    let row = |color: Color, rank: u8, letters: &str| {
        let mut row = (0..).zip(letters.chars());
        row.all(|(file, expected)| letter(file, rank) == Some((color, expected)))
    };
    (variant.files, variant.ranks, placed.len()) == (8, 8, 32)
        && row(Color::White, 0, ARRAY)
        && row(Color::White, 1, PAWNS)
        && row(Color::Black, 6, PAWNS)
        && row(Color::Black, 7, ARRAY)
}

/// Castling that differs from chess.
fn kings(variant: &Variant, facts: &Facts) -> Vec<String> {
    let usual = variant.in_usual_order();
    let own = |color: Color| -> Vec<String> {
        let mut ways: Vec<String> = Vec::new();
        for id in variant.types_of(color) {
            if common_name(variant, id, color) != Some("King") {
                continue;
            }
            let phrases = super::super::pieces::moves(&usual, id, color);
            let castlings: Vec<String> = (phrases.iter())
                .filter_map(|phrase| phrase.strip_prefix("castles by "))
                .map(|squares| squares.replace(" to either side", ""))
                .collect();
            if castlings.is_empty() && facts.castling {
                ways.push("does not castle.".to_owned());
            } else if !castlings.is_empty() && castlings != ["two squares"] {
                ways.push(format!("castles by {}.", either(&castlings)));
            }
        }
        ways
    };
    of_sides(
        ["The king", "White's king", "Black's king"],
        Color::ALL.map(own),
    )
}

/// Pieces that are new, move differently, or are missing, without castling and first moves of pawns.
fn pieces(variant: &Variant, facts: &Facts) -> Vec<String> {
    let mut lines = Vec::new();
    // castling of pieces that are placed before play counts as castling
    let usual = variant.in_usual_order();
    let mut known: Vec<&str> = Vec::new();
    let mut new: Vec<String> = Vec::new();
    let mut changed: Vec<String> = Vec::new();
    for color in Color::ALL {
        for id in variant.types_of(color) {
            let (piece, pawn) = (variant.piece(id), variant.is_pawn(id, color));
            let described = betza::describe(&usual, &piece.moves, color, pawn);
            let text = described
                .map(|described| described.text)
                .unwrap_or_default();
            let man = CHESSMEN.iter().find(|(_, moves)| *moves == text);
            match man {
                Some((name, _)) => known.push(name),
                None if piece.hides_promotion() => {}
                None if common_name(variant, id, color) == Some("King")
                    && (text == "K" || text.starts_with("Kis")) => {}
                None if pawn
                    && (text == "fmWfcF" && !facts.pushes
                        || text == "fmWfcFifmnD" && !facts.en_passant) => {}
                None => {
                    let name = common_name(variant, id, color).map(str::to_lowercase);
                    let man = CHESSMEN
                        .iter()
                        .find(|(man, _)| name.as_deref() == Some(man));
                    match man {
                        Some(("king", _)) => add(&mut changed, "the king".to_owned()),
                        Some((man, _)) => add(&mut changed, format!("{man}s")),
                        None => add(&mut new, piece.title()),
                    }
                }
            }
        }
    }
    if !new.is_empty() {
        let (are, them) = if new.len() == 1 {
            ("is", "it")
        } else {
            ("are", "them")
        };
        let new = join(&new);
        lines.push(format!(
            "{new} {are} not among the pieces of chess; see Pieces for {them}."
        ));
    }
    if !changed.is_empty() {
        let verb = if changed[..] == ["the king"] {
            "moves"
        } else {
            "move"
        };
        let line = format!(
            "{} {verb} differently from chess; see Pieces.",
            join(&changed)
        );
        lines.push(capitalised(&line));
    }
    let missing: Vec<String> = (CHESSMEN[1..5].iter())
        .filter(|(name, _)| !known.contains(name))
        .map(|(name, _)| format!("{name}s"))
        .filter(|men| !changed.contains(men))
        .collect();
    if !missing.is_empty() {
        let missing = join(&missing);
        lines.push(format!("There are no {missing} that move as in chess."));
    }
    lines
}
