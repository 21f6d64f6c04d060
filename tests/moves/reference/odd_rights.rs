//! Random games with captures of friends, and captures that give no check.

use fmax::variant::{MoveShape, Rights, Variant};
use proptest::prelude::*;

use crate::random_games::{self, Scene};

/// A random game, sometimes with captures of friends and captures that give no check.
pub fn scene() -> impl Strategy<Value = Scene> {
    let odd = prop::option::weighted(0.25, [any::<u64>(), any::<u64>()]);
    (random_games::scene(), odd).prop_map(|(mut scene, odd)| {
        if let Some([own, tame]) = odd {
            add_odd_rights(&mut scene.variant, own, tame);
            keep_common_rights(&mut scene.variant);
        }
        scene
    })
}

/// The rights of a variant's non-pawn pieces on squares where they may end.
fn rights_of(variant: &mut Variant) -> impl Iterator<Item = &mut Rights> {
    let moves = variant
        .pieces
        .iter_mut()
        .skip(2)
        .flat_map(|piece| &mut piece.moves);
    let legs = moves.flat_map(|m| match &mut m.shape {
        MoveShape::Path { legs, .. } => legs.as_mut_slice(),
        _ => &mut [],
    });
    legs.map(|leg| &mut leg.rights)
        .filter(|rights| rights.any())
}

/// Lets pieces capture friends and makes captures tame, as the bits of two numbers say.
fn add_odd_rights(variant: &mut Variant, own: u64, tame: u64) {
    for (i, rights) in rights_of(variant).enumerate() {
        let bit = |bits: u64| bits >> (i & 63) & 1 != 0;
        rights.own = bit(own);
        rights.tame = bit(tame) && rights.capture;
    }
}

/// Removes captures of friends from variants whose rules exclude them.
pub fn keep_common_rights(variant: &mut Variant) {
    let rules = &variant.rules;
    let clash = rules.has_hands()
        || rules.walls.is_some()
        || rules.trading.is_some()
        || rules.win.explosion.is_some()
        || rules.win.compulsory_captures
        || variant.has_two_boards();
    if clash {
        rights_of(variant).for_each(|rights| rights.own = false);
    }
}
