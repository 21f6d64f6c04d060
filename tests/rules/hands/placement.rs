//! Placement before play, and promotion of pawns in place.

use fmax::game::Game;

use crate::common::games::{self, ARRAY, PIECES, at, game, load, parse, rules};
use crate::common::play::{board, ends, moves, moves_from, play};

fn complaints(lines: &str) -> Vec<String> {
    let all = games::complaints(&parse(&format!("{ARRAY}{PIECES}{lines}")));
    all.into_iter()
        .map(|text| text.split(" (hint").next().unwrap().to_owned())
        .collect()
}

#[test]
fn pieces_are_placed_before_play() {
    let mut game = game("placement", "");
    // eight squares for each of five types
    assert_eq!(moves(&game).len(), 40);
    assert!(game.parse_move("e2e4").is_err());
    play(&mut game, "K@e1 k@e8 R@h1 r@a8 R@a1 r@h8 B@c1 b@c8");
    // the other bishop needs a light square, and one is left for it
    assert_eq!(moves_from(&game, "B@"), ["B@b1", "B@d1", "B@f1"]);
    play(&mut game, "N@b1 n@b8 N@d1 n@d8");
    // the queen may not take the last light square
    assert_eq!(moves(&game), ["B@f1", "Q@g1"]);
    assert_eq!(
        game.position().fen(),
        "rnbnk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBNK2R[BQbq] w KQkq - 0 7"
    );
    play(&mut game, "B@f1 b@f8");
    assert_eq!(moves(&game), ["Q@g1"]);
    play(&mut game, "Q@g1 q@g8");
    assert_eq!(game.position().rule_clock(), 0);
    assert_eq!(moves(&game).len(), 20);
}

/// Queens and knights leave a square of each colour for the bishops.
#[test]
fn squares_of_both_colours_are_kept_for_bishops() {
    let game = game(
        "placement",
        "k7/pppppppp/8/8/8/8/PPPPPPPP/RN1N1KR1[BBQbb] w - - 0 1",
    );
    // dark squares are c1 and e1, the light square is h1
    assert_eq!(moves_from(&game, "Q@"), ["Q@c1", "Q@e1"]);
    assert_eq!(moves_from(&game, "B@").len(), 3);
}

#[test]
fn pieces_placed_at_home_can_castle() {
    let mut game = game("placement", "");
    play(
        &mut game,
        "R@h1 k@d8 K@e1 r@a8 R@b1 r@h8 Q@d1 q@b8 N@a1 n@c8 N@g1 n@e8 B@c1 b@f8 B@f1 b@g8",
    );
    // neither black's king nor the rook on b1 stands on its castling square
    let fen = "rqnknbbr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR[] w K - 0 9";
    assert_eq!(game.position().fen(), fen);
    play(&mut game, "g1f3 d7d5 e2e4 d5e4 f1e2 e4f3");
    let castlings =
        |game: &Game| game.parse_move("e1g1").is_ok() && game.parse_move("e1c1").is_err();
    assert!(castlings(&game));
    play(&mut game, "e1g1");
    assert_eq!(
        board(&game),
        "rqnknbbr/ppp1pppp/8/8/8/5p2/PPPPBPPP/NRBQ1RK1[]"
    );
}

/// A side that cannot place a piece moves, and may place it later.
#[test]
fn a_piece_that_cannot_be_placed_waits() {
    let rules = load(&format!(
        "{ARRAY}{PIECES}Hand: N\nPlacement: N\nDrop-Limits: N=1\n"
    ));
    let mut game = Game::new(rules, 50);
    assert_eq!(moves(&game).len(), 20);
    play(&mut game, "g1f3 b8c6");
    assert_eq!(moves(&game), ["N@g1"]);
    play(&mut game, "N@g1 N@b8 e2e4");
    assert_eq!(
        board(&game),
        "rnbqkbnr/pppppppp/2n5/8/4P3/5N2/PPPP1PPP/RNBQKBNR[]"
    );
    // captures do not fill the hand
    play(&mut game, "d7d5 e4d5");
    assert_eq!(
        moves(&game)
            .iter()
            .filter(|text| text.contains('@'))
            .count(),
        0
    );
}

/// Placement takes precedence over compulsory captures.
#[test]
fn placement_precedes_compulsory_captures() {
    let lines = "Hand: N\nPlacement: N\nCaptures: compulsory\n";
    let rules = load(&format!("{ARRAY}{PIECES}{lines}"));
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR";
    let game = at(&rules, &format!("{fen}[N] w KQkq - 0 1"));
    assert!(moves(&game).iter().all(|text| text.starts_with("N@")));
    let game = at(&rules, &format!("{fen} w KQkq - 0 1"));
    assert_eq!(moves(&game), ["e4d5"]);
}

/// A king in hand is not in check, and its side has not lost for lack of a king. It is placed on a
/// safe square.
#[test]
fn kings_are_placed_where_they_are_safe() {
    let game = game("placement", "4k3/8/8/8/8/8/3r4/8[K] w - - 0 1");
    assert_eq!(ends(&game), "goes on");
    assert_eq!(
        moves(&game),
        ["K@a1", "K@b1", "K@c1", "K@e1", "K@f1", "K@g1", "K@h1"]
    );
    // it is not mate either; there is just no move
    let game = games::game("placement", "4k3/8/8/8/8/8/rrrrrrrr/8[K] w - - 0 1");
    assert_eq!(ends(&game), "1/2-1/2 {Stalemate}");
}

