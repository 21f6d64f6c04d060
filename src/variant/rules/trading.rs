//! Pieces that may not be traded for each other, such as the lions of Chu Shogi.

use super::resolver::{Resolver, Rule};
use super::values::{self, Value, ValueError};
use crate::types::TypeId;
use crate::variant::Variant;
use crate::variant::describe::{names::named, phrases::either, phrases::join};

pub(super) const TRADING: &str = "Trading: A cheap=P aside=K";

pub(super) const RULE: Rule = Rule {
    forms: &[TRADING],
    resolve,
    describe,
};

/// Which trades are illegal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trading {
    /// Types of both colours that may not be traded for each other.
    pub types: Vec<TypeId>,
    /// Types whose capture on the way to the trade does not count.
    pub cheap: Vec<TypeId>,
    /// Types that do not count as recapturing.
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
            "no piece is named",
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
    let who = join(&named(variant, &trading.types));
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
        format!("After any other piece has captured {one}, the next move may not capture {one}."),
    ]
}
