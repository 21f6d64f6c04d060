//! The types of promoted pieces in games where captured pieces change sides.

use crate::types::{MAX_TYPES, TypeId};
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Change, PieceType, PromotesTo, Span, Variant};

/// Gives every choice of a promotion a type of its own, so that it is known on the board what the
/// piece is again in the captor's hand.
pub(super) fn add_types(variant: &mut Variant, span: Span, report: &mut Report) {
    let mut added: Vec<(TypeId, TypeId)> = Vec::new();
    let mut promotion = variant.rules.promotion.to.clone();
    let mut replace = |id: &mut TypeId| {
        let piece = variant.piece(*id);
        if piece.royalty.is_royal() {
            return;
        }
        if let Some(&(_, promoted)) = added.iter().find(|(old, _)| old == id) {
            *id = promoted;
            return;
        }
        if variant.pieces.len() >= MAX_TYPES {
            let message = "promoted pieces need types of their own, and there are too many";
            let hint = "a `keep-promoted` in the line of the drops spares them".to_owned();
            report.error(span, message, Some(hint));
            return;
        }
        let promoted = PieceType {
            promoted_from: Some(TypeId::WHITE_PAWN),
            ..piece.clone()
        };
        variant.pieces.push(promoted);
        let new = TypeId(variant.pieces.len() as u8);
        added.push((*id, new));
        *id = new;
    };
    match &mut promotion {
        PromotesTo::Choice(choices) => {
            for choices in choices {
                choices.default.iter_mut().for_each(&mut replace);
                choices.accepted.iter_mut().for_each(&mut replace);
                choices.distinct.iter_mut().for_each(&mut replace);
            }
        }
        PromotesTo::ByFile(files) => files.iter_mut().flatten().flatten().for_each(replace),
    }
    variant.rules.promotion.to = promotion;
    // the board is the same for a promoted piece as for any other of its kind
    let terrain = &mut variant.rules.zones;
    for (old, new) in added {
        let confined = terrain.confined.iter().find(|(id, _)| *id == old);
        let confined = confined.map(|&(_, zone)| (new, zone));
        terrain.confined.extend(confined);
        let changes = terrain.changes.iter().filter(|change| change.id == old);
        let changes: Vec<Change> = changes.map(|c| Change { id: new, ..*c }).collect();
        terrain.changes.extend(changes);
    }
}
