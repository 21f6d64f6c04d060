//! Turns the targets of one piece into moves.

use super::MoveTables;
use super::entry::Entry;
use super::path::{Exit, Occupants, Visitor};
use super::rules::hop_limits::bars_hop;
use super::sink::Sink;
use crate::board::Position;
use crate::board::cell::{Cell, EMPTY, WALL, color_bit};
use crate::types::{Color, Move, Square, TypeId, TypeSet};
use crate::variant::Rights;

/// Decides which kinds of moves of a piece reach a target. `C`: with captures, `Q`: with quiet moves.
pub(super) struct Emitter<'a, S, const C: bool, const Q: bool> {
    tables: &'a MoveTables,
    pos: &'a Position,
    us: Color,
    own: Cell,
    from: Square,
    pawn: bool,
    /// The piece starts in its promotion zone, which is enough to promote.
    leaves_zone: bool,
    /// The moves are only for pieces that have never moved.
    first_move: bool,
    /// The move leaves en passant squares behind.
    push: bool,
    /// Types that the piece can neither hop over nor capture.
    barred: TypeSet,
    moves: &'a mut S,
}

impl<S: Sink, const C: bool, const Q: bool> Emitter<'_, S, C, Q> {
    /// True if the piece may not capture the occupant of a cell.
    #[inline]
    fn spares(&self, cell: Cell) -> bool {
        !self.barred.is_empty() && self.barred.contains(self.pos.cell_type(cell))
    }

    /// True if the occupant of a cell is royal.
    fn is_royal(&self, cell: Cell) -> bool {
        self.pos.layout().is_royal(self.pos.cell_type(cell))
    }

    /// Adds the capture when a piece reaches a square of its own side.
    #[inline(never)]
    fn capture_own(&mut self, to: Square, cell: Cell) {
        if cell != WALL && !self.is_royal(cell) && !self.spares(cell) {
            let mv = Move::new(self.from, to);
            let mv = if self.first_move {
                mv.as_first_move()
            } else {
                mv
            };
            self.moves.push(mv);
        }
    }

    #[inline]
    fn pawn_arrives(&mut self, to: Square, cell: Cell, Rights { capture, quiet, .. }: Rights) {
        let mut mv = Move::new(self.from, to);
        let promotes = self.leaves_zone || self.pos.layout().promotion_zone[self.us].contains(to);
        if cell == EMPTY {
            let passed = self.pos.en_passant();
            if capture && !passed.is_useless() && passed.squares().contains(&to) {
                if !C {
                    return;
                }
                mv = mv.capturing_en_passant();
            } else if !quiet || !(promotes || Q) {
                return;
            }
        } else if !capture || !C || self.spares(cell) {
            return;
        }
        if self.push {
            mv = mv.pushing();
        }
        let capture = cell != EMPTY || mv.is_en_passant();
        let arrives =
            promotes && !mv.is_en_passant() || self.tables.is_dead_end(TypeId::pawn(self.us), to);
        if arrives && !(capture && self.tables.shoots(TypeId::pawn(self.us))) {
            self.promote(mv, capture);
        } else {
            self.moves.push(mv);
        }
    }

    /// Adds the choices of a pawn on a promotion square. Promotions count as captures; staying a pawn is a capture or
    /// a quiet move like any other.
    #[inline(never)]
    fn promote(&mut self, mv: Move, capture: bool) {
        let rules = &self.tables.variant.rules;
        let last = self.pos.layout().is_last_rank(self.us, mv.to());
        let choices = &self.tables.promotions[self.us][usize::from(mv.to().file())];
        let zone = &self.pos.layout().promotion_zone[self.us];
        let barred = if capture {
            rules.promotion.quiet && !last
        } else {
            rules.promotion.capturing
                || !last && rules.promotion.entering && zone.contains(self.from)
        };
        let outside = !self.leaves_zone && !zone.contains(mv.to());
        let later = rules.promotion.in_place;
        let choices: &[_] = if barred || outside || later {
            &[]
        } else {
            choices
        };
        let mut none = true;
        for choice in choices {
            if choice.is_open(self.pos, self.us) {
                none = false;
                if C {
                    self.moves.push(mv.promoting(choice.id));
                }
            }
        }
        let stays = if self.tables.is_dead_end(TypeId::pawn(self.us), mv.to()) {
            false
        } else if last && !rules.promotion.mobile && !rules.promotion.stay {
            none && !rules.promotion.captured
        } else {
            none || rules.promotion.optional
        };
        if stays && if capture { C } else { Q } {
            self.moves.push(mv);
        }
    }
}