#[test]
fn sittuyin_begins_behind_the_pawns() {
    let game = game("sittuyin", "");
    assert_eq!(moves_from(&game, "R@").len(), 8);
    // two and a half ranks
    assert_eq!(moves_from(&game, "K@").len(), 20);
    assert!(moves_from(&game, "a3").is_empty());
}

#[test]
fn pawns_promote_in_place() {
    let there = |fen: &str, start: &str| moves_from(&game("sittuyin", fen), start);
    // on its diagonal, in place and one step away
    assert_eq!(
        there("k7/8/8/3P4/8/8/8/2R4K[] w - - 0 1", "d5"),
        ["d5c4f", "d5c6f", "d5d5f", "d5d6", "d5e4f", "d5e6f"]
    );
    // the pawn is not the last pawn, and is on no diagonal
    assert_eq!(there("k7/8/8/3P3P/8/8/8/2R4K[] w - - 0 1", "h5"), ["h5h6"]);
    // the last pawn promotes anywhere
    assert_eq!(
        there("k7/8/8/8/8/P7/8/2R4K[] w - - 0 1", "a3"),
        ["a3a3f", "a3a4", "a3b2f", "a3b4f"]
    );
    // not while there is a general on the board
    assert_eq!(there("k7/8/8/3P4/8/8/8/2F4K[] w - - 0 1", "d5"), ["d5d6"]);
    // the pawn attacks nothing by promoting (from c6 it would attack b7), and captures nothing
    assert_eq!(
        there("k7/1n6/4s3/3P4/8/8/8/2R4K[] w - - 0 1", "d5"),
        ["d5c4f", "d5d6", "d5e4f", "d5e6"]
    );
    let mut game = game("sittuyin", "k7/8/8/3P4/8/8/8/2R4K[] w - - 0 1");
    play(&mut game, "d5d5f");
    assert_eq!(board(&game), "k7/8/8/3F4/8/8/8/2R4K[]");
}

/// A promotion that gives a discovered check is not allowed either, and a side with only a king and a pawn
/// need not promote.
#[test]
fn promotions_in_place_are_quiet_and_never_forced() {
    // the rook behind the pawn attacks the king when the pawn leaves, but not when it promotes in place
    let there = |fen: &str, start: &str| moves_from(&game("sittuyin", fen), start);
    assert_eq!(
        there("3k4/8/8/3P4/8/8/8/3R3K[] w - - 0 1", "d5"),
        ["d5d5f", "d5d6"]
    );
    let mut game = game("sittuyin", "8/8/8/8/7p/4n2P/5k2/7K[] b - - 0 1");
    play(&mut game, "e3f1");
    assert_eq!(ends(&game), "1/2-1/2 {Stalemate}");
}

#[test]
fn invalid_lines_are_refused() {
    for (lines, complaint) in [
        (
            "Placement: castling",
            "test.ini:14:12: error: no piece is named",
        ),
        ("Placement: Z", "test.ini:14:12: error: there is no piece Z"),
        (
            "Placement: N=2",
            "test.ini:14:12: error: `N=2` is not understood here",
        ),
        (
            "Placement: N opposite=Y",
            "test.ini:14:23: error: there is no piece Y",
        ),
        (
            "Placement: N\nHand: K",
            "test.ini:15:7: error: a royal piece like K cannot be in hand",
        ),
        (
            "Alice: P=S N=H B=E R=C Q=A K=M\nPromotion-Rule: in-place",
            "test.ini:14:8: error: two boards cannot be combined with promotion in place",
        ),
    ] {
        assert_eq!(complaints(lines), [complaint], "{lines}");
    }
    assert!(complaints("Hand: KN\nPlacement: KN opposite=B castling").is_empty());
}

/// On boards of one or two ranks there is no square for pawns, which may be dropped neither on the first rank
/// nor on the last one.
#[test]
fn pieces_without_drop_squares_cannot_be_placed() {
    for (size, start) in [("8x1", "k6K"), ("8x2", "k7/7K")] {
        let ranks = "6 4 5 7 3 5 4 6\n".repeat(2);
        let body = format!("{size}\n{ranks}{PIECES}Start: {start} w\nPlacement: ");
        let found = |letters: &str| {
            let library = parse(&format!("{body}{letters}\n"));
            let all = games::complaints(&library).into_iter();
            let errors = all.filter(|line| line.contains(": error: "));
            errors
                .map(|line| line.split(": error: ").nth(1).unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let pawns = ["white", "black"].map(|color| {
            format!(
                "{color} can drop P nowhere (hint: its ranks, its zone and its line `Drop-Limits` have no square in common)"
            )
        });
        assert_eq!(found("all"), pawns, "{size}");
        assert_eq!(found("NB"), [""; 0], "{size}");
    }
}

#[test]
fn games_by_their_names() {
    for (name, start) in [
        (
            "sittuyin",
            "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[FNNSSRRKfnnssrrk]",
        ),
        (
            "prechess",
            "8/pppppppp/8/8/8/8/PPPPPPPP/8[BBNNQRRKbbnnqrrk]",
        ),
    ] {
        let game = Game::new(rules(name), 50);
        let order = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            letters
        };
        assert_eq!(order(&board(&game)), order(start), "{name}");
    }
}
