//! Rule lines that are valid, and rule lines that are refused.

use super::*;
use crate::variant::Drawing;

#[test]
fn rule_lines_are_obeyed_and_unknown_ones_reported() {
    let rules = "Alias: one two\nStalemate: LOSS\nLetter: A=Q\nPromotion: nR\n";
    let reported = |text: &str| complaints(&built("8x8", &(PIECES.to_owned() + text)));
    let among = reported(&(rules.to_owned() + "Note: prose\n"));
    assert_eq!(among, ["test.ini:17:1: error: there is no rule `Note`"]);
    assert_eq!(
        reported("Note: prose\n"),
        ["test.ini:13:1: warning: there is no rule `Note`"]
    );
    let built = built("8x8", &(PIECES.to_owned() + rules));
    assert_eq!(complaints(&built), [""; 0]);
    assert_eq!(built.aliases, ["one", "two"]);
    let variant = built.variant.unwrap();
    assert_eq!(variant.rules.win.stalemate, Stalemate::Loss);
    assert_eq!(variant.type_by_letter('a', Color::Black), Some(TypeId(7)));
    assert_eq!(choices(&variant), [[4, 6], [4, 6]]);
}

#[test]
fn promotion_rule_keeps_the_default_first() {
    let rules = "Promotion: white=RQN black=R\n";
    let variant = variant("8x8", &(PIECES.to_owned() + rules));
    assert_eq!(choices(&variant), [vec![7, 6, 4], vec![6]]);
}

#[test]
fn pieces_have_names() {
    let pieces = PIECES.to_owned() + "n:300 K\nName: N=Horse white=Q=War elephant, Black=Q=Lady\n";
    let rank = "7 6 5 3 4 5 6 7";
    let names = |text: &str| -> Vec<String> {
        let built = game(&format!("8x8\n{rank}\n{}\n{text}", rank.replace('7', "8")));
        // black's pawns become the queen of white's army
        let two = |line: &String| line.contains("black has two kinds of Q");
        assert!(complaints(&built).iter().all(two), "{text}");
        let pieces = built.variant.unwrap().pieces;
        pieces.iter().map(|piece| piece.title()).collect()
    };
    let text = pieces.replace("n:300 K", "q:300 K");
    let expected = [
        "P",
        "P",
        "K",
        "N (Horse)",
        "B",
        "R",
        "Q (War elephant)",
        "Q (Lady)",
    ];
    assert_eq!(names(&text), expected);
    // the mirror image is another type of the same name
    let text = PIECES.to_owned() + "s:300 FfW\nName: S=Silver general\n";
    assert_eq!(names(&text)[7], "S (Silver general)");
}

#[test]
fn pieces_have_pictures() {
    let given = |lines: &str| {
        let built = built("8x8", &(PIECES.to_owned() + lines));
        let found = complaints(&built);
        (built.variant.unwrap().pictures, found)
    };
    let (pictures, found) =
        given("Picture: N=nomad.svg white=Q=M0 0h80 l0 80;M1 1h2 R=M0,0h9v9z\n");
    assert_eq!(found, [""; 0]);
    let drawings: Vec<_> = pictures.iter().map(|given| given.drawing.clone()).collect();
    let paths = |outline: &str, lines: &str| Drawing::Paths(outline.to_owned(), lines.to_owned());
    let expected = [
        Drawing::File("nomad.svg".to_owned()),
        paths("M0,0L80,0L80,80", "M1,1L3,1"),
        paths("M0,0L9,0L9,9Z", ""),
    ];
    assert_eq!(drawings, expected);
    assert_eq!(pictures[1].pieces, [(Color::White, TypeId(7))]);
    assert_eq!(pictures[2].pieces.len(), 2);
    // a broken picture is a warning; the piece has its usual picture
    let many = format!("M0,0{}", "h1".repeat(6000));
    for (picture, reason) in [
        (
            "../nomad.svg",
            "the file must be in the folder of the ini file",
        ),
        (
            "/etc/nomad.svg",
            "the file must be in the folder of the ini file",
        ),
        (
            ".nomad.svg",
            "the file must be in the folder of the ini file",
        ),
        ("nomad.png", "`n` is not a command of a path"),
        ("M1,NaN", "a number is missing"),
        ("M0,0h1e9", "a coordinate is too large"),
        ("M0,0\"onload=\"alert(1)", "a number is missing"),
        (&many, "the path has more than 5000 segments"),
    ] {
        let (pictures, found) = given(&format!("Picture: N={picture}\n"));
        assert!(pictures.is_empty(), "{picture:.40}");
        let expected = format!("13:10: warning: the picture of N is not used: {reason}");
        assert!(found[0].contains(&expected), "{found:?}");
    }
    let (pictures, found) = given("Picture: N=nomad.svg white=N=other.svg\n");
    assert_eq!(pictures.len(), 1);
    assert!(found[0].contains("the piece has one already"), "{found:?}");
}

