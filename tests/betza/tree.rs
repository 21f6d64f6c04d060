//! The syntax tree of the notation: its text is read as the same tree and means the same.

use std::collections::BTreeSet;

use fmax::protocol::xboard::gui_info;
use fmax::variant::Condition;
use fmax::variant::betza::ast::{Atom, Notation, Range, Term, TermLeg};
use fmax::variant::betza::modes::Modes;
use fmax::variant::betza::{BetzaErrorKind, Context, read};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

use crate::games::variants;
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
        ("faW", "faW"),
        ("iO2", "isO2"),
        ("hlNhrJ", "hlNhrZ"),
        ("lrfF", "fblF"),
        ("mfWcfF", "fmWfcF"),
        ("minfD", "ifmnD"),
        ("fmiiD", "iifmD"),
        ("nmajjmfN", "mnafmjjN"),
        ("fmbcW", "vmcW"),
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

/// The same letters, with the letters of each leg in another order. Direction letters keep their order, and stay side
/// by side if they are `joined`.
fn shuffled(text: &str, joined: bool, rng: &mut SmallRng) -> String {
    let mut new = String::new();
    let mut letters: Vec<String> = Vec::new();
    for c in text.chars() {
        let last = letters.last_mut().filter(|last| {
            let block = if c == 'i' { "i" } else { "fblrsvh" };
            (joined || c == 'i') && block.contains(c) && last.contains(|l| block.contains(l))
        });
        match (c, last) {
            ('a' | 'A'..='Z' | '0'..='9', _) => {
                let directions = letters.iter().filter(|l| "fblrsvh".contains(l.as_str()));
                let mut directions = directions.cloned().collect::<Vec<_>>().into_iter();
                letters.shuffle(rng);
                for letter in letters.drain(..) {
                    let direction = "fblrsvh".contains(letter.as_str());
                    new += &if direction {
                        directions.next().unwrap()
                    } else {
                        letter
                    };
                }
                new.push(c);
            }
            (_, Some(last)) => last.push(c),
            (_, None) => letters.push(c.to_string()),
        }
    }
    new
}

#[test]
fn the_pieces_of_all_games_are_read_in_any_order() {
    let mut rng = SmallRng::seed_from_u64(3);
    let (mut texts, mut changed) = (BTreeSet::new(), 0);
    for v in variants() {
        for line in gui_info(&v).piece_lines {
            texts.insert(line.split_once(' ').unwrap().1.to_owned());
        }
        let own = v.types().filter_map(|(_, piece)| piece.betza.clone());
        texts.extend(own);
    }
    assert!(texts.len() > 70, "{}", texts.len());
    for text in texts {
        let Ok(tree) = text.parse::<Notation>() else {
            panic!("{text}");
        };
        for _ in 0..50 {
            let other = shuffled(&text, true, &mut rng);
            changed += usize::from(other != text);
            assert_eq!(other.parse(), Ok(tree.clone()), "{text} {other}");
        }
    }
    assert!(changed > 700, "{changed}");
}

proptest! {
    #[test]
    fn the_letters_of_a_leg_may_stand_in_any_order(terms in prop::collection::vec(term(), 1..=3), seed: u64) {
        let tree = Notation(terms);
        let text = tree.to_string();
        let mut rng = SmallRng::seed_from_u64(seed);
        let side_by_side = shuffled(&text, true, &mut rng);
        prop_assert_eq!(side_by_side.parse(), Ok(tree.clone()), "{} {}", text, side_by_side);
        let parted = shuffled(&text, false, &mut rng);
        match parted.parse::<Notation>() {
            Ok(read) => prop_assert_eq!(read, tree, "{} {}", text, parted),
            Err(error) => {
                let ambiguous = matches!(error.kind, BetzaErrorKind::Parted(..));
                prop_assert!(ambiguous, "{} {}: {}", text, parted, error);
            }
        }
    }

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
