//! Mating potential from the tables.

use fmax::endgame::Endgames;
use fmax::types::{Color, TypeId};

use super::support::piece;
use crate::common::games::rules;

/// Well-known facts of orthodox chess.
#[test]
fn the_forces_of_chess_mate_as_is_known() {
    let rules = rules("normal");
    let endgames = Endgames::new(rules.clone());
    let of = |letters: &str| {
        let ids: Vec<TypeId> = letters.chars().map(|c| piece(&rules, c)).collect();
        endgames.mating_potential(Color::White, &ids).unwrap()
    };
    // the longest mates from any position
    for (letters, longest) in [("Q", 10), ("R", 16), ("BB", 19), ("NB", 33)] {
        assert_eq!(of(letters).longest, longest, "{letters}");
    }
    // if one of two pieces mates alone, no table for both is needed
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
    // two knights mate only in one move
    let knights = of("NN");
    assert!(knights.share < 0.01 && knights.longest == 1, "{knights:?}");
}
