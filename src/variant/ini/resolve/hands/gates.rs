//! The rule line of the gates: which piece waits off the board, and at which file.

use super::{RuleSettings, holdable};
use crate::types::{ByColor, Color};
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Gate, Span, Spanned, Variant};

const HINT: &str = "the form is `Gates: L=b C=g`, or `Gates: white:L=b black:L=g`";

/// The gates of white and black in a game whose drops are known.
pub(super) fn work_out(
    variant: &Variant,
    settings: &RuleSettings,
    report: &mut Report,
) -> ByColor<Vec<Gate>> {
    let mut gates = ByColor::<Vec<Gate>>::default();
    let Some(first) = settings.gates.first() else {
        return gates;
    };
    let clashes = [
        (variant.rules.gating.types.is_empty(), "a line `Gating`"),
        (
            variant.rules.castling.leap_aim.is_none(),
            "a line `Royal-Leap: aim`",
        ),
    ];
    for (_, what) in clashes.iter().filter(|(free, _)| !free) {
        report.error(first.span, format!("gates do not go with {what}"), None);
    }
    for value in &settings.gates {
        let (colors, rest) = match value.value.split_once(':') {
            None => (&Color::ALL[..], value.value.as_str()),
            Some((color, rest)) if color.eq_ignore_ascii_case("white") => (&Color::ALL[..1], rest),
            Some((color, rest)) if color.eq_ignore_ascii_case("black") => (&Color::ALL[1..], rest),
            Some((color, _)) => {
                let message = format!("`{color}` is neither white nor black");
                report.error(value.span, message, Some(HINT.to_owned()));
                continue;
            }
        };
        let before = value.value.chars().count() - rest.chars().count();
        let column = value.span.column + before as u32;
        let characters: Vec<char> = rest.chars().collect();
        let &[letter, '=', file] = characters.as_slice() else {
            let message = format!("`{rest}` is not a piece and its file");
            report.error(value.span, message, Some(HINT.to_owned()));
            continue;
        };
        let at = |column: u32| Span {
            column,
            ..value.span
        };
        let letter = Spanned::new(letter.to_ascii_uppercase(), at(column));
        let file = Spanned::new(file.to_ascii_lowercase(), at(column + 2));
        for &color in colors {
            let own = &mut gates[color];
            match gate(variant, own, letter, file, color, report) {
                Some(gate) => own.push(gate),
                // what is wrong for one side is for the other one as well
                None => break,
            }
        }
    }
    gates
}

/// One gate, if there can be such a one beside those that are known.
fn gate(
    variant: &Variant,
    known: &[Gate],
    letter: Spanned<char>,
    file: Spanned<char>,
    color: Color,
    report: &mut Report,
) -> Option<Gate> {
    let id = holdable(variant, letter, color, report)?;
    let mut error = |span: Span, message: String, hint: Option<&str>| {
        report.error(span, message, hint.map(str::to_owned));
        None
    };
    let number = u32::from(file.value).wrapping_sub(u32::from('a'));
    if number >= u32::from(variant.files) {
        let message = format!("`{}` is no file of this board", file.value);
        return error(file.span, message, Some(HINT));
    }
    let number = number as u8;
    let rank = match color {
        Color::White => 0,
        Color::Black => variant.ranks - 1,
    };
    let pieces = variant.start_pieces();
    let here = |p: &&crate::variant::Placed| (p.file, p.rank) == (number, rank);
    let front = pieces.iter().find(here).filter(|p| p.color == color);
    if front.is_none_or(|piece| variant.is_pawn(piece.id, color)) {
        let message = format!(
            "no piece of {color} begins before a gate on the {}-file",
            file.value
        );
        let hint = "it must stand on its owner's first rank, and be no pawn";
        return error(file.span, message, Some(hint));
    }
    if known.iter().any(|gate| gate.file == number) {
        let message = format!(
            "{color} has a piece waiting on the {}-file already",
            file.value
        );
        return error(
            file.span,
            message,
            Some("there is room for one on each file"),
        );
    }
    if known.iter().any(|gate| gate.id == id) {
        let message = format!("a {} of {color} is waiting already", letter.value);
        return error(letter.span, message, Some("of each kind one can wait"));
    }
    let mut drops = variant.rules.drops.iter();
    if drops.any(|drops| drops.kinds[color].iter().any(|kind| kind.id == id)) {
        let message = format!("{} can be dropped, so it need not wait", letter.value);
        let hint = "leave it out of the line `Drops`, which names letters instead of all then";
        return error(letter.span, message, Some(hint));
    }
    if !variant.may_stop(id, number, rank) {
        let message = format!("{} may not stand where it would come in", letter.value);
        return error(letter.span, message, Some("a line `Confine` forbids it"));
    }
    Some(Gate { file: number, id })
}
