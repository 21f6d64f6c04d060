//! What a move brings about besides itself: royals that have been aimed at, counted moves and
//! checks, exploding captures, and the step to the other board.
//!
//! Apart from the making of moves because few games have such rules; the others pay for one test
//! whether there are any.

use super::Position;
use super::layout::Layout;
use super::position::{Board, Cell, EMPTY, Undo, color_bit};
use crate::types::{Color, Move, Square, TypeId, TypeSet};
use crate::variant::Variant;

/// How captures explode.
#[derive(Debug)]
pub struct Blast {
    /// Per square: the squares beside it.
    around: Vec<Vec<Square>>,
    /// Types that stand it.
    spared: TypeSet,
}

impl Blast {
    /// The squares beside a square.
    #[inline]
    pub fn around(&self, center: Square) -> &[Square] {
        &self.around[center.index()]
    }

    /// True if a piece of the type that stands beside a capture stays where it is.
    #[inline]
    pub fn spares(&self, id: TypeId) -> bool {
        self.spared.contains(id)
    }
}

/// The rules of what happens after a move.
#[derive(Debug)]
pub(super) struct MoveEffects {
    pub blast: Option<Blast>,
    /// Pawns may come to their pawn rank from behind it, where they were dropped.
    settles_pawns: bool,
    /// Every move goes on to the other board.
    pub two_boards: bool,
    /// Pieces wait at gates, where they can be lost.
    gates: bool,
}

impl MoveEffects {
    /// What the game has of it; none in most games.
    pub fn new(v: &Variant) -> Option<MoveEffects> {
        let goals = &v.rules.win;
        let drops = v.rules.drops.is_some();
        let gates = v.rules.gating.has_gates();
        let watched = gates || v.rules.castling.leap_aim.is_some() || v.rules.counting.is_some();
        if goals.explosion.is_none() && !v.has_two_boards() && !drops && !watched {
            return None;
        }
        let blast = goals.explosion.as_ref().map(|explosion| Blast {
            around: (0..=255).map(|i| around(v, Square(i))).collect(),
            spared: v.kinds(&explosion.spared),
        });
        Some(MoveEffects {
            blast,
            settles_pawns: drops,
            two_boards: v.has_two_boards(),
            gates,
        })
    }

    /// Pieces stand elsewhere than the move has put them.
    #[inline]
    pub fn leaves_traces(&self) -> bool {
        self.two_boards || self.gates || self.blast.is_some()
    }
}

fn around(v: &Variant, center: Square) -> Vec<Square> {
    let near = |x: u8, n: u8| x.saturating_sub(1)..=(x + 1).min(n - 1);
    if center.file() >= v.files || center.rank() >= v.ranks {
        return Vec::new();
    }
    near(center.rank(), v.ranks)
        .flat_map(|rank| near(center.file(), v.files).map(move |file| Square::at(file, rank)))
        .filter(|&sq| sq != center && !v.is_hole(sq.file(), sq.rank()))
        .collect()
}

impl Layout {
    /// What a capture that explodes wins, each piece counted by `worth`: what it takes of the enemy
    /// less what it costs. `None` if the move is no capture, or captures do not explode.
    pub fn explosion_gain(
        &self,
        pos: &Position,
        mv: Move,
        worth: impl Fn(TypeId) -> i32,
    ) -> Option<i32> {
        let blast = self.blast()?;
        if !pos.is_capture(mv) {
            return None;
        }
        let us = color_bit(pos.side());
        let victim = pos.victim_square(mv);
        let mut gain = worth(pos.type_on(victim)) - worth(pos.type_on(mv.from()));
        for &sq in blast.around(mv.to()) {
            let (cell, id) = (pos.cell(sq), pos.type_on(sq));
            if cell != EMPTY && sq != mv.from() && sq != victim && !blast.spares(id) {
                gain += if cell & us != 0 {
                    -worth(id)
                } else {
                    worth(id)
                };
            }
        }
        Some(gain)
    }
}

/// A piece that has been blown up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blasted {
    cell: Cell,
    id: TypeId,
    sq: Square,
}

/// Where the pieces of a move arrive, castling partner included.
fn arrivals(layout: &Layout, us: Color, mv: Move) -> [Option<Square>; 2] {
    let partner = layout.castling(us, mv).map(|castling| castling.partner_to);
    [Some(mv.to()), partner]
}

