//! Mates that do not count, as in Shatar: a piece that must not mate, and checks that have to be among
//! those that lead to a mate.

use super::resolver::{Resolver, Rule};
use super::values;
use crate::types::TypeId;
use crate::variant::Variant;
use crate::variant::describe::{named, phrases::join};

const MATING: &str = "Mating: never-by=N after=NRQ";

pub(super) const RULE: Rule = Rule {
    forms: &[MATING],
    resolve,
    describe,
};

/// Which mates count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mating {
    /// Who mates with checks by nothing but these has lost.
    pub never_by: Vec<TypeId>,
    /// A mate is a draw if none of these gave check in the unbroken row of checks that it ends; empty:
    /// it counts however it comes about.
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
    let mut told = Vec::new();
    if !never_by.is_empty() {
        let who = join(&named(variant, never_by));
        told.push(format!("Who mates with {who} alone has lost."));
    }
    if !after.is_empty() {
        let who = join(&named(variant, after));
        told.push(format!(
            "Mate is a draw if there is no check by {who} in the unbroken row of checks that it ends."
        ));
    }
    told
}
