//! The parts of the move tables: runs of a pool, slides, and what one type can do from one square.

use crate::types::{Square, TypeId, TypeSet};
use crate::variant::Rights;

/// A run of entries in a pool.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    pub start: u32,
    pub len: u32,
}

impl Run {
    /// Adds entries to a pool.
    pub fn append<T: Copy>(pool: &mut Vec<T>, items: &[T]) -> Run {
        let start = pool.len() as u32;
        pool.extend_from_slice(items);
        Run {
            start,
            len: items.len() as u32,
        }
    }

    #[inline]
    pub fn of<T>(self, pool: &[T]) -> &[T] {
        &pool[self.start as usize..(self.start + self.len) as usize]
    }
}

/// Moves of one kind: a run of a pool in three parts, by the rights of the moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ByRights {
    pub start: u32,
    /// Number of moves that may both capture and go to an empty square; these moves come first.
    pub both: u16,
    /// Number of moves that only capture; these come next.
    pub capture: u16,
    /// Number of moves that only go to empty squares; these come last.
    pub quiet: u16,
}

impl ByRights {
    /// The three parts, each with its rights: both, captures only, quiet only.
    #[inline]
    pub fn parts<T>(self, pool: &[T]) -> [(Rights, &[T]); 3] {
        let all = self.of(pool);
        let (both, rest) = all.split_at(usize::from(self.both));
        let (capture, quiet) = rest.split_at(usize::from(self.capture));
        [
            (Rights::BOTH, both),
            (Rights::CAPTURE, capture),
            (Rights::QUIET, quiet),
        ]
    }

    /// All moves.
    #[inline]
    pub fn of<T>(self, pool: &[T]) -> &[T] {
        let start = self.start as usize;
        &pool[start..start + self.len()]
    }

    /// The number of moves.
    #[inline]
    pub fn len(self) -> usize {
        usize::from(self.both) + usize::from(self.capture) + usize::from(self.quiet)
    }

    /// Sets the number of moves with these rights.
    pub fn count(&mut self, rights: Rights, number: usize) {
        let part = match rights {
            Rights::BOTH => &mut self.both,
            Rights::CAPTURE => &mut self.capture,
            _ => &mut self.quiet,
        };
        *part = number as u16;
    }

    /// True if every move may capture or go to an empty square.
    #[inline]
    pub fn is_plain(self) -> bool {
        self.capture | self.quiet == 0
    }
}

/// An unobstructed ride of up to `len` steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    /// The step in bytes: it is added to the number of a square, wrapping around.
    pub step: u8,
    pub len: u8,
}

impl Slide {
    /// The squares of the slide, from the nearest to the farthest.
    #[inline]
    pub fn squares(self, from: Square) -> impl Iterator<Item = Square> {
        let mut sq = from;
        (0..self.len).map(move |_| {
            sq = Square(sq.0.wrapping_add(self.step));
            sq
        })
    }
}

/// The tables that generate the moves of a type from a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// All tables.
    #[default]
    General,
    /// Leaps and slides of a piece other than a pawn; all may both capture and go to empty squares.
    Plain,
    /// Leaps and pushes of a pawn that do not promote.
    Pawn,
}

/// The moves of one type from one square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub leaps: ByRights,
    pub slides: ByRights,
    pub paths: Run,
    pub kind: EntryKind,
    /// Two of the moves may reach the same square.
    pub duplicates: bool,
    /// Every move needs a platform.
    pub only_hops: bool,
    /// A move of a piece other than a pawn may promote it, or may be illegal because of where it ends.
    pub changes: bool,
}

/// The origins of plain captures on a square, each with the types that capture from there if the squares between are
/// empty.
#[derive(Clone, Debug, Default)]
pub(super) struct AttackOrigins {
    /// The squares of each line on which riders may attack, from the nearest to the farthest.
    pub lines: Vec<Vec<(Square, TypeSet)>>,
    /// The origins of leaps, except leaps from the first square of a line, which the line includes.
    pub leaps: Vec<(Square, TypeSet)>,
}

/// A promotion choice with its limit: the choice is illegal when the side has `limit` pieces of the types `alike`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PromotionChoice {
    pub id: TypeId,
    /// The type itself, promoted or not.
    pub alike: TypeSet,
    pub limit: u8,
}
