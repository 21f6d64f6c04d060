//! Variants with other ways to win than mate: how their games end, and that the search knows it.

use fmax::board::Position;
use fmax::game::Game;
use fmax::movegen::notation::MoveError;
use fmax::search::Value;

use crate::common::games::{self, at, rules, with};
use crate::common::play::{ends, moves, play};
use crate::common::search::{self, search};

/// The best move and the score of a search.
fn best(game: &Game, depth: u32) -> (String, Value) {
    let found = search(game, depth);
    (search::best(game, &found), found.value)
}

#[test]
fn a_piece_in_two_zones_is_one_piece() {
    let rules = with("normal", "Goal: white=N=c6,f6 white=N=a6-h6 count=2");
    let mut one = at(&rules, "4k3/8/8/5N2/8/8/8/4K1N1 w - - 0 1");
    play(&mut one, "f5d6 e8e7");
    assert_eq!(ends(&one), "goes on");
    let mut two = at(&rules, "4k3/8/2N5/4N3/8/8/8/4K3 w - - 0 1");
    play(&mut two, "e5g6");
    assert!(ends(&two).starts_with("1-0"), "{}", ends(&two));
    let mut same = at(&rules, "4k3/8/8/4N3/8/8/8/4K1N1 w - - 0 1");
    play(&mut same, "e5c6");
    assert_eq!(ends(&same), "goes on");
}

#[test]
fn the_third_check_wins() {
    let rules = rules("3check");
    let mut game = at(&rules, "4k3/8/8/8/8/8/4P3/R3K3 w - - 2+3 0 1");
    assert_eq!(
        game.position().fen(),
        "4k3/8/8/8/8/8/4P3/R3K3 w - - 2+3 0 1"
    );
    play(&mut game, "a1a8 e8d7");
    assert!(game.position().fen().contains(" 1+3 "));
    assert_eq!(ends(&game), "goes on");
    assert_eq!(best(&game, 2).1, Value::Mate(1));
    play(&mut game, "a8d8");
    assert_eq!(ends(&game), "1-0 {White has given enough checks}");
    assert_eq!(game.legal_moves(), []);
    assert!(game.undo());
    assert!(game.position().fen().contains(" 1+3 "));
    // the counter shows the checks given, at the end of the FEN
    let lichess = at(&rules, "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1 +2+1");
    assert!(lichess.position().fen().contains(" 1+2 0 1"));
    assert_ne!(lichess.position().key(), game.position().key());
}

#[test]
fn a_quiet_check_is_found_at_the_leaves() {
    let rules = rules("3check");
    // black cannot prevent the check, which only a quiescence search with checks can see
    let game = at(&rules, "nn5k/8/8/8/8/1Q6/8/K7 b - - 1+3 0 1");
    let (_, value) = best(&game, 1);
    assert_eq!(value, Value::Mated(1), "{value:?}");
}

#[test]
fn the_last_of_a_kind_must_not_be_lost() {
    let rules = rules("extinction");
    let mut game = at(
        &rules,
        "rnbqkbnr/pppppppp/8/8/8/4Q3/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
    );
    assert_eq!(best(&game, 1).0.len(), 4);
    // the only queen can be captured, and kings too
    play(&mut game, "e3e7");
    assert_eq!(best(&game, 2), ("d8e7".to_owned(), Value::Mate(1)));
    play(&mut game, "d8e7");
    assert_eq!(ends(&game), "0-1 {Black wins by extinction}");
    // if the last pawn promotes, it is lost as well
    let mut game = at(&rules, "1nbqkbnr/Pppppppp/8/8/8/8/8/RNBQKBNR w KQk - 0 1");
    play(&mut game, "a7a8q");
    assert_eq!(ends(&game), "0-1 {Black wins by extinction}");
}

#[test]
fn captures_explode() {
    let rules = rules("atomic");
    let mut game = at(
        &rules,
        "rnbqkbnr/pppp1ppp/8/4p3/8/4N3/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
    );
    play(&mut game, "e3f5 a7a6");
    // the knight captures on g7 and everything adjacent explodes, except pawns
    let before = game.position().fen();
    play(&mut game, "f5g7");
    assert_eq!(
        game.position().fen().split(' ').next().unwrap(),
        "rnbqk3/1ppp1p1p/p7/4p3/8/8/PPPPPPPP/RNBQKB1R"
    );
    assert_eq!(ends(&game), "goes on");
    assert_eq!(game.position().check_consistency(), Ok(()));
    assert!(game.undo());
    assert_eq!(game.position().fen(), before);
    // a capture next to the king wins, even in check
    let mut game = at(&rules, "3qk3/3p4/8/8/8/8/8/3QK2r w - - 0 1");
    assert_eq!(best(&game, 1), ("d1d7".to_owned(), Value::Mate(1)));
    play(&mut game, "d1d7");
    assert_eq!(ends(&game), "1-0 {White blows up the king}");
    // kings capture nothing, and adjacent kings cannot be checked
    let game = at(&rules, "8/8/8/3kK3/3p4/8/8/4r3 w - - 0 1");
    assert!(game.parse_move("e5d4").is_err());
    assert!(game.parse_move("e5e4").is_ok());
    assert!(game.parse_move("e5f6").is_ok());
}

