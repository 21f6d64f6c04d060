//! Kings that may not move out of check.

use super::{Resolver, Rule, Sentences};

const FLIGHT: &str = "Royal-Flight: no, or Royal-Flight: yes";

pub(super) const RULE: Rule = Rule::new(&[FLIGHT], resolve, describe);

fn resolve(cx: &mut Resolver<'_>) {
    let illegal = cx.one(FLIGHT, |v| v.one_of(&[("no", true), ("yes", false)]));
    cx.variant.rules.flight_is_illegal = illegal.unwrap_or(false);
    if illegal == Some(true) {
        cx.need_royal(FLIGHT, "that could be in check");
    }
}

fn describe(words: &mut Sentences<'_>) {
    words.say_if(
        words.variant.rules.flight_is_illegal,
        "A royal piece in check may not move, unless it captures the only piece that gives it.",
    );
}
