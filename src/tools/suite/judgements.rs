//! How well an engine judges positions of which it is known what they are worth.
//!
//! Centipawns are not the same in every engine, so that chances to win are compared, by the logistic curve
//! of ratings: those of the file are as many points as they are centipawns, and of the engine as many are
//! taken for 100 as fit best.

use std::io::{self, Write};

use super::by_game::ByGame;
use super::line::Line;
use crate::tools::r#match::statistics::expected_score;
use crate::tools::table;

/// How many centipawns of an engine may be worth 100, and by what factor those that are tried grow.
const SCALES: (f64, f64) = (10.0, 1000.0);
const SCALE_STEP: f64 = 1.001;

/// The scores of the engine, and the chances to win that are known.
type Samples = Vec<(f64, f64)>;

/// How scores fit.
#[derive(Clone, Copy, Debug)]
struct Fit {
    /// The mean squared error of the chance to win.
    error: f64,
    /// So many centipawns of the engine are worth 100.
    hundred: f64,
}

impl Fit {
    /// How scores fit if so many of their centipawns are worth 100.
    fn of(samples: &[(f64, f64)], hundred: f64) -> Fit {
        let error = |&(score, known): &(f64, f64)| {
            (expected_score(score * 100.0 / hundred) - known).powi(2)
        };
        Fit {
            error: samples.iter().map(error).sum::<f64>() / samples.len().max(1) as f64,
            hundred,
        }
    }

    fn best(samples: &[(f64, f64)]) -> Fit {
        let scales = std::iter::successors(Some(SCALES.0), |scale| Some(scale * SCALE_STEP));
        let others = scales.skip(1).take_while(|&scale| scale <= SCALES.1);
        others
            .map(|scale| Fit::of(samples, scale))
            .fold(Fit::of(samples, SCALES.0), |best, fit| {
                if fit.error < best.error { fit } else { best }
            })
    }
}

/// What was said of all positions of which it is known what they are worth.
#[derive(Clone, Debug, Default)]
pub struct Judgements(ByGame<Samples>);

impl Judgements {
    /// Adds the result for a position, if it says anything about that. No score is one of 0.
    pub fn add(&mut self, line: &Line) {
        let Some(worth) = line.worth else {
            return;
        };
        let known = (
            line.score.unwrap_or(0) as f64,
            expected_score(f64::from(worth)),
        );
        self.0.of(&line.game).push(known);
    }

    /// Writes a row for each game, and one for all if there are several; nothing if there is none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "{name}: how far scores are from what positions are worth: root mean square of the chance to win"
        )?;
        let percent = |error: f64| format!("{:.2} %", 100.0 * error.sqrt());
        let mut rows = vec![["game", "positions", "error", "worth 100"].map(str::to_owned)];
        let (mut positions, mut sum) = (0, 0.0);
        for (game, samples) in self.0.iter() {
            let (count, Fit { error, hundred }) = (samples.len(), Fit::best(samples));
            positions += count;
            sum += error * count as f64;
            let scale = format!("{hundred:.0}");
            rows.push([game.to_owned(), count.to_string(), percent(error), scale]);
        }
        if self.0.iter().count() > 1 {
            let error = percent(sum / positions as f64);
            rows.push([
                "total".to_owned(),
                positions.to_string(),
                error,
                String::new(),
            ]);
        }
        table::write(&rows, 1, out)
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::line;
    use super::*;

    fn judged(told: &[(&str, i32, Option<i64>)]) -> String {
        let mut judgements = Judgements::default();
        judgements.add(&line("normal", None));
        for &(game, worth, score) in told {
            judgements.add(&Line {
                worth: Some(worth),
                score,
                ..line(game, None)
            });
        }
        let mut out = Vec::new();
        judgements.write("x", &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let (title, rows) = text.split_once('\n').unwrap();
        assert!(title.starts_with("x: how far scores are from "), "{title}");
        rows.to_owned()
    }

    #[test]
    fn centipawns_of_an_engine_are_its_own() {
        let text = judged(&[
            ("normal", 100, Some(50)),
            ("normal", -300, Some(-150)),
            ("normal", 20, Some(10)),
        ]);
        assert_eq!(
            text,
            "game    positions   error  worth 100\nnormal          3  0.00 %         50\n"
        );
    }

    #[test]
    fn a_row_for_each_game_and_one_for_all() {
        // a mate where it is even is half a chance too much, and whoever says nothing says even
        let text = judged(&[
            ("normal", 0, Some(100_003)),
            ("makruk", 0, None),
            ("makruk", 0, Some(0)),
        ]);
        let expected = "\
game    positions    error  worth 100
normal          1  50.00 %         10
makruk          2   0.00 %         10
total           3  28.87 %
";
        assert_eq!(text, expected);
    }

    #[test]
    fn nothing_is_said_of_nothing() {
        let mut out = Vec::new();
        Judgements::default().write("x", &mut out).unwrap();
        assert!(out.is_empty());
    }
}
