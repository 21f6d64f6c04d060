//! The pieces of a side: the force of an ending, and the material of a position.

use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::types::{Color, Square, TypeId};

/// The largest number of pieces besides the royal in a solved ending.
pub(super) const MAX_TABLE_PIECES: usize = 3;
/// This number with the royal.
pub(super) const MAX_TABLE_MEN: usize = MAX_TABLE_PIECES + 1;

/// The men of an ending: a royal with some pieces against a bare royal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Force {
    /// The royal of the side with pieces.
    pub royal: TypeId,
    /// The pieces of this side, in ascending order; neither pawns nor royals.
    pub pieces: Vec<TypeId>,
    /// The bare royal.
    pub bare: TypeId,
}

impl Force {
    pub fn new(royal: TypeId, pieces: &[TypeId], bare: TypeId) -> Force {
        let mut pieces = pieces.to_vec();
        pieces.sort_unstable();
        Force {
            royal,
            pieces,
            bare,
        }
    }

    /// The force without one of its pieces.
    pub fn without(&self, index: usize) -> Force {
        let mut rest = self.clone();
        rest.pieces.remove(index);
        rest
    }

    /// The men of the side with pieces; the royal comes first.
    pub fn men(&self) -> impl Iterator<Item = TypeId> {
        std::iter::once(self.royal).chain(self.pieces.iter().copied())
    }
}

/// The men of a side except its royal.
#[derive(Debug, Default)]
pub(super) struct Material {
    /// The first pieces of the side, without pawns.
    listed: [(TypeId, Square); MAX_TABLE_PIECES],
    /// Number of pieces, without pawns.
    pub count: usize,
    pub pawns: u32,
    /// Value of the pieces without pawns (`pieces_value`) and with the pawns, in centipawns.
    pub pieces_value: i32,
    pub value: i32,
    /// Value of the cheapest piece, in centipawns.
    pub cheapest: i32,
}

impl Material {
    pub fn new(rules: &Ruleset, pos: &Position, color: Color) -> Material {
        let mut material = Material {
            cheapest: i32::MAX,
            ..Material::default()
        };
        for (sq, id) in pos.pieces_in(color, pos.live(color) & !pos.royals(color)) {
            let value = rules.evaluation.value(id);
            material.value += value;
            if id == TypeId::pawn(color) {
                material.pawns += 1;
                continue;
            }
            if let Some(place) = material.listed.get_mut(material.count) {
                *place = (id, sq);
            }
            material.count += 1;
            material.pieces_value += value;
            material.cheapest = material.cheapest.min(value);
        }
        material
    }

    /// The first pieces, without pawns.
    pub fn pieces(&self) -> &[(TypeId, Square)] {
        &self.listed[..self.count.min(MAX_TABLE_PIECES)]
    }

    /// The types of all pieces without pawns, in ascending order; `None` if there are too many.
    pub fn types(&self) -> Option<Vec<TypeId>> {
        let mut ids: Vec<TypeId> = self.pieces().iter().map(|&(id, _)| id).collect();
        ids.sort_unstable();
        (ids.len() == self.count).then_some(ids)
    }

    /// True if the first pieces stand on squares of one colour.
    pub fn is_on_one_color(&self) -> bool {
        let pieces = self.pieces();
        (pieces.iter()).all(|&(_, sq)| square_color(sq) == square_color(pieces[0].1))
    }
}

/// The colour of a square, 0 or 1.
pub(super) fn square_color(sq: Square) -> u8 {
    (sq.file() + sq.rank()) & 1
}

/// The royal of a side with one royal.
pub(super) fn royal_of(pos: &Position, color: Color) -> Option<(Square, TypeId)> {
    pos.pieces_in(color, pos.royals(color)).next()
}

/// The number of a square, counted without gaps.
#[inline]
pub(super) fn number(sq: Square, files: u8) -> usize {
    usize::from(sq.rank()) * usize::from(files) + usize::from(sq.file())
}
