//! Static exchange evaluation: the balance of the best captures, by both sides in turn, on one square.

use super::MoveTables;
use super::attack_paths::AttackPathsTo;
use super::move_sets::{SetTables, with_sets};
use crate::board::Position;
use crate::types::{Bitboard, ByColor, Color, Move, Square, TypeId};
use crate::variant::{MAX_VALUE, Royalty};

/// The cost of a royal that must not be lost, as a capturing piece: higher than any gain.
const ROYAL_COST: i32 = 20_000;
const _: () = assert!(ROYAL_COST >= 2 * MAX_VALUE);
/// The pieces of both colours that can take part.
struct Attackers<'a, const W: usize> {
    tables: &'a MoveTables,
    pos: &'a Position,
    values: &'a [i32],
    target: Square,
    paths: AttackPathsTo<'a, W>,
    /// The squares that are still occupied.
    occupied: Bitboard<W, usize>,
    /// Pieces that may have a plain move to the square, perhaps blocked.
    plain: ByColor<Bitboard<W, usize>>,
    /// Pieces whose paths reach the square at the start of the exchange; later changes are ignored.
    special: ByColor<Bitboard<W, usize>>,
}

impl<'a, const W: usize> Attackers<'a, W> {
    #[inline]
    fn new(
        tables: &'a MoveTables,
        sets: &'a SetTables<W>,
        pos: &'a Position,
        target: Square,
        values: &'a [i32],
    ) -> Self {
        let paths = sets.attack_paths.to(tables.square_index().of(target));
        let mut attackers = Attackers {
            tables,
            pos,
            values,
            target,
            paths,
            occupied: pos.occupancy(),
            plain: ByColor::from_fn(|color| paths.candidates(pos, color)),
            special: ByColor::both(Bitboard::EMPTY),
        };
        if !tables.path_types.is_empty() {
            attackers.add_path_attackers();
        }
        if tables.rules.royals_face {
            attackers.leave_out_faces();
        }
        attackers
    }

    #[inline(never)]
    fn add_path_attackers(&mut self) {
        let (tables, pos, target) = (self.tables, self.pos, self.target);
        for color in Color::ALL {
            for (from, id) in tables.path_attackers(pos, color, target) {
                let number = tables.square_index().of(from);
                if pos.occupied_by::<W>(color).contains(number)
                    && tables.attacks_along_path(pos, (from, id), target, color)
                {
                    self.special[color].insert(number);
                }
            }
        }
    }

    /// Removes royals that only attack the square because royals may not face each other, except royals behind other
    /// pieces.
    #[inline(never)]
    fn leave_out_faces(&mut self) {
        for color in Color::ALL {
            for number in self.plain[color].iter() {
                let id = self.type_on(number);
                let mut paths = self.paths.between(number, id);
                let faces = |way: Bitboard<W, usize>| !way.is_empty() && !way.meets(&self.occupied);
                if self.tables.royal_kinds[id.index()].is_royal() && paths.any(faces) {
                    self.plain[color].remove(number);
                }
            }
        }
    }

    #[inline]
    fn type_on(&self, number: usize) -> TypeId {
        self.pos.type_on(self.tables.square_index().square(number))
    }

    /// The pieces of a colour that may have a plain move to the square.
    #[inline]
    fn candidates(&self, color: Color) -> impl Iterator<Item = (usize, TypeId)> + use<'a, W> {
        (self.tables).plain_attackers(self.pos, self.target, self.plain[color])
    }

    /// True if the plain move of a piece to the square is not blocked.
    #[inline]
    fn is_open(&self, number: usize, id: TypeId) -> bool {
        self.paths.is_open(number, id, &self.occupied)
    }

    /// Removes the cheapest attacker of a colour and returns its cost.
    #[inline(always)]
    fn take_cheapest(&mut self, color: Color) -> Option<i32> {
        let mut best: Option<(i32, usize)> = None;
        let loss = |id| self.tables.loss(self.pos, color, id, self.values);
        for number in self.special[color].iter() {
            let cost = loss(self.type_on(number));
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, number));
            }
        }
        for (number, id) in self.candidates(color) {
            let cost = loss(id);
            if best.is_none_or(|(least, _)| cost < least) && self.is_open(number, id) {
                best = Some((cost, number));
            }
        }
        let (cost, number) = best?;
        self.plain[color].remove(number);
        self.special[color].remove(number);
        self.occupied.remove(number);
        Some(cost)
    }

    fn has(&self, color: Color) -> bool {
        let mut plain = self.candidates(color);
        !self.special[color].is_empty() || plain.any(|(number, id)| self.is_open(number, id))
    }

    /// See [`MoveTables::exchange`].
    #[inline]
    fn exchange(mut self, mut side: Color, mut balance: i32) -> bool {
        let mut wins = true;
        loop {
            side = side.other();
            let Some(cost) = self.take_cheapest(side) else {
                return wins;
            };
            if cost == ROYAL_COST && self.has(side.other()) {
                // the royal would be recaptured
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

impl MoveTables {
    /// True if the side to move wins at least `threshold` (in the unit of `values`) by a move and the best captures on
    /// its target that follow. `gain` is the gain of the move itself; `values` are the values of the types. The
    /// exchange ignores pins, new moves of pieces other than plain pieces, and lines opened by an en passant capture.
    /// The position is unchanged afterwards.
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
        if self.rules.exchanges_differ
            && let Some(wins) = self.see_by_rule(pos, mv, balance, values)
        {
            return wins;
        }
        if mv.is_special() && (mv.castling().is_some() || mv.is_pass()) {
            return true;
        }
        let mover = pos.arriving(mv);
        let side = pos.side();
        let lasts = || self.is_last_royal(pos, side, mover);
        match self.royal_kinds[mover.index()] {
            // a legal move of a royal is safe
            Royalty::Absolute => return true,
            Royalty::Extinction { duple: true } if lasts() => return true,
            _ => {}
        }
        balance = self.loss(pos, side, mover, values) - balance;
        if balance <= 0 {
            return true;
        }
        // pieces behind the origin can take part
        pos.without(mv.from(), |pos| {
            self.exchange(pos, mv.to(), side, balance, values)
        })
    }

    /// The loss of a side that loses a piece of the type. If the side has several royals, a royal has its value from
    /// the file: only the last royal must not be lost.
    #[inline]
    pub(super) fn loss(&self, pos: &Position, color: Color, id: TypeId, values: &[i32]) -> i32 {
        match self.royal_kinds[id.index()] {
            Royalty::None => values[id.index()],
            Royalty::Extinction { .. } if !self.is_last_royal(pos, color, id) => values[id.index()],
            _ => ROYAL_COST,
        }
    }

    /// Captures on `target` in turn, after a move of `side` there; `balance` is what the other side wins by
    /// its first capture. True if it is better not to capture.
    pub(super) fn exchange(
        &self,
        pos: &Position,
        target: Square,
        side: Color,
        balance: i32,
        values: &[i32],
    ) -> bool {
        with_sets!(self.sets, sets => {
            Attackers::new(self, sets, pos, target, values).exchange(side, balance)
        })
    }
}
