//! Slips that leave a variant playable, and similar lines that are intended.

use super::*;

const CHESS: [&str; 7] = [
    "p:74 -16,24 -16,6 -15,5 -17,5",
    "p:74 16,24 16,6 15,5 17,5",
    "k:-1 1,34 -1,34 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7",
    "n:259 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7",
    "b:296 -15,3 -17,3 15,3 17,3",
    "R:444 1,3 -16,3 -1,3 16,3",
    "Q:851 1,3 -16,3 -1,3 16,3 -15,3 -17,3 15,3 17,3",
];

/// Chess with some lines exchanged. Lines are numbered from 1, and lines after the last one are added. The back ranks
/// are in lines 4 and 5, so that line 6 has piece 1.
fn chess(changes: &[(usize, &str)]) -> Vec<String> {
    let rank = "6 4 5 7 3 5 4 6";
    board(rank, rank, changes, "")
}

fn board(white: &str, black: &str, changes: &[(usize, &str)], tail: &str) -> Vec<String> {
    let mut lines = CHESS.map(str::to_owned).to_vec();
    for &(number, line) in changes {
        match lines.get_mut(number - 1) {
            Some(old) => *old = line.to_owned(),
            None => lines.push(line.to_owned()),
        }
    }
    lines.retain(|line| !line.is_empty());
    let body = format!("8x8\n{white}\n{black}\n{}\n{tail}", lines.join("\n"));
    let built = game(&body);
    let list = built.diagnostics.iter().map(ToString::to_string);
    list.map(|text| text.replace("test.ini:", "")).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn chess_is_meant() {
    assert_eq!(chess(&[]), NONE);
    let betza = [
        (1, "p:74 fmWfceFifmnD"),
        (2, "p:74 fmWfceFifmnD"),
        (4, "n:259 N"),
    ];
    assert_eq!(chess(&betza), NONE);
}

#[test]
fn pawns_that_walk_the_wrong_way() {
    let copied = "7:6: warning: black's pawn walks up the board, away from where it is promoted \
                  (hint: turned round it is 16,24 16,6 15,5 17,5)";
    assert_eq!(chess(&[(2, CHESS[0])]), [copied]);
    let white = chess(&[(1, "p:74 16,6 15,5 17,5"), (2, "p:74 16,6 15,5 17,5")]);
    assert!(
        white[0].starts_with("6:6: warning: white's pawn walks down the board"),
        "{white:?}"
    );
    assert_eq!(white.len(), 1);
    for (white, black) in [
        // a Berolina pawn, a pawn that can step back as well, a pawn that goes neither ahead nor back
        (
            "p:74 -15,E4 -17,E4 -15,6 -17,6 -16,5",
            "p:74 15,E4 17,E4 15,6 17,6 16,5",
        ),
        ("p:74 -16,7 16,6", "p:74 16,7 -16,6"),
        ("p:74 1,7 -1,7", "p:74 1,7 -1,7"),
        // a pawn that steps aside before it goes on
        ("p:74 1,70,-15 -1,70,-17", "p:74 1,70,17 -1,70,15"),
    ] {
        assert_eq!(chess(&[(1, white), (2, black)]), NONE, "{white}");
    }
}

#[test]
fn two_kinds_of_one_letter() {
    let rank = "6 4 8 7 3 5 4 6";
    let camel = "b:200 -47,7 -13,7 19,7 49,7 47,7 13,7 -19,7 -49,7";
    let found = board(rank, rank, &[(8, camel)], "");
    // white's B is the first type with this letter, black's the last
    let warning = |place: &str, whose: &str, color: &str, line: u32| {
        format!(
            "{place}: warning: {whose}, but for {color} the letter means the one of line {line} in \
             positions and moves (hint: give it another letter; of pieces with the same one the first \
             is white's and the last black's)"
        )
    };
    let white = warning("13:1", "white has two kinds of B", "white", 10);
    let black = warning("10:1", "black has two kinds of B", "black", 13);
    assert_eq!(found, [white, black]);
    let (plain, other) = ("6 4 5 7 3 5 4 6", "6 4 8 7 3 8 4 6");
    let tail = "Promotion: Q\n";
    let white = warning("13:1", "this B is white's", "white", 10);
    let black = warning("10:1", "this B is black's", "black", 13);
    assert_eq!(board(other, plain, &[(8, camel)], tail), [white, black]);
    // a type for each army, two types that move alike, and a type that is not on the board
    assert_eq!(board(plain, other, &[(8, camel)], tail), NONE);
    assert_eq!(
        board(rank, rank, &[(8, &CHESS[4].replace("296", "300"))], tail),
        NONE
    );
    assert_eq!(
        board(
            plain,
            plain,
            &[(8, "x:1 1,7 -1,7"), (9, "x:1 2,7 -2,7")],
            tail
        ),
        NONE
    );
}

#[test]
fn worths_with_a_minus_sign() {
    let bishop = CHESS[4].replace("b:296", "b:-300");
    let warning = "10:1: warning: the value -300 makes B royal, beside K: who loses the last B has \
                   lost (hint: b:300 is a piece like others)";
    assert_eq!(chess(&[(5, &bishop)]), [warning]);
    let hill = CHESS[2].replace("k:-1", "k:-2");
    assert_eq!(chess(&[(3, &hill), (5, &bishop)]), [warning]);
    // the mark on two types, kings that have a negative value, and an army with two kinds of king
    let marked = CHESS[4].replace("b:296", "b:-1");
    assert_eq!(chess(&[(5, &marked)]), NONE);
    let group = CHESS[2].replace("k:-1", "k:-400");
    assert_eq!(chess(&[(3, &group), (5, &bishop)]), NONE);
    let spartan = (8, "c:-435 1,7 -1,7 16,7 -16,7");
    let black = "6 4 5 7 8 5 8 6";
    let tail = "Promotion: Q\n";
    assert_eq!(board("6 4 5 7 3 5 4 6", black, &[spartan], tail), NONE);
}

#[test]
fn moves_without_a_mirror_image() {
    // seven of eight moves, a missing sign, a mistyped number, a missing bent ray
    let alone = |place: &str, found: &str, other: &str| {
        format!(
            "{place}: warning: move {found}: it has no mirror image, as the other moves of its kind \
             have (hint: to the other side it is {other})"
        )
    };
    let seven = CHESS[3].replace(" -33,7", "");
    assert_eq!(chess(&[(4, &seven)]), [alone("9:7", "-31,7", "-33,7")]);
    let sign = CHESS[4].replace("-17,3", "17,3");
    let twice = "10:23: warning: move 17,3: it is on this line before";
    assert_eq!(
        chess(&[(5, &sign)]),
        [twice.to_owned(), alone("10:7", "-15,3", "-17,3")]
    );
    let mistyped = CHESS[6].replace("17,3", "18,3").replace("-18", "-17");
    assert_eq!(chess(&[(7, &mistyped)]), [alone("12:39", "15,3", "17,3")]);
    let griffon = "g:830 -15,7 17,7 15,7 -17,7 -15,30,-16 -15,30,1 17,30,1 17,30,16 15,30,16 15,30,-1 \
                   -17,30,-16";
    let rank = "6 4 8 7 3 5 4 6";
    let found = board(rank, rank, &[(8, griffon)], "");
    assert_eq!(found, [alone("13:40", "-15,30,1", "-17,30,-1")]);
}

#[test]
fn one_sided_on_purpose() {
    let rank = "6 4 8 7 3 5 4 6";
    for line in [
        // half a knight that turns to the right, and a rider with the same moves
        "h:150 -31,7 18,7 31,7 -18,7",
        "h:150 -31,3 18,3 31,3 -18,3",
        // ahead and to the right; only to the right; a rook that cannot go back
        "h:150 -16,7 1,7 -15,7 -17,7 17,7 15,7 -2,7",
        "h:150 1,7",
        "h:150 1,3 -1,3 2,7 16,3 -16,3",
        // directions named in Betza notation are intended
        "h:150 fbrNlN",
        "h:150 fhNblN",
    ] {
        assert_eq!(
            board(rank, rank, &[(8, line)], "Promotion: Q\n"),
            NONE,
            "{line}"
        );
    }
    // the left and the right general of old Shogi lack one step each
    let left = "l:300 -16,7 16,7 1,7 -15,7 -17,7 15,7 17,7";
    let right = "r:300 -16,7 16,7 -1,7 -15,7 -17,7 15,7 17,7";
    let rank = "8 4 5 7 3 5 4 9";
    let right = right.replace("r:", "g:");
    assert_eq!(
        board(rank, rank, &[(8, left), (9, &right)], "Promotion: Q\n"),
        NONE
    );
    let lone = board(
        "8 4 5 7 3 5 4 6",
        "8 4 5 7 3 5 4 6",
        &[(8, left)],
        "Promotion: Q\n",
    );
    assert_eq!(lone.len(), 1);
    assert!(
        lone[0].starts_with("13:18: warning: move 1,7: "),
        "{lone:?}"
    );
}

#[test]
fn colours_that_differ_in_one_direction() {
    let typed = chess(&[(2, &CHESS[1].replace("17,5", "18,5"))]);
    let other = "7:22: warning: move 18,5: white's P has nothing that is like it for black (hint: for \
                 black 17,5 is missing)";
    assert_eq!(typed, [other]);
    let forgotten = chess(&[(2, "p:74 16,6 15,5 17,5")]);
    let missing = "7:1: warning: black's P has not all moves of white's: 16,24 is missing";
    assert_eq!(forgotten, [missing]);
    // a silver general on one line
    let rank = "6 4 8 7 3 5 4 6";
    let silver = "s:300 -16,7 -15,7 -17,7 15,7 17,7";
    let found = board(rank, rank, &[(8, silver)], "Promotion: Q\n");
    let way = "13:7: warning: move -16,7: white's S goes ahead by it, and black's the other way, as by \
               no other move (hint: a piece that moves unlike its mirror image needs a line for each \
               colour)";
    assert_eq!(found, [way]);
    let black = "s:300 16,7 -15,7 -17,7 15,7 17,7";
    let own = "6 4 9 7 3 5 4 6";
    let near: [&[(usize, &str)]; 4] = [
        // a line for each colour, a piece in Betza notation, a lance on one line, pawns of different armies
        &[(8, silver), (9, black)],
        &[(8, "s:300 FfW"), (9, "s:300 FfW")],
        &[(8, "l:200 -16,3"), (9, "l:200 -16,3")],
        &[(2, "h:74 15,6 17,6 16,5"), (8, silver), (9, black)],
    ];
    for lines in near {
        assert_eq!(board(rank, own, lines, "Promotion: Q\n"), NONE, "{lines:?}");
    }
}

#[test]
fn rule_lines_behind_the_end_of_a_game() {
    let rank = "6 4 5 7 3 5 4 6";
    let with = |tail: &str| board(rank, rank, &[], tail);
    let blank = "14:1: warning: the rule `Promotion` is not read: the variant has ended (hint: the blank \
                 line 13 ends it: rule lines follow without one)";
    assert_eq!(with("\nPromotion: Q\n"), [blank]);
    assert_eq!(
        with("\nPromotion: Q\n\n\nStalemate: loss\n// more\nChecks: 3\n").len(),
        3
    );
    assert_eq!(with("#\n# K& K\n\nPromotion: Q\n").len(), 1);
    let prose = "14:1: warning: the rule `Stalemate` is not read: the variant has ended (hint: line 13 \
                 ends it: put other text below the rule lines)";
    assert_eq!(with("here is chess\nStalemate: loss\n"), [prose]);
    for tail in [
        "Promotion: Q\n\nprose about it\nPromotion: as in chess\n",
        "\nprose\nHand: none\n",
        "\nHand:\n",
        "\nPieces: all of chess\n",
        "\n    |  Promotion: QRBC\n",
        "// a comment\nPromotion: Q\n",
    ] {
        assert_eq!(with(tail), NONE, "{tail}");
    }
}

#[test]
fn a_missing_line_of_blacks_pawn() {
    let error = |letter: &str, line: &str| {
        format!(
            "7:1: error: the piece line of black's pawn is missing, number 2 is `{letter}` (hint: \
             behind white's pawn a line `{line}` is expected)"
        )
    };
    let turned = "p:74 16,24 16,6 15,5 17,5";
    assert_eq!(chess(&[(2, "")]), [error("k", turned)]);
    // whichever piece comes next, in either notation
    let both = "p:74 fmWfceFifmnD";
    assert_eq!(
        chess(&[(1, both), (2, ""), (3, CHESS[3])]),
        [error("n", both)]
    );
    assert_eq!(
        chess(&[(1, both), (2, ""), (3, "n:259 N")]),
        [error("n", both)]
    );
    // another line is missing, or white's and black's pawns have different letters
    let number = |found: &[String]| found.iter().all(|line| line.contains("a piece number 7"));
    let found = chess(&[(7, "")]);
    assert!(found.len() == 2 && number(&found), "{found:?}");
    let found = chess(&[(2, "h:74 15,6 17,6 16,5"), (7, "")]);
    assert!(found.len() == 2 && number(&found), "{found:?}");
    // the numbers fit, but piece 2 is the king
    let rank = "5 3 4 6 2 4 3 5";
    let found = board(rank, rank, &[(2, "")], "");
    let royal = "7:1: warning: piece number 2 is black's pawn, but `k` is royal";
    assert!(found[0].starts_with(royal), "{found:?}");
}

#[test]
fn a_line_put_in_between_shifts_the_numbers() {
    let rank = "6 4 5 7 3 5 4 6";
    let body = |lines: &[String]| format!("8x8\n{rank}\n{rank}\n{}\n", lines.join("\n"));
    let warned = |body: &str| -> Vec<String> {
        let built = game(body);
        assert!(built.variant.is_some());
        let list = built.diagnostics.iter().map(ToString::to_string);
        list.map(|text| text.replace("test.ini:", "")).collect()
    };
    // a line is inserted before the king's line, so the knight's number becomes the king's
    let mut shifted = CHESS.map(str::to_owned).to_vec();
    shifted.insert(2, "A:900 BN".to_owned());
    let found = warned(&body(&shifted));
    assert_eq!(found.len(), 2, "{found:?}");
    for (line, (number, color)) in found.iter().zip([(4, "white"), (5, "black")]) {
        let message = format!("{number}:13: warning: {color} begins with several K: ");
        assert!(line.starts_with(&message), "{line}");
        assert!(
            line.contains("a new line belongs behind the last one"),
            "{line}"
        );
    }
    // a type that is never on the board, if its line is meant for this variant at all
    let unused = "13:1: warning: no A is ever on the board: it is in no back rank, and nothing is \
                  promoted to it";
    let archbishop = "A:800 -15,3 -17,3 15,3 17,3 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7";
    for (line, tail, meant) in [
        ("A:800 BN", "Promotion: QRBN\n", true),
        (archbishop, "Promotion: QRBN\nName: A=Archbishop\n", true),
        (archbishop, "Promotion: QRBN\n", false),
        ("A:800 BN", "", false),
        ("A:800 BN", "Promotion: QRBNA\n", false),
        (
            "A:800 BN",
            "Promotion: Q\nZone: z=a1-h1\nZone-Moves: Q=A@z\n",
            false,
        ),
        ("A:800 BN", "Promotion: Q\nDrops: A\nHand: AA\n", false),
        ("+N:800 BN", "Promotion: Q\n", false),
    ] {
        let found = board(rank, rank, &[(8, line)], tail);
        if meant {
            assert!(
                found.len() == 1 && found[0].starts_with(unused),
                "{tail}: {found:?}"
            )
        } else {
            assert_eq!(found, NONE, "{tail}")
        }
    }
}

#[test]
fn several_royal_pieces_on_purpose() {
    let rank = "6 4 5 7 3 5 4 6";
    // two types of royals, and several kings of whom only the last one counts
    let queen = CHESS[6].replace("851", "-1");
    assert_eq!(board(rank, rank, &[(7, &queen)], "Promotion: R\n"), NONE);
    let two = "3 4 5 7 3 5 4 6";
    let spare = CHESS[2].replace("-1 ", "-300 ");
    assert_eq!(board(two, two, &[(3, &spare)], "Promotion: Q\n"), NONE);
}

#[test]
fn values_left_out() {
    let found = chess(&[(4, "n: N")]);
    let expected = "9:1: warning: n has no value: it is estimated from the moves (hint: write n:? if that is \
                meant, or a number of hundredths of a pawn, as in n:325)";
    assert_eq!(found, [expected]);
    assert_eq!(chess(&[(4, "n:? N")]), NONE);
    assert_eq!(chess(&[(4, "n: 325 N")]), NONE);
}

/// Two pieces with one letter are reported when that explains an unknown letter.
#[test]
fn two_kinds_of_one_letter_explain_an_unknown_one() {
    let rank = "6 4 5 7 3 5 4 6";
    let found = board(
        rank,
        rank,
        &[(5, &CHESS[4].replace("b:", "n:"))],
        "Promotion: QB\n",
    );
    let unknown = "13:13: error: there is no piece B";
    assert!(
        found.iter().any(|line| line.starts_with(unknown)),
        "{found:?}"
    );
    let twice =
        "10:1: warning: white has two kinds of N, but for white the letter means the one of line 9";
    assert!(
        found.iter().any(|line| line.starts_with(twice)),
        "{found:?}"
    );
}
