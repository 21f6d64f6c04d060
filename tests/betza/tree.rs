//! The tree of the notation: what it writes is read as the same tree, and says what was read.

use fmax::variant::Condition;
use fmax::variant::betza::ast::{Atom, Notation, Range, Term, TermLeg};
use fmax::variant::betza::modes::Modes;
use fmax::variant::betza::{BetzaErrorKind, Context, read};
use proptest::prelude::*;

use crate::notation::notation;

fn atom() -> impl Strategy<Value = Atom> {
    let letters: Vec<char> = "WFKRBQDNAHCZGO".chars().collect();
    prop::sample::select(letters).prop_map(|letter| {
        let Notation(terms) = letter.to_string().parse().unwrap();
        terms[0].atom
    })
}

fn modes() -> impl Strategy<Value = Modes> {
    let letters: Vec<char> = "mcdetpgoyn".chars().collect();
    let some = prop::sample::subsequence(letters, 0..=4);
    (some, 0usize..=3).prop_map(|(letters, jumps)| {
        Modes::of(&letters.into_iter().collect::<String>()).and(&"j".repeat(jumps))
    })
}

fn leg() -> impl Strategy<Value = TermLeg> {
    (1..=255u8, modes(), any::<bool>()).prop_map(|(directions, modes, same_length)| TermLeg {
        directions,
        modes,
        same_length,
    })
}

fn term() -> impl Strategy<Value = Term> {
    let when = prop::sample::select(vec![
        Condition::Always,
        Condition::Virgin,
        Condition::BeyondStart,
    ]);
    let range = prop_oneof![(1..=99u8).prop_map(Range::UpTo), Just(Range::Unlimited)];
    let legs = prop::collection::vec(leg(), 1..=4);
    (when, legs, atom(), range).prop_map(|(when, mut legs, atom, range)| {
        let all = match atom {
            Atom::Castling => 0x44,
            _ => atom.class().all(),
        };
        legs[0].same_length = false;
        legs[0].directions = match legs[0].directions & all {
            0 => all,
            some => some,
        };
        Term {
            when,
            legs,
            atom,
            range,
        }
    })
}

#[test]
fn texts_have_one_canonical_spelling() {
    for (text, canonical) in [
        ("RB", "RB"),
        ("R0W1L", "RWC"),
        ("fbrlW", "W"),
        ("afsW", "afsW"),
        ("faW", "fasfW"),
        ("iO2", "isO2"),
        ("hlNhrJ", "hlNhrZ"),
        ("lrfF", "fblF"),
        ("fmpaibK", "fmpaibK"),
    ] {
        let read: Notation = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read.to_string(), canonical, "{text}");
    }
    let error = "NfmX".parse::<Notation>().unwrap_err();
    assert_eq!(
        (error.at, error.kind),
        (3, BetzaErrorKind::UnknownAtom('X'))
    );
}

proptest! {
    #[test]
    fn any_tree_is_read_as_written(terms in prop::collection::vec(term(), 1..=3)) {
        let tree = Notation(terms);
        let text = tree.to_string();
        prop_assert_eq!(text.parse(), Ok(tree), "{}", text);
    }

    #[test]
    fn the_canonical_text_says_the_same(text in notation(), pawn: bool) {
        let tree: Result<Notation, _> = text.parse();
        prop_assume!(tree.is_ok());
        let canonical = tree.unwrap().to_string();
        let context = Context { pawn, side: 10 };
        let moves = |text: &str| {
            let reading = read(text, context);
            reading.map(|reading| reading.moves).map_err(|error| error.kind)
        };
        prop_assert_eq!(moves(&text), moves(&canonical), "{} {}", text, canonical);
    }
}
