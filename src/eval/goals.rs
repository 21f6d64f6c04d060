//! What goals besides royals change about the worth of things.

use crate::variant::Variant;

/// What a piece costs its side where the goal is to lose them all, centipawns.
const BURDEN: i32 = 100;
/// What a side that needs one more check is ahead, centipawns; with two to go it is half of that.
const CHECKS: f64 = 700.0;

/// The worth of the types in a game, given their usual one: burdens where being without pieces wins.
pub(super) fn values(v: &Variant, usual: Vec<i32>) -> Vec<i32> {
    if v.rules.goals.bare_wins {
        return vec![-BURDEN; usual.len()];
    }
    usual
}

/// What checks given are worth, by how many are left to give: the fewer, the more each counts. None
/// where checks are not counted.
pub(super) fn checks(v: &Variant) -> Vec<i32> {
    let asked = v.rules.goals.checks;
    if asked == 0 {
        return Vec::new();
    }
    let worth = |left: u8| (CHECKS / f64::from(left.max(1)) - CHECKS / f64::from(asked)) as i32;
    (0..=asked).map(worth).collect()
}
