//! The reference's drops of pieces in hand.

use std::collections::BTreeSet;

use fmax::types::{ByColor, Color, TypeId};
use fmax::variant::rules::placement::Placement;
use fmax::variant::{DropKind, Drops, PieceType, PromotesTo, Royalty, Variant};
use proptest::collection::vec;
use proptest::prelude::*;

use super::model::{Model, Place, RefMove};
use super::odd_rights;
use crate::random_games::Scene;

impl Model<'_> {
    /// Drops of every piece in hand on every square that the rules allow.
    pub(super) fn add_drops(&self, moves: &mut BTreeSet<RefMove>) {
        let Some(drops) = &self.v.rules.drops else {
            return;
        };
        let us = self.side;
        for kind in &drops.kinds[us] {
            if !self.hands[us].contains(&kind.id) {
                continue;
            }
            for to in self.places() {
                let free = self.is_open_to(kind, to)
                    && !self.spoils_colors(kind.id, to)
                    && (kind.per_file == 0 || self.on_file(kind.id, to.0) < kind.per_file.into());
                if free {
                    moves.insert(drop(kind.id, to));
                }
            }
        }
    }

    /// True if board, ranks and zones let a type be dropped on a square.
    pub(super) fn is_open_to(&self, kind: &DropKind, to: Place) -> bool {
        let rank = match self.side {
            Color::White => to.1 + 1,
            Color::Black => i32::from(self.v.ranks) - to.1,
        };
        let (first, last) = kind.ranks;
        self.at(to).is_none()
            && !self.is_barred(kind.id, to)
            && (i32::from(first)..=i32::from(last)).contains(&rank)
            && !self.is_dead_end(kind.id, to)
    }

    fn on_file(&self, id: TypeId, file: i32) -> usize {
        let own = Some((self.side, id));
        let places = self.places().into_iter();
        (places.filter(|&place| place.0 == file && self.at(place) == own)).count()
    }

    /// True if the move is a drop that gives a forbidden mate or check.
    pub(super) fn is_forbidden_drop(&self, mv: RefMove) -> bool {
        let no_check = &self.v.rules.drop_limits.no_check[self.side];
        if mv.dropped.is_some_and(|id| no_check.contains(&id)) {
            let after = self.after(mv);
            if !after.royals_safe(after.side) {
                return true;
            }
        }
        let kinds = self.v.rules.drops.iter();
        let mut kinds = kinds.flat_map(|drops| &drops.kinds[self.side]);
        if !kinds.any(|kind| Some(kind.id) == mv.dropped && kind.no_mate) {
            return false;
        }
        let after = self.after(mv);
        !after.royals_safe(after.side) && !after.has_legal_move()
    }
}

/// The engine encodes a drop as a move from its target square.
fn drop(id: TypeId, to: Place) -> RefMove {
    RefMove {
        dropped: Some(id),
        ..RefMove::plain(to, to)
    }
}

/// A random game, with drops or without.
pub fn scene() -> impl Strategy<Value = Scene> {
    let drops = prop::option::weighted(0.3, random());
    (odd_rights::scene(), drops).prop_map(|(mut scene, drops)| {
        let goals = &scene.variant.rules.win;
        // not yet defined together with drops
        let other = scene.variant.has_two_boards() || goals.explosion.is_some() || goals.checks > 0;
        if let Some(drops) = drops.filter(|_| !other) {
            drops.add_to(&mut scene.variant);
        }
        scene
    })
}

/// First rank, number of further ranks, maximum per file, no mate, no check, pieces in hand.
type Limits = ((u8, u8), u8, bool, bool, ByColor<u8>);

/// Which types have to be placed first, which types on squares of both colours, and whether a piece dropped on its
/// start square is unmoved.
type RawPlacement = (Vec<bool>, Vec<bool>, bool);

