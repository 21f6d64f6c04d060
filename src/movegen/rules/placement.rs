//! Placement before play: pieces that must be dropped first, some of them on squares of both colours.

use crate::board::Position;
use crate::movegen::{CheckInfo, MoveTables};
use crate::types::{Bitboard, Color, Move, Square, TypeId};
use crate::variant::rules::placement::Placement;

/// The squares of one colour of a chequered board: the colour of a1 (`dark`), or the other colour.
fn shade(dark: bool) -> impl Fn(&Square) -> bool {
    move |sq| ((sq.file() + sq.rank()) % 2 == 0) == dark
}

/// The pieces of a type that a colour has, on the board and in hand.
fn count_all(pos: &Position, us: Color, id: TypeId) -> usize {
    usize::from(pos.count(us, id)) + usize::from(pos.in_hand(us, id))
}

impl MoveTables {
    /// True if the side to move must place a piece before any other move.
    #[inline(never)]
    pub(in crate::movegen) fn must_place(&self, pos: &Position, check_info: &CheckInfo) -> bool {
        let us = pos.side();
        let first = &self.variant.rules.placement.first[us];
        if first.iter().all(|&id| pos.in_hand(us, id) == 0) {
            return false;
        }
        let mut drops = Vec::new();
        self.drop_moves(pos, us, &mut drops);
        drops.retain(|&mv| self.places(us, mv));
        let mut copy = pos.without_history();
        drops
            .iter()
            .any(|&mv| self.is_legal(&mut copy, mv, check_info))
    }

    /// True if a move drops a piece that must be placed first.
    #[inline(never)]
    pub(in crate::movegen) fn places(&self, us: Color, mv: Move) -> bool {
        let first = &self.variant.rules.placement.first[us];
        mv.dropped().is_some_and(|id| first.contains(&id))
    }

    /// True if a side still has pieces to place.
    #[inline]
    pub fn is_placing(&self, pos: &Position) -> bool {
        self.rules.places && pos.has_hand(pos.side())
    }
}

/// The squares of `open` on which a drop of the type leaves room for all pieces that belong on squares of both
/// colours. `open_to` gives the squares where a type can be dropped.
pub(super) fn keep_shades(
    pos: &Position,
    us: Color,
    (id, open): (TypeId, Bitboard),
    open_to: impl Fn(TypeId) -> Bitboard,
) -> Bitboard {
    let Placement { opposite, .. } = &pos.layout().variant.rules.placement;
    let standing = |of: TypeId, dark: bool| {
        let own = pos.pieces(us).filter(|&(_, other)| other == of);
        own.filter(|(sq, _)| shade(dark)(sq)).count()
    };
    let mut open = open;
    for &of in &opposite[us] {
        if pos.in_hand(us, of) == 0 {
            continue;
        }
        let all = count_all(pos, us, of);
        for dark in [true, false] {
            let here = standing(of, dark);
            if of == id {
                // an odd number of pieces is split unevenly, and the larger part can be on either colour
                if here + 1 > all.div_ceil(2) {
                    open = open.iter().filter(shade(!dark)).collect();
                }
                continue;
            }
            let places: Bitboard = open_to(of).iter().filter(shade(dark)).collect();
            let room = here + places.len();
            if room < all / 2 {
                return Bitboard::EMPTY;
            }
            if room == all / 2 {
                // all of these squares are needed for the other type
                open = open.without(places);
            }
        }
    }
    open
}
