//! What the tables say.

use std::time::Instant;

use fmax::endgame::Endgames;
use fmax::types::{Color, TypeId};

use super::support::{game, piece, rules_of};

#[test]
#[ignore = "prints the mating potential of all types of some games, for people"]
fn show() {
    let games = std::env::var("FMAX_GAMES").unwrap_or_else(|_| "normal".to_owned());
    for name in games.split(',') {
        let rules = rules_of(name);
        let v = rules.variant().clone();
        let endgames = Endgames::new(rules);
        let mut ids: Vec<TypeId> = Vec::new();
        for (id, piece) in v.types() {
            let begun = Instant::now();
            let Some(potential) = endgames.mating_potential(Color::White, &[id]) else {
                continue;
            };
            ids.push(id);
            eprintln!(
                "{name} {} {potential:?} {:?}",
                piece.letter,
                begun.elapsed()
            );
        }
        if std::env::var("FMAX_PAIRS").is_err() {
            continue;
        }
        for (i, &a) in ids.iter().enumerate() {
            for &b in &ids[i..] {
                let begun = Instant::now();
                let Some(potential) = endgames.mating_potential(Color::White, &[a, b]) else {
                    continue;
                };
                let letters = [a, b].map(|id| v.piece(id).letter);
                eprintln!("{name} {letters:?} {potential:?} {:?}", begun.elapsed());
            }
        }
    }
}

/// Facts of orthodox chess that are known since long.
#[test]
fn orthodox_forces() {
    let rules = game("normal");
    let endgames = Endgames::new(rules.clone());
    let of = |letters: &str| {
        let ids: Vec<TypeId> = letters.chars().map(|c| piece(&rules, c)).collect();
        endgames.mating_potential(Color::White, &ids).unwrap()
    };
    // the longest mates from any position
    for (letters, longest) in [("Q", 10), ("R", 16), ("BB", 19), ("NB", 33)] {
        assert_eq!(of(letters).longest, longest, "{letters}");
    }
    // one of two that mates alone needs no table for both
    let pair = [piece(&rules, 'Q'), piece(&rules, 'N')];
    assert_eq!(endgames.mating_potential(Color::White, &pair), None);
    for letters in ["N", "B"] {
        assert_eq!((of(letters).share, of(letters).longest), (0.0, 0));
    }
    assert!(of("Q").share > 0.99 && of("R").share > 0.99);
    let bishops = of("BB");
    assert!(
        bishops.other_color > 0.9 && bishops.same_color == 0.0,
        "{bishops:?}"
    );
    // two knights mate only where it is over at once
    let knights = of("NN");
    assert!(knights.share < 0.01 && knights.longest == 1, "{knights:?}");
}
