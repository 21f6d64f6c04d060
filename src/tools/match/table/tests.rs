use std::time::Duration;

use super::super::ending::Ending;
use super::super::engine::Fault;
use super::super::record::Record;
use super::super::referee::{Played, Ply, Thought};
use super::super::settings::Settings;
use super::*;
use crate::types::{ByColor, Color};

fn add(standings: &mut Duel, entry: usize, pair: u32, first: Color, ending: Ending) {
    let players = match first {
        Color::White => ByColor::new("a", "b"),
        Color::Black => ByColor::new("b", "a"),
    };
    let ply = Ply {
        text: String::new(),
        san: None,
        suffixed: false,
        thought: Some(Thought {
            time: Duration::ZERO,
            reported: None,
        }),
    };
    let record = Record {
        variant: String::new(),
        round: pair + 1,
        players: players.map(str::to_owned),
        engines: [0, 1],
        first,
        limits: ByColor::default(),
        tags: Vec::new(),
        played: Played {
            start: None,
            plies: vec![ply.clone(), ply],
            ending,
            fen: String::new(),
        },
        date: jiff::Timestamp::UNIX_EPOCH,
    };
    let line = GameLine::new(&record, &Settings::default());
    standings.add(
        Pairing {
            entry,
            duel: 0,
            pair,
            first,
        },
        &line,
    );
}

fn text(standings: &Duel) -> String {
    let mut text = Vec::new();
    standings.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn rows_reasons_and_pairs() {
    use Color::{Black, White};
    let mut standings = Duel::new(&["x", "long-name"], 6, None);
    // the games of a pair are put together whatever games come between
    add(&mut standings, 0, 0, Black, Ending::Flag(White));
    add(&mut standings, 0, 1, White, Ending::Agreement);
    add(&mut standings, 0, 0, White, Ending::Flag(White));
    add(&mut standings, 0, 1, Black, Ending::Resignation(White));
    assert_eq!(standings.total().pairs, [0, 0, 1, 1, 0]);
    assert!(!standings.is_complete());
    add(&mut standings, 1, 0, Black, Ending::Resignation(White));
    add(&mut standings, 1, 0, White, Ending::Resignation(White));
    assert!(standings.is_complete());
    let shown = text(&standings);
    let words = |start: &str| {
        let line = shown.lines().find(|line| line.starts_with(start)).unwrap();
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<String>>()
    };
    assert_eq!(words("a against")[..], ["a", "against", "b"]);
    assert_eq!(words("x ")[..6], ["x", "4", "2", "1", "1", "62.5"]);
    assert_eq!(words("total")[..6], ["total", "6", "3", "1", "2", "58.3"]);
    assert!(
        shown.contains("won by a: resignation 2, time forfeit 1\n  x: resignation 1"),
        "{shown}"
    );
    assert!(
        shown.contains("lost by a: resignation 1, time forfeit 1\n"),
        "{shown}"
    );
    assert!(shown.contains("drawn: agreement 1\n"), "{shown}");
    // white has lost by flag twice and given up three times
    assert!(
        shown.contains("white: 8.3 % (+0 =1 -5)\n  x: 12.5 % (+0 =1 -3)\n  long-name: 0.0 %"),
        "{shown}"
    );
    // all games have the same moves
    assert!(
        shown.contains("3 of 3 pairs are one game played twice"),
        "{shown}"
    );
}

#[test]
fn missing_results_are_reported() {
    let mut standings = Duel::new(&["x", "y"], 2, "0,5".parse().ok());
    add(
        &mut standings,
        0,
        0,
        Color::White,
        Ending::Fault(Color::Black, Fault::Crash),
    );
    assert!(!standings.is_complete());
    standings.rows[1].unknown_to = Some("b".to_owned());
    let shown = text(&standings);
    assert!(
        shown.contains("y: not played, b does not know it\n"),
        "{shown}"
    );
    assert!(shown.contains("not decided"), "{shown}");
    assert!(
        standings
            .line()
            .starts_with("1/2 games: +1 =0 -0  100.0 %  Elo > +1000  LLR")
    );
    add(&mut standings, 0, 0, Color::Black, Ending::Agreement);
    // all games are there, but an engine has crashed
    assert!(!standings.is_complete());
    assert!(!text(&standings).contains("played twice"));
}

#[test]
fn an_engine_that_never_moves_is_named() {
    use Color::{Black, White};
    let mut standings = Duel::new(&["x"], 2, None);
    add(&mut standings, 0, 0, White, Ending::NeverMoved(Black));
    assert!(text(&standings).contains("\nb has made no move in any game\n"));
    add(&mut standings, 0, 0, Black, Ending::Flag(White));
    assert!(standings.is_complete());
    assert!(!text(&standings).contains("no move"));
}

#[test]
fn more_than_two_engines_are_ranked() {
    let duel = |players: [&str; 2], points: &[u8]| {
        let mut duel = Duel::new(&["x"], 2, None);
        duel.players = Some(players.map(str::to_owned));
        points
            .iter()
            .for_each(|&points| duel.rows[0].tally.add_game(points));
        duel.rows[0].tally.add_pair(points.iter().sum());
        duel
    };
    let standings = Standings {
        duels: vec![
            ([0, 1], duel(["a", "b"], &[0, 1])),
            ([0, 2], duel(["a", "c"], &[1, 0])),
            ([1, 2], duel(["b", "c"], &[2, 1])),
        ],
    };
    assert_eq!(standings.line(), "b 3/4, c 2/4, a 1/4");
    let mut text = Vec::new();
    standings.write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[1][..6], ["b", "4", "2", "2", "0", "75.0"]);
    assert_eq!(rows[3][..6], ["a", "4", "0", "2", "2", "25.0"]);
    assert!(text.contains("\n\nb against c\n"), "{text}");
}
