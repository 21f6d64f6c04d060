//! Royals that may not slide over attacked squares, as in variants with royal queens.

use super::{MAKES_ROYAL, Resolver, Rule, Sentences};
use crate::variant::MoveDescriptor;

pub(super) const ROYAL_SLIDE: &str = "Royal-Slide: safe, or Royal-Slide: any";

pub(super) const RULE: Rule = Rule::new(&[ROYAL_SLIDE], resolve, describe);

fn resolve(cx: &mut Resolver<'_>) {
    let safe = cx.one(ROYAL_SLIDE, |v| v.one_of(&[("safe", true), ("any", false)]));
    cx.variant.rules.royals_slide_safely = safe.unwrap_or(false);
    let slides = |id| cx.variant.moves_anywhere(id).any(MoveDescriptor::slides);
    let one_slides = cx.variant.royals().any(|(id, _)| slides(id));
    if safe == Some(true) && !one_slides {
        let message = "there is no royal piece that slides";
        cx.refuse(ROYAL_SLIDE, message, MAKES_ROYAL);
    }
}

fn describe(words: &mut Sentences<'_>) {
    words.say_if(
        words.variant.rules.royals_slide_safely,
        "A royal piece may not slide over squares that the other side attacks.",
    );
}
