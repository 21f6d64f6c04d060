//! Partners of castling. XBoard expects all partners at one distance from the edge.

use crate::types::{Color, Square, TypeId};
use crate::variant::{MoveShape, Placed, Variant};

/// A partner that some piece finds from its start square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Partner {
    /// The distance of the partner from the edge, in squares.
    pub inset: u8,
    /// The castling piece goes beyond the partner's square; XBoard does not check the contents of the squares there.
    pub passed: bool,
}

/// The partners for this castling. `id`: only castlings of this type; `None`: those of all pieces that castle like
/// this.
pub(crate) fn partners(
    v: &Variant,
    color: Color,
    id: Option<TypeId>,
    shape: &MoveShape,
) -> Vec<Partner> {
    let &MoveShape::Castling { files, inset } = shape else {
        return Vec::new();
    };
    let edge = if files < 0 { 0 } else { v.files - 1 };
    let start = v.start_pieces();
    let castles = |other: TypeId| v.piece(other).moves.iter().any(|m| m.shape == *shape);
    let mut found = Vec::new();
    for piece in start.iter().filter(|piece| piece.color == color) {
        let to = i16::from(piece.file) + i16::from(files);
        let inside = (0..i16::from(v.files)).contains(&to);
        if !inside || !id.map_or_else(|| castles(piece.id), |id| id == piece.id) {
            continue;
        }
        let own = |sq: Square| {
            let stands = |p: &&Placed| (p.color, p.file, p.rank) == (color, sq.file(), sq.rank());
            start.iter().find(stands).map(|p| p.id)
        };
        let from = Square::at(piece.file, piece.rank);
        let Some(corner) = v.castling_partner(color, from, (files.signum(), inset), own) else {
            continue;
        };
        let partner = Partner {
            inset: corner.file().abs_diff(edge),
            passed: files.unsigned_abs() > corner.file().abs_diff(piece.file),
        };
        if !found.contains(&partner) {
            found.push(partner);
        }
    }
    found
}
