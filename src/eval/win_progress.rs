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
/// More steps than there can be.
const ANY: usize = 256;
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
    let goal = ctx.tables.royal_goal().filter(|&(royal, _)| royal == id);
    let goal = goal.and_then(|_| Goal::new(ctx));
    move |sq| {
        let steps = goal
            .as_ref()
            .and_then(|goal| match goal.squares.contains(sq) {
                true => Some(0),
                false => goal.steps(sq, ANY, |_| true),
            });
        let near = steps.map_or(0.0, |steps| 1.0 / (1.0 + steps as f64));
        (Term::Goal, near)
    }
}

/// What it is worth to be near a goal of the game, or near to losing by one.
#[derive(Debug)]
pub(super) struct WinProgress {
    goal: Option<Goal>,
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
struct Goal {
    royal: TypeId,
    squares: Bitboard,
    /// By square: where the royal could go next.
    steps: Vec<Bitboard>,
    /// By number of safe steps to the goal.
    race: [Score; FAR + 1],
}

impl WinProgress {
    pub fn new(ctx: &Context) -> WinProgress {
        let win = &ctx.v.rules.win;
        let check = |left: u8| CHECKS / f64::from(left.max(1)) - CHECKS / f64::from(win.checks);
        let counted = (0..=win.checks).filter(|_| win.checks > 0);
        WinProgress {
            goal: Goal::new(ctx),
            vanishing: win.extinction.clone(),
            left: std::array::from_fn(|n| ctx.inverse_square(Term::Vanishing, n)),
            bare: win.bare_king_loses.then(|| ctx.score(Term::Bare)),
            checks: counted.map(|left| check(left) as i32).collect(),
        }
    }

    /// What a side is worth by how near its royals are to their goal.
    #[inline]
    pub fn score<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        match &self.goal {
            Some(goal) => goal.score(scan, color),
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

impl Goal {
    fn new(ctx: &Context) -> Option<Goal> {
        let (royal, squares) = ctx.tables.royal_goal()?;
        let mut steps = vec![Bitboard::EMPTY; 256];
        for sq in ctx.v.squares() {
            steps[sq.index()] = ctx.tables.quiet_targets(royal, sq);
        }
        Some(Goal {
            royal,
            squares,
            steps,
            race: std::array::from_fn(|n| ctx.inverse_square(Term::GoalRace, n)),
        })
    }

    /// What it is worth to a side that its royal can go to the goal over squares where nothing
    /// attacks it and no own piece stands.
    #[inline(never)]
    fn score<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        let safe = |sq: Square| {
            scan.pos.cell(sq) & color_bit(color) == 0 && !scan.is_attacked(sq, color.other())
        };
        let royals = (scan.pos.pieces(color)).filter(|&(_, id)| id == self.royal);
        let nearest = royals.filter_map(|(sq, _)| self.steps(sq, FAR, safe));
        nearest.min().map_or(Score::default(), |n| self.race[n])
    }

    /// How many steps over open squares lead from a square to the goal; `None` if more than `most`.
    fn steps(&self, from: Square, most: usize, open: impl Fn(Square) -> bool) -> Option<usize> {
        let mut seen: Bitboard = [from].into_iter().collect();
        let mut front = seen;
        for n in 1..=most {
            let reach = |next: Bitboard, sq: Square| next | self.steps[sq.index()];
            let next = front.iter().fold(Bitboard::EMPTY, reach).without(seen);
            seen |= next;
            front = next.iter().filter(|&sq| open(sq)).collect();
            if front.meets(&self.squares) {
                return Some(n);
            }
        }
        None
    }
}
