//! Pairs of rules in one variant, in positions made for the combination: two kings of which
//! only one may stay attacked and a bare side that loses, pieces that are dropped and gated, pieces
//! that turn into another one where they or it may not stand. Random combinations of all rules are in
//! `compose.rs`.
use std::sync::Arc;

use fmax::game::Game;
use fmax::movegen::notation::MoveError;
use fmax::movegen::{DrawReason, GameEnd, WinReason};
use fmax::ruleset::Ruleset;
use fmax::types::Color;

use crate::common::games::{ARRAY, CHANCELLOR, PIECES, at, load};
use crate::common::play::{board, moves, moves_from, play};
use crate::common::search::search;

/// Chess, and a piece E (rook and knight) that is not on the board at the start.
fn chess(rules: &str) -> Arc<Ruleset> {
    load(&format!("{ARRAY}{PIECES}{CHANCELLOR}{rules}"))
}

/// Two kings on each side: one may be lost, and one may be left attacked, not both.
const TWO_KINGS: &str = "8x8\n6 4 8 7 3 8 4 6\n6 4 8 7 3 8 4 6\n\
     p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
     b:296 -15,3 -17,3 15,3 17,3\n\
     n:259 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\nE:296 mRcpR\n\
     R:444 1,3 -16,3 -1,3 16,3\nQ:851 1,3 -16,3 -1,3 16,3 -15,3 -17,3 15,3 17,3\n\
     k:-400 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n";

fn two_kings(rules: &str) -> Arc<Ruleset> {
    load(&format!("{TWO_KINGS}{rules}"))
}

/// The best move of a shallow search, which must be legal.
fn best(game: &Game, depth: u32) -> String {
    let found = search(game, depth);
    let best = found.best.unwrap();
    assert!(game.legal_moves().contains(&best));
    game.format(best)
}

mod two_kings_and_baring {
    use super::*;

    const WON: fn(Color) -> Option<GameEnd> = |c| Some(GameEnd::Win(c, WinReason::BareKing));

    #[test]
    fn kings_alone_are_bare_however_many() {
        let rules = two_kings("Bare-King: loss\n");
        // white loses the rook and cannot recapture: the next move does not save it
        let mut game = at(&rules, "k6k/8/8/8/8/5q2/8/K1K4R b - - 0 1");
        play(&mut game, "f3h1");
        assert_eq!(game.outcome(), None);
        play(&mut game, "c1c2");
        assert_eq!(game.outcome(), WON(Color::Black));
        assert_eq!(moves(&game), Vec::<String>::new());
        // a single king counts as bare like two kings, and a third man of the other side is enough to win
        let mut game = at(&rules, "k7/8/8/8/8/5q2/8/K6R b - - 0 1");
        play(&mut game, "f3h1 a1a2");
        assert_eq!(game.outcome(), WON(Color::Black));
    }

    #[test]
    fn baring_back_must_leave_one_king_safe() {
        let rules = two_kings("Bare-King: loss\n");
        // c3 captures the last rook: one king is attacked after that, so the game is drawn
        let fen = "8/8/8/4k3/3R4/2K5/8/K6k w - - 0 1";
        let mut game = at(&rules, &fen.replace('R', "r"));
        play(&mut game, "c3d4");
        assert_eq!(game.outcome(), Some(GameEnd::Draw(DrawReason::BareKings)));
        // with the other king attacked as well, this move is illegal, and there is no other way
        let mut game = at(&rules, "8/8/8/4k3/3r4/2K5/7k/6K1 w - - 0 1");
        assert_eq!(game.parse_move("c3d4"), Err(MoveError::InCheck));
        assert_eq!(game.outcome(), None);
        // the king on h2 can be captured, but a rook is left, so black is not bare
        play(&mut game, "g1h2");
        assert_eq!(board(&game), "8/8/8/4k3/3r4/2K5/7K/8");
        assert_eq!(game.outcome(), WON(Color::Black));
    }

    #[test]
    fn a_spare_king_may_be_lost_but_not_the_last_one() {
        let rules = two_kings("Bare-King: loss\n");
        // one rook attacks two kings: one of them has to move, or the rook must be captured
        let game = at(&rules, "k6k/8/8/8/8/8/PP6/K1r1K3 w - - 0 1");
        for text in moves(&game) {
            assert!(text.starts_with("e1") || text.starts_with("a1"), "{text}");
        }
        assert_eq!(game.parse_move("b2b3"), Err(MoveError::InCheck));
        // one of the two kings may stay attacked
        let mut game = at(&rules, "k6k/8/8/8/8/8/PP6/K1r1K3 w - - 0 1");
        play(&mut game, "e1e2 c1a1");
        // the last king must be safe, and the pawns keep white from being bare
        assert_eq!(game.outcome(), None);
        assert_eq!(board(&game), "k6k/8/8/8/8/8/PP2K3/r7");
        play(&mut game, "e2d2 a1d1");
        for text in moves(&game) {
            assert!(text.starts_with("d2"), "{text}");
        }
    }