impl<S: Sink, const C: bool, const Q: bool> Visitor<()> for Emitter<'_, S, C, Q> {
    /// A piece reaches a square; a piece of its own side there is protected.
    #[inline(always)]
    fn arrive(&mut self, (): &mut (), to: Square, rights: Rights) {
        let cell = self.pos.cell(to);
        if cell & self.own != 0 || cell == WALL {
            if C && rights.own {
                self.capture_own(to, cell);
            }
            return;
        }
        if C && rights.tame && cell != EMPTY && self.is_royal(cell) {
            return;
        }
        if self.pawn {
            self.pawn_arrives(to, cell, rights);
        } else if if cell == EMPTY {
            rights.quiet && Q
        } else {
            rights.capture && C && !self.spares(cell)
        } {
            let mut mv = Move::new(self.from, to);
            if self.first_move {
                mv = mv.as_first_move();
            }
            self.moves.push(mv);
        }
    }

    #[inline]
    fn pass(&mut self, (): (), sq: Square, over: Occupants, exit: Exit) -> Option<()> {
        let passes = over.include(Occupants::of(self.pos.cell(sq), self.own))
            && (self.barred.is_empty() || !bars_hop(self.pos, self.barred, sq, exit));
        passes.then_some(())
    }
}

impl MoveTables {
    /// Sends the moves of one piece to a sink, without castling and special rules, and with duplicates.
    #[inline]
    pub(super) fn emit<S: Sink, const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        from: Square,
        id: TypeId,
        entry: &Entry,
        moves: &mut S,
    ) {
        if !self.sets.emit_one::<S, C, Q>(pos, (from, id), moves) {
            self.emit_all::<S, C, Q>(pos, from, id, entry, moves);
        }
    }

    /// Adds a move that captures on the way, which may promote a pawn.
    pub(super) fn complete_double(
        &self,
        pos: &Position,
        id: TypeId,
        mv: Move,
        moves: &mut Vec<Move>,
    ) {
        let mut out = self.emitter::<_, true, true>(pos, mv.from(), id, moves);
        let to = mv.to();
        let zone = &pos.layout().promotion_zone[out.us];
        if out.pawn && (out.leaves_zone || zone.contains(to) || self.is_dead_end(id, to)) {
            out.promote(mv, true);
        } else {
            out.moves.push(mv);
        }
    }

    #[inline(always)]
    fn emitter<'a, S: Sink, const C: bool, const Q: bool>(
        &'a self,
        pos: &'a Position,
        from: Square,
        id: TypeId,
        moves: &'a mut S,
    ) -> Emitter<'a, S, C, Q> {
        let us = pos.side();
        Emitter {
            tables: self,
            pos,
            us,
            own: color_bit(us),
            from,
            pawn: id == TypeId::pawn(us),
            leaves_zone: self.variant.rules.promotion.leaving
                && pos.layout().promotion_zone[us].contains(from),
            first_move: false,
            push: false,
            barred: self.barred_from(id),
            moves,
        }
    }

    #[inline(never)]
    fn emit_all<S: Sink, const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        from: Square,
        id: TypeId,
        entry: &Entry,
        moves: &mut S,
    ) {
        let mut out = self.emitter::<S, C, Q>(pos, from, id, moves);
        self.walk_plain(entry, from, &(), &mut out);
        for path in entry.paths.of(&self.paths) {
            if !path.virgin || pos.is_virgin(from) {
                (out.first_move, out.push) = (path.virgin, path.push);
                self.walk(path, (), &mut out);
            }
        }
    }
}
