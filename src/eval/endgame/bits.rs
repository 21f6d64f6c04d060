//! Sets of board squares counted without gaps, as many words as the board needs.

/// A set of squares, bit `rank * files + file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The first `n` squares.
    pub fn first(n: usize) -> Bits<W> {
        (0..n).fold(Bits::EMPTY, Bits::with)
    }

    #[inline]
    pub fn with(mut self, index: usize) -> Bits<W> {
        self.0[index >> 6] |= 1 << (index & 63);
        self
    }

    #[inline]
    pub fn has(&self, index: usize) -> bool {
        self.0[index >> 6] >> (index & 63) & 1 != 0
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    #[inline]
    pub fn meets(&self, other: &Bits<W>) -> bool {
        (0..W).any(|i| self.0[i] & other.0[i] != 0)
    }

    #[inline]
    pub fn and(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    pub fn or(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The members that are not members of the other set.
    #[inline]
    pub fn without(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
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
