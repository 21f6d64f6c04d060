use super::*;
use crate::search::Value;
use crate::testing::games::rules;
use crate::tools::lab::openings::wander;
use crate::tools::lab::self_play::{Course, Ply};
use crate::types::Rng;

/// The facts about a game with these moves from the usual start position.
fn facts(name: &str, moves: &str, winner: Option<Color>) -> (Facts, Kinds) {
    let rules = rules(name);
    let mut game = start(&rules, None);
    let plies = moves.split_whitespace().map(|text| {
        let mv = game.parse_move(text).unwrap();
        game.play(mv);
        let value = Value::Centipawns(0);
        Ply { mv, value }
    });
    let course = Course {
        plies: plies.collect(),
        winner,
    };
    let record = Record::new(0, &rules, None, &[], &course).unwrap();
    let kinds = Kinds::new(rules.variant());
    (Facts::of(&record, &rules, &kinds).unwrap(), kinds)
}

fn fate(facts: &(Facts, Kinds), letter: &str) -> Fate {
    let kind = facts.1.kinds.iter().position(|kind| kind.letter == letter);
    facts.0.fates[kind.unwrap()]
}

#[test]
fn a_short_game_of_chess() {
    let moves = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7";
    let game = facts("normal", moves, Some(Color::White));
    let (known, _) = &game;
    assert_eq!((known.plies, known.end.as_str()), (7, "mate"));
    assert_eq!(known.first_move.as_deref(), Some("e2e4"));
    assert_eq!(known.choices[..2], [20, 20]);
    assert_eq!(known.pieces, [32; 7]);
    assert_eq!(
        (known.count(Event::Check), known.count(Event::Capture)),
        (1, 1)
    );
    let queen = fate(&game, "Q");
    assert_eq!(
        (queen.started, queen.moves, queen.captures, queen.left),
        (2, 2, 1, 2)
    );
    let pawn = fate(&game, "P");
    assert_eq!(
        (pawn.started, pawn.moves, pawn.lost, pawn.left),
        (16, 2, 1, 15)
    );
    assert_eq!(
        fate(&game, "R"),
        Fate {
            started: 4,
            left: 4,
            ..Fate::default()
        }
    );
}

#[test]
fn promotions_castling_and_captures_in_passing() {
    let moves = "e2e4 g8f6 e4e5 d7d5 e5d6 g7g6 d6c7 f8g7 c7b8q e8g8";
    let game = facts("normal", moves, None);
    let (known, _) = &game;
    assert_eq!(known.count(Event::EnPassant), 1);
    assert_eq!(known.count(Event::Castling), 1);
    assert_eq!(known.count(Event::Promotion), 1);
    assert_eq!(known.count(Event::Capture), 3);
    assert_eq!(known.end, "game too long");
    let (pawn, queen, knight) = (fate(&game, "P"), fate(&game, "Q"), fate(&game, "N"));
    // the pawn that was promoted is not lost
    assert_eq!((pawn.lost, pawn.left), (2, 13));
    assert_eq!((queen.entered, queen.promoted, queen.left), (1, 1, 3));
    assert_eq!((knight.lost, knight.left), (1, 3));
    assert_eq!(fate(&game, "R").moves, 0);
}

#[test]
fn drops_and_explosions() {
    let game = facts("crazyhouse", "e2e4 d7d5 e4d5 d8d5 P@e4 d5d2", None);
    assert_eq!(game.0.count(Event::Drop), 1);
    let pawn = fate(&game, "P");
    assert_eq!((pawn.entered, pawn.lost, pawn.left), (1, 3, 14));
    let game = facts("atomic", "g1f3 a7a6 f3e5 a6a5 e5d7", Some(Color::White));
    assert_eq!(game.0.count(Event::Capture), 1);
    // the captor explodes too, and so do the pieces beside it: a bishop, the queen and the king
    assert_eq!(fate(&game, "N").lost, 1);
    assert_eq!(fate(&game, "Q").lost, 1);
    assert_eq!(fate(&game, "P").lost, 1);
    assert_eq!(fate(&game, "K").lost, 1);
    let game = facts("seirawan", "b1c3h b8c6", None);
    assert_eq!(game.0.count(Event::Gating), 1);
    assert_eq!(fate(&game, "H").entered, 1);
}

#[test]
fn trades_are_early_and_on_one_square() {
    let tail = "a2a3 a7a6 b2b3 b7b6 h2h3 h7h6 a1a2 a8a7 h1h2 h8h7 a2a1 a7a8";
    let moves = format!("e2e4 d7d5 e4d5 d8d5 {tail}");
    let game = facts("normal", &moves, None);
    assert_eq!(fate(&game, "P").traded, 2);
    assert_eq!(fate(&game, "Q").traded, 0);
}

#[test]
fn no_piece_is_lost_track_of() {
    for name in [
        "normal",
        "alice",
        "crazyhouse",
        "atomic",
        "duck",
        "seirawan",
        "shogi",
        "chak",
        "lion",
        "firedemon",
        "sittuyin",
        "atlantis",
    ] {
        let rules = rules(name);
        let kinds = Kinds::new(rules.variant());
        let start = start(&rules, None);
        let mut known = 0;
        for seed in 0..40 {
            let plies = 10 + 5 * seed as u32;
            let Some((_, moves)) = wander(&start, plies, &mut Rng::new(seed)) else {
                continue;
            };
            let course = Course {
                plies: Vec::new(),
                winner: None,
            };
            let record = Record::new(0, &rules, None, &moves, &course).unwrap();
            let facts = Facts::of(&record, &rules, &kinds).unwrap();
            let sum = |of: fn(&Fate) -> u32| facts.fates.iter().map(of).sum::<u32>();
            let come = sum(|fate| fate.started + fate.entered);
            // a piece that is promoted was on the board before, as another kind
            let gone = sum(|fate| fate.lost + fate.promoted);
            assert_eq!(come - gone, sum(|fate| fate.left), "{name} {seed}");
            let promotions = facts.count(Event::Promotion);
            assert!(promotions <= sum(|fate| fate.promoted), "{name} {seed}");
            known += 1;
        }
        assert!(known > 2, "{name}");
    }
}

#[test]
fn leads_change() {
    let white = Some(Color::White);
    let scores = [
        None,
        Some(50),
        Some(150),
        Some(-50),
        Some(-120),
        Some(-400),
        Some(200),
    ];
    assert_eq!(leads(&scores, white), (2, true));
    assert_eq!(leads(&scores, Some(Color::Black)), (2, false));
    assert_eq!(leads(&scores[..4], white), (0, false));
}

#[test]
fn events_are_listed_in_their_order() {
    let numbers = Event::ALL.map(|(event, _)| event as usize);
    assert!(numbers.into_iter().eq(0..Event::ALL.len()));
}
