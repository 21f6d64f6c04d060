//! Variants in which no move may give check, except perhaps mate.

use super::resolver::{Resolver, Rule};
use crate::variant::{Stalemate, Variant};

pub(super) const CHECKING: &str = "Checking: no, or Checking: mate, or Checking: yes";

pub(super) const RULE: Rule = Rule {
    forms: &[CHECKING],
    resolve,
    describe,
};

fn resolve(cx: &mut Resolver<'_>) {
    let known = [
        ("no", (true, false)),
        ("mate", (true, true)),
        ("yes", (false, false)),
    ];
    let (illegal, mates) = cx.one(CHECKING, |v| v.one_of(&known)).unwrap_or_default();
    cx.variant.rules.checks_are_illegal = illegal;
    cx.variant.rules.mates_are_legal = mates;
    if !illegal {
        return;
    }
    let rules = &cx.variant.rules;
    let mut pieces = cx.variant.pieces.iter();
    if !pieces.any(|piece| piece.royalty.is_royal()) {
        let message = "there is no royal piece to give check to";
        cx.error_with_hint(cx.span(CHECKING), message, "a piece of value -1 is royal");
    } else if !mates
        && rules.win.only_royals_decide()
        && rules.win.stalemate == Stalemate::Draw
        && !rules.repetition.perpetual_chase_loses
    {
        let message = "neither side can win: without checks there is no mate";
        let hint = "let something else decide, as `Stalemate: loss` or `Bare-King: loss` does";
        (cx.report).warning(cx.span(CHECKING), message, Some(hint.to_owned()));
    }
}

fn describe(variant: &Variant) -> Vec<String> {
    match (
        variant.rules.checks_are_illegal,
        variant.rules.mates_are_legal,
    ) {
        (false, _) => Vec::new(),
        (true, false) => vec!["No move may give check.".to_owned()],
        (true, true) => vec!["No move may give check, unless it mates.".to_owned()],
    }
}