/// Random drop rules.
#[derive(Clone, Debug)]
struct RandomDrops {
    captures: bool,
    keep: bool,
    /// For each type. Few ranks, because the reference is slow.
    limits: Vec<Limits>,
    placement: Option<RawPlacement>,
}

fn sparse() -> impl Strategy<Value = u8> {
    prop_oneof![4 => Just(0u8), 1 => 1u8..=2]
}

fn random() -> impl Strategy<Value = RandomDrops> {
    let limit = (
        (1u8..=4, 0u8..=1),
        prop_oneof![4 => Just(0u8), 2 => 1u8..=2],
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.1),
        (sparse(), sparse()).prop_map(|(white, black)| ByColor::new(white, black)),
    );
    let some = |weight| vec(prop::bool::weighted(weight), 10);
    let placement = prop::option::weighted(0.4, (some(0.5), some(0.3), any::<bool>()));
    (any::<bool>(), any::<bool>(), vec(limit, 10), placement).prop_map(
        |(captures, keep, limits, placement)| RandomDrops {
            captures,
            keep,
            limits,
            placement,
        },
    )
}

impl RandomDrops {
    /// Gives a variant drops of all its pieces except royals.
    fn add_to(&self, v: &mut Variant) {
        v.rules.promotion.captured = false;
        let mut kinds = ByColor::<Vec<DropKind>>::default();
        let mut no_checks = ByColor::<Vec<TypeId>>::default();
        let mut hand = ByColor::<Vec<(TypeId, u8)>>::default();
        for (id, _) in v.types().filter(|(_, p)| p.royalty == Royalty::None) {
            let (ranks, per_file, no_mate, no_check, held) = self.limits[id.index() - 1];
            for color in Color::ALL.into_iter().filter(|c| !v.is_pawn(id, c.other())) {
                kinds[color].push(DropKind {
                    id,
                    ranks: (ranks.0, v.ranks.min(ranks.0 + ranks.1)),
                    per_file,
                    no_mate,
                });
                if no_check {
                    no_checks[color].push(id);
                }
                let count = held[color];
                hand[color].extend((count > 0).then_some((id, count)));
            }
        }
        if let Some((first, opposite, unmoved)) = &self.placement {
            let chosen = |marks: &[bool]| {
                let all = kinds.iter().map(|kinds| kinds.iter().map(|kind| kind.id));
                let mut all = all.map(|ids| ids.filter(|id| marks[id.index() - 1]).collect());
                ByColor::new(all.next().unwrap(), all.next().unwrap())
            };
            v.rules.placement = Placement {
                first: chosen(first),
                opposite: chosen(opposite),
                unmoved: *unmoved,
            };
        }
        v.rules.hand = hand;
        v.rules.drop_limits.no_check = no_checks;
        v.rules.drops = Some(Drops {
            kinds,
            captures: self.captures,
            partner: false,
        });
        if self.captures && !self.keep {
            add_promoted(v);
        }
    }
}

/// Adds a promoted type for every type; the promoted types of pawns and royals are never used.
fn add_promoted(v: &mut Variant) {
    let types = v.pieces.len() as u8;
    let mut promoted: Vec<PieceType> = v.pieces.clone();
    for piece in &mut promoted {
        piece.promoted_from = Some(TypeId::WHITE_PAWN);
        piece.royalty = Royalty::None;
    }
    let royal: Vec<bool> = v.pieces.iter().map(|p| p.royalty.is_royal()).collect();
    let change = |id: &mut TypeId| {
        if !royal[id.index() - 1] {
            id.0 += types;
        }
    };
    match &mut v.rules.promotion.to {
        PromotesTo::Choice(choices) => {
            for choices in choices {
                choices.default.iter_mut().for_each(change);
                choices.accepted.iter_mut().for_each(change);
                choices.distinct.iter_mut().for_each(change);
            }
        }
        PromotesTo::ByFile(files) => files.iter_mut().flatten().flatten().for_each(change),
    }
    v.pieces.extend(promoted);
}
