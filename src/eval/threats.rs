//! Threats: attacks on pieces and pawns.

use super::context::{CLASSES, Context, ROYAL_CLASS, rounded};
use super::pawns::Pawns;
use super::scan::Scan;
use crate::types::{Bitboard, Color, Score, TypeId};
use crate::variant::Term;

/// Upper bound on the hundreds of centipawns that a threat gains.
const MOST_GAIN: f64 = 4.0;

/// Scores of threats.
#[derive(Debug)]
pub(super) struct Threats {
    by_type: Vec<Threat>,
    /// For a piece that a pawn could attack after its next step, if that counts.
    push: Option<[Score; 1]>,
    /// For an attacked piece and an attacked pawn that are not well protected, and for a contested square.
    weak: Option<[Score; 3]>,
}

/// The score of an attacked piece.
#[derive(Clone, Copy, Debug, Default)]
struct Threat {
    /// The score by the cheapest attacker: a pawn, or a piece of each class.
    attacked: [Score; 1 + CLASSES],
    /// The additional score if the piece is hanging.
    hanging: Score,
}

impl Threats {
    pub fn new(ctx: &Context) -> Threats {
        Threats {
            by_type: ctx.v.by_type(Threat::default(), |id| Threat::new(ctx, id)),
            push: ctx.if_any([Term::ThreatByPush]),
            weak: ctx.if_any([Term::ThreatWeak, Term::ThreatWeakPawn, Term::Contested]),
        }
    }

    /// The score of the pieces of a side that enemy pawns could attack after their next steps.
    #[inline]
    pub fn pushes<const W: usize>(&self, scan: &Scan<W>, pawns: &Pawns<W>, color: Color) -> Score {
        let Some([each]) = self.push else {
            return Score::default();
        };
        let enemy = &scan.sides[color.other()];
        let next = pawns.captures_next(color.other(), enemy.pawns);
        each * (pieces(scan, color) & next)
            .without(enemy.pawn_attacks)
            .len() as i32
    }

    /// The score of a side for attacked squares that it does not protect well.
    #[inline]
    pub fn weak<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        let Some([piece, pawn, contested]) = self.weak else {
            return Score::default();
        };
        let (side, enemy) = (&scan.sides[color], &scan.sides[color.other()]);
        let weak = enemy.all_attacks.without(side.well_protected(enemy));
        piece * (weak & pieces(scan, color)).len() as i32
            + pawn * (weak & side.pawns).len() as i32
            + contested * (weak & side.all_attacks).without(side.occupied).len() as i32
    }

    /// The score of the enemy's attacks on the pieces of a side.
    #[inline]
    pub fn score<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        let (side, enemy) = (&scan.sides[color], &scan.sides[color.other()]);
        let attacked = side.occupied & enemy.all_attacks;
        let protected = side.all_attacks;
        let mut score = Score::default();
        for number in attacked.iter() {
            let classes = || (1..CLASSES).find(|&class| enemy.attacks[class - 1].contains(number));
            let cheapest = if enemy.pawn_attacks.contains(number) {
                0
            } else {
                classes().unwrap_or(CLASSES)
            };
            let id = scan.pos.type_on(scan.maps.index.square(number));
            let threat = &self.by_type[id.index()];
            score += threat.attacked[cheapest];
            if !protected.contains(number) {
                score += threat.hanging;
            }
        }
        score
    }
}

/// The pieces of a side, without a lone royal.
#[inline]
fn pieces<const W: usize>(scan: &Scan<W>, color: Color) -> Bitboard<W, usize> {
    let side = &scan.sides[color];
    let mut pieces = side.occupied.without(side.pawns);
    if let Some(royal) = scan.lone_royal[color] {
        pieces.remove(scan.maps.index.of(royal));
    }
    pieces
}

impl Threat {
    fn new(ctx: &Context, id: TypeId) -> Threat {
        let (v, classes) = (ctx.v, ctx.classes);
        if v.is_royal(id) {
            return Threat::default();
        }
        if id.is_pawn() {
            return Threat {
                hanging: ctx.score(Term::HangingPawn),
                ..Threat::default()
            };
        }
        let value = |id: TypeId| f64::from(ctx.values[id.index()]);
        // a threat by some types: its score depends on the gain of the cheapest of them
        let threat = |term, by: &dyn Fn(TypeId) -> bool| {
            let costs = v.types().filter(|&(id, _)| by(id)).map(|(id, _)| value(id));
            let cost = costs.fold(f64::INFINITY, f64::min);
            let gain = ((value(id) - cost) / 100.0).clamp(0.0, MOST_GAIN);
            let (each, more) = (ctx.params.get(term), ctx.params.get(Term::ThreatGain));
            rounded((each.0 + gain * more.0, each.1 + gain * more.1))
        };
        let attacked = std::array::from_fn(|by| match by {
            0 => threat(Term::ThreatByPawn, &|id| id.is_pawn()),
            _ if by - 1 < classes.of(id) => threat(Term::ThreatByCheaper, &|id| {
                !id.is_pawn() && classes.of(id) == by - 1
            }),
            _ if by - 1 < ROYAL_CLASS => ctx.score(Term::ThreatEven),
            _ => Score::default(),
        });
        Threat {
            attacked,
            hanging: ctx.score(Term::HangingPiece),
        }
    }
}
