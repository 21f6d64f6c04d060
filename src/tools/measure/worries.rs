//! Warnings about the values. The thresholds are in [`warnings`](crate::tools::report::warnings).

use super::report::{Piece, Report};
use super::testbed::TestBed;
use crate::tools::report::warnings::{self, Warning, percent};

/// If the sides differ in a piece in fewer games than this, the interval itself is not reliable.
const FEW_GAMES: u64 = 100;

/// All warnings, those about single pieces last.
pub fn worries(report: &Report, testbed: &TestBed) -> Vec<Warning> {
    let mut all: Vec<Warning> = no_unit(report, testbed).into_iter().collect();
    let drawn = format!("{} of the games are drawn", percent(report.drawn.share));
    all.extend(warnings::MEASURED_DRAWN.check_share(&report.drawn, &drawn));
    let endless = percent(report.unfinished.share) + " of the games reach --max-moves";
    all.extend(warnings::MEASURED_ENDLESS.check_share(&report.unfinished, &endless));
    // warnings of the same kind for several pieces are joined
    for warning in report.pieces.iter().filter_map(of_piece) {
        let same = |known: &&mut Warning| {
            (&known.worry, &known.reason) == (&warning.worry, &warning.reason)
        };
        match all.iter_mut().find(same) {
            Some(known) => known.found += &format!(", {}", warning.found),
            None => all.push(warning),
        }
    }
    all
}

/// Warns if pawns cannot be the unit of values.
fn no_unit(report: &Report, testbed: &TestBed) -> Option<Warning> {
    let (worry, found, reason) = match report.pawn {
        None if testbed.has_odds() => (
            "there is no unit",
            format!("{} games are too few to measure a pawn", report.games),
            "more games give one",
        ),
        None => (
            "there is no unit",
            "no pawn can be missing in this game".to_owned(),
            "values are on the scale of the file alone",
        ),
        Some(pawn) if pawn.value <= pawn.error => (
            "a pawn has no significant value",
            format!(
                "it adds {:.1} +- {:.1} % to a score",
                100.0 * pawn.value,
                100.0 * pawn.error
            ),
            "more games, or more nodes for each move, help; until then there is no unit",
        ),
        Some(_) => return None,
    };
    Some(Warning::new(worry, true, found, reason))
}

fn of_piece(piece: &Piece) -> Option<Warning> {
    let title = &piece.title;
    if piece.games == 0 {
        let found = format!("the sides always had as many of {title}");
        let reason = "it may stand on no square of the start position, or there are too few games";
        return Some(Warning::new(
            "a piece is never weighed",
            true,
            found,
            reason,
        ));
    }
    if piece.games < FEW_GAMES {
        let found = format!("{title} made a difference in {}", piece.games);
        let reason = "with fewer than 100 such games the interval itself is unreliable";
        return Some(Warning::new("too few games", true, found, reason));
    }
    let value = piece.centipawns?;
    let part = |number: f64| number / value.value.abs();
    let wide = part(value.error);
    let found = format!("{title} is worth {:.0} +- {:.0}", value.value, value.error);
    let wide = warnings::WIDE.check(wide, (wide, wide), &found);
    let off = (value.value - f64::from(piece.used)).abs();
    let found = format!(
        "{title} in use at {}, found to be {:.0}",
        piece.used, value.value
    );
    let interval = (part(off - value.error), part(off + value.error));
    let off = (off > value.error && !piece.pawn)
        .then(|| warnings::OFF.check(part(off), interval, &found));
    wide.or(off.flatten())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::games::tests::settings;
    use super::super::keep::Games;
    use super::super::report::Measured;
    use super::*;
    use crate::testing::games::variant;

    fn report() -> Report {
        report_of("normal")
    }

    fn report_of(game: &str) -> Report {
        let testbed = TestBed::new(&variant(game), &[]).unwrap();
        let games = Games {
            round: 1,
            settings: settings(&testbed),
            games: BTreeMap::new(),
        };
        Report::new(&testbed, &[games]).unwrap()
    }

    #[test]
    fn equal_warnings_are_joined() {
        let worries = report().worries;
        let never: Vec<_> =
            (worries.iter().filter(|worry| worry.worry.contains("never"))).collect();
        assert_eq!(never.len(), 1, "{worries:?}");
        for letter in ["P", "N", "B", "R", "Q"] {
            assert!(never[0].found.contains(&format!("as many of {letter}")));
        }
    }

    #[test]
    fn a_missing_unit_is_explained() {
        let found = |game: &str| {
            let worries = report_of(game).worries;
            let unit = worries
                .iter()
                .find(|worry| worry.worry == "there is no unit");
            unit.map(|worry| (worry.found.clone(), worry.reason.clone()))
                .unwrap()
        };
        let (few, _) = found("normal");
        assert_eq!(few, "0 games are too few to measure a pawn");
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
            of_piece(piece).map(|warning| (warning.worry, warning.found))
        };
        assert_eq!(worry(500, 300.0, 20.0, 310), None);
        let few = "too few games".to_owned();
        assert_eq!(worry(500, 300.0, 70.0, 310).unwrap().0, few);
        assert_eq!(
            worry(50, 300.0, 20.0, 310).unwrap(),
            (few, "N made a difference in 50".to_owned())
        );
        let off = worry(500, 300.0, 20.0, 400).unwrap();
        assert_eq!(off.0, "a value in use is far off");
        assert_eq!(off.1, "N in use at 400, found to be 300 (threshold 15 %)");
        // a value in use that is far off, but may be so by chance
        assert_eq!(worry(500, 300.0, 55.0, 350), None);
        // the engine's value of a pawn is the value in the file
        report.pieces[0].pawn = true;
        assert_eq!(of_piece(&report.pieces[0]), None);
    }
}
