//! The forms of variant names.

/// The name for all variants `fairy/LABEL`.
pub(super) const FAIRY: &str = "fairy";
/// The name whose meaning can be selected.
pub(super) const MAKRUK: &str = "makruk";
/// The variants that `makruk` can mean.
pub(super) const MAKRUKS: [&str; 3] = [MAKRUK, "Cambodian", "Ai-wok"];

/// A name without the board size of old files: `falcon` for `10x8+0_falcon`.
pub fn short_name(name: &str) -> &str {
    let strip = || {
        let rest = strip_digits(name)?.strip_prefix('x')?;
        let rest = strip_digits(rest)?.strip_prefix('+')?;
        let rest = strip_digits(rest)?.strip_prefix('_')?;
        (!rest.is_empty()).then_some(rest)
    };
    strip().unwrap_or(name)
}

fn strip_digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

/// The label LABEL of a name `fairy/LABEL`.
pub(super) fn fairy_label(name: &str) -> Option<&str> {
    let label = name.strip_prefix(FAIRY)?.strip_prefix('/')?;
    (!label.is_empty()).then_some(label)
}

/// A name without letter case, dashes, underscores and blanks.
pub(super) fn folded(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, '-' | '_') && !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_size_is_taken_off_a_name() {
        assert_eq!(short_name("10x8+0_falcon"), "falcon");
        assert_eq!(short_name("8x8+16_a_b"), "a_b");
        for name in ["falcon", "8x8+0_", "8x8_x", "x8+0_y", "", "8x8+_z"] {
            assert_eq!(short_name(name), name);
        }
    }

    #[test]
    fn labels_and_folding() {
        assert_eq!(fairy_label("fairy/A-B"), Some("A-B"));
        assert_eq!(fairy_label("fairy/"), None);
        assert_eq!(fairy_label("fairyland"), None);
        assert_eq!(folded("King-Of the_Hill"), "kingofthehill");
    }
}
