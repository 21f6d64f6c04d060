//! The counting rules, against another engine's counts in random endgames, and their results.

use fmax::board::Position;
use fmax::game::Game;
use fmax::movegen::{DrawReason, GameEnd, WinReason};
use fmax::search::{Limits, SearchSettings, Value};
use fmax::types::Color;

use crate::common::games::{at, rules};
use crate::common::search::search_with;

/// Games in `tests/data/counting.txt`, made with pyffish 0.0.90: the name, a position without a count, then moves,
/// each with the count after the move and the limit, or a dash.
#[test]
fn counts_as_fairy_stockfish_does() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/counting.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let mut counted = 0;
    for line in text.lines() {
        let [name, fen, moves] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let mut game = Game::new(rules(name), 0);
        game.set_fen(fen).unwrap();
        let words: Vec<&str> = moves.split(' ').collect();
        for pair in words.chunks_exact(2) {
            let before = game.position().fen();
            let mv = game.parse_move(pair[0]);
            let mv = mv.unwrap_or_else(|error| panic!("{name} {before} {}: {error}", pair[0]));
            game.play(mv);
            let count = game.position().move_count();
            let found = count.map_or("-".to_owned(), |(count, limit)| format!("{count}/{limit}"));
            assert_eq!(found, pair[1], "{name} {before} {}", pair[0]);
            counted += u32::from(count.is_some());
            // the count survives FEN and undo
            let fen = game.position().fen();
            let read = Position::from_fen(&game.rules().layout, &fen).unwrap();
            assert_eq!(read.fen(), fen);
            assert_eq!(read.move_count(), count);
            game.undo();
            assert_eq!(game.position().fen(), before);
            game.play(mv);
        }
    }
    assert!(counted > 300, "{counted}");
}

/// A king that counts to 16 against king and rook.
const HUNTED: &str = "8/8/8/4k3/8/8/8/R3K3 b - 32 31 50";

#[test]
fn a_count_draws_where_it_is_in_force() {
    let mut game = Game::new(rules("makruk"), 0);
    game.set_fen(HUNTED).unwrap();
    assert_eq!(game.position().move_count(), Some((31, 32)));
    for text in ["e5e4", "a1a2"] {
        game.play(game.parse_move(text).unwrap());
        assert_eq!(game.outcome(), None);
    }
    assert!(game.position().is_counted_out());
    game.set_counting(true);
    assert_eq!(game.outcome(), Some(GameEnd::Draw(DrawReason::Counting)));
    assert_eq!(
        game.outcome().unwrap().to_string(),
        "1/2-1/2 {Draw by counting}"
    );
    game.undo();
    assert_eq!(game.outcome(), None);
}

#[test]
fn mate_with_the_last_move_counts() {
    let mut game = Game::new(rules("makruk"), 0);
    game.set_counting(true);
    game.set_fen("4k3/8/4K3/8/8/8/8/R7 w - 32 32 50").unwrap();
    game.play(game.parse_move("a1a8").unwrap());
    assert!(game.position().is_counted_out());
    let mated = GameEnd::Win(Color::White, WinReason::Checkmate);
    assert_eq!(game.outcome(), Some(mated));
}

#[test]
fn the_move_rule_waits_while_somebody_counts() {
    let mut game = Game::new(rules("makruk"), 50);
    game.set_fen("8/8/8/4k3/8/8/8/M3K2M w - 128 100 90")
        .unwrap();
    game.set_counting(true);
    for text in ["e1e2", "e5e6", "e2e1", "e6f6"] {
        game.play(game.parse_move(text).unwrap());
    }
    assert_eq!(game.outcome(), None);
    // a single number is still the move counter, as XBoard writes it
    game.set_fen("8/8/8/4k3/8/8/8/M3K2M w - 100 90").unwrap();
    assert_eq!(game.position().move_count(), None);
    assert_eq!(
        game.outcome(),
        Some(GameEnd::Draw(DrawReason::MoveRule(50)))
    );
}

fn value(fen: &str, counting: bool) -> Value {
    let settings = SearchSettings {
        counting,
        ..SearchSettings::default()
    };
    let game = at(&rules("makruk"), fen);
    search_with(&game, Limits::depth(6), &settings).value
}

#[test]
fn the_search_knows_when_the_count_has_run_out() {
    // two moves to mate, and one or three plies left
    let mate_in_two = |count: u32| format!("4k3/8/3K4/8/8/8/8/7R w - 32 {count} 50");
    assert_eq!(value(&mate_in_two(30), false), Value::Mate(2));
    assert_eq!(value(&mate_in_two(30), true), Value::Mate(2));
    assert_eq!(value(&mate_in_two(32), false), Value::Mate(2));
    assert_eq!(value(&mate_in_two(32), true), Value::Centipawns(0));
}
