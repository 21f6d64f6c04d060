//! The moves of one piece: what each square it can come to means.

use super::MoveTables;
use super::tables::{Entry, EntryKind, ProgramKind};
use super::trace::{PathStep, occupant};
use crate::board::Position;
use crate::board::position::{Cell, EMPTY, color_bit};
use crate::types::{Color, Move, Square, TypeId};

/// Something that takes the moves as they are found: a list, or a count.
pub(super) trait Sink {
    fn push(&mut self, mv: Move);
}

impl Sink for Vec<Move> {
    #[inline]
    fn push(&mut self, mv: Move) {
        Vec::push(self, mv);
    }
}

/// Where the moves of one piece go: decides what kind of move a target means. `C`: captures are
/// wanted, `Q`: quiet moves are wanted.
pub(super) struct Emitter<'a, S, const C: bool, const Q: bool> {
    tables: &'a MoveTables,
    pos: &'a Position,
    us: Color,
    own: Cell,
    from: Square,
    pawn: bool,
    /// The moves found now are for virgin pieces only.
    first_move: bool,
    moves: &'a mut S,
}

impl<S: Sink, const C: bool, const Q: bool> Emitter<'_, S, C, Q> {
    /// Any piece arrives on a square that does not hold an own piece.
    #[inline]
    fn arrive(&mut self, to: Square, cell: Cell, can: (bool, bool), push: bool) {
        let (capture, quiet) = can;
        if self.pawn {
            self.pawn_arrives(to, cell, can, push);
        } else if if cell == EMPTY {
            quiet && Q
        } else {
            capture && C
        } {
            let mut mv = Move::new(self.from, to);
            if self.first_move {
                mv = mv.as_first_move();
            }
            self.moves.push(mv);
        }
    }

    #[inline]
    fn pawn_arrives(&mut self, to: Square, cell: Cell, (capture, quiet): (bool, bool), push: bool) {
        let mut mv = Move::new(self.from, to);
        let promotes = self.pos.layout().promotion_zone[self.us].contains(to);
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
        } else if !capture || !C {
            return;
        }
        if push {
            mv = mv.pushing();
        }
        if promotes {
            self.promote(mv, cell != EMPTY || mv.is_en_passant());
        } else {
            self.moves.push(mv);
        }
    }

    /// The choices of a pawn that arrives where it may be promoted. Promotions count as captures;
    /// to stay a pawn is a capture or a quiet move like any other.
    #[inline(never)]
    fn promote(&mut self, mv: Move, capture: bool) {
        let rules = &self.tables.variant.rules;
        let last = self.pos.layout().is_last_rank(self.us, mv.to());
        let choices = &self.tables.promotions[self.us][usize::from(mv.to().file())];
        let choices: &[_] = if capture && rules.promotion.quiet && !last {
            &[]
        } else {
            choices
        };
        let mut none = true;
        for choice in choices {
            if choice.limit == u8::MAX || self.pos.count(self.us, choice.id) < choice.limit {
                none = false;
                if C {
                    self.moves.push(mv.promoting(choice.id));
                }
            }
        }
        let stays = if last {
            none && !rules.promotion.captured
        } else {
            none || rules.promotion.optional
        };
        if stays && if capture { C } else { Q } {
            self.moves.push(mv);
        }
    }

    /// All moves of the piece. A move that two programs allow is found twice if the entry says so.
    fn all_moves(&mut self, entry: &Entry) {
        self.divergent_leaps(entry);
        self.divergent_slides(entry);
        self.program_moves(entry);
    }

    /// Leaps, some of which perhaps only capture or only do not.
    fn divergent_leaps(&mut self, entry: &Entry) {
        let parts = entry.leaps.parts(&self.tables.leaps);
        for (leaps, can) in parts.into_iter().zip(RIGHTS) {
            for &to in leaps {
                let cell = self.pos.cell(to);
                if cell & self.own == 0 {
                    self.arrive(to, cell, can, false);
                }
            }
        }
    }

    /// The same for slides.
    fn divergent_slides(&mut self, entry: &Entry) {
        let parts = entry.slides.parts(&self.tables.slides);
        for (slides, can) in parts.into_iter().zip(RIGHTS) {
            for slide in slides {
                let mut to = self.from;
                for _ in 0..slide.len {
                    to = Square(to.0.wrapping_add(slide.step));
                    let cell = self.pos.cell(to);
                    if cell & self.own == 0 {
                        self.arrive(to, cell, can, false);
                    }
                    if cell != EMPTY {
                        break;
                    }
                }
            }
        }
    }

    fn program_moves(&mut self, entry: &Entry) {
        let (pos, own) = (self.pos, self.own);
        let tables = self.tables;
        for program in entry.programs.of(&tables.programs) {
            if program.virgin && !pos.is_virgin(self.from) {
                continue;
            }
            let path = program.path.of(&tables.paths);
            match program.kind {
                ProgramKind::MultiPath => {
                    let target = path[0];
                    let cell = pos.cell(target.sq);
                    let open =
                        |pair: &[PathStep]| pair.iter().all(|step| pos.cell(step.sq) == EMPTY);
                    if cell & own == 0 && path[1..].chunks_exact(2).any(open) {
                        let can = (target.captures(), target.quiet());
                        self.arrive(target.sq, cell, can, false);
                    }
                }
                ProgramKind::Line | ProgramKind::Push { .. } => {
                    self.first_move = program.virgin;
                    self.walk_line(path, program.push);
                    self.first_move = false;
                }
                ProgramKind::Hop { friend_only } => {
                    for (i, step) in path.iter().enumerate() {
                        let cell = pos.cell(step.sq);
                        if cell & own == 0 {
                            self.arrive(step.sq, cell, (step.captures(), step.quiet()), false);
                        }
                        if cell == EMPTY {
                            continue;
                        }
                        let friend = cell & own != 0;
                        if friend && !step.ends_at_friends() || !friend && !friend_only {
                            let second = program.hops.of(&tables.hops)[i];
                            self.walk_line(second.of(&tables.paths), false);
                        }
                        break;
                    }
                }
            }
        }
    }

    fn walk_line(&mut self, path: &[PathStep], push: bool) {
        for step in path {
            let cell = self.pos.cell(step.sq);
            if cell & self.own == 0 {
                self.arrive(step.sq, cell, (step.captures(), step.quiet()), push);
            }
            if !step.passes(occupant(cell, self.own)) {
                return;
            }
        }
    }
}

