//! The searcher: mates, draws, limits, determinism.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fmax::game::Game;
use fmax::search::{Limits, MultiPv, Noise, SearchControl, SearchResult, SearchSettings, Value};

use crate::common::games::{game, rules};
use crate::common::play::assert_legal;
use crate::common::search::{Reports, nodes, per_move, search_with, searcher};

const SETTINGS: SearchSettings = SearchSettings {
    move_rule_plies: 100,
    counting: false,
    noise: None,
    clock_start: None,
    multi_pv: MultiPv::SINGLE,
    excluded: Vec::new(),
};

fn search(game: &Game, limits: Limits) -> SearchResult {
    search_with(game, limits, &SETTINGS)
}

/// Where captures are forced, each move of a line can be a surprise, so that its search is repeated deeper.
#[test]
fn lines_of_forced_captures_end() {
    for name in ["giveaway", "suicide", "losers", "andersgiveaway"] {
        let limits = Limits {
            depth: Some(5),
            ..nodes(1_000_000)
        };
        let found = search(&game(name, ""), limits);
        assert_eq!(found.depth, 5, "{name}: {} nodes", found.nodes);
    }
}

#[test]
fn mates_are_found() {
    for (name, fen, depth, value, best) in [
        (
            "normal",
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            3,
            Value::Mate(1),
            "a1a8",
        ),
        (
            "normal",
            "k7/8/1K6/8/8/8/8/7R w - - 0 1",
            3,
            Value::Mate(1),
            "h1h8",
        ),
        (
            "normal",
            "k7/7R/1K6/8/8/8/8/8 b - - 0 1",
            4,
            Value::Mated(1),
            "",
        ),
        // the nearest corner of a wider board
        (
            "capablanca",
            "k9/10/1K8/8C1/10/10/10/10 w - - 0 1",
            3,
            Value::Mate(1),
            "i5i8",
        ),
        // stalemate wins in shatranj
        (
            "shatranj",
            "k7/8/N7/1K6/7p/7P/8/2R5 w - - 0 1",
            4,
            Value::Mate(1),
            "",
        ),
        // the hill: nothing can stop the king
        (
            "king-of-the-hill",
            "k7/8/8/8/8/3K4/8/8 w - - 0 1",
            2,
            Value::Mate(1),
            "",
        ),
        // quiescence sees the step to the hill: one ply is enough to see the loss
        (
            "king-of-the-hill",
            "8/8/3k4/8/8/8/8/7K w - - 0 1",
            1,
            Value::Mated(1),
            "",
        ),
        // both spartan kings attacked at once, and no defence
        (
            "spartan",
            "k6k/4R3/8/8/8/8/3Q4/4K3 w - - 0 1",
            3,
            Value::Mate(1),
            "",
        ),
    ] {
        let game = game(name, fen);
        let result = search(&game, Limits::depth(depth));
        assert_eq!(result.value, value, "{name} {fen}: {:?}", result.best);
        if !best.is_empty() {
            assert_eq!(game.format(result.best.unwrap()), best, "{name} {fen}");
        }
    }
}