#[test]
fn a_side_that_has_lost_everything_wins() {
    let rules = rules("giveaway");
    let mut game = at(&rules, "8/8/8/8/8/1p6/8/R7 w - - 0 1");
    assert_eq!(best(&game, 4).1, Value::Mate(1));
    play(&mut game, "a1a2 b3a2");
    assert_eq!(ends(&game), "1-0 {White has no pieces left to lose}");
    // captures are compulsory, for the king as for any other piece
    let game = at(&rules, "8/8/8/8/8/1p6/1K6/R7 w - - 0 1");
    assert_eq!(moves(&game), ["b2b3"]);
    let blocked = "8/8/8/8/p7/P7/8/8 w - - 0 1";
    assert_eq!(ends(&at(&rules, blocked)), "1-0 {White wins by stalemate}");
    let suicide = games::rules("suicide");
    assert_eq!(ends(&at(&suicide, blocked)), "1/2-1/2 {Stalemate}");
    let fewer = at(&suicide, "8/8/8/8/p7/P7/8/7n w - - 0 1");
    assert_eq!(ends(&fewer), "1-0 {White wins by stalemate}");
    let more = at(&suicide, "8/8/8/p6p/P6P/8/8/8 w - - 0 1");
    assert_eq!(ends(&more), "1/2-1/2 {Stalemate}");
}

#[test]
fn a_mated_or_bare_side_wins_in_losers_chess() {
    let rules = rules("losers");
    let mated = at(&rules, "7k/8/8/8/8/8/1r6/r3K3 w - - 0 1");
    assert_eq!(ends(&mated), "1-0 {White has no pieces left to lose}");
    let mated = at(&rules, "7k/p7/8/8/8/P7/1r6/r3K3 w - - 0 1");
    assert_eq!(ends(&mated), "1-0 {White wins by being mated}");
    // a check has to be answered, by a capture if possible
    let game = at(&rules, "7k/8/8/8/8/r7/4P2p/K6R w - - 0 1");
    assert_eq!(moves(&game), ["a1b1", "a1b2"]);
}

#[test]
fn a_side_without_the_last_of_some_types_is_bare() {
    let rules = with("normal", "Baring: Q,R");
    // black's last major piece: black has one more move
    let mut game = at(&rules, "3rk3/pp6/8/8/8/8/3R4/3QK3 w - - 0 1");
    assert_eq!(best(&game, 3), ("d2d8".to_owned(), Value::Mate(1)));
    play(&mut game, "d2d8");
    assert_eq!(ends(&game), "goes on");
    let mut recaptured = game.clone();
    play(&mut recaptured, "e8e7");
    assert_eq!(ends(&recaptured), "1-0 {White wins by bare king}");
    // baring the other side in return is a draw
    let mut game = at(&rules, "3rk3/pp6/8/8/8/8/8/3RK3 w - - 0 1");
    play(&mut game, "d1d8 e8d8");
    assert_eq!(ends(&game), "1/2-1/2 {Bare kings}");
    // promotion helps as well
    let mut game = at(&rules, "4k3/8/8/3r4/8/8/p7/3RK2R w - - 0 1");
    play(&mut game, "d1d5 a2a1q");
    assert_eq!(ends(&game), "goes on");
    // combined with bare kings and the duple check of several royals
    let rules = with("spartan", "Baring: C");
    let mut game = at(&rules, "k6k/8/8/8/4c3/8/8/K3R3 w - - 0 1");
    play(&mut game, "e1e4 h8g8");
    assert_eq!(ends(&game), "1-0 {White wins by bare king}");
}

