//! Scales the number of cases of tests that could try any number of cases.

/// The number of random cases or walks: the given number times the environment variable `TEST_EFFORT`.
/// It defaults to 1 for quick local runs; the weekly workflow sets it higher.
pub fn effort(once: u32) -> u32 {
    let factor = std::env::var("TEST_EFFORT").map_or(1, |text| {
        (text.parse()).unwrap_or_else(|_| panic!("TEST_EFFORT={text} is no number"))
    });
    once * factor
}