#[test]
fn variants_have_authors() {
    let author = |lines: &str| {
        built("8x8", &(PIECES.to_owned() + lines))
            .variant
            .unwrap()
            .author
    };
    assert_eq!(
        author("Author: Jean-Louis Cazaux, 1990\n").as_deref(),
        Some("Jean-Louis Cazaux, 1990")
    );
    assert_eq!(author(""), None);
    // a name that is not understood does not keep the variant from being played
    let wrong = built("8x8", &(PIECES.to_owned() + "Author: <b>\n"));
    let [complaint] = &complaints(&wrong)[..] else {
        panic!("{:?}", complaints(&wrong))
    };
    assert!(
        complaint.starts_with("test.ini:13:9: warning: `<b>` is not the name of an author"),
        "{complaint}"
    );
    assert_eq!(wrong.variant.unwrap().author, None);
}

/// The colour of a value may be marked with an equals sign or a colon; both give the same variant.
#[test]
fn colours_with_an_equals_sign_or_a_colon() {
    for rule in [
        "Promotion: white=QN black=R",
        "Gates: white=N=h black=Q=h",
        "Drops: N\nHand: white=NN black=N",
        "Zone: white=low=a1-h4\nConfine: N=low\nPromotion: white=none",
        "Zone: BLACK=a=a1-h4 white=a=a5-h8\nZone-Moves: P=N@a",
    ] {
        let built = |rule: &str| {
            let text = PIECES.to_owned() + "n:300 15,7\n" + rule + "\n";
            built("8x8", &text).variant
        };
        let colon = ["white", "black", "BLACK"]
            .iter()
            .fold(rule.to_owned(), |text, color| {
                text.replace(&format!("{color}="), &format!("{color}:"))
            });
        assert_ne!(colon, rule);
        assert_eq!(built(&colon), built(rule), "{rule}");
        assert_ne!(built(rule), None, "{rule}");
    }
    let named_white = "Zone: white=a1-h4\nConfine: R=white\n";
    assert_eq!(
        complaints(&built("8x8", &(PIECES.to_owned() + named_white))),
        [""; 0]
    );
}

/// A variant needs no royals if something else decides the game, unless that needs royals.
#[test]
fn games_without_royals() {
    let pieces = PIECES.replace("k:-1", "k:250");
    let found = |rules: &str| complaints(&built("8x8", &format!("{pieces}{rules}\n")));
    assert!(found("")[0].contains("white has no royal piece"));
    assert_eq!(found("Extinction: K"), [""; 0]);
    assert_eq!(found("Bare-King: win"), [""; 0]);
    assert_eq!(
        found("Stalemate: loss"),
        [
            "test.ini:13:12: warning: neither side has a royal piece, so only stalemate decides the game"
        ]
    );
    assert_eq!(
        found("Bare-King: win\nChecks: 3"),
        ["test.ini:14:9: error: no side can check white, which has no royal piece"]
    );
    assert_eq!(
        found("Extinction: K\nCheckmate: win"),
        ["test.ini:14:12: error: no side can mate white, which has no royal piece"]
    );
    assert_eq!(
        found("Extinction: K\nChecking: no"),
        ["test.ini:14:11: error: there is no royal piece to give check to"]
    );
    assert!(
        found("Bare-King: loss")
            .iter()
            .any(|line| line.contains("no royal piece"))
    );
}

