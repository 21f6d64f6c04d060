//! Bitboards.

use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor};

use super::Square;

/// The members of a [`Bitboard`]: squares, or square numbers without gaps.
pub trait Member: Copy + Eq {
    /// The number of the bit.
    fn bit(self) -> usize;
    /// The member that a bit stands for.
    fn of_bit(bit: usize) -> Self;
}

impl Member for Square {
    #[inline]
    fn bit(self) -> usize {
        self.index()
    }

    #[inline]
    fn of_bit(bit: usize) -> Square {
        Square(bit as u8)
    }
}

impl Member for usize {
    #[inline]
    fn bit(self) -> usize {
        self
    }

    #[inline]
    fn of_bit(bit: usize) -> usize {
        bit
    }
}

/// A set of squares in `W` words: of [`Square`]s, which need four words on any board, or of square numbers
/// without gaps, which need as many words as the board requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bitboard<const W: usize = 4, I = Square>([u64; W], PhantomData<I>);

impl<const W: usize, I: Member> Bitboard<W, I> {
    /// The empty set.
    pub const EMPTY: Self = Bitboard([0; W], PhantomData);

    #[inline]
    fn of(words: impl FnMut(usize) -> u64) -> Self {
        Bitboard(std::array::from_fn(words), PhantomData)
    }

    /// The index of the word that holds a square, written so that 1, 2 or 4 words need no bounds check.
    #[inline]
    fn word(sq: I) -> usize {
        let word = sq.bit() >> 6;
        debug_assert!(word < W, "there is no square {}", sq.bit());
        if W.is_power_of_two() {
            word & (W - 1)
        } else {
            word
        }
    }

    /// The words of the set.
    #[inline]
    pub fn words(self) -> [u64; W] {
        self.0
    }

    /// A set by its words.
    #[inline]
    pub fn of_words(words: [u64; W]) -> Self {
        Bitboard(words, PhantomData)
    }

    /// True if the square is a member.
    #[inline]
    pub fn contains(&self, sq: I) -> bool {
        self.0[Self::word(sq)] >> (sq.bit() & 63) & 1 != 0
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, sq: I) {
        self.0[Self::word(sq)] |= 1 << (sq.bit() & 63);
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, sq: I) {
        self.0[Self::word(sq)] &= !(1 << (sq.bit() & 63));
    }

    /// The set with one more member, without selecting a word, which would stall the processor.
    #[inline]
    pub fn with(self, sq: I) -> Self {
        let (word, bit) = (Self::word(sq), sq.bit() & 63);
        Self::of(|i| self.0[i] | u64::from(word == i) << bit)
    }

    /// The members that are not in the other set.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        Self::of(|i| self.0[i] & !other.0[i])
    }

    /// The set if the condition holds, otherwise the empty set, without a branch.
    #[inline]
    pub fn only_if(self, condition: bool) -> Self {
        Self::of(|i| self.0[i] & u64::from(condition).wrapping_neg())
    }

    /// True if there is no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    /// True if a square is in both sets.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        (0..W).fold(0, |common, i| common | self.0[i] & other.0[i]) != 0
    }

    /// The number of members.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The number of members below a given member.
    #[inline]
    pub fn count_below(&self, sq: I) -> usize {
        let (word, below) = (Self::word(sq), (1 << (sq.bit() & 63)) - 1);
        let whole = self.0[..word].iter();
        let whole: usize = whole.map(|word| word.count_ones() as usize).sum();
        whole + (self.0[word] & below).count_ones() as usize
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(self) -> Members<W, I> {
        Members {
            left: self,
            word: 0,
        }
    }

    /// The same members in a set of another size; members that do not fit are dropped.
    #[inline]
    pub fn resized<const V: usize>(self) -> Bitboard<V, I> {
        Bitboard::of(|i| self.0.get(i).copied().unwrap_or(0))
    }

    /// The set with `by` added to all bit numbers, modulo the size of the set.
    #[inline]
    pub fn turned(self, by: u32) -> Self {
        if W == 1 {
            return Self::of(|i| self.0[i].rotate_left(by));
        }
        let (words, bits) = (by as usize / 64, by % 64);
        // a shift by 64 is split in two
        Self::of(|i| {
            let (word, below) = (i + W - words % W, i + 2 * W - 1 - words % W);
            self.0[word % W] << bits | self.0[below % W] >> 1 >> (63 - bits)
        })
    }

    /// The members up to and including the lowest member of `stops`; all members if `stops` is empty.
    #[inline]
    pub fn up_to_lowest(self, stops: Self) -> Self {
        let mut open = u64::MAX;
        let mut set = self;
        for i in 0..W {
            let stops = stops.0[i];
            set.0[i] &= (stops ^ stops.wrapping_sub(1)) & open;
            open &= u64::from(stops != 0).wrapping_sub(1);
        }
        set
    }

    /// The members down to and including the highest member of `stops`; all members if `stops` is empty.
    #[inline]
    pub fn down_to_highest(self, stops: Self) -> Self {
        let mut open = u64::MAX;
        let mut set = self;
        for i in (0..W).rev() {
            let stops = stops.0[i];
            set.0[i] &= (u64::MAX << (63 - (stops | 1).leading_zeros())) & open;
            open &= u64::from(stops != 0).wrapping_sub(1);
        }
        set
    }
}

