//! Modes that mean nothing, steps in turn, and writing modes anew.

use super::*;

#[test]
fn suspicious_modes_are_read_with_warnings() {
    for (text, warning, kept) in [
        ("1,0", warning::NO_RIGHTS, 0),
        ("1,1000", warning::NO_RIGHTS, 0),
        ("1,47", warning::UNREACHED_LEG, 1),
        ("1,403", warning::USELESS_COUNT, 1),
        ("13,FFFFF203", warning::MULTI_PATH_SLIDER, 1),
        ("1,AA", warning::IDLE_HOP, 1),
        ("1,4E4", warning::COUNTED_JUMP, 1),
        ("16,8F4", warning::COUNTED_JUMP, 1),
    ] {
        // 1 ^ 1 would be no step
        let text = if text == "1,1000" { "2,1000" } else { text };
        let decoded = decode(&def(text), PIECE).unwrap();
        assert_eq!(decoded.warnings, [warning], "{text}");
        assert_eq!(decoded.moves.len(), kept, "{text}");
    }
}

#[test]
fn undefined_modes_are_refused() {
    for (text, error) in [
        ("0,7", ModeError::NullStep),
        ("1,1003", ModeError::NullStep),
        ("1,3,0", ModeError::NullStep),
        ("999,7", ModeError::StepTooLong(999)),
        ("-2147483648,3", ModeError::StepTooLong(i32::MIN)),
        ("1,3,999", ModeError::StepTooLong(999)),
        ("1,8", ModeError::EndlessHopper),
        ("1,3A", ModeError::EndlessHopper),
        ("1,83", ModeError::HopToggle),
        ("1,4", ModeError::InitialRights),
        ("1,C4", ModeError::InitialRights),
        ("1,A4", ModeError::InitialReserved),
        ("1,434", ModeError::InitialReserved),
        ("1,34,-1", ModeError::CastlingDirection),
        ("13,FFFFF277", ModeError::MultiPathReserved),
        ("13,FFFFF2BA", ModeError::MultiPathReserved),
        ("13,FFFFF204", ModeError::MultiPathRights),
        ("13,207", ModeError::MultiPathStep),
        ("2,1207", ModeError::MultiPathStep),
        ("1,207,2147483647", ModeError::StepTooLong(i32::MAX ^ 1)),
        ("17,7,15*", ModeError::RepeatedLeap),
        ("17,70,15*", ModeError::RepeatedLeap),
        ("17,BA,15*", ModeError::RepeatedHop),
        ("17,FFFFF203*", ModeError::RepeatedHop),
        ("17,403,15*", ModeError::RepeatedBits),
        ("15,1E003,17*", ModeError::RepeatedBits),
        ("17,3,0*", ModeError::NullStep),
        ("17,3,15,4096*", ModeError::StepTooLong(4096)),
    ] {
        assert_eq!(decode(&def(text), PIECE), Err(error), "{text}");
        assert!(!error.to_string().is_empty() && !error.hint().is_empty());
    }
}

#[test]
fn steps_in_turn() {
    let cycle = |text: &str| {
        let moves = clean(text, PIECE);
        match &moves[0].shape {
            MoveShape::Path { legs, repeat: true } => legs.clone(),
            other => panic!("{text}: {other:?}"),
        }
    };
    let both = |files, ranks| steps(files, ranks, Rights::BOTH, 1);
    assert_eq!(cycle("17,3,15*"), [both(1, -1), both(-1, -1)]);
    assert_eq!(cycle("17,2003*"), [both(1, -1), both(3, -1)]);
    let rose = cycle("-31,3,-14,18,33,31,14,-18,-33*");
    assert_eq!(rose.len(), 8);
    assert_eq!(rose[7], both(-1, 2));
    // every other square is only passed
    let passed = steps(0, -1, Rights::NONE, 1);
    assert_eq!(cycle("16,30*"), [passed, both(0, -1)]);
    assert_eq!(
        cycle("1,21,2,3*"),
        [
            steps(1, 0, CAPTURE, 1),
            steps(2, 0, Rights::BOTH, 1),
            steps(3, 0, Rights::BOTH, 1)
        ]
    );
    // the same as the file-wide meaning of old files
    assert_eq!(clean("17,3,15*", PIECE), clean("17,3,15", OLD));
    assert!(clean("1,103,16*", PIECE)[0].cylinder);
    let slide = decode(&def("16,3,16*"), PIECE).unwrap();
    assert_eq!(slide.warnings, [warning::ONE_STEP_IN_TURN]);
    assert_eq!(slide.moves, clean("16,3", PIECE));
    let idle = decode(&def("16,0,17*"), PIECE).unwrap();
    assert_eq!(idle.warnings, [warning::NO_RIGHTS]);
}

#[test]
fn no_mode_panics() {
    for context in [PAWN, PIECE, OLD] {
        for low in 0..=0xFFFu32 {
            for high in [0, 1, 0x10, 0xFFFFF, 0x7FFFF, 0x80000] {
                for step in [1, -16, 14, 240, i32::MAX, i32::MIN] {
                    for second in [None, Some(1), Some(i32::MIN)] {
                        let mode = high << 12 | low;
                        let def = |repeat| MoveDef {
                            step,
                            mode,
                            further: second.into_iter().collect(),
                            repeat,
                        };
                        let _ = decode(&def(false), context);
                        let _ = decode(&def(true), context);
                    }
                }
            }
        }
    }
}

#[test]
fn modes_are_written_as_they_are_read() {
    for (context, texts) in [
        (
            PIECE,
            &[
                "1,7",
                "1,3",
                "-16,1",
                "14,2",
                "1,43",
                "1,443",
                "1,843",
                "1,C43",
                "16,70,17",
                "15,70",
                "17,3,16",
                "14,43,15",
                "1,F8",
                "1,BA",
                "1,B8",
                "1,4B8,-15",
                "1,CBA,17",
                "1,FC",
                "1,34",
                "-1,34,-2",
                "1,103",
                "1,107",
                "47,10207",
                "-47,FFFF0207",
                "17,3,15*",
                "16,30*",
                "-31,3,-14,18,33,31,14,-18,-33*",
                "-1,E4,-17",
                "-16,F4",
                "30,B8,17",
                "16,30",
            ][..],
        ),
        (
            PAWN,
            &[
                "-16,24", "-16,424", "-16,64", "15,E4", "-16,6", "-15,5", "-15,105",
            ],
        ),
    ] {
        for text in texts {
            let moves = clean(text, context);
            let written = encode(&moves, context.pawn);
            assert_eq!(written.missing, 0, "{text}");
            let read: Vec<_> = written
                .line
                .iter()
                .map(|def| decode(def, context))
                .collect();
            assert_eq!(read.len(), 1, "{text}");
            assert_eq!(read[0].as_ref().unwrap().moves, moves, "{text}");
        }
    }
    let moves = clean("-16,C24", PAWN);
    assert_eq!(encode(&moves, true).line, [def("-16,C24")]);
    let long = MoveDescriptor::path(vec![Leg {
        end: LegEnd::Steps(6),
        ..Leg::leap(Step::new(1, 0), Rights::BOTH)
    }]);
    assert_eq!(encode(&[long], false).missing, 1);
}
