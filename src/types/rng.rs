//! Pseudo-random numbers that are the same on all machines and in all versions.
//!
//! Zobrist keys, openings and samples depend on these numbers, so they must not change with a library.

/// The step of the state: the golden ratio, in units of 2^-64.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// The generator splitmix64 of Steele, Lea and Flood ("Fast splittable pseudorandom number
/// generators", 2014).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The number with this index, from 0, of the sequence that begins with seed 0.
    pub const fn nth(index: u64) -> u64 {
        Rng(index.wrapping_mul(GAMMA)).next_u64()
    }

    /// The next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number less than `n`, which must be positive and small, so that the bias does not matter.
    pub const fn below(&mut self, n: usize) -> usize {
        (self.next_u64() % n as u64) as usize
    }

    /// A number from 0 to 1, less than 1.
    pub const fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Mixes a value into the state.
    pub const fn stir(&mut self, value: u64) {
        self.0 ^= value;
        self.0 = self.next_u64();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_reference_implementation() {
        let mut rng = Rng::new(1_234_567);
        let first = [rng.next_u64(), rng.next_u64(), rng.next_u64()];
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
        let mut rng = Rng::new(0);
        assert_eq!([0, 1].map(Rng::nth), [rng.next_u64(), rng.next_u64()]);
    }
}