    #[test]
    fn the_search_bares() {
        let rules = two_kings("Bare-King: loss\n");
        let game = at(&rules, "k6k/8/8/8/4n3/8/5R2/KK6 b - - 0 1");
        assert_eq!(best(&game, 4), "e4f2");
        // the rook cannot be saved by a move that leaves both kings attacked
        let game = at(&rules, "k6k/8/8/8/8/4q3/7R/2K3K1 w - - 0 1");
        let moves = moves(&game);
        assert!(
            !moves
                .iter()
                .any(|text| text.starts_with("h2a") || text == "h2h8"),
            "{moves:?}"
        );
    }
}

mod drops_and_gating {
    use super::*;

    const RULES: &str = "Gating: EN\nHand: E\nDrops: all\n";

    #[test]
    fn a_gated_piece_changes_sides_and_is_gated_again() {
        let mut game = Game::new(chess(RULES), 50);
        play(&mut game, "b1c3e e7e5 b1a3 f8a3e");
        // black's own E is on the board, white's is in black's hand
        assert_eq!(
            board(&game),
            "rnbqkenr/pppp1ppp/8/4p3/8/b1N5/PPPPPPPP/R1BQKBNR[e]"
        );
        play(&mut game, "b2a3 g8f6e");
        assert_eq!(
            board(&game),
            "rnbqkeer/pppp1ppp/5n2/4p3/8/P1N5/P1PPPPPP/R1BQKBNR[B]"
        );
    }

    #[test]
    fn a_move_gates_nothing_that_it_captures_itself() {
        let rules = chess(RULES);
        let mut game = at(&rules, "4k3/8/8/8/8/5e2/8/4K1N1[] w G - 0 1");
        assert_eq!(moves_from(&game, "g1f3"), ["g1f3"]);
        play(&mut game, "g1f3 e8e7");
        assert!(board(&game).ends_with("[E]"));
    }

    #[test]
    fn nothing_can_be_gated_where_a_piece_was_dropped() {
        let rules = chess(RULES);
        // black's knight has left b8 for good; another knight is dropped there
        let mut game = at(
            &rules,
            "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Een] b KQBCDFGkqcdfg - 0 1",
        );
        play(&mut game, "N@b8 a2a3");
        assert_eq!(moves_from(&game, "b8"), ["b8a6", "b8c6"]);
        // the other knight has never moved: both pieces in hand may be gated
        assert_eq!(moves_from(&game, "g8"), ["g8f6", "g8f6e", "g8h6", "g8h6e"]);
        // neither a dropped rook nor a gated one castles
        let fen = "4k3/8/8/8/8/8/8/4K3[R] w E - 0 1";
        let mut game = at(&rules, fen);
        play(&mut game, "R@h1 e8e7");
        assert!(!moves(&game).contains(&"e1g1".to_owned()));
    }

    #[test]
    fn rights_outlast_an_empty_hand() {
        let rules = chess(RULES);
        let mut game = at(&rules, "4k3/8/8/3p4/4P3/8/8/1N2K1N1[] w BG - 0 1");
        assert_eq!(moves_from(&game, "g1"), ["g1e2", "g1f3", "g1h3"]);
        play(&mut game, "e4d5 e8e7");
        // a pawn was captured, which can be dropped but not gated
        assert_eq!(moves_from(&game, "g1"), ["g1e2", "g1f3", "g1h3"]);
        assert_eq!(moves_from(&game, "P@a").len(), 6);
        assert_eq!(game.parse_move("g1f3p"), Err(MoveError::BadSuffix('p')));
        let mut game = at(&rules, "4k3/8/8/3n4/4P3/8/8/1N2K1N1[] w BG - 0 1");
        play(&mut game, "e4d5 e8e7");
        assert_eq!(moves_from(&game, "g1").len(), 6);
        assert_eq!(moves_from(&game, "N@").len(), 64 - 5);
        // the square of the gated piece is no longer free for drops
        play(&mut game, "g1f3n e7e8");
        assert_eq!(board(&game), "4k3/8/8/3P4/8/5N2/8/1N2K1N1[]");
        assert_eq!(moves_from(&game, "g1"), ["g1e2", "g1h3"]);
    }

    #[test]
    fn a_check_is_answered_by_drops_and_gating_alike() {
        // the rook on e8 checks: E is dropped in between, or gated behind a knight that blocks
        let rules = chess(RULES);
        let game = at(&rules, "k3r3/8/8/8/8/8/5PPP/5RKN[E] w - - 0 1");
        assert!(!moves_from(&game, "E@").is_empty());
        let game = at(&rules, "k3r3/8/8/8/8/8/3P1P2/3QKBN1[E] w DEFG - 0 1");
        let expected = ["e1-", "E@e2", "E@e3", "E@e4", "E@e5", "E@e6", "E@e7"];
        for text in &expected[1..] {
            assert!(moves(&game).contains(&(*text).to_owned()), "{text}");
        }
        for text in ["f1e2", "f1e2e", "g1e2", "g1e2e", "d1e2", "d1e2e"] {
            assert!(moves(&game).contains(&text.to_owned()), "{text}");
        }
        let known = ["E@e", "f1e2", "g1e2", "d1e2"];
        for text in moves(&game) {
            assert!(known.iter().any(|k| text.starts_with(k)), "{text}");
        }
    }

