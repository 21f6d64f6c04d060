//! Start positions in another order than usual: each order has its own board data, with its castlings and home
//! squares. Shuffled variants have many orders; in other variants the castling field of a FEN can state that a piece
//! on an unusual square has not moved.
//!
//! Castling ends on the same squares as in the usual order.

use std::sync::Arc;

use super::layout::castling::{Castling, along, castlings};
use super::layout::{Layout, Standing, homes, usual_start};
use super::rights::Letters;
use super::{Placement, Virginity};
use crate::types::{Bitboard, ByColor, Color, Square, TypeId};
use crate::variant::Variant;

impl Layout {
    /// The board data for the back ranks with these numbers (see [`Variant::arrangement`]).
    pub fn shuffled(&self, numbers: ByColor<u64>) -> Layout {
        let v = &*self.variant;
        let mut start = away_from_home(v);
        for (color, number) in Color::ALL.into_iter().zip(numbers) {
            let rank = v.arrangement(color, number);
            let places = (0..).map(|file| Square::at(file, v.home_rank(color)));
            start.extend((places.zip(rank)).filter_map(|(sq, id)| Some((sq, color, id?))));
        }
        self.beginning_with(start, None)
    }

    /// The board data that fits a position in play: `self`, or another start order in which the pieces now on the home
    /// ranks start there. `field` is the castling field of a FEN, which names the castling partners, with the meaning
    /// of its letters.
    pub(super) fn fitting(
        self: &Arc<Layout>,
        pieces: &[Standing],
        field: Option<(&str, Letters<'_>)>,
    ) -> Arc<Layout> {
        let v = &*self.variant;
        let shuffled = v.rules.shuffle.is_some();
        let home_ranks = ByColor::from_fn(|color| home_ranks(v, color));
        let at_home = |&(sq, color, _): &Standing| {
            sq.file() < v.files && home_ranks[color].contains(&sq.rank())
        };
        let mut standing = pieces.to_vec();
        standing.retain(|piece| at_home(piece) && !v.is_pawn(piece.2, piece.1));
        let displaced = |&(sq, color, id): &_| self.start_piece(sq) != Some((color, id));
        let home = |layout: &Layout| -> Bitboard {
            let stands = |&&(sq, color, id): &&_| layout.start_piece(sq) == Some((color, id));
            pieces.iter().filter(stands).map(|p| p.0).collect()
        };
        let unusual = field.is_some_and(|(text, letters)| !letters.fit(text, home(self)));
        if !(shuffled || unusual && standing.iter().any(displaced)) {
            return self.clone();
        }
        // with several kings, `K` and `Q` do not show which king castles
        let several = |color: Color| {
            let usual = usual_castlings(v, color);
            let movers = types_at(v, usual.iter().map(|castling| castling.from));
            let kings = standing
                .iter()
                .filter(|(_, c, id)| *c == color && movers.contains(id));
            kings.count() > 1
        };
        if !shuffled && Color::ALL.into_iter().any(several) {
            return self.clone();
        }
        let mut start = usual_start(v);
        start.retain(|piece| !at_home(piece));
        start.extend(standing);
        let fitted = Arc::new(self.beginning_with(start, field.map(|(text, _)| text)));
        let unmoved = |layout: &Layout| {
            let named = field.map_or(Ok(Bitboard::EMPTY), |(text, letters)| {
                letters.on(layout).parse(text)
            });
            Some(named.ok()? & home(layout))
        };
        if shuffled || unmoved(&fitted) != unmoved(self) {
            fitted
        } else {
            self.clone()
        }
    }

    /// The board data that fits a position set up piece by piece by a GUI.
    pub fn fitting_placement(self: &Arc<Layout>, placement: &Placement) -> Arc<Layout> {
        match placement.virginity {
            Virginity::AsPlaced => self.fitting(&placement.pieces, None),
            Virginity::On(_) => self.clone(),
        }
    }

    /// True if another possible partner stands beyond this one, so that `K` or `Q` would mean that piece instead.
    pub(super) fn is_inner_partner(
        &self,
        color: Color,
        corner: Square,
        right: bool,
        mut pieces: impl Iterator<Item = (Square, TypeId)>,
    ) -> bool {
        let usual = usual_castlings(&self.variant, color);
        let types = types_at(&self.variant, usual.iter().map(|castling| castling.corner));
        let beyond = |sq: Square| {
            sq.rank() == corner.rank() && (sq.file() > corner.file()) == right && sq != corner
        };
        usual.iter().all(|castling| castling.corner != corner)
            && pieces.any(|(sq, id)| types.contains(&id) && beyond(sq))
    }

    fn beginning_with(&self, start: Vec<Standing>, rights: Option<&str>) -> Layout {
        let v = &self.variant;
        let castlings = ByColor::from_fn(|color| moved_castlings(v, color, &start, rights));
        Layout::assemble(v.clone(), self.weights.clone(), start, castlings)
    }
}

/// The ranks on which pieces of a colour can be at home in another order: the back rank and the ranks of castling.
fn home_ranks(v: &Variant, color: Color) -> Vec<u8> {
    let castlings = usual_castlings(v, color).into_iter();
    let mut ranks = vec![v.home_rank(color)];
    ranks.extend(castlings.map(|castling| castling.from.rank()));
    ranks
}

fn usual_castlings(v: &Variant, color: Color) -> Vec<Castling> {
    castlings(v, color, &homes(v, &usual_start(v)))
}

/// The types of the pieces that usually start on these squares.
fn types_at(v: &Variant, squares: impl Iterator<Item = Square>) -> Vec<TypeId> {
    let usual = homes(v, &usual_start(v));
    squares
        .filter_map(|square| usual.iter().find(|&&(sq, ..)| sq == square).map(|p| p.2))
        .collect()
}

/// The pieces that do not start on their back rank.
fn away_from_home(v: &Variant) -> Vec<Standing> {
    let mut start = usual_start(v);
    start.retain(|&(sq, color, _)| sq.rank() != v.home_rank(color));
    start
}

/// The castlings of the usual order, adapted to other squares of mover and partner.
fn moved_castlings(
    v: &Variant,
    color: Color,
    start: &[Standing],
    rights: Option<&str>,
) -> Vec<Castling> {
    let usual = usual_castlings(v, color);
    let partner_types = types_at(v, usual.iter().map(|castling| castling.corner));
    let mut list = Vec::new();
    for castling in &usual {
        let on_rank = |types: &[TypeId]| -> Vec<Square> {
            let own = start.iter().filter(|&&(sq, owner, id)| {
                sq.rank() == castling.from.rank() && owner == color && types.contains(&id)
            });
            own.map(|&(sq, ..)| sq).collect()
        };
        let mut movers = on_rank(&types_at(v, std::iter::once(castling.from)));
        // each of several movers has its own castlings
        movers.retain(|&sq| sq == castling.from || usual.iter().all(|other| other.from != sq));
        let unnamed = |sq: Square| !is_named(rights, color, sq.file());
        let from = movers
            .into_iter()
            .min_by_key(|&sq| (sq != castling.from, unnamed(sq)));
        let Some(from) = from else {
            continue;
        };
        let mut partners = on_rank(&partner_types);
        partners.retain(|&sq| sq != from && (sq.file() > from.file()) == castling.is_right());
        let corner = partners.into_iter().min_by_key(|&sq| {
            let from_border = if castling.is_right() {
                v.files - sq.file()
            } else {
                sq.file()
            };
            (unnamed(sq), sq != castling.corner, from_border)
        });
        let found = match corner {
            None => continue,
            Some(corner) if (from, corner) == (castling.from, castling.corner) => castling.clone(),
            Some(corner) => {
                let (to, partner_to) = (castling.to, castling.partner_to);
                // all squares that either piece crosses must be empty
                let empty = along(from, to).chain(along(corner, partner_to));
                Castling::new([from, to], [corner, partner_to], empty)
            }
        };
        if !list.contains(&found) && found.is_on_ground(v) {
            list.push(found);
        }
    }
    list
}

/// True if a castling field names a file of a colour. `K` and `Q` name a file only if a number follows.
fn is_named(rights: Option<&str>, color: Color, file: u8) -> bool {
    let letter = match color {
        Color::White => b'A' + file,
        Color::Black => b'a' + file,
    };
    let castles = matches!(letter, b'K' | b'Q' | b'k' | b'q');
    let text = rights.unwrap_or_default().as_bytes();
    let numbered = |at: usize| text.get(at + 1).is_some_and(u8::is_ascii_digit);
    (text.iter().enumerate()).any(|(at, &c)| c == letter && (!castles || numbered(at)))
}
