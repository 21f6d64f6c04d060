//! Mates that do not count, as in Shatar: pieces that may not mate, and pieces that must check before a mate.

use super::{Resolver, Rule, Sentences, values};
use crate::types::TypeId;

const MATING: &str = "Mating: never-by=N after=NRQ";

pub(super) const RULE: Rule = Rule::new(&[MATING], resolve, describe);

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
        cx.each_type(pieces, |id| values::add(list, id))
    });
    if mating != Mating::default() {
        cx.need_royal(MATING, "that could be mated");
    }
    cx.variant.rules.mating = mating;
}

pub(super) fn describe(words: &mut Sentences<'_>) {
    let Mating { never_by, after } = &words.variant.rules.mating;
    words.about(never_by, |who| {
        format!("A player who mates with {who} alone loses.")
    });
    words.about(after, |who| {
        format!(
            "Mate is a draw if {who} gave no check in the unbroken series of checks that it ends."
        )
    });
}
