//! How near a side is to winning or losing by other goals than mate: what the win conditions of a
//! game add to its evaluation. Most games have none of it.

use super::context::Context;
use super::scan::Scan;
use crate::board::Position;
use crate::board::position::color_bit;
use crate::types::{Bitboard, ByColor, Color, Score, Square, TypeId};
use crate::variant::{Term, Variant};

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

/// How much it counts where a royal of the type stands, as a term and a factor: the nearer to its
/// goal on the empty board, the more.
pub(super) fn nearness(ctx: &Context, id: TypeId) -> impl Fn(Square) -> (Term, f64) {
    let steps = steps_to_hill(ctx, id);
    move |sq| {
        let steps = steps.as_ref().and_then(|steps| steps[sq.index()]);
        let near = steps.map_or(0.0, |steps| 1.0 / (1.0 + f64::from(steps)));
        (Term::Hill, near)
    }
}

/// How many moves a type needs from each square of the empty board to its goal, if it has one.
fn steps_to_hill(ctx: &Context, id: TypeId) -> Option<Vec<Option<u32>>> {
    let (_, goal) = ctx.tables.hill().filter(|&(royal, _)| royal == id)?;
    let mut steps: Vec<Option<u32>> = vec![None; 256];
    goal.iter().for_each(|sq| steps[sq.index()] = Some(0));
    for round in 0.. {
        let mut found = false;
        for from in ctx.v.squares() {
            let reaches = |to: Square| steps[to.index()] == Some(round);
            if steps[from.index()].is_none()
                && ctx.tables.quiet_targets(id, from).iter().any(reaches)
            {
                steps[from.index()] = Some(round + 1);
                found = true;
            }
        }
        if !found {
            break;
        }
    }
    Some(steps)
}

/// What it is worth to be near a goal of the game, or near to losing by one.
#[derive(Debug)]
pub(super) struct WinProgress {
    hill: Option<Hill>,
    /// By colour: the types of which it must not lose the last piece.
    vanishing: ByColor<Vec<TypeId>>,
    /// By how many pieces of such a type are left.
    left: [Score; MANY + 1],
    /// What having only one piece besides the royal is worth, where a bare royal loses.
    bare: Option<Score>,
    /// What a check given is worth, by how many are left to give: the fewer, the more each counts.
    /// None where they do not count.
    checks: Vec<i32>,
}

/// Squares that a royal wins by reaching.
#[derive(Debug)]
struct Hill {
    royal: TypeId,
    goal: Bitboard,
    /// By square: where the royal could go next.
    steps: Vec<Bitboard>,
    /// By number of safe steps to the goal.
    race: [Score; FAR + 1],
}

impl WinProgress {
    pub fn new(ctx: &Context) -> WinProgress {
        let win = &ctx.v.rules.win;
        let hill = ctx.tables.hill().map(|(royal, goal)| {
            let mut steps = vec![Bitboard::EMPTY; 256];
            (ctx.v.squares())
                .for_each(|sq| steps[sq.index()] = ctx.tables.quiet_targets(royal, sq));
            Hill {
                royal,
                goal,
                steps,
                race: std::array::from_fn(|n| ctx.part(Term::HillRace, n)),
            }
        });
        let check = |left: u8| CHECKS / f64::from(left.max(1)) - CHECKS / f64::from(win.checks);
        let counted = (0..=win.checks).filter(|_| win.checks > 0);
        WinProgress {
            hill,
            vanishing: win.extinction.clone(),
            left: std::array::from_fn(|n| ctx.part(Term::Vanishing, n)),
            bare: win.bare_king_loses.then(|| ctx.score(Term::Bare)),
            checks: counted.map(|left| check(left) as i32).collect(),
        }
    }

    /// What a side is worth by how near its royals are to their goal.
    #[inline]
    pub fn score<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        match &self.hill {
            Some(hill) => hill.score(scan, color),
            None => Score::default(),
        }
    }

    /// What both sides have left of types that must not die out, white's minus black's. Pieces in
    /// hand count, so that a position is not told by what stands on the board.
    #[inline]
    pub fn vanishing(&self, pos: &Position) -> Score {
        let mut sum = Score::default();
        for color in Color::ALL {
            for &id in &self.vanishing[color] {
                let left = usize::from(pos.count(color, id)) + usize::from(pos.in_hand(color, id));
                sum += self.left[left.min(MANY)].of(color);
            }
        }
        sum
    }

    /// What it is worth to the sides to have so few pieces left where a bare royal loses, white's
    /// minus black's.
    #[inline]
    pub fn bare(&self, pos: &Position) -> Score {
        let Some(bare) = self.bare else {
            return Score::default();
        };
        let [white, black] = Color::ALL.map(|color| {
            let royals = pos.royals(color).count_ones();
            let left = (pos.live(color).count_ones() - royals).clamp(1, 100) as i32;
            let square = left * left;
            Score::new(bare.mg / square, bare.eg / square)
        });
        white - black
    }

    /// What the checks are worth that the sides have given, white's minus black's.
    #[inline]
    pub fn checks(&self, pos: &Position) -> i32 {
        if self.checks.is_empty() {
            return 0;
        }
        let [white, black] = Color::ALL.map(|c| self.checks[usize::from(pos.checks_left(c))]);
        white - black
    }
}

impl Hill {
    #[inline(never)]
    fn score<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        let royals = (scan.pos.pieces(color)).filter(|&(_, id)| id == self.royal);
        let nearest = royals.filter_map(|(sq, _)| self.safe_steps(scan, color, sq));
        nearest.min().map_or(Score::default(), |n| self.race[n])
    }

    /// How many steps the royal of a side needs over squares where nothing attacks it and no own
    /// piece stands; `None` if there are too many.
    fn safe_steps<const W: usize>(
        &self,
        scan: &Scan<W>,
        color: Color,
        from: Square,
    ) -> Option<usize> {
        let own = color_bit(color);
        let mut seen = Bitboard::EMPTY;
        seen.insert(from);
        let mut front = seen;
        for n in 1..=FAR {
            let mut next = Bitboard::EMPTY;
            front.iter().for_each(|sq| next |= self.steps[sq.index()]);
            next = next.without(seen);
            seen |= next;
            front = Bitboard::EMPTY;
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