/// Without checks there is no mate, so something else should decide the game.
#[test]
fn games_without_checks() {
    let found = |rules: &str| built("8x8", &format!("{PIECES}{rules}\n"));
    let complaint =
        "test.ini:13:11: warning: neither side can win: without checks there is no mate";
    let alone = found("Checking: no");
    assert_eq!(complaints(&alone), [complaint]);
    assert!(alone.variant.unwrap().rules.checks_are_illegal);
    assert_eq!(complaints(&found("Checking: no\nStalemate: loss")), [""; 0]);
    let mates = found("Checking: mate");
    assert_eq!(complaints(&mates), [""; 0]);
    assert!(mates.variant.unwrap().rules.mates_are_legal);
    let allowed = found("Checking: yes");
    assert_eq!(complaints(&allowed), [""; 0]);
    assert!(!allowed.variant.unwrap().rules.checks_are_illegal);
}

#[test]
fn ways_to_win_are_read_from_their_lines() {
    let rules = "Checks: 3\nCaptures: explode compulsory spare=P,N\nExtinction: P\n";
    let goals = variant("8x8", &(PIECES.to_owned() + rules)).rules.win;
    assert_eq!((goals.checks, goals.compulsory_captures), (3, true));
    assert_eq!(goals.extinction.into_array(), [[TypeId(1)], [TypeId(2)]]);
    let spared = goals.explosion.map(|explosion| explosion.spared);
    assert_eq!(spared, Some([1, 2, 4].map(TypeId).to_vec()));
    let kings = PIECES.replace("k:-1", "k:-2");
    let built = built("8x8", &(kings + "Captures: explode\n"));
    assert!(
        complaints(&built)[0].contains("several royals"),
        "{built:?}"
    );
}

#[test]
fn alternators_by_rule() {
    let line = "a:5 15,1E003\n";
    let repeats = |rules: &str| {
        let variant = variant("8x8", &format!("{PIECES}{line}{rules}"));
        let shape = variant.piece(TypeId(8)).moves[0].shape.clone();
        matches!(shape, MoveShape::Path { repeat: true, .. })
    };
    assert!(!repeats(""));
    assert!(repeats("Alternators: yes\n"));
    assert!(!repeats("Alternators: no\n"));
}

/// Before Fairy-Max 5.0 the value of the met meant Makruk's pawn rules; later the number after the board size does.
#[test]
fn pawns_of_early_makruk() {
    let makruk = |size: &str, rules: &str| {
        let pieces = PIECES.replace("q:900", "m:181");
        assert!(pieces.contains("181"));
        built(size, &format!("{pieces}{rules}"))
    };
    let ranks = |size: &str, rules: &str| {
        let rules = makruk(size, rules).variant.unwrap().rules;
        (rules.pawn_rank, rules.promotion.ranks)
    };
    assert_eq!(ranks("8x8", "Alternators: yes\n"), (3, 3));
    assert_eq!(ranks("8x8=-1", "Alternators: yes\n"), (2, 1));
    assert_eq!(ranks("8x8", ""), (2, 1));
    let reported = complaints(&makruk("8x8", ""));
    assert!(
        reported[0].contains("warning: before Fairy-Max 5.0 the value 181"),
        "{reported:?}"
    );
    assert_eq!(complaints(&makruk("8x8=3", "")), [""; 0]);
}

/// A rule that conflicts with `Gates` is reported at the line `Gating`; without such a line, at the start of the
/// variant.
#[test]
fn conflicts_have_a_place() {
    let pieces = format!("{PIECES}+N:? K\na:? K\nGates: A=h\n");
    let found = complaints(&built("8x8", &pieces));
    let place = "test.ini:2:1: error: promotion of other pieces than pawns cannot be combined with";
    assert!(
        found.iter().any(|line| line.starts_with(place)),
        "{found:?}"
    );
}

#[test]
fn move_rules_are_read_or_refused() {
    let rule = |text: &str| built("8x8", &format!("{PIECES}Move-Rule: {text}\n"));
    assert_eq!(
        rule("100").variant.unwrap().rules.move_rule.limit,
        Some(100)
    );
    for text in ["0", "1001", "x", "5 5", "-1"] {
        assert!(rule(text).variant.is_none(), "{text}");
    }
}

/// A board without room for back ranks and pawns needs a line with the start position.
#[test]
fn small_boards_need_a_start_position() {
    let small = |rules: &str| complaints(&built("8x3", &format!("{PIECES}{rules}")));
    assert_eq!(
        small(""),
        ["test.ini:3:1: error: the back ranks and pawns need 4 ranks"]
    );
    assert_eq!(small("Start: k6r/8/K6R w\n"), [""; 0]);
}
