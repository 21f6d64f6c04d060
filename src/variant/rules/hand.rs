//! Pieces in hand at the start. This rule is resolved after drops and gating: a piece that could never come to the
//! board is an error, whichever line names it.

use super::drops::holdable;
use super::gating::{GATES, GATING};
use super::start::{START, holdings};
use super::{Resolver, Rule, Sentences, Value, ValueError};
use crate::types::{ByColor, Color, MAX_PIECES, TypeId};
use crate::variant::Spanned;
use crate::variant::describe::phrases::join;

const HAND: &str = "Hand: NN, or Hand: white=NN black=BP";

pub(super) const RULE: Rule = Rule::new(&[HAND], resolve, describe);

/// Sets the hands: the pieces of the rule line, or else one of each type that may be gated; and the pieces at gates.
fn resolve(cx: &mut Resolver<'_>) {
    let mut hands: ByColor<Vec<(TypeId, u8)>> = ByColor::default();
    cx.each_listed(HAND, |cx, value| {
        let (colors, letters) = value.owned_letters()?;
        for letter in letters {
            let types = holdable(cx, letter)?;
            for &color in colors {
                let id = types[color];
                cx.check_given(letter, color, id)?;
                put(&mut hands[color], id);
            }
        }
        Ok(())
    });
    let written = holdings(cx);
    if let Some((board, text)) = written {
        let result = if cx.values(HAND).is_empty() {
            read_holdings(cx, board, text, &mut hands)
        } else {
            let message = "the pieces in hand are given here and in a line Hand";
            Err(board.error(message).hint("leave one of them out"))
        };
        if let Err(error) = result {
            cx.report_error(error);
        }
    }
    let given = written.is_some() || !cx.values(HAND).is_empty();
    for color in Color::ALL {
        let hand = &mut hands[color];
        let waiting = cx.variant.waiting(color, !given);
        hand.extend(waiting.into_iter().map(|id| (id, 1)));
        let held: usize = hand.iter().map(|&(_, n)| usize::from(n)).sum();
        let count = held + cx.own_pieces(color).len();
        if count > MAX_PIECES {
            let message = format!("{color} has {count} pieces, more than {MAX_PIECES}");
            let span = cx.span_of(&[HAND, GATES, GATING, START]);
            cx.report.error(span.unwrap_or_default(), message, None);
        }
    }
    cx.variant.rules.hand = hands;
}

/// Puts one more piece in a hand.
fn put(hand: &mut Vec<(TypeId, u8)>, id: TypeId) {
    match hand.iter_mut().find(|(held, _)| *held == id) {
        Some((_, count)) => *count = count.saturating_add(1),
        None => hand.push((id, 1)),
    }
}

/// Reads the hands in brackets after the board of a start position: capitals are White's.
fn read_holdings(
    cx: &Resolver<'_>,
    board: Value<'_>,
    text: &str,
    hands: &mut ByColor<Vec<(TypeId, u8)>>,
) -> Result<(), ValueError> {
    let hint = "write letters of pieces in brackets, white's as capitals: [QNqn]";
    let Some(text) = text.strip_suffix(']') else {
        return Err(board.error("a closing bracket is missing").hint(hint));
    };
    for c in text.chars().filter(|c| *c != '-') {
        if !c.is_ascii_alphabetic() {
            let message = format!("`{c}` is not the letter of a piece");
            return Err(board.error(message).hint(hint));
        }
        let color = Color::of_letter(c);
        let letter = Spanned::new(c.to_ascii_uppercase(), board.span);
        let id = holdable(cx, letter)?[color];
        cx.check_given(letter, color, id)?;
        put(&mut hands[color], id);
    }
    Ok(())
}

/// The hands at the start, unless they follow from gating.
fn describe(words: &mut Sentences<'_>) {
    let variant = words.variant;
    words.of_sides(
        ["Both sides begin", "White begins", "Black begins"],
        |color| {
            let hand = &variant.rules.hand[color];
            let waiting = variant.waiting(color, true);
            let names: Vec<String> = (hand.iter())
                .map(|&(id, count)| match (count, variant.piece(id).written()) {
                    (1, letter) => letter,
                    (n, letter) => format!("{n} {letter}"),
                })
                .collect();
            let follows = hand.iter().all(|&(id, n)| n == 1 && waiting.contains(&id));
            (!follows).then(|| format!("with {} in hand.", join(&names)))
        },
    );
}
