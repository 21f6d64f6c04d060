//! Promotion rules in any variant: choices, squares, captures, limits.

use std::sync::Arc;

use fmax::board::Position;
use fmax::movegen::perft::perft;
use fmax::ruleset::Ruleset;
use fmax::types::Color;
use fmax::variant::describe::{self, Pages};

use crate::common::games::{self, ARRAY, PIECES, complaints, load, parse};
use crate::common::play::{moves, moves_from};

/// Named squares, and more than one choice, for pieces of chess.
#[test]
fn any_piece_can_have_choices_and_squares() {
    let body = format!(
        "{ARRAY}{PIECES}Promotion: N=QR white=B=R\nPromotion-Rule: squares=a5-h5 capturing\n"
    );
    let rules = load(&body);
    let at = |fen: &str| games::at(&rules, fen);
    let knight = at("4k3/8/8/2p5/8/1N6/8/4K3 w - - 0 1");
    let found = moves_from(&knight, "b3");
    assert_eq!(
        found,
        ["b3a1", "b3a5", "b3c1", "b3c5q", "b3c5r", "b3d2", "b3d4"]
    );
    // black's squares are mirrored, and no black bishop promotes
    let black = at("4k3/8/1n6/3b4/2P1P3/8/8/4K3 b - - 0 1");
    let found = moves(&black).join(" ");
    assert!(
        found.contains("b6c4q b6c4r") && found.contains("d5e4 "),
        "{found}"
    );
    let described = Pages::new(rules.variant()).rules.join("\n");
    for line in [
        "With a capture that ends on a5-h5 as White sees it white's pieces promote: knight (N) to queen (Q) or \
         rook (R) and bishop (B) to rook (R).",
        "black's pieces promote: knight (N) to queen (Q) or rook (R).",
    ] {
        assert!(described.contains(line), "{described}");
    }
}

