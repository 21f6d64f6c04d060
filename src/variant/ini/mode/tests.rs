mod warnings;

use super::*;

const PAWN: Context = Context {
    pawn: true,
    alternators: false,
};
const PIECE: Context = Context {
    pawn: false,
    alternators: false,
};
const OLD: Context = Context {
    pawn: false,
    alternators: true,
};

const QUIET: Rights = Rights::QUIET;
const CAPTURE: Rights = Rights::CAPTURE;

fn def(text: &str) -> MoveDef {
    let parts: Vec<&str> = text.trim_end_matches('*').split(',').collect();
    MoveDef {
        step: parts[0].parse().unwrap(),
        mode: u32::from_str_radix(parts[1], 16).unwrap(),
        further: parts[2..]
            .iter()
            .map(|part| part.parse().unwrap())
            .collect(),
        repeat: text.ends_with('*'),
    }
}

/// Decodes a move without anything suspicious about it.
fn clean(text: &str, context: Context) -> Vec<MoveDescriptor> {
    let decoded = decode(&def(text), context).unwrap();
    assert!(decoded.warnings.is_empty(), "{text}");
    decoded.moves
}

fn legs(text: &str) -> Vec<Leg> {
    let moves = clean(text, PIECE);
    assert_eq!(moves.len(), 1, "{text}");
    assert!(!moves[0].cylinder && !moves[0].en_passant);
    assert_eq!(moves[0].condition, Condition::Always);
    match &moves[0].shape {
        MoveShape::Path {
            legs,
            repeat: false,
        } => legs.clone(),
        other => panic!("{text}: {other:?}"),
    }
}

fn steps(files: i8, ranks: i8, rights: Rights, count: u8) -> Leg {
    leg(Step::new(files, ranks), rights, LegEnd::Steps(count))
}

fn slide(files: i8, ranks: i8, rights: Rights) -> Leg {
    Leg::slide(Step::new(files, ranks), rights)
}

fn hop(files: i8, rights: Rights, platform: Platform, immediate: bool, collide: bool) -> Leg {
    let end = LegEnd::Hop {
        platform,
        immediate,
        collide,
    };
    leg(Step::new(files, 0), rights, end)
}

#[test]
fn plain_modes_are_read() {
    assert_eq!(legs("14,7"), [steps(-2, -1, Rights::BOTH, 1)]);
    assert_eq!(legs("-16,6"), [steps(0, 1, QUIET, 1)]);
    assert_eq!(legs("-15,5"), [steps(1, 1, CAPTURE, 1)]);
    assert_eq!(legs("1,3"), [slide(1, 0, Rights::BOTH)]);
    assert_eq!(legs("1,3,1"), [slide(1, 0, Rights::BOTH)]);
    assert!(clean("1,103", PIECE)[0].cylinder);
}

#[test]
fn limited_ranges_are_one_leg() {
    for (mode, range) in [("43", 2), ("443", 3), ("843", 4), ("C43", 5)] {
        let text = format!("16,{mode}");
        assert_eq!(legs(&text), [steps(0, -1, Rights::BOTH, range)]);
    }
    // quiet on the first square, capture on the second
    let text = "16,72";
    assert_eq!(
        legs(text),
        [steps(0, -1, QUIET, 1), steps(0, -1, CAPTURE, 1)]
    );
}

#[test]
fn bent_and_lame() {
    // griffon: one step diagonally, then outwards
    assert_eq!(
        legs("17,1003"),
        [steps(1, -1, Rights::BOTH, 1), slide(0, -1, Rights::BOTH)]
    );
    assert_eq!(legs("17,3,16"), legs("17,1003"));
    assert_eq!(legs("17,3,1"), legs("17,10003"));
    // a crab-like piece that ends with one diagonal step of another direction
    assert_eq!(
        legs("14,FFFF1043"),
        [
            steps(-2, -1, Rights::BOTH, 1),
            steps(-1, 0, Rights::BOTH, 1)
        ]
    );
    assert_eq!(
        legs("15,70"),
        [
            steps(-1, -1, Rights::NONE, 1),
            steps(-1, -1, Rights::BOTH, 1)
        ]
    );
    assert_eq!(
        legs("16,1070"),
        [steps(0, -1, Rights::NONE, 1), steps(1, -1, Rights::BOTH, 1)]
    );
    assert_eq!(
        legs("16,470"),
        [steps(0, -1, Rights::NONE, 2), steps(0, -1, Rights::BOTH, 1)]
    );
    // a second leg that can do nothing is left out
    assert_eq!(legs("16,833"), [steps(0, -1, Rights::BOTH, 3)]);
}

