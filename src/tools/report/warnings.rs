//! Warnings: numbers beyond a threshold. A warning is sure if the whole 95 % interval is beyond the threshold, and may be chance
//! otherwise.

use std::io::{self, Write};

use serde::Serialize;

use crate::tools::lab::estimate::Share;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Warning {
    /// The name of the warning, in a few words.
    pub worry: String,
    /// True if the interval excludes chance, with 97.5 % certainty.
    pub sure: bool,
    /// The finding and the threshold.
    pub found: String,
    /// Why the finding matters, or what to do about it.
    pub reason: String,
}

/// A threshold for a number.
#[derive(Clone, Copy, Debug)]
pub struct Threshold {
    name: &'static str,
    limit: f64,
    /// True if numbers above the limit are bad, false if those below it are.
    above: bool,
    reason: &'static str,
}

const fn most(name: &'static str, limit: f64, reason: &'static str) -> Threshold {
    Threshold {
        name,
        limit,
        above: true,
        reason,
    }
}

const fn least(name: &'static str, limit: f64, reason: &'static str) -> Threshold {
    Threshold {
        name,
        limit,
        above: false,
        reason,
    }
}

// Limits up to 1 are shares, and shown as percent.
#[rustfmt::skip]
mod table {
    use super::{Threshold, least, most};

    /// The score of the side that moves first, and the score of the other side.
    pub const FIRST_MOVE: Threshold = most("first move decides", 0.6, "the first move is worth too much: chess has 54 %, at 2000 nodes a move");
    pub const SECOND_SIDE: Threshold = most("second side wins", 0.6, "the first move is a disadvantage, or the armies are not equal");
    /// Equally good first moves, and games that differ.
    pub const OPENINGS: Threshold = least("one opening only", 2.0, "all games start the same way, and players memorise the opening");
    pub const DISTINCT: Threshold = least("games are alike", 0.5, "sensible players repeat the same game; more --openings vary it");
    pub const DRAWISH: Threshold = most("drawish", 0.6, "few games have a winner, and stronger players draw even more");
    /// The score of the stronger side.
    pub const SKILL: Threshold = least("skill does not matter", 0.6, "better play does not help: luck, the first move or draws decide");
    /// Moves of each side in the median game.
    pub const SHORT: Threshold = least("games too short", 15.0, "there is no time for plans: the first attack decides");
    pub const LONG: Threshold = most("games too long", 120.0, "few people finish such games");
    pub const ENDLESS: Threshold = most("games without end", 0.05, "no rule ends games without progress, or neither side can win them");
    /// Legal moves in a position.
    pub const FEW_CHOICES: Threshold = least("no choice", 5.0, "the moves play themselves");
    pub const MANY_CHOICES: Threshold = most("too many choices", 150.0, "players cannot consider them all, and overlook many");
    pub const UNCONVERTED: Threshold = most("advantages do not win", 0.1, "a large advantage does not win: mate is impossible, or drawing is too easy");
    /// Games in which a piece moves, and the part of its kind that is traded early.
    pub const MOVING: Threshold = least("a piece hardly moves", 0.25, "it is blocked, too weak to be worth a move, or lost before it can move");
    pub const TRADED: Threshold = most("a piece is always traded at once", 0.5, "it is gone before it matters");
    /// Games in which a rule comes into play.
    pub const PROMOTION: Threshold = least("promotion never happens", 0.05, "no pawn arrives: games end before, or pawns are too slow or too few");
    pub const UNUSED: Threshold = least("a rule never comes into play", 0.05, "players learn a rule that they never need");
    pub const UNUSED_WIN: Threshold = least("a way to win never comes into play", 0.05, "games are decided in other ways");

    /// For measured values: games with little information.
    pub const MEASURED_DRAWN: Threshold = most("drawish", 0.7, "draws have little information; fewer nodes make more mistakes");
    pub const MEASURED_ENDLESS: Threshold = most("games without end", 0.1, "they count as drawn; a higher --max-moves decides more of them");
    /// The error of a value, and the difference from the value in use, as parts of the value.
    pub const WIDE: Threshold = most("too few games", 0.2, "four times as many games halve the error");
    pub const OFF: Threshold = most("a value in use is far off", 0.15, "the engine traded it at the wrong value, which biases the measurement towards that; play again with the new value (--rounds, --value)");
}
pub use table::*;

impl Threshold {
    /// Warns if a number is beyond the limit. `found` says in words what was found.
    pub fn check(&self, value: f64, (low, high): (f64, f64), found: &str) -> Option<Warning> {
        let beyond = |number: f64| {
            if self.above {
                number > self.limit
            } else {
                number < self.limit
            }
        };
        let limit = if self.limit <= 1.0 {
            percent(self.limit)
        } else {
            self.limit.to_string()
        };
        beyond(value).then(|| {
            let found = format!("{found} (threshold {limit})");
            Warning::new(self.name, beyond(low) && beyond(high), found, self.reason)
        })
    }

    /// Warns if a share is beyond the limit, but not if there are no cases.
    pub fn check_share(&self, share: &Share, found: &str) -> Option<Warning> {
        let warning = self.check(share.share, (share.low, share.high), found);
        warning.filter(|_| share.of > 0)
    }
}

impl Warning {
    /// A warning that does not depend on a threshold.
    pub fn new(worry: &str, sure: bool, found: String, reason: &str) -> Warning {
        Warning {
            worry: worry.to_owned(),
            sure,
            found,
            reason: reason.to_owned(),
        }
    }
}

/// `60 %`
pub fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

pub(super) fn write_text(warnings: &[Warning], out: &mut impl Write) -> io::Result<()> {
    if warnings.is_empty() {
        writeln!(out, "  nothing")?;
    }
    for Warning {
        worry,
        sure,
        found,
        reason,
    } in warnings
    {
        let sure = if *sure { "sure" } else { "perhaps" };
        writeln!(out, "  {sure}: {worry}: {found}\n    {reason}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_is_sure_if_the_whole_interval_is_beyond_the_threshold() {
        let sure = |threshold: &Threshold, count, of| {
            let warning = threshold.check_share(&Share::new(count, of), "some");
            warning.map(|warning| warning.sure)
        };
        assert_eq!(sure(&DRAWISH, 50, 100), None);
        assert_eq!(sure(&DRAWISH, 65, 100), Some(false));
        assert_eq!(sure(&DRAWISH, 80, 100), Some(true));
        assert_eq!(sure(&MOVING, 2, 10), Some(false));
        assert_eq!(sure(&MOVING, 0, 100), Some(true));
        assert_eq!(sure(&MOVING, 0, 0), None);
    }
}
