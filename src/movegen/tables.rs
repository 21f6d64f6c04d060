//! Compiled move tables: for every piece type and square what it can do there.
//!
//! Three kinds of moves, so that the fast ones never see the slow ones:
//! plain leaps are lists of target squares; plain slides are a step and the number of squares to
//! the edge; everything else (hoppers, lame, bent, cylinder, initial, multi-path moves) is a
//! *program*, a traced list of squares with what may happen on each. Attacks are found from the
//! target, along the rays on which riders could come and on the squares from which leapers could;
//! for programs by re-tracing, since a bent path is not the same in both directions.

use std::sync::Arc;

use super::trace::{EMPTY_SQUARE, PathStep};
use crate::types::{ByColor, Square, SquareSet, TypeId};
use crate::variant::{Royalty, Variant};

/// A run of entries in a pool.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    pub start: u32,
    pub len: u32,
}

impl Run {
    #[inline]
    pub fn of<T>(self, pool: &[T]) -> &[T] {
        &pool[self.start as usize..(self.start + self.len) as usize]
    }
}

/// Moves of one kind: a run of a pool in three parts, by what they may do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ByRights {
    pub start: u32,
    /// How many capture and go to empty squares as well; they come first.
    pub both: u16,
    /// How many only capture; they come next.
    pub capture: u16,
    /// How many only go to empty squares.
    pub quiet: u16,
}

impl ByRights {
    /// The three parts: both, captures only, quiet only.
    #[inline]
    pub fn parts<T>(self, pool: &[T]) -> [&[T]; 3] {
        let all = self.of(pool);
        let (both, rest) = all.split_at(usize::from(self.both));
        let (capture, quiet) = rest.split_at(usize::from(self.capture));
        [both, capture, quiet]
    }

    /// All of them.
    #[inline]
    pub fn of<T>(self, pool: &[T]) -> &[T] {
        let start = self.start as usize;
        let len = usize::from(self.both) + usize::from(self.capture) + usize::from(self.quiet);
        &pool[start..start + len]
    }

    /// True if all may do both.
    #[inline]
    pub fn is_plain(self) -> bool {
        self.capture | self.quiet == 0
    }
}

/// An unobstructed ride of up to `len` steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    /// Added to the square's byte, wrapping.
    pub step: u8,
    pub len: u8,
}

/// The form of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgramKind {
    /// Walk along the path.
    Line,
    /// Walk along the path; at a platform go on with the path of that index in `hops`.
    Hop { friend_only: bool },
    /// The target is the first square of the path; it is reached if one of the three following
    /// pairs of squares is empty.
    MultiPath,
    /// The orthodox pawn's first move, a quiet step over an empty square: a line like others, but
    /// so common that it is known at sight.
    Push { over: Square, to: Square },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Program {
    pub kind: ProgramKind,
    pub path: Run,
    /// One run of the path pool per square of the path, for hoppers.
    pub hops: Run,
    pub virgin: bool,
    /// A pawn push that leaves en-passant squares behind.
    pub push: bool,
    /// What follows a hop depends on more platforms.
    pub picky: bool,
    /// Where it may capture, if nothing is in the way, as far as the approaches do not tell.
    pub reach: SquareSet,
}

impl Program {
    /// A program without squares.
    pub fn new(kind: ProgramKind) -> Program {
        Program {
            kind,
            path: Run::default(),
            hops: Run::default(),
            virgin: false,
            push: false,
            picky: false,
            reach: SquareSet::EMPTY,
        }
    }
}

/// What has to be looked at for the moves of a type from a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// Everything.
    #[default]
    General,
    /// Leaps and slides that capture and do not capture alike, of a piece that is no pawn.
    Plain,
    /// Leaps and pushes of a pawn that is not promoted by them.
    Pawn,
}

/// What one type can do on one square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub leaps: ByRights,
    pub slides: ByRights,
    pub programs: Run,
    pub kind: EntryKind,
    /// Two programs may lead to the same square.
    pub twins: bool,
}

/// A line on which riders may come to a square, seen from that square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    /// Outward, added to the square's byte, wrapping.
    pub step: u8,
    /// Squares to the edge.
    pub len: u8,
    /// Index in [`MoveTables::riders`].
    pub kind: u16,
}

/// A square from which pieces of some types leap to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeapOrigin {
    pub sq: Square,
    /// One bit per type.
    pub types: u64,
}

/// From where plain moves capture on a square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Approach {
    pub rays: Run,
    /// Leaps, but for those from the first square of a ray: the ray sees them.
    pub leaps: Run,
}

