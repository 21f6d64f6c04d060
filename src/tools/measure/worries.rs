//! What to be careful about before values are used.

use serde::{Deserialize, Serialize};

use super::bench::Bench;
use super::report::{Piece, Report};

/// A piece whose sides differed in fewer games is not weighed well.
const FEW_GAMES: u64 = 100;
/// An interval that reaches so far, as a part of the value, says little.
const WIDE: f64 = 0.2;
/// A value in use that is so far from what was measured, as a part of it, has had an influence.
const OFF: f64 = 0.15;
/// So many games are drawn that the rest of them is few.
const DRAWN: f64 = 0.7;
/// So many games are not played to the end.
const UNFINISHED: f64 = 0.1;
/// So many games are decided by the armies alone.
const LOPSIDED: f64 = 0.4;

/// Something to be careful about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worry {
    /// What it is.
    pub worry: String,
    /// What was found.
    pub found: String,
    /// What it means, and what can be done.
    pub reason: String,
}

/// All of them, the ones about single pieces last.
pub fn worries(report: &Report, bench: &Bench, lopsided: f64) -> Vec<Worry> {
    let mut worries = Vec::new();
    let mut add = |worry: &str, found: String, reason: &str| {
        worries.push(Worry {
            worry: worry.to_owned(),
            found,
            reason: reason.to_owned(),
        });
    };
    match report.pawn {
        None if bench.has_odds() => add(
            "there is no unit",
            format!(
                "{} games are too few to tell what a pawn is worth",
                report.games
            ),
            "with more games there will be one",
        ),
        None => add(
            "there is no unit",
            "no pawn can be missing in this game".to_owned(),
            "values are on the scale of the file alone",
        ),
        Some(pawn) if pawn.value <= pawn.error => add(
            "a pawn is not told from nothing",
            format!(
                "it adds {:.1} +- {:.1} % to a score",
                100.0 * pawn.value,
                100.0 * pawn.error
            ),
            "with more games, or more nodes for each move, it will be; until then there is no unit",
        ),
        Some(_) => {}
    }
    if report.drawn.share > DRAWN {
        let found = format!("{:.0} % of the games are drawn", 100.0 * report.drawn.share);
        add(
            "drawish",
            found,
            "draws tell little; fewer nodes make more mistakes",
        );
    }
    if report.unfinished.share > UNFINISHED {
        let found = format!(
            "{:.0} % of the games reach --max-moves",
            100.0 * report.unfinished.share
        );
        add(
            "games without end",
            found,
            "they count as drawn; a higher limit decides more of them",
        );
    }
    if lopsided > LOPSIDED {
        let found = format!(
            "{:.0} % of them are nearly sure to be won or lost",
            100.0 * lopsided
        );
        add(
            "the armies are too unequal",
            found,
            "scores near 0 or 100 % tell little; play again with these values (--rounds, --value)",
        );
    }
    // what is the same for several pieces is said once
    let mut about: Vec<(&str, String, &str)> = Vec::new();
    for (worry, found, reason) in report.pieces.iter().filter_map(of_piece) {
        match about
            .iter_mut()
            .find(|known| (known.0, known.2) == (worry, reason))
        {
            Some((_, all, _)) => *all += &format!(", {found}"),
            None => about.push((worry, found, reason)),
        }
    }
    about
        .into_iter()
        .for_each(|(worry, found, reason)| add(worry, found, reason));
    worries
}

fn of_piece(piece: &Piece) -> Option<(&'static str, String, &'static str)> {
    let title = &piece.title;
    if piece.games == 0 {
        let reason = "there is no place at the start where it may stand, or nothing of about its worth, or too few games";
        return Some((
            "a piece is never weighed",
            format!("the sides always had as many of {title}"),
            reason,
        ));
    }
    if piece.games < FEW_GAMES {
        let found = format!("{title} made a difference in {}", piece.games);
        return Some((
            "too few games",
            found,
            "below 100 games that tell of a piece the interval itself is not to be relied on",
        ));
    }
    let value = piece.centipawns?;
    if value.error > WIDE * value.value.abs() {
        let found = format!("{title} is worth {:.0} +- {:.0}", value.value, value.error);
        return Some(("too few games", found, "four times as many halve the error"));
    }
    let off = (value.value - f64::from(piece.used)).abs();
    if off > OFF * value.value && off > value.error && !piece.pawn {
        let found = format!(
            "{title} in use at {}, found to be {:.0}",
            piece.used, value.value
        );
        let reason = "the engine has traded it at the wrong price, which draws what is measured towards that; \
                      play again with the new value (--rounds, --value)";
        return Some(("a value in use is far off", found, reason));
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::games::Round;
    use super::super::keep::Games;
    use super::super::report::Measured;
    use super::*;
    use crate::variant::{Library, ReadOptions, Selections};

    fn report() -> Report {
        report_of("normal")
    }

    fn report_of(game: &str) -> Report {
        let library = Library::builtin(ReadOptions::default());
        let variant = library.find(game, &Selections::default()).unwrap();
        let bench = Bench::new(&variant, &[]).unwrap();
        let round = Round {
            number: 1,
            seed: 1,
            nodes: 100,
            max_moves: 100,
            used: bench.values(),
        };
        let games = BTreeMap::new();
        Report::new(&bench, &[Games { round, games }]).unwrap()
    }

    #[test]
    fn what_is_the_same_for_several_pieces_is_said_once() {
        let told = report().worries;
        let never: Vec<_> = (told.iter().filter(|worry| worry.worry.contains("never"))).collect();
        assert_eq!(never.len(), 1, "{told:?}");
        for letter in ["P", "N", "B", "R", "Q"] {
            assert!(never[0].found.contains(&format!("as many of {letter}")));
        }
    }

    #[test]
    fn why_there_is_no_unit_is_told() {
        let found = |game: &str| {
            let told = report_of(game).worries;
            let unit = told.iter().find(|worry| worry.worry == "there is no unit");
            unit.map(|worry| (worry.found.clone(), worry.reason.clone()))
                .unwrap()
        };
        let (few, _) = found("normal");
        assert_eq!(few, "0 games are too few to tell what a pawn is worth");
        let (none, reason) = found("racingkings");
        assert_eq!(none, "no pawn can be missing in this game");
        assert!(reason.contains("scale of the file"), "{reason}");
    }

    #[test]
    fn each_piece_has_its_thresholds() {
        let mut report = report();
        report.pieces.retain(|piece| piece.letter == "N");
        let mut worry = |games, value, error, used| {
            let piece = &mut report.pieces[0];
            (piece.games, piece.used) = (games, used);
            piece.centipawns = Some(Measured { value, error });
            of_piece(piece).map(|(worry, found, _)| (worry, found))
        };
        assert_eq!(worry(500, 300.0, 20.0, 310), None);
        let few = "too few games";
        assert_eq!(worry(500, 300.0, 70.0, 310).unwrap().0, few);
        assert_eq!(
            worry(50, 300.0, 20.0, 310).unwrap(),
            (few, "N made a difference in 50".to_owned())
        );
        let off = worry(500, 300.0, 20.0, 400).unwrap();
        assert_eq!(off.0, "a value in use is far off");
        assert_eq!(off.1, "N in use at 400, found to be 300");
        // what is far off, but may be chance
        assert_eq!(worry(500, 300.0, 55.0, 350), None);
        // a pawn is worth to the engine what the file says
        report.pieces[0].pawn = true;
        assert_eq!(of_piece(&report.pieces[0]), None);
    }
}
