//! Won endings are won: pieces that can mate do so within the move rule against the engine's own best
//! defence.

use std::sync::Arc;

use fmax::endgame::{Endgames, ProbeResult, Prober};
use fmax::movegen::{GameEnd, WinReason};
use fmax::search::Limits;
use fmax::types::{Color, Rng};

use super::support::{play_out, random_position, rules_of};
use crate::common::search::{nodes, per_move};

/// A force that mates, with the share in percent of random positions in which it must mate. Positions that are known
/// to be drawn do not count: a piece hangs, or all pieces are bound to one colour.
struct Force {
    game: &'static str,
    men: &'static str,
    percent: usize,
}

const fn force(game: &'static str, men: &'static str, percent: usize) -> Force {
    Force { game, men, percent }
}

const FORCES: [Force; 13] = [
    force("normal", "KRk", 100),
    force("normal", "KQk", 100),
    force("normal", "KBBk", 100),
    force("normal", "KBNk", 100),
    force("commoner", "KCk", 100),
    force("capablanca", "KAk", 100),
    force("capablanca", "KCk", 100),
    force("knightmate", "KMMk", 100),
    force("makruk", "KSSk", 100),
    force("makruk", "KSMk", 95),
    force("mating-acedrex", "KRk", 100),
    force("mating-acedrex", "KAk", 100),
    force("roman", "KAk", 100),
];

/// Forces whose tables take long to make, or whose mates take long to find.
const SLOW_FORCES: [Force; 3] = [
    force("makruk", "KMMMk", 100),
    force("mating-acedrex", "KLk", 100),
    force("roman", "KBNk", 100),
];

/// Plays out random positions; returns the number of mates, the number of positions known to be drawn
/// (which are not played), and a text about the length of the mates.
fn mates(force: &Force, games: usize, limits: impl Fn() -> Limits) -> (usize, usize, String) {
    let rules = rules_of(force.game);
    let endgames = Arc::new(Endgames::new(rules.clone()));
    let mut random = Rng::new(1);
    let (mut won, mut drawn, mut most, mut sum) = (0, 0, 0, 0);
    let mut others: Vec<String> = Vec::new();
    for _ in 0..games {
        let mut pos = random_position(&rules, force.men, &mut random);
        let prober = Prober::when_solved(&endgames, &pos, usize::MAX, || false).unwrap();
        if prober.probe(&mut pos) == Some(ProbeResult::Draw) {
            drawn += 1;
            continue;
        }
        match play_out(&rules, &pos, &limits) {
            // stalemate wins in some variants
            (
                Some(GameEnd::Win(Color::White, WinReason::Checkmate | WinReason::Stalemate)),
                moves,
            ) => {
                won += 1;
                most = most.max(moves);
                sum += moves;
            }
            (outcome, _) => others.push(format!("{} {outcome:?}", pos.fen())),
        }
    }
    let mean = sum as f64 / won.max(1) as f64;
    let said = format!(
        "{:<14} {:<6} {won}/{} mates, {mean:.1} moves on average, {most} at most, {drawn} drawn",
        force.game,
        force.men,
        games - drawn
    );
    if std::env::var("FMAX_VERBOSE").is_ok() {
        others.iter().for_each(|other| eprintln!("    {other}"));
    }
    (won, drawn, said)
}

/// Number of positions per force.
fn games() -> usize {
    let named = std::env::var("FMAX_COUNT").ok();
    named.and_then(|count| count.parse().ok()).unwrap_or(100)
}

fn chosen() -> Vec<Force> {
    let only = std::env::var("FMAX_ONLY").unwrap_or_default();
    FORCES
        .into_iter()
        .chain(SLOW_FORCES)
        .filter(|force| format!("{}/{}", force.game, force.men).contains(&only))
        .collect()
}

#[test]
fn some_mates_are_found_with_few_nodes() {
    for force in FORCES {
        let (won, drawn, said) = mates(&force, 3, || nodes(20_000));
        eprintln!("{said}");
        assert_eq!(won + drawn, 3, "{said}");
    }
}

#[test]
#[ignore = "a hundred games of each force take some minutes"]
fn mates_at_fixed_nodes() {
    for force in chosen() {
        let (won, drawn, said) = mates(&force, games(), || nodes(100_000));
        eprintln!("{said}");
        let needed = force.percent * (games() - drawn);
        assert!(100 * won >= needed, "{said}");
    }
}

#[test]
#[ignore = "depends on the speed of the machine, and takes an hour"]
fn mates_on_the_clock() {
    for force in chosen() {
        let (won, drawn, said) = mates(&force, games(), || per_move(200));
        eprintln!("{said}");
        let needed = force.percent * (games() - drawn);
        assert!(100 * won >= needed, "{said}");
    }
}
