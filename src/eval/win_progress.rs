//! How near a side is to winning or losing by other goals than mate: what the win conditions of a
//! game add to its evaluation. Most games have none of it.

use super::context::Context;
use super::scan::Scan;
use crate::board::Position;
use crate::board::cell::color_bit;
use crate::types::{Bitboard, ByColor, Color, Score, Square, TypeId};
use crate::variant::{Term, Variant};

/// What a piece costs its side where the goal is to lose them all, centipawns.
const BURDEN: i32 = 100;
/// What a side that needs one more check is ahead, centipawns; with two to go it is half of that.
const CHECKS: f64 = 700.0;
/// A piece that needs more safe steps to its goal is not on its way.
const FAR: usize = 4;
/// More steps than there can be.
const ANY: usize = 256;
/// No number of steps is enough.
const UNREACHABLE: u8 = u8::MAX;
/// Pieces of a type that must not die out are counted up to this.
const MANY: usize = 4;

/// The worth of the types in a game, given their usual one: burdens where being without them wins.
pub(super) fn values(v: &Variant, usual: Vec<i32>) -> Vec<i32> {
    let win = &v.rules.win;
    let all = win.extinction_of_all.iter().any(|&all| all);
    if win.bare_wins || win.extinction_wins && all {
        return vec![-BURDEN; usual.len()];
    }
    let mut values = usual;
    let burdens = win.extinction.iter().flatten();
    for id in burdens.filter(|_| win.extinction_wins) {
        values[id.index()] = -BURDEN;
    }
    values
}

/// How much it counts where a piece of the type stands, as a term and a factor: the nearer to a goal on
/// the empty board, the more.
pub(super) fn nearness(
    ctx: &Context,
    color: Color,
    id: TypeId,
) -> Option<impl Fn(Square) -> (Term, f64)> {
    let goals = ctx.tables.goals().iter();
    let goals = goals.flat_map(|goal| &goal.targets[color]);
    let goals = goals.filter(|target| target.types.contains(id));
    let ways: Vec<Way> = goals.map(|t| Way::new(ctx, id, t.squares)).collect();
    let near = move |sq: Square| {
        let steps = ways.iter().filter_map(|way| way.distance(sq));
        let near = |steps: u8| 1.0 / (1.0 + f64::from(steps));
        (Term::Goal, steps.min().map_or(0.0, near))
    };
    ctx.tables.goals_concern(color, id).then_some(near)
}

#[derive(Debug)]
pub(super) struct WinProgress {
    races: Option<Races>,
    /// By colour: the types of which it must not lose the last piece.
    vanishing: ByColor<Vec<TypeId>>,
    /// So many pieces of such a type are as good as none.
    as_none: usize,
    /// By how many pieces of such a type are left besides these.
    left: [Score; MANY + 1],
    /// What having only one piece besides the royal is worth, where a bare royal loses.
    bare: Option<Score>,
    /// What a check given is worth, by how many are left to give: the fewer, the more each counts.
    /// None where they do not count.
    checks: Vec<i32>,
}

/// The way of a type to squares that win.
#[derive(Debug)]
struct Way {
    id: TypeId,
    squares: Bitboard,
    /// By square: where the piece could go next.
    steps: Vec<Bitboard>,
    /// By square: how many steps it is to the goal on the empty board.
    distances: Vec<u8>,
}

/// The races of both sides to squares where one piece wins.
#[derive(Debug)]
struct Races {
    ways: ByColor<Vec<Way>>,
    /// By number of safe steps to the goal.
    race: [Score; FAR + 1],
}

impl WinProgress {
    pub fn new(ctx: &Context) -> WinProgress {
        let win = &ctx.v.rules.win;
        let check = |left: u8| CHECKS / f64::from(left.max(1)) - CHECKS / f64::from(win.checks);
        let counted = (0..=win.checks).filter(|_| win.checks > 0);
        WinProgress {
            races: (!ctx.tables.goals().is_empty()).then(|| Races::new(ctx)),
            vanishing: win.extinction.clone(),
            as_none: usize::from(win.extinction_left),
            left: std::array::from_fn(|n| {
                let worth = ctx.inverse_square(Term::Vanishing, n);
                if win.extinction_wins {
                    Score::default() - worth
                } else {
                    worth
                }
            }),
            bare: win.bare_king_loses.then(|| ctx.score(Term::Bare)),
            checks: counted.map(|left| check(left) as i32).collect(),
        }
    }

    /// True if [`bare`](WinProgress::bare) or [`checks`](WinProgress::checks) can be worth anything.
    #[inline]
    pub fn counts_men(&self) -> bool {
        self.bare.is_some() || !self.checks.is_empty()
    }

    /// What a side is worth by how near its pieces are to their goal.
    #[inline]
    pub fn score<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        match &self.races {
            Some(races) => races.score(scan, color),
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
                sum += self.left[left.saturating_sub(self.as_none).min(MANY)].of(color);
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

impl Way {
    fn new(ctx: &Context, id: TypeId, squares: Bitboard) -> Way {
        let mut steps = vec![Bitboard::EMPTY; 256];
        for sq in ctx.v.squares() {
            steps[sq.index()] = ctx.tables.quiet_targets(id, sq);
        }
        let mut way = Way {
            id,
            squares,
            steps,
            distances: vec![UNREACHABLE; 256],
        };
        let distance = |sq: Square| {
            if squares.contains(sq) {
                Some(0)
            } else {
                way.steps(sq, ANY, |_| true)
            }
        };
        let found: Vec<_> = ctx.v.squares().map(|sq| (sq, distance(sq))).collect();
        for (sq, steps) in found {
            let steps = steps.and_then(|steps| u8::try_from(steps).ok());
            way.distances[sq.index()] = steps.unwrap_or(UNREACHABLE);
        }
        way
    }

    /// How many steps it is to the goal on the empty board; `None` if there is no way.
    fn distance(&self, sq: Square) -> Option<u8> {
        Some(self.distances[sq.index()]).filter(|&steps| steps != UNREACHABLE)
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
            if front.is_empty() {
                return None;
            }
        }
        None
    }
}

impl Races {
    /// The races to goals at which one piece is enough.
    fn new(ctx: &Context) -> Races {
        let ways = |color: Color| {
            let goals = ctx.tables.goals().iter().filter(|goal| goal.count == 1);
            let mut ways = Vec::new();
            for target in goals.flat_map(|goal| &goal.targets[color]) {
                let types = ctx.v.types().map(|(id, _)| id);
                let types = types.filter(|&id| target.types.contains(id));
                ways.extend(types.map(|id| Way::new(ctx, id, target.squares)));
            }
            ways
        };
        Races {
            ways: ByColor::from_fn(ways),
            race: std::array::from_fn(|n| ctx.inverse_square(Term::GoalRace, n)),
        }
    }

    /// What it is worth to a side that one of its pieces can go to its goal over squares where
    /// nothing attacks it and no own piece stands.
    #[inline(never)]
    fn score<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        let safe = |sq: Square| {
            scan.pos.cell(sq) & color_bit(color) == 0 && !scan.is_attacked(sq, color.other())
        };
        let mut nearest = FAR + 1;
        for (sq, id) in scan.pos.pieces(color) {
            for way in self.ways[color].iter().filter(|way| way.id == id) {
                let most = nearest - 1;
                if usize::from(way.distances[sq.index()]) <= most
                    && let Some(steps) = way.steps(sq, most, safe)
                {
                    nearest = steps;
                }
            }
        }
        if nearest <= FAR {
            self.race[nearest]
        } else {
            Score::default()
        }
    }
}
