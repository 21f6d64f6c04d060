//! What can be said of pieces once and for all, from how they move.

use std::collections::BTreeSet;

use super::MoveTables;
use crate::types::{Color, Step, TypeId, TypeSet};
use crate::variant::{Leg, LegEnd, MoveDescriptor, MoveShape, Rights, Variant};

impl MoveTables {
    /// True if pieces of the type stay on squares of one colour, whatever they do but castle.
    #[inline]
    pub fn is_color_bound(&self, id: TypeId) -> bool {
        self.color_bound.contains(id)
    }

    /// True if endings are nothing but a hunt for a royal with the men on the board, and royals are
    /// no danger to each other: one that attacks another could always be captured by it, since all
    /// capture alike, by plain leaps that go both ways.
    pub fn hunts_royals_only(&self) -> bool {
        self.variant.rules.only_mate_wins() && do_royals_capture_alike(&self.variant)
    }

    /// True if every royal can step to all squares around it.
    pub fn royals_step_everywhere(&self) -> bool {
        royals_step_everywhere(&self.variant)
    }

    /// True if the pawns of a colour change their file only by captures.
    pub fn pawns_stay_on_files(&self, color: Color) -> bool {
        let pawn = self.variant.piece(TypeId::pawn(color));
        pawn.moves.iter().all(|m| match &m.shape {
            MoveShape::Path { legs, .. } => legs
                .iter()
                .all(|leg| leg.step.files == 0 || !leg.rights.quiet && legs.len() == 1),
            _ => false,
        })
    }
}

/// The types that stay on squares of one colour, one bit per type; pawns and others that become
/// something else, and royals, are not among them.
pub(super) fn color_bound(v: &Variant) -> TypeSet {
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

/// Per type the royals that stand in for each other, itself, its twins, and what it or they are promoted from
/// or to: of a king and of what has become one only the last is the king.
pub(super) fn royal_groups(v: &Variant) -> Vec<TypeSet> {
    let group = |id: TypeId| -> TypeSet {
        let royal = |id: TypeId| v.piece(id).royalty.is_royal();
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
    let types = v.types().map(|(id, _)| group(id));
    std::iter::once(TypeSet::EMPTY).chain(types).collect()
}

/// True if every royal can step to all squares around it.
fn royals_step_everywhere(v: &Variant) -> bool {
    let steps = |m: &MoveDescriptor| {
        let leg = m.plain_leg()?;
        (leg.end == LegEnd::Steps(1) && leg.rights == Rights::BOTH).then_some(leg.step)
    };
    let mut royals = v.types().filter(|(_, piece)| piece.royalty.is_royal());
    royals.all(|(_, piece)| {
        let known: Vec<Step> = piece.moves.iter().filter_map(steps).collect();
        let around = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| Step::new(files, ranks)));
        around
            .filter(|step| !step.is_null())
            .all(|step| known.contains(&step))
    })
}

/// True if mate is all there is to win, and every royal captures as an orthodox king does and goes
/// where it does, on a board that is not too small for two of them.
pub(super) fn are_royals_orthodox(v: &Variant) -> bool {
    let far = |m: &MoveDescriptor| match &m.shape {
        MoveShape::Castling { .. } => false,
        MoveShape::Path { legs, .. } => {
            let near = |leg: &Leg| leg.step.files.abs().max(leg.step.ranks.abs()) == 1;
            let single = legs.len() == 1 && legs[0].end == LegEnd::Steps(1) && !m.cylinder;
            legs.iter().any(|leg| leg.rights.capture) && !(single && near(&legs[0]))
        }
        MoveShape::Double { .. } => true,
        MoveShape::MultiPath { rights, .. } => rights.capture,
    };
    let royals = v.types().filter(|(_, piece)| piece.royalty.is_royal());
    let mut moves = royals.flat_map(|(_, piece)| &piece.moves);
    v.rules.only_mate_wins()
        && v.files > 2
        && v.ranks > 2
        && royals_step_everywhere(v)
        && !moves.any(far)
}

/// True if a royal that attacks another one could always be captured by it, so that a position
/// with one royal on each side and nothing else cannot be won by either side.
pub(super) fn are_bare_royals_harmless(v: &Variant) -> bool {
    // what comes from another board may mate
    let partner = v.rules.drops.as_ref().is_some_and(|drops| drops.partner);
    !partner && do_royals_capture_alike(v) && v.rules.win.leave_royals_alone()
}

/// True if all royals capture alike, by plain leaps that go both ways: one that attacks another
/// could be captured by it.
fn do_royals_capture_alike(v: &Variant) -> bool {
    let captures = |m: &&MoveDescriptor| match &m.shape {
        MoveShape::Path { legs, .. } => legs.iter().any(|leg| leg.rights.capture),
        MoveShape::MultiPath { rights, .. } => rights.capture,
        MoveShape::Double { .. } => true,
        MoveShape::Castling { .. } => false,
    };
    let leap = |m: &MoveDescriptor| {
        let leg = m.plain_leg()?;
        (leg.end == LegEnd::Steps(1)).then_some((leg.step.files, leg.step.ranks))
    };
    let royals = v.types().filter(|(_, piece)| piece.royalty.is_royal());
    let kinds: Option<Vec<BTreeSet<(i8, i8)>>> = royals
        .map(|(_, piece)| piece.moves.iter().filter(captures).map(leap).collect())
        .collect();
    let plain = v
        .types()
        .all(|(id, piece)| !piece.royalty.is_royal() || v.rules.zones.is_plain_for(id));
    plain
        && kinds.is_some_and(|kinds| {
            kinds.iter().all(|steps| {
                *steps == kinds[0] && steps.iter().all(|&(f, r)| steps.contains(&(-f, -r)))
            })
        })
}
