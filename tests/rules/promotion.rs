//! Promotion of other pieces than pawns: the games of shogi's family, and its rules in any game.

use std::sync::Arc;

use fmax::board::Position;
use fmax::game::Game;
use fmax::movegen::notation::MoveError;
use fmax::movegen::perft::perft;
use fmax::ruleset::Ruleset;
use fmax::types::Color;
use fmax::variant::describe::{self, Pages};

use crate::common::games::{ARRAY, PIECES, complaints, game, load, parse, rules};
use crate::common::play::{board, ends, moves, moves_from, play};

#[test]
fn pieces_are_promoted_and_fall_back_in_a_hand() {
    let mut shogi = game("shogi", "");
    play(&mut shogi, "c3c4 g7g6 b2h8+");
    assert_eq!(
        board(&shogi),
        "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[B]"
    );
    assert!(shogi.position().fen().ends_with(" b - - 0 2"));
    // the silver takes what was a bishop
    play(&mut shogi, "g9h8");
    assert_eq!(
        board(&shogi),
        "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[Bb]"
    );
    play(&mut shogi, "B@d5 B@f5");
    assert_eq!(shogi.parse_move("+B@e5"), Err(MoveError::NotInHand('Ⓑ')));
}

/// A bishop that enters, stays in or leaves the zone; a pawn, lance and knight that have to.
#[test]
fn promotion_is_free_unless_nothing_else_is_left() {
    let shogi = game("shogi", "8k/9/2B6/9/9/9/9/9/4K4[] w - - 0 1");
    let bishop = moves_from(&shogi, "c7");
    assert!(bishop.contains(&"c7a5".to_owned()) && bishop.contains(&"c7a5+".to_owned()));
    assert_eq!(bishop.len(), 24);
    for (fen, square, expected) in [
        ("4k4/P8/9/9/9/9/9/9/4K4[] w - - 0 1", "a8", "a8a9+"),
        ("4k4/9/P8/9/9/9/9/9/4K4[] w - - 0 1", "a7", "a7a8 a7a8+"),
        ("4k4/9/9/9/N8/9/9/9/4K4[] w - - 0 1", "a5", "a5b7 a5b7+"),
        ("4k4/9/9/N8/9/9/9/9/4K4[] w - - 0 1", "a6", "a6b8+"),
        ("4k4/L8/9/9/9/9/9/9/4K4[] w - - 0 1", "a8", "a8a9+"),
        ("4k4/9/9/9/9/9/9/p8/4K4[] b - - 0 1", "a2", "a2a1+"),
        (
            "4k4/9/9/9/9/9/G8/9/4K4[] w - - 0 1",
            "a3",
            "a3a2 a3a4 a3b3 a3b4",
        ),
    ] {
        let shogi = game("shogi", fen);
        assert_eq!(moves_from(&shogi, square).join(" "), expected, "{fen}");
    }
}

/// A move may be written with a sign or without; what is not named stays what it is if it can.
#[test]
fn promotions_are_written_with_a_sign() {
    let shogi = game("shogi", "4k4/9/P8/9/9/9/9/9/4K4[] w - - 0 1");
    let read = |text: &str| shogi.parse_move(text).map(|mv| shogi.format(mv));
    for (text, meant) in [
        ("a7a8", "a7a8"),
        ("a7a8=", "a7a8"),
        ("a7a8p", "a7a8"),
        ("a7a8+", "a7a8+"),
    ] {
        assert_eq!(read(text), Ok(meant.to_owned()), "{text}");
    }
    assert_eq!(read("a7a8-"), Err(MoveError::BadSuffix('-')));
    assert_eq!(read("a7a8++"), Err(MoveError::Malformed));
    assert_eq!(read("e1e2+"), Err(MoveError::BadSuffix('+')));
    let (tables, position) = (&shogi.rules().tables, shogi.position());
    let san = |text: &str| tables.parse_san(position, text);
    assert_eq!(
        san("a7a8+").map(|mv| shogi.format(mv)),
        Ok("a7a8+".to_owned())
    );
    assert_eq!(
        san("Ke2+").map(|mv| shogi.format(mv)),
        Ok("e1e2".to_owned())
    );
    // where it must promote it need not be said
    let forced = game("shogi", "4k4/P8/9/9/9/9/9/9/4K4[] w - - 0 1");
    let mv = forced.parse_move("a8a9").unwrap();
    assert_eq!(forced.format(mv), "a8a9+");
}