/// The choice of a promotion, with the number of such pieces from which on it is not allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct PromotionChoice {
    pub id: TypeId,
    pub limit: u8,
}

/// The compiled moves of a game.
#[derive(Debug)]
pub struct MoveTables {
    pub(super) variant: Arc<Variant>,
    pub(super) entries: Vec<Entry>,
    pub(super) leaps: Vec<Square>,
    pub(super) slides: Vec<Slide>,
    pub(super) programs: Vec<Program>,
    pub(super) paths: Vec<PathStep>,
    pub(super) hops: Vec<Run>,
    /// Per square: from where plain moves capture on it.
    pub(super) approaches: Vec<Approach>,
    pub(super) rays: Vec<Ray>,
    pub(super) leap_origins: Vec<LeapOrigin>,
    /// Per kind of ray and number of steps (from 1): the types that capture along it over that
    /// many empty squares less one, one bit per type.
    pub(super) riders: Vec<[u64; 16]>,
    /// Types that capture by programs.
    pub(super) odd_types: u64,
    /// Per type and square: where a program may capture, if nothing is in the way.
    pub(super) odd_reach: Vec<SquareSet>,
    /// Per colour and file: what a pawn may become.
    pub(super) promotions: ByColor<Vec<Vec<PromotionChoice>>>,
    pub(super) hill: Option<(TypeId, SquareSet)>,
    /// The game can be decided while there are legal moves.
    pub(super) decides_early: bool,
    /// Two lone royals can do nothing to each other: the game is drawn.
    pub(super) bare_royals_draw: bool,
    /// All royals move as orthodox kings, on a board that is not too small for two of them.
    pub(super) orthodox_royals: bool,
    /// Types that stay on squares of one colour, one bit per type.
    pub(super) shade_bound: u64,
    pub(super) royal_kinds: Vec<Royalty>,
    /// Royals of different colours may not face each other: the approaches show royals as riders
    /// along files.
    pub(super) royals_face: bool,
    /// The game can be decided by more than royals.
    pub(super) has_goals: bool,
    /// White and black have a royal at the start.
    pub(super) has_royals: ByColor<bool>,
    /// Kinds of which white and black must not lose the last piece.
    pub(super) vanishing: ByColor<Vec<u64>>,
    /// Types of which white and black must keep a piece not to be bare, one bit each.
    pub(super) baring: ByColor<u64>,
    /// Every move goes on to another board.
    pub(super) glass: bool,
    /// The moves of a piece are completed when they are known: two boards, or gates.
    pub(super) revised: bool,
    /// Captures explode.
    pub(super) explodes: bool,
    /// Who can capture must capture.
    pub(super) compulsory: bool,
    /// Some pawn can become a royal piece.
    pub(super) royal_promotion: bool,
    /// Pieces in hand can be let in where others leave their first square.
    pub(super) gates: bool,
    /// Pieces in hand can be dropped.
    pub(super) drops: bool,
    /// Some drops must not be mate.
    pub(super) drops_must_not_mate: bool,
}

impl MoveTables {
    /// The game.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The type of royal that wins by reaching its goal, and the squares of the goal.
    pub fn hill(&self) -> Option<(TypeId, SquareSet)> {
        self.hill
    }

    #[inline]
    pub(super) fn entry(&self, id: TypeId, sq: Square) -> &Entry {
        &self.entries[id.index() << 8 | sq.index()]
    }

    /// How many squares a type could move to or capture on from a square of the empty board.
    pub fn empty_board_targets(&self, id: TypeId, from: Square) -> usize {
        let entry = self.entry(id, from);
        let mut set = SquareSet::EMPTY;
        for &sq in entry.leaps.of(&self.leaps) {
            set.insert(sq);
        }
        for slide in entry.slides.of(&self.slides) {
            let mut sq = from;
            for _ in 0..slide.len {
                sq = Square(sq.0.wrapping_add(slide.step));
                set.insert(sq);
            }
        }
        for program in entry
            .programs
            .of(&self.programs)
            .iter()
            .filter(|p| !p.virgin)
        {
            let path = program.path.of(&self.paths);
            let path = if program.kind == ProgramKind::MultiPath {
                &path[..1]
            } else {
                path
            };
            for step in path {
                if step.captures() || step.quiet() {
                    set.insert(step.sq);
                }
                if !step.passes(EMPTY_SQUARE) {
                    break;
                }
            }
        }
        set.iter().count()
    }
}
