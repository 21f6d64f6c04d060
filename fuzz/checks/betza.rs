//! A piece in Betza notation: what is read has a canonical spelling with the same meaning, and the
//! place of a mistake is in the text.

use fmax::variant::betza::{Context, Notation, read};

pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    for (pawn, side) in [(false, 8), (true, 16)] {
        let context = Context { pawn, side };
        let reading = match read(text, context) {
            Ok(reading) => reading,
            Err(error) => {
                assert!(error.at <= text.len(), "{error:?} in {text}");
                continue;
            }
        };
        assert!(
            reading.warnings.iter().all(|&(at, _)| at < text.len()),
            "{text}"
        );
        let tree: Notation = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let canonical = tree.to_string();
        let again = read(&canonical, context);
        let again = again.unwrap_or_else(|error| panic!("{text}: {canonical}: {error:?}"));
        assert_eq!(again.moves, reading.moves, "{text} is not {canonical}");
        assert_eq!(canonical.parse(), Ok(tree), "{text}: {canonical}");
    }
}
