//! Static exchange evaluation: what is won or lost if both sides go on capturing on one square.

use super::MoveTables;
use super::tables::Ray;
use crate::board::Position;
use crate::board::position::{Cell, EMPTY, color_bit};
use crate::types::{Color, Move, Square, TypeId};
use crate::variant::{MAX_VALUE, Royalty};

/// What a royal that must not be lost is taken to be worth as a capturer: more than anything it
/// could win.
const ROYAL_COST: i32 = 20_000;
const _: () = assert!(ROYAL_COST >= 2 * MAX_VALUE);
/// More attackers of one kind than this are not looked at.
const MOST: usize = 32;

/// The nearest capturer on a ray, and where to look for the next.
#[derive(Clone, Copy, Default)]
struct Front {
    cell: Cell,
    sq: u8,
    step: u8,
    /// Squares to the edge beyond `sq`.
    left: u8,
    steps: u8,
    kind: u16,
}

/// The pieces of both colours that can take part.
struct Attackers<'a> {
    tables: &'a MoveTables,
    pos: &'a Position,
    fronts: [Front; MOST],
    front_count: usize,
    leapers: [Cell; MOST],
    leaper_count: usize,
}

impl<'a> Attackers<'a> {
    #[inline]
    fn none(tables: &'a MoveTables, pos: &'a Position) -> Self {
        Attackers {
            tables,
            pos,
            fronts: [Front::default(); MOST],
            front_count: 0,
            leapers: [EMPTY; MOST],
            leaper_count: 0,
        }
    }

    /// Finds those that attack a square.
    #[inline]
    fn find(&mut self, target: Square) {
        let (tables, pos) = (self.tables, self.pos);
        let origins = &tables.attack_origins[target.index()];
        for ray in origins.rays.of(&tables.rays).iter().take(MOST) {
            let front = self.first(target, ray);
            if front.cell != EMPTY {
                self.fronts[self.front_count] = front;
                self.front_count += 1;
            }
        }
        for origin in origins.leaps.of(&tables.leap_origins) {
            let cell = pos.cell(origin.sq);
            if cell != EMPTY && origin.types.contains(pos.cell_type(cell)) {
                self.add_leaper(cell);
            }
        }
        if !tables.special_types.is_empty() {
            self.add_special(target);
        }
        if tables.rules.royals_face {
            self.leave_out_faces();
        }
    }

    fn add_leaper(&mut self, cell: Cell) {
        if self.leaper_count < MOST {
            self.leapers[self.leaper_count] = cell;
            self.leaper_count += 1;
        }
    }

    /// Pieces whose paths reach the square now; what the exchange opens or closes for them is
    /// not followed.
    #[inline(never)]
    fn add_special(&mut self, target: Square) {
        let tables = self.tables;
        for color in Color::ALL {
            for (from, id) in tables.special_movers(self.pos, color, target) {
                let cell = self.pos.cell(from);
                if cell != EMPTY && tables.captures_along_path(self.pos, (from, id), target, color)
                {
                    self.add_leaper(cell);
                }
            }
        }
    }

    fn first(&self, target: Square, ray: &Ray) -> Front {
        self.advance(Front {
            cell: EMPTY,
            sq: target.0,
            step: ray.step,
            left: ray.len,
            steps: 0,
            kind: ray.kind,
        })
    }

    /// The next piece on the ray, if it can capture along it.
    #[inline]
    fn advance(&self, front: Front) -> Front {
        let (mut sq, mut left) = (front.sq, front.left);
        while left > 0 {
            sq = sq.wrapping_add(front.step);
            left -= 1;
            let cell = self.pos.cell(Square(sq));
            if cell == EMPTY {
                continue;
            }
            let steps = front.steps + (front.left - left);
            let riders = self.tables.riders[usize::from(front.kind)][usize::from(steps & 15)];
            if riders.contains(self.pos.cell_type(cell)) {
                return Front {
                    cell,
                    sq,
                    left,
                    steps,
                    ..front
                };
            }
            break;
        }
        Front {
            cell: EMPTY,
            left: 0,
            ..front
        }
    }