/// Where only captures promote, pawns may start in the zone. Both spellings are one variant, in
/// which a capture promotes from the first move on, and no other move promotes on any square.
#[test]
fn pawns_start_in_a_zone_where_only_captures_promote() {
    let with = |rule: &str| format!("{ARRAY}{PIECES}Promotion: Q\nPromotion-Rule: {rule}\n");
    let zones = [
        "ranks=8 capturing",
        "capturing ranks=8",
        "squares=a1-h8 capturing",
    ];
    let mut counts = Vec::new();
    for zone in zones {
        let rules = load(&with(zone));
        counts.push(perft(
            &rules.tables,
            &mut Position::start(rules.layout.clone()),
            3,
        ));
        let at = |fen: &str| games::at(&rules, fen);
        let first = at("4k3/8/8/8/8/3p4/2P5/4K3 w - - 0 1");
        assert_eq!(
            moves_from(&first, "c2").join(" "),
            "c2c3 c2c4 c2d3q",
            "{zone}"
        );
        let last = at("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(moves_from(&last, "b7").join(" "), "b7a8q b7b8", "{zone}");
        let passing = at("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1");
        assert_eq!(moves_from(&passing, "d5").join(" "), "d5c6 d5d6", "{zone}");
        let black = at("4k3/3p4/4P3/8/8/8/8/4K3 b - - 0 1");
        assert_eq!(
            moves_from(&black, "d7").join(" "),
            "d7d5 d7d6 d7e6q",
            "{zone}"
        );
    }
    counts.dedup();
    assert_eq!(counts.len(), 1, "{counts:?}");
    // without this line pawns must start outside the zone, and the error names the line
    let found = complaints(&parse(&with("ranks=7 leaving")));
    let hint = "(hint: they start on rank 2, so it is 1 to 6)";
    // the error comes once: refused lines are not checked further
    let [line] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert!(
        line.contains("15:17: error: ") && line.ends_with(hint),
        "{line}"
    );
    let known = with("ranks=7").replace("Promotion: Q", "+N:300 K\nPromotion: Q");
    let found = complaints(&parse(&known)).join("\n");
    let expected = "16:17: error: white's pawn on a2 would start where it is promoted (hint: pawns \
                promote on the last 7 squares of each file, as they go: with 6 this pawn is not in it, \
                and by `capturing` or `optional` pawns can be in it)";
    assert!(found.contains(expected), "{found}");
}

/// Promotion of pawns and pieces by captures anywhere, or by choice.
#[test]
fn promotion_by_capture_is_described() {
    let game = |rule: &str| {
        load(&format!(
            "9x8\n6 8 4 5 3 5 8 4 6\n6 8 4 5 3 5 8 4 6\np:80 fmWfcF\np:80 fmWfcF\nk:-1 K\nN:300 N\nB:300 B\nR:500 R\n\
             A:250 WD\nC:200 F\n+A:600 BN\nPromotion: A\nPromotion-Rule: squares=a1-i8 capturing{rule}\n\
             Name: A=Apprentice +A=Master\n"
        ))
    };
    let rules = game("");
    let described = Pages::new(rules.variant()).rules;
    for line in [
        "A pawn that captures becomes an apprentice (A).",
        "With a capture pieces promote: apprentice (A) to master (+A).",
        "A pawn that does not capture stays a pawn, on the last rank as well.",
    ] {
        assert!(
            described.iter().any(|other| other == line),
            "{line}: {described:#?}"
        );
    }
    let future = |rules: &Arc<Ruleset>, letter: char| {
        let variant = rules.variant();
        let id = variant.type_by_letter(letter, Color::White).unwrap();
        describe::future(variant, Color::White, id)
    };
    let said = |rules: &Arc<Ruleset>, letter| future(rules, letter).unwrap_or_default();
    assert_eq!(
        said(&rules, 'A'),
        "must become a master (+A) when it captures."
    );
    assert_eq!(
        said(&rules, 'P'),
        "must become an apprentice (A) when it captures."
    );
    assert_eq!(future(&rules, 'R'), None);
    let rules = game(" optional");
    assert_eq!(
        said(&rules, 'A'),
        "may become a master (+A) when it captures."
    );
    assert_eq!(
        said(&rules, 'P'),
        "may become an apprentice (A) when it captures, and must if that is on the last rank."
    );
    // play agrees with the description
    let at = |fen: &str| games::at(&rules, fen);
    let pawn = at("4k4/2r6/3P5/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(moves_from(&pawn, "d6"), ["d6c7", "d6c7a", "d6d7"]);
    let pawn = at("2r5k/3P5/9/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(moves_from(&pawn, "d7"), ["d7c8a", "d7d8"]);
}

/// Limits of pawn promotion are described with the rules and with the pawn.
#[test]
fn limits_of_pawn_promotion_are_described() {
    let future = |game: &Ruleset, color: Color| {
        let variant = game.variant();
        let pawn = variant.type_by_letter('P', color).unwrap();
        describe::future(variant, color, pawn).unwrap_or_default()
    };
    let chess = |lines: &str| load(&format!("{ARRAY}{PIECES}{lines}\n"));
    let quiet = chess("Promotion: Q\nPromotion-Rule: ranks=3 quiet");
    assert_eq!(
        future(&quiet, Color::White),
        "must become a queen (Q) on the last 3 ranks; if it captures, on the last rank only."
    );
    let squares = chess("Promotion: Q\nPromotion-Rule: squares=a6-h8 quiet");
    let line = "A pawn that captures is promoted on the last rank only.";
    for game in [&quiet, &squares] {
        let described = Pages::new(game.variant()).rules;
        assert!(
            described.iter().any(|other| other == line),
            "{described:#?}"
        );
    }
    let entering = chess("Promotion: Q\nPromotion-Rule: ranks=3 optional entering");
    assert_eq!(
        future(&entering, Color::White),
        "may become a queen (Q) on the last 3 ranks, and must on the last rank; if its move begins in the zone, \
         only with a capture or on the last rank."
    );
    // one side's pawns promote and the other's do not, in either order
    for (sides, with, without) in [
        ("white=none black=Q", Color::Black, Color::White),
        ("white=Q black=none", Color::White, Color::Black),
    ] {
        let game = chess(&format!(
            "Promotion: {sides}\nPromotion-Rule: ranks=3 optional quiet"
        ));
        assert_eq!(future(&game, without), "");
        assert!(future(&game, with).starts_with("may become a queen (Q)"));
        let described = Pages::new(game.variant()).rules;
        for line in [line, "Before the last rank a pawn may stay a pawn."] {
            assert!(
                described.iter().any(|other| other == line),
                "{sides}: {described:#?}"
            );
        }
    }
}

/// Zones that are not mirrored, as in variants whose armies start in opposite corners.
#[test]
fn each_side_can_have_its_own_squares() {
    let zones = "Promotion-Rule: white=squares=a8-b8 black=squares=g1-h1";
    let rules = load(&format!("{ARRAY}{PIECES}Promotion: Q\n{zones}\n"));
    let at = |fen: &str| games::at(&rules, fen);
    let white = at("4k3/1P4P1/8/8/8/8/1p4p1/4K3 w - - 0 1");
    assert_eq!(moves_from(&white, "b7"), ["b7b8q"]);
    assert_eq!(moves_from(&white, "g7"), ["g7g8"]);
    let black = at("4k3/1P4P1/8/8/8/8/1p4p1/4K3 b - - 0 1");
    assert_eq!(moves_from(&black, "b2"), ["b2b1"]);
    assert_eq!(moves_from(&black, "g2"), ["g2g1q"]);
    let described = Pages::new(rules.variant()).rules.join("\n");
    assert!(
        described
            .contains("Pawns promote on a8 and b8 (White) or g1 and h1 (Black) to: queen (Q)."),
        "{described}"
    );
}

#[test]
fn invalid_lines_are_refused() {
    for (line, complaint) in [
        (
            "Promotion: P=Q",
            "14:12: error: promotions of pawns are written without their letter",
        ),
        ("Promotion: N=N", "14:14: error: N cannot become N"),
        ("Promotion: N=Z", "14:14: error: there is no piece Z"),
        (
            "Promotion: N=+",
            "14:14: error: a letter is missing after +",
        ),
        ("Promotion: N=+B", "14:14: error: there is no piece +B"),
        (
            "Promotion-Rule: most=Q",
            "14:17: error: `most=Q` is not understood here",
        ),
        (
            "Promotion-Rule: black=ranks=2",
            "14:17: error: `black=ranks=2` is not understood here",
        ),
        (
            "Promotion-Rule: squares=a9",
            "14:25: error: `a9` is not on the board",
        ),
        (
            "Promotion-Rule: back",
            "14:17: error: `back` is for other pieces than pawns, and none promotes",
        ),
        (
            "Promotion: N=Q\nDrops: all",
            "15:8: error: captured pieces that were N could not be distinguished from others",
        ),
        (
            "Promotion: N=Q\nGating: N",
            "15:9: error: promotion of other pieces than pawns cannot be combined with gated pieces",
        ),
    ] {
        let text = format!("{ARRAY}{PIECES}{line}\n");
        let found = complaints(&parse(&text)).join("\n");
        assert!(found.contains(complaint), "{line}: {found}");
    }
    let lone = format!("{ARRAY}{PIECES}+E:300 K\n");
    let found = complaints(&parse(&lone)).join("\n");
    assert!(
        found.contains("there is no piece E to become +E"),
        "{found}"
    );
    let text = format!("{ARRAY}{PIECES}+N:300 K\nDrops: all\n");
    let rules = load(&text);
    for fen in [
        "4k3/8/8/8/8/8/8/+b3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/+3K3 w - - 0 1",
    ] {
        let error = Position::from_fen(&rules.layout, fen)
            .unwrap_err()
            .to_string();
        assert!(error.contains("no piece `+"), "{error}");
    }
}
