//! What a position stores: the board, and the state that is saved at every move.

use super::cell::Cell;
use crate::types::{Bitboard, ByColor, Color, Move, Score, Square, TypeId};
use crate::variant::moves::MAX_PASSED;

/// En-passant rights: the squares just passed and the pawn that passed them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    pub(super) squares: [Square; MAX_PASSED],
    pub(super) count: u8,
    /// Where the pawn stands that can be captured.
    pub victim: Square,
    /// Some enemy pawn stands so that it could capture: only then the rights are in the key.
    pub(super) keyed: bool,
}

impl EnPassant {
    pub(super) const NONE: EnPassant = EnPassant {
        squares: [Square(0); MAX_PASSED],
        count: 0,
        victim: Square(0),
        keyed: false,
    };

    /// The passed squares.
    #[inline]
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.count)]
    }

    /// True if certainly no pawn can capture in passing.
    #[inline]
    pub fn is_useless(&self) -> bool {
        !self.keyed
    }
}

/// The part of a position that cannot be worked out backwards, saved at every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub key: u64,
    /// Key of the pawns alone, and of the other pieces of each colour.
    pub part_keys: [u64; 3],
    /// Where pieces stand that have never moved, as far as it matters, by the numbers of [`super::SquareIndex`].
    pub virgin: Bitboard<4, usize>,
    /// Where the pieces of each colour stand, by number.
    pub occupied: ByColor<Bitboard<4, usize>>,
    /// Where pawns of either colour stand, by number.
    pub pawn_squares: Bitboard<4, usize>,
    pub royals: ByColor<u64>,
    pub score: Score,
    pub phase: i32,
    pub en_passant: EnPassant,
    pub rule_clock: u16,
    /// Plies that have been counted, and how many end the game; limit 0: nobody counts.
    pub count: u16,
    pub count_limit: u16,
    /// How many more checks white and black need to win, where checks are counted.
    pub checks: ByColor<u8>,
    /// How many turns have been passed in a row, where that is a move of the game.
    pub passes: u8,
    /// The wall that has been set up last.
    pub wall: Option<Square>,
    /// What must not be traded cannot be captured now, because of the capture just made on this square.
    pub shielded: Option<Square>,
}

#[derive(Clone, Debug)]
pub(super) struct Undo {
    pub mv: Move,
    /// The captured piece's cell, type and square; cell 0: nothing was captured.
    pub captured: Cell,
    pub captured_type: TypeId,
    pub captured_square: Square,
    /// The mover's type before the move.
    pub mover_type: TypeId,
    /// How many pieces a move destroyed, its own included, besides the one it took.
    pub destroyed: u8,
    /// How many pieces left a hand because they can never come in.
    pub lost: u8,
}

/// A piece that a move has destroyed without taking it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Destroyed {
    pub cell: Cell,
    pub id: TypeId,
    pub sq: Square,
}

/// Everything of a position that changes. Apart from [`Position`](super::Position) so that making a move can read
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
    /// The moves that have led here.
    pub(super) stack: Vec<Undo>,
    /// The state before each of them.
    pub(super) states: Vec<State>,
    /// What captures have destroyed besides what they took, the last piece last.
    pub(super) destroyed: Vec<Destroyed>,
    /// What hands have lost because it can never come in, the last piece last.
    pub(super) lost: Vec<(Color, TypeId)>,
}
