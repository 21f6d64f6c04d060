//! The analysis finds the piece values by which results were simulated.

use std::collections::BTreeMap;

use super::super::games::{Generator, had, tests};
use super::super::pieces::NewPiece;
use super::*;
use crate::testing::games::variant;
use crate::types::{ByColor, Rng};

fn testbed(game: &str, pieces: &[&str]) -> TestBed {
    let pieces: Vec<NewPiece> = pieces
        .iter()
        .map(|text| NewPiece::read(text).unwrap())
        .collect();
    TestBed::new(&variant(game), &pieces).unwrap()
}

/// Simulated games: with these piece values in pawns, log-odds of a pawn, bonus of the bishop pair and advantage of white.
fn simulated(
    testbed: &TestBed,
    count: u32,
    (pawns, pawn, pair, first): (&[(&str, f64)], f64, f64, f64),
) -> Games {
    let settings = tests::settings(testbed);
    let generator = Generator::new(testbed, &settings, 1);
    let mut random = Rng::new(9);
    let mut games = BTreeMap::new();
    for number in 0..count {
        let contest = generator.contest(number / 2).unwrap();
        let [one, other] = &contest;
        let armies = match number % 2 {
            0 => ByColor::new(one, other),
            _ => ByColor::new(other, one),
        };
        let had = |color| had(testbed, armies[color], color);
        let mut game = Played {
            white: had(Color::White),
            black: had(Color::Black),
            ..tests::played(number + 1, 0.0, 80)
        };
        let worth = |(letter, worth): &(&str, f64)| {
            let kind = testbed.find(letter).unwrap();
            worth * difference(testbed, kind, &game)
        };
        let bishops = pair * pair_difference(&"B".to_owned(), &game);
        let sum = first + pawn * (pawns.iter().map(worth).sum::<f64>() + bishops);
        game.score = f64::from(u8::from(random.uniform() < logistic(sum)));
        games.insert(number, game);
    }
    Games {
        round: 1,
        settings,
        games,
    }
}

const TRUTH: [(&str, f64); 6] = [
    ("P", 1.0),
    ("N", 3.2),
    ("B", 3.3),
    ("R", 5.0),
    ("Q", 9.5),
    ("A", 8.2),
];

#[test]
fn the_regression_finds_the_values_that_made_the_results() {
    let testbed = testbed("normal", &["archbishop"]);
    let games = simulated(&testbed, 6000, (&TRUTH, 0.6, 0.5, 0.15));
    let analysis = analyse(&testbed, &games);
    for (letter, worth) in TRUTH {
        let kind = testbed.find(letter).unwrap();
        let found = analysis.kinds[kind].pawns.unwrap();
        let off = (found.value - worth).abs();
        assert!(off <= 3.0 * found.deviation, "{letter} {worth}: {found:?}");
        assert!(found.deviation < 0.12 * worth, "{letter}: {found:?}");
    }
    let pawn = analysis.pawn.unwrap();
    assert!((pawn.value - (logistic(0.6) - 0.5)).abs() < 3.0 * pawn.deviation);
    let first = analysis.first_move.unwrap();
    assert!((first.value - (logistic(0.15) - 0.5)).abs() < 3.0 * first.deviation);
    // on the scale of the file, the ratios of values are those by which the games were simulated
    let queen = analysis.kinds[testbed.find("Q").unwrap()]
        .centipawns
        .unwrap();
    let archbishop = analysis.kinds[testbed.find("A").unwrap()]
        .centipawns
        .unwrap();
    let ratio = archbishop.value / queen.value;
    assert!((ratio - 8.2 / 9.5).abs() < 0.06, "{ratio}");
    let bishop = analysis.kinds[testbed.find("B").unwrap()];
    let pair = bishop.pair.unwrap();
    let unit = bishop.centipawns.unwrap().value / bishop.pawns.unwrap().value;
    assert!(
        (pair.value / unit - 0.5).abs() < 3.0 * pair.deviation / unit,
        "{pair:?}"
    );
    // the next round uses the measured values, except for the pawn
    let next = analysis.next(&testbed, &games.settings.used);
    assert_eq!(f64::from(next["A"]), archbishop.value.round());
    assert_eq!(next["P"], games.settings.used["P"]);
}

#[test]
fn a_type_that_sets_the_scale_alone_is_not_measured() {
    let testbed = testbed("normal", &[]);
    let kind = |letter: &str| testbed.find(letter).unwrap();
    // only queens decide games, so that no other kind has a significant value
    let games = simulated(&testbed, 1000, (&[("Q", 9.5)], 0.2, 0.0, 0.0));
    let analysis = analyse(&testbed, &games);
    assert_eq!(analysis.kinds[kind("Q")].centipawns, None);
    let knight = analysis.kinds[kind("N")].centipawns.unwrap();
    assert!(knight.value.abs() < 2.0 * knight.deviation, "{knight:?}");
    assert_eq!(
        analysis.next(&testbed, &games.settings.used)["Q"],
        games.settings.used["Q"]
    );
    // with two such kinds each value has an error
    let truth = [("Q", 9.5), ("R", 5.0)];
    let games = simulated(&testbed, 1000, (&truth, 0.2, 0.0, 0.0));
    let analysis = analyse(&testbed, &games);
    for letter in ["Q", "R"] {
        assert!(analysis.kinds[kind(letter)].centipawns.unwrap().deviation > 1.0);
    }
}

#[test]
fn without_games_or_differences_nothing_is_known() {
    let testbed = testbed("normal", &["camel"]);
    let mut games = simulated(&testbed, 40, (&TRUTH[..5], 0.5, 0.0, 0.0));
    for game in games.games.values_mut() {
        game.score = 0.5;
    }
    let even = analyse(&testbed, &games);
    assert!(even.kinds.iter().all(|kind| kind.pawns.is_none()));
    games.games.clear();
    let none = analyse(&testbed, &games);
    assert!(none.pawn.is_none() && none.kinds.iter().all(|kind| kind.games == 0));
    assert_eq!(
        none.next(&testbed, &games.settings.used),
        games.settings.used
    );
}
