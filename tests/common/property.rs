//! Properties of random things.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

/// Asserts that a property holds in so many random cases. The property tells whether it could look at
/// anything in a case; in at least a tenth of them it must.
pub fn holds<S: Strategy>(
    cases: u32,
    strategy: S,
    property: impl Fn(S::Value) -> Result<bool, TestCaseError>,
) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let looked = Cell::new(0);
    let result = TestRunner::new(config).run(&strategy, |value| {
        looked.set(looked.get() + u32::from(property(value)?));
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    let looked = looked.get();
    assert!(
        looked >= cases.div_ceil(10),
        "{looked} of {cases} looked at"
    );
}
