//! A set of squares as 256 bits.

use super::Square;

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// True if the square is a member.
    pub fn contains(&self, sq: Square) -> bool {
        self.0[usize::from(sq.0 >> 6)] >> (sq.0 & 63) & 1 != 0
    }

    /// Adds a square.
    pub fn insert(&mut self, sq: Square) {
        self.0[usize::from(sq.0 >> 6)] |= 1 << (sq.0 & 63);
    }

    /// Takes a square out.
    pub fn remove(&mut self, sq: Square) {
        self.0[usize::from(sq.0 >> 6)] &= !(1 << (sq.0 & 63));
    }

    /// True if there is no member.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The members of both sets.
    pub fn intersection(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The members of either set.
    pub fn union(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The members of exactly one of the sets.
    pub fn difference(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }

    /// The members that are not in the other set.
    pub fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// True if a square is in both sets.
    pub fn meets(&self, other: &SquareSet) -> bool {
        let common = |i: usize| self.0[i] & other.0[i];
        common(0) | common(1) | common(2) | common(3) != 0
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(self) -> Members {
        Members {
            left: self.0,
            word: 0,
        }
    }
}

/// Iterator over the members of a set.
#[derive(Clone, Debug)]
pub struct Members {
    left: [u64; 4],
    word: usize,
}

impl Iterator for Members {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while let Some(bits) = self.left.get_mut(self.word) {
            if *bits != 0 {
                let low = bits.trailing_zeros() as u8;
                *bits &= *bits - 1;
                return Some(Square((self.word * 64) as u8 + low));
            }
            self.word += 1;
        }
        None
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = SquareSet::EMPTY;
        for sq in squares {
            set.insert(sq);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_what_was_put_in() {
        let squares = [0, 1, 63, 64, 130, 255].map(Square);
        let mut set: SquareSet = squares.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        set.remove(Square(64));
        assert!(!set.contains(Square(64)) && set.contains(Square(255)));
        assert_eq!(set.difference(set), SquareSet::EMPTY);
        assert_eq!(set.without(set), SquareSet::EMPTY);
        assert_eq!(set.without(SquareSet::EMPTY), set);
        assert!(set.meets(&set) && !set.meets(&SquareSet::EMPTY));
    }
}