    /// Leaves out royals that are there only because royals may not face each other, except behind
    /// other pieces.
    #[inline(never)]
    fn leave_out_faces(&mut self) {
        for front in &mut self.fronts[..self.front_count] {
            let id = self.pos.cell_type(front.cell);
            if front.steps > 1 && self.tables.royal_kinds[id.index()].is_royal() {
                front.cell = EMPTY;
            }
        }
    }

    /// Takes the cheapest capturer of a colour out of the game and returns its cost.
    fn take_cheapest(&mut self, color: Color, values: &[i32]) -> Option<i32> {
        let bit = color_bit(color);
        let mut best: Option<(i32, usize)> = None;
        let cells = self.leapers[..self.leaper_count].iter().copied();
        let fronts = self.fronts[..self.front_count].iter().map(|f| f.cell);
        for (i, cell) in cells.chain(fronts).enumerate() {
            if cell & bit != 0 {
                let id = self.pos.cell_type(cell);
                let cost = self.tables.loss(self.pos, color, id, values);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, i));
                }
            }
        }
        let (cost, i) = best?;
        if i < self.leaper_count {
            self.leapers[i] = EMPTY;
        } else {
            let i = i - self.leaper_count;
            self.fronts[i] = self.advance(self.fronts[i]);
        }
        Some(cost)
    }

    fn has(&self, color: Color) -> bool {
        let bit = color_bit(color);
        let leaps = self.leapers[..self.leaper_count].iter();
        let fronts = self.fronts[..self.front_count].iter();
        leaps
            .copied()
            .chain(fronts.map(|f| f.cell))
            .any(|cell| cell & bit != 0)
    }
}

impl MoveTables {
    /// True if the side to move wins at least `threshold` (in the unit of `values`) by a move and
    /// the best captures on its target that may follow. `gain` is what the move itself wins;
    /// `values` tells the worth of each type. Pins are not seen, nor moves that the exchange opens
    /// for pieces with other than plain moves, or that a pawn captured in passing leaves open. The
    /// position is unchanged afterwards.
    pub fn see_ge(
        &self,
        pos: &mut Position,
        mv: Move,
        gain: i32,
        threshold: i32,
        values: &[i32],
    ) -> bool {
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        if let Some(wins) = self.see_by_rule(pos, mv, balance, values) {
            return wins;
        }
        if mv.castling().is_some() || mv.is_pass() {
            return true;
        }
        let mover = mv.promotion().unwrap_or(pos.mover(mv));
        let side = pos.side();
        let lasts = || self.is_last_royal(pos, side, mover);
        match self.royal_kinds[mover.index()] {
            // a legal move with a royal is safe
            Royalty::Absolute => return true,
            Royalty::Extinction { duple: true } if lasts() => return true,
            _ => {}
        }
        balance = self.loss(pos, side, mover, values) - balance;
        if balance <= 0 {
            return true;
        }
        let exchange = |pos: &Position| self.exchange(pos, mv.to(), side, balance, values);
        // what the move itself leaves behind is open to those behind it
        pos.without(mv.from(), exchange)
    }

    /// What a side loses with a piece of the type. One of several royals is worth what the file
    /// says of it: only the last one must not be lost.
    #[inline]
    pub(super) fn loss(&self, pos: &Position, color: Color, id: TypeId, values: &[i32]) -> i32 {
        match self.royal_kinds[id.index()] {
            Royalty::None => values[id.index()],
            Royalty::Extinction { .. } if !self.is_last_royal(pos, color, id) => values[id.index()],
            _ => ROYAL_COST,
        }
    }

    /// Captures on `target` in turn, after a move of `side` there: `balance` is what the other side
    /// wins by its first capture. True if it is better not to begin.
    pub(super) fn exchange(
        &self,
        pos: &Position,
        target: Square,
        mut side: Color,
        mut balance: i32,
        values: &[i32],
    ) -> bool {
        let mut attackers = Attackers::none(self, pos);
        attackers.find(target);
        let mut wins = true;
        loop {
            side = side.other();
            let Some(cost) = attackers.take_cheapest(side, values) else {
                return wins;
            };
            if cost == ROYAL_COST && attackers.has(side.other()) {
                // it would be captured in turn
                return wins;
            }
            wins = !wins;
            balance = cost - balance;
            if balance < i32::from(wins) {
                return wins;
            }
        }
    }
}
