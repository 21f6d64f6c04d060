//! Compiles the tables of the special rules.

use std::borrow::Cow;

use super::{doubles, goals, promotion};
use crate::movegen::rules::RuleTables;
use crate::types::{ByColor, TypeId, TypeSet};
use crate::variant::rules::capture_effects::CaptureEffects;
use crate::variant::{MoveShape, Variant};

impl RuleTables {
    /// Compiles the tables of a variant.
    pub(super) fn new(v: &Variant) -> RuleTables {
        let rules = &v.rules;
        let alice = v.has_two_boards();
        let explodes = rules.win.explosion.is_some();
        let mut drops = rules
            .drops
            .iter()
            .flat_map(|drops| drops.kinds.iter().flatten());
        let doubles = doubles::build(v);
        let takes_own = v.has_own_captures();
        let captors_change = rules.capture_effects.change_captors();
        let burns = !rules.burning.is_empty();
        RuleTables {
            completes: alice || rules.gating.lets_pieces_in(),
            tries_all: alice
                || rules.trading.is_some()
                || explodes
                || rules.checks_are_illegal
                || rules.capture_effects != CaptureEffects::default()
                || !rules.burning.is_empty()
                || rules.walls.is_some()
                || v.has_double_moves(),
            more_wins: !rules.win.only_royals_decide()
                || rules.castling.can_win()
                || rules.can_pass()
                || rules.promotion.in_place,
            must_capture: rules.win.compulsory_captures,
            royals_face: rules.zones.facing_is_illegal,
            drops: rules.drops.is_some(),
            drops_are_tried: drops.any(|kind| kind.no_mate || v.is_royal(kind.id))
                || !rules.drop_limits.no_check.iter().all(Vec::is_empty),
            judges_moves: rules.flight_is_illegal
                || rules.royals_slide_safely
                || rules.can_pass()
                || rules.trading.is_some()
                || !rules.capture_effects.immune.is_empty()
                || !rules.burning.is_empty(),
            exchanges_differ: alice
                || explodes
                || burns
                || takes_own
                || captors_change
                || !doubles.is_empty(),
            burns,
            immune: rules.capture_effects.immune.iter().copied().collect(),
            rifles: rules.capture_effects.rifle.iter().copied().collect(),
            captors_change,
            places: !rules.placement.is_empty(),
            walls: rules.walls.is_some(),
            promotes_in_place: rules.promotion.in_place,
            doubles,
            takes_own,
            passes: rules.can_pass(),
            choices: promotion::choices(v),
            dead_ends: promotion::dead_ends(v),
            hop_limits: hop_limits(v),
            never_mating: v.kinds(&rules.mating.never_by),
            mating_after: v.kinds(&rules.mating.after),
            checks_are_illegal: rules.checks_are_illegal,
            alice,
            explodes,
            pushing_by_rank: ByColor::from_fn(|color| v.pushes_by_rank(color)),
            goals: goals::build(v),
            vanishing: vanishing(v),
            baring: baring(v),
        }
    }
}

/// By type: the types that it may neither hop over nor capture; empty if no type has such limits.
fn hop_limits(v: &Variant) -> Vec<TypeSet> {
    let limits = &v.rules.hop_limits;
    let limited = (limits.iter()).fold(TypeSet::EMPTY, |all, limit| all | v.kind(limit.id));
    let barred = |id: TypeId| {
        let own = limits.iter().filter(|limit| v.kind(limit.id).contains(id));
        own.fold(TypeSet::EMPTY, |all, limit| all | v.kinds(&limit.barred))
    };
    if limited.is_empty() {
        return Vec::new();
    }
    v.by_type(TypeSet::EMPTY, barred)
}

/// The types of which White and Black must keep a piece; empty for a side that starts without any of them.
fn baring(v: &Variant) -> ByColor<TypeSet> {
    let start = v.start_pieces();
    ByColor::from_fn(|color| {
        let named = &v.rules.win.baring[color];
        let types = v.kinds(named);
        let mut own = start.iter().filter(|piece| piece.color == color);
        let concerned = own.any(|piece| types.contains(piece.id));
        if concerned { types } else { TypeSet::EMPTY }
    })
}

/// Sets of types of which white and black must not lose the last piece.
fn vanishing(v: &Variant) -> ByColor<Vec<TypeSet>> {
    let kinds = |ids: Vec<TypeId>| ids.into_iter().map(|id| v.kind(id)).collect();
    v.rules.win.extinction.clone().map(kinds)
}

/// The variant as its moves are compiled. Royals that would explode in their own captures lose the right to capture.
pub(super) fn with_careful_royals(v: &Variant) -> Cow<'_, Variant> {
    if v.rules.win.explosion.is_none() {
        return Cow::Borrowed(v);
    }
    let mut v = v.clone();
    for piece in v.pieces.iter_mut().filter(|p| p.royalty.is_royal()) {
        for m in &mut piece.moves {
            match &mut m.shape {
                MoveShape::Path { legs, .. } => {
                    legs.iter_mut().for_each(|leg| leg.rights.capture = false);
                }
                MoveShape::MultiPath { rights, .. } => rights.capture = false,
                // cannot be combined with explosions
                MoveShape::Castling { .. } | MoveShape::Double { .. } => {}
            }
        }
    }
    Cow::Owned(v)
}
