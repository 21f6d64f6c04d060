//! Searching on several threads.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use fmax::game::Game;
use fmax::search::{
    Limits, MultiPv, Noise, Report, SearchControl, SearchResult, SearchSettings, Value,
};

use crate::common::games::game;
use crate::common::play::assert_legal;
use crate::common::search::{Reports, nodes, per_move, searcher};

const MATE_IN_TWO: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

fn search(game: &Game, threads: usize, limits: Limits) -> (SearchResult, Vec<Report>) {
    let mut reports = Reports::default();
    let control = SearchControl::default();
    let settings = SearchSettings::default();
    let mut searcher = searcher(game, threads);
    let result = searcher.search(game.position(), &limits, &settings, &control, &mut reports);
    (result, reports.0)
}

#[test]
fn a_mate_ends_the_search() {
    let game = game("normal", MATE_IN_TWO);
    for threads in [2, 3, 7] {
        let begun = Instant::now();
        let (result, _) = search(&game, threads, per_move(60_000));
        assert_eq!(result.value, Value::Mate(2));
        assert_eq!(result.best, Some(game.parse_move("a1a6").unwrap()));
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn lines_are_legal_and_the_last_one_is_the_result() {
    for name in ["normal", "capablanca", "shatranj", "spartan", "atomic"] {
        let game = game(name, "");
        let before = game.position().fen();
        for limits in [per_move(250), Limits::depth(6)] {
            let (result, reports) = search(&game, 2, limits);
            for report in &reports {
                assert_legal(&game, &report.pv);
            }
            let last = reports.last().map(|report| report.pv[0]);
            assert_eq!(last, result.best, "{name}");
            assert!(limits.depth.is_none_or(|depth| result.depth == depth));
            let nodes: Vec<u64> = reports.iter().map(|report| report.nodes).collect();
            assert!(nodes.is_sorted() && nodes[nodes.len() - 1] <= result.nodes);
        }
        assert_eq!(game.position().fen(), before);
    }
}

#[test]
fn after_an_interruption_the_last_line_is_the_result() {
    let game = game("normal", "");
    for most in (400..12_000).step_by(400) {
        let limits = nodes(most);
        let (result, reports) = search(&game, 1, limits);
        let last = reports.last().map(|report| report.pv[0]);
        assert_eq!(last, result.best, "{most} {reports:?}");
    }
}

#[test]
fn a_searcher_serves_a_whole_game() {
    let mut game = game("normal", "");
    let mut searcher = searcher(&game, 2);
    for ply in 0..24 {
        // helper threads are added and removed
        searcher.set_threads([2, 1, 4][ply % 3]);
        let limits = nodes(3000);
        let control = SearchControl::default();
        let settings = SearchSettings {
            noise: (ply < 6).then_some(Noise {
                seed: ply as u64,
                spread: Noise::VARIETY,
            }),
            ..SearchSettings::default()
        };
        let result = searcher.search(game.position(), &limits, &settings, &control, &mut ());
        let best = result.best.unwrap();
        assert!(game.legal_moves().contains(&best));
        game.play(best);
        assert!(
            result
                .ponder
                .is_none_or(|mv| game.legal_moves().contains(&mv))
        );
        if game.outcome().is_some() {
            break;
        }
    }
}

#[test]
fn all_threads_together_keep_the_node_limit() {
    let game = game("normal", "");
    for (limit, threads) in [(1, 2), (100, 2), (5000, 2), (40_000, 2), (40_000, 5)] {
        let limits = nodes(limit);
        let (result, _) = search(&game, threads, limits);
        assert!(result.best.is_some());
        let most = limit + 64 * threads as u64;
        assert!(result.nodes <= most, "{} of {limit}", result.nodes);
        assert!(result.nodes >= limit, "{} of {limit}", result.nodes);
        // node-counted time
        let limits = Limits {
            node_rate: Some(limit),
            ..per_move(1000)
        };
        let (result, _) = search(&game, threads, limits);
        assert!(result.nodes <= most, "{} of {limit}", result.nodes);
        let counted = Duration::from_micros(result.nodes * 1_000_000 / limit);
        assert_eq!(result.time, counted);
    }
}

#[test]
fn helpers_search_too() {
    // alone, the main thread would search at most the nodes that it searches without helpers
    let game = game("normal", "");
    let (alone, _) = search(&game, 1, Limits::depth(9));
    let (together, _) = search(&game, 4, Limits::depth(9));
    assert!(together.nodes > alone.nodes / 2 + 1000);
    assert!(together.depth == 9 && alone.depth == 9);
    // the main thread uses the nodes that the helpers leave of the limit
    let limits = nodes(50_000);
    let (shared, reports) = search(&game, 4, limits);
    assert!(shared.depth >= 4, "{shared:?}");
    assert!(!reports.is_empty());
}

#[test]
fn one_thread_is_deterministic() {
    let game = game("capablanca", "");
    let searched = |threads| {
        let mut searcher = searcher(&game, threads);
        // earlier work of helpers is forgotten
        searcher.set_threads(1);
        let control = SearchControl::default();
        let (limits, settings) = (Limits::depth(7), SearchSettings::default());
        let result = searcher.search(game.position(), &limits, &settings, &control, &mut ());
        (result.best, result.value, result.nodes)
    };
    assert_eq!(searched(1), searched(1));
    assert_eq!(searched(1), searched(4));
}

#[test]
fn several_lines_are_distinct() {
    let game = game("normal", "");
    let mut reports = Reports::default();
    let control = SearchControl::default();
    let excluded = game.parse_move("e2e4").unwrap();
    let settings = SearchSettings {
        multi_pv: MultiPv {
            lines: 4,
            margin: 0,
        },
        excluded: vec![excluded],
        ..SearchSettings::default()
    };
    let limits = per_move(300);
    let mut searcher = searcher(&game, 3);
    let result = searcher.search(game.position(), &limits, &settings, &control, &mut reports);
    assert_ne!(result.best, Some(excluded));
    for rank in 0..4 {
        let lines = reports.0.iter().filter(|report| report.rank == rank);
        assert!(lines.clone().count() > 1);
        assert!(lines.clone().all(|report| report.pv[0] != excluded));
    }
}

/// Runs an infinite search on several threads and calls `speak` after a while; returns the time it
/// took to end after that.
fn interrupted(speak: impl FnOnce(&SearchControl) + Send) -> (SearchResult, Duration) {
    let control = SearchControl::default();
    let game = game("normal", "");
    let mut searcher = searcher(&game, 3);
    let (limits, settings) = (Limits::UNLIMITED, SearchSettings::default());
    thread::scope(|scope| {
        let speaker = scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            speak(&control);
            Instant::now()
        });
        let result = searcher.search(game.position(), &limits, &settings, &control, &mut ());
        let ended = Instant::now();
        (result, ended.duration_since(speaker.join().unwrap()))
    })
}

#[test]
fn stops_at_once() {
    let (result, took) = interrupted(SearchControl::stop);
    assert!(result.best.is_some());
    assert!(took < Duration::from_secs(2), "{took:?}");
    // also from a pause, or with other limits
    interrupted(|control| {
        control.pause();
        thread::sleep(Duration::from_millis(20));
        control.stop();
    });
    interrupted(|control| control.set_limits(per_move(50), Instant::now()));
}

#[test]
fn all_threads_pause() {
    let (sender, receiver) = mpsc::channel();
    let (result, _) = interrupted(move |control| {
        control.pause();
        // on a busy machine the search may take a while to check
        let mut nodes = 0;
        while nodes != control.progress().nodes {
            nodes = control.progress().nodes;
            thread::sleep(Duration::from_millis(200));
        }
        sender.send(nodes).unwrap();
        thread::sleep(Duration::from_millis(500));
        control.stop();
    });
    let paused = receiver.recv().unwrap();
    // the helpers have paused too: in half a second they would search many more nodes
    assert!(result.nodes < paused + 20_000, "{} {paused}", result.nodes);
}
