//! Pieces and squares of a side in rule lines.

use super::zones::area_squares;
use super::{Resolver, Value, ValueError};
use crate::types::{Color, TypeId};
use crate::variant::Zone;

/// The types of a colour that letters or `all` name.
pub(super) fn owned_types(
    cx: &Resolver<'_>,
    who: Value<'_>,
    color: Color,
) -> Result<Vec<TypeId>, ValueError> {
    if who.is("all") {
        let types = cx.variant.types().map(|(id, _)| id);
        let own = types.filter(|id| !cx.variant.is_pawn(*id, color.other()));
        return Ok(own.collect());
    }
    let letters = who.letters()?.into_iter();
    letters.map(|letter| Ok(cx.types(letter)?[color])).collect()
}

/// The named types of a colour. A royal type is refused with this reason; `all` leaves royal types out.
pub(super) fn ordinary_types(
    cx: &Resolver<'_>,
    who: Value<'_>,
    color: Color,
    reason: &str,
) -> Result<Vec<TypeId>, ValueError> {
    let mut types = owned_types(cx, who, color)?;
    let is_royal = |id: &TypeId| cx.variant.is_royal(*id);
    if who.is("all") {
        types.retain(|id| !is_royal(id));
    }
    match types.iter().find(|id| is_royal(id)) {
        Some(id) => {
            let name = cx.variant.piece(*id).written();
            Err(who.error(format!("{name} is royal, {reason}")))
        }
        None => Ok(types),
    }
}

/// The squares of areas, each a square, a rectangle, or ranks counted from the owner's side.
pub(super) fn owned_zone(
    cx: &mut Resolver<'_>,
    areas: Value<'_>,
    color: Color,
) -> Result<Zone, ValueError> {
    let mut zone = Zone::default();
    for part in areas.split(',') {
        if !part.text.starts_with(|c: char| c.is_ascii_digit()) {
            zone.add(&area_squares(cx, part));
            continue;
        }
        let (first, last) = part.ranks(cx.variant.ranks)?;
        let variant = &cx.variant;
        let named = |rank: u8| (first..=last).contains(&variant.relative_rank(color, rank));
        for rank in (0..variant.ranks).filter(|&rank| named(rank)) {
            (0..variant.files).for_each(|file| zone.insert(file, rank));
        }
    }
    let on_board = zone.only(|file, rank| !cx.variant.is_hole(file, rank));
    if on_board.is_empty() && !zone.is_empty() {
        return Err(areas.error("there are only holes"));
    }
    Ok(on_board)
}

/// The zones of types, each with all its types.
pub(super) fn by_zone(zones: &[(TypeId, Zone)]) -> Vec<(Zone, Vec<TypeId>)> {
    let mut parts: Vec<(Zone, Vec<TypeId>)> = Vec::new();
    for &(id, zone) in zones {
        match parts.iter_mut().find(|(other, _)| *other == zone) {
            Some((_, types)) => types.push(id),
            None => parts.push((zone, vec![id])),
        }
    }
    parts
}

/// The value of a type in a list.
pub(super) fn of_type<T>(list: &[(TypeId, T)], id: TypeId) -> Option<&T> {
    let found = list.iter().find(|(other, _)| *other == id);
    found.map(|(_, value)| value)
}
