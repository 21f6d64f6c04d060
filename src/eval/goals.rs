//! What goals besides royals change about the worth of things.

use super::terms::Scan;
use super::weights::pair;
use crate::board::Position;
use crate::board::position::color_bit;
use crate::movegen::MoveTables;
use crate::types::{ByColor, Color, Score, Square, SquareSet, TypeId};
use crate::variant::{Params, Term, Variant};

/// What a piece costs its side where the goal is to lose them all, centipawns.
const BURDEN: i32 = 100;
/// What a side that needs one more check is ahead, centipawns; with two to go it is half of that.
const CHECKS: f64 = 700.0;
/// A royal that needs more safe steps to its goal is not on its way.
const FAR: usize = 4;
/// Pieces of a type that must not die out are counted up to this.
const MANY: usize = 4;

/// The worth of the types in a game, given their usual one: burdens where being without pieces wins.
pub(super) fn values(v: &Variant, usual: Vec<i32>) -> Vec<i32> {
    if v.rules.win.bare_wins {
        return vec![-BURDEN; usual.len()];
    }
    usual
}

/// What checks given are worth, by how many are left to give: the fewer, the more each counts. None
/// where checks are not counted.
pub(super) fn checks(v: &Variant) -> Vec<i32> {
    let asked = v.rules.win.checks;
    if asked == 0 {
        return Vec::new();
    }
    let worth = |left: u8| (CHECKS / f64::from(left.max(1)) - CHECKS / f64::from(asked)) as i32;
    (0..=asked).map(worth).collect()
}

/// What it is worth to be near a goal of the game, or near to losing by one.
#[derive(Debug)]
pub(super) struct Goals {
    hill: Option<Hill>,
    /// By colour: the types of which it must not lose the last piece.
    vanishing: ByColor<Vec<TypeId>>,
    /// By how many pieces of such a type are left.
    left: [Score; MANY + 1],
}

/// Squares that a royal wins by reaching.
#[derive(Debug)]
struct Hill {
    royal: TypeId,
    goal: SquareSet,
    /// By square: where the royal could go next.
    steps: Vec<SquareSet>,
    /// By number of safe steps to the goal.
    race: [Score; FAR + 1],
}

impl Goals {
    /// What there is of it in a game; `None` in most.
    pub fn new(v: &Variant, tables: &MoveTables, c: &Params) -> Option<Goals> {
        let part = |term, n: usize| {
            let (mg, eg) = c.get(term);
            let square = (n * n).max(1) as f64;
            pair((mg / square, eg / square))
        };
        let hill = tables.hill().map(|(royal, goal)| {
            let mut steps = vec![SquareSet::EMPTY; 256];
            v.squares()
                .for_each(|sq| steps[sq.index()] = tables.steps(royal, sq));
            Hill {
                royal,
                goal,
                steps,
                race: std::array::from_fn(|n| part(Term::HillRace, n)),
            }
        });
        let vanishing = v.rules.win.extinction.clone();
        let any = hill.is_some() || vanishing.iter().any(|types| !types.is_empty());
        any.then(|| Goals {
            hill,
            vanishing,
            left: std::array::from_fn(|n| part(Term::Vanishing, n)),
        })
    }

    /// What it is worth to a side to have few pieces left, on the board and in hand, of types that
    /// must not die out.
    #[inline(never)]
    pub fn vanishing(&self, pos: &Position, color: Color) -> Score {
        let mut score = Score::default();
        for &id in &self.vanishing[color] {
            let left = usize::from(pos.count(color, id)) + usize::from(pos.in_hand(color, id));
            score += self.left[left.min(MANY)];
        }
        score
    }

    /// What a side is worth by how near its royals are to the goal.
    #[inline(never)]
    pub fn score<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        let mut score = Score::default();
        if let Some(hill) = &self.hill {
            let royals = scan.pos.pieces(color).filter(|&(_, id)| id == hill.royal);
            let nearest = royals.filter_map(|(sq, _)| hill.safe_steps(scan, color, sq));
            if let Some(n) = nearest.min() {
                score += hill.race[n];
            }
        }
        score
    }
}

impl Hill {
    /// How many steps the royal of a side needs over squares where nothing attacks it and no own
    /// piece stands; `None` if there are too many.
    fn safe_steps<const W: usize>(
        &self,
        scan: &Scan<W>,
        color: Color,
        from: Square,
    ) -> Option<usize> {
        let own = color_bit(color);
        let mut seen = SquareSet::EMPTY;
        seen.insert(from);
        let mut front = seen;
        for n in 1..=FAR {
            let mut next = SquareSet::EMPTY;
            front
                .iter()
                .for_each(|sq| next = next.union(self.steps[sq.index()]));
            next = next.without(seen);
            seen = seen.union(next);
            front = SquareSet::EMPTY;
            for sq in next.iter() {
                if scan.pos.cell(sq) & own == 0 && !scan.is_attacked(sq, color.other()) {
                    if self.goal.contains(sq) {
                        return Some(n);
                    }
                    front.insert(sq);
                }
            }
        }
        None
    }
}
