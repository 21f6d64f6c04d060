//! Pieces that burn their neighbours, such as the fire demons of Tenjiku Shogi.

use super::owned::ordinary_types;
use super::{Resolver, Rule, Sentences, values};
use crate::types::{Color, TypeId};
use crate::variant::{MoveDescriptor, MoveShape, Rights, Variant};

pub(super) const BURNING: &str = "Burning: Q";

pub(super) const RULE: Rule = Rule::new(&[BURNING], resolve, describe);

fn resolve(cx: &mut Resolver<'_>) {
    cx.each(BURNING, |cx, value| {
        for color in Color::ALL {
            for id in ordinary_types(cx, value, color, "and cannot burn other pieces")? {
                values::add(&mut cx.variant.rules.burning, id);
            }
        }
        Ok(())
    });
    let v = &cx.variant;
    let otherwise = |id: &&TypeId| !captures_as_it_moves(v, **id);
    if let Some(&id) = v.rules.burning.iter().find(otherwise) {
        let name = v.piece(id).written();
        let message = format!("{name} burns, so it has to capture as it moves");
        let hint = "slides and leaps that both move and capture";
        cx.refuse(BURNING, message, hint);
    }
}

/// True if a type moves exactly as it captures, so that its attacks show where it can burn.
fn captures_as_it_moves(v: &Variant, id: TypeId) -> bool {
    let fits = |m: &MoveDescriptor| {
        let goes = matches!(
            m.shape,
            MoveShape::Path { .. } | MoveShape::MultiPath { .. }
        );
        let alike = |rights: Rights| rights.capture == rights.quiet && rights.are_common();
        goes && !m.is_hopper() && m.rights().all(alike)
    };
    !id.is_pawn() && v.moves_anywhere(id).all(fits)
}

fn describe(words: &mut Sentences<'_>) {
    let types = &words.variant.rules.burning;
    words.about(types, |who| {
        format!("A move of {who} burns all enemies on the squares around its target.")
    });
    words.about(types, |who| {
        format!(
            "Any other piece that moves to a square beside {who} of the enemy is burnt; royal \
             pieces may not move there."
        )
    });
}
