//! Kings that may not move out of check.

use super::resolver::{Resolver, Rule};
use crate::variant::Variant;

const FLIGHT: &str = "Royal-Flight: no, or Royal-Flight: yes";

pub(super) const RULE: Rule = Rule {
    forms: &[FLIGHT],
    resolve,
    describe,
};

fn resolve(cx: &mut Resolver<'_>) {
    let illegal = cx.one(FLIGHT, |v| v.one_of(&[("no", true), ("yes", false)]));
    cx.variant.rules.flight_is_illegal = illegal.unwrap_or(false);
    let mut pieces = cx.variant.pieces.iter();
    if illegal == Some(true) && !pieces.any(|piece| piece.royalty.is_royal()) {
        let message = "there is no royal piece that could be in check";
        cx.error_with_hint(cx.span(FLIGHT), message, "a piece of value -1 is royal");
    }
}

fn describe(variant: &Variant) -> Vec<String> {
    let says =
        "A royal piece in check may not move, unless it captures the only piece that gives it.";
    let illegal = variant.rules.flight_is_illegal;
    illegal.then(|| says.to_owned()).into_iter().collect()
}
