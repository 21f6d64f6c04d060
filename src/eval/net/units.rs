//! Numbers of hidden units in groups.

use super::eight::{Eight, WIDTH};

/// Units per group: the size of a hidden layer is a multiple of it.
pub(super) const GROUP: usize = 32;

/// The numbers of a group of units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units([Eight; GROUP / WIDTH]);

impl Units {
    /// Numbers split into groups.
    pub fn of(numbers: &[i16]) -> Vec<Units> {
        let (groups, rest) = numbers.as_chunks::<GROUP>();
        debug_assert!(rest.is_empty());
        let eights = |group: &[i16; GROUP]| {
            let (eights, _) = group.as_chunks();
            Units(std::array::from_fn(|i| Eight::of(eights[i])))
        };
        groups.iter().map(eights).collect()
    }

    /// The same from bytes, the lower byte of each number first.
    pub fn of_bytes(bytes: &[u8]) -> Vec<Units> {
        let (groups, rest) = bytes.as_chunks::<{ 2 * GROUP }>();
        debug_assert!(rest.is_empty());
        let group = |bytes: &[u8; 2 * GROUP]| {
            let (pairs, _) = bytes.as_chunks();
            let number = |i: usize| i16::from_le_bytes(pairs[i]);
            Units(std::array::from_fn(|i| {
                Eight::of(std::array::from_fn(|k| number(WIDTH * i + k)))
            }))
        };
        groups.iter().map(group).collect()
    }

    /// The number of a unit.
    pub fn number(&self, unit: usize) -> i16 {
        self.0[unit / WIDTH].numbers()[unit % WIDTH]
    }

    /// The same number for each unit.
    pub fn all(number: i16) -> Units {
        Units([Eight::of([number; WIDTH]); GROUP / WIDTH])
    }

    /// The numbers.
    pub fn numbers(self) -> impl Iterator<Item = i16> {
        self.0.into_iter().flat_map(Eight::numbers)
    }

    /// Adds modulo 2^16.
    #[inline]
    pub fn add(&mut self, others: &Units) {
        for (sums, others) in self.0.iter_mut().zip(&others.0) {
            *sums = sums.plus(others);
        }
    }

    /// Subtracts modulo 2^16.
    #[inline]
    pub fn subtract(&mut self, others: &Units) {
        for (sums, others) in self.0.iter_mut().zip(&others.0) {
            *sums = sums.minus(others);
        }
    }
}

/// The sum of the squared, clamped units times their weights; no sum of two products overflows, see
/// [`Net::new`](super::Net::new).
#[inline]
pub(super) fn output<const N: usize>(units: &[Units; N], weights: &[Units; N]) -> i32 {
    let mut sums = [0; 4];
    for (units, weights) in units.iter().zip(weights) {
        for (units, weights) in units.0.iter().zip(&weights.0) {
            sums = units.add_squares(weights, sums);
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_counts_with_its_own_weight() {
        let groups = |numbers: &[i16]| <[Units; 2]>::try_from(Units::of(numbers)).unwrap();
        let (mut units, mut weights) = ([0; 2 * GROUP], [0; 2 * GROUP]);
        for i in 0..2 * GROUP {
            (units[i], weights[i]) = (10, 1 + i as i16);
            let sum = output(&groups(&units), &groups(&weights));
            assert_eq!(sum, 100 * (1 + i as i32));
            units[i] = -10;
        }
    }

    #[test]
    fn what_is_added_can_be_taken_away() {
        let numbers: Vec<i16> = (0..GROUP as i16).map(|n| n * 1_000 - 500).collect();
        let mut sums = Units::all(7);
        let others = Units::of(&numbers)[0];
        sums.add(&others);
        let expected = numbers.iter().map(|n| n.wrapping_add(7));
        assert!(sums.numbers().eq(expected));
        sums.subtract(&others);
        assert!(sums.numbers().all(|number| number == 7));
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let read = Units::of_bytes(&bytes);
        assert!(read[0].numbers().eq(numbers.iter().copied()));
        assert_eq!(read[0].number(9), numbers[9]);
    }
}
