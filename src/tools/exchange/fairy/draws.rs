//! What two keys about draws mean, since they say it by the names of kinds of pieces: `chasingRule = axf` and
//! `materialCounting = janggi`.

use super::{Kind, Kinds};

/// What black has beforehand where the points of Janggi are counted, tenths: any number between one point and two,
/// since pieces count whole points.
pub const JANGGI_ODDS: std::ops::RangeInclusive<u16> = 11..=19;

fn kinds(names: &[&str]) -> Kinds {
    names
        .iter()
        .filter_map(|name| Kind::by_name(name))
        .collect()
}

/// The points of Janggi, with the kinds that count so much; others count nothing.
pub fn janggi_points() -> [(u16, Kinds); 5] {
    [
        (13, kinds(&["rook"])),
        (7, kinds(&["janggiCannon"])),
        (5, kinds(&["horse"])),
        (3, kinds(&["janggiElephant", "wazir"])),
        (2, kinds(&["soldier"])),
    ]
}

/// Attackers, and victims whom they chase even if these are protected, by the rule `axf`.
pub fn always_chased() -> [(Kinds, Kinds); 2] {
    [
        (kinds(&["horse", "cannon"]), kinds(&["rook"])),
        (
            kinds(&["elephant", "fers"]),
            kinds(&["rook", "cannon", "horse"]),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_have_these_names() {
        let counted = janggi_points()
            .into_iter()
            .map(|(_, kinds)| kinds.iter().count());
        assert_eq!(counted.collect::<Vec<_>>(), [1, 1, 1, 2, 1]);
        let chased = always_chased().map(|(a, b)| (a.iter().count(), b.iter().count()));
        assert_eq!(chased, [(2, 1), (2, 3)]);
    }
}
