//! Mates that do not count, as in Shatar: pieces that may not mate, and pieces that must check before a mate.

use super::resolver::{Resolver, Rule};
use super::values;
use crate::types::TypeId;
use crate::variant::Variant;
use crate::variant::describe::{names::named, phrases::join};

const MATING: &str = "Mating: never-by=N after=NRQ";

pub(super) const RULE: Rule = Rule {
    forms: &[MATING],
    resolve,
    describe,
};

/// Limits of mates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mating {
    /// A side loses if it mates with checks by pieces of these types alone.
    pub never_by: Vec<TypeId>,
    /// A mate ends an unbroken series of checks. It is a draw if no piece of these types gave any of the checks; empty:
    /// all mates count.
    pub after: Vec<TypeId>,
}

canonical!(struct Mating { never_by = 1, after = 2 });

fn resolve(cx: &mut Resolver<'_>) {
    let mut mating = Mating::default();
    cx.each(MATING, |cx, value| {
        let (list, pieces) = match (value.after("never-by"), value.after("after")) {
            (Some(pieces), _) => (&mut mating.never_by, pieces),
            (_, Some(pieces)) => (&mut mating.after, pieces),
            _ => return Err(value.not_understood()),
        };
        for letter in pieces.letters()? {
            (cx.types(letter)?.iter()).for_each(|&id| values::add(list, id));
        }
        Ok(())
    });
    let mut pieces = cx.variant.pieces.iter();
    if mating != Mating::default() && !pieces.any(|piece| piece.royalty.is_royal()) {
        let message = "there is no royal piece that could be mated";
        cx.error_with_hint(cx.span(MATING), message, "a piece of value -1 is royal");
    }
    cx.variant.rules.mating = mating;
}

pub(super) fn describe(variant: &Variant) -> Vec<String> {
    let Mating { never_by, after } = &variant.rules.mating;
    let mut lines = Vec::new();
    if !never_by.is_empty() {
        let who = join(&named(variant, never_by));
        lines.push(format!("A player who mates with {who} alone loses."));
    }
    if !after.is_empty() {
        let who = join(&named(variant, after));
        lines.push(format!(
            "Mate is a draw if {who} gave no check in the unbroken series of checks that it ends."
        ));
    }
    lines
}
