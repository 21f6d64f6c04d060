//! The start position that a rule line gives.
//!
//! Checked as strictly as the rest of the file, so that nobody behind the loader has to doubt it:
//! what passes here is a position of the game.

use crate::types::{Color, MAX_PIECES};
use crate::variant::ini::diagnostic::Report;
use crate::variant::setup::{Placed, Start};
use crate::variant::{Span, Spanned, Variant};

const FIELDS: &str = "the fields are BOARD SIDE RIGHTS - CLOCK MOVE; all but BOARD may be left out";

/// Works out the start position of a game that is complete otherwise. None without a rule line, or
/// if there was a complaint.
pub(super) fn work_out(
    variant: &Variant,
    fen: &[Spanned<String>],
    report: &mut Report,
) -> Option<Start> {
    let (board, fields) = fen.split_first()?;
    let pieces = match variant.read_board(&board.value) {
        Ok(pieces) => pieces,
        Err(error) => {
            let hint = Some("the board is a FEN of this game, black's back rank first".to_owned());
            report.error(board.span, error.to_string(), hint);
            return None;
        }
    };
    let complaint = crowd(variant, &pieces)
        .map(|message| (board.span, message))
        .or_else(|| misfit(variant, fields));
    if let Some((span, message)) = complaint {
        report.error(span, message, Some(FIELDS.to_owned()));
        return None;
    }
    let fields: Vec<&str> = fields.iter().map(|field| field.value.as_str()).collect();
    Some(Start {
        pieces,
        fields: fields.join(" "),
    })
}

/// Too few or too many pieces.
fn crowd(variant: &Variant, pieces: &[Placed]) -> Option<String> {
    Color::ALL.into_iter().find_map(|color| {
        let own = || pieces.iter().filter(move |piece| piece.color == color);
        let royal = |piece: &Placed| variant.piece(piece.id).royalty.is_royal();
        if !own().any(royal) && !variant.rules.win.replace_royals(color) {
            return Some(format!("{color} has no royal piece"));
        }
        let waiting = variant.rules.gating.types.len() + variant.rules.gating.gates[color].len();
        let most = MAX_PIECES - waiting;
        let count = own().count();
        (count > most).then(|| format!("{color} has {count} pieces, more than {most}"))
    })
}

/// The first field behind the board that says nothing sensible.
fn misfit(variant: &Variant, fields: &[Spanned<String>]) -> Option<(Span, String)> {
    fields.iter().enumerate().find_map(|(index, field)| {
        let text = field.value.as_str();
        let message = match index {
            0 if matches!(text, "w" | "b") => return None,
            0 => format!("side to move `{text}` is neither w nor b"),
            1 if text == "-" || are_rights(variant, text) => return None,
            1 => format!("`{text}` are no castling rights here"),
            2 if text == "-" => return None,
            2 => "no pawn has passed a square at the start".to_owned(),
            3 | 4 if text == "-" || text.parse::<u32>().is_ok() => return None,
            3 | 4 => format!("`{text}` is no move counter"),
            _ => format!("`{text}` is one field too many"),
        };
        Some((field.span, message))
    })
}

/// K, Q, letters of files and squares, one after the other.
fn are_rights(variant: &Variant, text: &str) -> bool {
    let ranks = u32::from(variant.ranks);
    // boards of ten ranks count them from 0
    let first = u32::from(ranks != 10);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let behind = &rest[letter.len_utf8()..];
        rest = behind.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &behind[..behind.len() - rest.len()];
        let letter = letter.to_ascii_uppercase();
        let file = u32::from(letter).wrapping_sub(u32::from('A')) < u32::from(variant.files);
        let fits = if number.is_empty() {
            file || matches!(letter, 'K' | 'Q')
        } else {
            let rank = number.parse().ok();
            file && rank.is_some_and(|rank: u32| (first..first + ranks).contains(&rank))
        };
        if !fits {
            return false;
        }
    }
    true
}