#[test]
fn modes_of_hoppers_are_read() {
    let slide_capture = slide(1, 0, CAPTURE);
    assert_eq!(
        legs("1,BA"),
        [hop(1, QUIET, Platform::Any, false, false), slide_capture]
    );
    assert_eq!(
        legs("1,F8"),
        [
            hop(1, Rights::NONE, Platform::Any, false, false),
            steps(1, 0, Rights::BOTH, 1)
        ]
    );
    assert_eq!(
        legs("1,FC"),
        [
            hop(1, Rights::NONE, Platform::Any, true, false),
            slide(1, 0, Rights::BOTH)
        ]
    );
    assert_eq!(
        legs("1,10CB8"),
        [
            hop(1, Rights::NONE, Platform::Friend, false, true),
            slide(1, -1, Rights::BOTH)
        ]
    );
}

#[test]
fn initial_pawn_moves() {
    let push = |condition, passed, en_passant| MoveDescriptor {
        condition,
        en_passant,
        ..MoveDescriptor::path(vec![
            steps(0, 1, Rights::NONE, passed),
            steps(0, 1, QUIET, 1),
        ])
    };
    assert_eq!(clean("-16,24", PAWN), [push(Condition::Virgin, 1, true)]);
    assert_eq!(clean("-16,424", PAWN), [push(Condition::Virgin, 2, true)]);
    assert_eq!(clean("-16,64", PAWN), [push(Condition::Virgin, 1, false)]);
    assert_eq!(
        clean("-16,C24", PAWN),
        [
            push(Condition::Virgin, 2, true),
            push(Condition::BeyondStart, 1, true)
        ]
    );
    // if a piece other than a pawn makes the move, it allows no en passant
    assert_eq!(clean("-16,24", PIECE), [push(Condition::Virgin, 1, false)]);
    let hoplite = clean("15,E4", PAWN).remove(0);
    assert!(!hoplite.en_passant);
    let jump = Leg {
        over: Over::ANY,
        ..steps(-1, -1, Rights::NONE, 1)
    };
    let legs = vec![jump, steps(-1, -1, QUIET, 1)];
    let shape = MoveShape::Path {
        legs,
        repeat: false,
    };
    assert_eq!(hoplite.shape, shape);
}

#[test]
fn initial_bent_jump() {
    let moves = clean("-16,10F4", PIECE);
    let jump = Leg {
        over: Over::ANY,
        ..steps(0, 1, Rights::NONE, 1)
    };
    let legs = vec![jump, steps(1, 1, Rights::BOTH, 1)];
    let shape = MoveShape::Path {
        legs,
        repeat: false,
    };
    assert_eq!(moves[0].shape, shape);
    assert_eq!(moves[0].condition, Condition::Virgin);
}

#[test]
fn castling_has_the_width_that_the_mode_says() {
    for (text, files) in [
        ("1,34", 2),
        ("-1,34", -2),
        ("1,3034", 3),
        ("-1,1034", -3),
        ("1,2034", 4),
        ("1,34,3", 4),
        ("-1,34,-2", -3),
        ("2,3034", 3),
    ] {
        let moves = clean(text, PIECE);
        assert_eq!(
            moves[0].shape,
            MoveShape::Castling { files, inset: 0 },
            "{text}"
        );
    }
    let vertical = decode(&def("-16,34"), PIECE).unwrap();
    assert_eq!(vertical.moves, []);
    assert_eq!(vertical.warnings, [warning::VERTICAL_CASTLING]);
}

#[test]
fn modes_of_falcons_give_their_target_and_paths() {
    for (text, target, twice) in [
        ("13,FFFFF207", (-3, -1), (-1, 0)),
        ("50,11207", (2, -3), (1, -1)),
        ("-29,FFFF1207", (3, 2), (1, 1)),
        ("-19,FFFFF207", (-3, 1), (-1, 0)),
    ] {
        let moves = clean(text, PIECE);
        let MoveShape::MultiPath {
            twice: t,
            once: s,
            rights,
        } = moves[0].shape
        else {
            panic!("{text}");
        };
        assert_eq!((t.files, t.ranks), twice);
        let reached = (2 * t.files + s.files, 2 * t.ranks + s.ranks);
        assert_eq!(reached, target, "{text}");
        assert!(s.files.abs() <= 1 && s.ranks.abs() <= 1);
        assert_eq!(rights, Rights::BOTH);
    }
}

#[test]
fn steps_may_be_taken_in_turn() {
    let moves = clean("15,1E003", OLD);
    let shape = MoveShape::Path {
        legs: vec![
            steps(-1, -1, Rights::BOTH, 1),
            steps(1, -1, Rights::BOTH, 1),
        ],
        repeat: true,
    };
    assert_eq!(moves[0].shape, shape);
    let MoveShape::Path { repeat, .. } = clean("1,30", OLD)[0].shape else {
        panic!("no path");
    };
    assert!(repeat);
    // these moves mean the same in old files
    for text in ["1,3", "14,7", "843", "1,843", "15,70", "1,BA", "1,34"] {
        if text.contains(',') {
            assert_eq!(clean(text, OLD), clean(text, PIECE), "{text}");
        }
    }
    let bent = decode(&def("17,1403"), OLD).unwrap();
    assert_eq!(bent.warnings, [warning::ALTERNATOR_COUNT]);
    assert_eq!(bent.moves, clean("17,1403", PIECE));
}
