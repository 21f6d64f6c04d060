use super::*;
use crate::types::{Rng, Step};
use crate::variant::{Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Over, Platform, Rights};

/// The largest number of moves that one text may mean.
const MOST_MOVES: usize = 1000;

const PIECE: Context = Context {
    pawn: false,
    side: 8,
};
const PAWN: Context = Context {
    pawn: true,
    side: 8,
};
const QUIET: Rights = Rights::QUIET;

fn clean(text: &str, context: Context) -> Vec<MoveDescriptor> {
    let reading = read(text, context).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(reading.warnings, [], "{text}");
    reading.moves
}

/// The legs of a text with one move.
fn legs(text: &str) -> Vec<Leg> {
    let moves = clean(text, PIECE);
    match moves.as_slice() {
        [
            MoveDescriptor {
                shape:
                    MoveShape::Path {
                        legs,
                        repeat: false,
                    },
                ..
            },
        ] => legs.clone(),
        other => panic!("{text}: {other:?}"),
    }
}

fn steps(files: i8, ranks: i8, rights: Rights, count: u8) -> Leg {
    Leg {
        end: LegEnd::Steps(count),
        ..Leg::leap(Step::new(files, ranks), rights)
    }
}

#[test]
fn atoms_with_one_leg_are_read() {
    assert_eq!(legs("fW"), [steps(0, 1, Rights::BOTH, 1)]);
    assert_eq!(legs("rfmN"), [steps(1, 2, QUIET, 1)]);
    assert_eq!(legs("lR3"), [steps(-1, 0, Rights::BOTH, 3)]);
    assert_eq!(legs("frB"), [Leg::slide(Step::new(1, 1), Rights::BOTH)]);
    assert_eq!(legs("bD0"), [Leg::slide(Step::new(0, -2), Rights::BOTH)]);
    let lame = [steps(0, 1, Rights::NONE, 1), steps(1, 1, Rights::BOTH, 1)];
    assert_eq!(legs("rfnN"), lame);
    let hurdle = Leg {
        over: Over::PIECE,
        ..steps(0, 1, Rights::NONE, 1)
    };
    assert_eq!(legs("fjD"), [hurdle, steps(0, 1, Rights::BOTH, 1)]);
    let skipped = Leg {
        over: Over::ANY,
        ..steps(0, 1, Rights::NONE, 1)
    };
    let slide = Leg::slide(Step::new(0, 1), Rights::BOTH);
    assert_eq!(legs("fjR"), [skipped, slide]);
    for (text, count) in [
        ("K", 8),
        ("N", 8),
        ("RB", 8),
        ("Q", 8),
        ("hrN", 4),
        ("vN", 4),
        ("fhZ", 4),
    ] {
        assert_eq!(clean(text, PIECE).len(), count, "{text}");
    }
    assert!(clean("oR", PIECE).iter().all(|m| m.cylinder));
}

#[test]
fn hoppers_are_read() {
    let hop = |platform, collide| Leg {
        end: LegEnd::Hop {
            platform,
            immediate: false,
            collide,
        },
        ..Leg::leap(Step::new(0, 1), Rights::NONE)
    };
    let onward = Leg::slide(Step::new(0, 1), Rights::BOTH);
    assert_eq!(legs("fpR"), [hop(Platform::Any, false), onward]);
    let leap = steps(0, 1, Rights::BOTH, 1);
    assert_eq!(legs("fgR"), [hop(Platform::Any, false), leap]);
    let branch = Leg::slide(Step::new(-1, -1), Rights::BOTH);
    assert_eq!(legs("ftgabyarfR"), [hop(Platform::Friend, true), branch]);
    let hurdle = Leg {
        end: LegEnd::Hop {
            platform: Platform::Friend,
            immediate: true,
            collide: false,
        },
        ..Leg::leap(Step::new(0, 1), Rights::NONE)
    };
    assert_eq!(legs("ftpafW"), [hurdle, leap]);
    // the piece goes back from a neighbour, and on from the square where it stood
    let bounce = Leg {
        end: LegEnd::Hop {
            platform: Platform::Any,
            immediate: true,
            collide: true,
        },
        ..Leg::leap(Step::new(0, 1), Rights::NONE)
    };
    assert_eq!(
        legs("fpabyarK"),
        [bounce, Leg::slide(Step::new(-1, 0), Rights::BOTH)]
    );
    // a platform within three squares
    assert_eq!(clean("fpR3", PIECE).len(), 2);
}

