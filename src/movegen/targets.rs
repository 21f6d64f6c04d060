//! Targets and attacks of pieces, for the evaluation.

use super::MoveTables;
use super::path::{Exit, Occupants};
use super::rules::hop_limits::bars_hop;
use crate::board::Position;
use crate::board::cell::{Cell, color_bit};
use crate::types::{Bitboard, Color, Square, TypeId};
use crate::variant::Rights;

/// Paths of at most this number of squares become lame leaps.
const LAME: usize = 3;

/// The moves of a piece that moves and captures alike.
#[derive(Clone, Debug)]
pub struct SymmetricMoves<'a> {
    /// The targets of leaps.
    pub leaps: &'a [Square],
    /// The lines of slides, each from the nearest square to the farthest.
    pub slides: Vec<Vec<Square>>,
    /// Lame leaps: the squares that must be empty, and the target.
    pub lame_leaps: Vec<(Vec<Square>, Square)>,
}

impl MoveTables {
    /// The moves of a piece from a square without first moves and castling, if it moves and captures alike,
    /// over empty squares or over anything; `None` if it has other moves as well, or a path too long for a
    /// lame leap.
    pub fn symmetric_moves(&self, id: TypeId, from: Square) -> Option<SymmetricMoves<'_>> {
        let entry = self.entry(id, from);
        let mut lame_leaps = Vec::new();
        let mut symmetric = entry.leaps.is_plain() && entry.slides.is_plain();
        let mut complete = self.barred_from(id).is_empty();
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
                    complete = false;
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
        (symmetric && complete).then(|| SymmetricMoves {
            leaps: entry.leaps.of(&self.leaps),
            slides: slides.map(|slide| slide.squares(from).collect()).collect(),
            lame_leaps,
        })
    }

    /// Calls back with every square that a piece attacks or can move to, its occupant and the rights there,
    /// including protected squares. First moves and castling are left out; a square may occur twice if two
    /// paths lead to it.
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
        let own = color_bit(color);
        let pass = |(), sq: Square, over: Occupants, exit: Exit| {
            let passes = over.include(Occupants::of(pos.cell(sq), own))
                && (barred.is_empty() || !bars_hop(pos, barred, sq, exit));
            passes.then_some(())
        };
        self.walk_all(self.entry(id, from), from, &(), &mut (arrive, pass));
    }

    /// The number of squares that a type could move to or capture on, from a square of the empty board.
    pub fn empty_board_targets(&self, id: TypeId, from: Square) -> usize {
        let empty = |_: Square, over: Occupants, _: Exit| over.include(Occupants::EMPTY);
        self.targets(id, from, Rights::any, empty).len()
    }

    /// The squares that a type can reach in one move without capture on an empty board, without first moves.
    pub fn quiet_targets(&self, id: TypeId, from: Square) -> Bitboard {
        self.targets(
            id,
            from,
            |rights| rights.quiet,
            |_, _, exit| exit == Exit::Next,
        )
    }

    /// The squares on which a type can capture from a square of an otherwise empty board.
    pub fn capture_targets(&self, id: TypeId, from: Square) -> Bitboard {
        self.targets(
            id,
            from,
            |rights| rights.capture,
            |_, _, exit| exit == Exit::Next,
        )
    }

    /// The squares that a type can reach if the other squares have the most favourable occupants.
    pub fn possible_targets(&self, id: TypeId, from: Square) -> Bitboard {
        self.targets(id, from, Rights::any, |_, _, _| true)
    }

    /// The squares that a type attacks, given the occupied squares of either colour. First moves are left
    /// out.
    pub fn attacks_over(&self, id: TypeId, from: Square, occupied: Bitboard) -> Bitboard {
        let open = |sq: Square, over: Occupants, _: Exit| {
            over.include(if occupied.contains(sq) {
                Occupants::PIECE
            } else {
                Occupants::EMPTY
            })
        };
        self.targets(id, from, |rights| rights.capture, open)
    }

    /// The squares that a type can reach, including first moves.
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

    /// The squares where a type has any of these rights, given which squares are open.
    fn targets(
        &self,
        id: TypeId,
        from: Square,
        wanted: impl Fn(Rights) -> bool,
        open: impl Fn(Square, Occupants, Exit) -> bool,
    ) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        let arrive = |(): &mut (), sq: Square, rights: Rights| {
            if wanted(rights) {
                set.insert(sq);
            }
        };
        let pass =
            |(): (), sq: Square, over: Occupants, exit: Exit| open(sq, over, exit).then_some(());
        self.walk_all(self.entry(id, from), from, &(), &mut (arrive, pass));
        set
    }
}
