//! Pieces that neither hop over nor capture some kinds, such as the cannon of Janggi, which ignores all cannons.

use super::capture_effects::CAPTURABLE;
use super::owned::ordinary_types;
use super::{Resolver, Rule, Sentences, Value, ValueError, values};
use crate::types::{Color, TypeId};

const HOP_LIMITS: &str = "Hop-Limits: C=C N=BQ";

pub(super) const RULE: Rule = Rule::new(&[HOP_LIMITS], resolve, describe);

/// Types that a type neither hops over nor captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HopLimit {
    /// The type that moves.
    pub id: TypeId,
    /// The other types, of both colours.
    pub barred: Vec<TypeId>,
}

canonical!(struct HopLimit { id = 1, barred = 2 });

fn resolve(cx: &mut Resolver<'_>) {
    cx.each(HOP_LIMITS, |cx, value| {
        let (who, whom) = value.pair('=')?;
        let barred = barred(cx, whom)?;
        for letter in who.letters()? {
            for id in cx.types(letter)? {
                add(&mut cx.variant.rules.hop_limits, id, &barred);
            }
        }
        Ok(())
    });
}

/// The types of both colours that letters mean.
fn barred(cx: &Resolver<'_>, whom: Value<'_>) -> Result<Vec<TypeId>, ValueError> {
    let mut barred = Vec::new();
    for color in Color::ALL {
        let types = ordinary_types(cx, whom, color, CAPTURABLE)?;
        (types.into_iter()).for_each(|id| values::add(&mut barred, id));
    }
    Ok(barred)
}

fn add(limits: &mut Vec<HopLimit>, id: TypeId, barred: &[TypeId]) {
    match limits.iter_mut().find(|limit| limit.id == id) {
        Some(limit) => (barred.iter()).for_each(|&other| values::add(&mut limit.barred, other)),
        None => limits.push(HopLimit {
            id,
            barred: barred.to_vec(),
        }),
    }
}

fn describe(words: &mut Sentences<'_>) {
    for limit in &words.variant.rules.hop_limits {
        let (who, whom) = (words.names(&[limit.id]), words.names(&limit.barred));
        words.say_once(format!("{who} neither hops over {whom} nor captures it."));
    }
}
