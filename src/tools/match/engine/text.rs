//! Prepares output of engines for terminals, logs and PGN.

pub use crate::protocol::output::shortened;

/// A text made safe for display. Control characters, characters that turn the direction of writing or have no width,
/// and bytes that are not UTF-8 are written as escapes (`\u{1b}`). Tabs become blanks.
pub fn printable(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    if bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t')) {
        // the usual case
        if text.contains('\t') {
            text = text.replace('\t', " ");
        }
        return text;
    }
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => clean.push(' '),
            // only program text needs to escape these characters
            '"' | '\'' | '\\' => clean.push(c),
            c => clean.extend(c.escape_debug()),
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys() {
        assert_eq!(printable(b"9 -34\te2e4 \"a\\b\""), "9 -34 e2e4 \"a\\b\"");
        assert_eq!(
            printable("\u{10d}a\u{e9} \u{68cb}".as_bytes()),
            "\u{10d}a\u{e9} \u{68cb}"
        );
        for c in [
            '\u{0}',
            '\u{7}',
            '\u{8}',
            '\r',
            '\n',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{9b}',
            '\u{ad}',
            '\u{61c}',
            '\u{200b}',
            '\u{200e}',
            '\u{2028}',
            '\u{202e}',
            '\u{2066}',
            '\u{feff}',
            '\u{e0041}',
        ] {
            let shown = printable(format!("a{c}\u{e9}").as_bytes());
            assert!(!shown.contains(c) && shown.starts_with("a\\"), "{shown}");
        }
        assert_eq!(printable(b"\xff\x1b"), "\u{fffd}\\u{1b}");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shortened("\u{e9}\u{e9}\u{e9}", 3), "\u{e9}\u{e9}\u{e9}");
        assert_eq!(shortened("\u{e9}\u{e9}\u{e9}x", 2), "\u{e9}\u{e9}...");
    }
}
