//! Mobility: the number of targets that are not occupied by own pieces or attacked by enemy pawns. Also the pawns that
//! pieces protect and attack.

use super::context::{Context, HEAVY_CLASS, rounded};
use crate::movegen::EMPTY_CHANCE;
use crate::types::{Bitboard, Score, TypeId};
use crate::variant::Term;

/// The share of a piece's expected targets that are free in play: own pieces occupy the others.
const FREE_TARGETS: f64 = 0.8;
/// Larger numbers of targets count as this number.
const MOST_TARGETS: usize = 63;

/// Mobility scores.
#[derive(Debug)]
pub(super) struct Mobility {
    /// By type and number of targets.
    worth: Vec<[Score; MOST_TARGETS + 1]>,
    /// Bonus for a protected own pawn and for an attacked enemy pawn, if they count.
    pawns: Option<[Score; 2]>,
}

impl Mobility {
    pub fn new(ctx: &Context) -> Mobility {
        let nothing = [Score::default(); MOST_TARGETS + 1];
        Mobility {
            worth: ctx
                .v
                .by_type(nothing, |id| worth(ctx, id).unwrap_or(nothing)),
            pawns: ctx.if_any([Term::OwnPawnHit, Term::EnemyPawnHit]),
        }
    }

    /// The score of a piece for the pawns that it protects and attacks.
    #[inline]
    pub fn on_pawns<const W: usize>(
        &self,
        attacks: Bitboard<W, usize>,
        [own, enemy]: [Bitboard<W, usize>; 2],
    ) -> Score {
        self.pawns.map_or(Score::default(), |[each, more]| {
            each * (attacks & own).len() as i32 + more * (attacks & enemy).len() as i32
        })
    }

    /// The score of a piece with this number of targets.
    #[inline]
    pub fn worth(&self, id: TypeId, targets: usize) -> Score {
        self.worth[id.index()][targets & MOST_TARGETS]
    }
}

/// The mobility scores of a type; `None` for pawns, royals and types that hardly move.
fn worth(ctx: &Context, id: TypeId) -> Option<[Score; MOST_TARGETS + 1]> {
    let squares = || ctx.v.squares();
    let expected = |sq| ctx.tables.crowded_mobility(id, sq, EMPTY_CHANCE);
    let norm = FREE_TARGETS * squares().map(expected).sum::<f64>() / squares().count() as f64;
    if norm < 0.5 || !ctx.is_piece(id) {
        return None;
    }
    let [each, root, none] =
        [Term::Mobility, Term::MobilityRoot, Term::MobilityNone].map(|term| ctx.params.get(term));
    let share = ctx.params.get(Term::MobilityShare);
    let more = match ctx.classes.of(id) {
        0 => ctx.params.get(Term::MobilityLight),
        HEAVY_CLASS => ctx.params.get(Term::MobilityHeavy),
        _ => (0.0, 0.0),
    };
    let each = (each.0 + more.0, each.1 + more.1);
    Some(std::array::from_fn(|count| {
        let n = count as f64;
        let part = |side: fn((f64, f64)) -> f64| {
            let none = if count == 0 { side(none) } else { 0.0 };
            side(each) * (n - norm) / norm.sqrt() + side(root) * (n.sqrt() - norm.sqrt()) + none
        };
        let more = share.0 * (n - norm) / norm;
        rounded((
            part(|w| w.0) + more,
            part(|w| w.1) + share.1 * (n - norm) / norm,
        ))
    }))
}
