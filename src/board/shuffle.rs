//! Games whose back ranks are shuffled: each of their start positions has a board side of its own,
//! with its own castlings and its own squares where pieces are at home.
//!
//! The mover and its partner arrive where they would in the usual order, wherever they come from.

use std::sync::Arc;

use super::layout::Layout;
use super::layout::castling::{Castling, along, castlings};
use super::{Placement, Virginity};
use crate::types::{ByColor, Color, Square, TypeId};
use crate::variant::Variant;

type Standing = (Square, Color, TypeId);

impl Layout {
    /// The board side of the game that begins with the back ranks of these numbers, white's and
    /// black's (see [`Variant::arrangement`]).
    pub fn shuffled(&self, numbers: ByColor<u64>) -> Layout {
        let v = &*self.variant;
        let mut start = away_from_home(v);
        for (color, number) in Color::ALL.into_iter().zip(numbers) {
            let rank = v.arrangement(color, number);
            let places = (0..).map(|file| Square::at(file, back_rank(v, color)));
            start.extend((places.zip(rank)).filter_map(|(sq, id)| Some((sq, color, id?))));
        }
        self.beginning_with(start, None)
    }

    /// The board side that fits a position in play, if it is not this one: what stands on its back
    /// rank has started there. `rights` is the castling field of a FEN, which names the partners.
    pub(super) fn fitting(
        self: &Arc<Layout>,
        pieces: &[Standing],
        rights: Option<&str>,
    ) -> Arc<Layout> {
        let v = &*self.variant;
        if v.rules.shuffle.is_none() {
            return self.clone();
        }
        let mut start = away_from_home(v);
        let home =
            |&(sq, color, id): &Standing| sq.rank() == back_rank(v, color) && !v.is_pawn(id, color);
        start.extend(pieces.iter().copied().filter(home));
        Arc::new(self.beginning_with(start, rights))
    }

    /// The board side that fits what a GUI sets up piece by piece.
    pub fn fitting_placement(self: &Arc<Layout>, placement: &Placement) -> Arc<Layout> {
        match placement.virginity {
            Virginity::AsPlaced => self.fitting(&placement.pieces, None),
            Virginity::On(_) => self.clone(),
        }
    }

    fn beginning_with(&self, start: Vec<Standing>, rights: Option<&str>) -> Layout {
        let v = &self.variant;
        let castlings = ByColor::from_fn(|color| moved_castlings(v, color, &start, rights));
        Layout::assemble(v.clone(), self.weights.clone(), start, castlings)
    }
}

fn back_rank(v: &Variant, color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => v.ranks - 1,
    }
}

fn usual_start(v: &Variant) -> Vec<Standing> {
    let pieces = v.start_pieces().into_iter();
    let standing = pieces.map(|p| (Square::at(p.file, p.rank), p.color, p.id));
    standing.collect()
}

/// What does not start on its back rank.
fn away_from_home(v: &Variant) -> Vec<Standing> {
    let mut start = usual_start(v);
    start.retain(|&(sq, color, _)| sq.rank() != back_rank(v, color));
    start
}

/// The castlings of the usual order with mover and partner standing elsewhere.
fn moved_castlings(
    v: &Variant,
    color: Color,
    start: &[Standing],
    rights: Option<&str>,
) -> Vec<Castling> {
    let usual = usual_start(v);
    let type_at = |sq: Square| usual.iter().find(|(at, ..)| *at == sq).map(|&(.., id)| id);
    let on_rank = |id: Option<TypeId>| {
        let own = move |&&(sq, owner, other): &&Standing| {
            sq.rank() == back_rank(v, color) && owner == color && Some(other) == id
        };
        start.iter().filter(own).map(|&(sq, ..)| sq)
    };
    let mut list = Vec::new();
    for castling in castlings(v, color, &usual) {
        let Some(from) = on_rank(type_at(castling.from)).next() else {
            continue;
        };
        let right = castling.corner.file() > castling.from.file();
        let beside = on_rank(type_at(castling.corner));
        let beside = beside.filter(|sq| *sq != from && (sq.file() > from.file()) == right);
        let partners: Vec<Square> = beside.collect();
        let named = partners
            .iter()
            .find(|sq| is_named(rights, color, sq.file()));
        let outermost = if right {
            partners.iter().max()
        } else {
            partners.iter().min()
        };
        if let Some(&corner) = named.or(outermost) {
            let (to, partner_to) = (castling.to, castling.partner_to);
            // whatever either of them passes is empty, and that is all
            let empty = along(from, to).chain(along(corner, partner_to));
            let found = Castling::new([from, to], [corner, partner_to], empty);
            if !list.contains(&found) && found.is_on_ground(v) {
                list.push(found);
            }
        }
    }
    list
}

/// True if a castling field names a file of a colour.
fn is_named(rights: Option<&str>, color: Color, file: u8) -> bool {
    let letter = char::from(b'A' + file);
    let letter = match color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    };
    let file = !matches!(letter, 'K' | 'Q' | 'k' | 'q');
    file && rights.is_some_and(|rights| rights.contains(letter))
}
