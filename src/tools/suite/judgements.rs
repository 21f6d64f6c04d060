//! How well an engine judges positions of which it is known what they are worth.
//!
//! Centipawns are not the same in every engine, so that chances to win are compared: those of the file
//! are 1 / (1 + 10^(-centipawns / 400)), the logistic curve of Elo's ratings, and of the engine as many
//! centipawns are taken for 100 as fit best.

use std::io::{self, Write};

use super::line::Line;

/// So many centipawns are ten to one.
const TEN_TO_ONE: f64 = 400.0;
/// How many centipawns of an engine may be worth 100, and by what factor those that are tried grow.
const SCALES: (f64, f64) = (10.0, 1000.0);
const SCALE_STEP: f64 = 1.001;

/// What was said of one game.
#[derive(Clone, Debug)]
struct Row {
    name: String,
    /// The score of the engine, and the chance to win that is known.
    known: Vec<(f64, f64)>,
}

/// How scores fit.
#[derive(Clone, Copy, Debug)]
struct Fit {
    /// The mean squared error of the chance to win.
    error: f64,
    /// So many centipawns of the engine are worth 100.
    hundred: f64,
}

/// The chance to win with so many centipawns, of which so many are worth 100.
fn chance(centipawns: f64, hundred: f64) -> f64 {
    let exponent = -centipawns * 100.0 / hundred / TEN_TO_ONE;
    1.0 / (1.0 + 10f64.powf(exponent))
}

impl Row {
    fn error(&self, hundred: f64) -> f64 {
        let error = |&(score, known): &(f64, f64)| (chance(score, hundred) - known).powi(2);
        self.known.iter().map(error).sum::<f64>() / self.known.len().max(1) as f64
    }

    fn fit(&self) -> Fit {
        let scales = std::iter::successors(Some(SCALES.0), |scale| Some(scale * SCALE_STEP));
        let fits = scales
            .take_while(|&scale| scale <= SCALES.1)
            .map(|hundred| Fit {
                error: self.error(hundred),
                hundred,
            });
        let best = fits.min_by(|a, b| a.error.total_cmp(&b.error));
        best.unwrap_or(Fit {
            error: self.error(100.0),
            hundred: 100.0,
        })
    }
}

/// What was said of all positions of which it is known what they are worth.
#[derive(Clone, Debug, Default)]
pub struct Judgements {
    rows: Vec<Row>,
}

impl Judgements {
    /// Adds the result for a position, if it says anything about that. No score is one of 0.
    pub fn add(&mut self, line: &Line) {
        let Some(worth) = line.worth else {
            return;
        };
        let score = line.score.unwrap_or(0) as f64;
        let known = (score, chance(f64::from(worth), 100.0));
        match self.rows.iter_mut().find(|row| row.name == line.game) {
            Some(row) => row.known.push(known),
            None => self.rows.push(Row {
                name: line.game.clone(),
                known: vec![known],
            }),
        }
    }

    /// True if there are any.
    pub fn is_begun(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Writes a row for each game, and one for all if there are several; nothing if there is none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let names = self.rows.iter().map(|row| row.name.chars().count());
        let width = names.max().unwrap_or(0).max("total".len());
        writeln!(
            out,
            "{name}: how far scores are from what positions are worth: root mean square of the chance to win"
        )?;
        let (error, hundred) = ("error", "worth 100");
        writeln!(
            out,
            "{:width$} {:>9} {error:>9} {hundred:>9}",
            "game", "positions"
        )?;
        let (mut positions, mut sum) = (0, 0.0);
        for row in &self.rows {
            let (count, fit) = (row.known.len(), row.fit());
            positions += count;
            sum += fit.error * count as f64;
            let percent = 100.0 * fit.error.sqrt();
            let Fit { hundred, .. } = fit;
            let name = &row.name;
            writeln!(
                out,
                "{name:width$} {count:>9} {percent:>7.2} % {hundred:>9.0}"
            )?;
        }
        if self.rows.len() > 1 {
            let percent = 100.0 * (sum / positions.max(1) as f64).sqrt();
            let total = "total";
            writeln!(out, "{total:width$} {positions:>9} {percent:>7.2} %")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::line;
    use super::*;

    fn judged(told: &[(&str, i32, Option<i64>)]) -> String {
        let mut judgements = Judgements::default();
        judgements.add(&line("normal", None));
        assert!(!judgements.is_begun());
        for &(game, worth, score) in told {
            judgements.add(&Line {
                worth: Some(worth),
                score,
                ..line(game, None)
            });
        }
        assert!(judgements.is_begun());
        let mut out = Vec::new();
        judgements.write("x", &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let (title, rows) = text.split_once('\n').unwrap();
        assert!(title.starts_with("x: how far scores are from "), "{title}");
        rows.to_owned()
    }

    #[test]
    fn chances_are_those_of_elo() {
        assert_eq!(chance(0.0, 50.0), 0.5);
        assert!((chance(400.0, 100.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((chance(-200.0, 50.0) - 1.0 / 11.0).abs() < 1e-12);
        assert_eq!(
            (chance(1e5, 100.0), chance(-1e5, 100.0) < 1e-100),
            (1.0, true)
        );
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
            "game   positions     error worth 100\nnormal         3    0.00 %        50\n"
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
game   positions     error worth 100
normal         1   50.00 %        10
makruk         2    0.00 %        10
total          3   28.87 %
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
