//! Options of a search other than the best move: several lines, excluded moves, changed limits,
//! pauses, and progress reports.

use std::collections::HashSet;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use fmax::game::Game;
use fmax::search::{
    Bound, Clock, Limits, MoveCosts, MultiPv, Report, SearchControl, SearchResult, SearchSettings,
    Value,
};
use fmax::types::{Move, Rng};

use crate::common::games::{self, game};
use crate::common::play::assert_legal;
use crate::common::search::{Reports, nodes, per_move, searcher};

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";

fn search(
    game: &Game,
    limits: Limits,
    settings: &SearchSettings,
    control: &SearchControl,
) -> (SearchResult, Vec<Report>) {
    let mut searcher = searcher(game, 1);
    let mut reports = Reports::default();
    let result = searcher.search(game.position(), &limits, settings, control, &mut reports);
    (result, reports.0)
}

fn with_lines(game: &Game, depth: u32, lines: u32, margin: u32) -> Vec<Report> {
    let settings = SearchSettings {
        multi_pv: MultiPv { lines, margin },
        ..SearchSettings::default()
    };
    let control = SearchControl::default();
    let (result, reports) = search(game, Limits::depth(depth), &settings, &control);
    let last = |report: &Report| report.depth == depth && report.bound == Bound::Exact;
    let mut lines: Vec<Report> = reports.into_iter().filter(last).collect();
    // a line may be reported more than once within an iteration
    let mut seen = HashSet::new();
    lines.reverse();
    lines.retain(|report| seen.insert(report.rank));
    lines.reverse();
    assert!(lines.iter().any(|line| result.best == Some(line.pv[0])));
    lines
}

fn score(report: &Report) -> i32 {
    match report.value {
        Value::Centipawns(score) => score,
        Value::Mate(_) => 100_000,
        Value::Mated(_) => -100_000,
    }
}

#[test]
fn the_requested_number_of_lines_is_reported() {
    let game = game("normal", "");
    for count in [1, 3, 20, 50] {
        // the search ends before lines are reported within an iteration; such a line is not reported again when a
        // better line takes its rank
        let lines = with_lines(&game, 3, count, 0);
        assert_eq!(lines.len(), count.min(20) as usize);
        let firsts: HashSet<Move> = lines.iter().map(|line| line.pv[0]).collect();
        assert_eq!(firsts.len(), lines.len());
        for (line, rank) in lines.iter().zip(0..) {
            assert_eq!(line.rank, rank);
            assert_legal(&game, &line.pv);
        }
    }
}

#[test]
fn the_first_of_several_lines_is_the_only_line() {
    let game = game(
        "normal",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    );
    let (alone, several) = (with_lines(&game, 1, 1, 0), with_lines(&game, 1, 4, 0));
    assert_eq!(alone[0].pv, several[0].pv);
    assert_eq!(alone[0].value, several[0].value);
}

#[test]
fn lines_within_the_margin_are_reported() {
    // all quiet moves are nearly equal, but giving the queen away is not
    let game = game(
        "normal",
        "rnbqkbnr/pppppppp/8/8/8/3Q4/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
    );
    let wide = with_lines(&game, 4, 1, 600);
    let narrow = with_lines(&game, 4, 1, 30);
    assert!(narrow.len() > 1 && narrow.len() < wide.len());
    for lines in [&narrow, &wide] {
        let margin = if lines.len() == wide.len() { 600 } else { 30 };
        for line in lines {
            assert!(score(line) >= score(&lines[0]) - margin, "{line:?}");
        }
    }
    assert!(wide.len() < game.legal_moves().len());
    // no score is close to a mate
    let mate = games::game("normal", MATE_IN_ONE);
    assert_eq!(with_lines(&mate, 4, 1, 1000).len(), 1);
    // but a number of lines has priority
    assert_eq!(with_lines(&mate, 4, 2, 1000).len(), 2);
}

#[test]
fn excluded_moves_are_not_played() {
    let game = game("normal", MATE_IN_ONE);
    let control = SearchControl::default();
    let mate = game.parse_move("a1a8").unwrap();
    let mut settings = SearchSettings::default();
    let (result, _) = search(&game, Limits::depth(4), &settings, &control);
    assert_eq!((result.best, result.value), (Some(mate), Value::Mate(1)));
    settings.excluded.push(mate);
    let (result, reports) = search(&game, Limits::depth(4), &settings, &control);
    assert_ne!(result.best, Some(mate));
    assert_ne!(result.value, Value::Mate(1));
    assert!(reports.iter().all(|report| report.pv[0] != mate));
    settings.excluded = game.legal_moves();
    let (result, reports) = search(&game, Limits::depth(4), &settings, &control);
    assert_eq!((result.best, reports.len()), (None, 0));
}

