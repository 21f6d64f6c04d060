//! Generation of pseudo-legal moves.

use super::MoveTables;
use super::tables::{Entry, ProgramKind};
use crate::board::position::{Cell, EMPTY, color_bit};
use crate::board::{Move, Position, Square};
use crate::variant::{Color, TypeId};

/// Where the moves of one piece go: decides what kind of move a target means.
struct Emitter<'a> {
    tables: &'a MoveTables,
    pos: &'a Position,
    us: Color,
    from: Square,
    pawn: bool,
    captures: bool,
    quiets: bool,
    moves: &'a mut Vec<Move>,
}

impl Emitter<'_> {
    /// A piece other than a pawn arrives on an empty or enemy square.
    #[inline]
    fn plain(&mut self, to: Square, cell: Cell) {
        if if cell == EMPTY {
            self.quiets
        } else {
            self.captures
        } {
            self.moves.push(Move::new(self.from, to));
        }
    }

    /// Any piece arrives: `cell` is empty or an enemy.
    #[inline]
    fn arrive(&mut self, to: Square, cell: Cell, can: (bool, bool), push: bool) {
        let (capture, quiet) = can;
        if !self.pawn {
            if if cell == EMPTY {
                quiet && self.quiets
            } else {
                capture && self.captures
            } {
                self.moves.push(Move::new(self.from, to));
            }
            return;
        }
        let mut mv = Move::new(self.from, to);
        let promotes = self.pos.layout().promotion_zone[self.us.index()].contains(to);
        if cell == EMPTY {
            if capture && self.captures && self.pos.en_passant().squares().contains(&to) {
                mv = mv.capturing_en_passant();
            } else if !quiet
                || !if promotes {
                    self.captures || self.quiets
                } else {
                    self.quiets
                }
            {
                return;
            }
        } else if !capture || !self.captures {
            return;
        }
        if push {
            mv = mv.pushing();
        }
        if !promotes {
            self.moves.push(mv);
            return;
        }
        let choices = &self.tables.promotions[self.us.index()][usize::from(to.file())];
        let before = self.moves.len();
        for choice in choices {
            if choice.limit == u8::MAX || self.pos.count(self.us, choice.id) < choice.limit {
                self.moves.push(mv.promoting(choice.id));
            }
        }
        if self.moves.len() == before {
            // nothing to become: the pawn stays a pawn
            self.moves.push(mv);
        }
    }
}

impl MoveTables {
    /// All pseudo-legal moves: legal but for the safety of the mover's own royals and of the
    /// squares that castling passes. None if the game is already decided.
    pub fn pseudo_legal(&self, pos: &Position, moves: &mut Vec<Move>) {
        self.generate(pos, true, true, moves);
    }

    /// The pseudo-legal captures and promotions.
    pub fn pseudo_captures(&self, pos: &Position, moves: &mut Vec<Move>) {
        self.generate(pos, true, false, moves);
    }

    fn generate(&self, pos: &Position, captures: bool, quiets: bool, moves: &mut Vec<Move>) {
        if self.verdict(pos).is_some_and(Verdict::is_decisive) {
            return;
        }
        let us = pos.side();
        let own = color_bit(us);
        let gates = quiets && pos.has_hand(us);
        for (from, id) in pos.pieces(us) {
            let first = moves.len();
            let entry = *self.entry(id, from);
            let pawn = id == TypeId::pawn(us);
            let mut out = Emitter {
                tables: self,
                pos,
                us,
                from,
                pawn,
                captures,
                quiets,
                moves,
            };
            if pawn {
                self.pawn_moves(&mut out, &entry, own);
            } else {
                self.plain_moves(&mut out, &entry, own);
            }
            if entry.programs.len > 0 {
                self.program_moves(&mut out, &entry, own);
            }
            if entry.twins {
                remove_twins(moves, first);
            }
            if gates && !pawn && pos.is_virgin(from) {
                self.add_gating(pos, us, moves, first);
            }
        }
        if quiets {
            self.castling_moves(pos, us, moves);
        }
    }

