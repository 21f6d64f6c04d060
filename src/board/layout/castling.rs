//! The ways to castle that a game's start position allows.

use crate::board::SquareIndex;
use crate::types::{Bitboard, Color, Square, Step, TypeId};
use crate::variant::{MoveShape, Variant};

/// One way to castle: a virgin piece on its start square and a virgin piece in the corner, or
/// another one that the rules name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Where the mover stands.
    pub from: Square,
    /// Where it arrives.
    pub to: Square,
    /// Where its partner stands, usually the corner.
    pub corner: Square,
    /// Where the partner arrives: beside the mover, on the side it came from.
    pub partner_to: Square,
    /// Squares that must be empty.
    pub empty: Vec<Square>,
    /// Squares that must not be attacked: from the mover's origin to where it arrives.
    pub safe: Vec<Square>,
}

impl Castling {
    /// True for castling to the right as white sees it, away from the a-file.
    pub fn is_right(&self) -> bool {
        self.corner.file() > self.from.file()
    }

    /// A castling by the squares where the mover and its partner come from and go to, and those
    /// that must be empty, the two pieces themselves apart.
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

    /// True if neither piece passes a hole.
    pub(in crate::board) fn is_on_ground(&self, v: &Variant) -> bool {
        let hole = |sq: &Square| v.is_hole(sq.file(), sq.rank());
        !self.empty.iter().chain(&self.safe).any(hole)
    }
}

/// What a way to castle needs, by number.
#[derive(Clone, Debug)]
pub(in crate::board) struct CastlingNeeds {
    /// Where pieces stand that must never have moved.
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

    /// True if neither piece has moved, where these have not.
    #[inline]
    pub fn are_unmoved(&self, virgin: Bitboard<4, usize>) -> bool {
        self.virgin.without(virgin).is_empty()
    }
}

/// The ways to castle of a colour whose pieces begin like that.
pub(in crate::board) fn castlings(
    v: &Variant,
    color: Color,
    start: &[(Square, Color, TypeId)],
) -> Vec<Castling> {
    let mut list = Vec::new();
    for &(from, _, id) in start.iter().filter(|(_, c, _)| *c == color) {
        // castling is no matter of zones
        for descriptor in &v.piece(id).moves {
            let MoveShape::Castling { files, inset } = descriptor.shape else {
                continue;
            };
            let castling = partner(v, color, start, from, files.signum(), inset)
                .and_then(|corner| castling(v, from, corner, files));
            // to one square there is one castling: its move names no partner
            let known = |found: &Castling| {
                let same = |c: &Castling| (c.from, c.to) == (found.from, found.to);
                list.iter().any(same)
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

/// Where the piece stands with which another one castles to a side.
fn partner(
    v: &Variant,
    color: Color,
    start: &[(Square, Color, TypeId)],
    from: Square,
    side: i8,
    inset: u8,
) -> Option<Square> {
    let starts = |sq: Square| start.iter().find(|&&(at, c, _)| at == sq && c == color);
    let next = |sq: &Square| v.step_from(*sq, Step::new(side, 0), false);
    let mut way = std::iter::successors(next(&from), next);
    if inset > 0 {
        let file = if side < 0 {
            inset
        } else {
            v.files.checked_sub(inset)?.checked_sub(1)?
        };
        return way.find(|&sq| sq.file() == file && starts(sq).is_some());
    }
    match v.rules.castling.partner[color] {
        Some(partner) => way.find(|&sq| starts(sq).is_some_and(|(.., id)| *id == partner)),
        None => way.last().filter(|&sq| starts(sq).is_some()),
    }
}

fn castling(v: &Variant, from: Square, corner: Square, files: i8) -> Option<Castling> {
    let side = files.signum();
    let to = v.step_from(from, Step::new(files, 0), false)?;
    let partner_to = v.step_from(to, Step::new(-side, 0), false)?;
    let empty = along(from, corner).chain([to, partner_to]);
    let castling = Castling::new([from, to], [corner, partner_to], empty);
    castling.is_on_ground(v).then_some(castling)
}

/// The squares of a rank from one to another.
pub(in crate::board) fn along(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let (low, high) = (a.file().min(b.file()), a.file().max(b.file()));
    (low..=high).map(move |file| Square::at(file, a.rank()))
}
