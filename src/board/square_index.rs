//! The squares of a board by number, so that sets of them take no more words than they need.

use crate::types::{Bitboard, Square};
use crate::variant::Variant;

/// The squares of a board, numbered in their order and without gaps.
#[derive(Debug)]
pub struct SquareIndex {
    numbers: [u8; 256],
    squares: Vec<Square>,
}

impl SquareIndex {
    /// For the board of a game.
    pub fn new(v: &Variant) -> SquareIndex {
        let mut squares: Vec<Square> = v.squares().collect();
        squares.sort_by_key(|sq| sq.index());
        let mut numbers = [0; 256];
        for (number, sq) in squares.iter().enumerate() {
            numbers[sq.index()] = number as u8;
        }
        SquareIndex { numbers, squares }
    }

    /// The squares in the order of their numbers.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The number of a square.
    #[inline]
    pub fn of(&self, sq: Square) -> usize {
        usize::from(self.numbers[sq.index()])
    }

    /// The square of a number.
    #[inline]
    pub fn square(&self, number: usize) -> Square {
        self.squares[number]
    }

    /// The numbers of some squares.
    pub fn set<const W: usize>(
        &self,
        squares: impl IntoIterator<Item = Square>,
    ) -> Bitboard<W, usize> {
        let squares = squares.into_iter();
        squares.fold(Bitboard::EMPTY, |set, sq| set.with(self.of(sq)))
    }
}
