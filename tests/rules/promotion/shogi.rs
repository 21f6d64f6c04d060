//! The variants of shogi's family: drops, hands, pieces that flip when they promote.

use fmax::board::Position;
use fmax::movegen::notation::MoveError;
use fmax::movegen::perft::perft;
use fmax::types::Color;
use fmax::variant::describe::Pages;

use crate::common::games::{ARRAY, PIECES, at, game, load, rules};
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
    // the silver captures the former bishop
    play(&mut shogi, "g9h8");
    assert_eq!(
        board(&shogi),
        "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[Bb]"
    );
    play(&mut shogi, "B@d5 B@f5");
    assert_eq!(shogi.parse_move("+B@e5"), Err(MoveError::NotInHand('Ⓑ')));
}

/// A bishop that enters, stays in or leaves the zone; a pawn, lance and knight that must promote.
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

/// The sign of a move may be omitted; without it a piece does not promote unless it must.
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
    // after a piece that cannot promote the sign means check
    assert_eq!(read("a7a8++"), Ok("a7a8+".to_owned()));
    assert_eq!(read("e1e2+"), Ok("e1e2".to_owned()));
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
    // a forced promotion needs no sign
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
    // no second pawn on a file, and no piece where it could never move
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

/// A dropped pawn that wins only by the last of the counted checks has not mated.
#[test]
fn dropped_pawns_may_win_by_checks() {
    for checks in ["", "Checks: 1\n"] {
        let text = format!("{ARRAY}{PIECES}Drops: all no-mate=P\n{checks}");
        let mut game = at(&load(&text), "8/8/8/3k4/8/8/8/4K3[P] w - - 0 1");
        assert!(moves(&game).contains(&"P@c4".to_owned()), "{checks}");
        game.set_fen("3bkr2/5p2/3Q4/8/8/8/8/4K3[P] w - - 0 1")
            .unwrap();
        assert!(!moves(&game).contains(&"P@d7".to_owned()), "{checks}");
    }
}

/// Promoted and unpromoted pieces both count towards a limit.
#[test]
fn limits_of_promotion_count_both_kinds_of_pieces() {
    let text = format!("{ARRAY}{PIECES}Promotion: QR\nPromotion-Rule: most=Q:1\nDrops: all\n");
    let rules = load(&text);
    let from = |fen: &str| moves_from(&at(&rules, fen), "a7");
    assert_eq!(from("7k/P7/8/8/8/8/8/Q6K[] w - - 0 1"), ["a7a8r"]);
    assert_eq!(from("7k/P7/8/8/8/8/8/Q~6K[] w - - 0 1"), ["a7a8r"]);
    assert_eq!(from("7k/P7/8/8/8/8/8/7K[Q] w - - 0 1"), ["a7a8q", "a7a8r"]);
}

/// Whether a swallow may be dropped depends on answers that are drops of swallows; with many swallows in hand these
/// answers must not be searched needlessly.
#[test]
fn answers_to_drops_are_found_at_once() {
    let rules = rules("torishogi");
    let fen = "1ps1spf/r2kc1+S/s1s4/5SS/1cF1S2/s1C4/LP1KCPR[LSSSSsss] w - - 0 21";
    let mut pos = Position::from_fen(&rules.layout, fen).unwrap();
    assert_eq!(perft(&rules.tables, &mut pos, 3), 160_128);
}

/// Every piece flips with each move, and back; it is dropped on either side.
#[test]
fn pieces_flip_and_flip_back() {
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
    // in micro shogi only captures flip
    let micro = game("microshogi", "k3/4/p3/+R3/3K[] w - - 0 1");
    let rook = moves_from(&micro, "a2");
    assert_eq!(rook, ["a2a1", "a2a3-", "a2b2", "a2b3"]);
}

/// In shogun some pieces exist only once: a second piece cannot promote to such a piece.
#[test]
fn a_limit_holds_for_those_on_the_board() {
    let free = game("shogun", "4k3/8/8/1N6/8/8/8/4K3[] w - - 0 1");
    assert!(moves(&free).contains(&"b5a7+".to_owned()));
    let taken = game("shogun", "4k3/8/8/1N6/8/8/8/+N3K3[] w - - 0 1");
    let all = moves(&taken);
    assert!(all.contains(&"b5a7".to_owned()) && !all.contains(&"b5a7+".to_owned()));
}

/// Neither by choice nor by force, as in Fairy-Stockfish and PyChess.
#[test]
fn a_pawn_that_captures_in_passing_stays_a_pawn() {
    let mut shogun = game("shogun", "4k3/3p4/8/4P3/8/8/8/4K3[] b - - 0 1");
    play(&mut shogun, "d7d5");
    assert_eq!(moves_from(&shogun, "e5"), ["e5d6", "e5e6", "e5e6+"]);
    play(&mut shogun, "e5d6 e8f8");
    assert_eq!(moves_from(&shogun, "d6"), ["d6d7", "d6d7+"]);
    let deep = load(&format!("{ARRAY}{PIECES}Promotion-Rule: ranks=3\n"));
    let mut deep = at(&deep, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    play(&mut deep, "d7d5");
    assert_eq!(
        moves_from(&deep, "e5"),
        ["e5d6", "e5e6b", "e5e6n", "e5e6q", "e5e6r"]
    );
    let stays = "A pawn that captures en passant stays a pawn.".to_owned();
    assert!(Pages::new(deep.rules().variant()).rules.contains(&stays));
    assert!(!Pages::new(rules("grand").variant()).rules.contains(&stays));
}

/// A king and a drunk elephant promoted to a crown prince: only the last of these royals must be safe.
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

/// With `mobile` promotion depends on whether the pawn could move on, not on the last rank.
#[test]
fn a_pawn_that_steps_sideways_need_not_promote() {
    let fen = "4k4/P8/9/9/9/9/9/9/4K4[] w - - 0 1";
    let found = moves_from(&game("pandemonium", fen), "a8").join(" ");
    assert_eq!(found, "a8a9 a8a9+ a8b8 a8b8+");
}

/// A lion that reaches the last rank wins if it cannot be captured there.
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
