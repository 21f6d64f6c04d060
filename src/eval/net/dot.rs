//! The output of a net: the squares of its units, each times its weight.

use super::FULL;

/// Units that are looked at once.
const WIDTH: usize = 8;

/// The sum of the squares of the units, each times its weight. `H` is a multiple of eight; no sum of two products
/// overflows, see [`Net::new`](super::Net::new).
#[inline]
pub(super) fn dot<const H: usize>(units: &[i16; H], output: &[i16; H]) -> i32 {
    const { assert!(H.is_multiple_of(WIDTH)) };
    let (units, _) = units.as_chunks::<WIDTH>();
    let (output, _) = output.as_chunks::<WIDTH>();
    let mut sums = [0; WIDTH / 2];
    for (units, weights) in units.iter().zip(output) {
        sums = add_squares(sums, units, weights);
    }
    sums.iter().sum()
}

/// Adds eight squares times their weights, two to each sum, by the instruction that every x86-64 processor has for
/// that (`pmaddwd`). Of a loop the compiler makes one that takes four at once, which is half as fast.
#[cfg(target_arch = "x86_64")]
#[inline]
fn add_squares(sums: [i32; 4], units: &[i16; WIDTH], weights: &[i16; WIDTH]) -> [i32; 4] {
    use safe_arch::{
        add_i32_m128i, m128i, max_i16_m128i, min_i16_m128i, mul_i16_horizontal_add_m128i,
        mul_i16_keep_low_m128i,
    };
    let active = max_i16_m128i(m128i::from(*units), m128i::from([0i16; WIDTH]));
    let active = min_i16_m128i(active, m128i::from([FULL; WIDTH]));
    let products = mul_i16_keep_low_m128i(active, m128i::from(*weights));
    let pairs = mul_i16_horizontal_add_m128i(products, active);
    add_i32_m128i(m128i::from(sums), pairs).into()
}

#[cfg(not(target_arch = "x86_64"))]
use add_squares_anywhere as add_squares;

/// The same on any processor.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline]
fn add_squares_anywhere(
    mut sums: [i32; 4],
    units: &[i16; WIDTH],
    weights: &[i16; WIDTH],
) -> [i32; 4] {
    for (i, (&unit, &weight)) in units.iter().zip(weights).enumerate() {
        let active = i32::from(unit.clamp(0, FULL));
        sums[i / 2] += active * active * i32::from(weight);
    }
    sums
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
            let sums = [1, -2, 3, -4];
            let here = add_squares(sums, &units, &weights);
            assert_eq!(here, add_squares_anywhere(sums, &units, &weights));
        }
    }

    #[test]
    fn every_unit_counts_with_its_own_weight() {
        let mut units = [0; 32];
        let mut output = [0; 32];
        for i in 0..32 {
            (units[i], output[i]) = (10, 1 + i as i16);
            assert_eq!(dot(&units, &output), 100 * (1 + i as i32));
            units[i] = -10;
        }
    }
}
