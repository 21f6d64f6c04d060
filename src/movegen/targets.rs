//! Where pieces can go and what they attack: what the evaluation asks of the move tables.

use super::MoveTables;
use super::entry::{Ray, line};
use super::path::{Exit, Occupants, on_board};
use super::rules::hop_limits::bars_hop;
use crate::board::Position;
use crate::board::cell::{Cell, color_bit};
use crate::types::{Bitboard, Color, Square, TypeId, TypeSet};
use crate::variant::Rights;

/// Paths of so many squares are told as lame leaps.
const LAME: usize = 3;

/// What a piece does that goes and captures alike.
#[derive(Clone, Debug)]
pub struct SymmetricMoves<'a> {
    /// Where it leaps to.
    pub leaps: &'a [Square],
    /// Where it slides, along each line from the nearest square to the farthest.
    pub slides: Vec<Vec<Square>>,
    /// Leaps for which some squares must be empty, these first.
    pub lame_leaps: Vec<(Vec<Square>, Square)>,
}

impl MoveTables {
    /// What a piece does from a square, first moves and castling left out, if it goes and captures
    /// everywhere alike, over empty squares or over anything; `None` if there is anything else that
    /// it does there, or a path too long to be told as lame leaps.
    pub fn symmetric_moves(&self, id: TypeId, from: Square) -> Option<SymmetricMoves<'_>> {
        let entry = self.entry(id, from);
        let mut lame_leaps = Vec::new();
        let mut symmetric = entry.leaps.is_plain() && entry.slides.is_plain();
        let mut told = self.barred_from(id).is_empty();
        let arrive = |way: &mut Vec<Square>, to: Square, rights: Rights| {
            symmetric &= rights == Rights::BOTH;
            lame_leaps.push((way.clone(), to));
        };
        let pass = |mut way: Vec<Square>, sq: Square, over: Occupants, exit: Exit| {
            match (exit, over) {
                (Exit::Detour, _) => way.clear(),
                (Exit::Next, Occupants::ANY) => {}
                (Exit::Next, Occupants::EMPTY) if way.len() + 1 < LAME => way.push(sq),
                _ => {
                    told = false;
                    return None;
                }
            }
            Some(way)
        };
        let paths = entry.paths.of(&self.paths).iter();
        let visitor = &mut (arrive, pass);
        paths
            .filter(|path| !path.virgin)
            .for_each(|path| self.walk(path, Vec::new(), visitor));
        let slides = entry.slides.of(&self.slides).iter();
        (symmetric && told).then(|| SymmetricMoves {
            leaps: entry.leaps.of(&self.leaps),
            slides: slides.map(|slide| slide.squares(from).collect()).collect(),
            lame_leaps,
        })
    }

    /// Shows every square that a piece attacks or can go to, with what stands there and what it may do
    /// there: also those that it protects. First moves and castling do not count, and a square may be
    /// shown twice if two paths lead to it.
    #[inline(never)]
    pub fn visit_targets(
        &self,
        pos: &Position,
        color: Color,
        id: TypeId,
        from: Square,
        visit: &mut impl FnMut(Square, Cell, Rights),
    ) {
        let barred = self.barred_from(id);
        let arrive = |(): &mut (), sq: Square, rights: Rights| {
            let cell = pos.cell(sq);
            if barred.is_empty() || !barred.contains(pos.cell_type(cell)) {
                visit(sq, cell, rights);
            }
        };
        let passes = on_board(pos, color_bit(color));
        let pass = |(), sq: Square, over: Occupants, exit: Exit| {
            let bars = !barred.is_empty() && bars_hop(pos, barred, sq, exit);
            passes((), sq, over, exit).filter(|()| !bars)
        };
        self.walk_all(self.entry(id, from), from, &(), &mut (arrive, pass));
    }

    /// How many squares a type could move to or capture on from a square of the empty board.
    pub fn empty_board_targets(&self, id: TypeId, from: Square) -> usize {
        let empty = |over: Occupants, _: Exit| over.include(Occupants::EMPTY);
        self.targets(id, from, Rights::any, empty).len()
    }

    /// The squares that a type can come to from a square in one move without capture if nothing
    /// is in the way, first moves left out.
    pub fn quiet_targets(&self, id: TypeId, from: Square) -> Bitboard {
        self.targets(
            id,
            from,
            |rights| rights.quiet,
            |_, exit| exit == Exit::Next,
        )
    }

    /// The squares on which a type can capture from a square if nothing is in the way.
    pub fn capture_targets(&self, id: TypeId, from: Square) -> Bitboard {
        self.targets(
            id,
            from,
            |rights| rights.capture,
            |_, exit| exit == Exit::Next,
        )
    }

    /// The squares to which a type could come, whatever helps it.
    pub fn possible_targets(&self, id: TypeId, from: Square) -> Bitboard {
        self.targets(id, from, Rights::any, |_, _| true)
    }

    /// The squares that a type attacks if some squares are occupied, by whomever. First moves do not count.
    pub fn attacks_over(&self, id: TypeId, from: Square, occupied: Bitboard) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        let arrive = |(): &mut (), sq: Square, rights: Rights| {
            if rights.capture {
                set.insert(sq);
            }
        };
        let pass = |(): (), sq: Square, over: Occupants, _: Exit| {
            let found = match occupied.contains(sq) {
                true => Occupants::PIECE,
                false => Occupants::EMPTY,
            };
            over.include(found).then_some(())
        };
        self.walk_all(self.entry(id, from), from, &(), &mut (arrive, pass));
        set
    }

    /// The squares to which a type could come, first moves included.
    pub(super) fn reach(&self, id: TypeId, from: Square) -> Bitboard {
        let entry = self.entry(id, from);
        let mut set = self.possible_targets(id, from);
        let mut visitor = (
            |(): &mut (), sq: Square, _: Rights| set.insert(sq),
            |(): (), _: Square, _: Occupants, _: Exit| Some(()),
        );
        let paths = entry.paths.of(&self.paths).iter();
        paths
            .filter(|path| path.virgin)
            .for_each(|path| self.walk(path, (), &mut visitor));
        set | self.double_reach(id, from).1
    }

    /// Where a type can do something, as far as its ways are open.
    fn targets(
        &self,
        id: TypeId,
        from: Square,
        wanted: impl Fn(Rights) -> bool,
        open: impl Fn(Occupants, Exit) -> bool,
    ) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        let arrive = |(): &mut (), sq: Square, rights: Rights| {
            if wanted(rights) {
                set.insert(sq);
            }
        };
        let pass = |(): (), _: Square, over: Occupants, exit: Exit| open(over, exit).then_some(());
        self.walk_all(self.entry(id, from), from, &(), &mut (arrive, pass));
        set
    }

    /// The lines on which plain riders could come to capture on a square: their squares, from the
    /// nearest to the farthest, each with the types that could come from there.
    pub fn lines_to(&self, target: Square) -> Vec<Vec<(Square, TypeSet)>> {
        let rays = self.attack_origins[target.index()]
            .rays
            .of(&self.rays)
            .iter();
        let line = |ray: &Ray| {
            let riders = &self.riders[usize::from(ray.kind)];
            let squares = line(target, ray.step, ray.len);
            squares.zip(riders[1..].iter().copied()).collect()
        };
        rays.map(line).collect()
    }

    /// The squares from which plain leapers could capture on a square, with their types; but for those on the lines of riders that go the same way.
    pub fn leaps_to(&self, target: Square) -> impl Iterator<Item = (Square, TypeSet)> {
        let origins = self.attack_origins[target.index()]
            .leaps
            .of(&self.leap_origins);
        origins.iter().map(|origin| (origin.sq, origin.types))
    }
}
