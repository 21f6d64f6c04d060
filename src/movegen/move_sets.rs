//! The plain moves of pieces as sets of squares: where a piece can go follows from what is occupied,
//! without a walk from square to square.

use std::sync::Arc;

use super::MoveTables;
use super::emit::Sink;
use super::lines::{LinePool, Lines};
use super::pawn_steps::PawnSteps;
use super::tables::{Entry, EntryKind};
use super::ways::Ways;
use crate::board::cell::color_bit;
use crate::board::{Position, SquareIndex};
use crate::types::{Bitboard, ByColor, Move, Square, TypeId};
use crate::variant::Variant;

/// How much of the moves of a piece sets tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Told {
    #[default]
    Nothing,
    /// Where its ways lead; rules have more to say.
    Ways,
    All,
}

/// What a type does from a square, as long as it is no pawn of the side to move.
#[derive(Clone, Copy, Debug, Default)]
struct PieceSets<const W: usize> {
    leaps: Bitboard<W, usize>,
    lines: Lines,
    told: Told,
}

/// What is where, as the side to move sees it.
pub(super) struct Occupancy<const W: usize> {
    pub all: Bitboard<W, usize>,
    /// Own pieces and walls.
    barred: Bitboard<W, usize>,
    pub enemies: Bitboard<W, usize>,
}

impl<const W: usize> Occupancy<W> {
    #[inline]
    fn of(pos: &Position) -> Occupancy<W> {
        let us = pos.side();
        let (own, enemies) = (pos.occupied_by(us), pos.occupied_by(us.other()));
        let barred = own | pos.walls_by_number();
        Occupancy {
            all: barred | enemies,
            barred,
            enemies,
        }
    }
}

/// The sets of a game on a board of up to 64 `W` squares.
#[derive(Debug)]
pub(super) struct SetTables<const W: usize> {
    /// By type and number.
    pieces: Vec<PieceSets<W>>,
    pawns: ByColor<PawnSteps<W>>,
    pool: LinePool<W>,
    /// From where pieces capture.
    pub ways: Ways<W>,
}

/// The same on the smallest kind of sets that hold the board.
#[derive(Debug)]
pub(super) enum AnySets {
    Small(SetTables<1>),
    Middle(SetTables<2>),
    Large(SetTables<4>),
}

/// The plain moves of a game as sets.
#[derive(Debug)]
pub(super) struct MoveSets {
    pub index: Arc<SquareIndex>,
    pub sets: AnySets,
}

/// Asks the sets of a game something, whatever their size.
macro_rules! with_sets {
    ($moves:expr, $sets:ident => $answer:expr) => {
        match &$moves.sets {
            $crate::movegen::move_sets::AnySets::Small($sets) => $answer,
            $crate::movegen::move_sets::AnySets::Middle($sets) => $answer,
            $crate::movegen::move_sets::AnySets::Large($sets) => $answer,
        }
    };
}
pub(super) use with_sets;

impl MoveSets {
    /// For a game of which nothing is known but its board.
    pub fn new(v: &Variant) -> MoveSets {
        MoveSets {
            index: Arc::new(SquareIndex::new(v)),
            sets: AnySets::Small(SetTables::empty()),
        }
    }

    /// Gives the moves of pieces of the side to move for which rules have no more to say; the slots of
    /// the others are left.
    #[inline]
    pub fn emit<S: Sink, const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        slots: u64,
        moves: &mut S,
    ) -> u64 {
        with_sets!(self, sets => sets.emit::<S, C, Q>(&self.index, pos, slots, moves))
    }

    /// Gives the moves of one piece of the side to move; false if sets do not tell them.
    #[inline]
    pub fn emit_one<S: Sink, const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        piece: (Square, TypeId),
        moves: &mut S,
    ) -> bool {
        with_sets!(self, sets => sets.emit_one::<S, C, Q>(&self.index, pos, piece, moves))
    }
}

impl<const W: usize> SetTables<W> {
    fn empty() -> SetTables<W> {
        SetTables {
            pieces: Vec::new(),
            pawns: ByColor::from_fn(|_| PawnSteps::default()),
            pool: LinePool::default(),
            ways: Ways::default(),
        }
    }

    fn new(tables: &MoveTables, index: &SquareIndex) -> SetTables<W> {
        let mut sets = SetTables::empty();
        let ids = (0..=tables.variant.pieces.len()).map(|id| TypeId(id as u8));
        for id in ids {
            for &from in index.squares() {
                let piece = sets.piece_sets(tables, index, (id, from));
                sets.pieces.push(piece);
            }
        }
        sets.pawns = ByColor::from_fn(|color| PawnSteps::new(tables, index, color));
        sets.ways = Ways::new(tables, index);
        sets
    }

