//! Royal pieces: which of them count together, and whether any can be spared.

use super::names::{called, name_of};
use super::phrases::{SIDES, either, of_sides, when};
use crate::types::{Color, TypeId};
use crate::variant::properties::royal_groups;
use crate::variant::{Royalty, Variant};

/// Royal types of a side with the same rule: either no royal of these types can be spared, or they stand in for each
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    types: Vec<TypeId>,
    /// `None`: no royal can be spared. Otherwise there can be several, and only the loss of the last one counts;
    /// `Some(true)`: in addition, no two may be attacked at once.
    spare: Option<bool>,
}

/// True if a side can have several royal pieces and lose one of them without losing the game.
pub(super) fn can_be_spared(variant: &Variant) -> bool {
    let mut groups = Color::ALL.into_iter().flat_map(|c| groups(variant, c));
    groups.any(|group| group.spare.is_some())
}

/// True if a royal piece of this type can be lost without losing the game, because others stand in for it.
pub fn is_spare(variant: &Variant, id: TypeId) -> bool {
    let mut groups = Color::ALL.into_iter().flat_map(|c| groups(variant, c));
    groups.any(|group| group.spare.is_some() && group.types.contains(&id))
}

/// True if a side has one royal piece, loses the game with that piece, and can get no other royal.
pub fn has_one_royal(variant: &Variant, color: Color) -> bool {
    let royals = royals(variant, color);
    let absolute = |id: &TypeId| variant.piece(*id).royalty == Royalty::Absolute;
    !royals.is_empty() && royals.iter().all(absolute) && !can_have_several(variant, color, &royals)
}

/// The names of a side's royal pieces.
pub fn royal_name(variant: &Variant, color: Color) -> String {
    let names = royals(variant, color).into_iter().map(|id| {
        let name = name_of(variant, id, color).map(|name| name.to_lowercase());
        name.unwrap_or_else(|| variant.piece(id).written())
    });
    either(&names.collect::<Vec<_>>())
}

fn royals(variant: &Variant, color: Color) -> Vec<TypeId> {
    let mut types = variant.types_of(color);
    types.retain(|&id| variant.is_royal(id));
    types
}

fn groups(variant: &Variant, color: Color) -> Vec<Group> {
    let stand_in = royal_groups(variant);
    let mut groups: Vec<Group> = Vec::new();
    for id in variant.types_of(color) {
        let belongs = |group: &Group, single: bool| {
            if single {
                group.spare.is_none()
            } else {
                let mut types = group.types.iter();
                group.spare.is_some() && types.any(|other| stand_in[other.index()].contains(id))
            }
        };
        let spare = match variant.piece(id).royalty {
            Royalty::None => continue,
            Royalty::Absolute => None,
            Royalty::Extinction { duple } => {
                // the type itself is among them
                let types: Vec<TypeId> = stand_in[id.index()].iter().collect();
                can_have_several(variant, color, &types).then_some(duple)
            }
        };
        match (groups.iter_mut()).find(|group| belongs(group, spare.is_none())) {
            Some(group) => group.types.push(id),
            None => groups.push(Group {
                types: vec![id],
                spare,
            }),
        }
    }
    groups
}

/// True if a side starts with several royals of these types, or pawns or other pieces promote to them.
fn can_have_several(variant: &Variant, color: Color, types: &[TypeId]) -> bool {
    let placed = variant.start_pieces().into_iter();
    let placed = placed.filter(|piece| piece.color == color && types.contains(&piece.id));
    let held = variant.rules.hand[color].iter();
    let held = held.filter(|(id, _)| types.contains(id));
    let count = placed.count() + held.map(|&(_, count)| usize::from(count)).sum::<usize>();
    let promotion = &variant.rules.promotion;
    // no piece promotes to the second one of these
    let alone = |to: TypeId| types.len() == 1 && promotion.limits.contains(&(to, 1));
    let more = |to: &TypeId| types.contains(to) && !alone(*to);
    // with the rule `captured` there are never more royals than at the start
    let pawns_become = !promotion.captured && promotion.to.of_pawns(color).iter().any(more);
    let pawn = TypeId::pawn(color);
    let has_pawns = variant.types_of(color).contains(&pawn) && !types.contains(&pawn);
    let mut becoming = promotion.pieces[color].iter();
    count > 1
        || has_pawns && pawns_become
        || becoming.any(|(id, choices)| !types.contains(id) && choices.iter().any(more))
}

/// The loss of royals, a sentence for each group.
pub(super) fn sentences(variant: &Variant) -> Vec<String> {
    let sides = Color::ALL.map(|color| {
        let groups = groups(variant, color).into_iter();
        groups.map(|group| ends(variant, color, &group)).collect()
    });
    of_sides(SIDES, sides)
}

/// When a side loses, or wins, by the loss of a group of royals.
fn ends(variant: &Variant, color: Color, group: &Group) -> String {
    let rules = &variant.rules;
    let names: Vec<String> = (group.types.iter())
        .map(|&id| called(variant, id, color))
        .collect();
    let names = either(&names);
    if rules.checks_are_illegal && !rules.mates_are_legal {
        return format!("may not leave its {names} in check.");
    }
    let result = if rules.win.mated_wins { "won" } else { "lost" };
    let blown_up = when(rules.win.explosion.is_some(), " or blown up");
    match group.spare {
        None => format!("has {result} when its {names} is checkmated{blown_up}."),
        Some(duple) => {
            let spare = if duple {
                "one of several may be left under attack and captured, but not two at a time"
            } else {
                "as long as it has several, they may be left under attack and captured"
            };
            format!("has {result} when its last {names} is checkmated; {spare}.")
        }
    }
}