/// Combinations of rules in one variant: each of the rules still holds.
#[test]
fn ways_to_win_hold_together() {
    // the third check, with a move that also bares the king
    let rules = with("shatranj", "Checks: 1");
    let mut game = at(&rules, "3nk3/8/8/8/8/8/8/R2QK3 w - - 1+1 0 1");
    play(&mut game, "d1e2 d8c6 a1a8");
    assert_eq!(ends(&game), "1-0 {White has given enough checks}");
    // a bared side still has a move, and may give check with it
    let rules = with("shatranj", "Checks: 3");
    let mut game = at(&rules, "3nk3/8/8/8/8/8/8/R2RK3 w - - 3+3 0 1");
    play(&mut game, "d1d8");
    assert!(game.position().fen().contains(" 2+3 "));
    assert_eq!(ends(&game), "goes on");
    // both kings of a duple check attacked count as one check
    let rules = with("spartan", "Checks: 3");
    let mut game = at(&rules, "k6k/7p/8/8/8/8/8/R3K2Q w - - 3+3 0 1");
    assert_eq!(rules.variant().rules.win.checks, 3);
    play(&mut game, "h1h6");
    assert!(
        game.position().fen().contains(" 3+3 "),
        "{}",
        game.position().fen()
    );
    // explosions with compulsory captures
    let rules = with("atomic", "Captures: compulsory");
    let game = at(&rules, "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1");
    assert_eq!(moves(&game), ["e4d5"]);
    let start = Position::start(rules.layout.clone());
    assert_eq!(
        start.fen(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
}

/// Promoted pieces of a spared type survive explosions too.
#[test]
fn promoted_pieces_are_spared_like_others() {
    let rules = with("crazyhouse", "Captures: explode spare=Q");
    let mut game = at(&rules, "k7/8/8/3pQ~3/3Rr3/4N3/8/4K3[] w - - 0 1");
    play(&mut game, "e3d5");
    let fen = game.position().fen();
    assert!(fen.starts_with("k7/8/8/4Q~3/8/8/8/4K3"), "{fen}");
}

/// Every kind of check is refused, and the search knows it.
#[test]
fn no_move_may_give_check() {
    let why = Err(MoveError::Forbidden("it gives check"));
    let refused = |game: &Game, text: &str| assert_eq!(game.parse_move(text), why);
    let rules = with("normal", "Checking: no\nStalemate: loss");
    // checks by the moving piece, and by the piece behind it
    let game = at(&rules, "4k3/8/8/8/8/8/4B3/K3R2Q w - - 0 1");
    refused(&game, "h1h8");
    refused(&game, "e2h5");
    refused(&game, "e2d3");
    assert!(game.parse_move("h1h7").is_ok());
    // by castling, by a promotion to some pieces, and by a piece behind a pawn captured en passant
    let game = at(&rules, "5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    refused(&game, "e1g1");
    let game = at(&rules, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
    assert!(game.parse_move("a7a8q").is_ok());
    let game = at(&rules, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let promotions: Vec<_> = (moves(&game).into_iter())
        .filter(|text| text.starts_with("a7"))
        .collect();
    assert_eq!(promotions, ["a7a8b", "a7a8n"]);
    let game = at(&rules, "8/8/8/k2pP2R/8/8/8/K7 w - d6 0 1");
    refused(&game, "e5d6");
    // a king that must not be checked can be stalemated
    let game = at(&rules, "7k/5K2/8/8/8/8/8/6R1 w - - 0 1");
    assert_eq!(best(&game, 3).1, Value::Mate(1));
    let house = with("crazyhouse", "Checking: no");
    let game = at(&house, "4k3/8/8/8/8/8/8/4K3[RN] w - - 0 1");
    refused(&game, "R@e4");
    refused(&game, "N@d6");
    assert!(game.parse_move("N@d5").is_ok());
}

/// A check must be mate. It is mate if its only answers are checks that do not mate.
#[test]
fn only_mates_may_check() {
    let why = Err(MoveError::Forbidden("it gives check"));
    let rules = rules("checkless");
    let game = at(&rules, "7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    assert!(game.parse_move("a1a8").is_ok());
    assert_eq!(best(&game, 2).1, Value::Mate(1));
    let game = at(&rules, "7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    assert_eq!(game.parse_move("a1a8"), why);
    // the only answer is a knight in between, which gives check
    let fen = "6k1/2K2ppp/5n2/8/8/8/8/R7 w - - 0 1";
    let mut game = at(&rules, fen);
    play(&mut game, "a1a8");
    assert_eq!(game.parse_move("f6e8"), why);
    assert_eq!(ends(&game), "1-0 {White mates}");
    // with another flight square there is an answer
    let game = at(&rules, "6k1/3n1ppp/8/8/1K6/8/8/R7 w - - 0 1");
    assert_eq!(game.parse_move("a1a8"), why);
}

/// Black has one more move to draw level; white has not.
#[test]
fn kings_race_to_the_last_rank() {
    let rules = rules("racingkings");
    // black's king is too far away
    let mut game = at(&rules, "8/K7/8/8/8/8/k7/8 w - - 0 1");
    assert_eq!(best(&game, 1).1, Value::Mate(1));
    play(&mut game, "a7a8");
    assert_eq!(ends(&game), "1-0 {White reaches the goal}");
    // black draws level, or does not
    let mut game = at(&rules, "8/K6k/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(best(&game, 4).1, Value::Centipawns(0));
    play(&mut game, "a7a8");
    assert_eq!(ends(&game), "goes on");
    let mut other = game.clone();
    play(&mut other, "h7h6");
    assert_eq!(ends(&other), "1-0 {White reaches the goal}");
    play(&mut game, "h7g8");
    assert_eq!(ends(&game), "1/2-1/2 {Both reach the goal}");
    assert!(game.legal_moves().is_empty());
    // what keeps black from following
    let mut game = at(&rules, "8/K6k/5N2/8/8/8/8/6R1 w - - 0 1");
    assert!(game.parse_move("f6g8").is_ok());
    assert!(game.parse_move("g1h1").is_err(), "that is check");
    game.set_fen("8/K6k/4N3/8/8/8/8/6R1 w - - 0 1").unwrap();
    play(&mut game, "a7a8");
    assert_eq!(ends(&game), "goes on");
    // the second side to move has won at once
    let mut game = at(&rules, "8/K6k/8/8/8/8/8/8 b - - 0 1");
    play(&mut game, "h7h8");
    assert_eq!(ends(&game), "0-1 {Black reaches the goal}");
}

/// A goal may have to be held, to be safe, or to be reached by several pieces.
#[test]
fn goals_are_reached_by_their_terms() {
    let jesonmor = rules("jesonmor");
    let mut game = at(&jesonmor, "n8/9/3N5/9/9/9/9/9/9 w - - 0 1");
    play(&mut game, "d7e5");
    assert_eq!(ends(&game), "goes on");
    play(&mut game, "a9b7");
    assert_eq!(ends(&game), "1-0 {White reaches the goal}");
    // a knight that can be captured there has not won
    let mut game = at(&jesonmor, "9/9/3N1n3/9/9/9/9/9/9 w - - 0 1");
    assert_ne!(best(&game, 4).0, "d7e5");
    play(&mut game, "d7e5 f7e5");
    assert_eq!(ends(&game), "0-1 {Black wins by stalemate}");

    let safe = with("normal", "Goal: NR=8 safe");
    // a rook beside the king can be taken, a rook far away cannot
    let near = at(&safe, "8/5k2/8/8/8/8/8/4R1K1 w - - 0 1");
    assert_ne!(best(&near, 1).1, Value::Mate(1));
    let far = at(&safe, "8/5k2/8/8/8/8/8/R5K1 w - - 0 1");
    assert_eq!(best(&far, 1), ("a1a8".to_owned(), Value::Mate(1)));

    let two = with("normal", "Goal: white=N=c6,f6 count=2 black=P=4 or-full");
    let mut game = at(&two, "4k3/p7/8/8/1N2N3/8/8/4K3 w - - 0 1");
    assert_eq!(best(&game, 4).1, Value::Mate(2));
    play(&mut game, "b4c6 a7a6");
    assert_eq!(ends(&game), "goes on");
    play(&mut game, "e4f6");
    assert_eq!(ends(&game), "1-0 {White reaches the goal}");
    // white's and black's squares differ
    let mut game = at(&two, "4k3/8/8/p7/8/8/8/4K3 b - - 0 1");
    play(&mut game, "a5a4");
    assert_eq!(ends(&game), "goes on");
    let mut game = at(&two, "4k3/8/n4n2/8/8/8/8/4K3 b - - 0 1");
    play(&mut game, "a6b4");
    assert_eq!(ends(&game), "goes on");
}

/// The search heads for an unobstructed goal, with pawns that are not royal.
#[test]
fn a_pawn_runs_to_its_goal() {
    let rules = rules("breakthrough");
    let game = at(&rules, "8/8/p7/5P2/8/8/pp6/8 w - - 0 1");
    // black is first: one move against three
    assert_eq!(best(&game, 3).1, Value::Mated(1));
    let game = at(&rules, "8/8/p7/5P2/1p6/8/8/8 w - - 0 1");
    assert_eq!(best(&game, 6).1, Value::Mate(3));
}

/// An army can be lost as a whole or down to a number of pieces, and such a loss can win.
#[test]
fn armies_die_out_by_their_terms() {
    // all of white's pieces against a king; black's do not count
    let horde = rules("horde");
    let mut game = at(&horde, "4k3/8/8/8/8/8/3p4/4P3 b - - 0 1");
    assert_eq!(best(&game, 2).1, Value::Mate(1));
    play(&mut game, "d2e1q");
    assert_eq!(ends(&game), "0-1 {Black wins by extinction}");
    // one king of three is lost
    let kings = rules("threekings");
    let mut game = at(&kings, "k6k/8/k7/8/8/8/8/KK1R3K w - - 0 1");
    play(&mut game, "d1d8 a8b8");
    assert_eq!(ends(&game), "goes on");
    assert_eq!(best(&game, 1).1, Value::Mate(1));
    play(&mut game, "d8b8");
    assert_eq!(ends(&game), "1-0 {White wins by extinction}");
    // the king has to be given away, and must be captured if possible
    let codrus = rules("codrus");
    let mut game = at(&codrus, "8/8/8/2p5/8/8/3K4/7k w - - 0 1");
    assert_eq!(best(&game, 3).1, Value::Mate(2));
    play(&mut game, "d2d3 h1h2 d3d4 c5d4");
    assert_eq!(ends(&game), "1-0 {White has lost what it had to lose}");
    let draw = with("normal", "Bare-King: draw");
    let mut game = at(&draw, "3k4/8/8/8/8/8/3q4/3RK3 w - - 0 1");
    play(&mut game, "d1d2");
    assert_eq!(ends(&game), "1/2-1/2 {Bare king}");
    assert!(game.legal_moves().is_empty());
}

/// Pawns push from the ranks of their line; a pawn that returns to such a rank pushes again, in play and
/// after reading a FEN.
#[test]
fn pawns_push_from_their_ranks() {
    let horde = rules("horde");
    let mut game = at(&horde, "4k3/8/8/8/8/p1p5/8/1P6 w - - 0 1");
    assert_eq!(moves(&game), ["b1b2", "b1b3"]);
    // no en-passant capture after a push from the first rank
    play(&mut game, "b1b3");
    assert!(game.parse_move("a3b2").is_err());
    game.set_fen("4k3/8/8/8/p7/8/8/1P6 w - - 0 1").unwrap();
    play(&mut game, "b1b2 e8e7 b2b4");
    assert!(game.parse_move("a4b3").is_ok());
    let torpedo = rules("torpedo");
    let mut game = at(&torpedo, "4k3/4p3/8/8/3P4/8/8/4K3 w - - 0 1");
    play(&mut game, "d4d6");
    assert!(game.parse_move("e7d6").is_ok());
    game.set_fen("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1").unwrap();
    play(&mut game, "d4e5 e8f8");
    assert!(game.parse_move("e5e7").is_ok());

    let sideways = games::load(
        &(games::ARRAY.to_owned()
            + &games::PIECES
                .replace("p:74 -16,24 -16,6 -15,5 -17,5", "p:74 fsmWfceFifmnD")
                .replace("p:74 16,24 16,6 15,5 17,5", "p:74 fsmWfceFifmnD")),
    );
    let mut game = at(&sideways, "4k3/8/8/8/8/8/4P3/K7 w - - 0 1");
    play(&mut game, "e2d2 e8e7");
    let fen = game.position().fen();
    assert!(game.parse_move("d2d4").is_ok());
    assert_eq!(
        at(&sideways, &fen).legal_moves().len(),
        game.legal_moves().len()
    );
    assert_eq!(at(&sideways, &fen).position().key(), game.position().key());
}

/// A king in check stays where it is, unless it can capture the only piece that gives the check.
#[test]
fn royals_may_not_run_from_checks() {
    let rules = with("normal", "Royal-Flight: no");
    let game = at(&rules, "4k3/8/8/8/8/8/3P4/r3K3 w - - 0 1");
    assert_eq!(ends(&game), "0-1 {Black mates}");
    let game = at(&rules, "4k3/8/8/8/8/8/3P4/r2NK3 w - - 0 1");
    assert!(game.parse_move("e1e2").is_ok(), "no check");
    let game = at(&rules, "4k3/8/8/8/8/8/3PP3/3rK3 w - - 0 1");
    assert_eq!(moves(&game), ["e1d1"]);
    // a double check: capturing one checking piece would be running away from the other
    let game = at(&rules, "4k3/8/8/8/7b/8/3P4/3rK3 w - - 0 1");
    assert_eq!(ends(&game), "0-1 {Black mates}");
    // mate only because the king may not move away
    let usual = at(&with("normal", ""), "7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_ne!(best(&usual, 2).1, Value::Mate(1));
    let stuck = at(&rules, "7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(best(&stuck, 2).1, Value::Mate(1));
}
