//! The castlings of a variant's start position.

use super::Standing;
use crate::board::SquareIndex;
use crate::types::{Bitboard, Color, Square, Step};
use crate::variant::{MoveShape, Variant};

/// A castling of a virgin piece on its start square with a virgin piece in the corner, or with another partner that
/// the rules name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// The square of the mover.
    pub from: Square,
    /// The target of the mover.
    pub to: Square,
    /// The square of the partner, usually the corner.
    pub corner: Square,
    /// The target of the partner: beside the mover, on the side it came from.
    pub partner_to: Square,
    /// Squares that must be empty.
    pub empty: Vec<Square>,
    /// Squares that must not be attacked: from the mover's origin to its target.
    pub safe: Vec<Square>,
}

impl Castling {
    /// True if the mover castles to the right, away from the a-file.
    pub fn is_right(&self) -> bool {
        self.corner.file() > self.from.file()
    }

    /// A castling from the origins and targets of mover and partner. `empty`: squares that must be empty, except for
    /// the two pieces.
    pub(in crate::board) fn new(
        [from, to]: [Square; 2],
        [corner, partner_to]: [Square; 2],
        empty: impl Iterator<Item = Square>,
    ) -> Castling {
        let mut empty: Vec<Square> = empty.filter(|&sq| sq != from && sq != corner).collect();
        empty.sort_unstable();
        empty.dedup();
        Castling {
            from,
            to,
            corner,
            partner_to,
            empty,
            safe: along(from, to).collect(),
        }
    }

    /// True if neither piece crosses a hole.
    pub(in crate::board) fn is_on_ground(&self, v: &Variant) -> bool {
        let hole = |sq: &Square| v.is_hole(sq.file(), sq.rank());
        !self.empty.iter().chain(&self.safe).any(hole)
    }
}

/// The conditions of a castling, by square number.
#[derive(Clone, Debug)]
pub(in crate::board) struct CastlingNeeds {
    /// Squares of pieces that must be virgin.
    pub virgin: Bitboard<4, usize>,
    /// Squares that must be empty.
    pub empty: Bitboard<4, usize>,
}

impl CastlingNeeds {
    pub fn of(castling: &Castling, index: &SquareIndex) -> CastlingNeeds {
        CastlingNeeds {
            virgin: index.set([castling.from, castling.corner]),
            empty: index.set(castling.empty.iter().copied()),
        }
    }

    /// True if neither piece has moved, given the virgin squares.
    #[inline]
    pub fn are_unmoved(&self, virgin: Bitboard<4, usize>) -> bool {
        self.virgin.without(virgin).is_empty()
    }
}

/// The castlings of a colour with these start pieces.
pub(in crate::board) fn castlings(v: &Variant, color: Color, start: &[Standing]) -> Vec<Castling> {
    let mut list = Vec::new();
    for &(from, _, id) in start.iter().filter(|(_, c, _)| *c == color) {
        // zones do not concern castling
        for descriptor in &v.piece(id).moves {
            let MoveShape::Castling { files, inset } = descriptor.shape else {
                continue;
            };
            let own = |sq: Square| {
                let piece = start.iter().find(|&&(at, c, _)| at == sq && c == color);
                piece.map(|&(.., id)| id)
            };
            let castling = v
                .castling_partner(color, from, (files.signum(), inset), own)
                .and_then(|corner| castling(v, from, corner, files));
            // a castling move does not name its partner, so there can be only one castling per target square
            let known = |found: &Castling| {
                list.iter()
                    .any(|c: &Castling| (c.from, c.to) == (found.from, found.to))
            };
            let may_stop = |id, sq: Square| v.may_stop(id, sq.file(), sq.rank());
            let stops = |found: &Castling| {
                let partner = start.iter().find(|(sq, ..)| *sq == found.corner);
                may_stop(id, found.to)
                    && partner.is_none_or(|&(.., other)| may_stop(other, found.partner_to))
            };
            let castling = castling.filter(|found| !known(found) && stops(found));
            list.extend(castling);
        }
    }
    list
}

fn castling(v: &Variant, from: Square, corner: Square, files: i8) -> Option<Castling> {
    let side = files.signum();
    let to = v.step_from(from, Step::new(files, 0), false)?;
    let partner_to = v.step_from(to, Step::new(-side, 0), false)?;
    let empty = along(from, corner).chain([to, partner_to]);
    let castling = Castling::new([from, to], [corner, partner_to], empty);
    castling.is_on_ground(v).then_some(castling)
}

/// The squares of a rank from one square to another.
pub(in crate::board) fn along(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let (low, high) = (a.file().min(b.file()), a.file().max(b.file()));
    (low..=high).map(move |file| Square::at(file, a.rank()))
}