    #[inline]
    fn plain_moves(&self, out: &mut Emitter, entry: &Entry, own: Cell) {
        let pos = out.pos;
        for &to in entry.leaps.both.of(&self.leaps) {
            let cell = pos.cell(to);
            if cell & own == 0 {
                out.plain(to, cell);
            }
        }
        for &to in entry.leaps.capture.of(&self.leaps) {
            let cell = pos.cell(to);
            if cell & own == 0 && cell != EMPTY {
                out.plain(to, cell);
            }
        }
        for &to in entry.leaps.quiet.of(&self.leaps) {
            let cell = pos.cell(to);
            if cell == EMPTY {
                out.plain(to, cell);
            }
        }
        for slide in entry.slides.both.of(&self.slides) {
            let mut to = out.from;
            for _ in 0..slide.len {
                to = Square(to.0.wrapping_add(slide.step));
                let cell = pos.cell(to);
                if cell & own == 0 {
                    out.plain(to, cell);
                }
                if cell != EMPTY {
                    break;
                }
            }
        }
        for (run, captures) in [(entry.slides.capture, true), (entry.slides.quiet, false)] {
            for slide in run.of(&self.slides) {
                let mut to = out.from;
                for _ in 0..slide.len {
                    to = Square(to.0.wrapping_add(slide.step));
                    let cell = pos.cell(to);
                    if cell & own == 0 && captures == (cell != EMPTY) {
                        out.plain(to, cell);
                    }
                    if cell != EMPTY {
                        break;
                    }
                }
            }
        }
    }

    fn pawn_moves(&self, out: &mut Emitter, entry: &Entry, own: Cell) {
        let pos = out.pos;
        let kinds = [(true, true), (true, false), (false, true)];
        let leaps = [entry.leaps.both, entry.leaps.capture, entry.leaps.quiet];
        let slides = [entry.slides.both, entry.slides.capture, entry.slides.quiet];
        for (can, (leaps, slides)) in kinds.into_iter().zip(leaps.into_iter().zip(slides)) {
            for &to in leaps.of(&self.leaps) {
                let cell = pos.cell(to);
                if cell & own == 0 {
                    out.arrive(to, cell, can, false);
                }
            }
            for slide in slides.of(&self.slides) {
                let mut to = out.from;
                for _ in 0..slide.len {
                    to = Square(to.0.wrapping_add(slide.step));
                    let cell = pos.cell(to);
                    if cell & own == 0 {
                        out.arrive(to, cell, can, false);
                    }
                    if cell != EMPTY {
                        break;
                    }
                }
            }
        }
    }

    #[inline(never)]
    fn program_moves(&self, out: &mut Emitter, entry: &Entry, own: Cell) {
        let pos = out.pos;
        for program in entry.programs.of(&self.programs) {
            if program.virgin && !pos.is_virgin(out.from) {
                continue;
            }
            let path = program.path.of(&self.paths);
            match program.kind {
                ProgramKind::MultiPath => {
                    let cell = pos.cell(path[0].sq);
                    let open = |pair: &[super::trace::PathStep]| {
                        pair.iter().all(|step| pos.cell(step.sq) == EMPTY)
                    };
                    if cell & own == 0 && path[1..].chunks_exact(2).any(open) {
                        out.arrive(
                            path[0].sq,
                            cell,
                            (path[0].captures(), path[0].quiet()),
                            false,
                        );
                    }
                }
                ProgramKind::Line => {
                    let first = out.moves.len();
                    walk_line(out, path, own, program.push);
                    if program.virgin && !out.pawn {
                        for mv in &mut out.moves[first..] {
                            *mv = mv.as_first_move();
                        }
                    }
                }
                ProgramKind::Hop { friend_only } => {
                    for (i, step) in path.iter().enumerate() {
                        let cell = pos.cell(step.sq);
                        if cell & own == 0 {
                            out.arrive(step.sq, cell, (step.captures(), step.quiet()), false);
                        }
                        if cell == EMPTY {
                            continue;
                        }
                        let friend = cell & own != 0;
                        if friend && !step.captures() || !friend && !friend_only {
                            let second = program.hops.of(&self.hops)[i];
                            walk_line(out, second.of(&self.paths), own, false);
                        }
                        break;
                    }
                }
            }
        }
    }

    /// Adds to each move of a virgin piece the same move with a piece from the hand gated in.
    fn add_gating(&self, pos: &Position, us: Color, moves: &mut Vec<Move>, first: usize) {
        for i in first..moves.len() {
            let mv = moves[i];
            for &id in &self.variant.rules.gating {
                if pos.in_hand(us, id) > 0 {
                    moves.push(mv.gating(id));
                }
            }
        }
    }

