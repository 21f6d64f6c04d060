//! Pieces that must not be traded for each other, as the lions of Chu Shogi: so that the game keeps them.

use super::resolver::{Resolver, Rule};
use super::values::{self, Value, ValueError};
use crate::types::TypeId;
use crate::variant::Variant;
use crate::variant::describe::{named, phrases::either, phrases::join};

pub(super) const TRADING: &str = "Trading: A cheap=P aside=K";

pub(super) const RULE: Rule = Rule {
    forms: &[TRADING],
    resolve,
    describe,
};

/// Which trades are illegal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trading {
    /// Types of both colours that must not be traded for each other.
    pub types: Vec<TypeId>,
    /// Types that do not count if one of those takes them on its way to another one.
    pub cheap: Vec<TypeId>,
    /// Types that do not count as those that could recapture.
    pub aside: Vec<TypeId>,
}

canonical!(struct Trading { types = 1, cheap = 2, aside = 3 });

fn resolve(cx: &mut Resolver<'_>) {
    let mut trading = Trading::default();
    cx.each(TRADING, |cx, value| {
        let list = if let Some(letters) = value.after("cheap") {
            add(cx, letters, &mut trading.cheap)
        } else if let Some(letters) = value.after("aside") {
            add(cx, letters, &mut trading.aside)
        } else {
            add(cx, value, &mut trading.types)
        };
        list.map_err(|error| error.hint(values::written_as(TRADING)))
    });
    if trading == Trading::default() {
        return;
    }
    let royal = |id: &&TypeId| cx.variant.piece(**id).royalty.is_royal();
    if trading.types.is_empty() {
        cx.error_with_hint(
            cx.span(TRADING),
            "nothing is traded",
            &values::written_as(TRADING),
        );
    } else if let Some(&id) = trading.types.iter().find(royal) {
        let name = cx.variant.piece(id).written();
        cx.error(
            cx.span(TRADING),
            format!("{name} is royal, it cannot be traded"),
        );
    }
    cx.variant.rules.trading = Some(trading);
}

fn add(cx: &Resolver<'_>, value: Value<'_>, list: &mut Vec<TypeId>) -> Result<(), ValueError> {
    for letter in value.letters()? {
        for &id in cx.types(letter)?.iter() {
            values::add(list, id);
        }
    }
    Ok(())
}

fn describe(variant: &Variant) -> Vec<String> {
    let Some(trading) = &variant.rules.trading else {
        return Vec::new();
    };
    let names = |types: &[TypeId]| join(&named(variant, types));
    let who = names(&trading.types);
    let one = either(&named(variant, &trading.types));
    let except = |types: &[TypeId], words: &str| match types {
        [] => String::new(),
        types => format!("{words}{}", either(&named(variant, types))),
    };
    vec![
        format!(
            "{who} may not capture {one} farther away than on a neighbouring square if it could be recaptured \
             there{}, unless it takes something else on its way{}.",
            except(&trading.aside, " by other pieces than "),
            except(&trading.cheap, " other than "),
        ),
        format!(
            "Where anything else has captured {one}, no {one} can be captured with the next move."
        ),
    ]
}
