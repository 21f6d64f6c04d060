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

use crate::common::games::{at, load};
use crate::common::play::{board, moves, play};
use crate::common::search::search;
use crate::common::table;

#[test]
fn interplay() {
    table::play_all("interplay");
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
