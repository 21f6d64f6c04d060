//! The report on games: piece values, their errors, and lines for the file of variants.

use super::analysis::{self, Analysis};
use super::games::{METHOD, Played};
use super::keep::Games;
use super::report::{Measured, Piece, Report, Round, Step};
use super::testbed::{Kind, TestBed};
use super::worries;
use crate::tools::lab::estimate::Share;
use crate::variant::MAX_VALUE;

/// The largest value of a piece to which no pawn can be promoted.
const MOST_UNPROMOTABLE: i32 = MAX_VALUE - 7;

impl Report {
    /// The report on these rounds; `None` if there are none.
    pub fn new(testbed: &TestBed, rounds: &[Games]) -> Option<Report> {
        let last = rounds.last()?;
        let analyses: Vec<Analysis> = rounds
            .iter()
            .map(|games| analysis::analyse(testbed, games))
            .collect();
        let now = analyses.last()?;
        let games = last.games.len() as u64;
        let count = |of: &dyn Fn(&Played) -> bool| {
            last.games.values().filter(|game| of(game)).count() as u64
        };
        let limit = 2 * last.settings.max_moves as usize;
        let even = |game: &Played| game.score == 0.5;
        let drawn = Share::new(count(&even), games);
        // the game's last move within the limit can win
        let unfinished = Share::new(count(&|game| even(game) && game.plies >= limit), games);
        let pieces: Vec<Piece> = (testbed.kinds.iter().zip(&now.kinds))
            .map(|(kind, weighed)| {
                let centipawns = weighed.centipawns.map(Measured::from);
                Piece {
                    letter: kind.letter.clone(),
                    title: kind.title.clone(),
                    pawn: kind.pawn,
                    betza: kind.betza.clone(),
                    pawns: weighed.pawns.map(Measured::from),
                    centipawns,
                    pair: weighed.pair.map(Measured::from),
                    games: weighed.games,
                    used: used(last, kind),
                    file: kind.file,
                    line: centipawns.and_then(|value| line(kind, value)),
                }
            })
            .collect();
        let mut report = Report {
            game: testbed.name().to_owned(),
            method: METHOD,
            nodes: last.settings.nodes,
            seed: last.settings.seed,
            max_moves: last.settings.max_moves,
            games,
            drawn,
            unfinished,
            pawn: now.pawn.map(Measured::from),
            first_move: now.first_move.map(Measured::from),
            pieces,
            rounds: (rounds.iter().zip(&analyses))
                .map(|(games, analysis)| round(testbed, games, analysis))
                .collect(),
            worries: Vec::new(),
        };
        report.worries = worries::worries(&report, testbed);
        Some(report)
    }
}

fn round(testbed: &TestBed, games: &Games, analysis: &Analysis) -> Round {
    let values = testbed.kinds.iter().zip(&analysis.kinds);
    let values = values.map(|(kind, weighed)| Step {
        letter: kind.letter.clone(),
        used: used(games, kind),
        measured: weighed.centipawns.map(Measured::from),
    });
    Round {
        round: games.round,
        games: games.games.len() as u64,
        values: values.collect(),
    }
}

fn used(games: &Games, kind: &Kind) -> i32 {
    games.settings.used.get(&kind.letter).copied().unwrap_or(0)
}

/// The beginning of the piece line of a kind; the whole line for an added kind. A value that ends in 3 keeps pawns from
/// promoting to the piece, so the last digit is made a 3 or kept from being 3, as in the file.
fn line(kind: &Kind, measured: Measured) -> Option<String> {
    if kind.pawn || measured.value <= measured.error {
        return None;
    }
    let value = measured.value.round().clamp(1.0, MAX_VALUE.into()) as i32;
    let value = match (value % 10 == 3, kind.is_unpromotable()) {
        (true, false) => value + 1,
        (false, true) => (value - value % 10 + 3).min(MOST_UNPROMOTABLE),
        _ => value,
    };
    let moves = kind
        .betza
        .as_ref()
        .map_or(String::new(), |moves| format!(" {moves}"));
    Some(format!("{}:{value}{moves}", kind.line))
}

#[cfg(test)]
mod tests {
    use super::super::games::Settings;
    use super::super::games::tests::{played, settings};
    use super::*;
    use crate::testing::games::variant;
    use crate::types::ByColor;

    #[test]
    fn games_that_are_won_were_played_to_the_end() {
        let chess = variant("normal");
        let testbed = TestBed::new(&chess, &[]).unwrap();
        let settings = Settings {
            max_moves: 40,
            ..settings(&testbed)
        };
        let game = |(number, (score, plies)): (u32, (f64, usize))| {
            (number, played(number + 1, score, plies))
        };
        let all = [(1.0, 80), (0.0, 12), (0.5, 80), (0.5, 79), (0.5, 80)];
        let games = (0..).zip(all).map(game).collect();
        let games = Games {
            round: 1,
            settings,
            games,
        };
        let report = Report::new(&testbed, &[games]).unwrap();
        assert_eq!((report.drawn.count, report.unfinished.count), (3, 2));
    }

    #[test]
    fn lines_keep_promotion_as_it_is() {
        let mut kind = Kind {
            letter: "C".to_owned(),
            title: "C".to_owned(),
            types: ByColor::both(None),
            pawn: false,
            betza: None,
            line: "c".to_owned(),
            file: Some(225),
            parts: None,
        };
        let measured = |value| Measured { value, error: 20.0 };
        assert_eq!(line(&kind, measured(243.2)).unwrap(), "c:244");
        assert_eq!(line(&kind, measured(247.6)).unwrap(), "c:248");
        kind.file = Some(223);
        assert_eq!(line(&kind, measured(247.6)).unwrap(), "c:243");
        assert_eq!(line(&kind, measured(2e6)).unwrap(), "c:9993");
        kind.file = Some(225);
        assert_eq!(line(&kind, measured(2e6)).unwrap(), "c:10000");
        kind.file = Some(223);
        kind.betza = Some("C".to_owned());
        assert_eq!(line(&kind, measured(243.0)).unwrap(), "c:243 C");
        assert_eq!(line(&kind, measured(12.0)), None);
    }
}