#[test]
fn drops_of_shogi_have_their_limits() {
    let shogi = game("shogi", "4k4/9/9/9/9/4P4/9/9/4K4[PNL] w - - 0 1");
    let all = moves(&shogi);
    let on = |square: &str| {
        all.iter()
            .filter(|mv| mv.ends_with(&format!("@{square}")))
            .count()
    };
    // a pawn not on the file of another one, and nothing where it could never move
    assert_eq!(["e5", "d5", "d8", "d9"].map(on), [2, 3, 2, 0]);
    // the pawn would mate
    let mate = game("shogi", "3nkn3/9/4G4/9/9/9/9/9/4K4[P] w - - 0 1");
    assert_eq!(
        mate.parse_move("P@e8"),
        Err(MoveError::NoDrop("e8".to_owned()))
    );
    let two = game("torishogi", "3k3/7/7/7/3S3/7/3K3[SS] w - - 0 1");
    assert!(moves(&two).contains(&"S@d4".to_owned()));
    let three = game("torishogi", "3k3/7/7/3S3/3S3/7/3K3[SS] w - - 0 1");
    assert!(!moves(&three).iter().any(|mv| mv.starts_with("S@d")));
}

/// A dropped pawn that only wins because it gives the last check has not mated.
#[test]
fn dropped_pawns_may_win_by_checks() {
    for checks in ["", "Checks: 1\n"] {
        let text = format!("{ARRAY}{PIECES}Drops: all no-mate=P\n{checks}");
        let mut game = Game::new(load(&text), 50);
        game.set_fen("8/8/8/3k4/8/8/8/4K3[P] w - - 0 1").unwrap();
        assert!(moves(&game).contains(&"P@c4".to_owned()), "{checks}");
        game.set_fen("3bkr2/5p2/3Q4/8/8/8/8/4K3[P] w - - 0 1")
            .unwrap();
        assert!(!moves(&game).contains(&"P@d7".to_owned()), "{checks}");
    }
}

/// A promoted piece counts for the limit of its kind, and so does one that was not promoted.
#[test]
fn limits_of_promotion_count_both_kinds_of_pieces() {
    let text = format!("{ARRAY}{PIECES}Promotion: QR\nPromotion-Rule: most=Q:1\nDrops: all\n");
    let rules = load(&text);
    let from = |fen: &str| {
        let mut game = Game::new(rules.clone(), 50);
        game.set_fen(fen).unwrap();
        moves_from(&game, "a7")
    };
    assert_eq!(from("7k/P7/8/8/8/8/8/Q6K[] w - - 0 1"), ["a7a8r"]);
    assert_eq!(from("7k/P7/8/8/8/8/8/Q~6K[] w - - 0 1"), ["a7a8r"]);
    assert_eq!(from("7k/P7/8/8/8/8/8/7K[Q] w - - 0 1"), ["a7a8q", "a7a8r"]);
}

/// Whether a swallow may be dropped depends on answers that are drops of swallows: with many of them
/// in hand that must not be looked at without need.
#[test]
fn answers_to_drops_are_found_at_once() {
    let rules = rules("torishogi");
    let fen = "1ps1spf/r2kc1+S/s1s4/5SS/1cF1S2/s1C4/LP1KCPR[LSSSSsss] w - - 0 21";
    let mut pos = Position::from_fen(&rules.layout, fen).unwrap();
    assert_eq!(perft(&rules.tables, &mut pos, 3), 160_128);
}

