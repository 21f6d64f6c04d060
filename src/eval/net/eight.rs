//! SIMD vectors of eight 16-bit numbers.
//!
//! Every x86-64 processor has these instructions. From scalar loops the compiler makes slower code: it loads
//! operands that could be read from memory directly, and squares only four numbers at once.

/// Numbers per vector.
pub(super) const WIDTH: usize = 8;

#[cfg(target_arch = "x86_64")]
pub(super) use sse2::Eight;

#[cfg(not(target_arch = "x86_64"))]
pub(super) use plain::Eight;

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use safe_arch::{
        add_i16_m128i, add_i32_m128i, m128i, max_i16_m128i, min_i16_m128i,
        mul_i16_horizontal_add_m128i, mul_i16_keep_low_m128i, sub_i16_m128i,
    };

    use super::WIDTH;
    use crate::eval::net::FULL;

    /// Eight numbers.
    #[derive(Clone, Copy, Debug)]
    pub struct Eight(m128i);

    impl Eight {
        #[inline]
        pub fn of(numbers: [i16; WIDTH]) -> Eight {
            Eight(numbers.into())
        }

        #[inline]
        pub fn numbers(self) -> [i16; WIDTH] {
            self.0.into()
        }

        /// Adds modulo 2^16.
        #[inline]
        pub fn plus(self, other: &Eight) -> Eight {
            Eight(add_i16_m128i(self.0, other.0))
        }

        /// Subtracts modulo 2^16.
        #[inline]
        pub fn minus(self, other: &Eight) -> Eight {
            Eight(sub_i16_m128i(self.0, other.0))
        }

        /// Multiplies the squares of the activations by their weights, and adds two products to each sum.
        #[inline]
        pub fn add_squares(self, weights: &Eight, sums: [i32; 4]) -> [i32; 4] {
            let active = max_i16_m128i(self.0, m128i::from([0i16; WIDTH]));
            let active = min_i16_m128i(active, m128i::from([FULL; WIDTH]));
            let products = mul_i16_keep_low_m128i(active, weights.0);
            let pairs = mul_i16_horizontal_add_m128i(products, active);
            add_i32_m128i(m128i::from(sums), pairs).into()
        }
    }
}

/// The same on any processor.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain {
    use super::WIDTH;
    use crate::eval::net::FULL;

    #[derive(Clone, Copy, Debug)]
    pub struct Eight([i16; WIDTH]);

    impl Eight {
        #[inline]
        pub fn of(numbers: [i16; WIDTH]) -> Eight {
            Eight(numbers)
        }

        #[inline]
        pub fn numbers(self) -> [i16; WIDTH] {
            self.0
        }

        #[inline]
        pub fn plus(self, other: &Eight) -> Eight {
            Eight(std::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
        }

        #[inline]
        pub fn minus(self, other: &Eight) -> Eight {
            Eight(std::array::from_fn(|i| self.0[i].wrapping_sub(other.0[i])))
        }

        #[inline]
        pub fn add_squares(self, weights: &Eight, mut sums: [i32; 4]) -> [i32; 4] {
            for (i, (unit, weight)) in self.0.into_iter().zip(weights.0).enumerate() {
                let active = i32::from(unit.clamp(0, FULL));
                sums[i / 2] += active * active * i32::from(weight);
            }
            sums
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_agree() {
        let units = [-32768, -1, 0, 1, 7, 254, 255, 32767];
        for weights in [
            [127; WIDTH],
            [-128; WIDTH],
            [3, -5, 7, -11, 13, -17, 19, -23],
        ] {
            let (unit, weight) = (Eight::of(units), Eight::of(weights));
            let (other, by) = (plain::Eight::of(units), plain::Eight::of(weights));
            assert_eq!(unit.plus(&weight).numbers(), other.plus(&by).numbers());
            assert_eq!(unit.minus(&weight).numbers(), other.minus(&by).numbers());
            let sums = [1, -2, 3, -4];
            assert_eq!(
                unit.add_squares(&weight, sums),
                other.add_squares(&by, sums)
            );
        }
    }
}
