//! Extinction: a side loses (or wins) when it has too few pieces, of some kind or altogether.

use super::{Resolver, Rule, Sentences, Value, ValueError, values};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::describe::names::named;
use crate::variant::describe::phrases::{SIDES, counted, either};
use crate::variant::{Span, Spanned, WinConditions};

const EXTINCTION: &str = "Extinction: QRBNP, or Extinction: white=all black=R left=1 wins";
pub(super) const BARING: &str = "Baring: R,A";

/// Largest number of remaining pieces that can count as extinct.
const MOST_LEFT: u8 = 63;

pub(super) const RULE: Rule = Rule::new(&[EXTINCTION, BARING], resolve, describe);

fn resolve(cx: &mut Resolver<'_>) {
    // the number left applies to all kinds, in any order
    cx.each(EXTINCTION, |cx, value| {
        let win = &mut cx.variant.rules.win;
        if let Some(left) = value.after("left") {
            win.extinction_left = left.number(0..=MOST_LEFT)?;
        } else if value.is("wins") {
            win.extinction_wins = true;
        }
        Ok(())
    });
    cx.each_listed(EXTINCTION, |cx, value| {
        if value.after("left").is_some() || value.is("wins") {
            Ok(())
        } else {
            lost(cx, value)
        }
    });
    let win = &cx.variant.rules.win;
    let none = Color::ALL.iter().all(|&color| !win.can_die_out(color));
    if none && !cx.values(EXTINCTION).is_empty() {
        cx.refuse(EXTINCTION, "no pieces can die out", "name them, or say all");
    }
    cx.each(BARING, |cx, value| {
        for letter in value.letters()? {
            let types = cx.types(letter)?;
            if is_royal(cx, &types) {
                return Err(letter.error(format!(
                    "{} is royal and cannot be named here",
                    letter.value
                )));
            }
            let baring = cx.variant.rules.win.baring.iter_mut();
            baring.zip(types).for_each(|(own, id)| own.push(id));
        }
        Ok(())
    });
}

fn is_royal(cx: &Resolver<'_>, types: &ByColor<TypeId>) -> bool {
    let mut types = types.iter();
    types.any(|&id| cx.variant.is_royal(id))
}

/// Reads the pieces that one or both sides must keep.
fn lost(cx: &mut Resolver<'_>, value: Value<'_>) -> Result<(), ValueError> {
    let (colors, rest) = value.owner()?;
    if rest.is("all") {
        for &color in colors {
            cx.variant.rules.win.extinction_of_all[color] = true;
            let all = cx.own_pieces(color).len();
            check_count(cx, rest.span, color, (all, "pieces"))?;
        }
        return Ok(());
    }
    let (_, letters) = value.owned_letters()?;
    for letter in letters {
        lost_kind(cx, colors, letter)?;
    }
    Ok(())
}

fn lost_kind(
    cx: &mut Resolver<'_>,
    colors: &[Color],
    letter: Spanned<char>,
) -> Result<(), ValueError> {
    let types = cx.types(letter)?;
    let name = letter.value;
    if is_royal(cx, &types) {
        let message = format!("{name} is royal: its loss decides the game anyway");
        let hint = "give it a positive value if it may be left under attack";
        return Err(letter.error(message).hint(hint));
    }
    for &color in colors {
        let id = types[color];
        values::add(&mut cx.variant.rules.win.extinction[color], id);
        let own = cx.own_pieces(color).into_iter();
        let count = own.filter(|piece| piece.id == id).count();
        check_count(cx, letter.span, color, (count, &name.to_string()))?;
    }
    Ok(())
}

/// Reports a side that starts with too few pieces.
fn check_count(
    cx: &Resolver<'_>,
    span: Span,
    color: Color,
    (count, what): (usize, &str),
) -> Result<(), ValueError> {
    let win = &cx.variant.rules.win;
    if count > usize::from(win.extinction_left) || cx.start_is_unknown() {
        return Ok(());
    }
    let end = if win.extinction_wins { "won" } else { "lost" };
    let message = match count {
        0 => format!("{color} begins without {what} and has {end}"),
        _ => format!("{color} begins with {count} {what} and has {end}"),
    };
    Err(ValueError::new(span, message))
}

impl WinConditions {
    /// True if the loss of pieces other than royals decides for or against a side.
    pub fn can_die_out(&self, color: Color) -> bool {
        !self.extinction[color].is_empty() || self.extinction_of_all[color]
    }
}

pub(super) fn describe(words: &mut Sentences<'_>) {
    let (variant, win) = (words.variant, &words.variant.rules.win);
    let result = if win.extinction_wins { "won" } else { "lost" };
    let none = match win.extinction_left {
        0 => "no piece".to_owned(),
        left => format!("no more than {}", counted(left, "piece")),
    };
    words.of_sides(SIDES, |color| {
        let mut ends = Vec::new();
        match named(variant, &win.extinction[color]).as_slice() {
            [] => {}
            [one] if win.extinction_left == 0 => ends.push(format!("it has no {one} left")),
            [one] => ends.push(format!("it has {none} of the kind {one} left")),
            kinds => {
                let kinds = either(kinds);
                ends.push(format!(
                    "it has {none} left of any one of these kinds: {kinds}"
                ));
            }
        }
        if win.extinction_of_all[color] {
            ends.push(format!("it has {none} left"));
        }
        let ends = ends.into_iter();
        ends.map(move |when| format!("has {result} when {when}."))
    });
    words.of_sides(SIDES, |color| {
        let kinds = either(&named(variant, &win.baring[color]));
        (!kinds.is_empty()).then(|| {
            format!(
                "loses when it has no {kinds} left, unless it can at once do the same to the other side, \
                 which draws."
            )
        })
    });
}