/// Every piece turns over with every move, and back; it is dropped either side up.
#[test]
fn pieces_turn_over_and_back() {
    let mut kyoto = game("kyotoshogi", "");
    play(&mut kyoto, "a1a2- a5a4+");
    assert_eq!(board(&kyoto), "1+nks+l/+p4/5/L4/1SK+NP[]");
    play(&mut kyoto, "a2a4+");
    assert_eq!(board(&kyoto), "1+nks+l/+L4/5/5/1SK+NP[P]");
    play(&mut kyoto, "b5a4-");
    assert_eq!(board(&kyoto), "2ks+l/n4/5/5/1SK+NP[Pl]");
    let all = moves(&kyoto);
    let drops = all.iter().filter(|mv| mv.contains('@')).count();
    assert_eq!(drops, 2 * 17);
    play(&mut kyoto, "+P@b3");
    assert_eq!(board(&kyoto), "2ks+l/n4/1+P3/5/1SK+NP[l]");
    // in micro shogi only a capture turns
    let micro = game("microshogi", "k3/4/p3/+R3/3K[] w - - 0 1");
    let rook = moves_from(&micro, "a2");
    assert_eq!(rook, ["a2a1", "a2a3-", "a2b2", "a2b3"]);
}

/// One of a kind in shogun: what would be a second one stays what it is.
#[test]
fn a_limit_holds_for_those_on_the_board() {
    let free = game("shogun", "4k3/8/8/1N6/8/8/8/4K3[] w - - 0 1");
    assert!(moves(&free).contains(&"b5a7+".to_owned()));
    let taken = game("shogun", "4k3/8/8/1N6/8/8/8/+N3K3[] w - - 0 1");
    let all = moves(&taken);
    assert!(all.contains(&"b5a7".to_owned()) && !all.contains(&"b5a7+".to_owned()));
}

/// Of a king and a drunk elephant that has become one, only the last must be saved.
#[test]
fn a_second_king_can_be_lost() {
    let two = "4k4/9/9/9/9/9/r3+E3K/9/9 w - - 0 1";
    assert!(moves(&game("shoshogi", two)).contains(&"i3i4".to_owned()));
    let one = "4k4/9/9/9/9/9/r3E3K/9/9 w - - 0 1";
    assert!(!moves(&game("shoshogi", one)).contains(&"e3e4".to_owned()));
    let mut elephant = game("shoshogi", "4k4/9/4E4/9/9/9/9/9/8K w - - 0 1");
    play(&mut elephant, "e7d8+");
    assert_eq!(elephant.position().royals(Color::White).count_ones(), 2);
}

#[test]
fn mate_and_stalemate_end_the_game() {
    let mut shogi = game("shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1");
    play(&mut shogi, "G@e8");
    assert_eq!(ends(&shogi), "1-0 {White mates}");
}

/// By `mobile` it is not the last rank that counts, but whether the pawn could go on from there.
#[test]
fn a_pawn_that_steps_sideways_need_not_promote() {
    let fen = "4k4/P8/9/9/9/9/9/9/4K4[] w - - 0 1";
    let found = moves_from(&game("pandemonium", fen), "a8").join(" ");
    assert_eq!(found, "a8a9 a8a9+ a8b8 a8b8+");
}

/// A lion across the board has won if it cannot be taken there.
#[test]
fn dobutsu_is_won_by_the_lion() {
    let mut safe = game("dobutsu", "e2/2L/l2/3[] w - - 0 1");
    play(&mut safe, "c3b4");
    assert!(ends(&safe).starts_with("1-0"), "{}", ends(&safe));
    let mut taken = game("dobutsu", "1le/2L/3/3[] w - - 0 1");
    play(&mut taken, "c3b4");
    assert!(ends(&taken).starts_with("1-0"), "{}", ends(&taken));
    let mut risky = game("dobutsu", "2l/1L1/3/3[] w - - 0 1");
    play(&mut risky, "b3b4");
    assert_eq!(ends(&risky), "goes on");
    play(&mut risky, "c4b4");
    assert!(ends(&risky).starts_with("0-1"), "{}", ends(&risky));
}