#[test]
fn time_may_be_counted_in_nodes() {
    let game = game("normal", "");
    let control = SearchControl::default();
    for (millis, rate, most) in [(1000, 3000, 3000), (8000, 1000, 8000), (500, 1, 1)] {
        let limits = Limits {
            node_rate: Some(rate),
            ..per_move(millis)
        };
        let (result, _) = search(&game, limits, &SearchSettings::default(), &control);
        assert!(result.nodes <= most, "{} of {most}", result.nodes);
        assert!(result.nodes * 10 >= most * 9, "{} of {most}", result.nodes);
        assert_eq!(
            result.time.as_micros(),
            u128::from(result.nodes) * 1_000_000 / u128::from(rate)
        );
    }
    // in a game: much less than the remaining clock
    let nodes = nodes_of_a_game(&game, 100, Some(40));
    assert!((5_000..100_000).contains(&nodes), "{nodes}");
}

/// The nodes for a move in a game with these seconds left, at 10,000 nodes per second.
fn nodes_of_a_game(game: &Game, seconds: u64, moves_to_go: Option<u32>) -> u64 {
    let limits = Limits {
        clock: Clock::Game {
            remaining: Duration::from_secs(seconds),
            increment: Duration::ZERO,
            moves_to_go,
            made: 0,
            costs: MoveCosts::default(),
            opponent: None,
        },
        node_rate: Some(10_000),
        ..Limits::UNLIMITED
    };
    let (control, settings) = (SearchControl::default(), SearchSettings::default());
    search(game, limits, &settings, &control).0.nodes
}

#[test]
fn an_easy_move_is_made_sooner() {
    // summed over several clocks, because a search ends with an iteration
    let nodes = |fen: &str| -> u64 {
        let game = game("normal", fen);
        let clocks = [20, 25, 32, 40, 50, 63];
        (clocks
            .iter()
            .map(|&seconds| nodes_of_a_game(&game, seconds, None)))
        .sum()
    };
    // a single move recaptures the queen
    let easy = nodes("rnb1kbnr/pppp1ppp/8/8/3qP3/5N2/PPP1QPPP/RNB1KB1R w KQkq - 0 5");
    let start = nodes("");
    assert!(easy * 3 < start * 2, "{easy} {start}");
}

/// Runs an infinite search, and calls `speak` after a while with its control.
fn interrupted(speak: impl FnOnce(&SearchControl) + Send + 'static) -> (SearchResult, Duration) {
    let control = Arc::new(SearchControl::default());
    let outside = control.clone();
    let speaker = thread::spawn(move || {
        // on a busy machine the search may not have begun after 60 ms
        while outside.progress().nodes == 0 || outside.progress().depth == 0 {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(60));
        speak(&outside);
        Instant::now()
    });
    let game = game("normal", "");
    let (result, _) = search(
        &game,
        Limits::UNLIMITED,
        &SearchSettings::default(),
        &control,
    );
    let ended = Instant::now();
    (result, ended.duration_since(speaker.join().unwrap()))
}

#[test]
fn limits_may_come_later() {
    // the limit includes the time already used
    let limits = per_move(200);
    let (result, took) = interrupted(move |control| control.set_limits(limits, Instant::now()));
    assert!(took >= Duration::from_millis(100), "{took:?}");
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert!(result.time >= Duration::from_millis(100) && result.time < took + took);
    // the depth was reached long ago
    let (result, _) = interrupted(|control| control.set_limits(Limits::depth(1), Instant::now()));
    assert!(result.depth > 1);
    // nodes are counted from the change of the limits on
    let limits = Limits {
        node_rate: Some(1000),
        ..limits
    };
    let (result, _) = interrupted(move |control| control.set_limits(limits, Instant::now()));
    assert!(result.nodes > 200, "{}", result.nodes);
    assert!(
        result.time >= Duration::from_millis(200),
        "{:?}",
        result.time
    );
    assert!(
        result.time < Duration::from_millis(210),
        "{:?}",
        result.time
    );
}

#[test]
fn a_search_pauses_and_goes_on() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let (result, _) = interrupted(move |control| {
        control.pause();
        // on a busy machine the search may take a while to check
        let (mut nodes, mut alike) = (0, 0);
        while alike < 5 {
            thread::sleep(Duration::from_millis(100));
            let now = control.progress().nodes;
            alike = if now == nodes { alike + 1 } else { 0 };
            nodes = now;
        }
        thread::sleep(Duration::from_millis(200));
        sender.send((nodes, control.progress().nodes)).unwrap();
        control.resume();
        while control.progress().nodes == nodes {
            thread::sleep(Duration::from_millis(10));
        }
        thread::sleep(Duration::from_millis(100));
        control.stop();
    });
    let (before, after) = receiver.recv().unwrap();
    assert_eq!(before, after);
    assert!(result.nodes > after);
    // the pause does not count
    assert!(
        result.time >= Duration::from_millis(100),
        "{:?}",
        result.time
    );
    // a paused search can be stopped
    interrupted(|control| {
        control.pause();
        control.stop();
    });
}

