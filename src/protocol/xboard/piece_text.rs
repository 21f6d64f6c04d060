//! Descriptions of the moves of pieces for XBoard.

use crate::types::{Color, TypeId};
use crate::variant::betza::{Description, describe, partners};
use crate::variant::{MoveDescriptor, MoveShape, Variant};

/// All moves of the pieces with a letter and colour. Several types can share letter and colour, and the GUI cannot
/// distinguish them.
pub fn describe_letter(variant: &Variant, letter: char, color: Color) -> Option<Description> {
    let types: Vec<TypeId> = (variant.types_of(color).into_iter())
        .filter(|&id| variant.piece(id).letter == letter)
        .collect();
    let first = *types.first()?;
    let written = |id: TypeId| &variant.piece(id).betza;
    let same_text = types.iter().all(|&id| written(id) == written(first));
    let plain = variant.rules.zones.is_plain_for(first) && variant.rules.grid.is_none();
    // the text cannot express limits on hops
    let limited = (variant.rules.hop_limits.iter()).any(|limit| types.contains(&limit.id));
    if let (true, Some(text)) = (same_text && plain, written(first)) {
        return Some(Description {
            text: text.clone(),
            exact: !limited,
        });
    }
    let mut moves = Vec::new();
    for id in &types {
        for m in variant.moves_anywhere(*id) {
            if !moves.contains(m) && can_castle(variant, *id, color, m) {
                moves.push(m.clone());
            }
        }
    }
    let pawn = types.iter().any(|&id| variant.is_pawn(id, color));
    let mut description = describe(variant, &moves, color, pawn)?;
    description.exact &=
        (types.iter()).all(|&id| variant.are_twins(id, first)) && plain && !limited;
    Some(description)
}

/// False for a castling that, wherever the piece starts, leaves the board or has no partner.
fn can_castle(variant: &Variant, id: TypeId, color: Color, m: &MoveDescriptor) -> bool {
    !matches!(m.shape, MoveShape::Castling { .. })
        || !partners(variant, color, Some(id), &m.shape).is_empty()
}