/// What the three parts of a [`super::tables::ByRights`] may do: capture, go to empty squares.
const RIGHTS: [(bool, bool); 3] = [(true, true), (true, false), (false, true)];

impl MoveTables {
    /// Gives the moves of one piece to a sink, castling and gating apart, twins not removed.
    #[inline]
    pub(super) fn emit<S: Sink, const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        from: Square,
        id: TypeId,
        entry: &Entry,
        moves: &mut S,
    ) {
        match entry.kind {
            EntryKind::Plain => self.emit_plain::<S, C, Q>(pos, from, entry, moves),
            EntryKind::Pawn if id == TypeId::pawn(pos.side()) && pos.en_passant().is_useless() => {
                self.emit_pawn::<S, C, Q>(pos, from, entry, moves);
            }
            _ => self.emit_all::<S, C, Q>(pos, from, id, entry, moves),
        }
    }

    #[inline]
    fn emit_plain<S: Sink, const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        from: Square,
        entry: &Entry,
        moves: &mut S,
    ) {
        let enemy = color_bit(pos.side().other());
        for &to in entry.leaps.of(&self.leaps) {
            let cell = pos.cell(to);
            if Q && cell == EMPTY || C && cell & enemy != 0 {
                moves.push(Move::new(from, to));
            }
        }
        for slide in entry.slides.of(&self.slides) {
            let mut to = from;
            for _ in 0..slide.len {
                to = Square(to.0.wrapping_add(slide.step));
                let cell = pos.cell(to);
                if cell != EMPTY {
                    if C && cell & enemy != 0 {
                        moves.push(Move::new(from, to));
                    }
                    break;
                }
                if Q {
                    moves.push(Move::new(from, to));
                }
            }
        }
    }

    #[inline]
    fn emit_pawn<S: Sink, const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        from: Square,
        entry: &Entry,
        moves: &mut S,
    ) {
        let [_, captures, quiets] = entry.leaps.parts(&self.leaps);
        if C {
            let enemy = color_bit(pos.side().other());
            for &to in captures {
                if pos.cell(to) & enemy != 0 {
                    moves.push(Move::new(from, to));
                }
            }
        }
        if !Q {
            return;
        }
        for &to in quiets {
            if pos.cell(to) == EMPTY {
                moves.push(Move::new(from, to));
            }
        }
        for program in entry.programs.of(&self.programs) {
            if let ProgramKind::Push { over, to } = program.kind
                && pos.cell(over) == EMPTY
                && pos.cell(to) == EMPTY
                && (!program.virgin || pos.is_virgin(from))
            {
                moves.push(Move::new(from, to).pushing());
            }
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
        let us = pos.side();
        let mut out = Emitter::<S, C, Q> {
            tables: self,
            pos,
            us,
            own: color_bit(us),
            from,
            pawn: id == TypeId::pawn(us),
            first_move: false,
            moves,
        };
        out.all_moves(entry);
    }
}
