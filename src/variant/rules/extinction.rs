//! Extinction: a side loses (or wins) when it has too few pieces, of some kind or altogether.

use super::resolver::{Resolver, Rule};
use super::values::{self, Value, ValueError};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::describe::names::named;
use crate::variant::describe::phrases::{counted, either, of_sides};
use crate::variant::{Spanned, Variant, WinConditions};

const EXTINCTION: &str = "Extinction: QRBNP, or Extinction: white=all black=R left=1 wins";
pub(super) const BARING: &str = "Baring: R,A";

/// Largest number of remaining pieces that can count as extinct.
const MOST_LEFT: u8 = 63;

pub(super) const RULE: Rule = Rule {
    forms: &[EXTINCTION, BARING],
    resolve,
    describe,
};

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
    cx.each(EXTINCTION, |cx, value| {
        if value.after("left").is_some() || value.is("wins") || value.is_separator() {
            Ok(())
        } else {
            lost(cx, value)
        }
    });
    let win = &cx.variant.rules.win;
    let none = Color::ALL.iter().all(|&color| !win.can_die_out(color));
    if none && !cx.values(EXTINCTION).is_empty() {
        let hint = "name them, or say all";
        cx.error_with_hint(cx.span(EXTINCTION), "no pieces can die out", hint);
    }
    cx.each(BARING, |cx, value| {
        for letter in value.letters()? {
            let types = cx.types(letter)?;
            if is_royal(cx, &types) {
                let message = format!("{} is royal and cannot be named here", letter.value);
                return Err(ValueError::new(letter.span, message));
            }
            let baring = cx.variant.rules.win.baring.iter_mut();
            baring.zip(types).for_each(|(own, id)| own.push(id));
        }
        Ok(())
    });
}

fn is_royal(cx: &Resolver<'_>, types: &ByColor<TypeId>) -> bool {
    let mut types = types.iter();
    types.any(|&id| cx.variant.piece(id).royalty.is_royal())
}

/// Reads the pieces that one or both sides must keep.
fn lost(cx: &mut Resolver<'_>, value: Value<'_>) -> Result<(), ValueError> {
    let (colors, rest) = value.owner()?;
    if rest.is("all") {
        for &color in colors {
            cx.variant.rules.win.extinction_of_all[color] = true;
            let all = cx.own_pieces(color).len();
            check_count(cx, rest, color, (all, "pieces"))?;
        }
        return Ok(());
    }
    let (_, letters) = value.owned_letters()?;
    for letter in letters {
        lost_kind(cx, colors, letter, rest)?;
    }
    Ok(())
}

fn lost_kind(
    cx: &mut Resolver<'_>,
    colors: &[Color],
    letter: Spanned<char>,
    value: Value<'_>,
) -> Result<(), ValueError> {
    let types = cx.types(letter)?;
    let name = letter.value;
    if is_royal(cx, &types) {
        let message = format!("{name} is royal: its loss decides the game anyway");
        let hint = "give it a positive value if it may be left under attack";
        return Err(ValueError::new(letter.span, message).hint(hint));
    }
    for &color in colors {
        let id = types[color];
        values::add(&mut cx.variant.rules.win.extinction[color], id);
        let own = cx.own_pieces(color).into_iter();
        let count = own.filter(|piece| piece.id == id).count();
        check_count(cx, value, color, (count, &name.to_string())).map_err(|error| ValueError {
            span: letter.span,
            ..error
        })?;
    }
    Ok(())
}

/// Reports a side that starts with too few pieces.
fn check_count(
    cx: &Resolver<'_>,
    value: Value<'_>,
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
    Err(ValueError::new(value.span, message))
}

impl WinConditions {
    /// True if the loss of pieces other than royals decides for or against a side.
    pub fn can_die_out(&self, color: Color) -> bool {
        !self.extinction[color].is_empty() || self.extinction_of_all[color]
    }
}

pub(super) fn describe(variant: &Variant) -> Vec<String> {
    let win = &variant.rules.win;
    let result = if win.extinction_wins { "won" } else { "lost" };
    let none = |what: &str| match win.extinction_left {
        0 => format!("no {what}"),
        left => format!("no more than {}", counted(left, what)),
    };
    let dies_out = |color: Color| {
        let kinds = named(variant, &win.extinction[color]);
        let of_kinds = match kinds.as_slice() {
            [] => None,
            [one] if win.extinction_left == 0 => Some(format!("it has no {one} left")),
            [one] => Some(format!("it has {} of the kind {one} left", none("piece"))),
            _ => {
                let (none, kinds) = (none("piece"), either(&kinds));
                Some(format!(
                    "it has {none} left of any one of these kinds: {kinds}"
                ))
            }
        };
        let of_all = win.extinction_of_all[color].then(|| format!("it has {} left", none("piece")));
        let all = of_kinds.into_iter().chain(of_all);
        all.map(|what| format!("has {result} when {what}."))
            .collect::<Vec<_>>()
    };
    let baring = |color: Color| {
        let kinds = either(&named(variant, &win.baring[color]));
        let bare = (!kinds.is_empty()).then(|| {
            format!(
                "loses when it has no {kinds} left, unless it can at once do the same to the other side, \
                 which draws."
            )
        });
        bare.into_iter().collect::<Vec<_>>()
    };
    let mut lines = of_sides("A side", Color::ALL.map(dies_out));
    lines.extend(of_sides("A side", Color::ALL.map(baring)));
    lines
}
