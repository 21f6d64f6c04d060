//! How long the inner loops take: generating moves, making them, testing for attacks, evaluating,
//! searching, in games that use different parts of the tables.
//!
//! `cargo bench --bench hot_loops` measures everything; with `-- movegen` or `-- /shatranj` what
//! contains the word; `-- --once` does all the work once without looking at the clock, for tools
//! that count instructions (see [`harness::measured`]).
//!
//! Positions are fixed, so figures can be compared between builds as long as the sums in the last
//! column are the same: they are a checksum of the work.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;
mod samples;

use std::process::ExitCode;
use std::sync::Arc;

use fmax::search::STACK_BYTES;
use fmax::search::{Limits, SearchControl, SearchSettings, Searcher, TranspositionTable};
use fmax::types::{Color, Move};

use harness::{Harness, Work};
use samples::Samples;

/// As different as possible: leapers and sliders only, a wide board, short-range pieces, men in
/// hand, two kings, a cylinder, hoppers, bent sliders on a large board.
const GAMES: [&str; 8] = [
    "normal",
    "capablanca",
    "shatranj",
    "seirawan",
    "spartan",
    "cylinder",
    "bifurcator",
    "grande-acedrex",
];
/// Plies of a search from each of the positions it is given.
const SEARCH_DEPTH: u32 = 6;
/// One of this number of positions is searched.
const SEARCH_STRIDE: usize = 12;
const TABLE_BYTES: usize = 1 << 20;

fn main() -> ExitCode {
    env_logger::init();
    let harness = match Harness::from_args(std::env::args().skip(1)) {
        Ok(harness) => harness,
        Err(message) => {
            log::error!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let run = move || {
        for name in GAMES {
            let mut samples = Samples::new(name);
            harness.run("movegen", name, "move", || pseudo_legal(&samples));
            harness.run("captures", name, "move", || captures(&samples));
            harness.run("legal", name, "move", || legal(&mut samples));
            harness.run("make", name, "move", || make(&mut samples));
            harness.run("attack", name, "square", || attack(&samples));
            harness.run("evaluation", name, "position", || evaluate(&samples));
            harness.run("search", name, "node", || search(&samples));
        }
    };
    // recursion on a big board goes deep
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    match thread.spawn(run).unwrap().join() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Generates all pseudo-legal moves.
fn pseudo_legal(samples: &Samples) -> Work {
    let mut work = Work::default();
    let mut moves = Vec::with_capacity(256);
    for pos in &samples.positions {
        moves.clear();
        samples.rules.tables.pseudo_legal(pos, &mut moves);
        work.add_all(&moves);
    }
    work
}

/// Generates the moves of a quiescence search.
fn captures(samples: &Samples) -> Work {
    let mut work = Work::default();
    let mut moves = Vec::with_capacity(256);
    for pos in &samples.positions {
        moves.clear();
        samples.rules.tables.pseudo_captures(pos, &mut moves);
        work.add_all(&moves);
    }
    work
}

/// Generates all moves and tests which are legal.
fn legal(samples: &mut Samples) -> Work {
    let mut work = Work::default();
    for pos in &mut samples.positions {
        work.add_all(&samples.rules.tables.legal(pos));
    }
    work
}

/// Makes every move and takes it back.
fn make(samples: &mut Samples) -> Work {
    let mut work = Work::default();
    for (pos, moves) in samples.positions.iter_mut().zip(&samples.legal) {
        for &mv in moves {
            pos.make(mv);
            work.add(pos.key());
            pos.unmake();
        }
    }
    work
}

/// Tests every square for attacks by either side.
fn attack(samples: &Samples) -> Work {
    let mut work = Work::default();
    for pos in &samples.positions {
        for sq in samples.rules.layout.squares() {
            for color in Color::ALL {
                let attacked = samples.rules.tables.attacked(pos, sq, color);
                work.add(u64::from(attacked));
            }
        }
    }
    work
}

/// Evaluates every position.
fn evaluate(samples: &Samples) -> Work {
    let mut work = Work::default();
    for pos in &samples.positions {
        work.add(samples.rules.evaluate(pos) as u64);
    }
    work
}

/// Searches some positions to a fixed depth, each with an empty table.
fn search(samples: &Samples) -> Work {
    let mut work = Work::default();
    for pos in samples.positions.iter().step_by(SEARCH_STRIDE) {
        let table = Arc::new(TranspositionTable::new(TABLE_BYTES));
        let mut searcher = Searcher::new(samples.rules.clone(), table);
        let settings = SearchSettings::default();
        let control = SearchControl::default();
        let limits = Limits::depth(SEARCH_DEPTH);
        let result = searcher.search(pos, &limits, &settings, &control, &mut ());
        work.add(result.best.map_or(0, |mv: Move| u64::from(mv.bits())));
        work.operations += result.nodes.saturating_sub(1);
    }
    work
}
