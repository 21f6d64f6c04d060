//! Comparison of the names of variants.

/// The name in a list that equals `name`, or differs from it only in case and hyphens.
pub fn listed<'n>(known: impl Iterator<Item = &'n str> + Clone, name: &str) -> Option<&'n str> {
    let exact = known.clone().find(|known| *known == name);
    exact.or_else(|| known.clone().find(|known| folded(known) == folded(name)))
}

/// A name without case and hyphens, which are easily got wrong.
fn folded(name: &str) -> String {
    let clean = name.chars().filter(|c| !matches!(c, '-' | '_'));
    clean.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_case_and_hyphens() {
        let known = ["courier2", "King-of-the_hill", "x", "X"];
        let listed = |name| listed(known.into_iter(), name);
        assert_eq!(listed("kingofthehill"), Some("King-of-the_hill"));
        assert_eq!(listed("X"), Some("X"));
        assert_eq!(listed("courier"), None);
    }
}