#[test]
fn bent_paths_are_read() {
    let griffon = clean("FyafsF", PIECE);
    assert_eq!(griffon.len(), 4 + 8);
    assert_eq!(clean("frFfryaflF", PIECE).len(), 2);
    // a hook mover turns on any square
    assert_eq!(clean("fmarR", PIECE).len(), 7);
    // by default a leg does not go back, and turns at right angles only for an atom of four directions
    assert_eq!(clean("faW", PIECE).len(), 3);
    assert_eq!(clean("faK", PIECE).len(), 7);
    // the second leg is as long as the ride before it
    assert_eq!(clean("fmairR", PIECE).len(), 7);
}

#[test]
fn steps_over_anything_are_leaps() {
    assert_eq!(legs("fmpafrW"), [steps(1, 2, Rights::BOTH, 1)]);
    let mut knight = clean("mpafsW", PIECE);
    let mut leaps = clean("N", PIECE);
    let key = |m: &MoveDescriptor| format!("{m:?}");
    knight.sort_by_key(key);
    leaps.sort_by_key(key);
    assert_eq!(knight, leaps);
    // a leap on the way, over an empty square
    let moa = [steps(0, 2, Rights::NONE, 1), steps(1, 1, Rights::BOTH, 1)];
    assert_eq!(legs("fmpafafrW"), moa);
    // the path does not go out and in again
    assert_eq!(legs("fmpabrK").len(), 2);
    // first moves too, where occupied squares do not matter
    let back_and_over = [steps(0, -1, Rights::NONE, 1), steps(0, 2, Rights::BOTH, 1)];
    assert_eq!(legs("ibabmpafmcW"), back_and_over);
    let over_and_on = [
        steps(0, 2, Rights::NONE, 1),
        steps(0, 1, Rights::NONE, 1),
        steps(0, 1, Rights::BOTH, 1),
    ];
    assert_eq!(legs("fmpafafafW"), over_and_on);
    // a move that the text contains twice counts once
    clean("fmpafmpafWfmpaflFfH", PIECE);
}

#[test]
fn first_moves_are_read() {
    let pawn = clean("fmWfceFifmnD", PAWN);
    assert_eq!(pawn.len(), 4);
    assert_eq!(pawn[3].condition, Condition::Virgin);
    assert!(pawn[3].en_passant);
    let six = clean("fmWfceFifmW6", PAWN);
    assert_eq!(six.len(), 3 + 5);
    assert!(six[3..].iter().all(|m| m.en_passant));
    assert!(!clean("ifmnD", PIECE)[0].en_passant);
    assert_eq!(clean("iifmnD", PAWN)[0].condition, Condition::BeyondStart);
    let castling = clean("isjO3", PIECE);
    let shape = |files| MoveShape::Castling { files, inset: 1 };
    assert_eq!(castling[0].shape, shape(3));
    assert_eq!(castling[1].shape, shape(-3));
    assert_eq!(castling[0].turned().shape, shape(-3));
}

