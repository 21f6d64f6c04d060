//! Suggestions for misspelt words and names.

/// The candidate nearest to `word`, at most `limit` edits away (two letters in the wrong order are one); the first of several equally near candidates. Letter
/// case, blanks, dashes and underscores do not count.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Option<&'a str> {
    let word = plain(word);
    let length = word.chars().count();
    candidates
        .into_iter()
        .map(|known| (plain(known), known))
        // comparing takes time proportional to the product of both lengths, so skip words of very different length
        .filter(|(plain, _)| plain.chars().count().abs_diff(length) <= limit)
        .map(|(plain, known)| (strsim::osa_distance(&word, &plain), known))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known)
}

/// The part of a word that is compared.
fn plain(word: &str) -> String {
    let letters = word.chars().filter(|c| !" -_".contains(*c));
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_suggested_if_it_is_near() {
        let words = ["Promotion", "Letter", "Alias"];
        assert_eq!(did_you_mean("promotoin", words, 2), Some("Promotion"));
        assert_eq!(did_you_mean("latter", words, 2), Some("Letter"));
        assert_eq!(did_you_mean("lettre", words, 1), Some("Letter"));
        assert_eq!(did_you_mean("gravity", words, 2), None);
        let dashed = ["Bare-King", "Baring"];
        assert_eq!(did_you_mean("bare king", dashed, 0), Some("Bare-King"));
    }
}