    fn piece_sets(
        &mut self,
        tables: &MoveTables,
        index: &SquareIndex,
        (id, from): (TypeId, Square),
    ) -> PieceSets<W> {
        let entry = tables.entry(id, from);
        if entry.kind != EntryKind::Plain {
            return PieceSets::default();
        }
        let leaps = entry.leaps.plain(&tables.leaps).iter();
        let slides = entry.slides.plain(&tables.slides).iter();
        let lines = slides.map(|slide| slide.squares(from).collect());
        PieceSets {
            leaps: index.set(leaps.copied()),
            lines: self.pool.add(index, lines.collect()),
            told: told(tables, entry),
        }
    }

    #[inline]
    fn piece(&self, index: &SquareIndex, from: Square, id: TypeId) -> &PieceSets<W> {
        &self.pieces[id.index() * index.squares().len() + index.of(from)]
    }

    #[inline]
    fn emit<S: Sink, const C: bool, const Q: bool>(
        &self,
        index: &SquareIndex,
        pos: &Position,
        slots: u64,
        moves: &mut S,
    ) -> u64 {
        let occupancy = Occupancy::of(pos);
        let us = pos.side();
        let pawns = slots & pos.pawns(us);
        let mut left = 0;
        each(slots & !pawns, |slot| {
            let cell = color_bit(us) | slot;
            let (from, id) = (pos.cell_square(cell), pos.cell_type(cell));
            let piece = self.piece(index, from, id);
            if piece.told == Told::All {
                let targets = self.piece_targets::<C, Q>(piece, &occupancy);
                moves.push_each(targets, |number| Move::new(from, index.square(number)));
            } else {
                left |= 1 << slot;
            }
        });
        if !pos.en_passant().is_useless() {
            return left | pawns;
        }
        let mut squares = pos.pawn_squares(us);
        each(pos.pawns(us) & !pawns, |slot| {
            squares.remove(index.of(pos.cell_square(color_bit(us) | slot)));
        });
        let steps = &self.pawns[us];
        let told = steps.all(squares);
        steps.emit::<S, C, Q>(index, pos, told, &occupancy, moves);
        for number in squares.without(told).iter() {
            left |= 1 << (pos.cell(index.square(number)) & 63);
        }
        left
    }

    fn emit_one<S: Sink, const C: bool, const Q: bool>(
        &self,
        index: &SquareIndex,
        pos: &Position,
        (from, id): (Square, TypeId),
        moves: &mut S,
    ) -> bool {
        let us = pos.side();
        if id == TypeId::pawn(us) {
            let (number, steps) = (index.of(from), &self.pawns[us]);
            let told = steps.tell_ways(number) && pos.en_passant().is_useless();
            if told {
                let occupancy = &Occupancy::of(pos);
                let pawn = Bitboard::EMPTY.with(number);
                steps.emit::<S, C, Q>(index, pos, pawn, occupancy, moves);
            }
            return told;
        }
        let piece = self.piece(index, from, id);
        if piece.told == Told::Nothing {
            return false;
        }
        let targets = self.piece_targets::<C, Q>(piece, &Occupancy::of(pos));
        moves.push_each(targets, |number| Move::new(from, index.square(number)));
        true
    }

    #[inline(always)]
    fn piece_targets<const C: bool, const Q: bool>(
        &self,
        piece: &PieceSets<W>,
        occupancy: &Occupancy<W>,
    ) -> Bitboard<W, usize> {
        let mut reached = piece.leaps;
        if !piece.lines.is_empty() {
            reached |= self.pool.reached(piece.lines, occupancy.all);
        }
        match (C, Q) {
            (true, true) => reached.without(occupancy.barred),
            (true, false) => reached & occupancy.enemies,
            (false, _) => reached.without(occupancy.all),
        }
    }
}

/// How much sets tell if they tell the ways of an entry.
pub(super) fn told(tables: &MoveTables, entry: &Entry) -> Told {
    match tables.is_told_by(entry) {
        true => Told::All,
        false => Told::Ways,
    }
}

/// Calls `see` with each of some slots.
#[inline]
fn each(mut slots: u64, mut see: impl FnMut(u8)) {
    while slots != 0 {
        see(slots.trailing_zeros() as u8);
        slots &= slots - 1;
    }
}

impl MoveTables {
    /// Works out the sets of all entries, and of the origins of attacks.
    pub(super) fn compile_sets(&mut self) {
        let index = &self.sets.index;
        self.sets.sets = match index.squares().len() {
            ..=64 => AnySets::Small(SetTables::new(self, index)),
            65..=128 => AnySets::Middle(SetTables::new(self, index)),
            _ => AnySets::Large(SetTables::new(self, index)),
        };
    }

    /// The squares of the board by number.
    pub fn square_index(&self) -> &Arc<SquareIndex> {
        &self.sets.index
    }
}
