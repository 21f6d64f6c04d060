//! The tables of the special rules: what the hooks beside this file read.

use crate::board::Position;
use crate::board::cell::color_bit;
use crate::movegen::entry::{PromotionChoice, Run};
use crate::types::{Bitboard, ByColor, Color, Square, TypeId, TypeSet};
use crate::variant::Rights;

/// What the special rules of a variant need to know.
#[derive(Debug)]
pub(in crate::movegen) struct RuleTables {
    /// The moves of a piece are completed when they are known.
    pub completes: bool,
    /// No general knowledge of a position settles whether a move is legal.
    pub tries_all: bool,
    /// The game can be decided by more than royals.
    pub more_wins: bool,
    /// Castling can win.
    pub castling_wins: bool,
    /// Who can capture must capture.
    pub must_capture: bool,
    /// Royals of different colours may not face each other: the attack origins show royals as riders
    /// along files.
    pub royals_face: bool,
    /// Pieces in hand can be dropped.
    pub drops: bool,
    /// Some drops must not be mate, or not give check, or put a royal on the board.
    pub drops_are_tried: bool,
    /// Some moves are illegal by themselves: a royal in check may not run away, some pieces may not be
    /// traded, or the turn can be passed.
    pub judges_moves: bool,
    /// Some pieces have to be dropped before any other move.
    pub places: bool,
    /// Moves set up walls.
    pub walls: bool,
    /// Pawns are promoted where they stand.
    pub promotes_in_place: bool,
    /// The moves that take something on their way, if there are any.
    pub doubles: Option<Box<DoubleTables>>,
    /// A royal in check may not run away.
    pub stays_in_check: bool,
    /// Pieces capture those of their own side.
    pub takes_own: bool,
    /// Royals may not slide over attacked squares.
    pub slides_safely: bool,
    /// Passing the turn can be a move.
    pub passes: bool,
    /// What pieces that are no pawns become, by type.
    pub choices: Choices,
    /// Per type: where it may not come because it could never move again.
    pub dead_ends: Vec<Bitboard>,
    /// By type: the types that it may neither hop over nor capture; empty if no type has such limits.
    pub hop_limits: Vec<TypeSet>,
    /// Not every mate counts.
    pub limits_mates: bool,
    /// The checks that make a mate count.
    pub mating: MatingTables,
    /// No move may give check.
    pub checks_are_illegal: bool,
    /// But those that mate may.
    pub mates_are_legal: bool,
    /// Every move goes on to another board.
    pub alice: bool,
    /// Captures explode.
    pub explodes: bool,
    /// Pieces burn the enemies beside them.
    pub burns: bool,
    /// Another piece may be made of a captor.
    pub captors_change: bool,
    /// Some captures are worth more or less than what captures and recaptures on their target bring.
    pub exchanges_differ: bool,
    /// What cannot be captured.
    pub immune: TypeSet,
    /// What captures without going there.
    pub rifles: TypeSet,
    /// The first move of a white or black pawn depends on its rank alone.
    pub pushing_by_rank: ByColor<bool>,
    /// Squares that win.
    pub goals: Vec<GoalTable>,
    /// Kinds of which white and black must not lose the last piece.
    pub vanishing: ByColor<Vec<TypeSet>>,
    /// Types of which white and black must keep a piece not to be bare.
    pub baring: ByColor<TypeSet>,
}

impl RuleTables {
    /// True if a type is a pawn whose first move depends on nothing but its rank.
    pub fn pushes_by_rank(&self, id: TypeId) -> bool {
        let pawn = |color: &Color| TypeId::pawn(*color) == id;
        let color = Color::ALL.into_iter().find(pawn);
        color.is_some_and(|color| self.pushing_by_rank[color])
    }

    /// True if a piece may have moves by rules, besides those of its own.
    #[inline]
    pub fn add_to_pieces(&self) -> bool {
        self.completes || self.walls || self.doubles.is_some()
    }
}

/// What a type of a colour may become.
pub(in crate::movegen) type Choices = ByColor<Vec<Vec<PromotionChoice>>>;

/// Double moves that begin with the same step.
#[derive(Clone, Copy, Debug)]
pub(in crate::movegen) struct Double {
    /// Where the first piece is taken.
    pub via: Square,
    /// Nothing on that square may be taken: it can only be passed over.
    pub spared: bool,
    /// Over that square, if it is empty, and back: the turn can be passed.
    pub passes: bool,
    /// The squares behind it, from the nearest to the farthest. Among them may be the one where
    /// the move begins, which counts as empty.
    pub onward: Run,
    /// What can be done on these.
    pub rights: Rights,
}

/// The double moves of a variant.
#[derive(Debug)]
pub(in crate::movegen) struct DoubleTables {
    /// Those of a type from a square.
    pub entries: Vec<Run>,
    pub doubles: Vec<Double>,
    pub squares: Vec<Square>,
}

impl DoubleTables {
    pub fn of(&self, id: TypeId, from: Square) -> &[Double] {
        self.entries[id.index() << 8 | from.index()].of(&self.doubles)
    }
}

/// The checks that make a mate count, or not.
#[derive(Debug)]
pub(in crate::movegen) struct MatingTables {
    /// Who mates with checks by nothing but these has lost.
    pub never_by: TypeSet,
    /// One of these must have given check in the unbroken row of checks; none: that does not matter.
    pub after: TypeSet,
}

/// Pieces of a side that have to get somewhere.
#[derive(Clone, Debug)]
pub struct GoalTarget {
    /// Which pieces.
    pub types: TypeSet,
    /// Where.
    pub squares: Bitboard,
}

/// A goal, ready to be looked at.
#[derive(Debug)]
pub struct GoalTable {
    /// The pieces and squares for each side; for one type, no two entries share a square.
    pub targets: ByColor<Vec<GoalTarget>>,
    /// The number of pieces that must be there.
    pub count: u32,
    pub(in crate::movegen) or_full: bool,
    pub(in crate::movegen) safe: bool,
    pub(in crate::movegen) held: bool,
    pub(in crate::movegen) level: bool,
}

impl GoalTable {
    /// True if a piece that gets there has won, and nothing else has to be known.
    pub(in crate::movegen) fn is_simple(&self) -> bool {
        self.count == 1 && !self.safe && !self.held && !self.level
    }

    /// True if a piece of that type belongs on the square.
    pub(in crate::movegen) fn is_for(&self, color: Color, id: TypeId, sq: Square) -> bool {
        let fits = |target: &GoalTarget| target.types.contains(id) && target.squares.contains(sq);
        self.targets[color].iter().any(fits)
    }

    /// The squares of the goal on which pieces of a side are that belong there.
    pub(in crate::movegen) fn arrived<'a>(
        &'a self,
        pos: &'a Position,
        color: Color,
    ) -> impl Iterator<Item = Square> + 'a {
        let own = move |target: &GoalTarget, sq: Square| {
            pos.cell(sq) & color_bit(color) != 0 && target.types.contains(pos.type_on(sq))
        };
        let targets = self.targets[color].iter();
        targets.flat_map(move |target| target.squares.iter().filter(move |&sq| own(target, sq)))
    }
}
