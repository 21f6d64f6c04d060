//! Wins are won: forces that can mate do so within the move rule, against the best defence that the
//! same engine finds.

use std::time::Duration;

use fmax::game::{Outcome, WinReason};
use fmax::search::{Clock, Limits};
use fmax::variant::Color;

use crate::support::{Random, play_out, random_position, rules_of};

/// A force that mates, with the share of random positions (out of a hundred) in which it has to:
/// in the others something hangs, or all pieces stand on squares of one colour.
struct Force {
    game: &'static str,
    men: &'static str,
    percent: usize,
}

const fn force(game: &'static str, men: &'static str, percent: usize) -> Force {
    Force { game, men, percent }
}

const FORCES: [Force; 16] = [
    force("normal", "KRk", 100),
    force("normal", "KQk", 100),
    force("normal", "KBBk", 45),
    force("normal", "KBNk", 98),
    force("commoner", "KCk", 95),
    force("capablanca", "KAk", 98),
    force("capablanca", "KCk", 98),
    force("knightmate", "KMMk", 95),
    force("makruk", "KMMMk", 60),
    force("makruk", "KSSk", 90),
    force("makruk", "KSMk", 60),
    force("mating-acedrex", "KRk", 98),
    force("mating-acedrex", "KAk", 98),
    force("mating-acedrex", "KLk", 30),
    force("roman", "KBNk", 60),
    force("roman", "KAk", 95),
];

/// Plays out random positions; returns how many were mates, how long they took at most and on
/// average, and what the others were.
fn mates(force: &Force, games: usize, limits: impl Fn() -> Limits) -> (usize, String) {
    let rules = rules_of(force.game);
    let mut random = Random(0x5DEE_CE66_D1CE_4E5B);
    let (mut won, mut most, mut sum) = (0, 0, 0);
    let mut others: Vec<String> = Vec::new();
    for _ in 0..games {
        let pos = random_position(&rules, force.men, &mut random);
        match play_out(&rules, &pos, &limits) {
            // stalemate wins in some games
            (
                Some(Outcome::Win(Color::White, WinReason::Checkmate | WinReason::Stalemate)),
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
        "{:<14} {:<6} {won}/{games} mates, {mean:.1} moves on average, {most} at most",
        force.game, force.men
    );
    if std::env::var("FMAX_VERBOSE").is_ok() {
        others.iter().for_each(|other| eprintln!("    {other}"));
    }
    (won, said)
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::UNLIMITED
    }
}

/// How many positions of each force are played out.
fn games() -> usize {
    let named = std::env::var("FMAX_COUNT").ok();
    named.and_then(|count| count.parse().ok()).unwrap_or(100)
}

fn chosen() -> Vec<Force> {
    let only = std::env::var("FMAX_ONLY").unwrap_or_default();
    let named = |force: &Force| format!("{}/{}", force.game, force.men).contains(&only);
    FORCES.into_iter().filter(named).collect()
}

#[test]
fn some_mates() {
    for force in chosen().into_iter().filter(|force| force.percent > 90) {
        let (won, said) = mates(&force, 3, || nodes(20_000));
        eprintln!("{said}");
        assert!(won >= 2, "{said}");
    }
}

#[test]
#[ignore = "a hundred games of each force take some minutes"]
fn mates_at_fixed_nodes() {
    for force in chosen() {
        let (won, said) = mates(&force, games(), || nodes(100_000));
        eprintln!("{said}");
        assert!(100 * won >= force.percent * games(), "{said}");
    }
}

#[test]
#[ignore = "depends on the speed of the machine, and takes an hour"]
fn mates_on_the_clock() {
    for force in chosen() {
        let clock = Clock::PerMove(Duration::from_millis(200));
        let limits = || Limits {
            clock,
            ..Limits::UNLIMITED
        };
        let (won, said) = mates(&force, games(), limits);
        eprintln!("{said}");
        assert!(100 * won >= force.percent * games(), "{said}");
    }
}
