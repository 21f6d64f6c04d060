//! Sets of board squares numbered without gaps, as many words as the board needs.

/// A set of squares by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// No squares.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The first `n` squares.
    pub fn first(n: usize) -> Bits<W> {
        (0..n).fold(Bits::EMPTY, Bits::with)
    }

    /// The set with one more member.
    #[inline]
    pub fn with(mut self, index: usize) -> Bits<W> {
        for i in 0..W {
            // without a choice of word, which the processor would have to wait for
            self.0[i] |= u64::from(index >> 6 == i) << (index & 63);
        }
        self
    }

    /// True if a number is a member.
    #[inline]
    pub fn has(&self, index: usize) -> bool {
        self.0[index >> 6] >> (index & 63) & 1 != 0
    }

    /// True if there is no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    /// True if a number is a member of both sets.
    #[inline]
    pub fn meets(&self, other: &Bits<W>) -> bool {
        (0..W).any(|i| self.0[i] & other.0[i] != 0)
    }

    /// The members of both sets.
    #[inline]
    pub fn and(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The members of either set.
    #[inline]
    pub fn or(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The members that are not members of the other set.
    #[inline]
    pub fn without(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The number of members.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The set that begins with these words.
    #[inline]
    pub fn of_words(words: &[u64; 4]) -> Bits<W> {
        Bits(std::array::from_fn(|i| words[i]))
    }

    /// As many words as the largest board needs.
    pub fn words(self) -> [u64; 4] {
        std::array::from_fn(|i| self.0.get(i).copied().unwrap_or(0))
    }

    /// The members up to the lowest one of `stops`, which counts; all if there is none.
    #[inline]
    pub fn up_to_lowest(self, stops: Bits<W>) -> Bits<W> {
        let mut open = u64::MAX;
        let mut set = self;
        for i in 0..W {
            let stops = stops.0[i];
            set.0[i] &= (stops ^ stops.wrapping_sub(1)) & open;
            open &= u64::from(stops != 0).wrapping_sub(1);
        }
        set
    }

    /// The members down to the highest one of `stops`, which counts; all if there is none.
    #[inline]
    pub fn down_to_highest(self, stops: Bits<W>) -> Bits<W> {
        let mut open = u64::MAX;
        let mut set = self;
        for i in (0..W).rev() {
            let stops = stops.0[i];
            set.0[i] &= (u64::MAX << (63 - (stops | 1).leading_zeros())) & open;
            open &= u64::from(stops != 0).wrapping_sub(1);
        }
        set
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut words = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < W {
                let bits = words[word];
                if bits != 0 {
                    words[word] = bits & (bits - 1);
                    return Some(word * 64 + bits.trailing_zeros() as usize);
                }
                word += 1;
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_the_first_in_the_way() {
        let set = |members: &[usize]| members.iter().fold(Bits::<2>::EMPTY, |set, &n| set.with(n));
        let line = set(&[0, 5, 63, 64, 100, 127]);
        let none = Bits::EMPTY;
        assert_eq!(line.up_to_lowest(none), line);
        assert_eq!(line.down_to_highest(none), line);
        for stop in line.iter() {
            let farther = |lowest: usize| lowest.max(100);
            for stops in [set(&[stop]), set(&[stop, farther(stop)])] {
                let expected = line.iter().filter(|&n| n <= stop);
                assert_eq!(line.up_to_lowest(stops), set(&expected.collect::<Vec<_>>()));
            }
            for stops in [set(&[stop]), set(&[stop, stop.min(5)])] {
                let expected = line.iter().filter(|&n| n >= stop);
                let expected = set(&expected.collect::<Vec<_>>());
                assert_eq!(line.down_to_highest(stops), expected);
            }
        }
    }
}
