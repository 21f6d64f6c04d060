//! Fairy-Stockfish's notation for moves, read and written.
//!
//! Modes and directions before an atom belong to it, in any order. Two neighbouring letters of a vertical and a
//! horizontal direction are one direction, and so is a doubled letter; `fr` on a knight is its wide leap to the right,
//! `rf` the narrow one. Letters without a meaning are skipped.

mod read;
mod write;

use crate::types::Step;

pub use read::read;
pub use write::write;

/// The atoms and their steps: files and ranks, the smaller number first. Slides other than `R`, `B` and `Q` are written
/// as leaps with a range.
const ATOMS: [(char, (i8, i8)); 11] = [
    ('W', (0, 1)),
    ('F', (1, 1)),
    ('D', (0, 2)),
    ('N', (1, 2)),
    ('A', (2, 2)),
    ('H', (0, 3)),
    ('C', (1, 3)),
    ('L', (1, 3)),
    ('Z', (2, 3)),
    ('J', (2, 3)),
    ('G', (3, 3)),
];

/// The eight directions of a step, each with the pairs of direction letters that name it.
fn names_of(short: i8, long: i8) -> [(Step, &'static str); 8] {
    [
        (Step::new(short, long), "ff vv rf rv fh rh hr"),
        (Step::new(-short, -long), "bb vv lb lv bh lh hr"),
        (Step::new(long, -short), "rr ss br bs bh rh hr"),
        (Step::new(-long, short), "ll ss fl fs fh lh hr"),
        (Step::new(long, short), "rr ss fr fs fh rh hl"),
        (Step::new(-long, -short), "ll ss bl bs bh lh hl"),
        (Step::new(short, -long), "bb vv rb rv bh rh hl"),
        (Step::new(-short, long), "ff vv lf lv fh lh hl"),
    ]
}

/// True if a pair of letters is among these names.
fn is_named(names: &str, pair: &str) -> bool {
    names.split(' ').any(|name| name == pair)
}

fn is_direction(c: char) -> bool {
    "fbvhrls".contains(c)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{Manner, Ray, Rays};
    use super::*;
    use crate::tools::exchange::fairy::pieces::Kind;

    /// The leaps of a text that may capture, as files and ranks.
    fn captures(text: &str) -> BTreeSet<(i8, i8)> {
        let rays = read(text);
        let taken = rays.iter().filter(|ray| ray.capture);
        taken.map(|ray| (ray.step.files, ray.step.ranks)).collect()
    }

    #[test]
    fn directions_are_read_as_fairy_stockfish_does() {
        assert_eq!(captures("fsW"), BTreeSet::from([(0, 1), (1, 0), (-1, 0)]));
        assert_eq!(captures("fN"), BTreeSet::from([(1, 2), (-1, 2)]));
        // the order of the letters decides between the wide and the narrow leap
        assert_eq!(captures("frN"), BTreeSet::from([(2, 1)]));
        assert_eq!(captures("rfN"), BTreeSet::from([(1, 2)]));
        assert_eq!(
            captures("bFfD"),
            BTreeSet::from([(1, -1), (-1, -1), (0, 2)])
        );
        assert_eq!(captures("fhN").len(), 4);
        assert_eq!(captures("fmWfcF"), BTreeSet::from([(1, 1), (-1, 1)]));
        // a letter without meaning is skipped
        assert_eq!(read("xyN"), read("N"));
        // of two statements about a direction the later one counts
        assert_eq!(read("R3R"), read("R"));
    }

    #[test]
    fn texts_are_read_back() {
        let texts = [
            "NN", "mQ3cQ2", "vR", "lfrbB", "hlN", "KN", "gQ", "mBcpB", "FDH", "ZCG",
        ];
        let named = Kind::named().filter_map(Kind::betza);
        for text in named
            .chain(texts)
            .chain(["mfFcfeWimfnA", "fmWfceFifmnD", "mRpRmFpB2"])
        {
            let rays = read(text);
            let written = write(&rays).unwrap_or_else(|| panic!("{text} has no form"));
            assert_eq!(read(&written), rays, "{text}: {written}");
        }
        assert_eq!(write(&read("fmWfcF")).as_deref(), Some("mfWcfF"));
        assert_eq!(write(&read("WF")).as_deref(), Some("K"));
    }

    #[test]
    fn ambiguous_moves_have_no_form() {
        // Fairy-Stockfish would also give the hopper the squares of the slider
        assert_eq!(write(&read("fRbpR")), None);
        // first moves do not capture
        let capture = Ray {
            initial: true,
            capture: true,
            manner: Manner::Leap,
            step: Step::new(0, 1),
        };
        assert_eq!(write(&Rays::from([capture])), None);
        assert!(write(&read("mRcpR")).is_some());
    }
}
