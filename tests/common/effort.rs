//! How much is tried of what could be tried for ever.

/// How many of what is drawn by chance, or walked through: the given number times the environment variable
/// `TEST_EFFORT`. It is 1 for whoever works on the program and waits; the checks of every change ask for more.
pub fn effort(once: u32) -> u32 {
    let factor = std::env::var("TEST_EFFORT").map_or(1, |text| {
        (text.parse()).unwrap_or_else(|_| panic!("TEST_EFFORT={text} is no number"))
    });
    once * factor
}
