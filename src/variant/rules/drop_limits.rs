//! Squares for drops, and drops that may not give check.

use super::drops::{DROPS, check_useless};
use super::owned::{by_zone, of_type, owned_types, owned_zone};
use super::values::{add, written_as};
use super::zones::area;
use super::{Resolver, Rule, Sentences, Value, ValueError};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::Zone;

const DROP_LIMITS: &str = "Drop-Limits: all=1-5 P=a4,c4-c5 white=Q=2 no-check=PN";

pub(super) const RULE: Rule = Rule::new(&[DROP_LIMITS], resolve, describe);

/// Limits of drops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DropLimits {
    /// Types that may be dropped on some squares only, at most one entry for each.
    pub zones: ByColor<Vec<(TypeId, Zone)>>,
    /// Types whose drops may not give check.
    pub no_check: ByColor<Vec<TypeId>>,
}

canonical!(struct DropLimits { zones = 1, no_check = 2 });

impl DropLimits {
    /// True if these limits allow a drop on a square.
    pub fn allow(&self, color: Color, id: TypeId, file: u8, rank: u8) -> bool {
        of_type(&self.zones[color], id).is_none_or(|zone| zone.contains(file, rank))
    }
}

fn resolve(cx: &mut Resolver<'_>) {
    if cx.values(DROP_LIMITS).is_empty() {
        return;
    }
    let Some(drops) = &cx.variant.rules.drops else {
        let hint = written_as(DROPS);
        return cx.refuse(DROP_LIMITS, "there is no line Drops", hint);
    };
    let mut limited = drops.kinds.clone();
    cx.each_listed(DROP_LIMITS, read);
    for color in Color::ALL {
        let zones = &cx.variant.rules.drop_limits.zones[color];
        limited[color].retain(|kind| of_type(zones, kind.id).is_some());
    }
    check_useless(cx, DROP_LIMITS, &limited);
}

fn read(cx: &mut Resolver<'_>, value: Value<'_>) -> Result<(), ValueError> {
    let (colors, rest) = value.owner()?;
    let (word, what) = rest.pair('=')?;
    if what.text.contains('=') {
        return Err(word.no_color());
    }
    let no_check = word.is("no-check");
    for &color in colors {
        let who = if no_check { what } else { word };
        let types = droppable(cx, who, color)?;
        if no_check {
            let list = &mut cx.variant.rules.drop_limits.no_check[color];
            types.into_iter().for_each(|id| add(list, id));
            continue;
        }
        let zone = owned_zone(cx, what, color)?;
        let zones = &mut cx.variant.rules.drop_limits.zones[color];
        for id in types {
            match zones.iter_mut().find(|(other, _)| *other == id) {
                // a named piece takes precedence over `all`
                Some(_) if who.is("all") => {}
                Some((_, own)) => *own = zone,
                None => zones.push((id, zone)),
            }
        }
    }
    Ok(())
}

/// The named types of a colour. It is an error to name a type that the colour cannot drop.
fn droppable(cx: &Resolver<'_>, who: Value<'_>, color: Color) -> Result<Vec<TypeId>, ValueError> {
    let mut types = owned_types(cx, who, color)?;
    let drops = cx.variant.rules.drops.iter();
    let kinds: Vec<TypeId> = drops
        .flat_map(|drops| drops.kinds[color].iter().map(|kind| kind.id))
        .collect();
    if who.is("all") {
        types.retain(|id| kinds.contains(id));
    } else if let Some(id) = types.iter().find(|id| !kinds.contains(id)) {
        let letter = cx.variant.piece(*id).written();
        return Err(who.error(format!("{color} cannot drop {letter}")));
    }
    Ok(types)
}

fn describe(words: &mut Sentences<'_>) {
    let limits = &words.variant.rules.drop_limits;
    for color in Color::ALL {
        for (zone, types) in by_zone(&limits.zones[color]) {
            words.about(&types, |who| {
                format!("{color} drops {who} on {} only.", area(&zone))
            });
        }
        words.about(&limits.no_check[color], |who| {
            format!("{color} may not drop {who} to give check.")
        });
    }
}