/// Named squares, and more than one choice, for pieces of chess.
#[test]
fn any_piece_can_have_choices_and_squares() {
    let body = format!(
        "{ARRAY}{PIECES}Promotion: N=QR white=B=R\nPromotion-Rule: squares=a5-h5 capturing\n"
    );
    let rules = load(&body);
    let at = |fen: &str| {
        let mut game = Game::new(rules.clone(), 50);
        game.set_fen(fen).unwrap();
        game
    };
    let knight = at("4k3/8/8/2p5/8/1N6/8/4K3 w - - 0 1");
    let found = moves_from(&knight, "b3");
    assert_eq!(
        found,
        ["b3a1", "b3a5", "b3c1", "b3c5q", "b3c5r", "b3d2", "b3d4"]
    );
    // black sees the same squares from the other side, and has no bishop that becomes anything
    let black = at("4k3/8/1n6/3b4/2P1P3/8/8/4K3 b - - 0 1");
    let found = moves(&black).join(" ");
    assert!(
        found.contains("b6c4q b6c4r") && found.contains("d5e4 "),
        "{found}"
    );
    let told = Pages::new(rules.variant()).rules.join("\n");
    for line in [
        "With a capture that ends on a5-h5 as White sees it white's pieces promote: knight (N) to queen (Q) or \
         rook (R) and bishop (B) to rook (R).",
        "black's pieces promote: knight (N) to queen (Q) or rook (R).",
    ] {
        assert!(told.contains(line), "{told}");
    }
}

/// Where only captures promote, pawns may start in the zone: both spellings of it are one game, in
/// which a capture promotes from the first move on, and nothing else does on any square.
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
        let at = |fen: &str| {
            let mut game = Game::new(rules.clone(), 50);
            game.set_fen(fen).unwrap();
            game
        };
        let first = at("4k3/8/8/8/8/3p4/2P5/4K3 w - - 0 1");
        assert_eq!(
            moves_from(&first, "c2").join(" "),
            "c2c3 c2c4 c2d3q",
            "{zone}"
        );
        let last = at("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(moves_from(&last, "b7").join(" "), "b7a8q b7b8", "{zone}");
        let passing = at("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1");
        assert_eq!(moves_from(&passing, "d5").join(" "), "d5c6q d5d6", "{zone}");
        let black = at("4k3/3p4/4P3/8/8/8/8/4K3 b - - 0 1");
        assert_eq!(
            moves_from(&black, "d7").join(" "),
            "d7d5 d7d6 d7e6q",
            "{zone}"
        );
    }
    counts.dedup();
    assert_eq!(counts.len(), 1, "{counts:?}");
    // without it they have to stay out, and the line is named
    let found = complaints(&parse(&with("ranks=7 leaving")));
    let hint = "(hint: they start on rank 2, so it is 1 to 6)";
    // once: what is refused is not looked at any more
    let [line] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert!(
        line.contains("15:17: error: ") && line.ends_with(hint),
        "{line}"
    );
    let known = with("ranks=7").replace("Promotion: Q", "+N:300 K\nPromotion: Q");
    let found = complaints(&parse(&known)).join("\n");
    let told = "16:17: error: white's pawn on a2 would start where it is promoted (hint: pawns \
                promote on the last 7 squares of each file, as they go: with 6 this pawn is not in it, \
                and by `capturing` or `optional` pawns can be in it)";
    assert!(found.contains(told), "{found}");
}

