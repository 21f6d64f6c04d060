//! Progress towards wins and losses other than mate. Most variants have none of these terms.

use super::context::Context;
use super::scan::Scan;
use crate::board::Position;
use crate::board::cell::color_bit;
use crate::types::{Bitboard, ByColor, Color, Score, Square, TypeId};
use crate::variant::{Term, Variant};

/// Cost of a piece in variants where losing all pieces wins, centipawns.
const BURDEN: i32 = 100;
/// Advantage of a side that needs one more check, centipawns; a side that needs two has half of it.
const CHECKS: f64 = 700.0;
/// Pieces further away from their goal, in safe steps, do not count.
const FAR: usize = 4;
/// More steps than there can be.
const ANY: usize = 256;
/// There is no way to the goal.
const UNREACHABLE: u8 = u8::MAX;
/// Pieces of a type that must not die out are counted up to this number.
const MANY: usize = 4;

/// The values of the types in a variant: negative for types whose loss wins.
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

/// The score of a square for a type, as a term and a factor: higher the nearer the goal is on the empty board.
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
    /// By colour: the types that must not die out.
    vanishing: ByColor<Vec<TypeId>>,
    /// Having this number of pieces of such a type is as bad as having none.
    as_none: usize,
    /// By the number of pieces of such a type that are left beyond `as_none`.
    left: [Score; MANY + 1],
    /// The score of having only one piece besides the royal, where baring loses.
    bare: Option<Score>,
    /// By checks left to give: the score of the checks given, with more for the later checks. Empty if checks do not
    /// count.
    checks: Vec<i32>,
}

/// The way of a type to winning squares.
#[derive(Debug)]
struct Way {
    id: TypeId,
    squares: Bitboard,
    /// By square: the squares that the type can reach from there in one step.
    steps: Vec<Bitboard>,
    /// By square: steps to the goal on the empty board.
    distances: Vec<u8>,
}

/// The races of both sides to squares where one piece wins.
#[derive(Debug)]
struct Races {
    ways: ByColor<Vec<Way>>,
    /// The score by the number of safe steps to the goal.
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

    /// True if [`bare`](WinProgress::bare) or [`checks`](WinProgress::checks) can be non-zero.
    #[inline]
    pub fn counts_men(&self) -> bool {
        self.bare.is_some() || !self.checks.is_empty()
    }

    /// The score of a side for pieces near their goal.
    #[inline]
    pub fn score<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        match &self.races {
            Some(races) => races.score(scan, color),
            None => Score::default(),
        }
    }

    /// The score for the remaining pieces of types that must not die out, from White's point of view. Pieces in hand
    /// count too, so the score does not depend on the board alone.
    #[inline]
    pub fn vanishing(&self, pos: &Position) -> Score {
        let mut sum = Score::default();
        for color in Color::ALL {
            for &id in &self.vanishing[color] {
                let left = usize::from(pos.count(color, id)) + usize::from(pos.in_hand(color, id));
                sum += color.for_white(self.left[left.saturating_sub(self.as_none).min(MANY)]);
            }
        }
        sum
    }

    /// The score for few pieces left where baring loses, from white's point of view.
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

    /// The score for checks given, from white's point of view.
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

    /// Steps to the goal on the empty board; `None` if no way leads there.
    fn distance(&self, sq: Square) -> Option<u8> {
        Some(self.distances[sq.index()]).filter(|&steps| steps != UNREACHABLE)
    }

    /// Steps over open squares to the goal; `None` if there are more than `most`.
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

    /// The score of a side whose piece can reach a goal over empty, unattacked squares.
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