    fn castling_moves(&self, pos: &Position, us: Color, moves: &mut Vec<Move>) {
        let castlings = &pos.layout().castlings[us.index()];
        for (index, castling) in castlings.iter().enumerate() {
            let ready = pos.is_virgin(castling.from)
                && pos.is_virgin(castling.corner)
                && castling.empty.iter().all(|&sq| pos.cell(sq) == EMPTY);
            if !ready {
                continue;
            }
            let mv = Move::castle(castling.from, castling.to, index);
            moves.push(mv);
            for &id in &self.variant.rules.gating {
                // castling over one square may leave none of the two free
                if pos.in_hand(us, id) > 0 && castling.partner_to != castling.from {
                    moves.push(mv.gating(id));
                }
                if pos.in_hand(us, id) > 0 && castling.to != castling.corner {
                    moves.push(mv.gating_at_partner(id));
                }
            }
        }
    }

    /// True if a move of the side to move reaches its goal (legal or not).
    #[inline]
    pub fn reaches_goal(&self, pos: &Position, mv: Move) -> bool {
        self.hill
            .as_ref()
            .is_some_and(|(id, hill)| pos.type_on(mv.from()) == *id && hill.contains(mv.to()))
    }

    /// The verdict on a game that is decided by more than the lack of a legal move: a royal has
    /// reached its goal, or a side is bare.
    #[inline]
    pub fn verdict(&self, pos: &Position) -> Option<Verdict> {
        if !self.decides_early {
            return None;
        }
        let (us, them) = (pos.side(), pos.side().other());
        if let Some((id, hill)) = &self.hill {
            let mut royals = pos.pieces_in(them, pos.royals(them));
            if royals.any(|(sq, royal)| royal == *id && hill.contains(sq)) {
                return Some(Verdict::Lost(Decision::Goal));
            }
        }
        if self.variant.rules.bare_king_loses {
            let bare = |color| pos.live(color) == pos.royals(color) && !pos.has_hand(color);
            // the bared side has had its move, and has not bared us
            return match (bare(us), bare(them)) {
                (true, true) => Some(Verdict::Draw(DeadDraw::BareKings)),
                (false, true) => Some(Verdict::Won(Decision::BareKing)),
                (_, false) => None,
            };
        }
        let lone = |color| {
            let live = pos.live(color);
            live.count_ones() == 1 && live == pos.royals(color) && !pos.has_hand(color)
        };
        (self.bare_royals_draw && lone(us) && lone(them))
            .then_some(Verdict::Draw(DeadDraw::InsufficientMaterial))
    }
}

/// Why a game is drawn although there are moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadDraw {
    /// Both sides are bare, in a game that is lost by being bare.
    BareKings,
    /// Neither side can ever win.
    InsufficientMaterial,
}

/// Why a game is decided although there are moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A royal has reached the goal of the game.
    Goal,
    /// A side has nothing but its royal left.
    BareKing,
}

/// How a decided game has ended for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It has won.
    Won(Decision),
    /// It has lost.
    Lost(Decision),
    /// Nobody can win.
    Draw(DeadDraw),
}

impl Verdict {
    /// True if one side has won, so that there is nothing left to play.
    pub fn is_decisive(self) -> bool {
        !matches!(self, Verdict::Draw(_))
    }
}

fn walk_line(out: &mut Emitter, path: &[super::trace::PathStep], own: Cell, push: bool) {
    for step in path {
        let cell = out.pos.cell(step.sq);
        if cell & own == 0 {
            out.arrive(step.sq, cell, (step.captures(), step.quiet()), push);
        }
        if cell != EMPTY && !step.jumps() {
            return;
        }
    }
}

/// Removes moves that occur twice among those from index `first` on.
fn remove_twins(moves: &mut Vec<Move>, first: usize) {
    let mut kept = first;
    for i in first..moves.len() {
        let mv = moves[i];
        let what = |mv: Move| (mv.to(), mv.promotion(), mv.is_en_passant());
        let same = |other: &Move| what(*other) == what(mv);
        if !moves[first..kept].iter().any(same) {
            moves[kept] = mv;
            kept += 1;
        }
    }
    moves.truncate(kept);
}
