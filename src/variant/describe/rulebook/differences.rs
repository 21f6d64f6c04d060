//! Differences from chess in board, pieces and first moves. Rule lines describe their own differences.

use super::super::capitalised;
use super::super::names::common_name;
use super::super::phrases::{counted, either, join};
use super::Facts;
use crate::types::{Color, TypeId};
use crate::variant::{Variant, betza};

/// The start position of chess.
const ARRAY: &str = "RNBQKBNR";
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
    let back = |color: Color, rank: u8| {
        let row = (0..).zip(ARRAY.chars());
        row.into_iter()
            .all(|(file, expected)| letter(file, rank) == Some((color, expected)))
    };
    let pawns =
        |color: Color, rank: u8| (0..8).all(|file| letter(file, rank) == Some((color, 'P')));
    (variant.files, variant.ranks, placed.len()) == (8, 8, 32)
        && back(Color::White, 0)
        && back(Color::Black, 7)
        && pawns(Color::White, 1)
        && pawns(Color::Black, 6)
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
            let castlings = phrases
                .iter()
                .filter_map(|phrase| phrase.strip_prefix("castles by "));
            let castlings: Vec<String> = castlings
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
    let [white, black] = Color::ALL.map(own);
    if white == black {
        return white.iter().map(|way| format!("The king {way}")).collect();
    }
    let white = white.iter().map(|way| format!("White's king {way}"));
    let black = black.iter().map(|way| format!("Black's king {way}"));
    white.chain(black).collect()
}

/// Pieces that are new, move differently, or are missing, without castling and first moves of pawns.
fn pieces(variant: &Variant, facts: &Facts) -> Vec<String> {
    let mut lines = Vec::new();
    // castling of pieces that are placed before play counts as castling
    let usual = variant.in_usual_order();
    let moves = |color: Color, id: TypeId| {
        let pawn = variant.is_pawn(id, color);
        let described = betza::describe(&usual, &variant.piece(id).moves, color, pawn);
        described.map(|described| (described.text, pawn))
    };
    let mut known: Vec<&str> = Vec::new();
    let mut new: Vec<String> = Vec::new();
    let mut changed: Vec<String> = Vec::new();
    for color in Color::ALL {
        for id in variant.types_of(color) {
            let text = moves(color, id).map(|(text, _)| text).unwrap_or_default();
            let piece = variant.piece(id);
            let man = CHESSMEN.iter().find(|(_, moves)| *moves == text);
            match man {
                Some((name, _)) => known.push(name),
                None if piece.hides_promotion() => {}
                None if common_name(variant, id, color) == Some("King")
                    && (text == "K" || text.starts_with("Kis")) => {}
                None if variant.is_pawn(id, color)
                    && (text == "fmWfcF" && !facts.pushes
                        || text == "fmWfcFifmnD" && !facts.en_passant) => {}
                None => {
                    let name = common_name(variant, id, color).map(str::to_lowercase);
                    let man = CHESSMEN
                        .iter()
                        .find(|(man, _)| name.as_deref() == Some(man));
                    let list = if man.is_some() {
                        &mut changed
                    } else {
                        &mut new
                    };
                    let what = match man {
                        Some(("king", _)) => "the king".to_owned(),
                        Some((man, _)) => format!("{man}s"),
                        None => piece.title(),
                    };
                    if !list.contains(&what) {
                        list.push(what);
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
