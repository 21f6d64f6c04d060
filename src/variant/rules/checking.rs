//! Variants in which no move may give check, except perhaps mate.

use super::{Resolver, Rule, Sentences};
use crate::variant::Stalemate;

pub(super) const CHECKING: &str = "Checking: no, or Checking: mate, or Checking: yes";

pub(super) const RULE: Rule = Rule::new(&[CHECKING], resolve, describe);

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
    let has_royal = cx.need_royal(CHECKING, "to give check to");
    let rules = &cx.variant.rules;
    if has_royal
        && !mates
        && rules.win.only_royals_decide()
        && rules.win.stalemate == Stalemate::Draw
        && !rules.repetition.perpetual_chase_loses
    {
        let message = "neither side can win: without checks there is no mate";
        let hint = "let something else decide, as `Stalemate: loss` or `Bare-King: loss` does";
        cx.report.warning(cx.span(CHECKING), message, hint);
    }
}

fn describe(words: &mut Sentences<'_>) {
    let rules = &words.variant.rules;
    match (rules.checks_are_illegal, rules.mates_are_legal) {
        (false, _) => {}
        (true, false) => words.say("No move may give check."),
        (true, true) => words.say("No move may give check, unless it mates."),
    }
}
