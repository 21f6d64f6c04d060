//! Royals that may not slide over attacked squares, as in variants with royal queens.

use super::resolver::{Resolver, Rule};
use crate::variant::{MoveDescriptor, Variant};

pub(super) const ROYAL_SLIDE: &str = "Royal-Slide: safe, or Royal-Slide: any";

pub(super) const RULE: Rule = Rule {
    forms: &[ROYAL_SLIDE],
    resolve,
    describe,
};

fn resolve(cx: &mut Resolver<'_>) {
    let safe = cx.one(ROYAL_SLIDE, |v| v.one_of(&[("safe", true), ("any", false)]));
    cx.variant.rules.royals_slide_safely = safe.unwrap_or(false);
    let slides = |variant: &Variant| {
        let royal = variant
            .types()
            .filter(|(_, piece)| piece.royalty.is_royal());
        let mut moves = royal.flat_map(|(id, _)| variant.moves_anywhere(id));
        moves.any(MoveDescriptor::slides)
    };
    if safe == Some(true) && !slides(&cx.variant) {
        let message = "there is no royal piece that slides";
        cx.error_with_hint(
            cx.span(ROYAL_SLIDE),
            message,
            "a piece of value -1 is royal",
        );
    }
}

fn describe(variant: &Variant) -> Vec<String> {
    let says = "A royal piece may not slide over squares that the other side attacks.";
    let safe = variant.rules.royals_slide_safely;
    safe.then(|| says.to_owned()).into_iter().collect()
}