    #[test]
    fn castling_gates_what_was_captured() {
        let rules = chess("Gating: EN\nDrops: all\nHand: N\n");
        let mut game = at(&rules, "4k3/8/8/8/8/8/8/4K2R[NN] w K - 0 1");
        let castlings = moves(&game);
        for text in ["e1g1", "e1g1n", "h1e1n"] {
            assert!(castlings.contains(&text.to_owned()), "{castlings:?}");
        }
        play(&mut game, "h1e1n e8e7 N@e5");
        assert_eq!(board(&game), "8/4k3/8/4N3/8/8/8/5RKN[]");
    }
}

mod zones_and_promotion {
    use super::*;

    #[test]
    fn a_confined_pawn_is_not_promoted_outside() {
        // a pawn stops on the square where it promotes
        let rules = chess("Zone: low=a1-h7\nZone: high=a2-h8\nConfine: P=low\n");
        let game = at(&rules, "1r5k/P7/8/8/8/8/8/7K w - - 0 1");
        assert_eq!(moves_from(&game, "a7"), Vec::<String>::new());
        // a pawn does not give check there, or capture
        let game = at(&rules, "1k6/P7/8/8/8/8/8/7K b - - 0 1");
        assert!(!game.rules().tables.in_check(game.position()));
        assert!(moves(&game).contains(&"b8a7".to_owned()));
        // with a larger promotion zone it promotes where it can
        let deep = "Promotion-Rule: ranks=2\nZone: low=a2-h7\nConfine: P=low\n";
        let rules = chess(deep);
        let game = at(&rules, "1r5k/8/P7/8/8/8/8/7K w - - 0 1");
        assert_eq!(
            moves_from(&game, "a6"),
            ["a6a7b", "a6a7e", "a6a7n", "a6a7q", "a6a7r"]
        );
        // whether promotion is optional or not, on its last square it may stay a pawn only if the rules allow it
        let optional = chess(&deep.replace("=2", "=2 optional"));
        let game = at(&optional, "1r5k/8/P7/8/8/8/8/7K w - - 0 1");
        assert_eq!(moves_from(&game, "a6").len(), 6);
        let mut game = at(&optional, "1r5k/8/P7/8/8/8/8/7K w - - 0 1");
        play(&mut game, "a6a7p h8g8");
        assert_eq!(moves_from(&game, "a7"), Vec::<String>::new());
    }

    #[test]
    fn a_piece_outside_its_zone_must_enter_it_next() {
        let rules = chess("Zone: home=a1-h4\nConfine: Q=home\n");
        let mut game = at(&rules, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(moves_from(&game, "a7").len(), 5);
        play(&mut game, "a7a8q");
        // the piece stands outside: no check along the rank, and only moves into the zone
        assert!(!game.rules().tables.in_check(game.position()));
        play(&mut game, "h8h7");
        assert_eq!(
            moves_from(&game, "a8"),
            ["a8a2", "a8a3", "a8a4", "a8e4", "a8f3", "a8g2", "a8h1"]
        );
        play(&mut game, "a8e4");
        // inside the zone the piece can no longer leave, and does not attack squares outside
        assert!(!game.rules().tables.in_check(game.position()));
    }

    #[test]
    fn a_promoted_piece_of_a_game_with_drops_is_confined_like_others() {
        for drops in ["Drops: all\n", "Drops: all keep-promoted\n"] {
            let rules = chess(&format!("{drops}Zone: home=a1-h4\nConfine: Q=home\n"));
            let mut game = at(&rules, "7k/P7/8/8/8/8/8/K7[] w - - 0 1");
            play(&mut game, "a7a8q");
            assert!(!game.rules().tables.in_check(game.position()), "{drops}");
            play(&mut game, "h8h7");
            let expected = ["a8a2", "a8a3", "a8a4", "a8e4", "a8f3", "a8g2", "a8h1"];
            assert_eq!(moves_from(&game, "a8"), expected, "{drops}");
        }
    }

    #[test]
    fn a_promoted_piece_of_a_game_with_drops_moves_like_others_in_a_zone() {
        for drops in ["Drops: all\n", "Drops: all keep-promoted\n"] {
            let rules = chess(&format!("{drops}Zone: far=a8-h8\nZone-Moves: Q=N@far\n"));
            let mut game = at(&rules, "8/P7/8/8/8/7k/8/K7[] w - - 0 1");
            play(&mut game, "a7a8q h3h2");
            assert_eq!(moves_from(&game, "a8"), ["a8b6", "a8c7"], "{drops}");
        }
    }

    #[test]
    fn captured_pieces_come_back_where_they_may_not_stand() {
        // a pawn can only become the lost rook, although the rook must enter its zone next
        let rules = chess("Promotion-Rule: captured\nZone: home=a1-h4\nConfine: R=home\n");
        let game = at(&rules, "7k/P7/8/8/8/8/8/RNBQKBN1 w Q - 0 1");
        // no E is ever lost, because there was none
        assert_eq!(moves_from(&game, "a7"), ["a7a8r"]);
    }
}
