//! What the danger to royals is worth: how much each sign of danger counts.

use super::coefficients::{Coefficients, Term};
use super::weights::board;
use crate::board::{Score, Square};
use crate::movegen::MoveTables;
use crate::variant::{Royalty, TypeId, Variant};

/// Danger costs at most this, centipawns.
const MOST: f64 = 700.0;
/// More squares around a royal do not count: a royal that goes far would never be safe.
const MOST_SQUARES: usize = 9;

/// The weights of the danger to a lone royal, in eighths of a unit.
#[derive(Debug)]
pub(super) struct Royals {
    /// By class of piece.
    pub hits: [i32; 3],
    pub pawn: i32,
    pub weak: i32,
    pub open: i32,
    pub check: i32,
    pub base: i32,
    /// What so many units cost.
    danger: Vec<Score>,
    /// The types of which every piece has to be kept, one bit each.
    absolute: u64,
    /// An own pawn one rank in front, and two.
    pub shelter: [i32; 2],
    /// By royal type and square: the square and those to which it can go.
    zones: Vec<Vec<Square>>,
    /// By type: where its zones begin.
    first_zone: Vec<usize>,
}

impl Royals {
    pub fn new(v: &Variant, tables: &MoveTables, c: &Coefficients) -> Royals {
        let whole = |term| c.get(term).0.round() as i32;
        let (mg, eg) = c.get(Term::Danger);
        let cost = |units: i32, worth: f64| {
            (f64::from(units * units) * worth / 100.0)
                .clamp(-MOST, MOST)
                .round() as i32
        };
        let mut zones = Vec::new();
        let mut first_zone = vec![0; v.pieces.len() + 1];
        for (id, _) in v.types().filter(|(_, piece)| piece.royalty.is_royal()) {
            first_zone[id.index()] = zones.len();
            zones.resize(zones.len() + 256, Vec::new());
            let own = first_zone[id.index()];
            for sq in board(v) {
                let mut near: Vec<Square> = tables.strikes(id, sq).iter().collect();
                near.sort_by_key(|&to| super::distance(sq, to));
                near.insert(0, sq);
                near.truncate(MOST_SQUARES);
                zones[own + sq.index()] = near;
            }
        }
        Royals {
            hits: [Term::DangerLight, Term::DangerMiddle, Term::DangerHeavy].map(whole),
            pawn: whole(Term::DangerPawn),
            weak: whole(Term::DangerWeak),
            open: whole(Term::DangerOpen),
            check: whole(Term::DangerCheck),
            base: whole(Term::DangerBase),
            absolute: (v.types())
                .filter(|(_, piece)| piece.royalty == Royalty::Absolute)
                .fold(0, |types, (id, _)| types | 1 << id.0),
            danger: (0..256)
                .map(|units| Score::new(cost(units, mg), cost(units, eg)))
                .collect(),
            shelter: [Term::ShelterNear, Term::ShelterFar].map(whole),
            zones,
            first_zone,
        }
    }

    /// What signs of danger cost, in eighths of a unit.
    #[inline]
    pub fn cost(&self, units: i32) -> Score {
        self.danger[(units >> 3).clamp(0, 255) as usize]
    }

    /// True if losing any piece of the type loses.
    pub fn is_absolute(&self, id: TypeId) -> bool {
        self.absolute >> id.0 & 1 != 0
    }

    /// The square of a royal and those to which it can go.
    #[inline]
    pub fn zone(&self, id: TypeId, sq: Square) -> &[Square] {
        &self.zones[self.first_zone[id.index()] + sq.index()]
    }
}
