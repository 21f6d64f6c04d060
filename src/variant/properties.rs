//! Properties of pieces that follow from their moves, for descriptions and play.

use std::collections::BTreeSet;

use super::{LegEnd, MoveDescriptor, MoveShape, Rights, Variant};
use crate::types::{Color, Step, TypeId, TypeSet};

/// The types that stay on squares of one colour, without royals, pawns and other pieces that promote.
pub fn color_bound(v: &Variant) -> TypeSet {
    let even = |step: Step| (step.files + step.ranks) % 2 == 0;
    let keeps = |m: &MoveDescriptor| {
        (!m.cylinder || v.files.is_multiple_of(2))
            && match &m.shape {
                MoveShape::Path { legs, .. } => legs.iter().all(|leg| even(leg.step)),
                // two equal steps change nothing
                MoveShape::MultiPath { once, .. } => even(*once),
                MoveShape::Double { first, then, .. } => even(*first) && even(then.step),
                MoveShape::Castling { .. } => true,
            }
    };
    let bound = v.types().filter(|(id, piece)| {
        *id != TypeId::WHITE_PAWN
            && *id != TypeId::BLACK_PAWN
            && !piece.royalty.is_royal()
            && (Color::ALL.into_iter()).all(|c| v.rules.promotion.of_piece(c, *id).is_empty())
            && piece.moves.iter().all(keeps)
    });
    bound.map(|(id, _)| id).collect()
}

/// For each type, the types of royals that can replace each other: the type, its twins, and their promoted and original
/// forms. A side with a king and a piece promoted to one loses only with the last of them.
pub fn royal_groups(v: &Variant) -> Vec<TypeSet> {
    let group = |id: TypeId| -> TypeSet {
        let royal = |id: TypeId| v.is_royal(id);
        let becomes = |id: TypeId, other: TypeId| {
            let mut colors = Color::ALL.into_iter();
            colors.any(|color| v.rules.promotion.of_piece(color, id).contains(&other))
        };
        let stands_in = |other: TypeId| {
            v.are_twins(id, other) || royal(other) && (becomes(id, other) || becomes(other, id))
        };
        let others = v.types().map(|(other, _)| other);
        let alike = others.filter(|&other| other == id || royal(id) && stands_in(other));
        alike.collect()
    };
    v.by_type(TypeSet::EMPTY, group)
}

/// True if every royal can step to all squares around it.
pub fn royals_step_everywhere(v: &Variant) -> bool {
    let steps = |m: &MoveDescriptor| {
        let leg = m.plain_leg()?;
        (leg.end == LegEnd::Steps(1) && leg.rights == Rights::BOTH).then_some(leg.step)
    };
    v.royals().all(|(_, piece)| {
        let known: Vec<Step> = piece.moves.iter().filter_map(steps).collect();
        let around = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| Step::new(files, ranks)));
        around
            .filter(|step| !step.is_null())
            .all(|step| known.contains(&step))
    })
}

/// True if only mate wins, and every royal moves and captures as an orthodox king, on a board that is large enough for
/// two kings.
pub fn are_royals_orthodox(v: &Variant) -> bool {
    let near = |m: &MoveDescriptor| match m.legs() {
        Some([leg]) => {
            let far = leg.step.files.abs().max(leg.step.ranks.abs());
            far == 1 && leg.end == LegEnd::Steps(1) && !m.cylinder
        }
        _ => false,
    };
    let mut moves = v.royals().flat_map(|(_, piece)| &piece.moves);
    v.rules.only_mate_wins()
        && v.files > 2
        && v.ranks > 2
        && royals_step_everywhere(v)
        && !moves.any(|m| m.captures() && !near(m))
}

/// True if a royal could always capture an enemy royal that attacks it, so that two bare royals cannot win.
pub fn are_bare_royals_harmless(v: &Variant) -> bool {
    // a piece that comes from another board may mate
    let partner = v.rules.drops.as_ref().is_some_and(|drops| drops.partner);
    !partner && do_royals_capture_alike(v) && v.rules.win.leave_royals_alone()
}

/// True if all royals capture alike, by plain leaps in both directions, so that a royal could capture any enemy royal
/// that attacks it.
pub fn do_royals_capture_alike(v: &Variant) -> bool {
    let captures = |m: &&MoveDescriptor| m.captures();
    let leap = |m: &MoveDescriptor| {
        let leg = m.plain_leg()?;
        (leg.end == LegEnd::Steps(1)).then_some((leg.step.files, leg.step.ranks))
    };
    let kinds: Option<Vec<BTreeSet<(i8, i8)>>> = (v.royals())
        .map(|(_, piece)| piece.moves.iter().filter(captures).map(leap).collect())
        .collect();
    v.royals().all(|(id, _)| v.rules.zones.is_plain_for(id))
        && kinds.is_some_and(|kinds| {
            kinds.iter().all(|steps| {
                *steps == kinds[0] && steps.iter().all(|&(f, r)| steps.contains(&(-f, -r)))
            })
        })
}