#[test]
fn progress_is_reported() {
    let (sender, receiver) = std::sync::mpsc::channel();
    interrupted(move |control| {
        sender.send(control.progress()).unwrap();
        control.stop();
    });
    let progress = receiver.recv().unwrap();
    assert!(progress.nodes > 0 && progress.depth > 0);
    assert_eq!(progress.total, 20);
    assert!(progress.left < 20);
    assert!(
        game("normal", "")
            .legal_moves()
            .contains(&progress.current.unwrap())
    );
}

/// The move played without time to search, in positions of all variants: the search must stop at its first check.
#[test]
fn a_stopped_search_moves_at_once_anywhere() {
    let mut random = Rng::new(3);
    let control = SearchControl::default();
    control.stop();
    for name in games::library().public_names() {
        let game = game(name, "");
        let mut searcher = searcher(&game, 1);
        let mut plies = 0;
        games::random_walk(game, 80, &mut random, |game, legal| {
            plies += 1;
            if plies % 8 != 0 {
                return;
            }
            let (limits, settings) = (Limits::depth(60), SearchSettings::default());
            let found = searcher.search(game.position(), &limits, &settings, &control, &mut ());
            let fen = game.position().fen();
            assert!(found.nodes <= 1100, "{name} {fen}: {}", found.nodes);
            assert!(
                found.best.is_some_and(|mv| legal.contains(&mv)),
                "{name} {fen}"
            );
        });
    }
}

/// Endings that take seconds to solve: a search to a fixed depth waits for the solver unless the search is stopped,
/// and an unfinished solution is dropped when another ending is needed.
#[test]
fn a_search_that_waits_for_an_ending_can_be_stopped() {
    for (name, fen) in [
        ("normal", "8/8/8/4k3/8/8/8/NNN1K3 w - - 0 1"),
        ("capablanca", "10/4k5/10/10/10/10/10/NN3K4 w - - 0 1"),
        ("courier", "12/12/12/5k6/12/12/12/N4K6 w - - 0 1"),
    ] {
        let game = game(name, fen);
        let mut searcher = searcher(&game, 1);
        for _ in 0..3 {
            let control = Arc::new(SearchControl::default());
            let outside = control.clone();
            let speaker = thread::spawn(move || {
                thread::sleep(Duration::from_millis(60));
                outside.stop();
                Instant::now()
            });
            let (limits, settings) = (Limits::depth(60), SearchSettings::default());
            let found = searcher.search(game.position(), &limits, &settings, &control, &mut ());
            let took = speaker.join().unwrap().elapsed();
            // on an idle machine it takes a hundredth of this
            assert!(took < Duration::from_secs(2), "{name} {took:?}");
            let legal = game.legal_moves();
            assert!(found.best.is_some_and(|mv| legal.contains(&mv)), "{name}");
        }
    }
}

/// Three knights mate, but their ending takes far longer to solve than a search of 100 positions.
#[test]
fn a_short_search_does_not_wait_for_a_large_ending() {
    let game = game("normal", "8/8/8/4k3/8/8/8/NNN1K3 w - - 0 1");
    let (control, settings) = (SearchControl::default(), SearchSettings::default());
    let mut searcher = searcher(&game, 1);
    let found = searcher.search(game.position(), &nodes(100), &settings, &control, &mut ());
    assert!(matches!(found.value, Value::Centipawns(_)), "{found:?}");
}

/// With a time limit as well as a depth, waiting takes only part of the time.
#[test]
fn an_ending_is_waited_for_no_longer_than_half_of_the_time() {
    let game = game("normal", "8/8/8/4k3/8/8/8/NNN1K3 w - - 0 1");
    let mut searcher = searcher(&game, 1);
    let control = SearchControl::default();
    let limits = Limits {
        depth: Some(60),
        clock: Clock::PerMove(Duration::from_secs(60)),
        ..Limits::UNLIMITED
    };
    // the clock started this long ago
    let settings = SearchSettings {
        clock_start: Instant::now().checked_sub(Duration::from_secs(58)),
        ..SearchSettings::default()
    };
    let found = searcher.search(game.position(), &limits, &settings, &control, &mut ());
    assert!(found.depth > 1, "{found:?}");
}
