//! Guessing which known word somebody meant: for hints on misspelt rule words of a file and
//! misspelt names of games.

/// The candidate nearest to `word` (letter case aside) that is at most `limit` edits away, the
/// first of several.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Option<&'a str> {
    let length = word.chars().count();
    // one that is much longer or shorter need not be compared, which takes the product of both
    let near = |known: &&str| known.chars().count().abs_diff(length) <= limit;
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .filter(near)
        .map(|known| (strsim::levenshtein(&word, &known.to_lowercase()), known))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_suggested_if_it_is_near() {
        let words = ["Promotion", "Letter", "Alias"];
        assert_eq!(did_you_mean("promotoin", words, 2), Some("Promotion"));
        assert_eq!(did_you_mean("latter", words, 2), Some("Letter"));
        assert_eq!(did_you_mean("gravity", words, 2), None);
    }
}
