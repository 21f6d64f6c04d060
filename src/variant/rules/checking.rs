//! Games in which no move may give check, so that nobody is ever mated.

use super::resolver::{Resolver, Rule};
use crate::variant::{Stalemate, Variant};

pub(super) const CHECKING: &str = "Checking: no, or Checking: yes";

pub(super) const RULE: Rule = Rule {
    forms: &[CHECKING],
    resolve,
    describe,
};

fn resolve(cx: &mut Resolver<'_>) {
    let illegal = cx.one(CHECKING, |v| v.one_of(&[("no", true), ("yes", false)]));
    cx.variant.rules.checks_are_illegal = illegal.unwrap_or(false);
    if illegal != Some(true) {
        return;
    }
    let rules = &cx.variant.rules;
    let mut pieces = cx.variant.pieces.iter();
    if !pieces.any(|piece| piece.royalty.is_royal()) {
        let message = "there is no royal piece to give check to";
        cx.error_with_hint(cx.span(CHECKING), message, "a piece of value -1 is royal");
    } else if rules.win.only_royals_decide()
        && rules.win.stalemate == Stalemate::Draw
        && !rules.repetition.perpetual_chase_loses
    {
        let message = "nobody can win: without checks there is no mate";
        let hint = "let something else decide, as `Stalemate: loss` or `Bare-King: loss` does";
        (cx.report).warning(cx.span(CHECKING), message, Some(hint.to_owned()));
    }
}

fn describe(variant: &Variant) -> Vec<String> {
    let illegal = variant.rules.checks_are_illegal;
    let says = illegal.then(|| "No move may give check.".to_owned());
    says.into_iter().collect()
}
