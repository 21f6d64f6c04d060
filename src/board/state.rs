//! The data of a position: the board, and the state saved at every move.

use super::cell::Cell;
use crate::types::{Bitboard, ByColor, Color, Move, Score, Square, TypeId};
use crate::variant::moves::MAX_PASSED;

/// En-passant rights: the squares just passed and the pawn that passed them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EnPassant {
    pub(super) squares: [Square; MAX_PASSED],
    pub(super) count: u8,
    /// The square of the pawn that can be captured.
    pub victim: Square,
    /// Some enemy pawn could capture en passant: only then are the rights part of the key.
    pub(super) keyed: bool,
}

impl EnPassant {
    /// The passed squares.
    #[inline]
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.count)]
    }

    /// True if no pawn can capture en passant.
    #[inline]
    pub fn is_useless(&self) -> bool {
        !self.keyed
    }
}

/// The part of a position that cannot be recomputed backwards, saved at every move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub key: u64,
    /// Key of the pawns alone, and of the other pieces of each colour.
    pub part_keys: [u64; 3],
    /// Squares of virgin pieces whose virginity still matters, by the numbers of [`super::SquareIndex`].
    pub virgin: Bitboard<4, usize>,
    /// Squares of each colour's pieces, by number.
    pub occupied: ByColor<Bitboard<4, usize>>,
    /// Squares of the pawns of both colours, by number.
    pub pawn_squares: Bitboard<4, usize>,
    pub royals: ByColor<u64>,
    pub score: Score,
    pub phase: i32,
    pub en_passant: EnPassant,
    pub rule_clock: u16,
    /// Plies counted and the limit; 0: no count.
    pub count: u16,
    pub count_limit: u16,
    /// The checks that each side still needs, if checks are counted.
    pub checks: ByColor<u8>,
    /// Passes in a row, if passing is a move.
    pub passes: u8,
    /// The last wall.
    pub wall: Option<Square>,
    /// The square of the capture that shields pieces that may not be traded.
    pub shielded: Option<Square>,
}

/// A move that was made, with the data to unmake it. The default is a null move.
#[derive(Clone, Debug, Default)]
pub(super) struct Undo {
    pub mv: Move,
    /// The captured piece's cell, type and square; cell 0: none.
    pub captured: Cell,
    pub captured_type: TypeId,
    pub captured_square: Square,
    /// The mover's type before the move.
    pub mover_type: TypeId,
    /// Number of pieces that a move destroyed besides the captured one, its own included.
    pub destroyed: u8,
    /// Number of pieces that left a hand because they can no longer enter the board.
    pub lost: u8,
}

/// A piece destroyed by a move without being captured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Destroyed {
    pub cell: Cell,
    pub id: TypeId,
    pub sq: Square,
}

/// The changing data of a position. It is separate from [`Position`](super::Position) so that making a move can read
/// the layout while it changes the board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) cells: [Cell; 256],
    pub(super) square_of: [Square; 256],
    pub(super) type_of: [TypeId; 256],
    pub(super) live: ByColor<u64>,
    pub(super) pawns: ByColor<u64>,
    /// The squares with walls, by number.
    pub(super) walls: Bitboard<4, usize>,
    pub(super) counts: ByColor<[u8; 64]>,
    pub(super) hands: ByColor<[u8; 64]>,
    pub(super) hand_total: ByColor<u8>,
    pub(super) side: Color,
    pub(super) move_number: u32,
    pub(super) state: State,
    /// The moves since the start.
    pub(super) stack: Vec<Undo>,
    /// The state before each move of the stack.
    pub(super) states: Vec<State>,
    /// Pieces destroyed without being captured, in the order in which they were destroyed.
    pub(super) destroyed: Vec<Destroyed>,
    /// Pieces lost from hands because they can no longer enter the board, in the order in which they were lost.
    pub(super) lost: Vec<(Color, TypeId)>,
}
