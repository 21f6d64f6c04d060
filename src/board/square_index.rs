//! Squares numbered without gaps, so that a set of squares takes few words.

use crate::types::{Bitboard, Square};
use crate::variant::Variant;

/// The numbering of a board's squares.
#[derive(Debug)]
pub struct SquareIndex {
    numbers: [u8; 256],
    /// The squares by number; unused entries are arbitrary.
    by_number: [Square; 256],
    squares: Vec<Square>,
}

impl SquareIndex {
    /// The numbering of a variant's board.
    pub fn new(v: &Variant) -> SquareIndex {
        let mut squares: Vec<Square> = v.squares().collect();
        squares.sort_by_key(|sq| sq.index());
        let (mut numbers, mut by_number) = ([0; 256], [Square(0); 256]);
        for (number, &sq) in squares.iter().enumerate() {
            numbers[sq.index()] = number as u8;
            by_number[number] = sq;
        }
        SquareIndex {
            numbers,
            by_number,
            squares,
        }
    }

    /// The squares in the order of their numbers.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The number of a square.
    #[inline]
    pub fn of(&self, sq: Square) -> usize {
        let number = usize::from(self.numbers[sq.index()]);
        debug_assert!(self.by_number[number] == sq, "{sq:?} is not on the board");
        number
    }

    /// The number of a square if it is on the board.
    #[inline]
    pub fn find(&self, sq: Square) -> Option<usize> {
        let number = usize::from(self.numbers[sq.index()]);
        (self.by_number[number] == sq).then_some(number)
    }

    /// The square with a number.
    #[inline]
    pub fn square(&self, number: usize) -> Square {
        debug_assert!(number < self.squares.len());
        self.by_number[number & 255]
    }

    /// The squares with these numbers.
    pub fn members<const W: usize>(
        &self,
        set: Bitboard<W, usize>,
    ) -> impl Iterator<Item = Square> + '_ {
        set.iter().map(|number| self.square(number))
    }

    /// The numbers of these squares.
    pub fn set<const W: usize>(
        &self,
        squares: impl IntoIterator<Item = Square>,
    ) -> Bitboard<W, usize> {
        let squares = squares.into_iter();
        squares.fold(Bitboard::EMPTY, |set, sq| set.with(self.of(sq)))
    }
}
