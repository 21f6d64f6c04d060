//! Rule lines about names and the start: aliases of letters and of the variant, the variant that other programs mean by
//! its name, and a start position as FEN.
//!
//! The start position is checked here, so that later code can rely on it.

use super::win_conditions::CHECKS;
use super::{Resolver, Rule, Sentences, Value, ValueError, resolver, values};
use crate::types::{Color, Square};
use crate::variant::ini::diagnostic::Report;
use crate::variant::ini::game_def::GameDef;
use crate::variant::setup::checks_left;
use crate::variant::{Start, Variant};

const ALIAS: &str = "Alias: kingofthehill, koth";
const ELSEWHERE: &str = "Elsewhere: ceremonial-courier";
const ALTERNATORS: &str = "Alternators: yes, or Alternators: no";
const LETTER: &str = "Letter: J=A";
/// Smallest number of ranks for the back ranks and pawns of both sides.
const ROOMY: u8 = 4;
/// The form of the start position.
pub const START: &str = "Start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const FIELDS: &str =
    "the fields are BOARD[HANDS] SIDE RIGHTS - CHECKS CLOCK MOVE; all but BOARD may be left out";

pub(super) const RULE: Rule = Rule::new(
    &[ALIAS, ALTERNATORS, ELSEWHERE, LETTER, START],
    resolve,
    describe,
);

fn resolve(cx: &mut Resolver<'_>) {
    letters(cx);
    cx.variant.start = start(cx);
    cx.variant.elsewhere = elsewhere(cx.game).map(|name| name.text.to_owned());
}

fn describe(words: &mut Sentences<'_>) {
    if let Some(name) = &words.variant.elsewhere {
        words.say(format!("Some programs mean {name} by this name."));
    }
}

/// Further names of a variant, also of a broken one.
pub fn aliases(game: &GameDef) -> Vec<String> {
    let values = values::all(game, ALIAS).into_iter();
    let names = values.flat_map(|value| value.split(','));
    let names = names.filter(|name| !name.text.is_empty());
    names.map(|name| name.text.to_owned()).collect()
}

/// The variant of the same file that other programs mean by this name. The file may lack such a variant.
pub fn elsewhere(game: &GameDef) -> Option<Value<'_>> {
    values::last(game, ELSEWHERE).first().copied()
}

/// Whether two-legged rays alternate for ever, if the variant sets it.
pub fn alternators(game: &GameDef, report: &mut Report) -> Option<bool> {
    let value = values::single(&values::last(game, ALTERNATORS));
    let read = |value: Value<'_>| value.one_of(&[("yes", true), ("no", false)]);
    let result = value.and_then(|value| value.map(read).transpose());
    resolver::note(report, ALTERNATORS, result).flatten()
}

fn letters(cx: &mut Resolver<'_>) {
    cx.each(LETTER, |cx, value| {
        let (alias, letter) = value.letter_pair()?;
        let used = |letter: char| cx.variant.has_letter(letter);
        let message = if used(alias) {
            format!("the letter {alias} belongs to a piece already")
        } else if !used(letter) {
            format!("no piece has the letter {letter}")
        } else {
            cx.variant.letter_aliases.push((alias, letter));
            return Ok(());
        };
        Err(value.error(message))
    });
}

/// The start position; `None` without a line, or after an error.
fn start(cx: &mut Resolver<'_>) -> Option<Start> {
    let fen = values::last(cx.game, START);
    let Some((board, fields)) = fen.split_first() else {
        if cx.variant.ranks < ROOMY {
            let span = cx.game.size.map(|size| size.span).unwrap_or_default();
            let message = format!("the back ranks and pawns need {ROOMY} ranks");
            let hint = "with fewer, give the start position in a line Start, as a FEN";
            cx.report.error(span, message, hint);
        }
        return None;
    };
    let (diagram, _) = board.text.split_once('[').unwrap_or((board.text, ""));
    let pieces = match cx.variant.read_board(diagram) {
        // only moves set up walls
        Ok(diagram) => diagram.pieces,
        Err(error) => {
            let hint = "the board is a FEN of this game, black's back rank first";
            cx.report.error(board.span, error.to_string(), hint);
            return None;
        }
    };
    // the remaining checks can follow any field
    let asked = u8::from(!cx.values(CHECKS).is_empty());
    let others: Vec<Value<'_>> = (fields.iter().copied())
        .filter(|field| checks_left(field.text, asked).is_none())
        .collect();
    if let Some(error) = wrong_field(&cx.variant, &others) {
        cx.report_error(error.hint(FIELDS));
        return None;
    }
    let fields: Vec<&str> = fields.iter().map(|field| field.text).collect();
    Some(Start {
        pieces,
        fields: fields.join(" "),
    })
}

/// The hands of a start position, in brackets after the board; `None` if it has none.
pub(super) fn holdings<'a>(cx: &Resolver<'a>) -> Option<(Value<'a>, &'a str)> {
    let board = values::last(cx.game, START).first().copied()?;
    let (_, holdings) = board.text.split_once('[')?;
    Some((board, holdings))
}

/// The first invalid field after the board.
fn wrong_field(variant: &Variant, fields: &[Value<'_>]) -> Option<ValueError> {
    fields.iter().enumerate().find_map(|(index, field)| {
        let text = field.text;
        let message = match index {
            0 if matches!(text, "w" | "b") => return None,
            0 => format!("side to move `{text}` is neither w nor b"),
            1 if text == "-" || are_rights(variant, text) => return None,
            1 => format!("`{text}` are not castling rights here"),
            2 if text == "-" => return None,
            2 => "no pawn has passed a square at the start".to_owned(),
            3 | 4 if text == "-" || text.parse::<u32>().is_ok() => return None,
            3 | 4 => format!("`{text}` is not a move counter"),
            _ => format!("`{text}` is one field too many"),
        };
        Some(field.error(message))
    })
}

/// True for a sequence of K, Q, files and squares.
fn are_rights(variant: &Variant, text: &str) -> bool {
    let ranks = u32::from(variant.ranks);
    let first = u32::from(Square::first_rank(variant.ranks));
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

/// Replaces twins in the back ranks by the types that their letters mean, so that a position set up by letters is the same
/// position.
pub(super) fn merge_twins(variant: &mut Variant) {
    for color in Color::ALL {
        for file in 0..variant.back_rank[color].len() {
            let Some(id) = variant.back_rank[color][file] else {
                continue;
            };
            let named = variant.type_by_letter(variant.piece(id).letter, color);
            let twin = named.filter(|&other| {
                let singled_out = |id| variant.rules.win.singles_out(id);
                singled_out(id) == singled_out(other) && variant.are_twins(other, id)
            });
            if let Some(twin) = twin {
                variant.back_rank[color][file] = Some(twin);
            }
        }
    }
}
