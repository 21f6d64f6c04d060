//! Numbers of hidden units in groups.

use std::array::from_fn;

use wide::{i16x8, i32x4};

use super::FULL;

/// Number of units in a group: the hidden layer of every net has a multiple of it.
pub(super) const GROUP: usize = 32;

/// Number of elements in a vector.
const WIDTH: usize = 8;

/// The numbers of a group of units, in vectors: from loops over single numbers the compiler makes slower code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Units([i16x8; GROUP / WIDTH]);

impl Units {
    /// Numbers split into groups.
    pub fn of(numbers: &[i16]) -> Vec<Units> {
        let (groups, rest) = numbers.as_chunks::<GROUP>();
        debug_assert!(rest.is_empty());
        let vectors = |group: &[i16; GROUP]| {
            let (vectors, _) = group.as_chunks::<WIDTH>();
            Units(from_fn(|i| vectors[i].into()))
        };
        groups.iter().map(vectors).collect()
    }

    /// Numbers from bytes, split into groups; the lower byte of each number comes first.
    pub fn of_bytes(bytes: &[u8]) -> Vec<Units> {
        let (groups, rest) = bytes.as_chunks::<{ 2 * GROUP }>();
        debug_assert!(rest.is_empty());
        let group = |bytes: &[u8; 2 * GROUP]| {
            let (pairs, _) = bytes.as_chunks();
            let vector = |i: usize| from_fn(|k| i16::from_le_bytes(pairs[WIDTH * i + k])).into();
            Units(from_fn(vector))
        };
        groups.iter().map(group).collect()
    }

    /// The number of one unit.
    pub fn number(&self, unit: usize) -> i16 {
        self.0[unit / WIDTH].to_array()[unit % WIDTH]
    }

    /// A group with the same number for each unit.
    pub fn all(number: i16) -> Units {
        Units([i16x8::splat(number); GROUP / WIDTH])
    }

    /// The numbers.
    pub fn numbers(self) -> impl Iterator<Item = i16> {
        self.0.into_iter().flat_map(i16x8::to_array)
    }

    /// Adds the numbers of another group, modulo 2^16.
    #[inline]
    pub fn add(&mut self, others: &Units) {
        for (sums, others) in self.0.iter_mut().zip(&others.0) {
            *sums += *others;
        }
    }

    /// Subtracts the numbers of another group, modulo 2^16.
    #[inline]
    pub fn subtract(&mut self, others: &Units) {
        for (sums, others) in self.0.iter_mut().zip(&others.0) {
            *sums -= *others;
        }
    }
}

/// The sum over all units of the square of the clipped number times the weight (SCReLU). No sum of two products overflows, see
/// [`Net::new`](super::Net::new).
#[inline]
pub(super) fn output<const N: usize>(units: &[Units; N], weights: &[Units; N]) -> i32 {
    let mut sums = i32x4::ZERO;
    for (units, weights) in units.iter().zip(weights) {
        for (unit, weight) in units.0.iter().zip(&weights.0) {
            let active = unit.max(i16x8::ZERO).min(i16x8::splat(FULL));
            sums += (active * *weight).dot(active);
        }
    }
    sums.reduce_add()
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
    fn output_is_the_sum_of_weighted_clipped_squares() {
        let units = [-32768, -1, 0, 1, 7, 254, 255, 32767];
        let weights = [127, -128, 3, -5, 7, -11, 13, -17];
        let units: Vec<i16> = (0..GROUP).map(|i| units[i % 8]).collect();
        let weights: Vec<i16> = (0..GROUP).map(|i| weights[i / 4]).collect();
        let product = |(unit, weight): (&i16, &i16)| {
            i32::from((*unit).clamp(0, FULL)).pow(2) * i32::from(*weight)
        };
        let expected: i32 = units.iter().zip(&weights).map(product).sum();
        let group = |numbers: &[i16]| [Units::of(numbers)[0]];
        assert_eq!(output(&group(&units), &group(&weights)), expected);
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