#[test]
fn no_move_no_answer() {
    let stalemate = search(
        &game("normal", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"),
        Limits::depth(5),
    );
    assert_eq!(
        (stalemate.best, stalemate.value),
        (None, Value::Centipawns(0))
    );
    let lost = search(
        &game("shatranj", "k7/2R5/N7/1K6/8/8/8/8 b - - 0 1"),
        Limits::depth(5),
    );
    assert_eq!((lost.best, lost.value), (None, Value::Mated(0)));
    // black could not bare white in turn, so the game is already won
    let won = search(
        &game("shatranj", "k7/8/1K6/8/8/8/8/7R w - - 0 1"),
        Limits::depth(5),
    );
    assert_eq!((won.best, won.value), (None, Value::Mate(0)));
}

#[test]
fn perpetual_check_is_a_draw() {
    // a queen and a rook down, but black's king cannot escape the checks on g5 and h5
    let game = game("normal", "5rk1/5p2/8/6Q1/8/1q6/r4PPP/6K1 w - - 0 1");
    let result = search(&game, Limits::depth(10));
    assert_eq!(result.value, Value::Centipawns(0));
}

#[test]
fn a_search_is_deterministic() {
    let game = game("capablanca", "");
    let counts: Vec<u64> = (0..2)
        .map(|_| search(&game, Limits::depth(6)).nodes)
        .collect();
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn lines_are_legal() {
    for name in [
        "normal",
        "spartan",
        "seirawan",
        "bifurcator",
        "berolina",
        "falcon",
        "makruk",
    ] {
        let game = game(name, "");
        let mut observer = Reports::default();
        let stop = SearchControl::default();
        let limits = Limits::depth(7);
        searcher(&game, 1).search(game.position(), &limits, &SETTINGS, &stop, &mut observer);
        let lines = observer.0.iter().map(|report| &report.pv);
        assert!(lines.len() >= 7, "{name}");
        for line in lines {
            assert!(!line.is_empty(), "{name}");
            assert_legal(&game, line);
        }
    }
}

#[test]
fn limits_are_kept() {
    let game = game("normal", "");
    let result = search(&game, nodes(5000));
    assert!(result.nodes <= 5000 && result.best.is_some());
    assert_eq!(search(&game, Limits::depth(3)).depth, 3);
    // stopped before the search began
    let stop = SearchControl::default();
    stop.stop();
    let result = searcher(&game, 1).search(
        game.position(),
        &Limits::UNLIMITED,
        &SETTINGS,
        &stop,
        &mut (),
    );
    assert!(result.best.is_some());
    // generous, for slow machines: the search only has to end
    let start = Instant::now();
    search(&game, per_move(100));
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_search_is_stopped_from_outside() {
    let game = game("normal", "");
    let stop = Arc::new(SearchControl::default());
    let flag = stop.clone();
    let timer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        flag.stop();
    });
    let mut searcher = searcher(&game, 1);
    let result = searcher.search(
        game.position(),
        &Limits::UNLIMITED,
        &SETTINGS,
        &stop,
        &mut (),
    );
    timer.join().unwrap();
    assert!(game.legal_moves().contains(&result.best.unwrap()));
}

#[test]
fn moves_vary_on_request() {
    let game = game("normal", "");
    let choice = |seed| {
        let settings = SearchSettings {
            noise: Some(Noise {
                seed,
                spread: Noise::VARIETY,
            }),
            ..SETTINGS
        };
        search_with(&game, Limits::depth(4), &settings).best
    };
    let choices: std::collections::HashSet<_> = (0..20).map(choice).collect();
    assert!(choices.len() > 1);
    assert_eq!(choice(7), choice(7));
}

/// XBoard asks for noise in every game; a mate that is found is still played.
#[test]
fn a_mate_has_no_noise() {
    for (name, fen, best) in [
        ("normal", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
        ("shatranj", "4k3/p6R/8/8/8/P7/8/4K3 w - - 2 2", "h7a7"),
    ] {
        let game = game(name, fen);
        for seed in 0..40 {
            let settings = SearchSettings {
                noise: Some(Noise {
                    seed,
                    spread: Noise::VARIETY,
                }),
                ..SETTINGS
            };
            let result = search_with(&game, Limits::depth(4), &settings);
            assert_eq!(result.value, Value::Mate(1), "{name}, {seed}");
            assert_eq!(game.format(result.best.unwrap()), best, "{name}, {seed}");
        }
    }
}

/// A new best move is reported when it is found, and again at the end of the iteration only if something
/// has changed.
#[test]
fn no_line_is_reported_twice() {
    // after a while a search reports everything
    let long_ago = Instant::now() - Duration::from_secs(1);
    let mut lines = 0;
    for (name, fen) in [
        ("normal", ""),
        ("normal", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"),
        ("makruk", ""),
        ("crazyhouse", ""),
        ("xiangqi", ""),
        ("alice", ""),
        ("shatranj", ""),
    ] {
        let game = if fen.is_empty() {
            Game::new(rules(name), 0)
        } else {
            game(name, fen)
        };
        for (lines_wanted, margin) in [(1, 0), (3, 0), (1, 40)] {
            let settings = SearchSettings {
                clock_start: Some(long_ago),
                multi_pv: MultiPv {
                    lines: lines_wanted,
                    margin,
                },
                ..SETTINGS
            };
            let mut reports = Reports::default();
            searcher(&game, 1).search(
                game.position(),
                &Limits::depth(7),
                &settings,
                &SearchControl::default(),
                &mut reports,
            );
            let mut said = Vec::new();
            for report in reports.0 {
                let line = (report.depth, report.value, report.bound, report.pv);
                assert!(
                    !said.contains(&line),
                    "{name} {lines_wanted} {margin}: {line:?}"
                );
                said.push(line);
            }
            lines += said.len();
            let deepest: Vec<_> = said.iter().filter(|(depth, ..)| *depth == 7).collect();
            assert!(deepest.len() >= lines_wanted as usize, "{name}: {said:?}");
        }
    }
    assert!(lines > 300, "{lines}");
}