#[test]
fn errors_have_their_place() {
    let long = "a".to_owned() + &"mpafs".repeat(9);
    for (text, at, problem) in [
        ("", 0, BetzaErrorKind::Empty),
        ("fm", 1, BetzaErrorKind::NoAtom('m')),
        ("KDz", 2, BetzaErrorKind::NoAtom('z')),
        ("Qx", 1, BetzaErrorKind::NoAtom('x')),
        ("Bishop", 0, BetzaErrorKind::Word),
        ("Rook", 0, BetzaErrorKind::Word),
        ("hopper", 0, BetzaErrorKind::Word),
        ("Kafm", 3, BetzaErrorKind::NoAtom('m')),
        ("NfmX", 3, BetzaErrorKind::UnknownAtom('X')),
        ("fzW", 1, BetzaErrorKind::Unknown('z')),
        ("W!", 1, BetzaErrorKind::Unknown('!')),
        ("W\u{e9}", 1, BetzaErrorKind::Unknown('\u{e9}')),
        ("4W", 0, BetzaErrorKind::StrayNumber),
        ("R100", 1, BetzaErrorKind::Range),
        ("R01", 1, BetzaErrorKind::Range),
        ("cmcF", 2, BetzaErrorKind::Twice('c')),
        ("mmF", 1, BetzaErrorKind::Twice('m')),
        ("ifiW", 2, BetzaErrorKind::Twice('i')),
        ("fmrF", 2, BetzaErrorKind::Parted('f', 'r')),
        ("rmfcN", 2, BetzaErrorKind::Parted('r', 'f')),
        ("hmrN", 2, BetzaErrorKind::Parted('h', 'r')),
        ("WafcsK", 4, BetzaErrorKind::Parted('f', 's')),
        ("iiifW", 2, BetzaErrorKind::Twice('i')),
        ("hN", 0, BetzaErrorKind::HalfOf),
        ("WpgR", 2, BetzaErrorKind::Contradiction('p', 'g')),
        ("njD", 1, BetzaErrorKind::Contradiction('n', 'j')),
        ("Fdc", 2, BetzaErrorKind::NoAtom('c')),
        ("FmtW", 2, BetzaErrorKind::OnlyTame),
        ("dtN", 1, BetzaErrorKind::OnlyTame),
        ("fcapafW", 1, BetzaErrorKind::UnsupportedOnTheWay('c')),
        ("WmafcafW", 4, BetzaErrorKind::UnsupportedOnTheWay('c')),
        ("cafR", 0, BetzaErrorKind::UnsupportedOnTheWay('c')),
        ("cpafK", 0, BetzaErrorKind::UnsupportedOnTheWay('c')),
        ("icafK", 1, BetzaErrorKind::UnsupportedOnTheWay('c')),
        ("nW", 0, BetzaErrorKind::LameStep),
        ("fceF", 2, BetzaErrorKind::NoPawn),
        ("iifmW", 0, BetzaErrorKind::NoPawnBeyond),
        ("oyafW", 3, BetzaErrorKind::HalfCylinder),
        ("gW", 0, BetzaErrorKind::NoMove),
        ("KpD", 1, BetzaErrorKind::NoMove),
        ("jjR2", 0, BetzaErrorKind::NoMove),
        ("sO2", 0, BetzaErrorKind::Castling),
        ("isO", 0, BetzaErrorKind::Castling),
        ("ifO2", 0, BetzaErrorKind::Castling),
        ("isO2ijsO2", 4, BetzaErrorKind::Castling),
        ("isO2isjO2", 4, BetzaErrorKind::Castling),
        ("KaiK", 2, BetzaErrorKind::Misplaced('i')),
        (&(long + "K"), 0, BetzaErrorKind::TooMany(MOST_MOVES)),
    ] {
        let found = read(text, PIECE);
        assert_eq!(found, Err(problem.clone().at(at)), "{text}");
        assert!(!problem.to_string().is_empty() && !problem.hint().is_empty());
    }
    let jumps = "j".repeat(300);
    assert!(read(&format!("{jumps}R"), PIECE).is_ok());
    assert!(read(&format!("fjpaf{jumps}W"), PIECE).is_err());
    assert!(read(&format!("is{jumps}O2"), PIECE).is_ok());
    let long = read("ifmR", PAWN);
    assert!(long.is_ok(), "{long:?}");
    let wide = Context { side: 16, ..PAWN };
    assert_eq!(read("ifmR", wide), Err(BetzaErrorKind::LongPush(6).at(3)));
    assert_eq!(read("feF", PAWN), Err(BetzaErrorKind::OnlyEnPassant.at(1)));
}

#[test]
fn suspicious_notation_is_read_with_warnings() {
    let warnings =
        |text: &str| -> Vec<(usize, BetzaWarning)> { read(text, PIECE).unwrap().warnings };
    assert_eq!(warnings("WL"), [(1, BetzaWarning::Swapped('L', 'C'))]);
    assert_eq!(clean("NC", PIECE), read("NL", PIECE).unwrap().moves);
    assert_eq!(warnings("fabaflW"), [(0, BetzaWarning::ComesHome)]);
    assert_eq!(warnings("fabW"), []);
    // in older texts the doubled atom is a rider
    assert_eq!(warnings("FDD"), [(2, BetzaWarning::Twice('D'))]);
    for text in ["NN0", "fNN", "NF", "N0N0"] {
        assert_eq!(warnings(text), [], "{text}");
    }
}

#[test]
fn words_that_may_be_meant() {
    for word in ["N", "RB", "fmWfceFifmnD", "FyafsF", "isO2", "W3F"] {
        assert!(is_likely(word), "{word}");
    }
    for word in ["a", "knight", "Knight", "Bishop", "(RB)", "3", "", "//"] {
        assert!(!is_likely(word), "{word}");
    }
}

#[test]
fn no_text_panics() {
    let letters: Vec<char> = "fbrsvhmcdetpgoynjaiKNWRO0369".chars().collect();
    let mut random = Rng::new(1);
    for _ in 0..200_000 {
        let mut text = String::new();
        loop {
            let index = random.below(1 << 16);
            text.push(letters[index % letters.len()]);
            if index.is_multiple_of(5) {
                break;
            }
        }
        for context in [PIECE, PAWN] {
            if let Err(error) = read(&text, context) {
                assert!(error.at <= text.len(), "{text}");
            }
        }
    }
}
