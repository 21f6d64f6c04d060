//! What the danger to royals is worth: how much each sign of danger counts.

use super::terms::CLASSES;
use crate::movegen::MoveTables;
use crate::types::{Color, Score, Square, SquareSet, TypeId, TypeSet};
use crate::variant::{Params, Royalty, Term, Variant};

/// Danger costs at most this, centipawns.
const MOST: f64 = 700.0;
/// More squares around a royal do not count: a royal that goes far would never be safe.
const MOST_SQUARES: usize = 9;

/// The weights of the danger to a lone royal, in eighths of a unit.
#[derive(Debug)]
pub(super) struct Royals {
    /// By class of piece; royals do not count.
    pub hits: [i32; CLASSES],
    pub pawn: i32,
    pub weak: i32,
    pub open: i32,
    pub check: i32,
    pub base: i32,
    /// What so many units cost.
    danger: Vec<Score>,
    /// The types of which every piece has to be kept.
    absolute: TypeSet,
    /// An own pawn one rank in front, and two.
    pub shelter: [i32; 2],
}

impl Royals {
    pub fn new(v: &Variant, c: &Params) -> Royals {
        let whole = |term| c.get(term).0.round() as i32;
        let (mg, eg) = c.get(Term::Danger);
        let cost = |units: i32, worth: f64| {
            (f64::from(units * units) * worth / 100.0)
                .clamp(-MOST, MOST)
                .round() as i32
        };
        let hit = |class| match class {
            0 => whole(Term::DangerLight),
            1 => whole(Term::DangerMiddle),
            2 => whole(Term::DangerHeavy),
            _ => 0,
        };
        Royals {
            hits: std::array::from_fn(hit),
            pawn: whole(Term::DangerPawn),
            weak: whole(Term::DangerWeak),
            open: whole(Term::DangerOpen),
            check: whole(Term::DangerCheck),
            base: whole(Term::DangerBase),
            absolute: (v.types())
                .filter(|(_, piece)| piece.royalty == Royalty::Absolute)
                .map(|(id, _)| id)
                .collect(),
            danger: (0..256)
                .map(|units| Score::new(cost(units, mg), cost(units, eg)))
                .collect(),
            shelter: [Term::ShelterNear, Term::ShelterFar].map(whole),
        }
    }

    /// What signs of danger cost, in eighths of a unit.
    #[inline]
    pub fn cost(&self, units: i32) -> Score {
        self.danger[(units >> 3).clamp(0, 255) as usize]
    }

    /// True if losing any piece of the type loses.
    pub fn is_absolute(&self, id: TypeId) -> bool {
        self.absolute.contains(id)
    }

    /// The square of a royal and the nearest of those to which it can go.
    pub fn zone(tables: &MoveTables, id: TypeId, sq: Square) -> Vec<Square> {
        let mut near: Vec<Square> = tables.strikes(id, sq).iter().collect();
        near.sort_by_key(|&to| sq.distance(to));
        near.insert(0, sq);
        near.truncate(MOST_SQUARES);
        near
    }
}

/// The squares in front of a royal where pawns shelter it: those one rank ahead, and two.
pub(super) fn shelter(v: &Variant, color: Color, royal: Square) -> [SquareSet; 2] {
    [1, 2].map(|distance| {
        let rank = match color {
            Color::White => royal.rank() + distance,
            Color::Black => royal.rank().wrapping_sub(distance),
        };
        let beside = |sq: &Square| sq.rank() == rank && sq.file().abs_diff(royal.file()) <= 1;
        v.squares().filter(beside).collect()
    })
}
