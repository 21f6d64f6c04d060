//! Guessing which known word somebody meant.
//!
//! Used for hints only: misspelt rule words of a file and misspelt names of games.

/// How many letters must be inserted, removed or replaced to turn one word into the other.
pub fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    // row[j]: distance between what was read of `a` and the first j letters of `b`
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// The candidate nearest to `word` (letter case aside) that is at most `limit` edits away, the
/// first of several.
pub fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Option<&'a str> {
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (edit_distance(&word, &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, distance) in [
            ("", "", 0),
            ("abc", "", 3),
            ("stalemate", "stalemat", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(edit_distance(a, b), distance);
            assert_eq!(edit_distance(b, a), distance);
        }
    }

    #[test]
    fn nearest_word() {
        let words = ["Promotion", "Letter", "Alias"];
        assert_eq!(nearest("promotoin", words, 2), Some("Promotion"));
        assert_eq!(nearest("latter", words, 2), Some("Letter"));
        assert_eq!(nearest("gravity", words, 2), None);
    }
}