impl Position {
    /// What follows from the move just made.
    #[inline(never)]
    pub(super) fn make_effects(&mut self, mv: Move) {
        let layout = &*self.layout;
        let Some(effects) = &layout.effects else {
            return;
        };
        let us = self.side().other();
        self.board.take_aim(layout, us.other(), mv.to());
        if let Some(counting) = &layout.variant.rules.counting {
            self.board.count_move(counting, us, mv);
        }
        if effects.settles_pawns
            && mv.dropped().is_none()
            && self.type_on(mv.to()) == TypeId::pawn(us)
        {
            self.board.settle_pawn(layout, us, mv.to());
        }
        if effects.two_boards {
            self.board.go_to_other_board(layout, mv);
        }
        if let Some(blast) = &effects.blast {
            self.board.explode(layout, blast, mv.to());
        }
    }

    /// Counts the check that the move just made gives. The board cannot tell whether it does: who
    /// makes moves where checks are counted does so with
    /// [`MoveTables::make`](crate::movegen::MoveTables::make).
    pub fn count_check(&mut self) {
        let by = self.side().other();
        let state = &mut self.board.state;
        let left = &mut state.checks[by];
        state.key ^= self.layout.zobrist.checks(by, *left);
        *left = left.saturating_sub(1);
        state.key ^= self.layout.zobrist.checks(by, *left);
    }
}

impl Board {
    /// Ends the virginity of the enemy royals that the piece on `to` now aims at, in games where
    /// that is a rule.
    fn take_aim(&mut self, layout: &Layout, them: Color, to: Square) {
        let id = self.type_of[usize::from(self.cells[to.index()])];
        let Some(aim) = layout.aim(id, to) else {
            return;
        };
        let mut royals = self.state.royals[them];
        while royals != 0 {
            let cell = color_bit(them) | royals.trailing_zeros() as u8;
            royals &= royals - 1;
            let sq = self.square_of[usize::from(cell)];
            if aim.contains(sq) {
                self.lose_virginity(layout, &[sq], None);
            }
        }
    }

    /// Moves what the move just made has moved to the other board.
    fn go_to_other_board(&mut self, layout: &Layout, mv: Move) {
        let us = self.side.other();
        for sq in arrivals(layout, us, mv).into_iter().flatten() {
            let cell = self.cells[sq.index()];
            let id = self.type_of[usize::from(cell)];
            self.lift(layout, us, cell);
            self.place(layout, us, cell, id, sq.on_other_board());
        }
        let passed = &mut self.state.en_passant;
        if passed.count > 0 {
            passed.victim = passed.victim.on_other_board();
        }
    }

    /// Takes back what followed from a move of `us`, before the move itself.
    #[inline(never)]
    pub(super) fn unmake_effects(&mut self, layout: &Layout, us: Color, undo: &Undo) {
        self.restore_blasted(undo.blasted);
        self.restore_lost(undo.lost);
        if layout.has_two_boards() && undo.mv != Move::NONE {
            for sq in arrivals(layout, us, undo.mv).into_iter().flatten() {
                let there = sq.on_other_board();
                let cell = self.cells[there.index()];
                self.cells[there.index()] = EMPTY;
                self.stand(cell, sq);
            }
        }
    }

    /// Blows up what a capture has to blow up, if the move just made is one.
    fn explode(&mut self, layout: &Layout, blast: &Blast, center: Square) {
        if self.stack.last().is_none_or(|undo| undo.captured == EMPTY) {
            return;
        }
        let mut count = 0;
        let beside = blast.around(center).iter().copied();
        for sq in beside.chain([center]) {
            let cell = self.cells[sq.index()];
            let id = self.type_of[usize::from(cell)];
            if cell == EMPTY || sq != center && blast.spares(id) {
                continue;
            }
            let owner = if cell & color_bit(Color::White) != 0 {
                Color::White
            } else {
                Color::Black
            };
            self.lift(layout, owner, cell);
            self.lose_virginity(layout, &[sq], None);
            self.blasted.push(Blasted { cell, id, sq });
            count += 1;
        }
        if let Some(undo) = self.stack.last_mut() {
            undo.blasted = count;
        }
    }

    /// Puts back what the last capture has blown up; the sums come from the saved state.
    fn restore_blasted(&mut self, count: u8) {
        for _ in 0..count {
            let Some(Blasted { cell, id, sq }) = self.blasted.pop() else {
                return;
            };
            let owner = match cell & color_bit(Color::White) {
                0 => Color::Black,
                _ => Color::White,
            };
            self.stand(cell, sq);
            self.type_of[usize::from(cell)] = id;
            self.counts[owner][id.index()] += 1;
            self.live[owner] |= 1 << (cell & 63);
        }
    }
}
