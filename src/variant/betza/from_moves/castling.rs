//! Partners of castling. XBoard expects all partners at one distance from the edge.

use crate::types::{Color, TypeId};
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
    let &MoveShape::Castling { files, inset: own } = shape else {
        return Vec::new();
    };
    let edge = if files < 0 { 0 } else { v.files - 1 };
    let start = v.start_pieces();
    let castles = |other: TypeId| v.piece(other).moves.iter().any(|m| m.shape == *shape);
    let mut found = Vec::new();
    for piece in start.iter().filter(|piece| piece.color == color) {
        let to = i16::from(piece.file) + i16::from(files);
        let inside = (0..i16::from(v.files)).contains(&to);
        let castles = id.map_or_else(|| castles(piece.id), |id| id == piece.id);
        if !castles || !inside || piece.file == edge {
            continue;
        }
        let beside = |p: &&Placed| {
            let there = p.file != piece.file && (p.file < piece.file) == (files < 0);
            (p.color, p.rank) == (color, piece.rank) && there
        };
        let inset = |p: &Placed| p.file.abs_diff(edge);
        let beside = start.iter().filter(beside);
        let inset = match v.rules.castling.partner[color] {
            _ if own > 0 => beside.map(inset).find(|inset| *inset == own),
            Some(kind) => beside.filter(|p| p.id == kind).map(inset).max(),
            None => {
                // the piece on the last square before the edge, or before a hole
                let ground = |file: &u8| !v.is_hole(*file, piece.rank);
                let last = if files < 0 {
                    (0..piece.file).rev().take_while(ground).last()
                } else {
                    (piece.file + 1..v.files).take_while(ground).last()
                };
                last.map(|file| file.abs_diff(edge))
            }
        };
        let Some(inset) = inset else {
            continue;
        };
        let distance = piece.file.abs_diff(edge) - inset;
        let passed = files.unsigned_abs() > distance;
        let partner = Partner { inset, passed };
        if !found.contains(&partner) {
            found.push(partner);
        }
    }
    found
}
