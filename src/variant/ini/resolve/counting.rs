//! The rule line about counting: which of the known rules, and which pieces they speak of.

use super::rule_lines::RuleSettings;
use super::rule_values::Misfit;
use crate::types::{ByColor, Color, TypeId};
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Counting, PieceLimit, Spanned, Variant};

/// Counting rules: how a side with more than its king counts, and the limits of a bare king by what
/// hunts it.
struct Known {
    name: &'static str,
    /// The limit, the most men, and whether there may be pawns.
    board: Option<(u16, u8, bool)>,
    /// A piece, how many of it, the limit.
    pieces: &'static [(usize, u8, u16)],
    bare: Option<u16>,
    from_men: bool,
}

const ROOK: usize = 0;
const KHON: usize = 1;
const KNIGHT: usize = 2;

/// The words for the pieces with the letters that they usually have.
const PIECES: [(&str, [char; 2]); 3] = [
    ("rook", ['R', 'R']),
    ("khon", ['S', 'B']),
    ("knight", ['N', 'N']),
];

const KNOWN: [Known; 3] = [
    Known {
        name: "makruk",
        board: Some((64, u8::MAX, false)),
        pieces: &[
            (ROOK, 2, 8),
            (ROOK, 1, 16),
            (KHON, 2, 22),
            (KNIGHT, 2, 32),
            (KHON, 1, 44),
        ],
        bare: Some(64),
        from_men: true,
    },
    Known {
        name: "cambodian",
        board: Some((63, 3, true)),
        pieces: &[
            (ROOK, 2, 7),
            (ROOK, 1, 15),
            (KHON, 2, 21),
            (KNIGHT, 2, 31),
            (KHON, 1, 43),
        ],
        bare: Some(63),
        from_men: true,
    },
    Known {
        name: "asean",
        board: None,
        pieces: &[(ROOK, 1, 16), (KHON, 1, 44), (KNIGHT, 1, 64)],
        bare: None,
        from_men: false,
    },
];

fn find(name: &str) -> Option<&'static Known> {
    KNOWN
        .iter()
        .find(|known| known.name.eq_ignore_ascii_case(name))
}

/// `makruk`, and perhaps letters as in `khon=S`.
pub(super) fn counting(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    let Some((name, letters)) = values.split_first() else {
        return Ok(());
    };
    if find(&name.value).is_none() {
        return Err(Misfit::new(name));
    }
    if let Some(wrong) = letters.iter().find(|value| letter(&value.value).is_none()) {
        return Err(Misfit::new(wrong));
    }
    settings.counting = values.to_vec();
    Ok(())
}

/// Which piece of [`PIECES`] a value is about, and its letter.
fn letter(text: &str) -> Option<(usize, char)> {
    let (word, letter) = text.split_once('=')?;
    let piece = PIECES
        .iter()
        .position(|(known, _)| known.eq_ignore_ascii_case(word))?;
    let mut letters = letter.chars().filter(char::is_ascii_alphabetic);
    let found = letters.next().filter(|_| letter.len() == 1)?;
    Some((piece, found.to_ascii_uppercase()))
}

/// Works out the counting rules of a game whose pieces are complete.
pub(super) fn work_out(
    variant: &Variant,
    settings: &[Spanned<String>],
    report: &mut Report,
) -> Option<Counting> {
    let (name, letters) = settings.split_first()?;
    let known = find(&name.value)?;
    let types = |letter: char| -> Vec<TypeId> {
        let types = ByColor::from_fn(|color| variant.type_by_letter(letter, color));
        let mut types: Vec<TypeId> = types.into_iter().flatten().collect();
        types.dedup();
        types
    };
    let mut pieces: Vec<Vec<TypeId>> = Vec::new();
    for (index, (word, usual)) in PIECES.into_iter().enumerate() {
        let mut given = letters
            .iter()
            .filter_map(|value| Some((value, letter(&value.value)?)));
        let given = given.rfind(|(_, (piece, _))| *piece == index);
        let found = match given {
            Some((_, (_, letter))) => types(letter),
            None => (usual.into_iter().map(types))
                .find(|types| !types.is_empty())
                .unwrap_or_default(),
        };
        if found.is_empty() {
            let (span, letter) = given.map_or((name.span, usual[0]), |(v, (_, c))| (v.span, c));
            let message = format!("there is no piece {letter} to be the {word} of these rules");
            let hint = format!("name it, as in {word}={letter}");
            report.error(span, message, Some(hint));
        }
        pieces.push(found);
    }
    let passes = |color| {
        variant
            .piece(TypeId::pawn(color))
            .moves
            .iter()
            .any(|m| m.en_passant)
    };
    if Color::ALL.into_iter().any(passes) {
        let message = "counting rules and en-passant captures do not go together".to_owned();
        let hint = "in a FEN the end of a count stands where en-passant squares do".to_owned();
        report.error(name.span, message, Some(hint));
    }
    let limits = known
        .pieces
        .iter()
        .map(|&(piece, count, moves)| PieceLimit {
            types: pieces[piece].clone(),
            count,
            moves,
        });
    Some(Counting {
        board_limit: known.board.map(|(limit, ..)| limit),
        board_men: known.board.map_or(0, |(_, men, _)| men),
        board_with_pawns: known.board.is_some_and(|(.., pawns)| pawns),
        piece_limits: limits.collect(),
        bare_limit: known.bare,
        from_men: known.from_men,
    })
}
