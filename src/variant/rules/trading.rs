//! Pieces that may not be traded for each other, such as the lions of Chu Shogi.

use super::{Resolver, Rule, Sentences, values};
use crate::types::TypeId;
use crate::variant::describe::{names::named, phrases::either};

pub(super) const TRADING: &str = "Trading: A cheap=P aside=K";

pub(super) const RULE: Rule = Rule::new(&[TRADING], resolve, describe);

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
        let (list, letters) = if let Some(letters) = value.after("cheap") {
            (&mut trading.cheap, letters)
        } else if let Some(letters) = value.after("aside") {
            (&mut trading.aside, letters)
        } else {
            (&mut trading.types, value)
        };
        cx.each_type(letters, |id| values::add(list, id))
    });
    if trading == Trading::default() {
        return;
    }
    let royal = |id: &&TypeId| cx.variant.is_royal(**id);
    if trading.types.is_empty() {
        cx.malformed(TRADING, "no piece is named");
    } else if let Some(&id) = trading.types.iter().find(royal) {
        let name = cx.variant.piece(id).written();
        let message = format!("{name} is royal, it cannot be traded");
        cx.refuse(TRADING, message, None);
    }
    cx.variant.rules.trading = Some(trading);
}

fn describe(words: &mut Sentences<'_>) {
    let variant = words.variant;
    let Some(trading) = &variant.rules.trading else {
        return;
    };
    let who = words.names(&trading.types);
    let one = either(&named(variant, &trading.types));
    let except = |types: &[TypeId], than: &str| match types {
        [] => String::new(),
        types => format!("{than}{}", either(&named(variant, types))),
    };
    words.say(format!(
        "{who} may not capture {one} farther away than on a neighbouring square if it could be recaptured \
         there{}, unless it takes something else on its way{}.",
        except(&trading.aside, " by other pieces than "),
        except(&trading.cheap, " other than "),
    ));
    words.say(format!(
        "After any other piece has captured {one}, the next move may not capture {one}."
    ));
}