/// What pawns and pieces become by captures, wherever they are made, or become as they like.
#[test]
fn promotion_by_capture_is_told() {
    let game = |rule: &str| {
        load(&format!(
            "9x8\n6 8 4 5 3 5 8 4 6\n6 8 4 5 3 5 8 4 6\np:80 fmWfcF\np:80 fmWfcF\nk:-1 K\nN:300 N\nB:300 B\nR:500 R\n\
             A:250 WD\nC:200 F\n+A:600 BN\nPromotion: A\nPromotion-Rule: squares=a1-i8 capturing{rule}\n\
             Name: A=Apprentice +A=Master\n"
        ))
    };
    let rules = game("");
    let told = Pages::new(rules.variant()).rules;
    for line in [
        "A pawn that captures becomes an apprentice (A).",
        "With a capture pieces promote: apprentice (A) to master (+A).",
        "A pawn that does not capture stays a pawn, on the last rank as well.",
    ] {
        assert!(told.iter().any(|other| other == line), "{line}: {told:#?}");
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
    // as it is said, so it is played
    let at = |fen: &str| {
        let mut game = Game::new(rules.clone(), 50);
        game.set_fen(fen).unwrap();
        game
    };
    let pawn = at("4k4/2r6/3P5/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(moves_from(&pawn, "d6"), ["d6c7", "d6c7a", "d6d7"]);
    let pawn = at("2r5k/3P5/9/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(moves_from(&pawn, "d7"), ["d7c8a", "d7d8"]);
}

/// What limits the promotion of pawns is told as well, with the rules and of the pawn.
#[test]
fn limits_of_pawn_promotion_are_told() {
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
        let told = Pages::new(game.variant()).rules;
        assert!(told.iter().any(|other| other == line), "{told:#?}");
    }
    let entering = chess("Promotion: Q\nPromotion-Rule: ranks=3 optional entering");
    assert_eq!(
        future(&entering, Color::White),
        "may become a queen (Q) on the last 3 ranks, and must on the last rank; if its move begins in the zone, \
         only with a capture or on the last rank."
    );
    // one side's pawns promote and the other's do not, whichever comes first
    for (sides, with, without) in [
        ("white=none black=Q", Color::Black, Color::White),
        ("white=Q black=none", Color::White, Color::Black),
    ] {
        let game = chess(&format!(
            "Promotion: {sides}\nPromotion-Rule: ranks=3 optional quiet"
        ));
        assert_eq!(future(&game, without), "");
        assert!(future(&game, with).starts_with("may become a queen (Q)"));
        let told = Pages::new(game.variant()).rules;
        for line in [line, "Before the last rank a pawn may stay a pawn."] {
            assert!(told.iter().any(|other| other == line), "{sides}: {told:#?}");
        }
    }
}

/// Zones that are no mirror images, as in games whose armies stand in opposite corners.
#[test]
fn each_side_can_have_its_own_squares() {
    let zones = "Promotion-Rule: white=squares=a8-b8 black=squares=g1-h1";
    let rules = load(&format!("{ARRAY}{PIECES}Promotion: Q\n{zones}\n"));
    let at = |fen: &str| {
        let mut game = Game::new(rules.clone(), 50);
        game.set_fen(fen).unwrap();
        game
    };
    let white = at("4k3/1P4P1/8/8/8/8/1p4p1/4K3 w - - 0 1");
    assert_eq!(moves_from(&white, "b7"), ["b7b8q"]);
    assert_eq!(moves_from(&white, "g7"), ["g7g8"]);
    let black = at("4k3/1P4P1/8/8/8/8/1p4p1/4K3 b - - 0 1");
    assert_eq!(moves_from(&black, "b2"), ["b2b1"]);
    assert_eq!(moves_from(&black, "g2"), ["g2g1q"]);
    let told = Pages::new(rules.variant()).rules.join("\n");
    assert!(
        told.contains("Pawns promote on a8-b8 (White) or g1-h1 (Black) to: queen (Q)."),
        "{told}"
    );
}

#[test]
fn what_cannot_be_is_refused() {
    for (line, complaint) in [
        (
            "Promotion: P=Q",
            "14:12: error: what pawns become is written without their letter",
        ),
        ("Promotion: N=N", "14:14: error: N cannot become N"),
        ("Promotion: N=Z", "14:14: error: there is no piece Z"),
        (
            "Promotion: N=+",
            "14:14: error: behind a + a letter is missing",
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
            "15:8: error: captured pieces that were N could not be told from others",
        ),
        (
            "Promotion: N=Q\nGating: N",
            "15:9: error: promotion of other pieces than pawns does not go with pieces that are let in",
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