impl<const W: usize, I: Member> Default for Bitboard<W, I> {
    #[inline]
    fn default() -> Self {
        Bitboard::EMPTY
    }
}

impl<const W: usize, I: Member> BitAnd for Bitboard<W, I> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self::of(|i| self.0[i] & other.0[i])
    }
}

impl<const W: usize, I: Member> BitOr for Bitboard<W, I> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self::of(|i| self.0[i] | other.0[i])
    }
}

impl<const W: usize, I: Member> BitOrAssign for Bitboard<W, I> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The members that are in exactly one of the two sets.
impl<const W: usize, I: Member> BitXor for Bitboard<W, I> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self::of(|i| self.0[i] ^ other.0[i])
    }
}

impl<const W: usize, I: Member> FromIterator<I> for Bitboard<W, I> {
    fn from_iter<T: IntoIterator<Item = I>>(squares: T) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Iterator over the members of a set.
#[derive(Clone, Debug)]
pub struct Members<const W: usize, I> {
    left: Bitboard<W, I>,
    word: usize,
}

impl<const W: usize, I: Member> Iterator for Members<W, I> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        while let Some(bits) = self.left.0.get_mut(self.word) {
            if *bits != 0 {
                let low = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(I::of_bit(self.word * 64 + low));
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_its_members() {
        let squares = [0, 1, 63, 64, 130, 255].map(Square);
        let mut set: Bitboard = squares.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        set.remove(Square(64));
        assert!(!set.contains(Square(64)) && set.contains(Square(255)));
        assert_eq!(set ^ set, Bitboard::EMPTY);
        assert_eq!(set.without(set), Bitboard::EMPTY);
        assert_eq!(set.without(Bitboard::EMPTY), set);
        assert!(set.meets(&set) && !set.meets(&Bitboard::EMPTY));
        let below = [0, 1, 64, 130, 255].map(|n| set.count_below(Square(n)));
        assert_eq!(below, [0, 1, 3, 3, 4]);
    }

    #[test]
    fn a_turned_set_has_the_numbers_that_follow() {
        fn check<const W: usize>() {
            let members = [0, 5, 63, 64, 100, 127, 128, 200, 255];
            let members = members.into_iter().filter(|&n| n < 64 * W);
            let set: Bitboard<W, usize> = members.clone().collect();
            for by in 0..64 * W {
                let expected = members.clone().map(|n| (n + by) % (64 * W)).collect();
                assert_eq!(set.turned(by as u32), expected, "{W} words by {by}");
            }
        }
        check::<1>();
        check::<2>();
        check::<4>();
    }

    #[test]
    fn lines_end_at_the_first_blocker() {
        let set = |members: &[usize]| members.iter().copied().collect::<Bitboard<2, usize>>();
        let line = set(&[0, 5, 63, 64, 100, 127]);
        assert_eq!(line.up_to_lowest(Bitboard::EMPTY), line);
        assert_eq!(line.down_to_highest(Bitboard::EMPTY), line);
        for stop in line.iter() {
            for stops in [set(&[stop]), set(&[stop, stop.max(100)])] {
                let expected = line.iter().filter(|&n| n <= stop).collect();
                assert_eq!(line.up_to_lowest(stops), expected);
            }
            for stops in [set(&[stop]), set(&[stop, stop.min(5)])] {
                let expected = line.iter().filter(|&n| n >= stop).collect();
                assert_eq!(line.down_to_highest(stops), expected);
            }
        }
    }
}
