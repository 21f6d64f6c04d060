//! The tables of the special rules: what the hooks beside this file read.

use crate::board::Position;
use crate::board::cell::color_bit;
use crate::movegen::entry::PromotionChoice;
use crate::types::{Bitboard, ByColor, Color, Square, TypeId, TypeSet};
use crate::variant::Rights;

/// The precomputed special rules of a variant.
#[derive(Debug)]
pub(in crate::movegen) struct RuleTables {
    /// A rule adds moves to those of a piece after they are generated.
    pub completes: bool,
    /// Checks and pins do not decide legality: each move must be tried.
    pub tries_all: bool,
    /// A side can win without capturing or mating a royal.
    pub more_wins: bool,
    /// Captures are compulsory.
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
    /// Some pieces must be dropped before any other move.
    pub places: bool,
    /// Moves place walls.
    pub walls: bool,
    /// Pawns promote without moving.
    pub promotes_in_place: bool,
    /// By type and square: the moves that capture on the way; empty if the variant has none.
    pub doubles: Vec<Vec<Double>>,
    /// Pieces may capture their own side.
    pub takes_own: bool,
    /// Passing the turn can be a move.
    pub passes: bool,
    /// The promotion choices of pieces other than pawns, by type.
    pub choices: Choices,
    /// By type: the squares that a piece may not reach because it could never move again.
    pub dead_ends: Vec<Bitboard>,
    /// By type: the types that a piece may neither hop over nor capture; empty if no type has such limits.
    pub hop_limits: Vec<TypeSet>,
    /// A side loses if it mates with checks given only by pieces of these types.
    pub never_mating: TypeSet,
    /// One of these types must have given check in the unbroken sequence of checks before mate; if the set is empty, any
    /// type will do.
    pub mating_after: TypeSet,
    /// No move may give check.
    pub checks_are_illegal: bool,
    /// Every move ends on the other board.
    pub alice: bool,
    /// Captures explode.
    pub explodes: bool,
    /// Pieces burn the enemies next to them.
    pub burns: bool,
    /// A piece may change its type when it captures.
    pub captors_change: bool,
    /// The value of some captures differs from the value of the exchange on their target square.
    pub exchanges_differ: bool,
    /// Types that cannot be captured.
    pub immune: TypeSet,
    /// Types that capture without moving.
    pub rifles: TypeSet,
    /// The first move of a white or black pawn depends on its rank alone.
    pub pushing_by_rank: ByColor<bool>,
    /// Squares that win.
    pub goals: Vec<GoalTable>,
    /// Sets of types of which white and black must not lose the last piece.
    pub vanishing: ByColor<Vec<TypeSet>>,
    /// Types of which white and black must keep a piece so as not to be bare.
    pub baring: ByColor<TypeSet>,
}

impl RuleTables {
    /// True if a type is a pawn whose first move depends on its rank alone.
    pub fn pushes_by_rank(&self, id: TypeId) -> bool {
        let color = Color::ALL
            .into_iter()
            .find(|color| TypeId::pawn(*color) == id);
        color.is_some_and(|color| self.pushing_by_rank[color])
    }

    /// The moves of a type from a square that capture on the way.
    pub fn doubles(&self, id: TypeId, from: Square) -> &[Double] {
        let doubles = self.doubles.get(id.index() << 8 | from.index());
        doubles.map_or(&[], Vec::as_slice)
    }

    /// True if rules may add further moves to those of a piece.
    #[inline]
    pub fn add_to_pieces(&self) -> bool {
        self.completes || self.walls || !self.doubles.is_empty()
    }
}

/// Promotion choices by colour and type.
pub(in crate::movegen) type Choices = ByColor<Vec<Vec<PromotionChoice>>>;

/// Double moves that start with the same step.
#[derive(Clone, Debug)]
pub(in crate::movegen) struct Double {
    /// The square of the first capture.
    pub via: Square,
    /// A piece on that square cannot be captured, only passed over.
    pub spared: bool,
    /// If `via` is empty, the piece may step there and back, which passes the turn.
    pub passes: bool,
    /// The squares beyond `via`, from the nearest to the farthest. The origin of the move may be among them, and
    /// counts as empty.
    pub onward: Vec<Square>,
    /// The rights on these squares.
    pub rights: Rights,
}

/// Pieces of a side and the goal squares for these pieces.
#[derive(Clone, Debug)]
pub struct GoalTarget {
    /// Types that may reach the squares.
    pub types: TypeSet,
    /// The goal squares.
    pub squares: Bitboard,
}

/// A goal with its squares as bitboards.
#[derive(Debug, Default)]
pub struct GoalTable {
    /// The pieces and squares for each side. Two entries for the same type share no square.
    pub targets: ByColor<Vec<GoalTarget>>,
    /// The number of pieces that must be on goal squares.
    pub count: u32,
    pub(in crate::movegen) or_full: bool,
    pub(in crate::movegen) safe: bool,
    pub(in crate::movegen) held: bool,
    pub(in crate::movegen) level: bool,
}

impl GoalTable {
    /// True if a single piece wins as soon as it arrives.
    pub(in crate::movegen) fn is_simple(&self) -> bool {
        self.count == 1 && !self.safe && !self.held && !self.level
    }

    /// True if the square is a goal for this type.
    pub(in crate::movegen) fn is_for(&self, color: Color, id: TypeId, sq: Square) -> bool {
        self.targets[color]
            .iter()
            .any(|target| target.types.contains(id) && target.squares.contains(sq))
    }

    /// The goal squares that pieces of a side occupy.
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
